"""The picture as a vector drawing (SVG 1.1), from the same formulas as the painted one."""

import math

import drawing


def hexadecimal(colour):
    return "#%02x%02x%02x" % tuple(int(channel + 0.5) for channel in colour)


def band(colour_at, x, top, bottom, name, steps=12):
    """A gradient from top to bottom whose stops are looked up in the painted picture's formula."""
    colours = [hexadecimal(colour_at(x, top + (bottom - top) * step / steps)) for step in range(steps + 1)]
    stops = "".join(
        f'<stop offset="{step / steps:.3f}" stop-color="{colour}"/>' for step, colour in enumerate(colours)
    )
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="0" y1="{top}" x2="0" y2="{bottom}">'
        f"{stops}</linearGradient>"
    )


def outline(points):
    return " ".join(f"{x:.3f},{y:.3f}" for x, y in points)


def ridge(height):
    crest = [(step / 25, height(step / 25)) for step in range(101)]
    return outline(crest + [(4, drawing.HORIZON), (0, drawing.HORIZON)])


def balloon_stripes():
    shapes = []
    edges = [math.sin((stripe / 9 - 0.5) * math.pi) for stripe in range(10)]
    width = lambda v: math.sqrt(max(0.0, 1 - v * v)) * (1.0 if v < 0 else 1 - 0.42 * v * v)
    levels = [step / 20 - 1 for step in range(41)]
    for stripe in range(9):
        left, right = edges[stripe], edges[stripe + 1]
        side = lambda edge: [(1.22 + 0.46 * width(v) * edge, 1.0 + 0.50 * v) for v in levels]
        base = [(206, 44, 52), (250, 244, 228), (30, 88, 160)][stripe % 3]
        colour = drawing.mix(base, (20, 20, 40), max(0.0, (left + right) / 2 * 0.42 + 0.10))
        shapes.append(f'<polygon fill="{hexadecimal(colour)}" points="{outline(side(left) + side(right)[::-1])}"/>')
    return shapes


def letters():
    for index, letter in enumerate("thumbs"):
        for column, bits in enumerate(drawing.GLYPHS[letter]):
            for row in range(7):
                if bits >> row & 1:
                    x, y = 0.52 + 0.028 * (6 * index + column), 0.10 + 0.028 * row
                    yield f"M{x:.3f} {y:.3f}h.028v.028h-.028z"


def svg(width, height):
    sky = lambda x, y: drawing.sky(y)
    # Half of the ripples' depth, which is their mean.
    water = lambda x, y: drawing.mix(drawing.water((y - drawing.HORIZON) / 0.73), (10, 30, 60), 0.125)
    glow = "".join(
        f'<stop offset="{distance / 0.87:.3f}" stop-color="#ffe296" stop-opacity="{0.65 - distance * 0.75:.3f}"/>'
        for distance in (0.25, 0.5, 0.866)
    )
    path = "".join(
        f'<rect x="0" width="4" y="{1.92 + step * 0.0308:.3f}" height="0.032" fill="url(#path{step})"/>'
        for step in range(24)
    )
    paths = "".join(
        f'<radialGradient id="path{step}" gradientUnits="userSpaceOnUse" cx="2.85" cy="0" r="{3 * sigma:.3f}" '
        f'gradientTransform="matrix(1 0 0 1000 0 {1.92 + step * 0.0308:.3f})">'
        + "".join(
            f'<stop offset="{part / 3}" stop-color="#ffd68c" stop-opacity="{0.575 * math.exp(-part * part):.3f}"/>'
            for part in (0, 0.5, 1, 1.5, 2, 3)
        )
        + "</radialGradient>"
        for step, sigma in ((step, 0.18 + 0.5 * step / 24) for step in range(24))
    )
    patch = 3.28 / len(drawing.PATCHES)
    patches = "".join(
        f'<rect x="{0.36 + patch * index:.4f}" y="2.66" width="{patch:.4f}" height="0.34" '
        f'fill="{hexadecimal(colour)}"/>'
        for index, colour in enumerate(drawing.PATCHES)
    )
    shapes = [
        '<rect width="4" height="1.92" fill="url(#sky)"/>',
        '<circle cx="2.85" cy="1.15" r="0.87" fill="url(#glow)"/>',
        '<circle cx="2.85" cy="1.15" r="0.25" fill="#ffeca0"/>',
        f'<polygon fill="#7480a7" points="{ridge(drawing.far_ridge)}"/>',
        f'<polygon fill="url(#near)" points="{ridge(drawing.near_ridge)}"/>',
        '<rect y="1.92" width="4" height="0.74" fill="url(#water)"/>',
        path,
        '<path d="M2.04 2.18V1.60L2.33 2.18z" fill="#fcf8f0"/>',
        '<path d="M2.00 2.18V1.70L1.856 2.18z" fill="#e8783c"/>',
        '<path d="M2.008 1.56h.024v.66h-.024z" fill="#3c2c28"/>',
        '<path d="M1.68 2.22H2.36L2.26 2.32H1.78z" fill="#96282c"/>',
        *balloon_stripes(),
        '<path d="M1.087 1.48L1.129 1.60h.024L1.111 1.48zM1.329 1.48L1.287 1.60h.024L1.353 1.48z" fill="#463c3c"/>',
        '<path d="M1.135 1.60h.17v.13h-.17z" fill="#875938"/>',
        f'<path d="{"".join(letters())}" fill="#fffaeb"/>',
        '<rect y="2.66" width="4" height="0.34" fill="#f6f4ee"/>',
        patches,
        '<circle cx="0.17" cy="0.17" r="0.16" fill="#fff"/>',
        '<circle cx="0.17" cy="0.17" r="0.12" fill="#d61e28"/>',
        '<path d="M3.66 0.01H4V0.01L3.83 0.34z" fill="#fff"/>',
        '<path d="M3.71 0.05H3.95L3.83 0.254z" fill="#14963c"/>',
        '<path d="M.03 2.69h.28v.28h-.28z" fill="#fff"/>',
        '<path d="M.07 2.73h.2v.2h-.2z" fill="#1e3cc8"/>',
        '<path d="M3.755 2.67h.15v.085h.085v.15h-.085v.085h-.15v-.085h-.085v-.15h.085z" fill="#282828"/>',
        '<path d="M3.785 2.70h.09v.085h.085v.09h-.085v.085h-.09v-.085h-.085v-.09h.085z" fill="#fad200"/>',
    ]
    definitions = (
        band(sky, 0, 0, 1.92, "sky")
        + band(water, 0, 1.92, 2.66, "water")
        + '<linearGradient id="near" gradientUnits="userSpaceOnUse" x1="0" y1="1.6" x2="0" y2="1.92">'
        '<stop offset="0" stop-color="#3e744a"/><stop offset="1" stop-color="#224f3d"/></linearGradient>'
        + '<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="2.85" cy="1.15" r="0.87">'
        f"{glow}</radialGradient>" + paths
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
        f'height="{height}" viewBox="0 0 4 3">\n<defs>{definitions}</defs>\n' + "\n".join(shapes) + "\n</svg>\n"
    ).encode()
