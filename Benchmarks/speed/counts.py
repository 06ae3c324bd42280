"""What can be counted exactly enough to be a gate: bytes that the sniffer reads, and instructions.

Times are noise on shared machines; these are not. The baseline lies in `baseline.json`.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, "../../Fixtures")
BASELINE = os.path.join(HERE, "baseline.json")
# Instructions differ by one in a thousand from run to run, and by more from compiler to compiler.
TOLERANCES = {"bytes": 0.01, "instructions": 0.05}
# Fixtures by name, so that new ones do not move the baseline.
STILLS = tuple(f"same-picture/colour{rest}" for rest in (
    ".jpg", "-progressive.jpg", ".png", "-interlaced.png", ".webp", ".gif", ".tif", "-tiled.tif", ".bmp", ".psd",
    ".heic", "-grid.heic", ".avif", ".jxl", ".jp2", ".svg", ".pdf", ".exr"))
OTHERS = tuple(f"video/{name}" for name in (
    "h264.mp4", "hevc.mp4", "vp9.webm", "av1.mp4", "h264.ts", "mjpeg.avi", "moov-at-end.mp4")) + (
    "audio/cover.mp3", "audio/cover.flac", "audio/plain.wav", "other/archive.zip", "other/ascii.txt")
DECODED = (".jpg", "-progressive.jpg", ".png", "-interlaced.png", ".webp", "-grid.heic")


class Counter:
    """Counts on binaries without debugging information, which Debian's Valgrind cannot read."""

    def __init__(self, binaries, place):
        self.place = place
        for name in ("thumbs", "memory-probe"):
            source = os.path.join(binaries, name)
            if os.path.exists(source):
                subprocess.run(["strip", "-g", "-o", os.path.join(place, name), source], check=True)

    def program(self, name):
        path = os.path.join(self.place, name)
        return path if os.path.exists(path) else None

    def instructions(self, words, given=""):
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *words], input=given, text=True,
            capture_output=True, env={**os.environ, "VIPS_CONCURRENCY": "1"})
        found = re.search(r"Collected : (\d+)", done.stderr)
        if done.returncode != 0 or not found:
            raise SystemExit(f"{words[0]} under callgrind: {done.stderr[-500:]}")
        return int(found.group(1))


def counted(binaries, only_bytes):
    """Every count that can be had here, by name."""
    with tempfile.TemporaryDirectory() as place:
        counter = Counter(binaries, place)
        thumbs, probe = counter.program("thumbs"), counter.program("memory-probe")
        paths = [os.path.join(FIXTURES, name) for name in (*STILLS, *OTHERS)]
        done = subprocess.run([thumbs, "sniff", "--json", "--", *paths], capture_output=True, text=True)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        found = {"bytes read to sniff all": sum(line["bytesRead"] for line in lines)}
        found |= {
            f"bytes read to sniff {os.path.relpath(line['path'], FIXTURES)}": line["bytesRead"] for line in lines}
        if only_bytes or not shutil.which("valgrind"):
            return found
        found["instructions to start the command"] = counter.instructions([thumbs, "version"])
        found["instructions to sniff all"] = counter.instructions([thumbs, "sniff", "--", *paths])
        if probe:
            for rest in DECODED:
                found[f"instructions a thumbnail of colour{rest}"] = (
                    decoding(counter, probe, rest, 9) - decoding(counter, probe, rest, 1)) // 8
        return found


def decoding(counter, probe, rest, times):
    """Instructions of a process that makes the thumbnail of one file some times."""
    path = os.path.join(FIXTURES, "same-picture/colour" + rest)
    words = [probe, "in-process", "--count", str(times), "--jobs", "1", "-"]
    return counter.instructions(words, path + "\n")


def gate(binaries, only_bytes=False, record=False):
    """Compares with the baseline; gives rows for a table, and those that are worse than it allows."""
    now = counted(binaries, only_bytes)
    baseline = {}
    if os.path.exists(BASELINE):
        with open(BASELINE) as file:
            baseline = json.load(file)
    if record:
        with open(BASELINE, "w") as file:
            json.dump({**baseline, **now}, file, indent=2)
            file.write("\n")
    rows = [{"name": name, "baseline": baseline.get(name), "now": value} for name, value in now.items()]
    worse = [name for name, value in now.items() if value > limit(name, baseline)]
    return rows, [] if record else worse


def limit(name, baseline):
    """The most a count may be; what has no baseline has to be recorded first."""
    return baseline.get(name, -1) * (1 + TOLERANCES[name.split()[0]])
