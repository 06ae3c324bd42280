"""A HEIC file as phones write it: a grid of coded images, put together by the fixtures' own writer."""

import json
import os
import subprocess
import sys

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Fixtures/recipes")
sys.path.append(FIXTURES)

import isobmff  # noqa: E402

# BT.709 primaries, sRGB transfer, BT.601 matrix, full range.
COLOUR = isobmff.code_points(1, 13, 6, True)


def make(source, columns, rows, side, path):
    """Codes a picture of `columns` by `rows` tiles, all in one run of the encoder.

    The film of the tiles stays beside the file: decoding it is the floor of decoding the grid.
    """
    movie = os.path.splitext(path)[0] + ".mp4"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", source, "-vf",
         f"untile={columns}x{rows},scale=out_color_matrix=bt601:out_range=pc,format=yuv420p",
         "-color_range", "pc", "-colorspace", "smpte170m", "-c:v", "libx265", "-x265-params",
         "keyint=1:log-level=none:info=0", "-preset", "ultrafast", "-crf", "14", "-tag:v", "hvc1", movie],
        check=True)
    shown = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "packet=pos,size", "-of", "json", movie],
        check=True, capture_output=True, text=True)
    with open(movie, "rb") as file:
        content = file.read()
    packets = json.loads(shown.stdout)["packets"]
    configuration = isobmff.configuration(content, b"hvc1", b"hvcC")
    tiles = []
    for number, packet in enumerate(packets):
        at, size = int(packet["pos"]), int(packet["size"])
        tiles.append(isobmff.Item(
            10 + number, b"hvc1", content[at:at + size],
            [isobmff.extents(side, side), configuration, COLOUR], hidden=True))
    size = (columns * side, rows * side)
    whole = isobmff.Item(
        1, b"grid", isobmff.grid(rows, columns, *size), [isobmff.extents(*size), COLOUR],
        references=[(b"dimg", [tile.number for tile in tiles])])
    with open(path + ".unfinished", "wb") as file:
        file.write(isobmff.heif(b"heic", [whole, *tiles], 1))
    os.rename(path + ".unfinished", path)


if __name__ == "__main__":
    make(sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5])
