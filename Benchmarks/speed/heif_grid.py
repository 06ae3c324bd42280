"""A HEIC or AVIF file as phones write it: a grid of coded images, put together by the fixtures' own writer."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Fixtures/recipes")
sys.path.append(FIXTURES)

import isobmff  # noqa: E402

# BT.709 primaries, sRGB transfer, BT.601 matrix, full range.
COLOUR = isobmff.code_points(1, 13, 6, True)
X265 = (
    "-c:v libx265 -x265-params keyint=1:log-level=none:info=0 -preset ultrafast -crf 14 -tag:v hvc1")
AOM = "-c:v libaom-av1 -usage allintra -g 0 -cpu-used 8 -row-mt 1 -threads 2 -crf 16"


@dataclass(frozen=True)
class Coding:
    """How tiles are coded: the entry and configuration of the track they come from, and the encoder's words."""

    entry: bytes
    configuration: bytes
    brand: bytes
    pixels: str
    words: str


CODINGS = {
    "hevc": Coding(b"hvc1", b"hvcC", b"heic", "yuv420p", X265),
    "hevc10": Coding(b"hvc1", b"hvcC", b"heix", "yuv420p10le", X265),
    "av1": Coding(b"av01", b"av1C", b"avif", "yuv420p", AOM),
    "av110": Coding(b"av01", b"av1C", b"avif", "yuv420p10le", AOM),
}


def film(filters, source, coding, path):
    """Codes what filters make of a picture, each frame by itself; gives configuration and frames."""
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", source, "-vf",
         f"{filters},scale=out_color_matrix=bt601:out_range=pc,format={coding.pixels}",
         "-color_range", "pc", "-colorspace", "smpte170m", *coding.words.split(), path],
        check=True)
    shown = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "packet=pos,size", "-of", "json", path],
        check=True, capture_output=True, text=True)
    with open(path, "rb") as file:
        content = file.read()
    places = [(int(packet["pos"]), int(packet["size"])) for packet in json.loads(shown.stdout)["packets"]]
    configuration = isobmff.configuration(content, coding.entry, coding.configuration)
    return configuration, [content[at:at + size] for at, size in places]


def make(source, columns, rows, side, path, coding="hevc", thumbnail=None):
    """Codes a picture of `columns` by `rows` tiles, all in one run of the encoder.

    The film of the tiles stays beside the file: decoding it is the floor of decoding the grid. With
    `thumbnail`, a width in pixels, the file has a stored thumbnail of that width too.
    """
    coding = CODINGS[coding]
    movie = os.path.splitext(path)[0] + ".mp4"
    configuration, frames = film(f"untile={columns}x{rows}", source, coding, movie)
    tiles = [
        isobmff.Item(
            10 + number, coding.entry, frame, [isobmff.extents(side, side), configuration, COLOUR], hidden=True)
        for number, frame in enumerate(frames)]
    size = (columns * side, rows * side)
    whole = isobmff.Item(
        1, b"grid", isobmff.grid(rows, columns, *size), [isobmff.extents(*size), COLOUR],
        references=[(b"dimg", [tile.number for tile in tiles])])
    others = []
    if thumbnail:
        height = round(thumbnail * rows / columns)
        small = os.path.splitext(path)[0] + "-thumbnail.mp4"
        configuration, frames = film(f"scale={thumbnail}:{height}:flags=area", source, coding, small)
        os.remove(small)
        others.append(isobmff.Item(
            2, coding.entry, frames[0], [isobmff.extents(thumbnail, height), configuration, COLOUR],
            references=[(b"thmb", [1])]))
    with open(path + ".unfinished", "wb") as file:
        file.write(isobmff.heif(coding.brand, [whole, *tiles, *others], 1))
    os.rename(path + ".unfinished", path)


if __name__ == "__main__":
    make(sys.argv[1], *map(int, sys.argv[2:5]), *sys.argv[5:7])
