"""Where fixtures are made: runs the encoders, writes the files and notes how each came to be."""

import functools
import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass

# The programs used, and the Debian package that holds each.
PROGRAMS = {
    "ffmpeg": "ffmpeg",
    "vips": "libvips-tools",
    "heif-enc": "libheif-examples",
    "cjxl": "libjxl-tools",
    "cjpeg": "libjpeg-turbo-progs",
    "jpegtran": "libjpeg-turbo-progs",
}

DOCUMENTS = (
    "text/",
    "application/pdf",
    "application/json",
    "application/xml",
    "application/rtf",
    "application/epub+zip",
    "application/vnd.o",
)


BIT_EXACT = shlex.split("-fflags +bitexact -flags:v +bitexact -flags:a +bitexact -map_metadata -1 -threads 1")


@dataclass(frozen=True)
class Entry:
    """One file and what is true about it; sizes are (width, height) in pixels, or None."""

    path: str
    shows: str
    mime: str
    kind: str
    size: tuple | None
    orientation: int
    display: tuple | None
    expected: str
    command: str


def kind_of(mime):
    """What a person would call a file of this type."""
    first = mime.split("/")[0]
    if first in ("image", "video", "audio"):
        return first
    if mime in ("application/mxf", "application/gxf"):
        return "video"
    return "document" if mime.startswith(DOCUMENTS) else "other"


class Workshop:
    """Commands run in the directory of intermediate files, so that those go by their bare names.

    In a command `OUT` is the file to be written, and `$fixtures` the directory of the fixtures.
    """

    def __init__(self, root, scratch):
        self.root = pathlib.Path(root)
        self.scratch = pathlib.Path(scratch)
        self.entries = []
        self._commands = []
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(scratch),
            "LC_ALL": "C",
            "SOURCE_DATE_EPOCH": "0",
            "VIPS_CONCURRENCY": "1",
        }

    def keep(self, name, content):
        """Writes an intermediate file, which commands may name."""
        (self.scratch / name).write_bytes(content)
        return name

    def run(self, command, target=None):
        """Runs a program to its end, notes the command, and stops everything where it fails.

        What ffmpeg writes depends on its input alone: no dates, no versions, one thread.
        """
        words = shlex.split(command)
        if words[0] == "ffmpeg":
            words = [*words[:1], "-v", "error", "-y", *words[1:-1], *BIT_EXACT, words[-1]]
        places = {"OUT": str(target), "$fixtures": str(self.root)}
        filled = [
            functools.reduce(lambda word, name: word.replace(name, places[name]), places, word) for word in words
        ]
        result = subprocess.run(
            filled, stdin=subprocess.DEVNULL, capture_output=True, env=self._environment, cwd=self.scratch
        )
        if result.returncode:
            sys.exit(f"make: {shlex.join(filled)}\n{result.stderr.decode(errors='replace')}")
        self._commands.append(command)

    def produced(self, command, name="produced"):
        """The bytes that a command writes; some programs want the right ending of the name."""
        target = self.scratch / name
        self.run(command, target)
        return target.read_bytes()

    def add(
        self, path, shows, mime, size, content=None, *, orientation=1, display=None, expected="ok", kind=None, by=None
    ):
        """Notes a fixture, and writes it where its content is given; `by` says what of ours made the bytes."""
        target = self.root / path
        if content is not None:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        if not target.exists():
            sys.exit(f"make: {path} was not made")
        if display is None and size is not None:
            display = (size[1], size[0]) if orientation >= 5 else size
        steps = self._commands + ([by] if by else [])
        self._commands = []
        self.entries.append(
            Entry(path, shows, mime, kind or kind_of(mime), size, orientation, display, expected, "; ".join(steps))
        )

    def encoded(self, path, shows, mime, size, command, **facts):
        """Notes a fixture that a command writes."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        self.run(command, target)
        self.add(path, shows, mime, size, **facts)

    def forget_commands(self):
        """Keeps what was run so far from being named as the origin of the next fixture."""
        self._commands = []

    def read(self, path):
        return (self.root / path).read_bytes()

    def write_manifests(self, header):
        """Writes manifest.tsv for tests and MANIFEST.md for people."""
        entries = sorted(self.entries, key=lambda entry: entry.path)
        paths = [entry.path for entry in entries]
        assert len(set(paths)) == len(paths), "two fixtures of one name"
        columns = (
            "path",
            "mime",
            "kind",
            "width",
            "height",
            "orientation",
            "displayWidth",
            "displayHeight",
            "expected",
        )
        lines = ["\t".join(columns)]
        total = 0
        table = []
        for entry in entries:
            size, display = entry.size or ("", ""), entry.display or ("", "")
            lines.append(
                "\t".join(
                    map(str, (entry.path, entry.mime, entry.kind, *size, entry.orientation, *display, entry.expected))
                )
            )
            content = self.read(entry.path)
            total += len(content)
            table.append(
                (
                    f"`{entry.path}`",
                    entry.shows,
                    f"`{entry.command}`" if entry.command else "",
                    f"`{hashlib.sha256(content).hexdigest()}`",
                    str(len(content)),
                    "×".join(map(str, entry.size or ())),
                    "×".join(map(str, entry.display or ())),
                    str(entry.orientation) if entry.size else "",
                    entry.expected.replace("|", " or "),
                )
            )
        (self.root / "manifest.tsv").write_text("\n".join(lines) + "\n")
        head = ("file", "shows", "made by", "sha256", "bytes", "stored", "displayed", "orientation", "expected")
        rows = [head, ("---",) * len(head), *table]
        text = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
        (self.root / "MANIFEST.md").write_text(f"{header}\n{len(entries)} files, {total} bytes.\n\n{text}\n")
        return len(entries), total


def missing_programs():
    """The Debian packages of programs that are not there."""
    return sorted({package for program, package in PROGRAMS.items() if not shutil.which(program)})
