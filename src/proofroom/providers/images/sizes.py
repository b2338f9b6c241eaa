"""The nearest size a model can draw."""

from collections.abc import Sequence
from math import log

OLD_SIZES = ((1024, 1024), (1536, 1024), (1024, 1536))
DALLE_SIZES = ((1024, 1024), (1792, 1024), (1024, 1792))
RATIOS = ((1, 1), (2, 3), (3, 2), (3, 4), (4, 3), (4, 5), (5, 4), (9, 16), (16, 9), (21, 9))
IMAGEN_RATIOS = ((1, 1), (3, 4), (4, 3), (9, 16), (16, 9))
LONGEST, SHORTEST_LONG, STEP = 3840, 2160, 16


def nearest(width: int, height: int, known: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the known size or ratio whose shape is closest to the wanted one."""
    wanted = log(width / height)
    return min(known, key=lambda size: abs(log(size[0] / size[1]) - wanted))


def free_size(width: int, height: int) -> tuple[int, int]:
    """Return a size in steps of 16, no longer than 1:3, and within 3840 by 2160 in either direction."""
    ratio = min(3.0, max(1 / 3, width / height))
    long, short = (width, width / ratio) if ratio >= 1 else (height, height * ratio)
    scale = min(1.0, LONGEST / long, SHORTEST_LONG / short)
    steps = [max(STEP, round(side * scale / STEP) * STEP) for side in (long, short)]
    while steps[0] > 3 * steps[1]:
        steps[0] -= STEP
    return (steps[0], steps[1]) if ratio >= 1 else (steps[1], steps[0])


def resolution(width: int, height: int) -> str:
    """Return Google's word for how large a picture is."""
    longest = max(width, height)
    return "1K" if longest <= 1408 else "2K" if longest <= 2816 else "4K"
