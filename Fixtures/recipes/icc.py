"""Small colour profiles of our own (ICC.1:2010): a display by its primaries, and four inks by a table."""

import struct

D50 = (0.9642, 1.0, 0.8249)
# Columns of sRGB's primaries in XYZ, adapted to D50.
SRGB = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410))


def fixed(value):
    return struct.pack(">i", round(value * 65536))


def xyz(values):
    return b"XYZ \0\0\0\0" + b"".join(map(fixed, values))


def gamma(exponent):
    return b"curv\0\0\0\0" + struct.pack(">IH", 1, round(exponent * 256)) + bytes(2)


def description(text):
    words = text.encode() + b"\0"
    content = b"desc\0\0\0\0" + struct.pack(">I", len(words)) + words + bytes(4 + 4 + 2 + 1 + 67)
    return content + bytes(-len(content) % 4)


def profile(kind, space, connection, tags):
    """A version 2 profile of tagged elements."""
    tags = {b"cprt": b"text\0\0\0\0thumbs\0\0", b"wtpt": xyz(D50), **tags}
    place = 128 + 4 + 12 * len(tags)
    table, body, places = struct.pack(">I", len(tags)), b"", {}
    for name, content in tags.items():
        if content not in places:
            places[content] = place + len(body)
            body += content + bytes(-len(content) % 4)
        table += struct.pack(">4sII", name, places[content], len(content))
    header = (
        struct.pack(">I4sI4s4s4s", place + len(body), bytes(4), 0x02100000, kind, space, connection)
        + bytes(12)
        + b"acsp"
        + bytes(28)
        + b"".join(map(fixed, D50))
    )
    return header.ljust(128, b"\0") + table + body


def display(name, columns, exponent):
    """A display of three primaries and one gamma."""
    red, green, blue = columns
    curve = gamma(exponent)
    return profile(
        b"mntr",
        b"RGB ",
        b"XYZ ",
        {
            b"desc": description(name),
            b"rXYZ": xyz(red),
            b"gXYZ": xyz(green),
            b"bXYZ": xyz(blue),
            b"rTRC": curve,
            b"gTRC": curve,
            b"bTRC": curve,
        },
    )


def swapped_primaries():
    """A display whose red lamp is green, whose green is blue and whose blue is red: ignoring it cannot be missed."""
    return display("thumbs swapped primaries", (SRGB[1], SRGB[2], SRGB[0]), 2.2)


def linear(level):
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


def lab(red, green, blue):
    """CIE Lab relative to D50 of an sRGB colour, channels from 0 to 1."""
    light = [linear(channel) for channel in (red, green, blue)]
    relative = [sum(SRGB[c][i] * light[c] for c in range(3)) / D50[i] for i in range(3)]
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in relative)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def plain_inks(steps=7):
    """Four inks that do what their names say: red is what cyan and black leave over, and so on."""
    table = bytearray()
    levels = [step / (steps - 1) for step in range(steps)]
    for cyan in levels:
        for magenta in levels:
            for yellow in levels:
                for black in levels:
                    rest = 1 - black
                    lightness, a, b = lab((1 - cyan) * rest, (1 - magenta) * rest, (1 - yellow) * rest)
                    table += bytes(max(0, min(255, round(value))) for value in (lightness * 2.55, a + 128, b + 128))
    ramp = bytes(range(256))
    identity = b"".join(fixed(value) for value in (1, 0, 0, 0, 1, 0, 0, 0, 1))
    lookup = b"mft1\0\0\0\0" + bytes([4, 3, steps, 0]) + identity + ramp * 4 + bytes(table) + ramp * 3
    return profile(
        b"prtr",
        b"CMYK",
        b"Lab ",
        {b"desc": description("thumbs plain inks"), b"A2B0": lookup, b"A2B1": lookup, b"A2B2": lookup},
    )


def inks_of(red, green, blue):
    """An sRGB colour in those inks."""
    black = 255 - max(red, green, blue)
    if black == 255:
        return (0, 0, 0, 255)
    rest = 255 - black
    return (*((rest - channel) * 255 // rest for channel in (red, green, blue)), black)
