"""Scenes of the built city: roofs, streets, night."""

import math

from proofroom.media.drawing.canvas import Canvas
from proofroom.media.drawing.colour import Rgb, mix
from proofroom.media.drawing.land import bird, crown, sun, tree


def draw_birds(sheet: Canvas) -> None:
    """Swifts above a row of gables."""
    colours = sheet.palette
    sheet.sky(colours.light, colours.paper)
    sun(sheet, sheet.width * 0.3, 0.58, 0.14)
    gables(sheet, 0.74, (mix(colours.light, colours.middle, 0.6), colours.middle))
    gables(sheet, 0.86, (colours.dark, mix(colours.dark, colours.ink, 0.4)))
    for _ in range(11):
        size = sheet.random.uniform(0.03, 0.085)
        place = (sheet.random.uniform(0.1, sheet.width - 0.1), sheet.random.uniform(0.08, 0.56))
        bird(sheet, *place, size, colours.ink, sheet.random.uniform(-0.7, 0.7))


def draw_roofs(sheet: Canvas) -> None:
    """Flat roofs with gardens, in terraces, in the sun."""
    colours = sheet.palette
    sheet.sky(mix(colours.glow, colours.paper, 0.35), colours.paper)
    sun(sheet, sheet.width * 0.78, 0.2, 0.13)
    level = 0.44
    for row in range(3):
        x = -0.05 - 0.1 * row
        shade = (mix(colours.light, colours.middle, 0.5), colours.middle, colours.dark)[row]
        while x < sheet.width:
            width = sheet.random.uniform(0.3, 0.46)
            top = level + sheet.random.uniform(-0.05, 0.05)
            sheet.box(x, top, width - 0.012, sheet.height, shade)
            sheet.box(x - 0.008, top - 0.012, width + 0.004, 0.02, mix(shade, colours.ink, 0.25))
            beds = range(int((width - 0.08) / 0.07))
            for bed in beds:
                green = mix((84, 122, 62), shade, 0.25 + 0.08 * row)
                crown(
                    sheet, x + 0.06 + bed * 0.07, top - 0.03, 0.045, (green, mix(green, colours.paper, 0.3))
                )
            for window in range(int(width / 0.09)):
                sheet.box(x + 0.03 + window * 0.09, top + 0.07, 0.035, 0.06, mix(shade, colours.paper, 0.5))
            x += width
        level += 0.19


def draw_night_bus(sheet: Canvas) -> None:
    """A lit bus under a lamp, and one bird awake on the wire."""
    colours = sheet.palette
    sheet.sky(colours.dark, colours.middle)
    stars(sheet, 60, 0.5)
    gables(sheet, 0.66, (colours.light, mix(colours.light, colours.dark, 0.5)), lit=0.12)
    sheet.box(0, 0.82, sheet.width, sheet.height, colours.dark)
    lamp(sheet, sheet.width * 0.8, 0.84, 0.5)
    x, y, width, height = sheet.width * 0.2, 0.6, sheet.width * 0.44, 0.22
    sheet.box(x, y, width, height, mix(colours.middle, colours.ink, 0.25), 0.03)
    for window in range(6):
        sheet.box(
            x + 0.03 + window * (width - 0.05) / 6, y + 0.04, width / 6 - 0.02, 0.085, colours.accent, 0.01
        )
    for wheel in (0.2, 0.8):
        sheet.disc(x + width * wheel, y + height, 0.038, colours.dark)
        sheet.disc(x + width * wheel, y + height, 0.018, colours.light)
    sheet.shape(
        [(x + width, y + 0.14), (x + width + 0.34, 0.86), (x + width, 0.86)],
        mix(colours.dark, colours.accent, 0.3),
    )
    sheet.line([(0, 0.3), (sheet.width, 0.25)], colours.dark, 0.004)
    perched(sheet, sheet.width * 0.36, 0.275, 0.05, colours.dark)


def draw_streets(sheet: Canvas) -> None:
    """A town seen from above, with one quiet way marked through it."""
    colours = sheet.palette
    sheet.box(0, 0, sheet.width, sheet.height, colours.paper)
    columns, rows = 11, 8
    step_x, step_y = sheet.width / columns, sheet.height / rows
    shades = (colours.light, mix(colours.light, colours.middle, 0.35), mix(colours.light, colours.paper, 0.4))
    for column in range(columns):
        for row in range(rows):
            shade = shades[sheet.random.randrange(3)]
            inset = sheet.random.uniform(0.006, 0.014)
            sheet.box(
                column * step_x + inset,
                row * step_y + inset,
                step_x - 2 * inset,
                step_y - 2 * inset,
                shade,
                0.008,
            )
            if sheet.random.random() < 0.14:
                crown(
                    sheet, (column + 0.5) * step_x, (row + 0.5) * step_y, 0.05, (colours.middle, colours.dark)
                )
    sheet.line([(0, step_y * 3), (sheet.width, step_y * 3)], colours.dark, 0.03)
    sheet.line([(step_x * 6, 0), (step_x * 6, sheet.height)], colours.dark, 0.026)
    way, x, y = [(0.0, step_y * 7)], 0.0, 7
    while x < sheet.width - step_x / 2:
        x += step_x
        way.append((x, step_y * y))
        if y > 1 and sheet.random.random() < 0.62:
            y -= 1
            way.append((x, step_y * y))
    sheet.line(way, colours.accent, 0.016)
    for end in (way[0], way[-1]):
        sheet.disc(*end, 0.03, colours.accent)
        sheet.disc(*end, 0.014, colours.paper)


def draw_lamps(sheet: Canvas) -> None:
    """A lane under the Milky Way, with one capped lamp at the steps."""
    colours = sheet.palette
    sheet.sky(colours.dark, colours.light)
    for _ in range(500):
        along, across = sheet.random.random(), sheet.random.gauss(0, 0.1)
        x, y = along * sheet.width * 1.1, 0.62 - along * 0.62 + across
        if 0 < y < 0.68:
            sheet.disc(x, y, sheet.random.uniform(0.0012, 0.0032), mix(colours.middle, colours.ink, 0.7))
    stars(sheet, 90, 0.62)
    sheet.ridge(0.7, 0.03, colours.dark)
    sheet.shape(
        [
            (sheet.width * 0.49, 0.72),
            (sheet.width * 0.51, 0.72),
            (sheet.width * 0.66, sheet.height),
            (sheet.width * 0.3, sheet.height),
        ],
        mix(colours.dark, colours.middle, 0.55),
    )
    tree(sheet, sheet.width * 0.22, 0.8, 0.28, mix(colours.dark, (0, 0, 0), 0.3))
    lamp(sheet, sheet.width * 0.76, 0.9, 0.42)


def draw_field(sheet: Canvas) -> None:
    """Fields in rows up to the edge of a town: for anything else."""
    colours = sheet.palette
    sheet.sky(colours.light, colours.paper)
    sun(sheet, sheet.width * sheet.random.uniform(0.2, 0.8), 0.24, 0.1)
    gables(sheet, 0.5, (mix(colours.light, colours.middle, 0.5), colours.middle))
    sheet.box(0, 0.56, sheet.width, sheet.height, mix(colours.light, colours.middle, 0.6))
    vanish = (sheet.width * sheet.random.uniform(0.35, 0.65), 0.5)
    for row in range(-14, 15):
        foot = vanish[0] + row * 0.17
        shade = colours.dark if row % 2 else colours.middle
        sheet.shape(
            [(vanish[0] + row * 0.012, 0.56), (foot, sheet.height), (foot + 0.07, sheet.height)], shade
        )
    for _ in range(5):
        tree(
            sheet,
            sheet.random.uniform(0.05, sheet.width - 0.05),
            0.58,
            sheet.random.uniform(0.08, 0.14),
            colours.dark,
        )


def gables(sheet: Canvas, foot: float, shades: tuple[Rgb, Rgb], lit: float = 0) -> None:
    """Draw a row of houses with pointed roofs; a share of the windows is lit."""
    x, index = -0.03, 0
    while x < sheet.width:
        width, height = sheet.random.uniform(0.11, 0.19), sheet.random.uniform(0.08, 0.18)
        shade = shades[index % 2]
        sheet.box(x, foot - height, width, sheet.height - foot + height, shade)
        peak = foot - height - width * 0.55
        sheet.shape(
            [(x - 0.006, foot - height), (x + width / 2, peak), (x + width + 0.006, foot - height)], shade
        )
        for row in range(2):
            for place in (0.22, 0.6):
                is_lit = lit and sheet.random.random() < lit
                pane = sheet.palette.accent if is_lit else mix(shade, sheet.palette.paper, 0.22)
                sheet.box(x + width * place, foot - height + 0.02 + row * 0.07, width * 0.16, 0.035, pane)
        x += width
        index += 1


def lamp(sheet: Canvas, x: float, foot: float, height: float) -> None:
    """Put a street lamp whose light falls down."""
    colours = sheet.palette
    top = foot - height
    sheet.shape(
        [(x - 0.05, top + 0.01), (x - 0.2, foot), (x + 0.1, foot)], mix(colours.dark, colours.glow, 0.22)
    )
    sheet.line([(x, foot), (x, top), (x - 0.05, top)], colours.dark, 0.012)
    sheet.box(x - 0.085, top - 0.012, 0.07, 0.02, colours.accent, 0.01)
    sheet.disc(x - 0.05, foot, 0.15, mix(colours.dark, colours.accent, 0.5), 0.14)


def stars(sheet: Canvas, count: int, depth: float) -> None:
    """Scatter stars over the upper part of the sheet."""
    for _ in range(count):
        place = (sheet.random.uniform(0, sheet.width), sheet.random.uniform(0, depth))
        sheet.disc(*place, sheet.random.choice((0.0016, 0.0022, 0.0034)), sheet.palette.ink)


def perched(sheet: Canvas, x: float, foot: float, size: float, colour: Rgb) -> None:
    """Put a small bird that sits."""
    sheet.disc(x, foot - size * 0.55, size * 0.5, colour, 0.85)
    sheet.disc(x + size * 0.42, foot - size * 1.05, size * 0.28, colour)
    beak = x + size * 0.66
    sheet.shape(
        [(beak, foot - size * 1.12), (beak + size * 0.26, foot - size), (beak, foot - size * 0.94)],
        sheet.palette.accent,
    )
    tail = [
        (x - size * 0.3, foot - size * 0.6),
        (x - size * 1.1, foot - size * 0.1),
        (x - size * 0.2, foot - size * 0.3),
    ]
    sheet.shape(tail, colour)
    for leg in (-0.08, 0.1):
        sheet.line(
            [(x + size * leg, foot - size * 0.2), (x + size * leg, foot)], colour, math.fabs(size) * 0.06
        )
