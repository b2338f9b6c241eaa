"""Fluid scales of type and spacing: the variables of their steps and the utilities made of them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from proofroom.kernel.data import dataclass
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.numbers import plain, round_exact
from proofroom.site.document.types import Bag, Json

Family = Literal["typography", "spacing"]
FAMILIES: tuple[Family, ...] = ("typography", "spacing")
SIZE_KEY: dict[Family, str] = {"typography": "fontSize", "spacing": "size"}
PREFERENCES: Json = {
    "rootFontSize": 10,
    "minScreenWidth": 320,
    "maxScreenWidth": 1400,
    "isRem": True,
    "treeShakeGeneratedFrameworkUtilities": True,
}
DEFAULTS: dict[Family, Json] = {
    "typography": {
        "name": "Typography",
        "namingConvention": "text",
        "min": {"fontSize": 16, "scaleRatio": 1.125},
        "max": {"fontSize": 18, "scaleRatio": 1.333},
        "steps": "xs,s,m,l,xl,2xl,3xl,4xl",
        "baseScaleIndex": 2,
    },
    "spacing": {
        "name": "Spacing",
        "namingConvention": "space",
        "min": {"size": 16, "scaleRatio": 1.25},
        "max": {"size": 28, "scaleRatio": 1.414},
        "steps": "4xs,3xs,2xs,xs,s,m,l,xl,2xl,3xl,4xl",
        "baseScaleIndex": 5,
    },
}
MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class ScaleStep:
    """A step of a scale with its variable."""

    name: str
    variable: str
    value: str


def preferences_of(framework: Json) -> Json:
    """Return the preferences with what is not set by default."""
    return PREFERENCES | (framework.get("preferences") or {})


def groups_of(framework: Json, family: Family) -> list[Json]:
    """Return the groups of a family that are in use, in order."""
    part = as_object(framework.get(family))
    if part.get("isDisabled"):
        return []
    groups = map(as_object, as_list(part.get("groups")))
    return sorted((one for one in groups if not one.get("isDisabled")), key=lambda one: one.get("order", 0))


def step_names(group: Json) -> list[str]:
    """Return the names of a group's steps."""
    names = (name.strip() for name in str(group.get("steps") or "").split(","))
    return [name for name in names if name][:MOST_STEPS]


def variable_of(naming: str, step: str) -> str:
    """Return the variable of a step."""
    named = naming.strip()
    full = named.replace("{step}", step) if "{step}" in named else f"{named}-{step}"
    return "--" + re.sub(r"\s+", "-", full)


def step_sizes(group: Json, family: Family) -> Iterator[tuple[str, float, float]]:
    """Yield the steps with their smallest and largest size in pixels."""
    base = _number(group.get("baseScaleIndex"), 0)
    low, high = _end(group.get("min"), family, "min"), _end(group.get("max"), family, "max")
    for at, name in enumerate(step_names(group)):
        yield name, _scaled(*low, at - base), _scaled(*high, at - base)


def steps(group: Json, family: Family, preferences: Json) -> list[ScaleStep]:
    """Return a group's steps with their variables and values."""
    naming = str(group.get("namingConvention") or "")
    found = [
        ScaleStep(name, variable_of(naming, name), fluid(low, high, preferences))
        for name, low, high in step_sizes(group, family)
    ]
    if group.get("mode") != "fluid_manual":
        return found
    by_hand = variables(group, family, preferences)[: len(found)]
    shown = [
        replace(step, variable=one.variable, value=one.value)
        for step, one in zip(found, by_hand, strict=False)
    ]
    return [*shown, *found[len(shown) :]]


def variables(group: Json, family: Family, preferences: Json) -> list[ScaleStep]:
    """Return the variables that a group sets: of its steps, or of the sizes somebody set by hand."""
    if group.get("mode") != "fluid_manual":
        return steps(group, family, preferences)
    sizes: list[Json] = group.get("manualSizes") or []
    return [
        ScaleStep(
            str(one.get("name")),
            "--" + _manual_name(str(one.get("name") or "")),
            fluid(_number(one.get("min"), 0), _number(one.get("max"), 0), preferences),
        )
        for one in sizes
    ]


def fluid(low: float, high: float, preferences: Json) -> str:
    """Return the size that grows with the screen, from low to high."""
    narrow, wide = (_number(preferences.get(key), 0) for key in ("minScreenWidth", "maxScreenWidth"))
    slope = (high - low) / ((wide - narrow) or 1)
    growth, start = round_exact(slope * 100), round_exact(low - slope * narrow)
    if not preferences.get("isRem"):
        least, most, unit = round_exact(low), round_exact(high), "px"
    else:
        root = _number(preferences.get("rootFontSize"), 10) or 10
        least, most, unit = round_exact(round_exact(low) / root), round_exact(round_exact(high) / root), "rem"
        start = round_exact(start / root)
    return f"clamp({plain(least)}{unit}, calc({plain(growth)}vw + {plain(start)}{unit}), {plain(most)}{unit})"


def generators(framework: Json, family: Family, group_id: str) -> list[Json]:
    """Return the class generators of a group."""
    part: Json = framework.get(family) or {}
    found: list[Json] = part.get("classes") or []
    return [one for one in found if one.get("tabId") == group_id and not one.get("isDisabled")]


def class_name(pattern: str, step: str) -> str:
    """Return the class that a generator makes for a step."""
    name = pattern.strip().removeprefix(".")
    if "*" in name:
        return name.replace("*", step)
    return name.replace("{step}", step) if "{step}" in name else f"{name}-{step}"


def utility_styles(generator: Json, variable: str) -> Bag:
    """Return the declarations of a utility."""
    found: Bag = {}
    names: list[Any] = generator.get("property") or []
    for name in map(str, names):
        sides = [f"{name}-{side}" for side in ("top", "right", "bottom", "left")]
        for one in sides if name in ("padding", "margin") else [name]:
            found[_camel(one)] = f"var({variable})"
    return found


def new_group(group_id: str, family: Family, naming: str, number: int, at: int) -> Json:
    """Return a scale with the sizes it starts with."""
    default = DEFAULTS[family]
    group: Json = {
        "id": group_id,
        "name": f"{default['name']} {number}",
        "namingConvention": naming,
        "min": dict(default["min"]),
        "max": dict(default["max"]),
        "steps": default["steps"],
        "baseScaleIndex": default["baseScaleIndex"],
        "mode": "fluid",
        "manualSizes": [],
        "order": number - 1,
        "createdAt": at,
        "updatedAt": at,
    }
    return group


def _camel(name: str) -> str:
    return re.sub(r"-([a-z])", lambda found: found.group(1).upper(), name)


def _manual_name(name: str) -> str:
    text = re.sub(r"[^A-Za-z0-9_-]", "", re.sub(r"\s+", "-", name.strip()))
    return re.sub(r"([a-z0-9])([A-Z])", r"\1-\2", text).lower()


def _end(raw: Any, family: Family, side: str) -> tuple[float, float]:
    given = as_object(raw)
    default = DEFAULTS[family][side]
    size = _number(given.get(SIZE_KEY[family]), default[SIZE_KEY[family]])
    ratio = given.get("scaleRatioInputValue") if given.get("isCustomScaleRatio") else given.get("scaleRatio")
    return size, _number(ratio, default["scaleRatio"])


def _scaled(size: float, ratio: float, power: float) -> float:
    try:
        found = size * ratio**power
    except (OverflowError, ZeroDivisionError):
        return 0.0
    return found if isinstance(found, float | int) else 0.0


def _number(value: Any, default: float) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    try:
        return float(str(value))
    except ValueError:
        return default
