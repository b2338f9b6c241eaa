"""A document as agents read it: HTML with uids, and the CSS that matters for it."""

import re
from collections.abc import Set

from proofroom.site.document.assets import applying
from proofroom.site.document.types import Component, Json, Page, Site, StyleRule
from proofroom.site.reading.parts import BUDGET, read_part
from proofroom.site.rendering.nodes import Renderer
from proofroom.site.rendering.stylesheet import rules_css, used_ids
from proofroom.site.rendering.tokens import fonts_css, framework_css

_CLASS_TOKEN = re.compile(r"\.((?:\\.|[-_a-zA-Z0-9])+)")


def read_document(site: Site, tree: Page | Component, part: int = 1, budget: int = BUDGET) -> Json:
    """Return a part of a document, `{html, css, pageInfo}`."""
    return read_part(document_html(site, tree), document_css(site, tree), part, budget)


def document_html(site: Site, tree: Page | Component) -> str:
    """Return what stands in the body of a document, with uids, raw tokens and readable loops."""
    return f"\n{Renderer(site, annotate=True).body(tree)}\n"


def document_css(site: Site, tree: Page | Component) -> str:
    """Return the CSS that matters for a document as a style element; nothing where there is none."""
    used = used_ids([tree, *site.components])
    parts = [
        fonts_css(site, faces=False),
        framework_css(site, used),
        rules_css(site, document_rules(site, used)),
        user_css(site, tree),
    ]
    shown = "\n\n".join(part for part in parts if part)
    return f"<style>\n{shown}\n</style>" if shown else ""


def document_rules(site: Site, used: Set[str]) -> list[StyleRule]:
    """Return the rules that matter: classes in use, and ambient rules all of whose classes are in use."""
    names = {rule.name for key, rule in site.rules.items() if key in used}
    return [
        rule
        for rule in site.rules.values()
        if not rule.generated
        and (rule.id in used if rule.kind == "class" else rule.raw_css is not None or _fits(rule, names))
    ]


def user_css(site: Site, tree: Page | Component) -> str:
    """Return the style sheets that apply to a document."""
    return "\n\n".join(
        f"/* {file.path.replace('*/', '* /')} */\n{file.content or ''}"
        for file, _ in applying(site, "style", tree)
    )


def _fits(rule: StyleRule, names: Set[str]) -> bool:
    return all(re.sub(r"\\(.)", r"\1", token) in names for token in _CLASS_TOKEN.findall(rule.selector))
