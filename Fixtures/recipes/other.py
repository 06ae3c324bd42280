"""other: small files of what is neither picture, video nor sound, and some that a share tool names all the same."""

import bz2
import io
import lzma
import struct
import tarfile
import zipfile

import drawing
import writers

WORDS = "A lake at evening, with a balloon above it and a boat on it.\n"
OFFICE = "application/vnd.openxmlformats-officedocument"


def make(shop):
    def add(name, shows, mime, content, expected="no-preview", size=None, **facts):
        shop.add(f"other/{name}", shows, mime, size, content, expected=expected, **facts)

    texts(add)
    archives(add)
    pages(shop, add)
    rest(add)


def texts(add):
    umlaut = "Ein See am Abend, darüber ein Ballon – schön.\n"
    add("ascii.txt", "ASCII text", "text/plain", WORDS.encode())
    add("utf-8.txt", "UTF-8 text", "text/plain", umlaut.encode())
    add("utf-8-mark.txt", "UTF-8 text with a mark", "text/plain", b"\xef\xbb\xbf" + umlaut.encode())
    add("utf-16-le.txt", "UTF-16 text, little end first", "text/plain", b"\xff\xfe" + umlaut.encode("utf-16-le"))
    add("utf-16-be.txt", "UTF-16 text, big end first", "text/plain", b"\xfe\xff" + umlaut.encode("utf-16-be"))
    add(
        "latin-1.txt",
        "Latin-1 text",
        "text/plain",
        "Ein See am Abend, darüber ein Ballon: schön.\n".encode("latin-1"),
    )
    add(
        "page.html",
        "HTML",
        "text/html",
        f"<!DOCTYPE html>\n<html><head><title>Lake</title></head><body><p>{WORDS}</p></body></html>\n".encode(),
    )
    add("data.json", "JSON", "application/json", b'{"lake": {"boats": 1, "balloons": [1]}, "time": "evening"}\n')
    add(
        "data.xml",
        "XML",
        "application/xml",
        b'<?xml version="1.0" encoding="UTF-8"?>\n<lake><boat/><balloon/></lake>\n',
    )
    add("table.csv", "comma separated values", "text/csv", b"thing,count\nboat,1\nballoon,1\n")
    add(
        "letter.rtf",
        "rich text",
        "application/rtf",
        b"{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Sans;}}\\f0 A lake at evening.\\par}\n",
    )
    add(
        "place.url",
        "a link as Windows writes it",
        "application/x-mswinurl",
        b"[InternetShortcut]\r\nURL=https://example.org/\r\n",
        kind="document",
    )
    add(
        "drawing.ps",
        "PostScript",
        "application/postscript",
        b"%!PS-Adobe-3.0\n%%BoundingBox: 0 0 240 180\n"
        b"0.8 0.2 0.2 setrgbcolor 20 20 200 140 rectfill showpage\n%%EOF\n",
        kind="document",
    )
    add("script.sh", "a shell script", "text/x-shellscript", b"#!/bin/sh\necho lake\n")


def zipped(members):
    """An archive of (name, content) without dates; the first member is stored as it is, the others are deflated."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for index, (name, content) in enumerate(members):
            method = zipfile.ZIP_DEFLATED if index else zipfile.ZIP_STORED
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            archive.writestr(entry, content, method)
    return result.getvalue()


def archives(add):
    add("archive.zip", "ZIP", "application/zip", zipped([("lake.txt", WORDS), ("boat.txt", WORDS)]))
    add("empty.zip", "ZIP without members", "application/zip", zipped([]))
    for name, shows, kind, main in (
        ("letter.docx", "a Word document", "wordprocessingml.document", "word/document.xml"),
        ("sheet.xlsx", "an Excel sheet", "spreadsheetml.sheet", "xl/workbook.xml"),
        ("slides.pptx", "a PowerPoint presentation", "presentationml.presentation", "ppt/presentation.xml"),
    ):
        types = (
            '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f'<Override PartName="/{main}" ContentType="{OFFICE}.{kind}.main+xml"/></Types>'
        )
        relations = (
            '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
            f'relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
            f'relationships/officeDocument" Target="{main}"/></Relationships>'
        )
        add(
            name,
            shows,
            f"{OFFICE}.{kind}",
            zipped(
                [("[Content_Types].xml", types), ("_rels/.rels", relations), (main, '<?xml version="1.0"?><lake/>')]
            ),
        )
    for name, shows, mime in (
        ("letter.odt", "an OpenDocument text", "application/vnd.oasis.opendocument.text"),
        ("book.epub", "an electronic book", "application/epub+zip"),
    ):
        add(name, shows, mime, zipped([("mimetype", mime), ("content.xml", "<lake/>")]))
    add(
        "tool.jar",
        "a Java archive",
        "application/java-archive",
        zipped([("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n"), ("Lake.class", b"\xca\xfe\xba\xbe\0\0\0\x34")]),
    )
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        member = tarfile.TarInfo("lake.txt")
        member.size = len(WORDS)
        archive.addfile(member, io.BytesIO(WORDS.encode()))
    add("archive.tar", "tar", "application/x-tar", tar.getvalue())
    add("text.gz", "text inside gzip", "application/gzip", writers.gzipped(WORDS.encode()))
    add("text.xz", "text inside xz", "application/x-xz", lzma.compress(WORDS.encode(), preset=0))
    add("text.bz2", "text inside bzip2", "application/x-bzip2", bz2.compress(WORDS.encode(), 9))


def pages(shop, add):
    cover = drawing.cover()
    shop.keep("page.ppm", writers.ppm(cover))
    jpeg = shop.produced("vips jpegsave page.ppm OUT --Q 80 --strip")
    first = (240, 180, shop.read("same-picture/colour.jpg"))
    add(
        "two-pages.pdf",
        "PDF of two pages: the picture and the cover",
        "application/pdf",
        writers.pdf([first, (*cover.size, jpeg)]),
        "ok",
        size=(240, 180),
        by="writers.pdf",
    )


def rest(add):
    square = drawing.picture(240, 180).cropped(30, 20, 128, 128)
    add(
        "picture.icns",
        "an Apple icon of 128 by 128",
        "image/icns",
        writers.icns(writers.png(square)),
        "ok|error unsupported",
        size=square.size,
        by="writers.icns",
    )
    add(
        "tune.mid",
        "a MIDI file of one note",
        "audio/midi",
        b"MThd"
        + struct.pack(">IHHH", 6, 0, 1, 96)
        + b"MTrk"
        + struct.pack(">I", 12)
        + b"\0\x90\x45\x40\x60\x80\x45\0\0\xff\x2f\0",
    )
    add("module.wasm", "a WebAssembly module", "application/wasm", b"\0asm\1\0\0\0")
    add(
        "program.elf",
        "the head of an ELF program",
        "application/x-executable",
        b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, 0x400000, 0, 0, 0, 64, 0, 0, 0, 0, 0),
    )
    add(
        "octets.bin",
        "bytes without a meaning",
        "application/octet-stream",
        bytes((index * 167 + 13) % 256 for index in range(512)),
    )
