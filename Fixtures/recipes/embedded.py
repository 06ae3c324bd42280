"""embedded: pictures with smaller pictures inside, some of which may stand for the whole and some may not."""

import drawing
import heif
import icc
import jpeg
import orientations
import tiff
import writers

SIZE = (480, 360)
FOLDER = "embedded"


def coded(shop, picture, quality):
    shop.keep("part.ppm", writers.ppm(picture))
    return shop.produced(f"vips jpegsave part.ppm OUT --Q {quality} --strip --subsample-mode on --optimize-coding")


def make(shop):
    whole = drawing.picture(*SIZE)
    thumbnails(shop, whole)
    pairs(shop, whole)
    raw(shop)
    items(shop)


def thumbnails(shop, whole):
    """EXIF thumbnails; a reader must see which are as good as the whole."""
    main = coded(shop, whole, 65)

    def add(name, shows, thumbnail, *, picture=main, size=SIZE, orientation=1):
        structure = tiff.exif(orientation=orientation, thumbnail=thumbnail)
        shop.add(
            f"{FOLDER}/{name}",
            shows,
            "image/jpeg",
            size,
            jpeg.with_exif(picture, structure),
            orientation=orientation,
            by="tiff.exif, jpeg.with_exif",
        )

    add(
        "thumbnail.jpg",
        "JPEG of 480 by 360 with an EXIF thumbnail of 320 by 240",
        coded(shop, drawing.picture(320, 240), 80),
    )
    small = coded(shop, drawing.picture(160, 120), 80)
    add("thumbnail-small.jpg", "JPEG whose EXIF thumbnail has 160 by 120", small)
    wide = whole.cropped(0, 20, 480, 320)
    third = drawing.picture(160, 120).cropped(0, 7, 160, 107)
    barred = third.placed(160, 120, lambda x, y: (x, min(max(y - 6, 0), 106)))
    samples = bytearray(barred.samples)
    for y in (*range(6), *range(113, 120)):
        samples[y * 480 : (y + 1) * 480] = bytes(480)
    letterboxed = drawing.Picture(160, 120, 3, bytes(samples))
    add(
        "thumbnail-letterboxed.jpg",
        "JPEG of 3 to 2 whose EXIF thumbnail has 4 to 3 with black bars",
        coded(shop, letterboxed, 80),
        picture=coded(shop, wide, 65),
        size=wide.size,
    )
    stored, small_stored = (orientations.stored(drawing.picture(*size), 6) for size in (SIZE, (320, 240)))
    add(
        "thumbnail-6.jpg",
        "JPEG, EXIF 6, whose thumbnail of 240 by 320 is stored like the whole",
        coded(shop, small_stored, 80),
        picture=coded(shop, stored, 65),
        size=stored.size,
        orientation=6,
    )
    add("thumbnail-broken.jpg", "JPEG whose EXIF thumbnail ends after a third", small[: len(small) // 3])
    swapped = icc.swapped_primaries()
    turned = whole.mapped(3, lambda r, g, b: (g, b, r))
    add(
        "thumbnail-other-colours.jpg",
        "JPEG with a profile, whose EXIF thumbnail of 320 by 240 has none and is sRGB",
        coded(shop, drawing.picture(320, 240), 80),
        picture=jpeg.with_profile(coded(shop, turned, 75), swapped),
    )


def pairs(shop, whole):
    second = coded(shop, drawing.picture(240, 180), 85)
    shop.add(
        f"{FOLDER}/multi-picture.jpg",
        "JPEG with a second picture of 240 by 180 by the multi-picture format",
        "image/jpeg",
        SIZE,
        jpeg.multi_picture(coded(shop, whole, 65), second),
        by="jpeg.multi_picture",
    )


def raw(shop):
    """A camera raw file in outline: first a small RGB picture, then the mosaic and a JPEG in sub-directories."""
    whole, small = drawing.picture(240, 180), drawing.picture(40, 30)
    preview = coded(shop, whole, 85)
    samples = bytes(whole.pixel(x, y)[(0, 1, 1, 2)[y % 2 * 2 + x % 2]] for y in range(180) for x in range(240))
    sensor = {
        254: 0,
        256: whole.width,
        257: whole.height,
        258: 8,
        259: 1,
        262: 32803,
        273: tiff.Block(samples),
        277: 1,
        278: whole.height,
        279: len(samples),
        33421: [2, 2],
        33422: (1, bytes([0, 1, 1, 2])),
    }
    jpeg_preview = {
        254: 1,
        256: 240,
        257: 180,
        258: [8, 8, 8],
        259: 7,
        262: 6,
        273: tiff.Block(preview),
        277: 3,
        278: 180,
        279: len(preview),
    }
    first = tiff.rgb(
        small,
        extra={
            254: 1,
            271: (tiff.ASCII, b"thumbs\0"),
            272: (tiff.ASCII, b"drawing\0"),
            274: 1,
            330: [sensor, jpeg_preview],
            50706: (1, bytes([1, 4, 0, 0])),
            50708: (tiff.ASCII, b"thumbs drawing\0"),
        },
    )
    shop.add(
        f"{FOLDER}/preview.dng",
        "DNG in outline with a JPEG preview of full size",
        "image/x-adobe-dng",
        whole.size,
        tiff.tiff([first], ">"),
        by="tiff.tiff",
    )
    shop.add(
        f"{FOLDER}/preview.tif",
        "TIFF whose second directory is a smaller copy of 80 by 60",
        "image/tiff",
        (120, 90),
        tiff.tiff(
            [
                tiff.rgb(drawing.picture(120, 90), deflated=True),
                tiff.rgb(drawing.picture(80, 60), deflated=True, extra={254: 1}),
            ]
        ),
        by="tiff.rgb",
    )


def items(shop):
    picture = drawing.picture(240, 180)
    for name, shows, small, codec in (
        ("thumbnail.heic", "HEIC grid with a thumbnail item of 120 by 90", drawing.picture(120, 90), "hevc"),
        (
            "thumbnail-letterboxed.heic",
            "HEIC grid whose thumbnail item of 120 by 120 has another shape",
            drawing.cover(),
            "hevc",
        ),
        ("thumbnail.avif", "AVIF grid with a thumbnail item of 120 by 90", drawing.picture(120, 90), "av1"),
    ):
        thumbnail = heif.item(shop, 2, small, codec, hidden=True, references=[(b"thmb", [1])])
        content = heif.grid_of(shop, picture, 128, 96, codec=codec, others=[thumbnail])
        mime = "image/avif" if codec == "av1" else "image/heic"
        shop.add(f"{FOLDER}/{name}", shows, mime, picture.size, content, by="heif.grid_of")
