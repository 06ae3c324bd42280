"""The eight ways a picture may be stored, numbered as in EXIF (CIPA DC-008, tag 0x0112)."""

ALL = range(1, 9)


def stored(upright, orientation):
    """The picture as it is stored, so that it stands upright once it is turned as the number says."""
    w, h = upright.width - 1, upright.height - 1
    source = {
        1: lambda x, y: (x, y),
        2: lambda x, y: (w - x, y),
        3: lambda x, y: (w - x, h - y),
        4: lambda x, y: (x, h - y),
        5: lambda x, y: (y, x),
        6: lambda x, y: (w - y, x),
        7: lambda x, y: (w - y, h - x),
        8: lambda x, y: (y, h - x),
    }[orientation]
    size = (upright.height, upright.width) if orientation >= 5 else upright.size
    return upright.placed(*size, source)


def matrix(orientation, width, height):
    """The display matrix (a, b, c, d, x, y) that turns a stored picture of that size upright.

    A point (p, q) is shown at (a p + c q + x, b p + d q + y).
    """
    return {
        1: (1, 0, 0, 1, 0, 0),
        2: (-1, 0, 0, 1, width, 0),
        3: (-1, 0, 0, -1, width, height),
        4: (1, 0, 0, -1, 0, height),
        5: (0, 1, 1, 0, 0, 0),
        6: (0, 1, -1, 0, height, 0),
        7: (0, -1, -1, 0, height, width),
        8: (0, -1, 1, 0, 0, width),
    }[orientation]
