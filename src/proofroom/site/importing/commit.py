"""Imported rules and nodes, joined to a site: added beside what is there, or put over it."""

from collections.abc import Callable, Iterable

from proofroom.kernel.data import dataclass
from proofroom.site.document.types import Node, Site, StyleRule
from proofroom.site.importing.bags import assign
from proofroom.site.importing.css import ImportedCss
from proofroom.site.markup.css import escape_class

NewId = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rules were made and changed; `skipped` are locked."""

    created: int = 0
    updated: int = 0
    skipped: int = 0


class RuleIndex:
    """The rules of a site by what identifies them: a class by name, an ambient one by selector."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._known = {_key(rule): rule for rule in reversed(list(site.rules.values()))}
        self.next_order = max((rule.order for rule in site.rules.values()), default=-1) + 1

    def find(self, rule: StyleRule) -> StyleRule | None:
        """Return the site's rule for the same things."""
        return self._known.get(_key(rule))

    def find_class(self, name: str) -> StyleRule | None:
        """Return the class of a name."""
        return self._known.get(("class", name))

    def add(self, rule: StyleRule, rule_id: str, at: int) -> StyleRule:
        """Put a new rule at the end of the cascade."""
        rule.id, rule.order, rule.created_at, rule.updated_at = rule_id, self.next_order, at, at
        self.next_order += 1
        self._site.rules[rule_id] = rule
        self._known.setdefault(_key(rule), rule)
        return rule


def _key(rule: StyleRule) -> tuple[str, str]:
    return (rule.kind, rule.name if rule.kind == "class" else rule.selector)


def add_rules(site: Site, css: ImportedCss, new_id: NewId, at: int) -> RuleIndex:
    """Add the rules that a site has none like yet; those it has stay as they are."""
    index = RuleIndex(site)
    for rule in css.rules:
        if index.find(rule) is None:
            index.add(rule, new_id(), at)
    add_conditions(site, css)
    return index


def upsert_rules(site: Site, css: ImportedCss, new_id: NewId, at: int) -> Counts:
    """Put rules over those of a site, and add the ones it has not."""
    index = RuleIndex(site)
    created = updated = skipped = 0
    for rule in css.rules:
        known = index.find(rule)
        if known is None:
            index.add(rule, new_id(), at)
            created += 1
        elif known.generated:
            skipped += 1
        else:
            _merge(known, rule, at)
            updated += 1
    add_conditions(site, css)
    return Counts(created, updated, skipped)


def add_conditions(site: Site, css: ImportedCss) -> None:
    """Add the conditions that a site does not know yet."""
    known = {one.id for one in site.conditions}
    site.conditions += [one for one in css.conditions if one.id not in known]


def link_classes(index: RuleIndex, nodes: Iterable[Node], new_id: NewId, at: int) -> None:
    """Replace class names on nodes by their rules; a class nobody has styled gets an empty one."""
    for node in nodes:
        linked = list[str]()
        for name in node.class_ids:
            rule = index.find_class(name)
            if rule is None:
                rule = index.add(StyleRule("", name, "class", f".{escape_class(name)}"), new_id(), at)
            linked.append(rule.id)
        node.class_ids = linked


def _merge(known: StyleRule, rule: StyleRule, at: int) -> None:
    assign(known.styles, known.priorities, rule.styles, rule.priorities)
    for context, bag in rule.context_styles.items():
        own = known.context_priorities.get(context, {})
        given = rule.context_priorities.get(context, {})
        assign(known.context_styles.setdefault(context, {}), own, bag, given)
        if own:
            known.context_priorities[context] = own
    if rule.raw_css is not None:
        known.raw_css = rule.raw_css
    known.updated_at = at
