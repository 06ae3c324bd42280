"""The one picture: a lake at evening with a balloon, four corner marks and a strip of patches.

It is asymmetric in every direction, holds gradients, hard edges, fine detail and known colours, and is
computed from formulas alone. Coordinates are 4 wide and 3 high, whatever the size in pixels.
"""

import functools
import math
from dataclasses import dataclass

# Drawn at this size without smoothing; every size asked for is a whole fraction of it.
MASTER = (960, 720)
HORIZON = 1.92

# The strip of patches, left to right, as sRGB; tests look these up in what decoders make of the picture.
PATCHES = [
    (201, 60, 40),
    (226, 142, 38),
    (240, 214, 60),
    (86, 160, 70),
    (52, 168, 168),
    (58, 92, 190),
    (136, 70, 160),
    (222, 120, 150),
    (122, 84, 58),
    (238, 204, 176),
    (32, 32, 32),
    (128, 128, 128),
    (224, 224, 224),
]

GLYPHS = {  # five columns a letter, the lowest bit on top
    "t": (0x04, 0x3F, 0x44, 0x40, 0x20),
    "h": (0x7F, 0x08, 0x04, 0x04, 0x78),
    "u": (0x3C, 0x40, 0x40, 0x20, 0x7C),
    "m": (0x7C, 0x04, 0x18, 0x04, 0x78),
    "b": (0x7F, 0x48, 0x44, 0x44, 0x38),
    "s": (0x48, 0x54, 0x54, 0x54, 0x20),
}


@dataclass(frozen=True)
class Picture:
    """Samples of 8 bits, pixel after pixel, rows top to bottom."""

    width: int
    height: int
    channels: int
    samples: bytes

    @property
    def size(self):
        return (self.width, self.height)

    def pixel(self, x, y):
        at = (y * self.width + x) * self.channels
        return tuple(self.samples[at : at + self.channels])

    def mapped(self, channels, function):
        """The picture with every pixel replaced by what a function of its samples gives."""
        step = self.channels
        known = {}
        result = bytearray()
        for at in range(0, len(self.samples), step):
            key = self.samples[at : at + step]
            if key not in known:
                known[key] = bytes(function(*key))
            result += known[key]
        return Picture(self.width, self.height, channels, bytes(result))

    def placed(self, width, height, source):
        """A picture of another shape whose pixel (x, y) is this one's pixel at source(x, y)."""
        result = bytearray()
        for y in range(height):
            for x in range(width):
                result += bytes(self.pixel(*source(x, y)))
        return Picture(width, height, self.channels, bytes(result))

    def cropped(self, left, top, width, height):
        return self.placed(width, height, lambda x, y: (left + x, top + y))


def mix(first, second, share):
    share = 0.0 if share < 0 else 1.0 if share > 1 else share
    return tuple(a + (b - a) * share for a, b in zip(first, second))


def corner_mark(x, y):
    """The mark in one of the four corners, or None beside them; each has its own shape and colour."""
    size = 0.34
    if y < size and x < size:  # top left: a red disc
        distance = math.hypot(x - 0.17, y - 0.17)
        return (214, 30, 40) if distance < 0.12 else (255, 255, 255) if distance < 0.16 else None
    if y < size and x > 4 - size:  # top right: a green triangle, point down
        u, v = abs(x - 3.83), y - 0.03
        inside = (0.26 - v) * 0.55 - u
        return (
            (20, 150, 60) if v > 0.02 and inside > 0.02 else (255, 255, 255) if v > -0.02 and inside > -0.03 else None
        )
    if y > 3 - size and x < size:  # bottom left: a blue square
        edge = max(abs(x - 0.17), abs(y - 2.83))
        return (30, 60, 200) if edge < 0.10 else (255, 255, 255) if edge < 0.14 else None
    if y > 3 - size and x > 4 - size:  # bottom right: a yellow cross
        u, v = abs(x - 3.83), abs(y - 2.83)
        inside = max(min(u, v) - 0.045, max(u, v) - 0.13)
        return (250, 210, 0) if inside < 0 else (40, 40, 40) if inside < 0.03 else None
    return None


def lettering(x, y):
    """Whether a point lies on the word in the sky."""
    column, row = math.floor((x - 0.52) / 0.028), math.floor((y - 0.10) / 0.028)
    if not 0 <= row < 7 or not 0 <= column < 36 or column % 6 == 5:
        return False
    return bool(GLYPHS["thumbs"[column // 6]][column % 6] >> row & 1)


def balloon(x, y):
    """The balloon and its basket, or None."""
    u, v = (x - 1.22) / 0.46, (y - 1.0) / 0.50
    width = math.sqrt(max(0.0, 1 - v * v)) * (1.0 if v < 0 else 1 - 0.42 * v * v)
    if abs(v) < 1 and abs(u) < width:
        across = u / width
        stripe = int(math.floor((math.asin(across) / math.pi + 0.5) * 9))
        colour = [(206, 44, 52), (250, 244, 228), (30, 88, 160)][stripe % 3]
        return mix(colour, (20, 20, 40), max(0.0, across * 0.42 + 0.10))
    if abs(x - 1.22) < 0.085 and 1.60 < y < 1.73:
        return (120, 78, 40) if int((x - 1.0) / 0.03) % 2 else (150, 100, 56)
    if 1.48 < y <= 1.60 and abs(abs(x - 1.22) - (0.075 + (1.60 - y) * 0.35)) < 0.012:
        return (70, 60, 60)
    return None


def far_ridge(x):
    return 1.52 + 0.13 * math.sin(1.7 * x + 0.4) + 0.06 * math.sin(5.1 * x) + 0.02 * math.sin(17 * x)


def near_ridge(x):
    return 1.80 - 0.22 * math.exp(-((x - 3.7) ** 2) * 2) + 0.05 * math.sin(3.1 * x + 2) + 0.012 * math.sin(29 * x)


def sky(y):
    return mix(mix((38, 70, 146), (136, 158, 206), y / 0.9), (250, 190, 124), (y - 0.7) / 0.9)


def water(depth):
    return mix((120, 140, 164), (22, 58, 96), depth)


def landscape(x, y):
    if y < HORIZON:
        far, near = far_ridge(x), near_ridge(x)
        if y > near:
            return mix((62, 116, 74), (26, 70, 56), (y - near) * 4)
        if y > far:
            return mix((112, 122, 168), (164, 140, 160), (y - far) * 2.2)
        distance = math.hypot(x - 2.85, y - 1.15)
        if distance < 0.25:
            return (255, 236, 160)
        return mix((255, 226, 150), sky(y), 0.35 + distance * 0.75)
    depth = (y - HORIZON) / 0.73
    ripple = 0.5 + 0.5 * math.sin(60 * y * (1 + depth) + 6 * math.sin(2.3 * x + 9 * y))
    path = math.exp(-(((x - 2.85) / (0.18 + 0.5 * depth)) ** 2))
    return mix(mix(water(depth), (10, 30, 60), 0.25 * ripple), (255, 214, 140), path * (0.25 + 0.65 * ripple))


def sail(x, y):
    """The boat on the water, or None."""
    u, v = x - 2.02, y - 2.22
    if -0.62 < v < -0.04 and (0.02 < u < 0.02 + (v + 0.62) * 0.50 or -0.02 > u > -0.02 - (v + 0.52) * 0.30 > -0.2):
        return (252, 248, 240) if u > 0 else (232, 120, 60)
    if abs(u) < 0.012 and -0.66 < v < 0:
        return (60, 44, 40)
    if 0 <= v < 0.10 and abs(u) < 0.34 - v:
        return (150, 40, 44)
    return None


def strip(x, y):
    """The strip of patches at the bottom, or None above it."""
    if y < 2.66:
        return None
    if not 0.36 <= x < 3.64:
        return (246, 244, 238)
    width = 3.28 / len(PATCHES)
    return PATCHES[min(len(PATCHES) - 1, int((x - 0.36) / width))]


def colour_at(x, y):
    found = corner_mark(x, y) or strip(x, y)
    if found is None and lettering(x, y):
        found = (255, 250, 235)
    return found or balloon(x, y) or sail(x, y) or landscape(x, y)


@functools.cache
def master():
    width, height = MASTER
    samples = bytearray()
    for row in range(height):
        for column in range(width):
            colour = colour_at((column + 0.5) * 4 / width, (row + 0.5) * 3 / height)
            samples += bytes(int(channel + 0.5) for channel in colour)
    return Picture(width, height, 3, bytes(samples))


@functools.cache
def picture(width, height):
    """The picture at a size that divides the master's, each pixel the mean of its square."""
    whole = master()
    factor = whole.width // width
    assert (width * factor, height * factor) == MASTER, "not a whole fraction"
    stride = whole.width * 3
    samples = bytearray()
    for top in range(0, whole.height, factor):
        rows = [whole.samples[y * stride : (y + 1) * stride] for y in range(top, top + factor)]
        for left in range(0, stride, 3 * factor):
            for channel in range(3):
                total = sum(sum(row[left + channel : left + 3 * factor : 3]) for row in rows)
                samples.append((total * 2 + factor * factor) // (2 * factor * factor))
    return Picture(width, height, 3, bytes(samples))


def grey(colour):
    """Lightness by the weights of BT.601, as JPEG's."""
    return colour.mapped(1, lambda r, g, b: [(299 * r + 587 * g + 114 * b + 500) // 1000])


def translucent(colour):
    """The picture with an alpha that fades to the right and is clear outside a rounded frame."""
    samples = bytearray()
    width, height = colour.size
    radius = height / 6
    for y in range(height):
        for x in range(width):
            u = max(radius - x - 0.5, x + 0.5 - (width - radius), 0)
            v = max(radius - y - 0.5, y + 0.5 - (height - radius), 0)
            edge = min(1.0, max(0.0, radius - math.hypot(u, v) + 0.5)) if u and v else 1.0
            fade = min(1.0, (width - x) / (width / 2))
            samples += bytes(colour.pixel(x, y)) + bytes([int(255 * edge * fade + 0.5)])
    return Picture(width, height, 4, bytes(samples))


def frame(colour, index, count):
    """One frame of the moving picture: frame 0 is the picture itself, in the others a ball crosses."""
    if index == 0:
        return colour
    width, height = colour.size
    samples = bytearray(colour.samples)
    radius = height / 12
    centre_x = width * (index / count)
    centre_y = height * (0.45 + 0.18 * math.sin(index * 0.9))
    for y in range(max(0, int(centre_y - radius)), min(height, int(centre_y + radius) + 1)):
        for x in range(max(0, int(centre_x - radius)), min(width, int(centre_x + radius) + 1)):
            if math.hypot(x - centre_x, y - centre_y) < radius:
                at = (y * width + x) * 3
                samples[at : at + 3] = bytes((255, 90, 200) if x < centre_x else (255, 255, 255))
    return Picture(width, height, 3, bytes(samples))


def cover():
    """A square cut of the picture, which stands for the cover of a record."""
    return picture(240, 180).cropped(44, 24, 120, 120)
