"""broken: pictures that break one rule each; the folder is the format, the name is the rule."""

import struct
import zlib

import broken_structures
import drawing
import heif
import jpeg
import tiff
import vector
import writers

SIZE, SMALL = broken_structures.SIZE, broken_structures.SMALL
TOO_MUCH, SHOWN_OR_NOT = broken_structures.TOO_MUCH, broken_structures.SHOWN_OR_NOT


def make(shop):
    whole = wholes(shop)

    def add(path, shows, mime, size, content, expected="error corrupt", **facts):
        shop.add(f"broken/{path}", shows, mime, size, content, expected=expected, **facts)

    for recipes in (nothing, jpegs, pngs, gifs_and_webps):
        recipes(add, whole)
    broken_structures.make(add, whole)


def wholes(shop):
    """Small unbroken files by their format."""
    picture = drawing.picture(*SIZE)
    png = writers.png(picture)
    shop.keep("small.ppm", writers.ppm(picture))
    shop.keep("small.png", png)
    webp = "ffmpeg -i small.png -c:v libwebp"
    made = {
        "png": png,
        "bmp": writers.bmp(picture),
        "tif": tiff.tiff([tiff.rgb(picture, strips=4)]),
        "ico": writers.icon([(*SMALL, writers.icon_bitmap(drawing.picture(*SMALL))), (*SIZE, png)]),
        "svg": vector.svg(*SIZE),
        "heic": heif.single(shop, picture, "hevc"),
        "avif": heif.single(shop, picture, "av1"),
        "jpg": shop.produced("cjpeg -quality 90 -outfile OUT small.ppm"),
        "progressive": shop.produced("cjpeg -quality 90 -progressive -outfile OUT small.ppm"),
        "gif": shop.produced("vips gifsave small.png OUT --strip"),
        "webp": shop.produced(f"{webp} -quality 85 OUT", "small.webp"),
        "lossless": shop.produced(f"{webp} -lossless 1 OUT", "small.webp"),
        "deflate": shop.produced("vips tiffsave small.png OUT --strip --compression deflate"),
    }
    made["pdf"] = writers.pdf([(*SIZE, made["jpg"])])
    shop.forget_commands()
    return made


def nothing(add, whole):
    add("empty/empty.jpg", "no byte", "inode/x-empty", None, b"", "error empty", kind="other")
    add("empty/one-byte.jpg", "one byte", "application/octet-stream", None, b"\xff", "error notMedia|error corrupt")
    add(
        "empty/zeros.jpg",
        "a thousand zeros",
        "application/octet-stream",
        None,
        bytes(1000),
        "error notMedia|error corrupt",
    )
    add(
        "misnamed/text.jpg",
        "text, named as JPEG",
        "text/plain",
        None,
        b"This is not a picture.\n" * 4,
        "error notMedia",
    )
    add("misnamed/png.jpg", "PNG, named as JPEG", "image/png", SIZE, whole["png"], "ok")
    add("misnamed/jpeg.png", "JPEG, named as PNG", "image/jpeg", SIZE, whole["jpg"], "ok")
    add("misnamed/webp.mp4", "WebP, named as MP4", "image/webp", SIZE, whole["webp"], "ok")
    add("misnamed/gif", "GIF without an extension", "image/gif", SIZE, whole["gif"], "ok")


def jpegs(add, whole):
    baseline, progressive, mime = whole["jpg"], whole["progressive"], "image/jpeg"
    scan = next(end for marker, _, end in jpeg.segments(baseline) if marker == 0xDA)
    header = next(start for marker, start, _ in jpeg.segments(baseline) if marker == 0xDA)
    add("jpeg/truncated.jpg", "half of a baseline file", mime, SIZE, broken_structures.half(baseline), "ok")
    add(
        "jpeg/truncated-progressive.jpg",
        "half of a progressive file",
        mime,
        SIZE,
        broken_structures.half(progressive),
        "ok",
    )
    add("jpeg/no-end.jpg", "no end marker", mime, SIZE, baseline[:-2], "ok")
    add("jpeg/no-data.jpg", "nothing after the header of the scan", mime, SIZE, baseline[:scan], SHOWN_OR_NOT)
    add("jpeg/no-scan.jpg", "nothing from the scan on", mime, SIZE, baseline[:header])
    add("jpeg/no-frame.jpg", "start and end, nothing between", mime, None, b"\xff\xd8\xff\xd9")
    add(
        "jpeg/segment-past-end.jpg",
        "a segment longer than the file",
        mime,
        None,
        b"\xff\xd8\xff\xe1\xff\xffExif\0\0" + bytes(40),
    )
    add(
        "jpeg/segment-of-length-0.jpg",
        "a segment whose length does not count itself",
        mime,
        None,
        b"\xff\xd8\xff\xe1\0\0" + baseline[2:],
        SHOWN_OR_NOT,
    )
    add("jpeg/zero-size.jpg", "a frame of 0 by 0", mime, (0, 0), jpeg.with_size(baseline, 0, 0), by="jpeg.with_size")
    add(
        "jpeg/claims-64250.jpg",
        "a small file that claims 64250 by 64250",
        mime,
        (64250, 64250),
        jpeg.with_size(baseline, 64250, 64250),
        TOO_MUCH,
        by="jpeg.with_size",
    )
    add(
        "jpeg/claims-64250-progressive.jpg",
        "a small progressive file that claims 64250 by 64250",
        mime,
        (64250, 64250),
        jpeg.with_size(progressive, 64250, 64250),
        TOO_MUCH,
        by="jpeg.with_size",
    )
    middle = scan + (len(baseline) - scan) // 2
    add(
        "jpeg/damaged-data.jpg",
        "16 bytes of the scan are zero",
        mime,
        SIZE,
        baseline[:middle] + bytes(16) + baseline[middle + 16 :],
        "ok",
    )
    # Camera makers write such scans; decoders read past them.
    add(
        "jpeg/odd-scan-parameters.jpg",
        "a baseline scan whose spectral end is 0",
        mime,
        SIZE,
        baseline[: scan - 2] + b"\0" + baseline[scan - 1 :],
        "ok",
    )
    loop = bytearray(tiff.exif(orientation=1))
    first = struct.unpack_from("<I", loop, 4)[0]
    count = struct.unpack_from("<H", loop, first)[0]
    struct.pack_into("<I", loop, first + 2 + 12 * count, first)
    add(
        "jpeg/exif-loop.jpg",
        "an EXIF directory that is its own successor",
        mime,
        SIZE,
        jpeg.with_exif(baseline, bytes(loop)),
        "ok",
        by="jpeg.with_exif",
    )
    away = bytearray(tiff.exif(orientation=1))
    struct.pack_into("<I", away, 4, 0xFFFFFFF0)
    add(
        "jpeg/exif-offset-past-end.jpg",
        "an EXIF directory far behind the end",
        mime,
        SIZE,
        jpeg.with_exif(baseline, bytes(away)),
        "ok",
        by="jpeg.with_exif",
    )
    away = tiff.tiff([{274: 1}, {259: 6, 513: tiff.Long(0x7FFFFFFF), 514: tiff.Long(0x7FFFFFFF)}])
    add(
        "jpeg/thumbnail-past-end.jpg",
        "an EXIF thumbnail far behind the end",
        mime,
        SIZE,
        jpeg.with_exif(baseline, away),
        "ok",
        by="jpeg.with_exif",
    )
    add(
        "jpeg/broken-profile.jpg",
        "a colour profile of noise",
        mime,
        SIZE,
        jpeg.with_profile(baseline, bytes(range(256)) * 4),
        "ok",
        by="jpeg.with_profile",
    )


def pngs(add, whole):
    png, mime = whole["png"], "image/png"
    signature = png[:8]

    def header(width, height, bits=8, kind=2, interlace=0):
        return writers.png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, interlace))

    data, end = writers.png_chunk(b"IDAT", zlib.compress(b"")), writers.png_chunk(b"IEND", b"")
    add("png/truncated.png", "half of a file", mime, SIZE, broken_structures.half(png), "ok")
    add("png/signature-only.png", "the signature alone", mime, None, signature)
    add("png/header-only.png", "signature and header", mime, SIZE, png[:33])
    add("png/no-end.png", "no end chunk", mime, SIZE, png[:-12], "ok")
    place = png.index(b"IDAT")
    length = struct.unpack_from(">I", png, place - 4)[0]
    checksum = place + 4 + length
    add(
        "png/wrong-checksum.png",
        "a wrong checksum behind the data",
        mime,
        SIZE,
        png[:checksum] + b"\0\0\0\0" + png[checksum + 4 :],
        "ok",
    )
    add(
        "png/wrong-header-checksum.png",
        "a wrong checksum behind the header",
        mime,
        SIZE,
        png[:29] + b"\0\0\0\0" + png[33:],
        SHOWN_OR_NOT,
    )
    middle = place + 4 + length // 2
    add(
        "png/damaged-data.png",
        "16 bytes of the data are zero",
        mime,
        SIZE,
        png[:middle] + bytes(16) + png[middle + 16 :],
        SHOWN_OR_NOT,
    )
    bomb = signature + header(16384, 16384) + data + end
    assert len(bomb) == 65, "the size that the name promises"
    add("png/claims-16384.png", "65 bytes that claim 16384 by 16384", mime, (16384, 16384), bomb, TOO_MUCH)
    add(
        "png/claims-787402.png",
        "claims 787402 by 787402",
        mime,
        (787402, 787402),
        signature + header(787402, 787402) + data + end,
        TOO_MUCH,
    )
    add(
        "png/claims-787402-interlaced.png",
        "claims 787402 by 787402 in seven passes",
        mime,
        (787402, 787402),
        signature + header(787402, 787402, interlace=1) + data + end,
        TOO_MUCH,
    )
    add("png/zero-size.png", "0 by 0", mime, (0, 0), signature + header(0, 0) + data + end)
    add(
        "png/no-palette.png",
        "a palette is promised and missing",
        mime,
        SMALL,
        signature + header(*SMALL, kind=3) + writers.png_chunk(b"IDAT", zlib.compress(bytes(41 * 30))) + end,
        SHOWN_OR_NOT,
    )
    add(
        "png/chunk-past-end.png",
        "data that claim 2 GB",
        mime,
        SIZE,
        png[: place - 4] + b"\x7f\xff\xff\xff" + png[place:],
        SHOWN_OR_NOT,
    )
    profile = b"bomb\0\0" + zlib.compress(bytes(20_000_000), 9)
    add(
        "png/profile-bomb.png",
        "a profile of 20 MB of zeros",
        mime,
        SMALL,
        writers.png(drawing.picture(40, 30), chunks=[(b"iCCP", profile)]),
        "ok",
        by="writers.png",
    )


def gifs_and_webps(add, whole):
    gif, webp = whole["gif"], whole["webp"]
    add("gif/truncated.gif", "half of a file", "image/gif", SIZE, broken_structures.half(gif), "ok")
    add("gif/header-only.gif", "the screen's header alone", "image/gif", SIZE, gif[:13])
    add("gif/no-end.gif", "no trailer", "image/gif", SIZE, gif[:-1], "ok")
    add("gif/zero-size.gif", "a screen of 0 by 0", "image/gif", (0, 0), gif[:6] + bytes(4) + gif[10:], SHOWN_OR_NOT)
    add(
        "gif/claims-65535.gif",
        "a screen of 65535 by 65535 for a small frame",
        "image/gif",
        (65535, 65535),
        gif[:6] + b"\xff\xff\xff\xff" + gif[10:],
        f"ok|{TOO_MUCH}",
    )
    add("webp/truncated.webp", "half of a lossy file", "image/webp", SIZE, broken_structures.half(webp), SHOWN_OR_NOT)
    lossless = whole["lossless"]
    add(
        "webp/truncated-lossless.webp",
        "half of a lossless file",
        "image/webp",
        SIZE,
        broken_structures.half(lossless),
        SHOWN_OR_NOT,
    )
    add(
        "webp/chunk-past-end.webp",
        "a chunk that claims 4 GB",
        "image/webp",
        SIZE,
        webp[:16] + b"\xff\xff\xff\xff" + webp[20:],
        SHOWN_OR_NOT,
    )
    add("webp/no-chunk.webp", "the file's header alone", "image/webp", None, b"RIFF\x04\0\0\0WEBP")
