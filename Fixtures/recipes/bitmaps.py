"""Bitmaps of Windows and OS/2 of the kinds that no packaged program writes."""

import struct

from writers import rows_of

RGB, RLE4, BITFIELDS, JPEG_OR_RLE24, PNG = 0, 2, 3, 4, 5


def framed(header, palette, body):
    start = 14 + len(header) + len(palette)
    return struct.pack("<2sIHHI", b"BM", start + len(body), 0, 0, start) + header + palette + body


def info(length, size, bits, compression, body, masks=()):
    """A header of a length of 40 bytes or more; what is not told is zero."""
    head = struct.pack("<IiiHHIIiiII", length, *size, 1, bits, compression, len(body), 2835, 2835, 0, 0)
    head += b"".join(struct.pack("<I", mask) for mask in masks)
    return head + bytes(max(0, length - len(head)))


def masked(picture, bits, masks, *, length=124):
    """Words of 16 or 32 bits; `masks` are those of the picture's channels, red first."""
    code, body = ("<H" if bits == 16 else "<I"), bytearray()
    places = [(mask, (mask & -mask).bit_length() - 1) for mask in masks]
    for row in reversed(rows_of(picture)):
        line = bytearray()
        for at in range(0, len(row), picture.channels):
            word = 0
            for sample, (mask, shift) in zip(row[at : at + picture.channels], places):
                word |= round(sample * (mask >> shift) / 255) << shift
            line += struct.pack(code, word)
        body += line + bytes(-len(line) % 4)
    return framed(info(length, picture.size, bits, BITFIELDS, body, masks), b"", bytes(body))


def unmarked(picture):
    """32 bits without masks, where the fourth byte holds numbers that mean nothing."""
    rows = rows_of(picture.mapped(4, lambda r, g, b: (b, g, r, g)))
    body = b"".join(reversed(rows))
    return framed(info(40, picture.size, 32, RGB, body), b"", body)


def short_header(grey):
    """8 bits with a grey palette and the shortest header of OS/2 2."""
    rows = [row + bytes(-len(row) % 4) for row in rows_of(grey)]
    head = struct.pack("<IiiHH", 16, *grey.size, 1, 8)
    return framed(head, bytes(byte for level in range(256) for byte in (level,) * 3 + (0,)), b"".join(reversed(rows)))


def runs_of_nibbles(grey):
    """Sixteen greys in runs and, every other row, pixels as they are."""
    body = bytearray()
    for number, row in enumerate(reversed(rows_of(grey))):
        levels = [round(sample / 17) for sample in row]
        if number % 2 and len(levels) <= 255:
            pairs = levels + [0] * (len(levels) % 2)
            line = bytes(a << 4 | b for a, b in zip(pairs[::2], pairs[1::2]))
            body += bytes([0, len(levels)]) + line + bytes(len(line) % 2)
        else:
            at = 0
            while at < len(levels):
                run = 1
                while at + run < len(levels) and run < 255 and levels[at + run] == levels[at]:
                    run += 1
                body += bytes([run, levels[at] * 17])
                at += run
        body += b"\0\0"
    body += b"\0\1"
    palette = bytes(byte for level in range(16) for byte in (level * 17,) * 3 + (0,))
    return framed(info(40, grey.size, 4, RLE4, body), palette, bytes(body))


def runs_of_triples(picture):
    """24 bits in runs, as OS/2 2 writes them."""
    body = bytearray()
    for row in reversed(rows_of(picture.mapped(3, lambda r, g, b: (b, g, r)))):
        pixels, at = [row[i : i + 3] for i in range(0, len(row), 3)], 0
        while at < len(pixels):
            run = 1
            while at + run < len(pixels) and run < 255 and pixels[at + run] == pixels[at]:
                run += 1
            body += bytes([run]) + pixels[at]
            at += run
        body += b"\0\0"
    body += b"\0\1"
    return framed(info(64, picture.size, 24, JPEG_OR_RLE24, body), b"", bytes(body))


def wrapped(size, content, compression):
    """A JPEG or a PNG with a bitmap's header."""
    return framed(info(40, size, 0, compression, content), b"", content)
