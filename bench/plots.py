"""Draws what a run found: how much more others take, and how figures grow. SVG, written by hand.

`python -m bench.plots` draws the newest figures of all kept runs again, as a whole `make bench` does.
"""

import math
from html import escape
from pathlib import Path

from bench.measure import ROOT

FOLDER = ROOT / "docs" / "explanation"
WIDTH, LEFT, BAR, GAP = 720, 250, 14, 5
INK, FAINT, OURS = "#3f4652", "#c9ced6", "#2f6f4f"
SIZES = (1_000, 10_000, 100_000)
LINES = (
    ("save", "growth: save one of {size:,} entries in one file", "ms"),
    ("save a document", "growth: save one of {size:,} documents", "ms"),
    ("validate, ms per 1,000", "growth: validate {size:,} entries in one file", "s"),
    ("search", "growth: search {size:,} entries in one file, median", "ms"),
)
DURABLE = ("durable", "studio")
"""How the names of figures begin in which whoever is compared keeps its state on disk."""
COLOURS = ("#2f6f4f", "#7a4f9a", "#b5651d", "#2b5f9e")

Ratios = dict[str, list[tuple[str, float]]]


def draw(rows: list[dict[str, object]]) -> list[Path]:
    """Draw what these rows allow, and return the pictures; a picture without figures is left as it was."""
    drawn: list[Path] = []
    ratios = ratios_of(rows)
    durable = {test: peers for test, peers in ratios.items() if test.startswith(DURABLE)}
    pictures = {
        "ratios": {test: ratios[test] for test in ratios if test not in durable},
        "durable": durable,
    }
    drawn += [_write(f"performance-{name}.svg", draw_ratios(some)) for name, some in pictures.items() if some]
    if growth := growth_of(rows):
        drawn.append(_write("performance-growth.svg", draw_growth(growth)))
    return drawn


def ratios_of(rows: list[dict[str, object]]) -> Ratios:
    """Return by test what each peer takes, in times of ours: peers' rows stand indented below ours."""
    found: Ratios = {}
    test = ""
    for row in rows:
        what, note = str(row["what"]), str(row["note"])
        if not what.startswith("  "):
            test = what
        elif note.endswith("times ours"):
            found.setdefault(test, []).append((what.rpartition(": ")[2].strip(), float(note.split()[0])))
    return found


def growth_of(rows: list[dict[str, object]]) -> dict[str, list[float]]:
    """Return what grows: milliseconds by line at each size."""
    value = {str(row["what"]): float(str(row["value"])) for row in rows}
    found: dict[str, list[float]] = {}
    for name, pattern, unit in LINES:
        figures = [value.get(pattern.format(size=size)) for size in SIZES]
        if None not in figures:
            scale = [1e6 / size if unit == "s" else 1 for size in SIZES]
            found[name] = [(one or 0) * by for one, by in zip(figures, scale, strict=True)]
    return found


def draw_ratios(ratios: Ratios) -> str:
    """Draw bars on a logarithmic scale; ours is the line at one."""
    most = max(times for peers in ratios.values() for _, times in peers)
    top = 10 ** math.ceil(math.log10(max(most, 10)))
    room = WIDTH - LEFT - 60
    parts: list[str] = []
    y = 34
    for test, peers in ratios.items():
        parts.append(_text(8, y + 10, test, "bold"))
        y += 18
        for name, times in peers:
            width = max(2.0, room * math.log10(max(times, 1)) / math.log10(top))
            parts.append(_text(24, y + 11, name))
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}" fill="{FAINT}"/>')
            parts.append(_text(LEFT + width + 6, y + 11, f"{times:.1f} ×"))
            y += BAR + GAP
        y += 8
    ticks = [10**power for power in range(round(math.log10(top)) + 1)]
    for tick in ticks:
        x = LEFT + room * math.log10(tick) / math.log10(top)
        colour = OURS if tick == 1 else FAINT
        parts.insert(0, f'<line x1="{x:.1f}" y1="28" x2="{x:.1f}" y2="{y}" stroke="{colour}"/>')
        parts.append(_text(x - 6, 22, "ours" if tick == 1 else f"{tick} ×"))
    return _svg(y + 8, parts, "What others take, in times of ours")


def draw_growth(growth: dict[str, list[float]]) -> str:
    """Draw lines over the number of entries, both axes logarithmic."""
    values = [value for line in growth.values() for value in line if value > 0]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    height, left, right = 300, 70, 190

    def place(number: int, value: float) -> tuple[float, float]:
        x = left + (WIDTH - left - right) * number / (len(SIZES) - 1)
        return x, 20 + height * (high - math.log10(value)) / max(1, high - low)

    parts: list[str] = []
    for power in range(low, high + 1):
        _, y = place(0, 10.0**power)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{WIDTH - right}" y2="{y:.1f}" stroke="{FAINT}"/>')
        parts.append(_text(8, y + 4, f"{10.0**power:g} ms"))
    for number, size in enumerate(SIZES):
        parts.append(_text(place(number, 10.0**low)[0] - 20, height + 40, f"{size:,}"))
    for (name, line), colour in zip(growth.items(), COLOURS, strict=False):
        points = [place(number, value) for number, value in enumerate(line)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(_text(points[-1][0] + 8, points[-1][1] + 4, name, colour=colour))
    return _svg(height + 56, parts, "Processor time by number of entries")


def _text(x: float, y: float, words: str, weight: str = "normal", colour: str = INK) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-weight="{weight}">{escape(words)}</text>'


def _svg(height: float, parts: list[str], title: str) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
        f'font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="{escape(title)}">'
    )
    ground = f'<rect width="{WIDTH}" height="{height:.0f}" fill="#ffffff"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *parts, "</svg>\n"])


def _write(name: str, drawing: str) -> Path:
    path = FOLDER / name
    path.write_text(drawing)
    return path


if __name__ == "__main__":
    from bench.run import kept_rows

    for path in draw(kept_rows()):
        print(path)
