"""The parts of the benchmark that set programs side by side."""

import os
import sys

import floors
import peers
import work
from groups import MB, NoGroup
from measure import Figure, emptied, ratios, run

LIMITS = (512, 256, 120, 64)


class Bench:
    """Where programs and files are, and how often each is run."""

    def __init__(self, arguments):
        self.binaries = os.path.abspath(arguments.binaries)
        self.place = os.path.join(os.path.abspath(arguments.cache), "speed")
        self.environment = os.path.join(os.path.abspath(arguments.cache), "peers")
        self.rounds = arguments.rounds
        self.most = arguments.files
        self.directory = os.path.abspath(arguments.corpus)
        self.stills = arguments.stills
        self.maker = work.Maker(self.place)
        self.ours = peers.thumbs(self.binaries)
        self.peers = [peer for peer in peers.all_peers(self.environment) if peers.available(peer)]

    def out(self):
        return emptied(os.path.join(self.place, f"out-{os.getpid()}"))

    def contestants(self, kinds):
        return [self.ours, *(peer for peer in self.peers if kinds <= peer.kinds)]

    def some(self, paths, most=None):
        """At most as many files as are asked for, from the whole of the list."""
        most = most or self.most
        return [paths[i * len(paths) // most] for i in range(most)] if len(paths) > most else paths

    def say(self, text):
        print(text, file=sys.stderr, flush=True)


def sets(bench, names):
    """Every work set: cost at 1 and 2 jobs beside all peers and the floor."""
    for name in names:
        made = work.make(bench.maker, name)
        paths = bench.some(made.paths, bench.most if name == "photos" else max(2, bench.most // 4))
        title = made.title.replace(str(len(made.paths)), str(len(paths)), 1)
        many = [peer for peer in bench.contestants(made.kinds) if peer.name != peers.EACH]
        yield contest(bench, name, title, many, paths)


def contest(bench, name, title, contestants, paths, rounds=None, floored=True):
    """Runs contestants over the same files in turns: with one job in rounds, then once with two."""
    bench.say(f"measuring {title}")
    first, sizes = {}, {}
    for peer in contestants:
        out = bench.out()
        first[peer.name] = run(peer.command(paths, out, 1), sampled=True)
        sizes[peer.name] = peers.made(peer, paths, out)
    single = {peer.name: [] for peer in contestants}
    double = {}
    for _ in range(rounds or bench.rounds):
        for peer in contestants:
            single[peer.name].append(run(peer.command(paths, bench.out(), 1)))
    for peer in contestants:
        double[peer.name] = run(peer.command(paths, bench.out(), 2)).wall
    expected = sizes[bench.ours.name]
    count = len(paths)
    # A program that does only part of the files is compared by what it takes for each of them.
    each = {
        peer.name: [cost.cpu / max(1, len(sizes[peer.name])) for cost in single[peer.name]]
        for peer in contestants}
    own = each[bench.ours.name]
    rows = []
    for peer in contestants:
        costs = single[peer.name]
        rows.append({
            "name": peer.name,
            "files": count,
            "made": len(sizes[peer.name]),
            "same_size": sum(alike(size, expected.get(path)) for path, size in sizes[peer.name].items()),
            "format": peer.ending[1:],
            "cpu_seconds_a_file": vars(Figure.of(each[peer.name])),
            "wall_1": vars(Figure.of([cost.wall for cost in costs])),
            "wall_2": double[peer.name],
            "peak_bytes": first[peer.name].peak,
            "minor_faults_a_file": costs[-1].minor_faults / count,
            "major_faults": costs[-1].major_faults,
            "ratio": vars(ratios(each[peer.name], own)) if sizes[peer.name] else None,
        })
    result = {"set": name, "title": title, "rounds": rounds or bench.rounds, "rows": rows}
    if floored:
        floor, seconds = floors.floor(name, paths, rounds or bench.rounds)
        per_file = [value / count for value in seconds]
        result["floor"] = {
            "title": floor, "cpu_seconds_a_file": vars(Figure.of(per_file)),
            "ratio": vars(ratios(own, per_file)) if min(per_file) > 0 else None}
    return result


def alike(size, expected):
    """Whether two sizes differ by no more than how a half is rounded."""
    return expected is not None and all(abs(a - b) <= 1 for a, b in zip(size, expected))


def cold(bench):
    """One small JPEG, each time in a process of its own."""
    paths = work.small(bench.maker)
    make = peers.one_make(bench.binaries)
    wanted = [peer for peer in bench.contestants({"jpeg"})[1:] if "a file" not in peer.name]
    rounds = max(10, bench.rounds)
    result = contest(
        Alone(bench, make), "cold", "One JPEG of 640 pixels from cold start", [make, *wanted], paths, rounds,
        floored=False)
    started = [run(peers.Command(["/bin/true"])).cpu for _ in range(rounds)]
    own = next(row for row in result["rows"] if row["name"] == make.name)
    floor = Figure.of(started)
    result["floor"] = {
        "title": "process start", "cpu_seconds_a_file": vars(floor),
        "ratio": vars(Figure(*([own["cpu_seconds_a_file"]["middle"] / floor.middle] * 3))) if floor.middle else None}
    return result


class Alone:
    """A bench whose own contestant is another."""

    def __init__(self, bench, ours):
        self.bench, self.ours = bench, ours

    def __getattr__(self, name):
        return getattr(self.bench, name)


def mixed(bench):
    """All stills of a directory beside one `vipsthumbnail` process, and a sample beside a process a file."""
    paths = bench.some(peers.stills(bench.binaries, bench.directory), bench.stills)
    paths = work.linked(os.path.join(bench.place, "mixed"), paths)
    named = {peer.name: peer for peer in bench.peers}
    one = contest(
        bench, "mixed", f"{len(paths)} stills of a mixed directory",
        [bench.ours, named["vipsthumbnail"]], paths, min(2, bench.rounds), floored=False)
    sample = bench.some(paths)
    each = contest(
        bench, "mixed-each", f"{len(sample)} of them, a process a file",
        [bench.ours, named[peers.EACH]], sample, 1, floored=False)
    return [one, each]


def embedded(bench):
    """Pictures with smaller ones inside, in one process for all and in a process a file."""
    named = {peer.name: peer for peer in bench.peers}
    results = []
    for name, (side, *_) in work.STORED.items():
        made = work.make(bench.maker, name)
        with peers.asked_for(side):
            results.append(contest(
                bench, name, made.title, [bench.ours, named["vipsthumbnail"]], made.paths, floored=False))
            sample = bench.some(made.paths, 20)
            results.append(contest(
                Alone(bench, peers.each_make(bench.binaries)), name + "-each", f"{len(sample)} of them, a process a file",
                [peers.each_make(bench.binaries), named[peers.EACH]], sample, floored=False))
    return results


def limits(bench):
    """The same work inside ever smaller memory groups."""
    films = work.videos(bench.maker, ("4k", "8k"))
    return [
        limited(bench, "stills", work.gallery(bench.maker), {"jpeg"}),
        limited(bench, "videos", films, {"video"})]


def limited(bench, name, paths, kinds):
    paths = work.linked(os.path.join(bench.place, "limits", name), paths)
    rows = []
    for peer in bench.contestants(kinds):
        cells = []
        for limit in LIMITS:
            bench.say(f"{name}: {peer.name} within {limit} MB")
            if peer is bench.ours:
                peer = peers.thumbs(bench.binaries, f"{limit}MB")
                cells.append(limited_run(peer, paths, bench.out(), limit))
                peer = bench.ours
            else:
                cells.append(limited_run(peer, paths, bench.out(), limit))
        rows.append({"name": peer.name, "cells": cells})
    return {"set": name, "files": len(paths), "rows": rows}


def limited_run(peer, paths, out, limit):
    cost = run(peer.command(paths, out, 1), limit=limit * MB, timeout=120)
    return {
        "limit": limit, "made": len(peers.made(peer, paths, out)), "kills": cost.kills,
        "wall": cost.wall, "cpu": cost.cpu, "status": cost.status}


__all__ = ["Bench", "NoGroup", "cold", "embedded", "limits", "mixed", "sets"]
