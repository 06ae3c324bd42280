"""screens: pictures far higher than wide, as of pages that were scrolled through."""

import random

import drawing
import heif
import isobmff
import writers

SIZE = (128, 1536)
FOLDER = "screens"


def repeated():
    """Black and white dots, the same three times one below the other: nothing else foretells them."""
    width, height = SIZE
    dice = random.Random(7)
    third = bytes(level for _ in range(width * height // 3) for level in [dice.choice((0, 255))] * 3)
    return drawing.Picture(width, height, 3, third * 3)


def make(shop):
    add(
        shop,
        "repeated.avif",
        "AVIF whose lower parts are copies of the upper one (IntraBC)",
        repeated(),
        "-crf 20 -aom-params tune-content=screen:enable-intrabc=1",
    )
    part = drawing.picture(240, 180)
    # Up and down again, so that no edge is between two of them.
    tall = part.placed(*SIZE, lambda x, y: (x, min(y % 360, 359 - y % 360)))
    add(shop, "tiles.avif", "AVIF of two by four tiles", tall, "-crf 45 -tiles 2x4")


def add(shop, name, shows, picture, words):
    codec = heif.CODECS["av1"]
    shop.keep("tile.ppm", writers.ppm(picture))
    movie = shop.produced(
        f"ffmpeg -i tile.ppm -vf format={codec.pixels} -c:v libaom-av1 -still-picture 1 -cpu-used 4 {words} OUT",
        "tile.mp4",
    )
    configuration = isobmff.configuration(movie, codec.entry, codec.configuration)
    item = isobmff.Item(
        1, codec.entry, isobmff.only_sample(movie), [isobmff.extents(*SIZE), configuration, heif.COLOUR]
    )
    shop.add(
        f"{FOLDER}/{name}", shows, "image/avif", SIZE, isobmff.heif(codec.brand, [item], 1), by="isobmff.heif"
    )
