"""What a user would pick instead, each at its best documented way.

A peer gets the same files, the same size (at most 256 pixels), JPEG of quality 80 where it can
write JPEG, and one process for many files where it can. With several jobs a peer runs as many
processes (`xargs -P`) or threads.
"""

import contextlib
import json
import os
import shutil
import struct
import subprocess
import sys
from dataclasses import dataclass

from measure import Command

SIZE = 256
QUALITY = 80
# The usual peer as it is called from loops in shells.
EACH = "vipsthumbnail, a process a file"
HERE = os.path.dirname(os.path.abspath(__file__))
STILLS = {"jpeg", "png", "webp", "tiff", "gif", "heic", "avif"}
APT = [
    "libvips-tools", "imagemagick", "graphicsmagick", "ffmpegthumbnailer", "ffmpeg", "heif-thumbnailer",
    "libgdk-pixbuf2.0-bin", "heif-gdk-pixbuf", "webp-pixbuf-loader", "libjpeg-turbo-progs", "libtiff-tools", "webp", "file",
]
PIP = ["pyvips", "Pillow", "pillow-heif", "opencv-python-headless", "puremagic", "filetype"]


@dataclass(frozen=True)
class Peer:
    """A program, the kinds of files it is asked for, and how it is called.

    `many` says whether one process takes several files; `ending` is what it can write.
    """

    name: str
    kinds: frozenset
    command: object
    many: bool = True
    ending: str = ".jpg"

    def output(self, path, directory):
        """Where the thumbnail of a file is written."""
        return os.path.join(directory, stem(path) + self.ending)


@contextlib.contextmanager
def asked_for(side):
    """Has all programs asked for another size than the usual one."""
    global SIZE
    usual, SIZE = SIZE, side
    try:
        yield
    finally:
        SIZE = usual


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


def listed(paths, separator="\n"):
    return "".join(path + separator for path in paths).encode(errors="surrogateescape")


def thumbs(binaries, budget="120MB", name="thumbs"):
    """The project's own command; not a peer, but called like one."""
    binary = os.path.join(binaries, "thumbs")

    def command(paths, out, jobs):
        words = [
            binary, "batch", "--files-from", "-", "-o", out, "-s", str(SIZE), "-Q", str(QUALITY),
            "-f", "jpeg", "-j", str(jobs), "--budget", budget, "--quiet", "--layout", "flat"]
        return Command(words, listed(paths))

    return Ours(name, frozenset(STILLS | {"video"}), command)


@dataclass(frozen=True)
class Ours(Peer):
    """The same, with the names of a flat layout."""

    def output(self, path, directory):
        return os.path.join(directory, path.lstrip("/").replace("%", "%25").replace("/", "%2F") + ".jpg")


def side_by_side(words, paths, jobs, environment, directory=None):
    """One process a job, each with its share of the files."""
    if jobs == 1:
        return Command([*words, *paths], environment=environment, directory=directory)
    share = max(1, -(-len(paths) // jobs))
    return Command(
        ["xargs", "-0", "-P", str(jobs), "-n", str(share), *words], listed(paths, "\0"), environment,
        directory)


def one_each(script, paths, out, jobs):
    """A process a file; the script gets the file as $1, its name without ending as $2.

    A status of 255 would end xargs, so none is passed on.
    """
    pairs = [word for path in paths for word in (path, stem(path))]
    shell = ["/bin/sh", "-c", f'out=$0; {script} >&2 || exit 0', out]
    return Command(["xargs", "-0", "-P", str(jobs), "-n", "2", *shell], listed(pairs, "\0"))


def vipsthumbnail(paths, out, jobs):
    words = ["vipsthumbnail", "-s", f"{SIZE}x{SIZE}>", "-o", f"{out}/%s.jpg[Q={QUALITY},strip]"]
    return side_by_side(words, paths, jobs, {"VIPS_CONCURRENCY": "1"})


def vipsthumbnail_each(paths, out, jobs):
    script = f'VIPS_CONCURRENCY=1 vipsthumbnail -s "{SIZE}x{SIZE}>" -o "$out/$2.jpg[Q={QUALITY},strip]" "$1"'
    return one_each(script, paths, out, jobs)


def imagemagick(paths, out, jobs):
    words = [
        "mogrify", "-path", out, "-define", f"jpeg:size={2 * SIZE}x{2 * SIZE}", "-auto-orient",
        "-thumbnail", f"{SIZE}x{SIZE}>", "-quality", str(QUALITY), "-format", "jpg"]
    first = [path + "[0]" if path.endswith((".gif", ".tif")) else path for path in paths]
    return side_by_side(words, first, jobs, {"MAGICK_THREAD_LIMIT": "1"})


def graphicsmagick(paths, out, jobs):
    # It repeats the directories of what it is given below its output.
    words = [
        "gm", "mogrify", "-size", f"{2 * SIZE}x{2 * SIZE}", "-auto-orient", "-thumbnail",
        f"{SIZE}x{SIZE}>", "-quality", str(QUALITY), "-format", "jpg", "-output-directory", out]
    names = [os.path.basename(path) for path in paths]
    return side_by_side(words, names, jobs, {"OMP_NUM_THREADS": "1"}, os.path.dirname(paths[0]))


def gdk_pixbuf(paths, out, jobs):
    return one_each(f'gdk-pixbuf-thumbnailer -s {SIZE} "$1" "$out/$2.png"', paths, out, jobs)


def heif_thumbnailer(paths, out, jobs):
    return one_each(f'heif-thumbnailer -s {SIZE} "$1" "$out/$2.png"', paths, out, jobs)


def ffmpegthumbnailer(paths, out, jobs):
    # The first frame, as the others take: its own choice, at a tenth of the film, costs more.
    return one_each(f'ffmpegthumbnailer -t 0 -s {SIZE} -q 8 -i "$1" -o "$out/$2.jpg"', paths, out, jobs)


def ffmpeg(paths, out, jobs):
    scale = f"scale={SIZE}:{SIZE}:force_original_aspect_ratio=decrease"
    return one_each(
        f'ffmpeg -nostdin -v error -threads 1 -skip_frame nokey -i "$1" -frames:v 1 -vf {scale} -q:v 4'
        ' -y "$out/$2.jpg"', paths, out, jobs)


def from_python(library, environment):
    def command(paths, out, jobs):
        words = [
            os.path.join(environment, "bin/python"), os.path.join(HERE, "library_peers.py"), library,
            str(jobs), str(SIZE), str(QUALITY), out]
        return Command(words, listed(paths), {"VIPS_CONCURRENCY": "1"})

    return command


def all_peers(environment):
    python = lambda library: from_python(library, environment)
    return [
        Peer("vipsthumbnail", frozenset(STILLS), vipsthumbnail),
        Peer(EACH, frozenset(STILLS), vipsthumbnail_each, many=False),
        Peer("pyvips", frozenset(STILLS - {"heic"}), python("pyvips")),
        Peer("Pillow", frozenset(STILLS), python("pillow")),
        Peer("OpenCV", frozenset(STILLS - {"heic"}), python("opencv")),
        Peer("ImageMagick", frozenset(STILLS), imagemagick),
        Peer("GraphicsMagick", frozenset({"jpeg", "png", "tiff", "gif", "webp"}), graphicsmagick),
        Peer("gdk-pixbuf-thumbnailer", frozenset(STILLS), gdk_pixbuf, many=False, ending=".png"),
        Peer("heif-thumbnailer", frozenset({"heic", "avif"}), heif_thumbnailer, many=False, ending=".png"),
        Peer("ffmpegthumbnailer", frozenset({"video"}), ffmpegthumbnailer, many=False),
        Peer("ffmpeg", frozenset({"video"}), ffmpeg, many=False),
    ]


def install(environment, more, say):
    """Installs peers, and more packages of Debian, where they are missing; says so."""
    query = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\n"], capture_output=True, text=True)
    missing = sorted({*APT, *more} - set(query.stdout.split()))
    if missing:
        say("installing " + " ".join(missing))
        elevated = [] if os.geteuid() == 0 else ["sudo"]
        done = subprocess.run(
            [*elevated, "apt-get", "install", "--yes", "--no-install-recommends", *missing],
            stdout=subprocess.DEVNULL, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
        if done.returncode != 0:
            say("some could not be installed; rows of those are left out")
    python = os.path.join(environment, "bin/python")
    if not os.path.exists(python):
        say("installing peers from PyPI into " + environment)
        subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PIP], check=True)


def size_of(path):
    """Width and height of a JPEG or PNG; `None` for what is neither, or not there."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return None
    if content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) > 24:
        return struct.unpack(">II", content[16:24])
    at = 2
    while content[:2] == b"\xff\xd8" and at + 9 < len(content):
        marker, length = content[at + 1], int.from_bytes(content[at + 2:at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[at + 5:at + 9])
            return width, height
        at += 2 + length
    return None


def made(peer, paths, directory):
    """Sizes of the thumbnails a peer left, by file."""
    sizes = {path: size_of(peer.output(path, directory)) for path in paths}
    return {path: size for path, size in sizes.items() if size}


def versions(environment):
    """Name and version of every peer that is here."""
    def first(*words):
        try:
            done = subprocess.run(words, capture_output=True, text=True)
            return (done.stdout or done.stderr).splitlines()[0]
        except (OSError, IndexError):
            return "not installed"

    query = ["dpkg-query", "-W", "-f", "${Version}"]
    found = {name: first(*query, name) for name in APT}
    done = subprocess.run(
        [os.path.join(environment, "bin/python"), "-m", "pip", "list", "--format", "freeze"],
        capture_output=True, text=True)
    wanted = ("pyvips", "pillow", "opencv", "filetype", "puremagic")
    for name, _, version in (line.partition("==") for line in done.stdout.splitlines()):
        if name.startswith(wanted):
            found[name] = version
    return found


def available(peer):
    """Whether a peer's program is here."""
    programs = {
        "vipsthumbnail": "vipsthumbnail", EACH: "vipsthumbnail",
        "ImageMagick": "mogrify", "GraphicsMagick": "gm"}
    if peer.name in ("pyvips", "Pillow", "OpenCV"):
        return True
    return shutil.which(programs.get(peer.name, peer.name)) is not None


def one_make(binaries):
    """`thumbs make` of one file."""
    binary = os.path.join(binaries, "thumbs")

    def command(paths, out, jobs):
        target = os.path.join(out, stem(paths[0]) + ".jpg")
        return Command([binary, "make", paths[0], "-o", target, "-s", str(SIZE), "-Q", str(QUALITY)])

    return Peer("thumbs make", frozenset(STILLS), command)


def each_make(binaries):
    """`thumbs make` in a process a file."""
    binary = os.path.join(binaries, "thumbs")

    def command(paths, out, jobs):
        return one_each(f'{binary} make "$1" -o "$out/$2.jpg" -s {SIZE} -Q {QUALITY}', paths, out, jobs)

    return Peer("thumbs make, a process a file", frozenset(STILLS), command, many=False)


def stills(binaries, directory):
    """The pictures below a directory, as `thumbs sniff` tells them."""
    found = [
        os.path.join(parent, name) for parent, _, names in os.walk(directory) for name in names]
    found = sorted(path for path in found if os.path.isfile(path))
    done = subprocess.run(
        ["xargs", "-0", os.path.join(binaries, "thumbs"), "sniff", "--json", "--"], input=listed(found, "\0"),
        capture_output=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [line["path"] for line in lines if line.get("kind") == "image" and "pathEncoding" not in line]
