"""orientation: the picture stored in the eight ways, in every format that can say so; upright.ppm is the truth."""

import struct

import drawing
import heif
import isobmff
import jpeg
import orientations
import tiff
import writers

SIZE = (160, 120)
FOLDER = "orientation"


def make(shop):
    upright = drawing.picture(*SIZE)
    shop.add(
        f"{FOLDER}/upright.ppm", "the truth", "image/x-portable-pixmap", SIZE, writers.ppm(upright), by="writers.ppm"
    )

    def add(name, shows, mime, stored, content, orientation, by):
        shop.add(f"{FOLDER}/{name}", shows, mime, stored.size, content, orientation=orientation, by=by)

    jpegs(shop, upright, add)
    others(shop, upright, add)
    items(shop, upright, add)


def plain_jpeg(shop, picture):
    return jpeg.with_jfif(bare_jpeg(shop, picture))


def bare_jpeg(shop, picture):
    """A JPEG without JFIF's segment."""
    shop.keep("turned.ppm", writers.ppm(picture))
    return shop.produced("vips jpegsave turned.ppm OUT --Q 92 --strip")


def jpegs(shop, upright, add):
    for orientation in orientations.ALL:
        stored = orientations.stored(upright, orientation)
        content = jpeg.with_exif(plain_jpeg(shop, stored), tiff.exif(orientation=orientation))
        add(
            f"{orientation}.jpg",
            f"JPEG, EXIF {orientation}",
            "image/jpeg",
            stored,
            content,
            orientation,
            "jpeg.with_exif",
        )
    stored = orientations.stored(upright, 6)
    content = jpeg.with_exif(plain_jpeg(shop, stored), tiff.exif(orientation=6), before_jfif=True)
    add(
        "exif-before-jfif-6.jpg",
        "JPEG whose EXIF segment comes before JFIF's",
        "image/jpeg",
        stored,
        content,
        6,
        "jpeg.with_exif",
    )
    content = bare_jpeg(shop, stored)
    add(
        "exif-only-6.jpg",
        "JPEG with EXIF and without JFIF",
        "image/jpeg",
        stored,
        jpeg.with_exif(content, tiff.exif(orientation=6)),
        6,
        "jpeg.with_exif",
    )
    content = jpeg.with_exif(plain_jpeg(shop, stored), tiff.exif(orientation=6, order=">"))
    add("big-endian-6.jpg", "JPEG, EXIF of Motorola's byte order", "image/jpeg", stored, content, 6, "jpeg.with_exif")
    for number in (0, 9):
        content = jpeg.with_exif(plain_jpeg(shop, upright), tiff.exif(orientation=number))
        add(
            f"invalid-{number}.jpg",
            f"JPEG, EXIF {number}, which means nothing",
            "image/jpeg",
            upright,
            content,
            1,
            "jpeg.with_exif",
        )


def others(shop, upright, add):
    stored = orientations.stored(upright, 6)
    exif = tiff.exif(orientation=6)
    add(
        "png-exif-6.png",
        "PNG with eXIf",
        "image/png",
        stored,
        writers.png(stored, chunks=[(b"eXIf", exif)]),
        6,
        "writers.png",
    )
    shop.keep("turned.png", writers.png(stored))
    lossy = shop.produced("ffmpeg -i turned.png -c:v libwebp -quality 90 OUT", "turned.webp")
    add(
        "webp-exif-6.webp",
        "WebP with EXIF",
        "image/webp",
        stored,
        extended_webp(lossy, stored.size, exif),
        6,
        "orientation.extended_webp",
    )
    add(
        "tiff-6.tif",
        "TIFF, orientation 6",
        "image/tiff",
        stored,
        tiff.tiff([tiff.rgb(stored, deflated=True, extra={274: 6})]),
        6,
        "tiff.rgb",
    )
    shop.keep("turned.jpg", jpeg.with_exif(plain_jpeg(shop, stored), exif))
    content = shop.produced("cjxl turned.jpg OUT --lossless_jpeg=0 -d 1 --quiet", "turned.jxl")
    add("jxl-6.jxl", "JPEG XL made from a JPEG with EXIF 6", "image/jxl", stored, content, 6, None)


def extended_webp(webp, size, exif):
    """A simple WebP as an extended one with EXIF (RFC 9649, section 2.7)."""
    chunk = lambda kind, content: kind + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)
    side = lambda value: struct.pack("<I", value - 1)[:3]
    body = b"WEBP" + chunk(b"VP8X", b"\x08\0\0\0" + side(size[0]) + side(size[1])) + webp[12:] + chunk(b"EXIF", exif)
    return b"RIFF" + struct.pack("<I", len(body)) + body


# The properties that have the effect of each EXIF number, in the order in which they are applied.
LEFT_AND_RIGHT, TOP_AND_BOTTOM = isobmff.mirror(1), isobmff.mirror(0)
TURNS = {
    2: [LEFT_AND_RIGHT],
    3: [isobmff.rotation(2)],
    4: [TOP_AND_BOTTOM],
    5: [isobmff.rotation(3), LEFT_AND_RIGHT],
    6: [isobmff.rotation(3)],
    7: [isobmff.rotation(1), LEFT_AND_RIGHT],
    8: [isobmff.rotation(1)],
}


def items(shop, upright, add):
    """HEIC and AVIF: turned by properties, whatever EXIF says."""
    for orientation, turns in TURNS.items():
        stored = orientations.stored(upright, orientation)
        words = " and ".join(turn[4:8].decode() for turn in turns)
        add(
            f"heic-{orientation}.heic",
            f"HEIC, {words} with the effect of EXIF {orientation}",
            "image/heic",
            stored,
            heif.single(shop, stored, "hevc", properties=turns),
            orientation,
            "heif.single",
        )
    stored = orientations.stored(upright, 6)
    add(
        "avif-6.avif",
        "AVIF, irot with the effect of EXIF 6",
        "image/avif",
        stored,
        heif.single(shop, stored, "av1", properties=TURNS[6]),
        6,
        "heif.single",
    )
    add(
        "heic-grid-6.heic",
        "HEIC, a grid with irot",
        "image/heic",
        stored,
        heif.grid_of(shop, stored, 64, 64, codec="hevc", properties=TURNS[6]),
        6,
        "heif.grid_of",
    )
    exif = lambda number: isobmff.Item(
        2, b"Exif", bytes(4) + tiff.exif(orientation=number), hidden=True, references=[(b"cdsc", [1])]
    )
    add(
        "heic-exif-6-only.heic",
        "HEIC whose EXIF says 6 without a property, which means upright",
        "image/heic",
        upright,
        heif.single(shop, upright, "hevc", others=[exif(6)]),
        1,
        "heif.single",
    )
    add(
        "heic-exif-and-irot-6.heic",
        "HEIC whose EXIF and irot say the same, which turns once",
        "image/heic",
        stored,
        heif.single(shop, stored, "hevc", properties=TURNS[6], others=[exif(6)]),
        6,
        "heif.single",
    )
    add(
        "avif-exif-6-only.avif",
        "AVIF whose EXIF says 6 without a property, which means upright",
        "image/avif",
        upright,
        heif.single(shop, upright, "av1", others=[exif(6)]),
        1,
        "heif.single",
    )
    aperture = isobmff.clean_aperture(120, 100, *SIZE, 24, 10)
    shop.add(
        f"{FOLDER}/heic-clap.heic",
        "HEIC with a clean aperture of 120 by 100 at (24, 10)",
        "image/heic",
        SIZE,
        heif.single(shop, upright, "hevc", properties=[aperture]),
        display=(120, 100),
        by="heif.single",
    )
