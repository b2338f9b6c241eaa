"""A sheet to draw on, in units of its own: 0 to 1 across the shorter side, drawn large and made smooth."""

import math
from collections.abc import Callable, Sequence
from io import BytesIO
from random import Random

from PIL import Image, ImageDraw

from proofroom.media.drawing.colour import Palette, Rgb, mix

SMOOTH = 2
"""Drawn this many times larger, then made smaller, so that edges are soft."""

Point = tuple[float, float]


class Canvas:
    """Coordinates are in units of the shorter side; y grows downwards."""

    def __init__(self, width: int, height: int, palette: Palette, seed: str) -> None:
        self._size = (width, height)
        self._unit = min(width, height) * SMOOTH
        self.palette = palette
        self.random = Random(seed)  # noqa: S311 - a picture, not a secret
        self.width = width / min(width, height)
        self.height = height / min(width, height)
        self.image = Image.new("RGB", (width * SMOOTH, height * SMOOTH), palette.paper)
        self._draw = ImageDraw.Draw(self.image)

    @property
    def unit(self) -> float:
        """Return how many pixels one unit has."""
        return self._unit

    def sky(self, top: Rgb, bottom: Rgb) -> None:
        """Fill the sheet from one colour above to another below."""
        strip = Image.new("RGB", (1, 256))
        for row in range(256):
            strip.putpixel((0, row), mix(top, bottom, row / 255))
        wide = strip.resize(self.image.size, Image.Resampling.BILINEAR)  # pyright: ignore[reportUnknownMemberType] - Pillow's type names an optional package
        self.image.paste(wide)

    def shape(self, points: Sequence[Point], colour: Rgb) -> None:
        """Fill a polygon."""
        self._draw.polygon([(x * self._unit, y * self._unit) for x, y in points], fill=colour)

    def box(self, x: float, y: float, width: float, height: float, colour: Rgb, round_by: float = 0) -> None:
        """Fill a rectangle."""
        corners = [x * self._unit, y * self._unit, (x + width) * self._unit, (y + height) * self._unit]
        self._draw.rounded_rectangle(corners, radius=round_by * self._unit, fill=colour)

    def disc(self, x: float, y: float, radius: float, colour: Rgb, squeeze: float = 1) -> None:
        """Fill a circle, or an ellipse."""
        self._draw.ellipse(
            [
                (x - radius) * self._unit,
                (y - radius * squeeze) * self._unit,
                (x + radius) * self._unit,
                (y + radius * squeeze) * self._unit,
            ],
            fill=colour,
        )

    def line(self, points: Sequence[Point], colour: Rgb, thickness: float) -> None:
        """Draw a line with round joints."""
        self._draw.line(
            [(x * self._unit, y * self._unit) for x, y in points],
            fill=colour,
            width=max(1, round(thickness * self._unit)),
            joint="curve",
        )

    def ridge(self, level: float, swing: float, colour: Rgb, waves: float = 1.5) -> Callable[[float], float]:
        """Fill everything below a soft line of hills; return the line's height at a place."""
        shift, second = self.random.uniform(0, math.tau), self.random.uniform(0, math.tau)

        def at(x: float) -> float:
            turn = x / self.width * math.tau * waves
            return level + swing * (math.sin(turn + shift) * 0.7 + math.sin(turn * 2.3 + second) * 0.3)

        steps = 160
        line = [(self.width * step / steps, at(self.width * step / steps)) for step in range(steps + 1)]
        self.shape([*line, (self.width, self.height), (0, self.height)], colour)
        return at

    def finished(self, *, grain: float = 0.025) -> Image.Image:
        """Return the picture in its real size, with a fine grain as printed paper has."""
        flat = self.image.reduce(SMOOTH)
        if grain <= 0:
            return flat
        noise = Image.frombytes("L", (256, 256), self.random.randbytes(256 * 256))
        sheet = Image.new("L", self._size)
        for x in range(0, self._size[0], 256):
            for y in range(0, self._size[1], 256):
                sheet.paste(noise, (x, y))
        return Image.blend(flat, Image.merge("RGB", (sheet, sheet, sheet)), grain)


def encode(image: Image.Image, format: str = "WEBP", quality: int = 84) -> bytes:
    """Return a picture's bytes as WEBP, PNG or JPEG."""
    out = BytesIO()
    image.save(out, format=format, quality=quality, method=2)
    return out.getvalue()
