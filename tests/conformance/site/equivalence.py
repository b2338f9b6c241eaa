"""Whether two sets of declarations mean the same, although one of them went through a browser.

Shorthands are taken apart, and each property is compared by its value in one form: numbers, colours,
addresses, quotes and sums as they are worth, never as they are written. Of what only we have, nothing passes
but what a browser may drop because it does not understand it.
"""

import re
from collections.abc import Callable

from proofroom.site.document.types import Bag
from tests.conformance.site.longhands import INITIAL, longhands
from tests.conformance.site.sums import sum_of
from tests.conformance.site.values import split

_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$")
_COLOUR = re.compile(r"(rgb|hsl)a?\((.*)\)$")
_MATH = re.compile(r"(calc|min|max|clamp)\((.*)\)$")
_CALL = re.compile(r"([a-z-]*)\((.*)\)$")
_URL = re.compile(r"url\(\s*(['\"]?)(.*?)\1\s*\)$", re.I)
_CUSTOM = re.compile(r"\b(?:var|env)\(", re.I)
_CERTAIN = re.compile(
    r"(?:[+-]?[\d.]+(?:px|em|rem|%|vh|vw|s|ms|deg)?|#(?:[0-9a-f]{3}|[0-9a-f]{6})|auto|none|inherit)"
)
_IS_LENGTH = re.compile(r"margin|padding|min|max|width|height|top|right|bottom|left|gap|rowGap|columnGap")
_BARE = re.compile(r"[+-]?(?=[\d.]*[1-9])[\d.]+")
"""A number without a unit, which is no length."""
_KNOWN = re.compile(
    r"(?:margin|padding|border|background|color|width|height|minWidth|maxWidth|minHeight|maxHeight|top|right"
    r"|bottom|left|opacity|zIndex|font|lineHeight|gap|rowGap|columnGap|flex|grid|transition|animation)"
    r"(?:Top|Right|Bottom|Left|Color|Width|Size|Weight|Grow|Shrink|Basis)*"
)


def differing(expected: Bag, ours: Bag) -> list[str]:
    """Return the properties in which two bags differ."""
    want, got = longhands(expected), longhands(ours)
    wrong = [
        name for name, value in want.items() if name not in got or not same_value(name, value, got[name])
    ]
    return wrong + [name for name, value in got.items() if name not in want and _is_understood(name, value)]


def same_value(name: str, one: str, other: str) -> bool:
    """Tell whether two values of a property mean the same."""
    if one == other:
        return True
    if name.startswith("--") or _CUSTOM.search(one + other):
        return _collapsed(one) == _collapsed(other)
    first, second = worth(name, one), worth(name, other)
    return first == second or (name == "backgroundImage" and _is_kept_layer(one, other))


def _is_kept_layer(one: str, other: str) -> bool:
    """Tell whether the original kept only the address of several layers; it writes such in single quotes."""
    layers = split(other, ",")
    return one.startswith("url('") and len(layers) > 1 and _form(one) in [_form(layer) for layer in layers]


def _is_understood(name: str, value: str) -> bool:
    """Tell whether every browser would have kept a declaration: a common property with a plain value."""
    parts = split(value.lower())
    certain = bool(_KNOWN.fullmatch(name)) and bool(parts) and all(_CERTAIN.fullmatch(part) for part in parts)
    return certain and not (_IS_LENGTH.match(name) and any(_BARE.fullmatch(part) for part in parts))


def worth(name: str, value: str) -> list[object]:
    """Return what a value is worth, layer by layer."""
    low = value if name in ("animationName", "content") else _lowered(value)
    layers = [_layer(name, layer) for layer in split(low, ",")]
    return layers[:1] if len(set(map(repr, layers))) == 1 else layers


def _layer(name: str, layer: str) -> object:
    if layer == "initial":
        layer = INITIAL.get(name, layer)
    parts = split(layer)
    if name == "fontFamily":
        return " ".join(re.sub(r"['\"]", "", layer).split())
    if name in ("boxShadow", "textShadow") and len(parts) > 1:
        return _shadow(parts)
    if name in _PLAINER:
        parts = _PLAINER[name](parts)
    if name == "fontWeight":
        parts = [{"normal": "400", "bold": "700"}.get(part, part) for part in parts]
    return [_form(piece) for part in parts for piece in (split(part, "/") if "(" not in part else [part])]


def _ratio(parts: list[str]) -> list[str]:
    return [*parts, "/1"] if len(parts) == 1 and "/" not in parts[0] and parts[0] != "auto" else parts


def _place(parts: list[str]) -> list[str]:
    if len(parts) != 1:
        return parts
    return ["center", *parts] if parts[0] in ("top", "bottom") else [*parts, "center"]


def _features(parts: list[str]) -> list[str]:
    return [one for one in parts if one not in ("1", "on")]


def _opacity(parts: list[str]) -> list[str]:
    return [str(float(one[:-1]) / 100) if re.fullmatch(r"[\d.]+%", one) else one for one in parts]


def _break(parts: list[str]) -> list[str]:
    return ["page" if one == "always" else one for one in parts]


_PLAINER: dict[str, Callable[[list[str]], list[str]]] = {
    "aspectRatio": _ratio,
    "objectPosition": _place,
    "fontFeatureSettings": _features,
    "opacity": _opacity,
    "breakAfter": _break,
    "breakBefore": _break,
}
"""Properties that a browser writes in another way than people do."""


def _shadow(parts: list[str]) -> object:
    """Return a shadow's lengths in their order, and apart from them its colour and whether it is inside."""
    sizes = [size for part in parts if (size := sum_of(part)) is not None]
    others = sorted(repr(_form(part)) for part in parts if sum_of(part) is None)
    while sizes and not sizes[-1]:
        sizes.pop()
    return sizes, others


def _form(part: str) -> object:
    """Return one part of a value as what it is worth."""
    if found := _URL.match(part):
        return ("url", found.group(2))
    if part[:1] in "\"'":
        return ("text", part[1:-1])
    if (colour := _colour(part)) is not None:
        return colour
    if (number := sum_of(part)) is not None:
        return ("sum", number)
    if found := _MATH.match(part):
        terms = [sum_of(term) for term in split(found.group(2), ",")]
        return (
            found.group(1),
            *[term if term is not None else "?" for term in terms],
            part if None in terms else "",
        )
    if found := _CALL.match(part):
        if found.group(1) == "drop-shadow":
            return ("drop-shadow", _shadow(split(found.group(2))))
        if found.group(1) in ("oklch", "oklab"):  # the lightness is a share or a number
            first, *rest = split(found.group(2))
            return (found.group(1), *[_form(one) for one in (*_opacity([first]), *rest)])
        return (found.group(1), *_arguments(found.group(1), found.group(2)))
    return part


def _arguments(name: str, text: str) -> list[object]:
    arguments = [[_form(piece) for piece in split(one)] for one in split(text, ",")]
    if (
        name.endswith("linear-gradient")
        and arguments
        and arguments[0] in ([_form("180deg")], ["to", "bottom"])
    ):
        return list(arguments[1:])
    return list(arguments)


def _colour(part: str) -> object | None:
    if _HEX.match(part):
        digits = part[1:] if len(part) > 5 else "".join(digit * 2 for digit in part[1:])
        red, green, blue, alpha = (int((digits + "ff")[at : at + 2], 16) for at in (0, 2, 4, 6))
        return ("rgb", red, green, blue, round(alpha / 255, 2))
    if (found := _COLOUR.match(part)) is None:
        return None
    values = re.split(r"[\s,/]+", found.group(2).strip())
    if len(values) not in (3, 4) or not all(re.fullmatch(r"[+-]?[\d.]+(?:%|deg)?", one) for one in values):
        return None
    alpha = round(_share(values[3], 1), 2) if len(values) == 4 else 1.0
    if found.group(1) == "hsl":
        hue, saturation, light = (float(one.rstrip("%deg")) for one in values[:3])
        return ("rgb", *_from_hsl(hue, saturation / 100, light / 100), alpha)
    return ("rgb", *[round(_share(one, 255)) for one in values[:3]], alpha)


def _share(text: str, whole: float) -> float:
    return float(text[:-1]) / 100 * whole if text.endswith("%") else float(text)


def _from_hsl(hue: float, saturation: float, light: float) -> tuple[int, int, int]:
    reach = saturation * min(light, 1 - light)

    def channel(offset: float) -> int:
        place = (offset + hue / 30) % 12
        return round(255 * (light - reach * max(-1, min(place - 3, 9 - place, 1))))

    return channel(0), channel(8), channel(4)


def _lowered(value: str) -> str:
    """Return a value in lower case but for addresses and quoted text."""
    pieces = re.split(r"(url\([^)]*\)|\"[^\"]*\"|'[^']*')", value)
    return "".join(piece if at % 2 else piece.lower() for at, piece in enumerate(pieces))


def _collapsed(value: str) -> str:
    return re.sub(r"\s*([,()])\s*", r"\1", " ".join(value.split())).strip()
