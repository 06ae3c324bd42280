"""Files whose headers claim other sizes than they hold."""

import os
import re
import struct
import subprocess
import zlib

# What sizes are changed to, each side from its true value.
CHANGES = {
    "far-up": lambda side, most: most,
    "large": lambda side, most: min(most, 60_000),
    "up": lambda side, most: min(most, side * 16 + 7),
    "down": lambda side, most: max(1, side // 4),
    "one": lambda side, most: 1,
}


def big16(data, at, change):
    value = struct.unpack_from(">H", data, at)[0]
    struct.pack_into(">H", data, at, change(value, 0xFFFF))


def big32(data, at, change):
    value = struct.unpack_from(">I", data, at)[0]
    struct.pack_into(">I", data, at, change(value, 0x7FFFFFFF) & 0xFFFFFFFF)


def little16(data, at, change, most=0xFFFF):
    value = struct.unpack_from("<H", data, at)[0]
    struct.pack_into("<H", data, at, change(value, most))


def little32(data, at, change):
    value = struct.unpack_from("<I", data, at)[0]
    struct.pack_into("<I", data, at, change(value, 0x7FFFFFFF))


def png(data, change):
    big32(data, 16, change)
    big32(data, 20, change)
    struct.pack_into(">I", data, 29, zlib.crc32(data[12:29]))


def jpeg(data, change):
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], struct.unpack_from(">H", data, at + 2)[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            big16(data, at + 5, change)
            big16(data, at + 7, change)
            return
        at += 2 + length


def gif(data, change):
    little16(data, 6, change)
    little16(data, 8, change)


def bmp(data, change):
    little32(data, 18, change)
    little32(data, 22, change)


def webp(data, change):
    kind = bytes(data[12:16])
    if kind == b"VP8 ":
        little16(data, 26, change, 0x3FFF)
        little16(data, 28, change, 0x3FFF)
    elif kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        width, height = change(width, 0x4000), change(height, 0x4000)
        bits = bits & ~0xFFFFFFF | width - 1 | height - 1 << 14
        struct.pack_into("<I", data, 21, bits)
    elif kind == b"VP8X":
        for at in (24, 27):
            side = int.from_bytes(data[at:at + 3], "little") + 1
            data[at:at + 3] = (change(side, 1 << 24) - 1).to_bytes(3, "little")


def tiff(data, change):
    order = "<" if data[:2] == b"II" else ">"
    at = struct.unpack_from(order + "I", data, 4)[0]
    for entry in range(struct.unpack_from(order + "H", data, at)[0]):
        place = at + 2 + 12 * entry
        tag, kind = struct.unpack_from(order + "HH", data, place)
        if tag in (256, 257):
            form, most = ("H", 0xFFFF) if kind == 3 else ("I", 0x7FFFFFFF)
            side = struct.unpack_from(order + form, data, place + 8)[0]
            struct.pack_into(order + form, data, place + 8, change(side, most))


def psd(data, change):
    big32(data, 14, change)
    big32(data, 18, change)


def qoi(data, change):
    big32(data, 4, change)
    big32(data, 8, change)


def boxes(data, change, kind, first, step, apply):
    at = data.find(kind)
    while at >= 0:
        apply(data, at + first, change)
        apply(data, at + first + step, change)
        at = data.find(kind, at + 4)


def heif(data, change):
    boxes(data, change, b"ispe", 8, 4, big32)


def movie(data, change):
    for kind in (b"avc1", b"hvc1", b"hev1", b"av01", b"vp09", b"mp4v"):
        boxes(data, change, kind, 28, 2, big16)


def jpeg2000(data, change):
    boxes(data, change, b"ihdr", 4, 4, big32)
    # SIZ of the codestream: width and height of the reference grid.
    at = data.find(b"\xff\x4f\xff\x51")
    big32(data, at + 8, change)
    big32(data, at + 12, change)


def openexr(data, change):
    for name in (b"dataWindow\0box2i\0", b"displayWindow\0box2i\0"):
        at = data.find(name) + len(name) + 4
        for place in (at + 8, at + 12):
            little32(data, place, lambda last, most: change(last + 1, most) - 1)


def dpx(data, change):
    patch = big32 if data[:4] == b"SDPX" else little32
    patch(data, 772, change)
    patch(data, 776, change)


class Bits:
    """Bits of a file, the lowest of a byte first."""

    def __init__(self, data):
        self.bits, self.at = [byte >> bit & 1 for byte in data for bit in range(8)], 0

    def take(self, count):
        self.at += count
        return sum(bit << place for place, bit in enumerate(self.bits[self.at - count:self.at]))


def jpegxl(data, change):
    """ISO/IEC 18181-1 D.2: the size, each side in one of four lengths or in eighths."""
    start = data.find(b"\xff\x0a") + 2
    bits = Bits(data[start:])
    is_small = bits.take(1)

    def side():
        return 8 * (bits.take(5) + 1) if is_small else bits.take((9, 13, 18, 30)[bits.take(2)]) + 1

    height, ratio = side(), bits.take(3)
    ratios = {1: (1, 1), 2: (12, 10), 3: (4, 3), 4: (3, 2), 5: (16, 9), 6: (5, 4), 7: (2, 1)}
    width = height * ratios[ratio][0] // ratios[ratio][1] if ratio else side()
    head = [0]
    for value, more in ((height, [0, 0, 0]), (width, [])):
        value = change(value, 1 << 30) - 1
        head += [1, 1] + [value >> place & 1 for place in range(30)] + more
    new = head + bits.bits[bits.at:]
    new += [0] * (-len(new) % 8)
    data[start:] = bytes(
        sum(bit << place for place, bit in enumerate(new[at:at + 8])) for at in range(0, len(new), 8))


def at(offset, patch):
    """Two numbers, one behind the other."""
    step = 2 if patch in (big16, little16) else 4

    def change_both(data, change):
        patch(data, offset, change)
        patch(data, offset + step, change)
    return change_both


def netpbm(data, change):
    words = bytes(data).split(maxsplit=3)
    words[1:3] = (b"%d" % change(int(word), 1 << 31) for word in words[1:3])
    data[:] = b" ".join(words)


def radiance(data, change):
    head, line, rest = re.split(rb"(-Y \d+ \+X \d+\n)", bytes(data), maxsplit=1)
    data[:] = head + re.sub(rb"\d+", lambda side: b"%d" % change(int(side[0]), 1 << 31), line) + rest


PATCHES = {
    "same-picture/colour.png": png, "same-picture/colour-interlaced.png": png,
    "same-picture/colour-palette.png": png, "same-picture/colour.jpg": jpeg,
    "same-picture/colour-progressive.jpg": jpeg, "same-picture/colour-arithmetic.jpg": jpeg,
    "same-picture/colour-cmyk.jpg": jpeg, "same-picture/colour-lossless.jpg": jpeg,
    "same-picture/colour.gif": gif, "same-picture/colour.bmp": bmp,
    "same-picture/colour.webp": webp, "same-picture/colour-lossless.webp": webp,
    "same-picture/colour-alpha.webp": webp, "same-picture/colour-animated.webp": webp,
    "same-picture/colour.tif": tiff, "same-picture/colour-tiled.tif": tiff,
    "same-picture/colour-deflate.tif": tiff, "same-picture/colour-jpeg.tif": tiff,
    "same-picture/colour.psd": psd, "same-picture/colour.qoi": qoi,
    "same-picture/colour.heic": heif, "same-picture/colour-grid.heic": heif,
    "same-picture/colour.avif": heif, "same-picture/colour-grid.avif": heif,
    "same-picture/colour-alpha.avif": heif, "same-picture/colour-sequence.avif": heif,
    "same-picture/colour.jp2": jpeg2000, "same-picture/colour.j2k": jpeg2000,
    "same-picture/colour.jxl": jpegxl, "same-picture/colour-lossless.jxl": jpegxl,
    "same-picture/colour-from-jpeg.jxl": jpegxl, "same-picture/colour-boxed.jxl": jpegxl,
    "same-picture/colour.exr": openexr, "same-picture/colour.dpx": dpx,
    "same-picture/colour.dds": at(12, little32), "same-picture/colour.tga": at(12, little16),
    "same-picture/colour.pcx": at(8, little16), "same-picture/colour.sgi": at(6, big16),
    "same-picture/colour.ras": at(4, big32), "same-picture/colour.xwd": at(16, big32),
    "same-picture/colour.ppm": netpbm, "same-picture/colour.pfm": netpbm,
    "same-picture/colour.hdr": radiance,
    "video/h264.mp4": movie, "video/hevc.mp4": movie, "video/av1.mp4": movie,
    "video/mpeg4.mp4": movie, "video/vp9.mp4": movie,
}


def small_png():
    """65 bytes that claim 16384 × 16384 pixels."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(
            ">I", zlib.crc32(kind + body))
    header = struct.pack(">IIBBBBB", 16384, 16384, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b""))
    return data + chunk(b"IEND", b"")


def small_jpeg(fixtures):
    """5 kB that claim 64250 × 64250 pixels."""
    with open(os.path.join(fixtures, "same-picture/colour.jpg"), "rb") as file:
        data = bytearray(file.read()[:5000])
    jpeg(data, lambda side, most: 64250)
    return bytes(data)


def large_sequence(directory):
    """An AVIF whose coded picture is 6000 × 4000, and that says 64 × 64."""
    path = os.path.join(directory, "large.avif")
    if not os.path.exists(path):
        picture = os.path.join(directory, "large.png")
        subprocess.run(["vips", "black", picture, "6000", "4000", "--bands", "3"], check=True)
        subprocess.run(["avifenc", "-s", "10", picture, path], check=True, capture_output=True)
    with open(path, "rb") as file:
        data = bytearray(file.read())
    heif(data, lambda side, most: 64)
    return bytes(data)


def make(fixtures, directory):
    """Writes all files; returns how many there are."""
    place = os.path.join(directory, "files")
    os.makedirs(place, exist_ok=True)
    files = {
        "65-bytes-16384x16384.png": small_png(),
        "5-kilobytes-64250x64250.jpg": small_jpeg(fixtures),
        "sequence-6000x4000-ispe-64x64.avif": large_sequence(directory),
    }
    for path, patch in PATCHES.items():
        with open(os.path.join(fixtures, path), "rb") as file:
            original = file.read()
        stem, ending = os.path.splitext(os.path.basename(path))
        for name, change in CHANGES.items():
            data = bytearray(original)
            patch(data, change)
            if data != original:
                files[f"{stem}-{name}{ending}"] = bytes(data)
    for name, data in files.items():
        with open(os.path.join(place, name), "wb") as file:
            file.write(data)
    return place, len(files)
