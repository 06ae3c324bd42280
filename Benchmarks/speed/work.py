"""The files that are worked on, made once from wallpapers that Debian packages ship.

Photographs are mosaics of mirrored wallpapers at their own resolution, so that detail and noise are
those of a camera and not of an enlargement; each is cut out at another place.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass

import heif_grid
import jpeg
import tiff

APT = [
    "gnome-backgrounds", "mate-backgrounds", "plasma-workspace-wallpapers", "libvips-tools", "ffmpeg",
    "libjpeg-turbo-progs", "libheif-examples", "libavif-bin"]
NATURE = "/usr/share/backgrounds/mate/nature"
GNOME = "/usr/share/backgrounds/gnome"
PLASMA = "/usr/share/wallpapers"


@dataclass(frozen=True)
class Work:
    """A set of files of like kind, by the names peers and floors know them under."""

    name: str
    title: str
    kinds: frozenset
    paths: list


class Maker:
    """Makes files in a directory, and only those that are not there."""

    def __init__(self, directory):
        self.directory = directory
        os.makedirs(directory, exist_ok=True)
        self.wallpapers = sorted(
            os.path.join(NATURE, name) for name in os.listdir(NATURE)
            if self.size(os.path.join(NATURE, name))[0] >= 2000)

    @staticmethod
    def size(path):
        done = subprocess.run(["vipsheader", path], capture_output=True, text=True)
        width, height = re.search(r": (\d+)x(\d+) ", done.stdout).groups()
        return int(width), int(height)

    def file(self, name, *commands):
        """Runs commands whose words may hold {out} and {part}, unless the file is there."""
        path = os.path.join(self.directory, name)
        if os.path.exists(path):
            return path
        os.makedirs(os.path.dirname(path), exist_ok=True)
        folder, last = os.path.split(path)
        unfinished = os.path.join(folder, "unfinished-" + last)
        part = os.path.join(folder, "part")
        for command in commands:
            words = [word.format(out=unfinished, part=part) for word in command]
            done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode != 0:
                raise SystemExit(f"{' '.join(words)}: {done.stderr.strip()}")
        os.rename(unfinished, path)
        for ending in (".v", ".ppm", ".jpg", ".mp4"):
            if os.path.exists(part + ending):
                os.remove(part + ending)
        return path

    def mosaic(self, index):
        """A wallpaper with its mirror images beside and below it: seamless when repeated."""
        source = self.wallpapers[index % len(self.wallpapers)]
        name = f"mosaics/{index % len(self.wallpapers):02}"
        wide = self.file(
            name + "-wide.v", ["vips", "flip", source, "{part}.v", "horizontal"],
            ["vips", "join", source, "{part}.v", "{out}", "horizontal"])
        return self.file(
            name + ".v", ["vips", "flip", wide, "{part}.v", "vertical"],
            ["vips", "join", wide, "{part}.v", "{out}", "vertical"])

    def photo(self, name, index, width, height, options="Q=95,strip"):
        """A photograph of a size, coded as the ending of its name says."""
        source = self.mosaic(index)
        across, down = self.size(source)
        before = []
        if across < width or down < height:
            times = -(-width // across), -(-height // down)
            before = [["vips", "replicate", source, "{part}.v", *map(str, times)]]
            source, across, down = "{part}.v", across * times[0], down * times[1]
        left, top = index * 173 % (across - width + 1), index * 97 % (down - height + 1)
        cut = ["vips", "crop", source, "{out}" + f"[{options}]", *map(str, (left, top, width, height))]
        return self.file(name, *before, cut)

    def progressive(self, name, baseline):
        return self.file(name, ["jpegtran", "-progressive", "-outfile", "{out}", baseline])


SIZES = {12: (4000, 3000), 24: (6000, 4000), 50: (8192, 6144), 108: (12000, 9000), 500: (25000, 20000)}


def photos(maker, count=100):
    return [maker.photo(f"photos/photo-{i:03}.jpg", i, *SIZES[12]) for i in range(count)]


def progressive(maker, count=12):
    return [
        maker.progressive(f"progressive/progressive-{i:03}.jpg", path)
        for i, path in enumerate(photos(maker, count))]


def large(maker):
    return [
        maker.photo(f"large/large-{i}.jpg", 20 + i, *SIZES[megapixels])
        for i, megapixels in enumerate((24, 24, 50, 50, 108))]


def large_progressive(maker):
    return [
        maker.progressive(f"large-progressive/large-progressive-{i}.jpg", path)
        for i, path in enumerate(large(maker))]


def heics(maker):
    """As phones write them: 48 coded images of 512 by 512 pixels, 12 megapixels in all."""
    paths = []
    for i in range(4):
        path = os.path.join(maker.directory, f"heic/heic-{i}.heic")
        if not os.path.exists(path):
            source = maker.photo(f"heic/source-{i}.jpg", 40 + i, 4096, 3072, "Q=95,strip")
            heif_grid.make(source, 8, 6, 512, path)
        paths.append(path)
    return paths


def numbered(source, ending, directory, count):
    """Copies of files under names of their own, each with bytes of its own behind the picture."""
    os.makedirs(directory, exist_ok=True)
    paths = []
    for number in range(count):
        path = os.path.join(directory, f"{number:03}{ending}")
        if not os.path.exists(path):
            with open(source[number % len(source)], "rb") as file:
                content = file.read()
            with open(path, "wb") as file:
                file.write(content + heif_grid.isobmff.box(b"free", str(number).encode()))
        paths.append(path)
    return paths


def heics_with_thumbnail(maker, count=50):
    """As phones write them, with a stored thumbnail of 320 by 240 pixels."""
    sources = []
    for i, plain in enumerate(heics(maker)):
        path = os.path.join(maker.directory, f"heic/with-thumbnail-{i}.heic")
        if not os.path.exists(path):
            heif_grid.make(plain.replace("heic-", "source-").replace(".heic", ".jpg"), 8, 6, 512, path, thumbnail=320)
        sources.append(path)
    return numbered(sources, ".heic", os.path.join(maker.directory, "heic-thumbnail"), count)


def jpegs_with_thumbnail(maker, count=50):
    """Photos with a thumbnail of 160 by 120 pixels in their EXIF, as cameras write them."""
    paths = []
    for i, photo in enumerate(photos(maker, count)):
        path = os.path.join(maker.directory, f"jpeg-thumbnail/with-thumbnail-{i:03}.jpg")
        if not os.path.exists(path):
            small = maker.file(
                f"jpeg-thumbnail/small-{i:03}.jpg",
                ["vipsthumbnail", "-s", "160", "-o", "{out}[Q=80,strip]", photo])
            contents = []
            for name in (photo, small):
                with open(name, "rb") as file:
                    contents.append(file.read())
            with open(path + ".unfinished", "wb") as file:
                file.write(jpeg.with_exif(contents[0], tiff.exif(orientation=1, thumbnail=contents[1])))
            os.rename(path + ".unfinished", path)
            os.remove(small)
        paths.append(path)
    return paths


def avifs(maker):
    return [
        maker.file(
            f"avif/avif-{i}.avif",
            ["avifenc", "-s", "9", "-j", "2", maker.photo(f"avif/source-{i}.jpg", 50 + i, *SIZES[12]), "{out}"])
        for i in range(4)]


def pngs(maker):
    paths = []
    for name in ("Altai", "IceCold", "Kay", "MilkyWay", "Patak"):
        source = f"{PLASMA}/{name}/contents/images/5120x2880.png"
        paths.append(maker.file(f"png/png-{name}.png", ["cp", source, "{out}"]))
    paths.append(maker.photo("png/png-photo.png", 60, *SIZES[12], "compression=6,strip"))
    return paths


def interlaced(maker):
    return [
        maker.photo(f"interlaced/interlaced-{i}.png", 61 + i, 6000, 4000, "compression=3,interlace,strip")
        for i in range(2)]


def webps(maker):
    return [
        maker.file(f"webp/webp-{name}.webp", ["cp", f"{GNOME}/{name}.webp", "{out}"])
        for name in ("adwaita-d", "adwaita-l", "pixels-d", "pixels-l", "wood-l", "symbolic-d")]


def tiffs(maker):
    forms = {
        "strips": "compression=deflate,strip", "lzw": "compression=lzw,strip",
        "tiles": "compression=deflate,tile,tile_width=256,tile_height=256,strip",
        "jpeg": "compression=jpeg,tile,tile_width=256,tile_height=256,Q=85,strip"}
    return [
        maker.photo(f"tiff/tiff-{form}.tif", 70 + i, *SIZES[12], options)
        for i, (form, options) in enumerate(forms.items())]


def gifs(maker):
    return [maker.photo(f"gif/gif-{i}.gif", 80 + i, 1920, 1200, "effort=1") for i in range(4)]


VIDEOS = {
    "h264": "-c:v libx264 -preset veryfast -crf 23", "hevc": "-c:v libx265 -preset ultrafast -x265-params log-level=none",
    "vp9": "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 12M", "av1": "-c:v libsvtav1 -preset 12"}
SHAPES = {"1080p": (1920, 1080), "4k": (3840, 2160), "8k": (7680, 4320)}


def videos(maker, shapes=("1080p", "4k", "8k")):
    """Slow pans over a mosaic: 24 frames, of 8K six."""
    paths = []
    for shape in shapes:
        width, height = SHAPES[shape]
        frames = 6 if shape == "8k" else 24
        for index, (codec, words) in enumerate(VIDEOS.items()):
            still = maker.photo(f"video/still-{shape}-{index}.jpg", 90 + index, width + 128, height + 128, "Q=90,strip")
            film = f"crop={width}:{height}:n*4:n*2,format=yuv420p"
            paths.append(maker.file(f"video/{codec}-{shape}.mp4", [
                "ffmpeg", "-v", "error", "-y", "-loop", "1", "-r", "24", "-i", still, "-vf", film,
                "-frames:v", str(frames), "-g", "24", *words.split(), "{out}"]))
    return paths


def small(maker):
    return [maker.file("small/small.jpg", [
        "vipsthumbnail", "-s", "640", "-o", "{out}[Q=85,strip]", maker.wallpapers[0]])]


def gallery(maker):
    """What lies on a phone: photos, some of other kinds, a few that take memory."""
    return [
        *photos(maker, 12), *progressive(maker, 4), *heics(maker)[:2], *avifs(maker)[:1],
        *pngs(maker)[:3], *interlaced(maker)[:1], *webps(maker)[:3], *large(maker)[3:],
        *large_progressive(maker)[3:]]


def linked(directory, paths):
    """Links with unique names in one directory, for programs that name outputs after inputs."""
    os.makedirs(directory, exist_ok=True)
    links = []
    for number, path in enumerate(paths):
        link = os.path.join(directory, f"{number:05}" + os.path.splitext(path)[1].lower())
        if not os.path.islink(link) or os.readlink(link) != path:
            if os.path.lexists(link):
                os.remove(link)
            os.symlink(path, link)
        links.append(link)
    return links


SETS = {
    "photos": ("100 JPEG photos, 12 MP", {"jpeg"}, photos),
    "progressive": ("12 progressive JPEG, 12 MP", {"jpeg"}, progressive),
    "large": ("5 JPEG, 24 to 108 MP", {"jpeg"}, large),
    "large-progressive": ("5 progressive JPEG, 24 to 108 MP", {"jpeg"}, large_progressive),
    "heic": ("4 HEIC as phones write them, 12 MP", {"heic"}, heics),
    "avif": ("4 AVIF, 12 MP", {"avif"}, avifs),
    "png": ("6 PNG, 12 and 15 MP", {"png"}, pngs),
    "interlaced": ("2 interlaced PNG, 24 MP", {"png"}, interlaced),
    "webp": ("6 WebP, 17 MP", {"webp"}, webps),
    "tiff": ("4 TIFF, 12 MP", {"tiff"}, tiffs),
    "gif": ("4 GIF, 2 MP", {"gif"}, gifs),
    "video": ("12 videos, 1080p to 8K", {"video"}, videos),
}


# Pictures with smaller ones inside that are as good: the size at which they are asked for comes first.
STORED = {
    "heic-thumbnail": (256, "50 HEIC of 12 MP with a stored thumbnail of 320 pixels, at 256", {"heic"}, heics_with_thumbnail),
    "jpeg-thumbnail": (120, "50 JPEG of 12 MP with an EXIF thumbnail of 160 pixels, at 120", {"jpeg"}, jpegs_with_thumbnail),
}


def make(maker, name):
    title, kinds, function = SETS[name] if name in SETS else STORED[name][1:]
    print(f"files of {name}", file=sys.stderr)
    return Work(name, title, frozenset(kinds), function(maker))
