"""Design tokens → CSS: custom properties, utilities that are used, fonts, and the reset below everything."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from proofroom.site.document import colors, scales
from proofroom.site.document.generate import framework_of
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.types import Json, Site
from proofroom.site.rendering.escape import clean_value
from proofroom.site.rendering.stylesheet import rules_css

LIGHT_AGAIN = (
    ":root.theme-alt .theme-inverted",
    ":root.theme-alt .theme-always-default",
    ":root.theme-default .theme-inverted .theme-always-default",
)
DARK = (
    ":root.theme-alt",
    ":root.theme-default .theme-inverted",
    ":root.theme-default .theme-always-alt",
    ":root.theme-alt .theme-inverted .theme-always-alt",
)
RESET = """:where(*, *::before, *::after) {
  box-sizing: border-box;
}

:where(body, h1, h2, h3, h4, h5, h6, p, figure, blockquote, dl, dd, ul, ol, pre) {
  margin: 0;
}

:where(ul, ol) {
  padding: 0;
  list-style: none;
}

:where(img, svg, video, picture) {
  display: block;
  max-width: 100%;
}

:where(img, video) {
  height: auto;
}

:where(button, input, textarea, select) {
  font: inherit;
  color: inherit;
}

:where(a) {
  color: inherit;
}"""
_UNSAFE = re.compile(r"[\"';{}<>\\]")
_FORMATS = {"woff2": "woff2", "woff": "woff", "ttf": "truetype", "otf": "opentype"}
_RANGE = re.compile(r"[U+0-9A-Fa-f?, -]+\Z")


def framework_css(site: Site, used: Iterable[str]) -> str:
    """Return the custom properties of all tokens, and the utilities whose ids are used."""
    framework = framework_of(site)
    shake = scales.preferences_of(framework).get("treeShakeGeneratedFrameworkUtilities", True) is not False
    chosen = set(used)
    rules = [rule for rule in site.rules.values() if rule.generated and (not shake or rule.id in chosen)]
    return "\n\n".join(part for part in (root_css(framework), rules_css(site, rules)) if part)


def root_css(framework: Json) -> str:
    """Return the blocks of custom properties: light and sizes, and dark where a token has it."""
    light, dark = list[str](), list[str]()
    for slug, token in colors.sorted_tokens(as_object(framework.get("colors"))):
        light += _colour(slug, token, str(token.get("lightValue") or ""))
        if token.get("darkModeEnabled") is True:
            value = str(token.get("darkValue") or "") or colors.dark_value(str(token.get("lightValue") or ""))
            dark += _colour(slug, token, value)
    sizes = [
        _line(step.variable, step.value)
        for family in scales.FAMILIES
        for group in scales.groups_of(framework, family)
        for step in scales.variables(group, family, scales.preferences_of(framework))
    ]
    blocks = [_block((":root",), [*light, *filter(None, sizes)])]
    if dark:
        blocks += [_block(LIGHT_AGAIN, light), _block(DARK, dark)]
    return "\n\n".join(block for block in blocks if block)


def root_size_css(site: Site) -> str:
    """Return the root's font size where scales are counted in rem of another root than 16 px."""
    framework = framework_of(site)
    preferences = scales.preferences_of(framework)
    root = preferences.get("rootFontSize", 10)
    has_scale = any(scales.groups_of(framework, family) for family in scales.FAMILIES)
    if not has_scale or preferences.get("isRem") is False or not isinstance(root, int | float) or root == 16:
        return ""
    blocks = [
        _block(("html",), [f"font-size: {root / 16 * 100:g}%;"]),
        _block((":where(body)",), [f"font-size: {16 / root:g}rem;"]),
    ]
    return "\n\n".join(blocks)


def fonts_css(site: Site, *, faces: bool = True, base: str = "") -> str:
    """Return the custom properties of font tokens, and the faces that installed families have."""
    fonts = as_object(site.settings.get("fonts"))
    items = [as_object(one) for one in as_list(fonts.get("items"))]
    families = {str(one.get("id")): str(one.get("family") or "") for one in items}
    tokens = [as_object(one) for one in as_list(fonts.get("tokens"))]
    tokens.sort(key=lambda one: (one.get("order", 0), str(one.get("name") or "")))
    lines = [_line(f"--{one.get('variable')}", font_stack(one, families)) for one in tokens]
    blocks = [_block((":root",), [line for line in lines if line])]
    if faces:
        blocks += [face for item in items for face in _faces(item, base)]
    return "\n\n".join(block for block in blocks if block)


def font_stack(token: Json, families: dict[str, str]) -> str:
    """Return the stack of a font token: its family, then its fallback."""
    fallback = _UNSAFE.sub("", str(token.get("fallback") or "")).strip() or "sans-serif"
    family = _UNSAFE.sub("", families.get(str(token.get("familyId") or ""), "")).strip()
    return f'"{family}", {fallback}' if family else fallback


def _faces(item: Json, base: str) -> list[str]:
    found = list[str]()
    family = _UNSAFE.sub("", str(item.get("family") or ""))
    for raw in as_list(item.get("files")):
        file = as_object(raw)
        path, kind = str(file.get("path") or ""), _FORMATS.get(str(file.get("format") or ""))
        if kind is None or _UNSAFE.search(path) or not path.startswith(("/", "https:")):
            continue
        variant = str(file.get("variant") or "400")
        weight = " ".join(re.findall(r"\d+", variant)) or "400"
        address = f"{base}{path}" if path.startswith("/") else path
        lines = [
            f'font-family: "{family}";',
            f"font-style: {'italic' if 'italic' in variant else 'normal'};",
            f"font-weight: {weight};",
            "font-display: swap;",
            f'src: url("{address}") format("{kind}");',
        ]
        covers = str(file.get("unicodeRange") or "")
        if covers and _RANGE.match(covers):
            lines.append(f"unicode-range: {covers};")
        found.append(_block(("@font-face",), lines))
    return found


def _colour(slug: str, token: Json, value: str) -> list[str]:
    found = (_line(f"--{slug}{one.suffix}", one.value) for one in colors.variants(token, value))
    return [line for line in found if line]


def _line(name: str, value: Any) -> str:
    kept = clean_value(value)
    return "" if kept is None or ";" in kept else f"{name}: {kept};"


def _block(selectors: Sequence[str], lines: Sequence[str]) -> str:
    if not lines:
        return ""
    return ",\n".join(selectors) + " {\n  " + "\n  ".join(lines) + "\n}"
