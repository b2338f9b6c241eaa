"""What a change of a site may have broken: links, pictures, headings, languages, tokens, contrast, weight.

Pure over the document; only what was touched is looked at. Addresses with tokens are known when an entry is
shown, and are left to the published page.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import field

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Text, say
from proofroom.site.document import colors
from proofroom.site.document.generate import framework_of
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.modules import IMAGE, LINK, TEXT
from proofroom.site.document.tree import walk
from proofroom.site.document.types import Bag, Component, Node, Page, Site, StyleRule
from proofroom.site.files import file_bytes
from proofroom.site.rendering.tokens import fonts_css, root_css

HEAVY = 1_500_000
"""Bytes of the site's own pictures on one page from which on it is told."""
ENOUGH = 4.5
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*\)")
_DEFINED = re.compile(r"(--[\w-]+)\s*:")
_BUTTON = "base.button"
_HEADINGS = "h1h2h3h4h5h6"
_KNOWN_FILES = ("media/", "uploads/", "assets/", "api/")


@dataclass(frozen=True, slots=True)
class SiteFinding:
    """Something to look at: what it says, and what it is about."""

    message: Text
    type: str
    id: str
    area: str = ""


@dataclass(slots=True)
class _Known:
    """What addresses and tokens can mean on this site."""

    site: Site
    paths: set[str] = field(default_factory=set[str])
    files: dict[str, int] = field(default_factory=dict[str, int])
    variables: set[str] = field(default_factory=set[str])
    colours: dict[str, str] = field(default_factory=dict[str, str])


def check_site(site: Site, trees: Collection[str], rules: Collection[str]) -> list[SiteFinding]:
    """Return what is wrong in some pages and components, and in some rules."""
    known = _known(site)
    found = list[SiteFinding]()
    for tree in (*site.pages, *site.components):
        if tree.id in trees:
            found += _check_tree(known, tree)
            found += _check_headings(tree)
            found += _check_languages(known, tree, trees) if isinstance(tree, Page) else ()
    for rule in site.rules.values():
        if rule.id in rules:
            found += _check_rule(known, rule)
    return found


def _known(site: Site) -> _Known:
    framework = framework_of(site)
    known = _Known(site)
    known.paths = {f"/{page.slug}" for page in site.pages if not page.is_template} | {"/"}
    known.files = {file.path: len(file_bytes(file) or b"") for file in site.files}
    known.variables = set(_DEFINED.findall(root_css(framework) + fonts_css(site, faces=False)))
    for bag in _bags(site):
        known.variables |= {name for name in bag if name.startswith("--")}
    for slug, token in colors.sorted_tokens(as_object(framework.get("colors"))):
        known.colours[f"--{slug}"] = str(token.get("lightValue") or "")
    return known


def _bags(site: Site) -> Iterator[Bag]:
    for rule in site.rules.values():
        yield rule.styles
        yield from rule.context_styles.values()
    for tree in (*site.pages, *site.components):
        for node in tree.nodes.values():
            if node.inline_styles:
                yield node.inline_styles


def _check_tree(known: _Known, tree: Page | Component) -> Iterator[SiteFinding]:
    weight = 0
    for node in tree.nodes.values():
        if node.module_id == IMAGE:
            yield from _check_image(known, tree, node)
            weight += known.files.get(str(node.props.get("src") or "").lstrip("/"), 0)
        elif node.module_id in (LINK, _BUTTON):
            yield from _check_link(known, tree, node)
        for name in _unknown(known, node.inline_styles):
            yield SiteFinding(say("site.check.token", token=name, where=node.id), "node", node.id, tree.id)
    if weight > HEAVY:
        told = say("site.check.weight", size=f"{weight / 1_000_000:.1f}")
        yield SiteFinding(told, "page", tree.id, tree.id)


def _check_headings(tree: Page | Component) -> Iterator[SiteFinding]:
    """Yield headings that leave out a level, and a second one of the first: who listens goes by them."""
    before, is_first_there = 0, False
    for node in walk(tree):
        level = _HEADINGS.find(str(node.props.get("tag") or "")) if node.module_id == TEXT else -1
        level = level // 2 + 1
        if level < 1:
            continue
        if before and level > before + 1:
            told = say("site.check.heading", text=_text(node), level=level, before=before)
            yield SiteFinding(told, "node", node.id, tree.id)
        if level == 1 and is_first_there:
            yield SiteFinding(say("site.check.second_h1", text=_text(node)), "node", node.id, tree.id)
        before, is_first_there = level, is_first_there or level == 1


def _text(node: Node) -> str:
    return str(node.props.get("text") or "")[:60]


def _check_languages(known: _Known, page: Page, trees: Collection[str]) -> Iterator[SiteFinding]:
    """Yield the languages a page is not there in, and its translations that did not change with it."""
    mine, group = _locales(known, page), page.extra.get("translation")
    if page.is_template or not page.extra.get("locales"):
        return  # it stands in every language
    others = [
        one for one in known.site.pages if group and one is not page and one.extra.get("translation") == group
    ]
    there = mine.union(*(_locales(known, one) for one in others))
    for locale in sorted(_all_locales(known) - there):
        told = say("site.check.untranslated", locale=locale)
        yield SiteFinding(told, "page", page.id, page.id)
    for one in others:
        if one.id not in trees:
            told = say(
                "site.check.translation", title=one.title, locale=", ".join(sorted(_locales(known, one)))
            )
            yield SiteFinding(told, "page", page.id, page.id)


def _all_locales(known: _Known) -> set[str]:
    return {str(one) for one in as_list(known.site.settings.get("locales"))}


def _locales(known: _Known, page: Page) -> set[str]:
    named = {str(one) for one in as_list(page.extra.get("locales"))}
    return named or _all_locales(known)


def _check_image(known: _Known, tree: Page | Component, node: Node) -> Iterator[SiteFinding]:
    src = str(node.props.get("src") or "").strip()
    path = src.lstrip("/")
    is_own = not ("{" in src or "://" in src or path.startswith(_KNOWN_FILES))
    if not src or (is_own and path not in known.files):
        yield SiteFinding(say("site.check.image", address=src or "–"), "node", node.id, tree.id)
    if not str(node.props.get("alt") or "").strip() and not _is_decoration(tree, node):
        yield SiteFinding(say("site.check.alt", address=src or "–"), "node", node.id, tree.id)


def _is_decoration(tree: Page | Component, node: Node) -> bool:
    """Tell whether a picture says nothing: it, or something around it, is hidden from who listens."""
    here: Node | None = node
    while here is not None:
        authored = as_object(here.props.get("htmlAttributes"))
        if authored.get("aria-hidden") == "true" or authored.get("role") in ("presentation", "none"):
            return True
        here = tree.nodes.get(here.parent_id or "")
    return False


def _check_link(known: _Known, tree: Page | Component, node: Node) -> Iterator[SiteFinding]:
    href = str(node.props.get("href") or "").strip()
    if href.startswith("cms:page:"):
        page_id = href.removeprefix("cms:page:").partition("#")[0]
        is_there = any(page.id == page_id for page in known.site.pages)
    elif href.startswith("/") and "{" not in href and not href.startswith("//"):
        path = href.partition("#")[0].partition("?")[0].rstrip("/") or "/"
        is_there = path in known.paths or path.lstrip("/") in known.files or _is_routed(known, path)
    else:
        return
    if not is_there:
        yield SiteFinding(say("site.check.link", address=href), "node", node.id, tree.id)
    elif isinstance(tree, Page) and not tree.is_template and href.startswith("/"):
        yield from _check_tongue(known, tree, node, href)


def _check_tongue(known: _Known, page: Page, node: Node, href: str) -> Iterator[SiteFinding]:
    """Yield a link that leads out of the page's language although the target is there in it, too."""
    slug = href.partition("#")[0].strip("/")
    target = next((one for one in known.site.pages if one.slug == slug and not one.is_template), None)
    if target is None or _locales(known, page) & _locales(known, target):
        return
    locale = ", ".join(sorted(_locales(known, target)))
    yield SiteFinding(say("site.check.language", address=href, locale=locale), "node", node.id, page.id)


def _is_routed(known: _Known, path: str) -> bool:
    """Tell whether a path may be an entry's, another locale's, or one of the files every site has."""
    first = path.strip("/").split("/", 1)[0]
    bases = set[str]()
    for one in known.site.collections.values():
        base = one.get("routeBase")
        bases |= {str(each) for each in as_object(base).values()} or {str(base or "")}
    locales = as_list(known.site.settings.get("locales"))
    return first in bases or first in locales or path.endswith((".xml", ".txt"))


def _check_rule(known: _Known, rule: StyleRule) -> Iterator[SiteFinding]:
    for bag in (rule.styles, *rule.context_styles.values()):
        for name in _unknown(known, bag):
            told = say("site.check.token", token=name, where=rule.selector)
            yield SiteFinding(told, "rule", rule.id)
        ratio = _contrast(known, bag)
        if ratio is not None and ratio < ENOUGH:
            told = say("site.check.contrast", where=rule.selector, ratio=f"{ratio:.1f}")
            yield SiteFinding(told, "rule", rule.id)


def _unknown(known: _Known, bag: Bag) -> Iterator[str]:
    for value in bag.values():
        if isinstance(value, str) and "var(" in value:
            yield from (name for name in _VAR.findall(value) if name not in known.variables)


def _contrast(known: _Known, bag: Bag) -> float | None:
    """Return the contrast of a text with its ground where a rule says both."""
    front = _luminance(known, bag.get("color"))
    back = _luminance(known, bag.get("backgroundColor") or bag.get("background"))
    if front is None or back is None:
        return None
    light, dark = max(front, back), min(front, back)
    return (light + 0.05) / (dark + 0.05)


def _luminance(known: _Known, value: object) -> float | None:
    text = str(value or "").strip()
    named = _VAR.fullmatch(text)
    colour = colors.parse_color(known.colours.get(named[1], "") if named else text)
    if colour is None or colour.alpha < 1:
        return None
    red, green, blue = (
        _linear(part) for part in _rgb(colour.hue, colour.saturation / 100, colour.lightness / 100)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rgb(hue: float, saturation: float, lightness: float) -> tuple[float, float, float]:
    def part(n: float) -> float:
        k = (n + hue / 30) % 12
        return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))

    return part(0), part(8), part(4)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
