"""Declarations as bags: camelCase names, later ones win, important ones stand."""

import re
from collections.abc import Iterable
from functools import lru_cache

from proofroom.site.document.types import IMPORTANT, Bag
from proofroom.site.markup.css import Declaration, split_value
from proofroom.site.markup.names import is_property

SIDES = ("Top", "Right", "Bottom", "Left")
_BOXES = frozenset({"margin", "padding"})
_SUBSTITUTED = re.compile(r"(?:var|env)\(", re.I)
_PARTS: dict[str, tuple[str, ...]] = {
    "font": ("lineHeight",),
    "gap": ("rowGap", "columnGap"),
    "gridGap": ("rowGap", "columnGap"),
    "inset": ("top", "right", "bottom", "left"),
    "gridArea": ("gridRowStart", "gridRowEnd", "gridColumnStart", "gridColumnEnd"),
    "placeItems": ("alignItems", "justifyItems"),
    "placeContent": ("alignContent", "justifyContent"),
    "placeSelf": ("alignSelf", "justifySelf"),
    "flexFlow": ("flexDirection", "flexWrap"),
    "columns": ("columnWidth", "columnCount"),
}
_OTHERS: dict[str, frozenset[str]] = {
    "flex": frozenset({"flexDirection", "flexWrap", "flexFlow"}),
    "overflow": frozenset({"overflowWrap", "overflowAnchor", "overflowClipMargin"}),
    "outline": frozenset({"outlineOffset"}),
    "background": frozenset({"backgroundBlendMode"}),
    "textDecoration": frozenset({"textDecorationSkip", "textDecorationSkipInk"}),
    "animation": frozenset({"animationComposition"}),
    "mask": frozenset({"maskType"}),
    "font": frozenset({"fontPalette", "fontSynthesis"}),
    "grid": frozenset(
        {"gridArea", "gridGap", "gridRowGap", "gridColumnGap"}
        | {f"grid{axis}{edge}" for axis in ("Row", "Column") for edge in ("", "Start", "End")}
    ),
    "gridRow": frozenset({"gridRowGap"}),
    "gridColumn": frozenset({"gridColumnGap"}),
}
"""What is only called like a shorthand and stays: `flex: 1` says nothing of the direction."""
_BORDER_SIDE = re.compile(
    r"border(?:Top|Right|Bottom|Left|Block|Inline|BlockStart|BlockEnd|InlineStart|InlineEnd)"
)
_BORDER_PART = re.compile(
    r"border(?:Top|Right|Bottom|Left)?(Width|Style|Color)|border(?:Top|Bottom)(?:Left|Right)(Radius)"
)
SHORTHANDS = frozenset(
    {"margin", "padding", "border", "background", "flex", "overflow", "transition", "animation", "outline"}
    | {"listStyle", "textDecoration", "grid", "gridTemplate", "gridRow", "gridColumn", "mask", "container"}
    | {"borderRadius", "borderTop", "borderRight", "borderBottom", "borderLeft", "borderWidth", "borderStyle"}
    | {"borderColor", "borderImage", "marginInline", "marginBlock", "paddingInline", "paddingBlock", *_PARTS}
)


@lru_cache(maxsize=2_048)
def camel(name: str) -> str:
    """Return a property's name as bags have it."""
    if name.startswith("--"):
        return name
    return re.sub(r"-([a-zA-Z])", lambda found: found.group(1).upper(), name)


def read_bag(declarations: Iterable[Declaration]) -> tuple[Bag, dict[str, str], list[str]]:
    """Return declarations as a bag, which of them are important, and the properties that were refused."""
    bag, important, refused = Bag(), dict[str, str](), list[str]()
    for one in declarations:
        if not is_property(one.name):
            refused.append(one.name)
            continue
        values = _expanded(camel(one.name), one.value)
        if one.is_important or important or not SHORTHANDS.isdisjoint(values):
            assign(bag, important, values, dict.fromkeys(values, IMPORTANT) if one.is_important else {})
        else:
            bag.update(values)
    return bag, important, refused


def assign(bag: Bag, important: dict[str, str], values: Bag, marks: dict[str, str]) -> None:
    """Put values over those of a bag. A shorthand takes its parts with it; what is important stands."""
    for name, value in values.items():
        if important.get(name) and not marks.get(name):
            continue
        if name in SHORTHANDS:
            for part in [one for one in bag if is_part(one, name) and not important.get(one)]:
                del bag[part]
        bag[name] = value
        if marks.get(name):
            important[name] = IMPORTANT


def is_part(name: str, shorthand: str) -> bool:
    """Tell whether a property is a part of a shorthand."""
    if name in _PARTS.get(shorthand, ()):
        return True
    if shorthand.startswith("border"):
        return _is_border_part(name, shorthand)
    if name in _OTHERS.get(shorthand, ()):
        return False
    return name.startswith(shorthand) and name[len(shorthand) :][:1].isupper()


def _is_border_part(name: str, shorthand: str) -> bool:
    part = _BORDER_PART.fullmatch(name)
    if shorthand == "border":
        return (
            bool(part and part.group(1))
            or bool(_BORDER_SIDE.fullmatch(name))
            or name.startswith("borderImage")
        )
    if shorthand in ("borderWidth", "borderStyle", "borderColor", "borderRadius"):
        wanted = shorthand.removeprefix("border")
        return part is not None and wanted in part.groups() and name != shorthand
    return name.startswith(shorthand) and name[len(shorthand) :] in (
        "Width",
        "Style",
        "Color",
        "Source",
        "Slice",
    )


@lru_cache
def _sides(name: str) -> tuple[str, ...]:
    return tuple(f"{name}{side}" for side in SIDES)


def _expanded(name: str, value: str) -> Bag:
    if name not in _BOXES or _SUBSTITUTED.search(value):
        return {name: value}
    parts = split_value(value)
    if not 1 <= len(parts) <= 4 or ("/" in value and any("/" in one and "(" not in one for one in parts)):
        return {name: value}
    top = parts[0]
    right = parts[1] if len(parts) > 1 else top
    bottom = parts[2] if len(parts) > 2 else top
    left = parts[3] if len(parts) > 3 else right
    return dict(zip(_sides(name), (top, right, bottom, left), strict=True))
