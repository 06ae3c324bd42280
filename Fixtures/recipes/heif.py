"""HEIC and AVIF files put together from single frames, with properties that encoders do not write."""

from dataclasses import dataclass

import isobmff
import writers

# BT.709 primaries, sRGB transfer, BT.601 matrix, full range.
COLOUR = isobmff.code_points(1, 13, 6, True)


@dataclass(frozen=True)
class Codec:
    entry: bytes
    configuration: bytes
    brand: bytes
    pixels: str
    words: str


X265 = (
    "-c:v libx265 -x265-params info=0:log-level=none:keyint=1:pools=none:frame-threads=1 -preset slow -crf 18"
    " -tag:v hvc1"
)
CODECS = {
    "hevc": Codec(b"hvc1", b"hvcC", b"heic", "yuv420p", X265),
    "hevc10": Codec(b"hvc1", b"hvcC", b"heix", "yuv420p10le", X265),
    "av1": Codec(b"av01", b"av1C", b"avif", "yuv420p", "-c:v libaom-av1 -still-picture 1 -crf 18 -cpu-used 4"),
}


def coded(shop, picture, codec):
    """The bytes of one frame and its configuration box."""
    shop.keep("tile.ppm", writers.ppm(picture))
    scale = "scale=out_color_matrix=bt601:out_range=pc:flags=accurate_rnd+full_chroma_int"
    movie = shop.produced(
        f"ffmpeg -i tile.ppm -vf {scale},format={codec.pixels} -color_range pc -colorspace smpte170m"
        f" {codec.words} OUT",
        "tile.mp4",
    )
    return isobmff.only_sample(movie), isobmff.configuration(movie, codec.entry, codec.configuration)


def item(shop, number, picture, codec, *, properties=(), **facts):
    content, configuration = coded(shop, picture, CODECS[codec])
    return isobmff.Item(
        number,
        CODECS[codec].entry,
        content,
        [isobmff.extents(*picture.size), configuration, COLOUR, *properties],
        **facts,
    )


def single(shop, picture, codec, *, properties=(), others=()):
    """A file of one picture with more properties, and other items beside it."""
    first = item(shop, 1, picture, codec, properties=properties)
    return isobmff.heif(CODECS[codec].brand, [first, *others], 1)


def grid_of(shop, picture, tile_width, tile_height, *, codec, properties=(), others=()):
    """A file whose picture is a grid of tiles; tiles at the edges repeat the last column and row."""
    columns, rows = -(-picture.width // tile_width), -(-picture.height // tile_height)
    inside = lambda x, y: (min(x, picture.width - 1), min(y, picture.height - 1))
    tiles = []
    for row in range(rows):
        for column in range(columns):
            tile = picture.placed(
                tile_width, tile_height, lambda x, y: inside(column * tile_width + x, row * tile_height + y)
            )
            tiles.append(item(shop, 10 + len(tiles), tile, codec, hidden=True))
    whole = isobmff.Item(
        1,
        b"grid",
        isobmff.grid(rows, columns, *picture.size),
        [isobmff.extents(*picture.size), COLOUR, *properties],
        references=[(b"dimg", [tile.number for tile in tiles])],
    )
    return isobmff.heif(CODECS[codec].brand, [whole, *tiles, *others], 1)
