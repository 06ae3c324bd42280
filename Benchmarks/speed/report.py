"""Tables in Markdown from what was measured."""

MB = 1 << 20


def table(head, rows):
    """A table in Markdown, padded so that it reads as text too; numbers stand to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in [head, *cells]) for i in range(len(head))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = [head, rule, *cells]
    return "\n".join(
        "| " + " | ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))) + " |"
        for row in lines) + "\n"


def spread(figure, times=1, places=2):
    if figure is None:
        return "–"
    values = [figure[key] * times for key in ("middle", "low", "high")]
    texts = [f"{value:.{places}f}" for value in values]
    return texts[0] if len(set(texts)) == 1 else f"{texts[0]} ({texts[1]}–{texts[2]})"


def contest(result, heading="###"):
    rows = []
    for row in result["rows"]:
        cpu = row["cpu_seconds_a_file"]
        middle = cpu["middle"]
        rows.append([
            row["name"] + (f" ({row['format'].upper()})" if row["format"] != "jpg" else ""),
            f"{row['made']}/{row['files']}", f"{row['same_size']}",
            spread(cpu, 1000, 1), f"{1 / middle:.1f}" if middle else "–",
            spread(row["ratio"]), spread(row["wall_1"]), f"{row['wall_2']:.2f}",
            f"{row['peak_bytes'] / MB:.0f}", f"{row['minor_faults_a_file']:.0f}"])
    text = f"{heading} {result['title']}\n\nRounds: {result['rounds']}.\n\n" + table(
        ["program", "made", "same size", "CPU ms a file", "files a CPU s", "CPU, ours = 1", "s, 1 job",
         "s, 2 jobs", "PSS MB", "faults a file"], rows)
    floor = result.get("floor")
    if floor:
        ratio = f"; ours is {spread(floor['ratio'])} of it" if floor["ratio"] else ""
        text += (
            f"\nFloor: {floor['title']}, {spread(floor['cpu_seconds_a_file'], 1000, 2)} ms of CPU a file{ratio}.\n")
    return text


def limits(results):
    text = ""
    for result in results:
        widths = [cell["limit"] for cell in result["rows"][0]["cells"]]
        rows = [
            [row["name"], *(outcome(cell, result["files"]) for cell in row["cells"])]
            for row in result["rows"]]
        text += f"### {result['files']} {result['set']} inside a memory group, one job, no swap: CPU seconds\n\n"
        text += table(["program", *(f"{width} MB" for width in widths)], rows) + "\n"
    return text


def outcome(cell, files):
    lost = files - cell["made"]
    killed = f", {cell['kills']} killed" if cell["kills"] else ""
    verdict = "all" if lost == 0 else f"{lost} lost{killed}"
    return f"{verdict}, {cell['cpu']:.1f} s"


def growth(rows):
    text = ""
    for axis in dict.fromkeys(row["axis"] for row in rows):
        chosen = [row for row in rows if row["axis"] == axis]
        places = [point["at"] for point in chosen[0]["points"]]
        body = []
        for row in chosen:
            cells = [
                f"{point['wall' if axis == 'jobs' else 'cpu']:.2f} s, {point['peak_bytes'] / MB:.0f} MB"
                for point in row["points"]]
            slopes = ["–" if row[key] is None else f"{row[key]:.2f}" for key in ("slope_cpu", "slope_peak")]
            body.append([f"{row['name']}, {row['what']}", *cells, *slopes])
        of = "wall time" if axis == "jobs" else "CPU time"
        text += f"### By {axis}: {of} and peak PSS\n\n"
        text += table(["program", *map(str, places), "slope of CPU", "slope of PSS"], body) + "\n"
    return text


def summary(results):
    """One row a work set: ours, the best and the usual peer, and the floor."""
    rows = []
    for result in results:
        ours, *others = [row for row in result["rows"] if row["ratio"]]
        whole = [row for row in others if row["made"] == row["files"]] or others
        if not whole:
            continue
        best = min(whole, key=lambda row: row["ratio"]["middle"])
        usual = next((row for row in others if row["name"] in ("vipsthumbnail", "ffmpegthumbnailer")), best)
        floor = result.get("floor")
        rows.append([
            result["title"], spread(ours["cpu_seconds_a_file"], 1000, 1), f"{ours['peak_bytes'] / MB:.0f}",
            f"{usual['name']} {spread(usual['ratio'])}", f"{usual['peak_bytes'] / MB:.0f}",
            f"{best['name']} {spread(best['ratio'])}",
            f"{floor['title']} {spread(floor['ratio'])}" if floor and floor["ratio"] else "–"])
    return table(
        ["work", "ours: CPU ms a file", "PSS MB", "usual peer: CPU, ours = 1", "PSS MB",
         "best peer: CPU, ours = 1", "floor: ours in floors"], rows)


def counts(rows):
    """Sums and instructions, and of single files those that changed."""
    shown = [row for row in rows if "/" not in row["name"] or row["now"] != row["baseline"]]
    return table(["counted", "baseline", "now", "change"], [
        [row["name"], f"{row['baseline']:,}" if row["baseline"] else "–", f"{row['now']:,}",
         f"{100 * (row['now'] / row['baseline'] - 1):+.1f} %" if row["baseline"] else "new"] for row in shown])
