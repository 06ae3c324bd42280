"""Side by side with what a user would pick instead: see Benchmarks/README.md."""

import argparse
import datetime
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(os.path.dirname(HERE), "memory"))

import contests  # noqa: E402
import counts  # noqa: E402
import growth  # noqa: E402
import peers  # noqa: E402
import plot  # noqa: E402
import report  # noqa: E402
import work  # noqa: E402
from groups import NoGroup  # noqa: E402

PARTS = ("limits", "sets", "embedded", "mixed", "cold", "sniff", "growth", "gate")


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "?")
    with open("/proc/meminfo") as file:
        memory = int(file.readline().split()[1]) >> 10
    return f"{model}, {os.cpu_count()} processors, {memory} MB, Linux {os.uname().release}"


def facts(bench, arguments):
    """What results are worth nothing without."""
    commit = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    return {
        "date": datetime.date.today().isoformat(), "machine": machine(), "commit": commit,
        "load": os.getloadavg()[0],
        "versions": peers.versions(bench.environment)}


def sniffing(bench):
    """The table of the sniffing benchmark, which is a program of its own."""
    program = os.path.join(os.path.dirname(HERE), "sniff/run")
    words = [
        sys.executable, program, bench.directory, "--thumbs", os.path.join(bench.binaries, "thumbs"),
        "--rounds", str(max(3, bench.rounds)), "--python",
        os.path.join(bench.environment, "bin/python")]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        bench.say(f"sniffing could not be measured: {done.stderr.strip()[-300:]}")
        return None
    return done.stdout


def measure(bench, arguments, results):
    """Runs the parts that were asked for, and yields whenever there is more to be kept."""
    wanted = arguments.parts or PARTS
    if "limits" in wanted:
        try:
            results["limits"] = contests.limits(bench)
        except NoGroup as error:
            bench.say(f"limits are left out: {error}")
        yield
    if "cold" in wanted:
        results["cold"] = contests.cold(bench)
        yield
    if "mixed" in wanted:
        results["mixed"] = contests.mixed(bench)
        yield
    if "sets" in wanted:
        names = arguments.sets or list(work.SETS)
        for result in contests.sets(bench, names):
            others = [other for other in results.get("sets", []) if other["set"] != result["set"]]
            results["sets"] = sorted([*others, result], key=lambda one: list(work.SETS).index(one["set"]))
            yield
    if "embedded" in wanted:
        results["embedded"] = contests.embedded(bench)
        yield
    if "sniff" in wanted:
        results["sniff"] = sniffing(bench)
        yield
    if "gate" in wanted:
        results["counts"] = counts.gate(bench.binaries)[0]
        yield
    if "growth" in wanted:
        results["growth"] = []
        for row in growth.growth(bench):
            results["growth"].append(row)
            yield


def written(results):
    """All results as one page of Markdown."""
    about = results["facts"]
    named = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    text = (
        f"# Measured on {about['date']}\n\n{about['machine']}; thumbs at {about['commit']}; median (lowest–highest) of"
        f" rounds; load when it began {about['load']:.1f}.\n\n{named}.\n\n")
    contested = [*results.get("sets", []), *results.get("embedded", []), *results.get("mixed", [])]
    if "cold" in results:
        contested.append(results["cold"])
    if "limits" in results:
        text += "## Under memory limits\n\n" + report.limits(results["limits"])
    if contested:
        text += "## In short\n\n" + report.summary(contested) + "\n## Side by side\n\n"
        text += "\n".join(report.contest(result) for result in contested) + "\n"
    if results.get("sniff"):
        text += f"## Sniffing alone\n\n```\n{results['sniff'].strip()}\n```\n\n"
    if "growth" in results:
        text += "## Growth\n\n" + report.growth(results["growth"])
    if "counts" in results:
        text += "## Counted\n\n" + report.counts(results["counts"])
    return text.rstrip() + "\n"


def save(results, directory):
    """Table, JSON and plots of a run."""
    os.makedirs(directory, exist_ok=True)
    about = results["facts"]
    name = os.path.join(directory, f"speed-{about['date']}")
    with open(name + ".json", "w") as file:
        json.dump(results, file, indent=1)
        file.write("\n")
    with open(name + ".md", "w") as file:
        file.write(written(results))
    versions = about["versions"]
    caption = (
        f"{about['date']}, {about['machine']}; libvips {versions.get('libvips-tools', '')}, ffmpeg"
        f" {versions.get('ffmpeg', '')}, Pillow {versions.get('pillow', '')}")
    if "limits" in results:
        plot.limits(results["limits"], caption, os.path.join(directory, "limits.svg"))
    if results.get("sets"):
        plot.speed(
            [*results["sets"], *results.get("mixed", [])], caption, os.path.join(directory, "speed.svg"))


def gate(arguments):
    rows, worse = counts.gate(os.path.abspath(arguments.binaries), arguments.only_bytes, arguments.record)
    print(report.counts(rows))
    for name in worse:
        print(f"Worse than the baseline allows: {name}. Where it has to be, record it: Benchmarks/run gate --record")
    return 1 if worse else 0


def parsed():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/run", description="Measures thumbs beside what a user would pick instead.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all. gate alone compares")
    parser.add_argument("--sets", nargs="+", metavar="SET", help=f"of {', '.join(work.SETS)}; all")
    parser.add_argument("--binaries", default=os.path.join(ROOT, ".build/release"), metavar="DIR")
    parser.add_argument("--cache", default=os.path.join(ROOT, ".build/benchmarks"), metavar="DIR",
                        help="where generated files and peers from PyPI are kept: some 2 GB")
    parser.add_argument("--corpus", metavar="DIR", default=os.path.join(ROOT, "Fixtures"),
                        help="the mixed directory; the fixtures")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--files", type=int, default=100, metavar="N", help="take at most N photos, and a quarter of N of other kinds")
    parser.add_argument("--stills", type=int, default=3000, metavar="N", help="take at most N of the mixed directory")
    parser.add_argument("--results", metavar="DIR", help="keep table, JSON and plots there")
    parser.add_argument("--from", dest="kept", metavar="JSON", help="only write table and plots again")
    parser.add_argument("--add", metavar="JSON", help="put what is measured to the results of an earlier run")
    parser.add_argument("--only-bytes", action="store_true", help="with gate: leave out instructions")
    parser.add_argument("--record", action="store_true", help="with gate: make this the baseline")
    arguments = parser.parse_args()
    for part in arguments.parts:
        if part not in PARTS:
            parser.error(f"no part {part}: one of {', '.join(PARTS)}")
    if not arguments.kept and not os.path.exists(os.path.join(arguments.binaries, "thumbs")):
        parser.error(f"no thumbs in {arguments.binaries}: make build")
    return arguments


def main():
    arguments = parsed()
    if arguments.kept:
        with open(arguments.kept) as file:
            save(json.load(file), arguments.results or os.path.dirname(os.path.abspath(arguments.kept)))
        return 0
    if arguments.parts == ["gate"]:
        return gate(arguments)
    say = lambda text: print(text, file=sys.stderr, flush=True)
    peers.install(os.path.join(os.path.abspath(arguments.cache), "peers"), work.APT, say)
    bench = contests.Bench(arguments)
    results = {"facts": facts(bench, arguments)}
    if arguments.add:
        with open(arguments.add) as file:
            kept = json.load(file)
        if results["facts"]["commit"] not in kept["facts"]["commit"]:
            kept["facts"]["commit"] += f" and {results['facts']['commit']}"
        results = kept
    for _ in measure(bench, arguments, results):
        if arguments.results:
            save(results, arguments.results)
    shutil.rmtree(bench.out())
    print(written(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
