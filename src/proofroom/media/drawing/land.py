"""Scenes of open ground: water, hills, trees, parks."""

import math

from proofroom.media.drawing.canvas import Canvas
from proofroom.media.drawing.colour import Rgb, mix


def draw_river(sheet: Canvas) -> None:
    """A river that comes from the hills and widens towards us, under a street of stalls."""
    colours = sheet.palette
    sheet.sky(colours.light, colours.paper)
    sun(sheet, sheet.width * 0.74, 0.2, 0.11)
    sheet.ridge(0.46, 0.05, mix(colours.light, colours.middle, 0.55))
    sheet.ridge(0.54, 0.04, colours.middle)
    sheet.ridge(0.62, 0.02, colours.dark)
    left: list[tuple[float, float]] = []
    right: list[tuple[float, float]] = []
    for step in range(41):
        far = step / 40
        y = 0.615 + (sheet.height - 0.6) * far**1.5
        middle = sheet.width * 0.5 + math.sin(far * 5.2) * 0.16 * (0.25 + far)
        half = 0.012 + 0.34 * far**2
        left.append((middle - half, y))
        right.append((middle + half, y))
    sheet.shape([*left, *reversed(right)], mix(colours.light, colours.paper, 0.35))
    for step in range(26):
        far = (step + 1) / 27
        y = 0.63 + (sheet.height - 0.63) * far**1.5
        middle = sheet.width * 0.5 + math.sin(far * 5.2) * 0.16 * (0.25 + far)
        reach = 0.26 * far**2
        begin = middle + sheet.random.uniform(-reach, reach * 0.4)
        sheet.line([(begin, y), (begin + reach * 0.7, y)], colours.middle, 0.003 + 0.004 * far)


def draw_hill(sheet: Canvas) -> None:
    """A hill with a winding path and a bench at two thirds of it."""
    colours = sheet.palette
    sheet.sky(colours.light, colours.paper)
    sun(sheet, sheet.width * 0.2, 0.22, 0.09)
    sheet.ridge(0.6, 0.05, mix(colours.light, colours.middle, 0.5))
    top, steps = (sheet.width * 0.68, 0.26), 60
    slope = [
        (x, 0.92 - 0.66 * math.exp(-(((x - top[0]) / 0.52) ** 2)))
        for x in (sheet.width * step / steps for step in range(steps + 1))
    ]
    sheet.shape([*slope, (sheet.width, sheet.height), (0, sheet.height)], colours.middle)
    path = [
        (top[0] - 0.02 + math.sin(step / 30 * 9.5) * 0.2 * (step / 30), 0.27 + step / 30 * 0.72)
        for step in range(31)
    ]
    sheet.line(path, colours.paper, 0.02)
    tree(sheet, sheet.width * 0.88, 0.44, 0.15, colours.dark)
    tree(sheet, sheet.width * 0.46, 0.58, 0.12, colours.dark)
    bench(sheet, sheet.width * 0.53, 0.5, 0.11, colours.ink)


def draw_tree(sheet: Canvas) -> None:
    """One great tree in a street."""
    colours = sheet.palette
    sheet.sky(colours.paper, colours.light)
    for index in range(9):
        width = sheet.width / 9
        height = sheet.random.uniform(0.14, 0.3)
        shade = mix(colours.light, colours.middle, 0.25 + 0.2 * (index % 2))
        sheet.box(index * width, 0.78 - height, width + 0.005, height + 0.1, shade)
        for floor in range(int(height / 0.08)):
            for place in (0.25, 0.6):
                sheet.box(
                    (index + place) * width, 0.8 - height + floor * 0.08, width * 0.16, 0.04, colours.paper
                )
    sheet.box(0, 0.78, sheet.width, sheet.height - 0.78, colours.dark)
    middle = sheet.width * 0.5
    sheet.shape(
        [(middle - 0.06, 0.86), (middle - 0.025, 0.45), (middle + 0.025, 0.45), (middle + 0.06, 0.86)],
        colours.ink,
    )
    for angle in (-0.9, -0.5, 0.45, 0.85):
        end = (middle + math.sin(angle) * 0.26, 0.52 - math.cos(angle) * 0.26)
        sheet.line([(middle, 0.56), end], colours.ink, 0.018)
    crown(sheet, middle, 0.36, 0.34, (colours.dark, colours.middle, mix(colours.middle, colours.light, 0.4)))


def draw_park(sheet: Canvas) -> None:
    """A narrow garden between two walls, with a path from corner to corner."""
    colours = sheet.palette
    sheet.sky(colours.light, colours.paper)
    third = sheet.width / 3.2
    brick = mix(colours.glow, colours.dark, 0.45)
    for x, shade in ((0.0, brick), (sheet.width - third, mix(brick, colours.ink, 0.25))):
        sheet.box(x, 0.08, third, 0.84, shade)
        for row in range(24):
            y = 0.1 + row * 0.034
            sheet.line([(x, y), (x + third, y)], mix(shade, colours.ink, 0.12), 0.002)
    sheet.shape(
        [
            (third * 0.98, 0.62),
            (sheet.width - third * 0.98, 0.62),
            (sheet.width, sheet.height),
            (0, sheet.height),
        ],
        mix(colours.light, colours.middle, 0.55),
    )
    sheet.shape(
        [
            (third * 1.05, 0.63),
            (third * 1.16, 0.63),
            (sheet.width * 0.94, sheet.height),
            (sheet.width * 0.7, sheet.height),
        ],
        colours.paper,
    )
    tree(sheet, sheet.width * 0.57, 0.72, 0.26, colours.dark)
    for index in range(5):
        x = sheet.width * (0.1 + 0.11 * index)
        sheet.box(x, 0.84 - 0.012 * index, 0.12, 0.05, colours.ink, 0.008)
        for plant in range(4):
            sheet.disc(x + 0.02 + plant * 0.027, 0.838 - 0.012 * index, 0.016, colours.accent)


def draw_canal(sheet: Canvas) -> None:
    """A straight canal and, beside it, a bowl of grass with water in it."""
    colours = sheet.palette
    sheet.sky(colours.paper, colours.light)
    sheet.ridge(0.42, 0.02, mix(colours.light, colours.middle, 0.4), waves=3)
    sheet.box(0, 0.46, sheet.width, sheet.height, mix(colours.light, colours.middle, 0.7))
    vanish = sheet.width * 0.28
    near = [(-0.1, sheet.height), (sheet.width * 0.42, sheet.height)]
    sheet.shape([(vanish - 0.012, 0.46), (vanish + 0.012, 0.46), near[1], near[0]], colours.dark)
    sheet.shape(
        [
            (vanish - 0.006, 0.46),
            (vanish + 0.006, 0.46),
            (near[1][0] - 0.07, sheet.height),
            (0, sheet.height),
        ],
        colours.middle,
    )
    for ring, shade in enumerate((colours.middle, mix(colours.middle, colours.paper, 0.45), colours.paper)):
        sheet.disc(sheet.width * 0.72, 0.74, 0.36 - ring * 0.085, shade, 0.4)
    for step in range(7):
        x = sheet.width * 0.6 + step * 0.045
        height = sheet.random.uniform(0.05, 0.1)
        sheet.line([(x, 0.85), (x + 0.012, 0.85 - height)], colours.dark, 0.005)
    bird(sheet, sheet.width * 0.78, 0.68, 0.05, colours.ink)


def sun(sheet: Canvas, x: float, y: float, radius: float) -> None:
    """Put a low sun into the sky."""
    colours = sheet.palette
    sheet.disc(x, y, radius * 1.5, mix(colours.light, colours.glow, 0.35))
    sheet.disc(x, y, radius, colours.glow)


def tree(sheet: Canvas, x: float, foot: float, height: float, colour: Rgb) -> None:
    """Put a small tree with its foot at a place."""
    sheet.line([(x, foot), (x, foot - height * 0.6)], mix(colour, (20, 16, 12), 0.5), height * 0.06)
    crown(sheet, x, foot - height * 0.66, height * 0.36, (colour, mix(colour, sheet.palette.middle, 0.5)))


def crown(sheet: Canvas, x: float, y: float, radius: float, shades: tuple[Rgb, ...]) -> None:
    """Draw leaves as overlapping discs, the light ones on top and towards the light."""
    for layer, shade in enumerate(shades):
        for _ in range(26 - layer * 6):
            angle, reach = sheet.random.uniform(0, math.tau), radius * math.sqrt(sheet.random.random()) * 0.8
            lift = layer * radius * 0.12
            sheet.disc(
                x + math.cos(angle) * reach - lift,
                y + math.sin(angle) * reach * 0.72 - lift,
                radius * sheet.random.uniform(0.2, 0.32) * (1 - layer * 0.3),
                shade,
            )


def bench(sheet: Canvas, x: float, y: float, width: float, colour: Rgb) -> None:
    """Put a bench with a back and two armrests."""
    thick = width * 0.07
    sheet.line([(x, y), (x + width, y)], colour, thick)
    sheet.line([(x, y - width * 0.2), (x + width, y - width * 0.2)], colour, thick)
    sheet.line([(x, y - width * 0.32), (x + width, y - width * 0.32)], colour, thick)
    for leg in (0.08, 0.92):
        sheet.line([(x + width * leg, y - width * 0.34), (x + width * leg, y + width * 0.26)], colour, thick)


def bird(sheet: Canvas, x: float, y: float, span: float, colour: Rgb, tilt: float = 0) -> None:
    """Put a bird with curved wings, as swifts have."""
    wing: list[tuple[float, float]] = []
    for step in range(-12, 13):
        place = step / 12
        wing.append((place * span, abs(place) ** 1.7 * span * 0.5 - span * 0.12))
    lower = [(px * 0.9, py + span * 0.14 * (1 - abs(px) / span)) for px, py in reversed(wing)]
    body = [(0, -span * 0.16), (span * 0.07, span * 0.1), (0, span * 0.42), (-span * 0.07, span * 0.1)]
    cos, sin = math.cos(tilt), math.sin(tilt)
    for outline in ([*wing, *lower], body):
        sheet.shape([(x + px * cos - py * sin, y + px * sin + py * cos) for px, py in outline], colour)
