"""Style rules as CSS."""

import re
from collections.abc import Iterable, Iterator, Set

from proofroom.site.document.types import IMPORTANT, Bag, Breakpoint, Condition, Site, StyleRule, Tree
from proofroom.site.markup.values import clean_value, css_name, is_property, is_safe_query

SIDES = ("Top", "Right", "Bottom", "Left")
_BOXES = ("margin", "padding")
CLASS_TOKEN = re.compile(r"\.((?:\\.|[-_a-zA-Z0-9])+)")
_MAX_ONLY = re.compile(r"\(\s*max-width\s*:\s*[\d.]+\w*\s*\)")
_MIN_ONLY = re.compile(r"\(\s*min-width\s*:\s*[\d.]+\w*\s*\)")
_KEYFRAMES = re.compile(r"@(?:-webkit-)?keyframes\s+-?[_a-zA-Z][\w-]*\s*{")


def declarations(styles: Bag, priorities: dict[str, str] | None = None) -> list[str]:
    """Return the declarations of a bag, `name: value`; four sides of a box as one."""
    boxes = {name: _box(styles, priorities, name) for name in _BOXES}
    found = list[str]()
    done = set[str]()
    for prop, raw in styles.items():
        box = next((name for name in _BOXES if boxes[name] and prop in _sides(name)), None)
        if box is not None:
            if box not in done:
                done.add(box)
                found.append(f"{box}: {boxes[box]}")
            continue
        name, value = css_name(prop), clean_value(raw)
        if value is None or value == "" or not is_property(name):
            continue
        found.append(f"{name}: {value}{_important(priorities, prop)}")
    return found


def inline_style(styles: Bag) -> str:
    """Return a bag as the value of a `style` attribute, not yet escaped."""
    return "; ".join(declarations(styles))


def emit_rules(site: Site, rules: Iterable[StyleRule]) -> str:
    """Return rules as CSS in cascade order: base, conditions, then breakpoints, for each."""
    contexts = _contexts(site)
    blocks = list[str]()
    for rule in sorted(rules, key=lambda one: one.order):
        blocks += _blocks(rule, contexts)
    return "\n\n".join(blocks)


def used_class_ids(trees: Iterable[Tree]) -> set[str]:
    """Return the classes that nodes of some pages and components have."""
    found = set[str]()
    for tree in trees:
        for node in tree.nodes.values():
            found.update(node.class_ids)
    return found


def published_rules(site: Site, used: Set[str]) -> list[StyleRule]:
    """Return what is published: class rules in use, and every ambient rule; utilities come separately."""
    return [
        rule
        for rule in site.rules.values()
        if not rule.generated and (rule.kind == "ambient" or rule.id in used)
    ]


def document_rules(site: Site, used: Set[str]) -> list[StyleRule]:
    """Return the rules that matter for one document: ambient ones only where their classes are in use."""
    names = {rule.name for rule in site.rules.values() if rule.id in used}
    return [
        rule
        for rule in site.rules.values()
        if not rule.generated
        and (rule.id in used if rule.kind == "class" else rule.raw_css is not None or _fits(rule, names))
    ]


def _fits(rule: StyleRule, names: Set[str]) -> bool:
    return all(token in names for token in CLASS_TOKEN.findall(rule.selector))


def _blocks(rule: StyleRule, contexts: list[tuple[str, str]]) -> Iterator[str]:
    if rule.raw_css is not None:
        if is_keyframes(rule.raw_css):
            yield rule.raw_css
        return
    if not is_selector(rule.selector):
        return
    base = declarations(rule.styles, rule.priorities)
    if base:
        yield _block(rule.selector, base)
    for key, prelude in contexts:
        bag = rule.context_styles.get(key)
        inner = declarations(bag, rule.context_priorities.get(key)) if bag else []
        if inner:
            body = _block(rule.selector, inner).split("\n")
            yield "\n".join([f"{prelude} {{", f"  {body[0]}", *body[1:-1], f"  {body[-1]}", "}"])


def is_keyframes(css: str) -> bool:
    """Tell whether raw CSS is a keyframes block and nothing else."""
    if not _KEYFRAMES.match(css) or "</" in css or re.search(r"@import|expression\(|javascript:", css, re.I):
        return False
    depth = 0
    for at, character in enumerate(css):
        depth += (character == "{") - (character == "}")
        if depth == 0 and character == "}":
            return not css[at + 1 :].strip()
    return False


def is_selector(selector: str) -> bool:
    """Tell whether a selector may be emitted."""
    return bool(selector.strip()) and not re.search(r"[{}]|</|/\*", selector)


def _block(selector: str, inner: list[str]) -> str:
    return "\n".join([f"{selector} {{", *(f"  {line};" for line in inner), "}"])


def _contexts(site: Site) -> list[tuple[str, str]]:
    conditions = [(one.id, _prelude(one)) for one in site.conditions if is_safe_query(one.query)]
    widths = [
        (one.id, f"@media {one.query}") for one in _ordered(site.breakpoints) if is_safe_query(one.query)
    ]
    return [*conditions, *widths]


def _ordered(breakpoints: list[Breakpoint]) -> list[Breakpoint]:
    """Return breakpoints so that the narrower one wins where both apply."""
    if all(_MAX_ONLY.fullmatch(one.query.strip()) for one in breakpoints):
        return sorted(breakpoints, key=lambda one: -one.width)
    if all(_MIN_ONLY.fullmatch(one.query.strip()) for one in breakpoints):
        return sorted(breakpoints, key=lambda one: one.width)
    return breakpoints


def _prelude(one: Condition) -> str:
    if one.kind == "media":
        return f"@media {one.query}"
    query = one.query if one.query.startswith("(") else f"({one.query})"
    if one.kind == "supports":
        return f"@supports {query}"
    return f"@container {one.name} {query}" if one.name else f"@container {query}"


def _sides(name: str) -> list[str]:
    return [f"{name}{side}" for side in SIDES]


def _box(styles: Bag, priorities: dict[str, str] | None, name: str) -> str:
    """Return four sides as one value; empty where they cannot be put together."""
    values = [clean_value(styles.get(side)) for side in _sides(name)]
    marks = {_important(priorities, side) for side in _sides(name)}
    if len(marks) > 1 or not all(values):
        return ""
    top, right, bottom, left = (value or "" for value in values)
    if left != right:
        parts = [top, right, bottom, left]
    elif top != bottom:
        parts = [top, right, bottom]
    else:
        parts = [top] if top == right else [top, right]
    return " ".join(parts) + marks.pop()


def _important(priorities: dict[str, str] | None, prop: str) -> str:
    return " !important" if priorities and priorities.get(prop) == IMPORTANT else ""
