"""The memory budget, measured: see Benchmarks/README.md."""

import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile

import groups
import inputs
import lies

MB = groups.MB
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def megabytes(count):
    return f"{count / MB:.1f}"


def table(head, rows):
    """Prints a table in Markdown."""
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, ["-" * width for width in widths], *rows]:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
    print(flush=True)


class Bench:
    """The programs that are measured, and where they work."""

    def __init__(self, arguments):
        self.thumbs = os.path.join(arguments.binaries, "thumbs")
        self.probe = os.path.join(arguments.binaries, "memory-probe")
        self.cache = arguments.cache
        self.fixtures = os.path.join(ROOT, "Fixtures")
        self.corpus = arguments.corpus
        self.failures = []

    def fail(self, text):
        self.failures.append(text)
        print(f"FAILED: {text}\n")

    def batch(self, paths, budget, *more):
        """Runs `thumbs batch` inside a group as large as its budget; gives run and report."""
        with tempfile.TemporaryDirectory() as place:
            report = os.path.join(place, "report")
            ran = groups.run(
                [self.thumbs, "batch", *paths, "-o", os.path.join(place, "out"), "--quiet",
                 "--budget", str(budget), "--report", report, *more],
                budget)
            lines = []
            if os.path.exists(report):
                with open(report) as file:
                    lines = [json.loads(line) for line in file]
        name = f"{' '.join(os.path.basename(path) for path in paths[:1])} at {budget // MB} MB"
        if ran.kills:
            self.fail(f"{name}: the kernel killed {ran.kills} for want of memory")
        if ran.status not in (0, 1):
            self.fail(f"{name}: ended with {ran.status}: {ran.errors.strip()}")
        if ran.peak >= budget:
            self.fail(f"{name}: PSS was {megabytes(ran.peak)} MB")
        return ran, lines

    def measured(self, mode, words, paths):
        """Lines of the probe as lists of fields."""
        done = subprocess.run(
            [self.probe, mode, *words, "-"], input="\n".join(paths) + "\n", text=True,
            errors="surrogateescape", capture_output=True)
        if done.returncode != 0:
            self.fail(f"memory-probe {mode}: {done.stderr.strip()}")
        return [line.split("\t") for line in done.stdout.splitlines()]


def files_below(directory):
    for parent, directories, names in os.walk(directory):
        directories.sort()
        for name in sorted(names):
            yield os.path.join(parent, name)


def media(bench):
    """The fixtures, and the corpus where there is one."""
    sets = {"fixtures": bench.fixtures}
    if bench.corpus:
        sets["corpus"] = bench.corpus
    return sets


def outcome(line):
    error = line.get("error")
    return f"{line['status']} {error['code']}" if error else line["status"]


def big(bench):
    """Large inputs, each by itself inside 120 MB, at a small and a large size."""
    print("## Large inputs, one at a time in a group of 120 MB\n")
    rows = []
    paths = inputs.make(os.path.join(bench.cache, "inputs"))
    for path, size in ((path, size) for path in paths for size in ("256", "1024")):
        ran, lines = bench.batch([path], 120 * MB, "--size", size, "--embedded", "never")
        line = lines[0] if lines else {"status": "lost"}
        actual = ""
        if line["status"] == "ok":
            fields = bench.measured("plans", ["--sizes", size], [path])
            actual = megabytes(int(fields[0][4])) if fields and fields[0][4] != "-" else ""
            if actual and float(actual) > line["planned"] / MB:
                bench.fail(f"{os.path.basename(path)} took {actual} MB")
        elif line.get("error", {}).get("code") != "overBudget":
            bench.fail(f"{os.path.basename(path)}: {line}")
        rows.append([
            os.path.basename(path), size, outcome(line), line.get("source", ""),
            megabytes(line.get("planned", 0)) if line.get("planned") else "", actual,
            f"{line.get('milliseconds', 0):.0f}", megabytes(ran.peak),
            line.get("error", {}).get("message", "")])
    table(["file", "size", "result", "source", "planned MB", "actual MB", "ms", "PSS MB", "why not"], rows)


def lying(bench):
    """Headers that lie: refused or survived, soon."""
    place, count = lies.make(bench.fixtures, os.path.join(bench.cache, "lies"))
    print(f"## {count} headers that lie, in a group of 120 MB\n")
    ran, lines = bench.batch([place], 120 * MB)
    if len(lines) != count:
        bench.fail(f"{len(lines)} of {count} lying files are accounted for")
    counts = collections.Counter(outcome(line) for line in lines)
    for ending in ("crashed", "timedOut"):
        if counts["failed " + ending]:
            bench.fail(f"{counts['failed ' + ending]} lying files: {ending}")
    table(["result", "files"], sorted(counts.items()))
    slowest = sorted(lines, key=lambda line: -line.get("milliseconds", 0))
    named = [line for line in lines if line["path"][0] in "56s"]
    rows = [
        [line["path"], outcome(line), f"{line['milliseconds']:.0f}",
         line.get("error", {}).get("message", "")]
        for line in named + slowest[:5]]
    print("The three by name, and the slowest; PSS at most", megabytes(ran.peak), "MB:\n")
    table(["file", "result", "ms", "why not"], rows)


def limits(bench):
    """All files inside groups of 120 and 64 MB."""
    print("## All files inside memory groups without swap\n")
    rows = []
    for name, directory in media(bench).items():
        expected = sum(1 for _ in files_below(directory))
        for budget in (120, 64):
            ran, lines = bench.batch([directory], budget * MB)
            if len(lines) != expected:
                bench.fail(f"{len(lines)} of {expected} files of {name} are accounted for")
            counts = collections.Counter(outcome(line) for line in lines)
            rows.append([
                name, budget, expected, counts["ok"], counts["failed overBudget"],
                counts["failed crashed"] + counts["failed timedOut"], ran.kills,
                megabytes(ran.peak), f"{ran.seconds:.1f}", f"{ran.cpu:.1f}"])
    table(
        ["files", "MB", "count", "made", "over budget", "crashed, timed out", "OOM kills",
         "PSS MB", "s", "CPU s"], rows)


def presets(bench):
    """12 megapixels for a notification service."""
    print("## 12 megapixels within 24 MB of anonymous memory\n")
    wanted = [item for item in inputs.all_inputs() if item.name == "heic-grid-12.heic"]
    wanted.append(inputs.Input(
        "jpeg-progressive-420-12.jpg", [inputs.enlarged("[Q=85,strip,interlace]")], 12))
    rows = []
    for path in inputs.make(os.path.join(bench.cache, "inputs"), wanted):
        with tempfile.TemporaryDirectory() as place:
            ran = groups.run(
                [bench.thumbs, "make", path, "-o", os.path.join(place, "out.jpg"), "--size", "256",
                 "--budget", "notification-service"], 120 * MB, "Anonymous:")
        if ran.status != 0 or ran.peak >= 24 * MB:
            bench.fail(f"{os.path.basename(path)}: {ran.status}, {megabytes(ran.peak)} MB")
        rows.append([
            os.path.basename(path), "made" if ran.status == 0 else ran.errors.strip(),
            megabytes(ran.peak), f"{ran.seconds * 1000:.0f}"])
    table(["file", "result", "anonymous MB", "ms"], rows)


def jobs(bench):
    """1, 2, 4 and 8 jobs."""
    print("## Jobs, budget 120 MB\n")
    name, directory = list(media(bench).items())[-1]
    rows = []
    for count in (1, 2, 4, 8):
        ran, lines = bench.batch([directory], 120 * MB, "--jobs", str(count))
        rows.append([
            count, len(lines), megabytes(ran.peak), f"{ran.seconds:.1f}", f"{ran.cpu:.1f}",
            f"{len(lines) / ran.seconds:.0f}"])
    print(f"Over the {name}:\n")
    table(["jobs", "files", "PSS MB", "s", "CPU s", "files/s"], rows)


def plans(bench):
    """Planned and actual, for all files and three sizes."""
    print("## Planned and actual\n")
    for name, directory in media(bench).items():
        paths = list(files_below(directory))
        lines = bench.measured(
            "plans", ["--sizes", "45,256,1024", "--budget", str(1 << 30)], paths)
        cases = [Case(line, directory) for line in lines if line[4] != "-"]
        short = [case for case in cases if case.actual > case.planned]
        generous = [case for case in cases if case.planned > max(3 * case.actual, 4 * MB)]
        for case in short:
            bench.fail(f"{case.path} at {case.size}: {case.actual} of {case.planned}")
        print(
            f"{name}: {len(cases)} cases, {len(short)} took more than planned,"
            f" {len(generous)} were planned at more than three times above 4 MB\n")
        tightest = sorted(cases, key=lambda case: -case.actual / case.planned)[:15]
        loosest = sorted(generous, key=lambda case: -case.planned / max(1, case.actual))[:15]
        table(
            ["file", "size", "source", "decoder", "planned MB", "actual MB", "actual/planned"],
            [case.row() for case in tightest + loosest])


class Case:
    """What a file took at a size."""

    def __init__(self, fields, root):
        self.path = os.path.relpath(fields[0], root)
        self.size, self.planned, self.actual = (int(fields[i]) for i in (1, 3, 4))
        self.source, self.decoder = fields[7:9]

    def row(self):
        return [
            self.path, self.size, self.source, self.decoder, megabytes(self.planned),
            megabytes(self.actual), f"{self.actual / self.planned:.2f}"]


def growth(bench):
    """What 2,000 files leave behind."""
    print("## Resident memory after many files\n")
    paths = list(files_below(os.path.join(bench.fixtures, "same-picture")))
    rows = []
    for mode, place in (("repeated", "a worker"), ("in-process", "this process")):
        held = {}
        peak = ""
        for fields in bench.measured(mode, ["--count", "2000"], paths):
            if fields[0].isdigit():
                held[int(fields[0])] = int(fields[-2])
            elif fields[0] == "peak":
                peak = megabytes(int(fields[1]))
        first, last = held.get(200, 0), held.get(2000, 0)
        if not first or not last or last > first + 5 * MB:
            bench.fail(f"{place} holds {megabytes(first)} MB, later {megabytes(last)} MB")
        rows.append([place, megabytes(first), megabytes(last), peak])
    table(["where", "MB after 200", "MB after 2000", "peak MB"], rows)


PARTS = {
    "big": big, "lies": lying, "limits": limits, "presets": presets, "jobs": jobs, "plans": plans, "growth": growth}


def versions():
    def first_line(*words):
        try:
            done = subprocess.run(words, capture_output=True, text=True)
            return (done.stdout or done.stderr).splitlines()[0]
        except (OSError, IndexError):
            return f"no {words[0]}"

    with open("/proc/cpuinfo") as file:
        model = next((l.split(":")[1].strip() for l in file if l.startswith("model name")), "?")
    with open("/proc/meminfo") as file:
        memory = int(file.readline().split()[1]) >> 10
    print(first_line("date", "+%Y-%m-%d"))
    print(f"{model}, {os.cpu_count()} processors, {memory} MB, Linux {os.uname().release}")
    print(first_line("vips", "--version"))
    print(first_line("ffmpeg", "-version"), "\n")


def main():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/memory", description="Measures whether the memory budget is kept.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all")
    parser.add_argument("--binaries", default=os.path.join(ROOT, ".build/release"), metavar="DIR")
    parser.add_argument("--cache", default=os.path.join(ROOT, ".build/benchmarks"), metavar="DIR")
    parser.add_argument("--corpus", metavar="DIR", help="a directory of media of your own")
    arguments = parser.parse_args()
    for part in arguments.parts:
        if part not in PARTS:
            parser.error(f"no part {part}: one of {', '.join(PARTS)}")
    bench = Bench(arguments)
    if not shutil.which(bench.thumbs) or not shutil.which(bench.probe):
        parser.error(f"thumbs or memory-probe is not in {arguments.binaries}: make benchmark")
    versions()
    for name, part in PARTS.items():
        if not arguments.parts or name in arguments.parts:
            try:
                part(bench)
            except groups.NoGroup as error:
                print(f"Left out: {error}.\n")
    print("All kept." if not bench.failures else "\n".join(["Not kept:", *bench.failures]))
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
