"""Large pictures and videos, made by Debian's tools and kept in a directory."""

import math
import os
import subprocess
import sys


class Input:
    """A file and the commands that make it.

    In a command `{base}` is a photograph-like picture, `{scale}` what it is enlarged by, `{out}`
    the file, and `{part}` a place for what lies between two commands.
    """

    def __init__(self, name, commands, megapixels=None):
        self.name = name
        self.commands = commands
        self.megapixels = megapixels


GRID = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../speed/heif_grid.py")
BASE = (3000, 2000)
# Fractals with grain: edges of all sizes and noise, as photographs have them.
BASE_COMMAND = [
    "ffmpeg", "-v", "error", "-y", "-f", "lavfi",
    "-i", f"mandelbrot=s={BASE[0]}x{BASE[1]}:start_scale=0.02:maxiter=200",
    "-vf", "hue=H=n/3,noise=alls=8:all_seed=1", "-frames:v", "1", "{out}",
]


def enlarged(suffix):
    return ["vips", "resize", "{base}", "{out}" + suffix, "{scale}"]


def jpegs():
    for megapixels in (24, 50, 108, 200):
        for scans in ("baseline", "progressive"):
            for sampling in ("420", "444"):
                options = ["Q=85", "strip"]
                options.append("subsample_mode=" + ("on" if sampling == "420" else "off"))
                if scans == "progressive":
                    options.append("interlace")
                yield Input(
                    f"jpeg-{scans}-{sampling}-{megapixels}.jpg",
                    [enlarged(f"[{','.join(options)}]")], megapixels)


def losslessly():
    yield Input("png-plain-100.png", [enlarged("[compression=1]")], 100)
    yield Input("png-interlaced-100.png", [enlarged("[compression=1,interlace]")], 100)
    yield Input("tiff-strips-100.tif", [enlarged("[compression=deflate]")], 100)
    yield Input(
        "tiff-tiles-100.tif", [enlarged("[compression=deflate,tile,tile_width=256,tile_height=256]")],
        100)
    yield Input(
        "tiff-one-strip-100.tif", [enlarged("[compression=deflate,tile_height=20000]")], 100)
    yield Input(
        "tiff-one-strip-jpeg-100.tif", [enlarged("[compression=jpeg,Q=85,tile_height=20000]")], 100)
    yield Input(
        "tiff-strips-500.tif",
        [enlarged("[compression=deflate,predictor=horizontal,tile_height=16]")], 500)


def webps():
    strip = [
        ["vips", "thumbnail", "{base}", "{part}.v", "16383", "--height", "4000", "--size", "force"],
    ]
    yield Input("webp-lossy-16383x4000.webp", strip + [
        ["vips", "webpsave", "{part}.v", "{out}", "--Q", "80", "--effort", "1"]])
    yield Input("webp-lossless-16383x4000.webp", strip + [
        ["vips", "webpsave", "{part}.v", "{out}", "--lossless", "--effort", "0"]])


def heifs():
    for megapixels in (12, 48):
        picture = ["vips", "resize", "{base}", "{part}.png", "{scale}"]
        yield Input(
            f"heic-{megapixels}.heic",
            [picture, ["heif-enc", "-q", "60", "-p", "preset=ultrafast", "-o", "{out}", "{part}.png"]],
            megapixels)
        yield Input(
            f"avif-{megapixels}.avif",
            [picture, ["avifenc", "-s", "10", "-j", "2", "{part}.png", "{out}"]], megapixels)
    # As phones write them: tiles of 512 by 512.
    for megapixels, columns, rows in ((12, 8, 6), (48, 16, 12), (200, 32, 24)):
        yield grid(f"heic-grid-{megapixels}.heic", "hevc", megapixels, columns, rows)
    yield grid("heic-grid-48-10bit.heic", "hevc10", 48, 16, 12)
    yield grid("avif-grid-48.avif", "av1", 48, 16, 12)
    yield grid("avif-grid-48-10bit.avif", "av110", 48, 16, 12)


def jxls():
    quick = ["--num_threads=0", "--quiet"]
    for megapixels, name, words in (
            (24, "blocks", ["-d", "1", "-e", "3"]), (48, "lossless", ["-d", "0", "-e", "2"]),
            (100, "lossless", ["-d", "0", "-e", "2"])):
        yield Input(
            f"jxl-{name}-{megapixels}.jxl",
            [["vips", "resize", "{base}", "{part}.png", "{scale}"],
             ["cjxl", "{part}.png", "{out}", *words, *quick]], megapixels)
    yield Input(
        "jxl-from-jpeg-50.jxl",
        [["vips", "resize", "{base}", "{part}.jpg[Q=85,strip]", "{scale}"],
         ["cjxl", "{part}.jpg", "{out}", "--lossless_jpeg=1", "-e", "3", *quick]], 50)


def grid(name, coding, megapixels, columns, rows):
    """A picture of tiles of 512 by 512."""
    size = [str(columns * 512), "--height", str(rows * 512), "--size", "force"]
    return Input(
        name,
        [["vips", "thumbnail", "{base}", "{part}.png", *size],
         [sys.executable, GRID, "{part}.png", str(columns), str(rows), "512", "{out}", coding]], megapixels)


def videos():
    for codec, encoder in (("h264", "libx264"), ("hevc", "libx265")):
        for depth, pixels in ((8, "yuv420p"), (10, "yuv420p10le")):
            for name, size in (("4k", "3840x2160"), ("8k", "7680x4320")):
                quiet = ["-x265-params", "log-level=none"] if codec == "hevc" else []
                yield Input(f"{codec}-{depth}bit-{name}.mp4", [[
                    "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
                    "mandelbrot=s=1920x1080:start_scale=0.02:r=25", "-vf",
                    f"scale={size}:flags=bicubic,noise=alls=4:all_seed=1", "-frames:v", "3", "-c:v",
                    encoder, "-preset", "ultrafast", *quiet, "-pix_fmt", pixels, "-tag:v",
                    "avc1" if codec == "h264" else "hvc1", "{out}"]])


def all_inputs():
    return [*jpegs(), *losslessly(), *webps(), *heifs(), *jxls(), *videos()]


def make(directory, inputs=None):
    """Makes what is not there yet; returns the paths in order."""
    os.makedirs(directory, exist_ok=True)
    base = os.path.join(directory, "base.png")
    if not os.path.exists(base):
        work(BASE_COMMAND, out=base)
    paths = []
    for item in inputs if inputs is not None else all_inputs():
        path = os.path.join(directory, item.name)
        paths.append(path)
        if os.path.exists(path):
            continue
        print(f"making {item.name}", file=sys.stderr)
        scale = math.sqrt((item.megapixels or 1) * 1e6 / (BASE[0] * BASE[1]))
        part = os.path.join(directory, "part")
        # A name with the right ending that is not the final one: what is broken off is not kept.
        unfinished = os.path.join(directory, "unfinished-" + item.name)
        for command in item.commands:
            work(command, base=base, scale=f"{scale:.6f}", part=part, out=unfinished)
        os.rename(unfinished, path)
        for ending in (".v", ".png", ".jpg"):
            if os.path.exists(part + ending):
                os.remove(part + ending)
    return paths


def work(command, **places):
    words = [word.format(**places) for word in command]
    result = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(words)} failed: {result.stderr.strip()}")
