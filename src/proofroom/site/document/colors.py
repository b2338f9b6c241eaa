"""Colour tokens: slugs, values, variants and the utilities that are made of them."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.numbers import plain, round_up
from proofroom.site.document.types import Json

TRANSPARENT = (5, 10, 20, 30, 40, 50, 60, 70, 80, 90)
MOST_STEPS = 12
UTILITIES = {
    "text": ("text-", "color"),
    "background": ("bg-", "backgroundColor"),
    "border": ("border-", "borderColor"),
    "fill": ("fill-", "fill"),
}
_HEX = late_pattern(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.I)
_NUMBER = r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*"
_ALPHA = r"([+-]?(?:\d+\.?\d*|\.\d+)%?)"
_RGB = late_pattern(
    rf"rgba?\({_NUMBER},{_NUMBER},{_NUMBER}(?:,\s*{_ALPHA}\s*)?\)"
    rf"|rgba?\(\s*([+-]?[\d.]+)\s+([+-]?[\d.]+)\s+([+-]?[\d.]+)\s*(?:/\s*{_ALPHA}\s*)?\)",
    re.I,
)
_HSL = late_pattern(rf"hsla?\({_NUMBER}(?:deg)?\s*,{_NUMBER}%\s*,{_NUMBER}%\s*(?:,\s*{_ALPHA}\s*)?\)", re.I)


@dataclass(frozen=True, slots=True)
class Hsla:
    """A colour by hue (degrees), saturation and lightness (percent) and alpha."""

    hue: float
    saturation: float
    lightness: float
    alpha: float = 1

    def text(self) -> str:
        """Return it as CSS."""
        hue = self.hue % 360
        parts = (hue, _clamp(self.saturation, 100), _clamp(self.lightness, 100))
        h, s, lightness = (plain(round_up(part)) for part in parts)
        return f"hsla({h}, {s}%, {lightness}%, {plain(round_up(_clamp(self.alpha, 1)))})"

    def shade(self, ratio: float) -> "Hsla":
        """Return a darker one."""
        return replace(self, lightness=self.lightness * (1 - 0.8 * ratio))

    def tint(self, ratio: float) -> "Hsla":
        """Return a lighter one."""
        return replace(self, lightness=self.lightness + (100 - self.lightness) * 0.8 * ratio)


@dataclass(frozen=True, slots=True)
class Variant:
    """One variable of a colour token: `id` names it in utilities, `suffix` in the variable."""

    id: str
    suffix: str
    value: str


def slug_of(name: str) -> str:
    """Return the slug of a colour."""
    text = name.strip().lower()
    text = text.removeprefix("--")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-") or "color"


def parse_color(text: str) -> Hsla | None:
    """Return a colour; None where it is passed on as it stands."""
    value = text.strip()
    if _HEX.fullmatch(value):
        digits = value[1:]
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        return _from_rgb(*(int(digits[at : at + 2], 16) for at in (0, 2, 4)))
    if found := _RGB.fullmatch(value):
        parts = found.groups()
        one = parts[:4] if parts[0] is not None else parts[4:]
        try:
            red, green, blue = (_clamp(float(part), 255) for part in one[:3])
        except ValueError:
            return None
        return replace(_from_rgb(red, green, blue), alpha=_alpha(one[3]))
    if found := _HSL.fullmatch(value):
        hue, saturation, lightness, alpha = found.groups()
        return Hsla(
            float(hue) % 360, _clamp(float(saturation), 100), _clamp(float(lightness), 100), _alpha(alpha)
        )
    return None


def dark_value(light: str) -> str:
    """Return the dark value of a colour that has none of its own."""
    color = parse_color(light)
    return color.shade(0.5).text() if color else light.strip()


def sorted_tokens(colors: Json) -> list[tuple[str, Json]]:
    """Return the tokens of a palette in order, each with its own slug."""
    given = sorted(
        map(as_object, as_list(colors.get("tokens"))),
        key=lambda one: (one.get("order", 0), slug_of(str(one.get("slug") or ""))),
    )
    taken, found = set[str](), list[tuple[str, Json]]()
    for token in given:
        base = slug_of(str(token.get("slug") or ""))
        slug, number = base, 2
        while slug in taken:
            slug, number = f"{base}-{number}", number + 1
        taken.add(slug)
        found.append((slug, token))
    return found


def variants(token: Json, value: str) -> Iterator[Variant]:
    """Yield the variables of a token for its light or its dark value."""
    color = parse_color(value)
    if color is None:
        if value.strip():
            yield Variant("base", "", value.strip())
        return
    yield Variant("base", "", color.text())
    if token.get("generateTransparent", True):
        for number in TRANSPARENT:
            yield Variant(f"transparent-{number}", f"-{number}", replace(color, alpha=number / 100).text())
    for number, ratio in _steps(token.get("generateShades")):
        yield Variant(f"shade-{number}", f"-d-{number}", color.shade(ratio).text())
    for number, ratio in _steps(token.get("generateTints")):
        yield Variant(f"tint-{number}", f"-l-{number}", color.tint(ratio).text())


def variant_names(token: Json) -> Iterator[tuple[str, str]]:
    """Yield the id and the suffix of every variant that a token asks for, whatever its value is."""
    yield "base", ""
    if token.get("generateTransparent", True):
        for number in TRANSPARENT:
            yield f"transparent-{number}", f"-{number}"
    for number, _ in _steps(token.get("generateShades")):
        yield f"shade-{number}", f"-d-{number}"
    for number, _ in _steps(token.get("generateTints")):
        yield f"tint-{number}", f"-l-{number}"


def utilities(token: Json) -> list[str]:
    """Return which utilities a token makes."""
    wanted = as_object(token.get("generateUtilities"))
    return [name for name in UTILITIES if wanted.get(name)]


def new_token(token_id: str, slug: str, light: str, order: int, at: int) -> Json:
    """Return a colour token with what it generates by default."""
    return {
        "id": token_id,
        "category": "",
        "slug": slug,
        "lightValue": light,
        "darkValue": dark_value(light),
        "darkModeEnabled": False,
        "generateUtilities": {"text": True, "background": True, "border": True, "fill": False},
        "generateTransparent": True,
        "generateShades": {"enabled": True, "count": 4},
        "generateTints": {"enabled": True, "count": 4},
        "order": order,
        "createdAt": at,
        "updatedAt": at,
    }


def _steps(raw: Any) -> Iterator[tuple[int, float]]:
    given = as_object(raw)
    if not given.get("enabled", True):
        return
    count = given.get("count", 4)
    if not isinstance(count, int | float) or not math.isfinite(count):
        return
    most = max(0, min(MOST_STEPS, math.floor(count)))
    for number in range(1, most + 1):
        yield number, number / (most + 1)


def _from_rgb(red: float, green: float, blue: float) -> Hsla:
    r, g, b = red / 255, green / 255, blue / 255
    high, low = max(r, g, b), min(r, g, b)
    lightness, spread = (high + low) / 2, high - low
    if spread == 0:
        return Hsla(0, 0, lightness * 100)
    saturation = spread / (2 - high - low) if lightness > 0.5 else spread / (high + low)
    if high == r:
        hue = (g - b) / spread + (6 if g < b else 0)
    elif high == g:
        hue = (b - r) / spread + 2
    else:
        hue = (r - g) / spread + 4
    return Hsla(hue * 60, saturation * 100, lightness * 100)


def _alpha(text: str | None) -> float:
    if not text:
        return 1
    return _clamp(float(text[:-1]) / 100 if text.endswith("%") else float(text), 1)


def _clamp(number: float, most: float) -> float:
    return max(0.0, min(most, number))
