"""divided: JPEG XL of several groups, which a reader need not hold whole; and some that it has to."""

import drawing
import writers

SIZE = (640, 448)
FOLDER = "divided"
# Without palettes, which such colours would be given.
LOSSLESS = "-d 0 -e 3 -X 0 -Y 0 --modular_palette_colors=0"


def squares(channels):
    """Squares of even colours, so that all files stay small."""
    width, height = SIZE
    lines = (
        lambda x, y: x // 64 * 25,
        lambda x, y: y // 64 * 36,
        lambda x, y: 255 - (x // 64 + y // 64) * 15,
        lambda x, y: 255 - x // 64 * 20,
    )[:channels]
    row_of = lambda y: bytes(line(x, y) for x in range(width) for line in lines)
    return drawing.Picture(width, height, channels, b"".join(row_of(y) for y in range(height)))


def make(shop):
    shop.keep("rgb.ppm", writers.ppm(squares(3)))
    shop.keep("rgba.pam", writers.pam(squares(4)))
    for name, shows, source, words in (
        ("blocks", "JPEG XL in blocks, smoothed once", "rgb.ppm", "-d 1 -e 3"),
        ("smoothed", "JPEG XL in blocks, smoothed three times", "rgb.ppm", "-d 5 -e 3"),
        ("noise", "JPEG XL in blocks, with noise added", "rgb.ppm", "-d 1 -e 3 --photon_noise=ISO800"),
        ("samples", "JPEG XL, lossless, in groups", "rgb.ppm", f"{LOSSLESS} -g 1"),
        ("alpha", "JPEG XL, lossless, with alpha", "rgba.pam", f"{LOSSLESS} -g 1"),
        ("large-groups", "JPEG XL, lossless, in groups of 512 pixels", "rgb.ppm", f"{LOSSLESS} -g 2"),
        ("squeezed", "JPEG XL, lossless, as wavelets of the whole", "rgb.ppm", f"{LOSSLESS} -R 1"),
        ("palette", "JPEG XL, lossless, with a palette for all of it", "rgb.ppm", "-d 0 -e 3"),
        ("lossy-alpha", "JPEG XL in blocks, with alpha as wavelets of the whole", "rgba.pam", "-d 3 -e 3"),
    ):
        shop.encoded(
            f"{FOLDER}/{name}.jxl", shows, "image/jxl", SIZE, f"cjxl {source} OUT {words} --num_threads=0 --quiet"
        )
