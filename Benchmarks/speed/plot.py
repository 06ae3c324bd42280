"""Draws results as SVG: no library, so that anyone can make them again."""

from html import escape

INK, FAINT, LOST, GROUND = "#1f2430", "#6b7280", "#f1c9c0", "#ffffff"
OURS, THEIRS = "#1663c7", "#8fa3bd"
FONT = "font-family='system-ui, Helvetica, Arial, sans-serif'"


class Drawing:
    """Shapes in the order they are painted."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.shapes = [f"<rect width='{width}' height='{height}' fill='{GROUND}'/>"]

    def box(self, x, y, width, height, colour):
        self.shapes.append(
            f"<rect x='{x:.1f}' y='{y:.1f}' width='{max(0, width):.1f}' height='{height:.1f}' rx='2' fill='{colour}'/>")

    def line(self, x1, y1, x2, y2, colour):
        self.shapes.append(f"<path d='M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}' stroke='{colour}' stroke-width='1'/>")

    def text(self, x, y, words, size=13, colour=INK, anchor="start", bold=False):
        weight = " font-weight='600'" if bold else ""
        self.shapes.append(
            f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' fill='{colour}' text-anchor='{anchor}'{weight}>"
            f"{escape(words)}</text>")

    def save(self, path):
        body = "\n".join(self.shapes)
        with open(path, "w") as file:
            file.write(
                f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {self.width} {self.height}'"
                f" width='{self.width}' height='{self.height}' {FONT}>\n{body}\n</svg>\n")


def limits(results, caption, path):
    """A row a program, a column a limit: how many files were made, and in what time."""
    label, cell, row_height = 236, 150, 30
    rows = sum(len(result["rows"]) for result in results)
    drawing = Drawing(label + 4 * cell + 24, 74 + 58 * len(results) + rows * row_height + 30)
    drawing.text(20, 30, "Thumbnails of 256 pixels inside a memory limit, without swap", 18, bold=True)
    drawing.text(20, 52, "Bar: files made. Number: files lost, and seconds of CPU time. One job.", 13, FAINT)
    y = 74
    for result in results:
        y += 24
        drawing.text(20, y, f"{result['files']} {result['set']}", 13, bold=True)
        for column, point in enumerate(result["rows"][0]["cells"]):
            drawing.text(label + column * cell + 4, y, f"{point['limit']} MB", 13, FAINT)
        drawing.line(20, y + 9, drawing.width - 20, y + 9, "#d5dae1")
        y += 14
        for index, row in enumerate(result["rows"]):
            drawing.text(20, y + 20, row["name"], 13, OURS if index == 0 else INK, bold=index == 0)
            for column, point in enumerate(row["cells"]):
                limits_cell(drawing, label + column * cell, y, cell, point, result["files"], index == 0)
            y += row_height
        y += 20
    drawing.text(20, drawing.height - 14, caption, 11, FAINT)
    drawing.save(path)


def limits_cell(drawing, x, y, width, point, files, ours):
    share = point["made"] / files
    span = width - 84
    drawing.box(x + 4, y + 8, span, 14, LOST)
    drawing.box(x + 4, y + 8, span * share, 14, OURS if ours else THEIRS)
    lost = files - point["made"]
    words = f"{point['cpu']:.1f} s" if lost == 0 else f"−{lost}, {point['cpu']:.1f} s"
    if point["made"] == 0:
        words = "none"
    drawing.text(x + span + 10, y + 20, words, 12, INK if lost == 0 else "#a03020", bold=ours)


def speed(results, caption, path):
    """A row a work set and program: CPU time as a multiple of ours, on a logarithmic axis."""
    import math

    chosen = [(result, compared(result)) for result in results]
    chosen = [(result, others) for result, others in chosen if others]
    rows = sum(len(others) for _, others in chosen)
    label, span, row_height = 226, 560, 19
    drawing = Drawing(label + span + 90, 96 + 30 * len(chosen) + rows * row_height + 30)
    drawing.text(20, 30, "CPU time for the same thumbnails: how many times ours", 18, bold=True)
    drawing.text(20, 52, "Line: lowest and highest of the rounds. Left of 1 the other program is faster.", 13, FAINT)
    most = max(row["ratio"]["high"] for _, others in chosen for row in others)
    left, right = math.log2(0.25), math.log2(max(16, most))
    at = lambda ratio: label + span * (math.log2(max(0.25, ratio)) - left) / (right - left)
    y, bottom = 84, drawing.height - 34
    tick = 0.25
    while tick <= 2 ** right:
        drawing.line(at(tick), y - 4, at(tick), bottom, "#9aa3b0" if tick == 1 else "#e5e8ed")
        drawing.text(at(tick), y - 9, f"{tick:g}×", 11, FAINT, "middle")
        tick *= 2
    for result, others in chosen:
        y += 22
        drawing.text(20, y, result["title"], 12, bold=True)
        y += 8
        for row in others:
            ratio = row["ratio"]
            drawing.text(label - 10, y + 13, row["name"], 12, INK, "end")
            drawing.line(at(ratio["low"]), y + 9, at(ratio["high"]), y + 9, FAINT)
            drawing.box(min(at(1), at(ratio["middle"])), y + 5, abs(at(ratio["middle"]) - at(1)), 8,
                        OURS if ratio["middle"] >= 1 else "#d9822b")
            drawing.text(at(max(ratio["high"], 1)) + 8, y + 13, f"{ratio['middle']:.2f}", 11, INK)
            y += row_height
    drawing.text(20, drawing.height - 12, caption, 11, FAINT)
    drawing.save(path)


def compared(result):
    """The programs of a set that made all files, the fastest first."""
    whole = [row for row in result["rows"][1:] if row["made"] == row["files"] and row["ratio"]]
    return sorted(whole, key=lambda row: row["ratio"]["middle"])
