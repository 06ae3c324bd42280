"""How cost grows with megapixels, with the number of files, and with jobs."""

import math
import os

import peers
import work
from measure import run

PIXELS = {1: (1155, 866), 3: (2000, 1500), 12: (4000, 3000), 50: (8192, 6144), 108: (12000, 9000), 500: (25000, 20000)}
COUNTS = (10, 100, 1000, 10000)
JOBS = (1, 2, 4)


def slope(points):
    """The exponent with which cost grows: the slope of a line through the logarithms."""
    logs = [(math.log(x), math.log(y)) for x, y in points if y > 0]
    if len(logs) < 2:
        return None
    middle_x = sum(x for x, _ in logs) / len(logs)
    middle_y = sum(y for _, y in logs) / len(logs)
    across = sum((x - middle_x) ** 2 for x, _ in logs)
    return sum((x - middle_x) * (y - middle_y) for x, y in logs) / across


def measured(bench, peer, paths, jobs=1):
    """CPU and wall seconds, and the peak, of one watched run."""
    out = bench.out()
    cost = run(peer.command(paths, out, jobs), sampled=True)
    return {
        "cpu": cost.cpu, "wall": cost.wall, "peak_bytes": cost.peak,
        "made": len(peers.made(peer, paths, out))}


def line(what, peer, axis, points):
    """A row of the table: points over an axis, with the slopes of CPU time and memory."""
    return {
        "what": what, "name": peer.name, "axis": axis, "points": points,
        "slope_cpu": slope([(point["at"], point["cpu"]) for point in points]),
        "slope_peak": slope([(point["at"], point["peak_bytes"]) for point in points])}


def pixels(bench):
    """The same picture with more and more pixels."""
    kinds = {"baseline": [], "progressive": []}
    for megapixels, (width, height) in PIXELS.items():
        path = bench.maker.photo(f"growth/{megapixels:03}.jpg", 3, width, height)
        kinds["baseline"].append((megapixels, path))
        kinds["progressive"].append(
            (megapixels, bench.maker.progressive(f"growth/{megapixels:03}-progressive.jpg", path)))
    for kind, files in kinds.items():
        for peer in contestants(bench):
            bench.say(f"growth: megapixels, {kind}, {peer.name}")
            points = [{"at": megapixels, **measured(bench, peer, [path])} for megapixels, path in files]
            yield line(f"{kind} JPEG", peer, "megapixels", points)


def files(bench):
    """More and more small files."""
    small = work.small(bench.maker)[0]
    for peer in contestants(bench):
        points = []
        for count in COUNTS:
            bench.say(f"growth: {count} files, {peer.name}")
            links = work.linked(os.path.join(bench.place, "growth", str(count)), [small] * count)
            points.append({"at": count, **measured(bench, peer, links)})
        yield line("JPEG of 640 pixels", peer, "files", points)


def jobs(bench):
    """More and more jobs over the same photos."""
    paths = bench.some(work.photos(bench.maker))
    for peer in contestants(bench):
        bench.say(f"growth: jobs, {peer.name}")
        points = [{"at": count, **measured(bench, peer, paths, count)} for count in JOBS]
        yield line(f"{len(paths)} photos, 12 MP", peer, "jobs", points)


def contestants(bench):
    return [bench.ours, *(peer for peer in bench.peers if peer.name == "vipsthumbnail")]


def growth(bench):
    yield from pixels(bench)
    yield from jobs(bench)
    yield from files(bench)
