"""What a shorthand stands for: the properties a browser makes of it, with the values that were left out."""

import re
from collections.abc import Callable, Iterable, Mapping

from proofroom.site.document.types import Bag
from tests.conformance.site import rarer
from tests.conformance.site.layers import animation, background, background_position, transition
from tests.conformance.site.rarer import ALIASES, MADE
from tests.conformance.site.values import LENGTH, NUMBER, Parts, split

_SIDES = ("Top", "Right", "Bottom", "Left")
_CORNERS = ("TopLeft", "TopRight", "BottomRight", "BottomLeft")
_SUBSTITUTED = re.compile(r"\b(?:var|env)\(", re.I)
_WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
_STYLES = frozenset(
    {"none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset"}
)
INITIAL: Parts = (
    rarer.INITIAL
    | dict.fromkeys((f"border{side}{part}" for side in _SIDES for part in ("Width", "Style", "Color")), "")
    | {f"border{side}Width": "medium" for side in _SIDES}
    | {f"border{side}Style": "none" for side in _SIDES}
    | {f"border{side}Color": "currentcolor" for side in _SIDES}
    | {"borderImageSource": "none", "borderImageSlice": "100%", "borderImageWidth": "1"}
    | {"borderImageOutset": "0", "borderImageRepeat": "stretch"}
    | {"outlineWidth": "medium", "outlineStyle": "none", "outlineColor": "currentcolor"}
    | {"columnRuleWidth": "medium", "columnRuleStyle": "none", "columnRuleColor": "currentcolor"}
    | {"backgroundImage": "none", "backgroundPositionX": "0%", "backgroundPositionY": "0%"}
    | {"backgroundSize": "auto", "backgroundRepeat": "repeat", "backgroundAttachment": "scroll"}
    | {"backgroundOrigin": "padding-box", "backgroundClip": "border-box", "backgroundColor": "transparent"}
    | {"listStyleType": "disc", "listStylePosition": "outside", "listStyleImage": "none"}
    | {"textDecorationLine": "none", "textDecorationStyle": "solid", "textDecorationColor": "currentcolor"}
    | {"textDecorationThickness": "auto", "flexDirection": "row", "flexWrap": "nowrap"}
    | {"transitionProperty": "all", "transitionDuration": "0s", "transitionTimingFunction": "ease"}
    | {"transitionDelay": "0s", "transitionBehavior": "normal"}
    | {"animationName": "none", "animationDuration": "0s", "animationTimingFunction": "ease"}
    | {"animationDelay": "0s", "animationIterationCount": "1", "animationDirection": "normal"}
    | {"animationFillMode": "none", "animationPlayState": "running", "animationTimeline": "auto"}
    | {"animationRangeStart": "normal", "animationRangeEnd": "normal"}
    | {"columnWidth": "auto", "columnCount": "auto", "containerName": "none", "containerType": "normal"}
    | {"fontStyle": "normal", "fontVariantCaps": "normal", "fontWeight": "normal", "fontStretch": "normal"}
    | {"lineHeight": "normal", "fontSizeAdjust": "none", "fontKerning": "auto", "fontOpticalSizing": "auto"}
    | {
        f"font{name}": "normal"
        for name in (
            *("VariantLigatures", "VariantNumeric", "VariantEastAsian", "VariantAlternates"),
            *("VariantPosition", "VariantEmoji", "FeatureSettings", "VariationSettings", "LanguageOverride"),
        )
    }
)
"""What a property is where nothing is said, for those that shorthands leave out."""


def longhands(bag: Bag) -> Parts:
    """Return a bag with every shorthand replaced by what it stands for; later ones win."""
    found = Parts()
    for raw, value in bag.items():
        name = ALIASES.get(raw, raw)
        text = str(value).strip()
        parts = {name: text} if name.startswith("--") or _SUBSTITUTED.search(text) else expand(name, text)
        found.update(parts)
    return found


def expand(name: str, value: str) -> Parts:
    """Return what a declaration sets; itself if its property is no shorthand."""
    if (box := _BOXES.get(name)) is not None:
        return _box(box, value)
    if (make := _MADE.get(name)) is None:
        return {name: value}
    if value.lower() in _WIDE:
        return dict.fromkeys(make("") if name != "font" else make("16px x"), value)
    return make(value)


def _box(names: tuple[str, ...], value: str) -> Parts:
    parts = split(value) or ["initial"]
    if names[0].endswith("Radius"):
        return _radius(names, value)
    if len(names) == 2:
        return dict(zip(names, (parts[0], parts[-1]), strict=True))
    return dict(zip(names, _around(parts), strict=True))


def _around(parts: list[str]) -> tuple[str, str, str, str]:
    top = parts[0]
    right = parts[1] if len(parts) > 1 else top
    bottom = parts[2] if len(parts) > 2 else top
    return top, right, bottom, parts[3] if len(parts) > 3 else right


def _radius(names: tuple[str, ...], value: str) -> Parts:
    across, *down = (_around(split(part)) for part in split(value, "/"))
    if not down:
        return dict(zip(names, across, strict=True))
    return {name: f"{a} {b}" for name, a, b in zip(names, across, down[0], strict=True)}


def _line(names: Iterable[str], value: str) -> Parts:
    """Read a border, an outline or a rule: width, style and colour in any order."""
    width, style, colour = names
    found = {width: "initial", style: "initial", colour: "initial"}
    for part in split(value):
        low = part.lower()
        if low in _STYLES:
            found[style] = part
        elif LENGTH.match(low) or low in ("thin", "medium", "thick"):
            found[width] = part
        else:
            found[colour] = part
    return found


def _border(value: str) -> Parts:
    found = Parts()
    for side in _SIDES:
        found |= _line((f"border{side}Width", f"border{side}Style", f"border{side}Color"), value)
    names = ("Source", "Slice", "Width", "Outset", "Repeat")
    return found | {f"borderImage{name}": INITIAL[f"borderImage{name}"] for name in names}


def _two_lines(one: str, other: str) -> Callable[[str], Parts]:
    def make(value: str) -> Parts:
        first, second = ((f"{name}Width", f"{name}Style", f"{name}Color") for name in (one, other))
        return _line(first, value) | _line(second, value)

    return make


def _one_line(name: str) -> Callable[[str], Parts]:
    return lambda value: _line((f"{name}Width", f"{name}Style", f"{name}Color"), value)


def _font(value: str) -> Parts:
    found = {name: one for name, one in INITIAL.items() if name.startswith("font") or name == "lineHeight"}
    parts = split(value)
    at = next((at for at, part in enumerate(parts) if _is_size(part.lower())), None)
    if at is None:
        return {"font": value}
    for part in parts[:at]:
        low = part.lower()
        if low in ("italic", "oblique"):
            found["fontStyle"] = part
        elif low == "small-caps":
            found["fontVariantCaps"] = part
        elif low.endswith(("condensed", "expanded")):
            found["fontStretch"] = part
        elif low != "normal":
            found["fontWeight"] = part
    size, _, height = parts[at].partition("/")
    rest = parts[at + 1 :]
    if not height and rest and rest[0].startswith("/"):
        height = rest[0][1:] or rest[1]
        rest = rest[1:] if rest[0] != "/" else rest[2:]
    found |= {"fontSize": size, "fontFamily": " ".join(rest)}
    return found | ({"lineHeight": height} if height else {})


def _is_size(text: str) -> bool:
    if re.fullmatch(r"[1-9]\d{0,3}", text):
        return False
    named = re.match(r"(?:xx?-small|small|medium|xx?x?-large|large|smaller|larger)(?:/|$)", text)
    return bool(named or LENGTH.match(text))


def _flex(value: str) -> Parts:
    low = value.lower()
    if low in ("none", "auto"):
        grow = "0" if low == "none" else "1"
        return {"flexGrow": grow, "flexShrink": grow, "flexBasis": "auto"}
    numbers = [part for part in split(value) if NUMBER.fullmatch(part)]
    others = [part for part in split(value) if not NUMBER.fullmatch(part)]
    if len(numbers) == 3:
        others = [numbers.pop()]
    return {
        "flexGrow": numbers[0] if numbers else "1",
        "flexShrink": numbers[1] if len(numbers) > 1 else "1",
        "flexBasis": others[0] if others else "0%",
    }


def _flex_flow(value: str) -> Parts:
    found = {"flexDirection": "initial", "flexWrap": "initial"}
    for part in split(value):
        found["flexWrap" if "wrap" in part.lower() else "flexDirection"] = part
    return found


def _grid_lines(names: tuple[str, ...]) -> Callable[[str], Parts]:
    def make(value: str) -> Parts:
        parts = split(value, "/") or ["auto"]

        def at(place: int, before: int) -> str:
            if place < len(parts):
                return parts[place]
            kept = at(before, 0) if before else parts[0]
            return kept if re.match(r"[a-z_]", kept, re.I) and kept != "span" and " " not in kept else "auto"

        order = {"gridArea": (0, 0, 0, 1), "other": (0, 0)}["gridArea" if len(names) == 4 else "other"]
        return {
            name: at(place, before) for place, (name, before) in enumerate(zip(names, order, strict=True))
        }

    return make


def _list_style(value: str) -> Parts:
    found = {"listStyleType": "initial", "listStylePosition": "initial", "listStyleImage": "initial"}
    for part in split(value):
        low = part.lower()
        if low in ("inside", "outside"):
            found["listStylePosition"] = part
        elif low.startswith("url(") or "gradient(" in low:
            found["listStyleImage"] = part
        else:
            found["listStyleType"] = part
    if value.strip().lower() == "none":
        found["listStyleImage"] = "none"
    return found


def _text_decoration(value: str) -> Parts:
    lines = list[str]()
    found = dict.fromkeys(
        (f"textDecoration{name}" for name in ("Line", "Style", "Color", "Thickness")), "initial"
    )
    for part in split(value):
        low = part.lower()
        if low in ("none", "underline", "overline", "line-through", "blink"):
            lines.append(part)
        elif low in ("solid", "double", "dotted", "dashed", "wavy"):
            found["textDecorationStyle"] = part
        elif low in ("auto", "from-font") or LENGTH.match(low):
            found["textDecorationThickness"] = part
        else:
            found["textDecorationColor"] = part
    return found | ({"textDecorationLine": " ".join(lines)} if lines else {})


def _container(value: str) -> Parts:
    name, *kind = split(value, "/") or ["none"]
    return {"containerName": name, "containerType": kind[0] if kind else "initial"}


def _white_space(value: str) -> Parts:
    collapse, mode = {
        "normal": ("collapse", "wrap"),
        "nowrap": ("collapse", "nowrap"),
        "pre": ("preserve", "nowrap"),
        "pre-wrap": ("preserve", "wrap"),
        "pre-line": ("preserve-breaks", "wrap"),
        "break-spaces": ("break-spaces", "wrap"),
    }.get(value.lower(), ("initial", value))
    return {"whiteSpaceCollapse": collapse, "textWrapMode": mode}


def _text_wrap(value: str) -> Parts:
    found = {"textWrapMode": "initial", "textWrapStyle": "initial"}
    for part in split(value):
        found["textWrapMode" if part.lower() in ("wrap", "nowrap") else "textWrapStyle"] = part
    return found


_BOXES: Mapping[str, tuple[str, ...]] = {
    **{
        name: tuple(f"{name}{side}" for side in _SIDES)
        for name in ("margin", "padding", "scrollMargin", "scrollPadding")
    },
    **{
        f"border{part}": tuple(f"border{side}{part}" for side in _SIDES)
        for part in ("Width", "Style", "Color")
    },
    "inset": ("top", "right", "bottom", "left"),
    "borderRadius": tuple(f"border{corner}Radius" for corner in _CORNERS),
    "gap": ("rowGap", "columnGap"),
    "overflow": ("overflowX", "overflowY"),
    "overscrollBehavior": ("overscrollBehaviorX", "overscrollBehaviorY"),
    "placeItems": ("alignItems", "justifyItems"),
    "placeContent": ("alignContent", "justifyContent"),
    "placeSelf": ("alignSelf", "justifySelf"),
    **{
        f"{name}{axis}": (f"{name}{axis}Start", f"{name}{axis}End")
        for name in ("margin", "padding", "inset", "scrollMargin", "scrollPadding")
        for axis in ("Block", "Inline")
    },
}
_MADE: Mapping[str, Callable[[str], Parts]] = {
    "border": _border,
    **{f"border{side}": _one_line(f"border{side}") for side in _SIDES},
    **{
        f"border{axis}{edge}": _one_line(f"border{axis}{edge}")
        for axis in ("Block", "Inline")
        for edge in ("Start", "End")
    },
    "borderBlock": _two_lines("borderBlockStart", "borderBlockEnd"),
    "borderInline": _two_lines("borderInlineStart", "borderInlineEnd"),
    "outline": _one_line("outline"),
    "columnRule": _one_line("columnRule"),
    "background": background,
    "backgroundPosition": background_position,
    "transition": transition,
    "animation": animation,
    "font": _font,
    "flex": _flex,
    "flexFlow": _flex_flow,
    "gridArea": _grid_lines(("gridRowStart", "gridColumnStart", "gridRowEnd", "gridColumnEnd")),
    "gridRow": _grid_lines(("gridRowStart", "gridRowEnd")),
    "gridColumn": _grid_lines(("gridColumnStart", "gridColumnEnd")),
    "listStyle": _list_style,
    "textDecoration": _text_decoration,
    **MADE,
    "container": _container,
    "whiteSpace": _white_space,
    "textWrap": _text_wrap,
}
