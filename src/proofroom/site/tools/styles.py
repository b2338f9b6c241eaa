"""Tools that change styles."""

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.types import Json, StyleRule
from proofroom.site.importing.commit import upsert_rules
from proofroom.site.importing.css import import_css
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import ApplyCssInput, ClassInput
from proofroom.site.tools.tool import STYLE, site_tool


@site_tool("applyCss", STYLE)
def apply_css(opened: OpenSite, given: ApplyCssInput) -> Json:
    """Create and edit style rules with CSS text: `.name` makes a reusable class, any other selector an
    ambient rule; @media folds into breakpoints. Declarations are merged over those that are there.
    """
    css = import_css(given.css, opened.site.breakpoints)
    if not css.rules:
        raise InvalidInput(say("site.no_rules"))
    counts = upsert_rules(opened.site, css, opened.new_id, opened.at)
    told: Json = {"cssRulesCreated": counts.created, "cssRulesUpdated": counts.updated}
    return told | ({"cssRulesSkipped": counts.skipped} if counts.skipped else {})


@site_tool("assignClass", STYLE)
def assign_class(opened: OpenSite, given: ClassInput) -> None:
    """Give a node a class."""
    _, node = opened.node(given.node_id)
    rule = _class(opened, given.class_id)
    if rule.id not in node.class_ids:
        node.class_ids.append(rule.id)


@site_tool("removeClass", STYLE)
def remove_class(opened: OpenSite, given: ClassInput) -> None:
    """Take a class from a node; the class itself stays."""
    _, node = opened.node(given.node_id)
    rule = _class(opened, given.class_id)
    node.class_ids = [key for key in node.class_ids if key != rule.id]


def _class(opened: OpenSite, wanted: str) -> StyleRule:
    found = opened.site.rules.get(wanted)
    if found is not None and found.kind == "class":
        return found
    named = opened.site.rule_named(wanted.removeprefix("."))
    if named is None:
        raise InvalidInput(say("site.no_class", id=wanted))
    return named
