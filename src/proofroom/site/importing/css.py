"""Style sheets as style rules of a site."""

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.types import Bag, Breakpoint, Condition, Json, StyleRule
from proofroom.site.importing.bags import assign, read_bag
from proofroom.site.markup.css import (
    AtRule,
    Block,
    Declaration,
    declarations_in,
    frames_in,
    media_query,
    parse_declarations,
    parse_stylesheet,
    rules_in,
    urls_in,
)
from proofroom.site.rendering.escape import clean_value, kebab

TOLERANCE = 10
"""Pixels by which a width may miss a breakpoint."""
_CLASS = re.compile(r"\.([a-zA-Z_][\w-]*)", re.ASCII)
_MAX_WIDTH = re.compile(r"\(max-width: ([\d.]+)px\)")
_KEYFRAMES_NAME = re.compile(r"-?[_a-zA-Z][\w-]*")
_FRAME = re.compile(r"(?:from|to|[\d.]+%)(?:\s*,\s*(?:from|to|[\d.]+%))*", re.I)
_SHARE, _WHOLE = re.compile(r"([\d.]+)%"), 100
_KNOWN = frozenset(
    {"layer", "page", "property", "namespace", "scope", "starting-style", "counter-style", "view-transition"}
    | {"font-feature-values", "font-palette-values", "position-try", "function"}
)
"""What browsers know but a site cannot hold; what they do not know either is left out without a word."""
_CONDITIONAL = frozenset({"media", "supports", "container"})
_NO_CONDITION = {
    "media": re.compile(r"(?!)"),
    "supports": re.compile(r"\)\s*(?:and|or|not)\(", re.I),
    "container": re.compile(r"^[^(]*$"),
}
_NO_NAME = frozenset({"none", "initial", "inherit", "unset", "revert", "revert-layer", "default"})
"""Words that cannot name keyframes, unless they are quoted."""
_FIRST = frozenset({"import", "charset", "namespace"})
_READ = _KNOWN | _CONDITIONAL | {"keyframes", "-webkit-keyframes", "font-face"}
_NAMED = frozenset({"namespace", "page"})
MOST_WARNINGS = 200
MOST_RULES = 5_000
"""Rules that are taken in at once; large frameworks have half of that."""


@dataclass(slots=True)
class ImportedCss:
    """What a style sheet holds: rules in source order, the conditions they need, and what was left out."""

    rules: list[StyleRule] = field(default_factory=list[StyleRule])
    warnings: list[Json] = field(default_factory=list[Json])
    asset_refs: list[Json] = field(default_factory=list[Json])
    conditions: list[Condition] = field(default_factory=list[Condition])
    font_faces: list[Json] = field(default_factory=list[Json])


def import_css(css: str, breakpoints: Sequence[Breakpoint]) -> ImportedCss:
    """Return the rules of a style sheet. Values stay as they were written."""
    if css.count("{") > MOST_RULES:
        raise InvalidInput(say("site.css_too_many", most=MOST_RULES))
    reader = _Reader(breakpoints)
    for one in parse_stylesheet(css):
        if isinstance(one, Block):
            reader.base(one)
        else:
            reader.at_rule(one)
    return reader.finish()


def import_inline(style: str) -> Bag:
    """Return the declarations of a `style` attribute."""
    return read_bag(parse_declarations(style))[0]


class _Reader:
    """Collects rules; the latest of a selector is the one that conditions add to."""

    def __init__(self, breakpoints: Sequence[Breakpoint]) -> None:
        self._breakpoints = breakpoints
        self._found = ImportedCss()
        self._latest = dict[str, StyleRule]()
        self._warned = set[str]()
        self._begun = False
        """Whether a rule was met before which namespaces have to stand."""

    def finish(self) -> ImportedCss:
        for at, rule in enumerate(self._found.rules):
            rule.order = at
            self._refer(at, None, rule.styles)
            for context, bag in rule.context_styles.items():
                self._refer(at, context, bag)
        return self._found

    def base(self, block: Block) -> None:
        self._begun = True
        rule = self._latest.get(block.selector)
        if rule is None:
            rule = self._new(block.selector)
            rule.styles, rule.priorities = self._read(block)
            return
        if rule.kind == "class" and rule.name not in self._warned and rule.styles:
            self._warned.add(rule.name)
            self._warn(
                "duplicate-class",
                f'Class "{rule.name}" ({rule.selector}) appears more than once; later declaration wins',
                selector=rule.selector,
            )
        bag, important = self._read(block)
        assign(rule.styles, rule.priorities, bag, important)

    def at_rule(self, rule: AtRule) -> None:
        name = rule.name
        if name in _CONDITIONAL and (rule.content is None or _NO_CONDITION[name].search(rule.prelude)):
            return  # browsers leave out what has no block, or no condition that they can read
        if name == "media":
            query = media_query(rule.prelude)
            self._conditional(rule, self._breakpoint(query) or self._condition("media", query))
        elif name == "supports":
            self._conditional(rule, self._condition("supports", rule.prelude))
        elif name == "container":
            named, query = _container(rule.prelude)
            self._conditional(rule, self._condition("container", query, named))
        elif name in ("keyframes", "-webkit-keyframes"):
            self._keyframes(rule)
        elif name == "font-face":
            self._font_face(rule)
        elif name in _KNOWN and not (name == "namespace" and self._begun):
            shown = f"@{name}" if name in _NAMED else "CSS at-rule (type 0)"
            text = f"{shown} rule is not supported by the import engine"
            self._warn("dropped-at-rule", text, source=rule.source)
        is_first = name in _FIRST or (name == "layer" and rule.content is None)
        self._begun = self._begun or (name in _READ and not is_first)

    def _conditional(self, outer: AtRule, context: str) -> None:
        for block in rules_in(outer):
            if not isinstance(block, Block):
                continue
            rule = self._latest.get(block.selector) or self._new(block.selector)
            bag, important = self._read(block)
            if bag:
                own = rule.context_priorities.get(context, {})
                assign(rule.context_styles.setdefault(context, {}), own, bag, important)
                if own:
                    rule.context_priorities[context] = own

    def _new(self, selector: str) -> StyleRule:
        found = _CLASS.fullmatch(selector)
        rule = StyleRule("", found.group(1) if found else selector, "class" if found else "ambient", selector)
        self._found.rules.append(rule)
        self._latest[selector] = rule
        return rule

    def _read(self, block: Block) -> tuple[Bag, dict[str, str]]:
        bag, important, refused = read_bag(block.declarations)
        for name in refused:
            text = f'Property "{name}" is not allowed'
            self._warn("blocked-property", text, selector=block.selector, property=name)
        return bag, important

    def _breakpoint(self, query: str) -> str | None:
        for one in self._breakpoints:
            if media_query(one.query) == query:
                return one.id
        width = _MAX_WIDTH.search(query)
        if width is None:
            return None
        wanted = float(width.group(1))
        return next((one.id for one in self._breakpoints if abs(one.width - wanted) <= TOLERANCE), None)

    def _condition(
        self, kind: Literal["media", "container", "supports"], query: str, name: str | None = None
    ) -> str:
        if kind == "container":
            key, label = f"container:{name or ''}:{query}", f"@{name} {query}" if name else query
        else:
            key, label = f"{kind}:{query}", f"supports {query}" if kind == "supports" else query
        if all(one.id != key for one in self._found.conditions):
            self._found.conditions.append(Condition(key, label, kind, query, name))
        return key

    def _keyframes(self, rule: AtRule) -> None:
        name = rule.prelude.strip("\"' ")
        if not _KEYFRAMES_NAME.fullmatch(name) or rule.prelude.strip().lower() in _NO_NAME:
            return
        frames = [
            _frame(selector, declarations)
            for selector, declarations in frames_in(rule)
            if _FRAME.fullmatch(selector) and all(float(one) <= _WHOLE for one in _SHARE.findall(selector))
        ]
        if frames:
            selector = f"@keyframes {name}"
            raw = "\n".join([f"{selector} {{", *frames, "}"])
            self._found.rules.append(StyleRule("", selector, "ambient", selector, raw_css=raw))

    def _font_face(self, rule: AtRule) -> None:
        given = {one.name: one.value for one in declarations_in(rule)}
        family = given.get("font-family", "").strip("\"' ")
        urls = urls_in(given.get("src", ""))
        if not family or not urls:
            return
        weight = {"normal": "400", "bold": "700"}.get(
            given.get("font-weight", "400"), given.get("font-weight")
        )
        style = "italic" if given.get("font-style", "").startswith(("italic", "oblique")) else ""
        face: Json = {"family": family, "variant": f"{weight}{style}", "srcUrls": urls}
        if reach := given.get("unicode-range"):
            face["unicodeRange"] = _unicode_range(reach)
        at = len(self._found.font_faces)
        self._found.font_faces.append(face)
        self._found.asset_refs += [{"ruleIndex": at, "property": "src", "rawUrl": url} for url in urls]

    def _refer(self, at: int, context: str | None, bag: Bag) -> None:
        for name, value in bag.items():
            for url in urls_in(str(value)) if "url(" in str(value).lower() else []:
                told: Json = {"ruleIndex": at, "property": name, "rawUrl": url}
                self._found.asset_refs.append(told if context is None else told | {"contextId": context})

    def _warn(self, kind: str, message: str, **more: str) -> None:
        if len(self._found.warnings) < MOST_WARNINGS:
            self._found.warnings.append({"kind": kind, "message": message, **more})


def _frame(selector: str, declarations: tuple[Declaration, ...]) -> str:
    parts = [
        {"from": "0%", "to": "100%"}.get(part.strip().lower(), part.strip()) for part in selector.split(",")
    ]
    bag = read_bag(declarations)[0]
    lines = [
        f"    {kebab(name)}: {value};" for name, raw in bag.items() if (value := clean_value(raw)) is not None
    ]
    return "\n".join([f"  {', '.join(parts)} {{", *lines, "  }"])


def _container(prelude: str) -> tuple[str | None, str]:
    name, opened, rest = prelude.partition("(")
    if name.strip().lower() in ("", "not"):
        return None, media_query(prelude)
    if not name.endswith(" "):  # a function: “style(…)”
        named, _, function = name.rpartition(" ")
        return named.strip() or None, media_query(f"{function}{opened}{rest}")
    first, _, more = name.strip().partition(" ")
    return first, media_query(f"{more} {opened}{rest}" if more else f"{opened}{rest}")


def _unicode_range(text: str) -> str:
    def short(found: re.Match[str]) -> str:
        return "U+" + "-".join(part.lstrip("0") or "0" for part in found.group(1).upper().split("-"))

    return re.sub(r"[uU]\+([0-9a-fA-F?]+(?:-[0-9a-fA-F]+)?)", short, text)
