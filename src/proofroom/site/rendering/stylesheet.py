"""Style rules → CSS."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from proofroom.site.document.types import Bag, Breakpoint, Condition, Site, StyleRule, Tree
from proofroom.site.rendering.escape import clean_name, clean_value, is_query

_SIDES = ("Top", "Right", "Bottom", "Left")
_BOXES = {f"{box}{side}": box for box in ("margin", "padding") for side in _SIDES}


def rules_css(site: Site, rules: Iterable[StyleRule] | None = None) -> str:
    """Return rules as CSS in cascade order: each with its conditions, then its breakpoints."""
    contexts = _contexts(site)
    chosen = sorted(site.rules.values() if rules is None else rules, key=lambda rule: rule.order)
    return "\n\n".join(block for rule in chosen for block in _blocks(rule, contexts))


def used_rules(site: Site, trees: Sequence[Tree] | None = None) -> list[StyleRule]:
    """Return what a site publishes: classes that a node has and every ambient rule, but none generated."""
    used = used_ids(site.trees if trees is None else trees) | {
        key for one in site.components for key in one.class_ids
    }
    return [
        rule
        for rule in site.rules.values()
        if not rule.generated and (rule.kind == "ambient" or rule.id in used)
    ]


def used_ids(trees: Iterable[Tree]) -> set[str]:
    """Return the ids of the classes that nodes have."""
    return {key for tree in trees for node in tree.nodes.values() for key in node.class_ids}


def declarations(styles: Bag, priorities: dict[str, str] | None = None) -> list[str]:
    """Return declarations in their order, with four equal boxes as one."""
    found = list[str]()
    done = set[str]()
    for name, value in styles.items():
        box = _BOXES.get(name)
        if box is not None and (box in done or (joined := _box(box, styles, priorities)) is not None):
            if box not in done:
                done.add(box)
                found.append(joined)  # type: ignore[possibly-undefined]
            continue
        shown, kept = clean_name(name), clean_value(value)
        if shown is None or kept is None:
            continue
        loud = " !important" if priorities and priorities.get(name) == "important" else ""
        found.append(f"{shown}: {kept}{loud};")
    return found


def _box(box: str, styles: Bag, priorities: dict[str, str] | None) -> str | None:
    names = [f"{box}{side}" for side in _SIDES]
    values = [clean_value(styles.get(name)) for name in names]
    if any(value is None or ("var(" in value and " " in value.strip()) for value in values):
        return None
    loud = {(priorities or {}).get(name) for name in names}
    if len(loud) != 1:
        return None
    top, right, bottom, left = (str(value) for value in values)
    if left == right:
        shown = (
            top
            if top == right == bottom
            else f"{top} {right}"
            if top == bottom
            else f"{top} {right} {bottom}"
        )
    else:
        shown = f"{top} {right} {bottom} {left}"
    return f"{box}: {shown}{' !important' if loud == {'important'} else ''};"


def _contexts(site: Site) -> list[tuple[str, str]]:
    """Return the blocks that rules can be in, by context id, in the order they are written."""
    conditions = [(one.id, prelude) for one in site.conditions if (prelude := condition_prelude(one))]
    widths = [(one.id, f"@media {one.query}") for one in by_width(site.breakpoints) if is_query(one.query)]
    return conditions + widths


def condition_prelude(one: Condition) -> str | None:
    """Return what stands before the block of a condition; None where it cannot stand there."""
    if not is_query(one.query) or (one.name is not None and not is_query(one.name)):
        return None
    query = one.query.strip()
    match one.kind:
        case "media":
            return f"@media {query}"
        case "container":
            named = f"{one.name} " if one.name else ""
            return f"@container {named}{query if query.startswith('(') else f'({query})'}"
        case "supports":
            return f"@supports {query if query.startswith('(') else f'({query})'}"


def by_width(breakpoints: Sequence[Breakpoint]) -> list[Breakpoint]:
    """Return breakpoints so that the narrower wins for max-width, and the wider for min-width."""
    queries = [one.query for one in breakpoints]
    if all("max-width" in query and "min-width" not in query for query in queries):
        return sorted(breakpoints, key=lambda one: -one.width)
    if all("min-width" in query and "max-width" not in query for query in queries):
        return sorted(breakpoints, key=lambda one: one.width)
    return list(breakpoints)


def _blocks(rule: StyleRule, contexts: list[tuple[str, str]]) -> Iterator[str]:
    if rule.raw_css:
        if is_keyframes(rule.raw_css):
            yield rule.raw_css
        return
    if not is_selector(rule.selector):
        return
    base = declarations(rule.styles, rule.priorities)
    if base:
        yield f"{rule.selector} {{\n  " + "\n  ".join(base) + "\n}"
    if not rule.context_styles:
        return
    for key, prelude in contexts:
        if key in rule.context_styles:
            inner = declarations(rule.context_styles[key], rule.context_priorities.get(key))
            if inner:
                lines = "\n  ".join(inner)
                yield f"{prelude} {{\n  {rule.selector} {{\n  {lines}\n  }}\n}}"


@lru_cache(maxsize=4096)
def is_selector(selector: str) -> bool:
    """Tell whether a selector can stand before a block without ending it."""
    return bool(selector.strip()) and not any(one in selector for one in ("{", "}", "</", "/*", ";", "@"))


def is_keyframes(css: str) -> bool:
    """Tell whether raw CSS is nothing but one block of keyframes."""
    text = css.strip()
    if not text.startswith(("@keyframes ", "@-webkit-keyframes ")) or "</" in text or not text.endswith("}"):
        return False
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if depth == 0 and char == "}":
            return at == len(text) - 1
        if depth > 2:
            return False
    return False
