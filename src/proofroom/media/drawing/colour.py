"""Colours: five that go together, made from one."""

import colorsys

from proofroom.kernel.data import dataclass

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one picture, from the lightest to the darkest, and one that stands out."""

    paper: Rgb
    light: Rgb
    middle: Rgb
    dark: Rgb
    ink: Rgb
    accent: Rgb
    glow: Rgb
    """Sun and lamplight: warm, whatever the other colours are."""


def palette_from(colour: str, *, night: bool = False) -> Palette:
    """Return a palette around one colour (`#rrggbb`); at night the paper is dark and the ink is light."""
    hue, _, strength = colorsys.rgb_to_hls(*(part / 255 for part in parse_colour(colour)))
    full = max(0.18, min(0.62, strength))
    if night:
        return Palette(
            paper=_shade(hue, 0.13, full),
            light=_shade(hue, 0.2, full),
            middle=_shade(hue + 0.02, 0.3, full),
            dark=_shade(hue - 0.03, 0.09, full),
            ink=_shade(hue, 0.93, full * 0.5),
            accent=_shade(0.12, 0.66, 0.8),
            glow=_shade(0.12, 0.66, 0.8),
        )
    return Palette(
        paper=_shade(hue + 0.04, 0.93, full * 0.6),
        light=_shade(hue + 0.02, 0.8, full),
        middle=_shade(hue, 0.58, full),
        dark=_shade(hue - 0.02, 0.36, full),
        ink=_shade(hue - 0.04, 0.17, full),
        accent=_shade(hue + 0.5, 0.52, min(0.75, full + 0.25)),
        glow=_shade(0.09, 0.68, 0.85),
    )


def parse_colour(text: str) -> Rgb:
    """Read `#rgb` or `#rrggbb`."""
    digits = text.strip().lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) != 6:
        raise ValueError(f"{text!r} is not a colour like #2f6f8f")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Return a colour between two; a share of 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _shade(hue: float, lightness: float, strength: float) -> Rgb:
    red, green, blue = (round(part * 255) for part in colorsys.hls_to_rgb(hue % 1, lightness, strength))
    return red, green, blue
