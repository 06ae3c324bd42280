"""Small encoders of our own, for what no packaged program writes or not in the way that is wanted."""

import gzip
import struct
import zlib

import icc


def ppm(picture, *, most=255):
    header = b"P6\n# samples of 0 to most\n%d %d\n%d\n" if most != 255 else b"P6\n%d %d\n%d\n"
    samples = picture.samples if most == 255 else [round(sample * most / 255) for sample in picture.samples]
    body = bytes(samples) if most < 256 else b"".join(struct.pack(">H", sample) for sample in samples)
    return header % (*picture.size, most) + body


def pgm(picture):
    return b"P5\n%d %d\n255\n" % picture.size + picture.samples


def pam(picture):
    kind = {1: b"GRAYSCALE", 3: b"RGB", 4: b"RGB_ALPHA"}[picture.channels]
    header = b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH %d\nMAXVAL 255\nTUPLTYPE %s\nENDHDR\n"
    return header % (*picture.size, picture.channels, kind) + picture.samples


def linear_samples(picture):
    """Samples in linear light as floats of 4 bytes, little end first; white is 1."""
    table = [struct.pack("<f", icc.linear(level / 255)) for level in range(256)]
    return b"".join(table[sample] for sample in picture.samples)


def pfm(picture):
    """A portable float map, whose rows go from bottom to top (manual page pfm(5) of Netpbm)."""
    samples, stride = linear_samples(picture), picture.width * picture.channels * 4
    rows = [samples[at : at + stride] for at in range(0, len(samples), stride)]
    return b"PF\n%d %d\n-1.0\n" % picture.size + b"".join(reversed(rows))


def rows_of(picture):
    stride = picture.width * picture.channels
    return [picture.samples[at : at + stride] for at in range(0, len(picture.samples), stride)]


def png_chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(picture, *, bits=8, chunks=(), wide=None):
    """A PNG of 8 bits a sample, or of 16 whose two bytes are equal; `chunks` go before the data.

    `wide` gives for each sample one of 16 bits instead.
    """
    colour_type = {1: 0, 3: 2, 4: 6}[picture.channels]
    header = struct.pack(">IIBBBBB", *picture.size, bits, colour_type, 0, 0, 0)
    previous = bytes(picture.width * picture.channels * bits // 8)
    data = bytearray()
    for row in rows_of(picture):
        if bits == 16:
            row = bytes(byte for sample in row for byte in (wide[sample] if wide else (sample, sample)))
        data += b"\2" + bytes((a - b) & 255 for a, b in zip(row, previous))
        previous = row
    body = [
        png_chunk(b"IHDR", header),
        *(png_chunk(*chunk) for chunk in chunks),
        png_chunk(b"IDAT", zlib.compress(bytes(data), 9)),
        png_chunk(b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(body)


def packbits(row):
    """One row in PackBits (TIFF 6.0, section 9)."""
    result, at = bytearray(), 0
    while at < len(row):
        run = 1
        while at + run < len(row) and run < 128 and row[at + run] == row[at]:
            run += 1
        if run > 2:
            result += bytes([257 - run, row[at]])
            at += run
            continue
        end = at + 1
        while end < len(row) and end - at < 128 and row[end : end + 3] != row[end : end + 1] * 3:
            end += 1
        result += bytes([end - at - 1]) + row[at:end]
        at = end
    return bytes(result)


def psd(picture, *, packed):
    """A flat Photoshop document: header, no layers, the composite plane after plane."""
    planes = [picture.samples[channel :: picture.channels] for channel in range(picture.channels)]
    header = b"8BPS" + struct.pack(">H6xHIIHH", 1, picture.channels, picture.height, picture.width, 8, 3)
    sections = struct.pack(">III", 0, 0, 0)
    if not packed:
        return header + sections + struct.pack(">H", 0) + b"".join(planes)
    rows = [
        packbits(plane[y * picture.width : (y + 1) * picture.width])
        for plane in planes
        for y in range(picture.height)
    ]
    lengths = struct.pack(f">{len(rows)}H", *map(len, rows))
    return header + sections + struct.pack(">H", 1) + lengths + b"".join(rows)


def dds_header(picture, flags, pitch, pixel_format):
    return (
        b"DDS "
        + struct.pack("<IIIIIII44x", 124, flags, picture.height, picture.width, pitch, 0, 0)
        + pixel_format
        + struct.pack("<IIIII", 0x1000, 0, 0, 0, 0)
    )


def dds(picture):
    """An uncompressed DirectDraw surface, blue first."""
    pixel_format = struct.pack("<IIIIIIII", 32, 0x40, 0, 24, 0xFF0000, 0xFF00, 0xFF, 0)
    body = picture.mapped(3, lambda r, g, b: (b, g, r)).samples
    return dds_header(picture, 0x100F, picture.width * 3, pixel_format) + body


def dxt1_block(colours):
    """Sixteen colours as two of 5, 6 and 5 bits and four steps between them, along the brightness."""
    packed = sorted((((r >> 3) << 11 | (g >> 2) << 5 | b >> 3), (r, g, b)) for r, g, b in colours)
    by_light = sorted(packed, key=lambda item: sum(item[1]))
    high, low = by_light[-1][0], by_light[0][0]
    if high < low:
        high, low = low, high
    unpack = lambda c: ((c >> 11) * 255 // 31, (c >> 5 & 63) * 255 // 63, (c & 31) * 255 // 31)
    ends = unpack(high), unpack(low)
    steps = [*ends]
    if high > low:
        steps += [tuple((2 * a + b) // 3 for a, b in zip(*ends)), tuple((a + 2 * b) // 3 for a, b in zip(*ends))]
    bits = 0
    for place, colour in enumerate(colours):
        distances = [sum((a - b) ** 2 for a, b in zip(colour, step)) for step in steps]
        bits |= distances.index(min(distances)) << 2 * place
    return struct.pack("<HHI", high, low, bits)


def dxt1(picture):
    """A DirectDraw surface in DXT1."""
    body = b"".join(
        dxt1_block([picture.pixel(x + dx, y + dy) for dy in range(4) for dx in range(4)])
        for y in range(0, picture.height, 4)
        for x in range(0, picture.width, 4)
    )
    return dds_header(picture, 0x81007, len(body), struct.pack("<II4sIIIII", 32, 4, b"DXT1", 0, 0, 0, 0, 0)) + body


def bmp(picture, *, header="v3", bottom_up=True):
    """A bitmap of 24 bits, with the header of OS/2 1 (`core`) or of Windows 3 (`v3`)."""
    rows = [row + bytes(-len(row) % 4) for row in rows_of(picture.mapped(3, lambda r, g, b: (b, g, r)))]
    body = b"".join(reversed(rows) if bottom_up else rows)
    if header == "core":
        head = struct.pack("<IHHHH", 12, *picture.size, 1, 24)
    else:
        height = picture.height if bottom_up else -picture.height
        head = struct.pack("<IiiHHIIiiII", 40, picture.width, height, 1, 24, 0, len(body), 2835, 2835, 0, 0)
    start = 14 + len(head)
    return struct.pack("<2sIHHI", b"BM", start + len(body), 0, 0, start) + head + body


def grey_bmp_rle(grey):
    """A bitmap of 8 bits with a grey palette, run-length coded (BI_RLE8)."""
    body = bytearray()
    for row in reversed(rows_of(grey)):
        at = 0
        while at < len(row):
            run = 1
            while at + run < len(row) and run < 255 and row[at + run] == row[at]:
                run += 1
            body += bytes([run, row[at]])
            at += run
        body += b"\0\0"
    body += b"\0\1"
    palette = b"".join(bytes([level, level, level, 0]) for level in range(256))
    head = struct.pack("<IiiHHIIiiII", 40, *grey.size, 1, 8, 1, len(body), 2835, 2835, 256, 0)
    start = 14 + len(head) + len(palette)
    return struct.pack("<2sIHHI", b"BM", start + len(body), 0, 0, start) + head + palette + bytes(body)


def icon_bitmap(picture):
    """An icon's entry: a bitmap of 32 bits without its file header, and the mask after it."""
    rows = rows_of(picture.mapped(4, lambda r, g, b, a=255: (b, g, r, a)))
    mask = bytes((picture.width + 31) // 32 * 4) * picture.height
    head = struct.pack("<IiiHHIIiiII", 40, picture.width, picture.height * 2, 1, 32, 0, 0, 0, 0, 0, 0)
    return head + b"".join(reversed(rows)) + mask


def icon(entries, *, cursor=False):
    """An icon or a cursor; entries are (width, height, bytes)."""
    directory, body = bytearray(struct.pack("<HHH", 0, 2 if cursor else 1, len(entries))), b""
    start = 6 + 16 * len(entries)
    for width, height, content in entries:
        second, third = (3, 2) if cursor else (1, 32)  # a cursor's hot spot, an icon's depth
        directory += struct.pack(
            "<BBBBHHII", width % 256, height % 256, 0, 0, second, third, len(content), start + len(body)
        )
        body += content
    return bytes(directory) + body


def icns(png_of_128):
    """An Apple icon with one entry, a PNG of 128 by 128."""
    entry = b"ic07" + struct.pack(">I", 8 + len(png_of_128)) + png_of_128
    return b"icns" + struct.pack(">I", 8 + len(entry)) + entry


def xpm(picture):
    """An X pixmap, with channels reduced to six levels; two digits name a colour."""
    levels = picture.mapped(3, lambda *c: [(level + 25) // 51 * 51 for level in c])
    colours = sorted({levels.samples[at : at + 3] for at in range(0, len(levels.samples), 3)})
    name = {colour: f"{place:02X}" for place, colour in enumerate(colours)}
    lines = [f"{levels.width} {levels.height} {len(colours)} 2"]
    lines += [f"{name[colour]} c #{colour.hex().upper()}" for colour in colours]
    lines += ["".join(name[row[at : at + 3]] for at in range(0, len(row), 3)) for row in rows_of(levels)]
    rows = ",\n".join(f'"{line}"' for line in lines)
    return f"/* XPM */\nstatic char *colour[] = {{\n{rows}\n}};\n".encode()


def pdf(pages):
    """Pages of one picture each; pages are (width, height, JPEG), and a point is a pixel."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    kids = []
    for width, height, jpeg in pages:
        first = len(objects) + 1
        kids.append(b"%d 0 R" % first)
        drawing = b"%d 0 0 %d 0 0 cm /P Do" % (width, height)
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R /Resources"
            b" << /XObject << /P %d 0 R >> >> >>" % (width, height, first + 1, first + 2),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
            b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB /BitsPerComponent 8"
            b" /Filter /DCTDecode /Length %d >>\nstream\n%s\nendstream" % (width, height, len(jpeg), jpeg),
        ]
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    result, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(result))
        result += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(
        result
    ) + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        table,
        len(objects) + 1,
        len(result),
    )


def gzipped(content):
    return gzip.compress(content, 9, mtime=0)


def luma_and_differences(r, g, b):
    """Red, green and blue as JFIF has them: luma, blue difference, red difference."""
    values = (
        0.299 * r + 0.587 * g + 0.114 * b,
        128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
        128 + 0.5 * r - 0.418688 * g - 0.081312 * b,
    )
    return tuple(max(0, min(255, round(value))) for value in values)
