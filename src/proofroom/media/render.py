"""The studio's own renderer: covers, diagrams and portraits from a title and a colour, with no model behind.

The same input always gives the same bytes on the same machine. Its pictures are drawings, and say so in
their descriptions; it never pretends to be an image model. Drawing blocks: call it in a thread.
"""

import hashlib
from collections.abc import Sequence
from typing import Literal

from PIL import Image

from proofroom.kernel.data import dataclass
from proofroom.media.drawing.canvas import Canvas, encode
from proofroom.media.drawing.colour import Palette, mix, palette_from
from proofroom.media.drawing.lettering import can_letter, text_width, wrap, write
from proofroom.media.drawing.scenes import AT_NIGHT, SCENES, scene_for

Format = Literal["webp", "png", "jpeg"]
COLOURS = ("#2f6f8f", "#4f7f3a", "#6b5b2e", "#a8552f", "#5b4a8a", "#8a6d9b", "#39726b", "#9a4a5a")


@dataclass(frozen=True, slots=True)
class Step:
    """One box of a diagram."""

    name: str
    note: str = ""


def render_cover(
    title: str,
    *,
    colour: str | None = None,
    scene: str | None = None,
    width: int = 1200,
    height: int = 800,
    with_title: bool = False,
    format: Format = "webp",
) -> bytes:
    """Draw a cover: a scene that fits the title, in the shades of one colour."""
    chosen = scene or scene_for(title)
    palette = palette_from(colour or _colour_of(title), night=chosen in AT_NIGHT)
    sheet = Canvas(width, height, palette, title)
    SCENES[chosen](sheet)
    picture = sheet.finished()
    if with_title and can_letter(title):
        _letter(picture, title, palette)
    return encode(picture, format.upper())


def render_portrait(
    name: str, *, colour: str | None = None, size: int = 256, format: Format = "webp"
) -> bytes:
    """Draw a portrait that shows nobody: initials over rings in the name's own colour."""
    palette = palette_from(colour or _colour_of(name))
    sheet = Canvas(size, size, palette, name)
    sheet.sky(palette.light, palette.middle)
    x, y = sheet.random.uniform(0.1, 0.9), sheet.random.uniform(0.75, 1.0)
    for ring in range(9, 0, -1):
        shade = mix(palette.dark, palette.light, ring / 10) if ring % 2 else palette.middle
        sheet.disc(x, y, ring * 0.115, shade)
    picture = sheet.finished()
    initials = "".join(part[0] for part in name.split()[:2]).upper()
    if can_letter(initials):
        large = round(size * 0.4)
        left = (size - text_width(initials, large)) / 2
        write(picture, (left, size * 0.64), initials, large, palette.paper)
    return encode(picture, format.upper())


def render_diagram(
    title: str,
    steps: Sequence[Step],
    *,
    colour: str | None = None,
    width: int = 1200,
    height: int = 480,
    format: Format = "webp",
) -> bytes:
    """Draw a diagram: boxes from left to right with arrows between them."""
    if not 1 <= len(steps) <= 8:
        raise ValueError("a diagram has one to eight steps")
    palette = palette_from(colour or _colour_of(title))
    sheet = Canvas(width, height, palette, title)
    gap = 0.09
    box = (sheet.width - 0.12 - gap * (len(steps) - 1)) / len(steps)
    lefts = [0.06 + index * (box + gap) for index in range(len(steps))]
    for index, left in enumerate(lefts):
        shade = mix(palette.light, palette.middle, index / max(1, len(steps) - 1) * 0.6)
        sheet.box(left, 0.36, box, 0.42, shade, 0.03)
        if index:
            start, end = left - gap + 0.012, left - 0.014
            sheet.line([(start, 0.57), (end, 0.57)], palette.dark, 0.012)
            sheet.shape([(end - 0.03, 0.535), (end + 0.008, 0.57), (end - 0.03, 0.605)], palette.dark)
    picture = sheet.finished(grain=0)
    _letter_diagram(picture, title, steps, lefts, box, palette)
    return encode(picture, format.upper(), quality=90)


def _letter(picture: Image.Image, title: str, palette: Palette) -> None:
    width, height = picture.size
    size = round(height * 0.085)
    lines = wrap(title, size, width * 0.8)[:4]
    deep = round(size * 1.3 * len(lines) + size)
    band = Image.new("RGB", (width, deep), palette.paper)
    picture.paste(band, (0, height - deep))
    for index, line in enumerate(lines):
        write(picture, (width * 0.05, height - deep + size * 1.3 * (index + 1)), line, size, palette.ink)


def _letter_diagram(
    picture: Image.Image,
    title: str,
    steps: Sequence[Step],
    lefts: Sequence[float],
    box: float,
    palette: Palette,
) -> None:
    unit = min(picture.size)
    if can_letter(title):
        write(picture, (0.06 * unit, 0.2 * unit), title, round(unit * 0.085), palette.ink)
    name_size, note_size = round(unit * 0.062), round(unit * 0.043)
    for left, step in zip(lefts, steps, strict=True):
        x, y, room = (left + 0.025) * unit, 0.47 * unit, (box - 0.05) * unit
        for text, size, lines in ((step.name, name_size, 2), (step.note, note_size, 4)):
            if not can_letter(text):
                continue
            for line in wrap(text, size, room)[:lines]:
                write(picture, (x, y), line, size, palette.ink)
                y += size * 1.28
            y += size * 0.25


def _colour_of(text: str) -> str:
    return COLOURS[hashlib.sha256(text.encode()).digest()[1] % len(COLOURS)]
