"""A picture in about thirty characters: what a page shows while the real one is on its way.

The format is BlurHash: the lowest frequencies of a cosine transform, the average first, in base 83.
"""

from collections.abc import Sequence
from functools import cache
from math import cos, pi
from typing import Final

Rgb = tuple[float, float, float]
_DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
_ACROSS, _DOWN = 4, 3


def blurhash(pixels: Sequence[tuple[int, int, int]], width: int, height: int) -> str:
    """Return the hash of a picture given row by row; a small one is enough, 32 pixels a side."""
    linear = [tuple(_to_linear(value) for value in pixel) for pixel in pixels]
    waves_x = [[cos(pi * i * (x + 0.5) / width) for x in range(width)] for i in range(_ACROSS)]
    waves_y = [[cos(pi * j * (y + 0.5) / height) for y in range(height)] for j in range(_DOWN)]
    factors = [_factor(linear, waves_x[i], waves_y[j]) for j in range(_DOWN) for i in range(_ACROSS)]
    average, rest = factors[0], [(2 * r, 2 * g, 2 * b) for r, g, b in factors[1:]]
    highest = max(abs(value) for factor in rest for value in factor)
    level = max(0, min(82, int(highest * 166 - 0.5)))
    scale = (level + 1) / 166
    head = _base83((_ACROSS - 1) + (_DOWN - 1) * 9, 1) + _base83(level, 1)
    return head + _base83(_colour(average), 4) + "".join(_base83(_wave(factor, scale), 2) for factor in rest)


def _factor(pixels: Sequence[Sequence[float]], row: Sequence[float], column: Sequence[float]) -> Rgb:
    width = len(row)
    red = green = blue = 0.0
    for y, down in enumerate(column):
        for x, across in enumerate(row):
            share = down * across
            r, g, b = pixels[y * width + x]
            red, green, blue = red + share * r, green + share * g, blue + share * b
    count = width * len(column)
    return red / count, green / count, blue / count


def _colour(average: Rgb) -> int:
    red, green, blue = (_to_srgb(value) for value in average)
    return (red << 16) + (green << 8) + blue


def _wave(factor: Rgb, scale: float) -> int:
    red, green, blue = (max(0, min(18, int(_signed_root(value / scale) * 9 + 9.5))) for value in factor)
    return red * 361 + green * 19 + blue


def _signed_root(value: float) -> float:
    return abs(value) ** 0.5 * (1 if value >= 0 else -1)


@cache
def _to_linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _to_srgb(value: float) -> int:
    share = max(0.0, min(1.0, value))
    curved = share * 12.92 if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
    return int(curved * 255 + 0.5)


def _base83(value: int, length: int) -> str:
    return "".join(_DIGITS[value // 83 ** (length - place - 1) % 83] for place in range(length))
