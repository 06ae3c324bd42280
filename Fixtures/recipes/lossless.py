"""lossless: WebP files in the ways that the lossless coding can be written, each beside its truth as a PNG."""

import drawing
import writers

FOLDER = "lossless"


def few(width, height, count, channels=3):
    """Small bricks of a few colours, so that an encoder packs their numbers."""
    samples = bytearray()
    for y in range(height):
        for x in range(width):
            number = (x // 5 * 7 + y // 3 * 11 + (x * y) % 3) % count
            colour = (number * 53 % 256, 255 - number * 91 % 256, number * 29 % 256, 255 - number * 17 % 128)
            samples += bytes(colour[:channels])
    return drawing.Picture(width, height, channels, bytes(samples))


def make(shop):
    def pair(name, shows, picture, *, level=4, quality=75):
        png = f"{FOLDER}/{name}.png"
        shop.add(png, f"the truth of {name}.webp", "image/png", picture.size, writers.png(picture), by="writers.png")
        command = f"ffmpeg -i $fixtures/{png} -c:v libwebp -lossless 1 -compression_level {level} -quality {quality} OUT"
        shop.encoded(f"{FOLDER}/{name}.webp", f"lossless WebP, {shows}", "image/webp", picture.size, command)

    photo = drawing.picture(120, 90)
    for level, quality in ((0, 0), (3, 40), (6, 100)):
        pair(f"effort-{level}", f"written with effort {level}", photo, level=level, quality=quality)
    pair("alpha", "with alpha", drawing.translucent(photo), level=6, quality=100)
    for count in (2, 4, 16, 200):
        pair(f"colours-{count}", f"of {count} colours", few(97, 33, count))
    pair("colours-9-alpha", "of 9 colours with alpha", few(50, 21, 9, channels=4))
    pair("one", "of one pixel", few(1, 1, 1))
    pair("tall", "of one column", drawing.picture(240, 180).cropped(60, 0, 1, 180))
    pair("wide", "of one row", drawing.picture(240, 180).cropped(0, 60, 240, 1))
