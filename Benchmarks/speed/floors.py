"""The least that any program has to do for a file, measured: the physical floor of each kind of work."""

import os
import shutil
import sys

from measure import Command, run

HERE = os.path.dirname(os.path.abspath(__file__))


def each(words, paths, *after):
    """One process a file; the program's own start is taken off by `less`."""
    quoted = ["/bin/sh", "-c", 'exec "$@" >/dev/null 2>&1', "sh"]
    return Command(
        ["xargs", "-0", "-I", "{}", *quoted, *words, "{}", *after], "".join(p + "\0" for p in paths).encode())


def less(full, start):
    """CPU seconds of a command without those of another that only starts."""
    return max(0.0, run(full).cpu - run(start).cpu)


def reading(paths):
    return less(Command(["cat", *paths]), Command(["cat", "/dev/null"]))


def by_djpeg(paths):
    return less(each(["djpeg", "-scale", "1/8", "-outfile", "/dev/null"], paths), each(["djpeg", "-version"], paths))


def by_zlib(paths):
    inflate = [sys.executable, os.path.join(HERE, "inflate.py")]
    return less(Command([*inflate, *paths]), Command(inflate))


def by_libwebp(paths):
    return less(each(["dwebp", "-quiet", "-pgm", "-o", "/dev/null"], paths), each(["dwebp", "-version"], paths))


def by_libtiff(paths):
    return less(each(["tiffinfo", "-D"], paths), each(["tiffinfo", "-h"], paths))


def by_libavcodec(paths):
    decode = ["ffmpeg", "-nostdin", "-v", "quiet", "-threads", "1", "-skip_frame", "nokey", "-i"]
    return less(
        each(decode, paths, "-frames:v", "1", "-f", "null", "-"), each(["ffmpeg", "-version"], paths))


def of_tiles(paths):
    """All coded images of a grid, from the film they were taken from."""
    films = [os.path.splitext(path)[0] + ".mp4" for path in paths]
    decode = ["ffmpeg", "-nostdin", "-v", "quiet", "-threads", "1", "-i"]
    return less(each(decode, films, "-f", "null", "-"), each(["ffmpeg", "-version"], films))


# By work set: what is counted, the program it needs, and the function.
FLOORS = {
    "photos": ("`djpeg -scale 1/8`", "djpeg", by_djpeg),
    "progressive": ("`djpeg -scale 1/8`", "djpeg", by_djpeg),
    "large": ("`djpeg -scale 1/8`", "djpeg", by_djpeg),
    "large-progressive": ("`djpeg -scale 1/8`", "djpeg", by_djpeg),
    "png": ("inflate by zlib", sys.executable, by_zlib),
    "interlaced": ("inflate by zlib", sys.executable, by_zlib),
    "webp": ("decoding by libwebp", "dwebp", by_libwebp),
    "tiff": ("decoding by libtiff", "tiffinfo", by_libtiff),
    "heic": ("its coded images by libavcodec", "ffmpeg", of_tiles),
    "avif": ("one frame by libavcodec", "ffmpeg", by_libavcodec),
    "video": ("one key frame by libavcodec", "ffmpeg", by_libavcodec),
}


def floor(name, paths, rounds):
    """The floor's name and its CPU seconds in each round; of kinds without one, reading the bytes."""
    title, program, function = FLOORS.get(name, ("reading the bytes", "cat", reading))
    if not shutil.which(program):
        title, function = "reading the bytes", reading
    return title, [function(paths) for _ in range(rounds)]
