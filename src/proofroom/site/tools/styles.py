"""Tools that change styles."""

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.types import Json, StyleRule
from proofroom.site.importing.commit import upsert_rules
from proofroom.site.importing.css import import_css
from proofroom.site.tools.desk import Desk
from proofroom.site.tools.schemas import ApplyCssInput, ClassInput


def apply_css(desk: Desk, given: ApplyCssInput) -> Json:
    """Create and edit style rules."""
    css = import_css(given.css, desk.site.breakpoints)
    if not css.rules:
        raise InvalidInput(say("site.no_rules"))
    counts = upsert_rules(desk.site, css, desk.new_id, desk.at)
    told: Json = {"cssRulesCreated": counts.created, "cssRulesUpdated": counts.updated}
    return told | ({"cssRulesSkipped": counts.skipped} if counts.skipped else {})


def assign_class(desk: Desk, given: ClassInput) -> None:
    """Give a node a class."""
    _, node = desk.node(given.node_id)
    rule = _class(desk, given.class_id)
    if rule.id not in node.class_ids:
        node.class_ids.append(rule.id)


def remove_class(desk: Desk, given: ClassInput) -> None:
    """Take a class from a node; the class itself stays."""
    _, node = desk.node(given.node_id)
    rule = _class(desk, given.class_id)
    node.class_ids = [key for key in node.class_ids if key != rule.id]


def _class(desk: Desk, wanted: str) -> StyleRule:
    found = desk.site.rules.get(wanted)
    if found is not None and found.kind == "class":
        return found
    named = desk.site.rule_named(wanted.removeprefix("."))
    if named is None:
        raise InvalidInput(say("site.no_class", id=wanted))
    return named
