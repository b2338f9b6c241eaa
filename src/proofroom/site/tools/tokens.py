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
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import (
    FontTokenInput,
    SetColorTokensInput,
    SetFontTokensInput,
    SetSpacingScaleInput,
    SetTypeScaleInput,
)
from proofroom.site.tools.tool import STYLE, site_tool

_ALIASES: dict[scales.Family, frozenset[str]] = {
    "typography": frozenset({"root", "text", "typography"}),
    "spacing": frozenset({"root", "space", "spacing"}),
}


@site_tool("set_color_tokens", STYLE)
def set_color_tokens(opened: OpenSite, given: SetColorTokensInput) -> Json:
    """Create or update colour tokens: var(--slug), with shades, tints and utility classes."""
    tokens = _listed(_framework(opened), "colors", "tokens")
    told = list[Json]()
    for one in given.tokens:
        slug = colors.slug_of(one.slug)
        token = next((each for each in tokens if each.get("slug") == slug), None)
        action = "created" if token is None else "updated"
        if token is None:
            order = max((each.get("order", 0) for each in tokens), default=-1) + 1
            token = colors.new_token(opened.new_id(), slug, one.light_value, order, opened.at)
            tokens.append(token)
        token |= {"lightValue": one.light_value, "updatedAt": opened.at} | _said(
            category=one.category, darkValue=one.dark_value, darkModeEnabled=one.dark_mode_enabled
        )
        told.append({"slug": slug, "ref": f"var(--{slug})", "action": action})
    refresh_generated(opened.site)
    return {"tokens": told}


@site_tool("set_font_tokens", STYLE)
def set_font_tokens(opened: OpenSite, given: SetFontTokensInput) -> Json:
    """Create or update font tokens: var(--font-name). googleFamily installs a web font first."""
    fonts: Json = opened.site.settings.setdefault("fonts", {"items": []})
    items: list[Json] = fonts.setdefault("items", [])
    told = list[Json]()
    tokens: list[Json] = fonts.setdefault("tokens", [])
    for one in given.tokens:
        family = _family(opened, one, items)
        variable = font_variable(one.variable or one.name)
        token = next((each for each in tokens if each.get("variable") == variable), None)
        action = "created" if token is None else "updated"
        if token is None:
            order = max((each.get("order", 0) for each in tokens), default=-1) + 1
            token = {
                "id": opened.new_id(),
                "name": one.name,
                "variable": variable,
                "fallback": "sans-serif",
                "order": order,
                "createdAt": opened.at,
            }
            tokens.append(token)
        token |= {"name": one.name, "updatedAt": opened.at} | _said(fallback=one.fallback, familyId=family)
        shown: Json = {"name": one.name, "variable": variable, "ref": f"var(--{variable})"}
        if one.google_family:
            shown["installed"] = one.google_family
        told.append(shown | {"action": action})
    return {"tokens": told}


@site_tool("set_type_scale", STYLE)
def set_type_scale(opened: OpenSite, given: SetTypeScaleInput) -> Json:
    """Create or update the fluid type scale: var(--text-m)."""
    return _set_scale(opened, "typography", given)


@site_tool("set_spacing_scale", STYLE)
def set_spacing_scale(opened: OpenSite, given: SetSpacingScaleInput) -> Json:
    """Create or update the fluid spacing scale: var(--space-m)."""
    return _set_scale(opened, "spacing", given)


def font_variable(name: str) -> str:
    """Return the variable of a font, without its dashes."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.strip().lower()).strip("-") or "font"
    return slug if slug == "font" or slug.startswith("font-") else f"font-{slug}"


def _family(opened: OpenSite, one: FontTokenInput, items: list[Json]) -> str | None:
    if one.google_family:
        entry = find_family(opened.site, one.google_family)
        if entry is None:
            raise InvalidInput(say("site.font_not_installed", family=one.google_family))
        return str(entry["id"])
    if one.family_id and all(item.get("id") != one.family_id for item in items):
        raise InvalidInput(say("site.no_font", id=one.family_id))
    return one.family_id


def _set_scale(
    opened: OpenSite, family: scales.Family, given: SetTypeScaleInput | SetSpacingScaleInput
) -> Json:
    framework = _framework(opened)
    groups = _listed(framework, family, "groups")
    group = _group(groups, family, given.group_id)
    action = "created" if group is None else "updated"
    default = scales.DEFAULTS[family]
    if group is None:
        naming = given.naming_convention or _free_naming(groups, default["namingConvention"])
        group = scales.new_group(opened.new_id(), family, naming, len(groups) + 1, opened.at)
        groups.append(group)
    group |= {"updatedAt": opened.at} | _said(
        namingConvention=given.naming_convention, steps=given.steps, baseScaleIndex=given.base_scale_index
    )
    for side, end in (("min", given.min), ("max", given.max)):
        if end is not None:
            group[side] = as_object(group.get(side)) | end.model_dump(by_alias=True, exclude_none=True)
    if action == "created":
        group["manualSizes"] = [
            {
                "id": opened.new_id(),
                "name": f"{group['namingConvention']}-{name}",
                "min": round_exact(low),
                "max": round_exact(high),
            }
            for name, low, high in scales.step_sizes(group, family)
        ]
    refresh_generated(opened.site)
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


def _framework(opened: OpenSite) -> Json:
    return opened.site.settings.setdefault("framework", {"colors": {"tokens": []}})


def _listed(framework: Json, family: str, name: str) -> list[Json]:
    part: Json = framework.setdefault(family, {})
    if not isinstance(part.get(name), list):
        part[name] = as_list(part.get(name))
    return part[name]


def _said(**values: Any) -> Json:
    return {key: value for key, value in values.items() if value is not None}
