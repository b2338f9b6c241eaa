"""Tools that set design tokens. Each creates or updates, so that doing it again changes nothing more."""

import re
from typing import Any

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document import colors, scales
from proofroom.site.document.generate import refresh_generated
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.numbers import round_exact
from proofroom.site.document.types import Json
from proofroom.site.fonts import find_family
from proofroom.site.tools.desk import Desk
from proofroom.site.tools.schemas import (
    FontTokenInput,
    SetColorTokensInput,
    SetFontTokensInput,
    SetSpacingScaleInput,
    SetTypeScaleInput,
)

_ALIASES: dict[scales.Family, frozenset[str]] = {
    "typography": frozenset({"root", "text", "typography"}),
    "spacing": frozenset({"root", "space", "spacing"}),
}


def set_color_tokens(desk: Desk, given: SetColorTokensInput) -> Json:
    """Create or update colours by slug."""
    tokens = _listed(_framework(desk), "colors", "tokens")
    told = list[Json]()
    for one in given.tokens:
        slug = colors.slug_of(one.slug)
        token = next((each for each in tokens if each.get("slug") == slug), None)
        action = "created" if token is None else "updated"
        if token is None:
            order = max((each.get("order", 0) for each in tokens), default=-1) + 1
            token = colors.new_token(desk.new_id(), slug, one.light_value, order, desk.at)
            tokens.append(token)
        token |= {"lightValue": one.light_value, "updatedAt": desk.at} | _said(
            category=one.category, darkValue=one.dark_value, darkModeEnabled=one.dark_mode_enabled
        )
        told.append({"slug": slug, "ref": f"var(--{slug})", "action": action})
    refresh_generated(desk.site)
    return {"tokens": told}


def set_font_tokens(desk: Desk, given: SetFontTokensInput) -> Json:
    """Create or update fonts by their variable; a family of the font server has to be installed by now."""
    fonts: Json = desk.site.settings.setdefault("fonts", {"items": []})
    items: list[Json] = fonts.setdefault("items", [])
    told = list[Json]()
    tokens: list[Json] = fonts.setdefault("tokens", [])
    for one in given.tokens:
        family = _family(desk, one, items)
        variable = font_variable(one.variable or one.name)
        token = next((each for each in tokens if each.get("variable") == variable), None)
        action = "created" if token is None else "updated"
        if token is None:
            order = max((each.get("order", 0) for each in tokens), default=-1) + 1
            token = {
                "id": desk.new_id(),
                "name": one.name,
                "variable": variable,
                "fallback": "sans-serif",
                "order": order,
                "createdAt": desk.at,
            }
            tokens.append(token)
        token |= {"name": one.name, "updatedAt": desk.at} | _said(fallback=one.fallback, familyId=family)
        shown: Json = {"name": one.name, "variable": variable, "ref": f"var(--{variable})"}
        if one.google_family:
            shown["installed"] = one.google_family
        told.append(shown | {"action": action})
    return {"tokens": told}


def set_type_scale(desk: Desk, given: SetTypeScaleInput) -> Json:
    """Create or update the scale of type."""
    return _set_scale(desk, "typography", given)


def set_spacing_scale(desk: Desk, given: SetSpacingScaleInput) -> Json:
    """Create or update the scale of spacing."""
    return _set_scale(desk, "spacing", given)


def font_variable(name: str) -> str:
    """Return the variable of a font, without its dashes."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.strip().lower()).strip("-") or "font"
    return slug if slug == "font" or slug.startswith("font-") else f"font-{slug}"


def _family(desk: Desk, one: FontTokenInput, items: list[Json]) -> str | None:
    if one.google_family:
        entry = find_family(desk.site, one.google_family)
        if entry is None:
            raise InvalidInput(say("site.font_not_installed", family=one.google_family))
        return str(entry["id"])
    if one.family_id and all(item.get("id") != one.family_id for item in items):
        raise InvalidInput(say("site.no_font", id=one.family_id))
    return one.family_id


def _set_scale(desk: Desk, family: scales.Family, given: SetTypeScaleInput | SetSpacingScaleInput) -> Json:
    framework = _framework(desk)
    groups = _listed(framework, family, "groups")
    group = _group(groups, family, given.group_id)
    action = "created" if group is None else "updated"
    default = scales.DEFAULTS[family]
    if group is None:
        naming = given.naming_convention or _free_naming(groups, default["namingConvention"])
        group = scales.new_group(desk.new_id(), family, naming, len(groups) + 1, desk.at)
        groups.append(group)
    group |= {"updatedAt": desk.at} | _said(
        namingConvention=given.naming_convention, steps=given.steps, baseScaleIndex=given.base_scale_index
    )
    for side, end in (("min", given.min), ("max", given.max)):
        if end is not None:
            group[side] = as_object(group.get(side)) | end.model_dump(by_alias=True, exclude_none=True)
    if action == "created":
        group["manualSizes"] = [
            {
                "id": desk.new_id(),
                "name": f"{group['namingConvention']}-{name}",
                "min": round_exact(low),
                "max": round_exact(high),
            }
            for name, low, high in scales.step_sizes(group, family)
        ]
    refresh_generated(desk.site)
    shown = scales.variables(group, family, scales.preferences_of(framework))
    return {
        "groupId": group["id"],
        "action": action,
        "namingConvention": group["namingConvention"],
        "generatedVars": [step.variable for step in shown],
    }


def _group(groups: list[Json], family: scales.Family, wanted: str | None) -> Json | None:
    if wanted is None:
        return groups[0] if groups else None
    found = next((one for one in groups if one.get("id") == wanted), None)
    if found is not None:
        return found
    name = wanted.strip().lower()
    if name not in _ALIASES[family]:
        key = "site.no_type_group" if family == "typography" else "site.no_spacing_group"
        raise InvalidInput(say(key, id=wanted))
    default = scales.DEFAULTS[family]["namingConvention"]
    return next((one for one in groups if one.get("namingConvention") == default), None)


def _free_naming(groups: list[Json], default: str) -> str:
    taken = {one.get("namingConvention") for one in groups}
    names = (default, *(f"{default}-{number}" for number in range(2, 100)))
    return next((name for name in names if name not in taken), default)


def _framework(desk: Desk) -> Json:
    return desk.site.settings.setdefault("framework", {"colors": {"tokens": []}})


def _listed(framework: Json, family: str, name: str) -> list[Json]:
    part: Json = framework.setdefault(family, {})
    if not isinstance(part.get(name), list):
        part[name] = as_list(part.get(name))
    return part[name]


def _said(**values: Any) -> Json:
    return {key: value for key, value in values.items() if value is not None}
