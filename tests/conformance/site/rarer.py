"""Shorthands that few sheets have, and the other names of properties: masks, frames, grids, old prefixes."""

import re
from collections.abc import Callable, Mapping

from tests.conformance.site.layers import background
from tests.conformance.site.values import NUMBER, Parts, split

_PREFIXED = """
appearance userSelect backgroundClip backgroundSize backgroundOrigin transform transformOrigin transformStyle
transition transitionProperty transitionDuration transitionTimingFunction transitionDelay animation
animationName animationDuration animationTimingFunction animationDelay animationIterationCount
animationDirection animationFillMode animationPlayState flex flexBasis flexDirection flexFlow flexGrow
flexShrink flexWrap justifyContent alignItems alignContent alignSelf order boxShadow boxSizing borderRadius
filter mask maskImage maskSize maskRepeat maskClip maskOrigin clipPath textSizeAdjust perspective opacity
perspectiveOrigin backfaceVisibility fontFeatureSettings columns columnCount columnWidth columnGap columnRule
textEmphasis textEmphasisColor textEmphasisStyle textEmphasisPosition shapeOutside
"""
ALIASES = {f"Webkit{name[0].upper()}{name[1:]}": name for name in _PREFIXED.split()} | {
    "wordWrap": "overflowWrap",
    "gridGap": "gap",
    "gridRowGap": "rowGap",
    "gridColumnGap": "columnGap",
    "fontWidth": "fontStretch",
    "pageBreakAfter": "breakAfter",
    "pageBreakBefore": "breakBefore",
    "pageBreakInside": "breakInside",
}
"""What browsers call a property that has an older name."""
INITIAL: Parts = (
    {f"border{axis}{edge}Width": "medium" for axis in ("Block", "Inline") for edge in ("Start", "End")}
    | {f"border{axis}{edge}Style": "none" for axis in ("Block", "Inline") for edge in ("Start", "End")}
    | {
        f"border{axis}{edge}Color": "currentcolor"
        for axis in ("Block", "Inline")
        for edge in ("Start", "End")
    }
    | {"maskOrigin": "border-box", "maskClip": "border-box", "maskComposite": "add"}
    | {"maskMode": "match-source", "maskImage": "none", "maskSize": "auto", "maskRepeat": "repeat"}
    | {"WebkitMaskPositionX": "0%", "WebkitMaskPositionY": "0%", "columnHeight": "auto", "columnWrap": "auto"}
    | {"gridAutoFlow": "row", "gridAutoColumns": "auto", "gridAutoRows": "auto"}
    | {"textEmphasisStyle": "none", "textEmphasisColor": "currentcolor"}
)


def _mask(value: str) -> Parts:
    layers = background(value)
    named = {
        "backgroundImage": "maskImage",
        "backgroundPositionX": "WebkitMaskPositionX",
        "backgroundPositionY": "WebkitMaskPositionY",
        "backgroundSize": "maskSize",
        "backgroundRepeat": "maskRepeat",
        "backgroundOrigin": "maskOrigin",
        "backgroundClip": "maskClip",
    }
    return {other: layers[name] for name, other in named.items()} | {
        "maskComposite": "initial",
        "maskMode": "initial",
    }


def _border_image(value: str) -> Parts:
    found = {f"borderImage{name}": "initial" for name in ("Source", "Slice", "Width", "Outset", "Repeat")}
    first, *sizes = split(value, "/")
    slices, repeats = list[str](), list[str]()
    for part in split(first):
        if part.startswith("url(") or "gradient(" in part:
            found["borderImageSource"] = part
        else:
            (slices if re.match(r"[\d.]|fill", part) else repeats).append(part)
    for name, size in zip(("Width", "Outset"), sizes, strict=False):
        repeats += [one for one in split(size) if re.match(r"[a-z]", one) and one != "auto"]
        found[f"borderImage{name}"] = " ".join(one for one in split(size) if one not in repeats)
    found |= {"borderImageSlice": " ".join(slices)} if slices else {}
    return found | ({"borderImageRepeat": " ".join(repeats)} if repeats else {})


def _font_variant(value: str) -> Parts:
    names = ("Ligatures", "Numeric", "EastAsian", "Caps", "Alternates", "Position", "Emoji")
    found = {f"fontVariant{name}": "normal" for name in names}
    for part in split(value):
        if part.endswith("-caps") or part in ("unicase", "titling-caps"):
            found["fontVariantCaps"] = part
        elif part in ("sub", "super"):
            found["fontVariantPosition"] = part
        elif "ligatures" in part or "contextual" in part or part == "none":
            found["fontVariantLigatures"] = part
        elif part != "normal":
            found["fontVariantNumeric"] = part
    return found


def _text_emphasis(value: str) -> Parts:
    style = [one for one in split(value) if one in _EMPHASES or one[:1] in "\"'"]
    colour = [one for one in split(value) if one not in style]
    return {
        "textEmphasisStyle": " ".join(style) or "initial",
        "textEmphasisColor": " ".join(colour) or "initial",
    }


_EMPHASES = frozenset({"none", "filled", "open", "dot", "circle", "double-circle", "triangle", "sesame"})


def _spacing(value: str) -> Parts:
    parts = split(value) or ["initial"]
    return {"WebkitBorderHorizontalSpacing": parts[0], "WebkitBorderVerticalSpacing": parts[-1]}


def _columns(value: str) -> Parts:
    found: Parts = dict.fromkeys(("columnWidth", "columnCount", "columnHeight", "columnWrap"), "initial")
    for part in split(value):
        if part.lower() != "auto":
            found["columnCount" if NUMBER.fullmatch(part) else "columnWidth"] = part
    return found


def grid_template(value: str) -> Parts:
    """Return the rows, columns and areas of a template."""
    rows, *columns = split(value, "/") or ["none"]
    areas = " ".join(re.findall(r"\"[^\"]*\"|'[^']*'", rows)) or "none"
    return {
        "gridTemplateRows": re.sub(r"\"[^\"]*\"|'[^']*'", "", rows).strip() or "auto",
        "gridTemplateColumns": columns[0] if columns else "none",
        "gridTemplateAreas": areas,
    }


def _grid(value: str) -> Parts:
    rest: Parts = {"gridAutoFlow": "row", "gridAutoColumns": "auto", "gridAutoRows": "auto"}
    sides = [*split(value, "/"), ""][:2]
    at = next((at for at, side in enumerate(sides) if "auto-flow" in side), None)
    if at is None:
        return grid_template(value) | rest
    words = [one for one in split(sides[at]) if one not in ("auto-flow", "dense")]
    rest["gridAutoFlow"] = " ".join(["column" if at else "row", *(["dense"] if "dense" in sides[at] else [])])
    rest["gridAutoColumns" if at else "gridAutoRows"] = " ".join(words) or "auto"
    kept = "gridTemplateRows" if at else "gridTemplateColumns"
    other = "gridTemplateColumns" if at else "gridTemplateRows"
    return {kept: sides[1 - at], other: "none", "gridTemplateAreas": "none"} | rest


MADE: Mapping[str, Callable[[str], Parts]] = {
    "mask": _mask,
    "borderImage": _border_image,
    "fontVariant": _font_variant,
    "textEmphasis": _text_emphasis,
    "borderSpacing": _spacing,
    "columns": _columns,
    "gridTemplate": grid_template,
    "grid": _grid,
}
