"""Design tokens as CSS: variables of colours, scales and fonts, and the utilities in use."""

import re
from collections.abc import Iterator, Set

from proofroom.site.document import colors, scales
from proofroom.site.document.generate import framework_of
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.types import Json, Site
from proofroom.site.markup.values import clean_value
from proofroom.site.rendering.stylesheet import emit_rules

_LIGHT = (
    ":root.theme-alt .theme-inverted",
    ":root.theme-alt .theme-always-default",
    ":root.theme-default .theme-inverted .theme-always-default",
)
_DARK = (
    ":root.theme-alt",
    ":root.theme-default .theme-inverted",
    ":root.theme-default .theme-always-alt",
    ":root.theme-alt .theme-inverted .theme-always-alt",
)


def root_css(framework: Json) -> str:
    """Return the variables of colours, type and spacing."""
    light, dark = list[str](), list[str]()
    for slug, token in colors.sorted_tokens(as_object(framework.get("colors"))):
        light += _lines(slug, token, str(token.get("lightValue") or ""))
        if token.get("darkModeEnabled"):
            dark += _lines(slug, token, str(token.get("darkValue") or ""))
    preferences = scales.preferences_of(framework)
    fluid = [
        line
        for family in scales.FAMILIES
        for group in scales.groups_of(framework, family)
        for step in scales.variables(group, family, preferences)
        for line in _line(step.variable, step.value)
    ]
    blocks = [_block(":root", [*light, *fluid])] if light or fluid else []
    if dark:
        blocks += [_block(",\n".join(_LIGHT), light), _block(",\n".join(_DARK), dark)]
    return "\n\n".join(blocks)


def utilities_css(site: Site, used: Set[str]) -> str:
    """Return the utilities that are in use, or all where the preferences say so."""
    shakes = scales.preferences_of(framework_of(site))["treeShakeGeneratedFrameworkUtilities"]
    return emit_rules(
        site, (rule for rule in site.rules.values() if rule.generated and (not shakes or rule.id in used))
    )


def framework_css(site: Site, used: Set[str]) -> str:
    """Return variables and utilities."""
    return "\n\n".join(filter(None, (root_css(framework_of(site)), utilities_css(site, used))))


def font_variables_css(site: Site) -> str:
    """Return the variables of fonts."""
    lines = [f"  --{name}: {stack};" for name, stack in font_stacks(site)]
    return "\n".join([":root {", *lines, "}"]) if lines else ""


def font_stacks(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the variable and the family list of every font token."""
    fonts = as_object(site.settings.get("fonts"))
    families = {str(one.get("id")): str(one.get("family") or "") for one in as_list(fonts.get("items"))}
    for token in sorted_font_tokens(fonts):
        family = families.get(str(token.get("familyId") or ""))
        fallback = clean_fallback(str(token.get("fallback") or ""))
        yield str(token["variable"]), f'"{clean_family(family)}", {fallback}' if family else fallback


def sorted_font_tokens(fonts: Json) -> list[Json]:
    """Return the font tokens in order."""
    tokens = [as_object(one) for one in as_list(fonts.get("tokens"))]
    return sorted(tokens, key=lambda one: (one.get("order", 0), str(one.get("name") or "")))


def clean_fallback(text: str) -> str:
    """Return a list of families that can break nothing."""
    return re.sub(r"[\"';{}<>\\]", "", text).strip() or "sans-serif"


def clean_family(text: str) -> str:
    """Return a family that can break nothing."""
    return re.sub(r"[\"';{}<>\\]", "", text).strip()


def _lines(slug: str, token: Json, value: str) -> list[str]:
    return [
        line
        for variant in colors.variants(token, value)
        for line in _line(f"--{slug}{variant.suffix}", variant.value)
    ]


def _line(name: str, value: str) -> list[str]:
    clean = clean_value(value)
    return [f"  {name}: {clean};"] if clean and ";" not in clean else []


def _block(selector: str, lines: list[str]) -> str:
    return "\n".join([f"{selector} {{", *lines, "}"])
