"""broken, continued: pictures whose rules are about directories, boxes and elements."""

import struct

import drawing
import isobmff
import tiff

SIZE, SMALL = (80, 60), (40, 30)
# What a header that promises far too much may lead to: refused by a cap, by the budget, or by the missing data.
TOO_MUCH = "error overLimit|error overBudget|error corrupt"
SHOWN_OR_NOT = "ok|error corrupt"


def make(add, whole):
    for recipes in (tiffs, bitmaps, items, vectors):
        recipes(add, whole)


def half(content):
    return content[: len(content) // 2]


def tiffs(add, whole):
    mime = "image/tiff"
    small = drawing.picture(*SMALL)
    plain = tiff.tiff([tiff.rgb(small, strips=3)])
    add(
        "tiff/truncated.tif",
        "half of the strips, the directory is there",
        mime,
        SIZE,
        half(whole["tif"]),
        SHOWN_OR_NOT,
    )
    add(
        "tiff/truncated-directory.tif", "the directory was at the end and is gone", mime, None, half(whole["deflate"])
    )
    loop = bytearray(plain)
    first = struct.unpack_from("<I", loop, 4)[0]
    entries = struct.unpack_from("<H", loop, first)[0]
    struct.pack_into("<I", loop, first + 2 + 12 * entries, first)
    add("tiff/directory-loop.tif", "a directory that is its own successor", mime, SMALL, bytes(loop), "ok")
    away = bytearray(plain)
    struct.pack_into("<I", away, 4, 0xFFFFFFF0)
    add("tiff/directory-past-end.tif", "a directory far behind the end", mime, None, bytes(away))

    def changed(tag, kind, count, value):
        result = bytearray(plain)
        place = next(
            at
            for at in range(first + 2, first + 2 + 12 * entries, 12)
            if struct.unpack_from("<H", result, at)[0] == tag
        )
        struct.pack_into("<HHII", result, place, tag, kind, count, value)
        return bytes(result)

    add("tiff/endless-strips.tif", "2^32 - 1 strips", mime, SMALL, changed(273, 4, 0xFFFFFFFF, 8), SHOWN_OR_NOT)
    add(
        "tiff/claims-2-to-the-31.tif",
        "2147483647 pixels a row",
        mime,
        (2147483647, 30),
        changed(256, 4, 1, 2147483647),
        TOO_MUCH,
    )
    add("tiff/zero-width.tif", "no pixel a row", mime, (0, 30), changed(256, 3, 1, 0))
    add("tiff/header-only.tif", "the header and no directory", mime, None, b"II*\0\x08\0\0\0")


def bitmaps(add, whole):
    bmp, ico = whole["bmp"], whole["ico"]
    add("bmp/truncated.bmp", "half of a file", "image/bmp", SIZE, half(bmp), SHOWN_OR_NOT)
    add(
        "bmp/claims-2-to-the-31.bmp",
        "2147483647 pixels a row",
        "image/bmp",
        (2147483647, 60),
        bmp[:18] + struct.pack("<i", 2147483647) + bmp[22:],
        TOO_MUCH,
    )
    add("bmp/zero-size.bmp", "0 by 0", "image/bmp", (0, 0), bmp[:18] + bytes(8) + bmp[26:])
    add(
        "ico/entry-past-end.ico",
        "the largest entry lies behind the end",
        "image/vnd.microsoft.icon",
        SIZE,
        ico[:34] + struct.pack("<I", 0x7FFFFFFF) + ico[38:],
        SHOWN_OR_NOT,
    )
    add(
        "ico/no-entry.ico",
        "an icon without a picture",
        "image/vnd.microsoft.icon",
        None,
        b"\0\0\1\0\0\0",
        "error corrupt|error notMedia",
    )


def items(add, whole):
    heic, mime = whole["heic"], "image/heic"
    add("heic/truncated.heic", "half of the picture's data", mime, SIZE, half(heic), SHOWN_OR_NOT)
    add("heic/header-only.heic", "the file type alone", mime, None, heic[: isobmff.found(heic, b"ftyp")[1]])
    start, end = isobmff.found(heic, b"meta", b"pitm")
    add(
        "heic/no-such-primary.heic",
        "the primary item is not there",
        mime,
        None,
        heic[: end - 2] + b"\xff\xff" + heic[end:],
    )
    meta_start, meta_end = isobmff.found(heic, b"meta")
    start, end = isobmff.found(heic, b"meta", b"iloc")
    huge = isobmff.full_box(b"iloc", 2, 0, struct.pack(">HI", 0x4400, 0xFFFFFFFF), bytes(end - start - 18))
    add("heic/endless-locations.heic", "2^32 - 1 items have a place", mime, SIZE, heic[:start] + huge + heic[end:])
    extents = isobmff.full_box(
        b"iloc", 1, 0, struct.pack(">HHHHHH", 0x4400, 1, 1, 0, 0, 0xFFFF), bytes(end - start - 24)
    )
    add("heic/endless-extents.heic", "an item of 65535 pieces", mime, SIZE, heic[:start] + extents + heic[end:])
    add(
        "heic/box-past-end.heic",
        "the box of all properties is longer than the file",
        mime,
        None,
        heic[:meta_start] + b"\x7f\xff\xff\xff" + heic[meta_start + 4 :],
        f"{SHOWN_OR_NOT}|error overLimit",
    )
    add(
        "heic/zero-size-box.heic",
        "a box of size 0, which goes to the end",
        mime,
        SIZE,
        heic[:meta_start] + bytes(4) + heic[meta_start + 4 :],
        f"{SHOWN_OR_NOT}|error overLimit",
    )
    itself = isobmff.Item(
        1, b"grid", isobmff.grid(1, 1, *SIZE), [isobmff.extents(*SIZE)], references=[(b"dimg", [1])]
    )
    add(
        "heic/grid-of-itself.heic",
        "a grid whose tile is the grid",
        mime,
        SIZE,
        isobmff.heif(b"heic", [itself], 1),
        by="isobmff.heif",
    )
    place = heic.index(b"ispe") + 8
    add(
        "heic/claims-60000.heic",
        "a small picture that claims 60000 by 60000",
        mime,
        (60000, 60000),
        heic[:place] + struct.pack(">II", 60000, 60000) + heic[place + 8 :],
        f"ok|{TOO_MUCH}",
    )
    add("avif/truncated.avif", "half of a file", "image/avif", SIZE, half(whole["avif"]), SHOWN_OR_NOT)


def vectors(add, whole):
    mime, head = (
        "image/svg+xml",
        b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"',
    )
    red = b'<rect width="40" height="30" fill="#c93c28"/>'
    entities = b"".join(b'<!ENTITY e%d "%s">' % (level, b"&e%d;" % (level - 1) * 10) for level in range(1, 10))
    add(
        "svg/endless-entities.svg",
        "an entity that grows to 10^9 copies",
        mime,
        SMALL,
        b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "ha">'
        + entities
        + b"]>"
        + head
        + b' width="40" height="30">'
        + red
        + b"<text>&e9;</text></svg>",
        SHOWN_OR_NOT,
    )
    add(
        "svg/names-other-files.svg",
        "pictures at file: and http:, which must stay unread",
        mime,
        SMALL,
        head + b' width="40" height="30">' + red + b'<image width="40" height="30" xlink:href="file:///etc/passwd"/>'
        b'<image width="40" height="30" xlink:href="http://127.0.0.1:9/x.png"/></svg>',
        "ok",
    )
    add(
        "svg/claims-10-to-the-9.svg",
        "a drawing of 10^9 by 10^9",
        mime,
        (1_000_000_000, 1_000_000_000),
        head + b' width="1000000000" height="1000000000" viewBox="0 0 40 30">' + red + b"</svg>",
        f"ok|{TOO_MUCH}",
    )
    add(
        "svg/deep.svg",
        "3000 groups in each other",
        mime,
        SMALL,
        head + b' width="40" height="30">' + b"<g>" * 3000 + red + b"</g>" * 3000 + b"</svg>",
        SHOWN_OR_NOT,
    )
    add("svg/truncated.svg", "half of a file", mime, SIZE, half(whole["svg"]), SHOWN_OR_NOT)
    add(
        "pdf/truncated.pdf",
        "half of a file, without its table",
        "application/pdf",
        None,
        half(whole["pdf"]),
        SHOWN_OR_NOT,
    )
