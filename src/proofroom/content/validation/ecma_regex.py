"""A model's `pattern`, matched as the official tools' engine would match it."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from proofroom.content.format.ecma import utf16_units
from proofroom.content.validation.linear_match import LinearPattern, TooComplex
from proofroom.content.validation.pattern_reader import InvalidPattern, read_pattern
from proofroom.content.validation.pattern_types import (
    Back,
    Choice,
    Edge,
    Group,
    Look,
    Node,
    Ranges,
    Repeat,
    Sequence,
    Unit,
)

_STEPS = 2e7
"""Steps a backtracking search may take before the linear one is the better choice."""
_WORD = "[0-9A-Z_a-z]"
_EDGES = {
    "start": r"\A",
    "end": r"\Z",
    "word": rf"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
    "inner": rf"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))",
}


class JsPattern:
    """A compiled pattern. Matching never takes longer than the text deserves."""

    def __init__(self, node: Node) -> None:
        self._is_risky = _is_risky(node)
        self._safe_length = _safe_length(node)
        try:
            self._linear: LinearPattern | None = LinearPattern(node)
        except TooComplex:
            self._linear = None
        try:
            self._fast: re.Pattern[str] | None = re.compile(_translate(node))
        except (re.error, OverflowError, RecursionError):
            self._fast = None  # look-behind of varying width

    @property
    def is_checkable(self) -> bool:
        """Tell whether texts can be matched here at all."""
        return self._linear is not None or (self._fast is not None and not self._is_risky)

    def matches(self, text: str) -> bool | None:
        """Tell whether the pattern is found in the text; None when that cannot be found out here."""
        units = utf16_units(text)
        is_long = len(units) > self._safe_length
        if self._linear is not None and (self._fast is None or self._is_risky or is_long):
            return self._linear.search(units)
        if self._fast is None or self._is_risky:
            return None
        return self._fast.search(units) is not None


@lru_cache(maxsize=1024)
def compile_pattern(source: str) -> JsPattern | None:
    """Return the compiled pattern, or None when no engine would take it."""
    try:
        return JsPattern(read_pattern(utf16_units(source)))
    except InvalidPattern:
        return None


def _translate(node: Node) -> str:
    match node:
        case Unit(ranges):
            return _class_text(ranges)
        case Edge(kind):
            return _EDGES[kind]
        case Sequence(items):
            return "".join(map(_translate, items))
        case Choice(options):
            return f"(?:{'|'.join(map(_translate, options))})"
        case Group(inner, _):
            return f"({_translate(inner)})"
        case Back(number):
            # A group that took no part matches the empty text, not nothing.
            return f"(?:(?({number})(?:\\{number})))"
        case Look(inner, is_ahead, is_negative):
            mark = ("" if is_ahead else "<") + ("!" if is_negative else "=")
            return f"(?{mark}{_translate(inner)})"
        case Repeat(inner, low, high, lazy):
            limits = f"{{{low},{'' if high is None else high}}}"
            return f"(?:{_translate(inner)}){limits}{'?' if lazy else ''}"


def _class_text(ranges: Ranges) -> str:
    if not ranges:
        return "(?!)"
    return "[" + "".join(f"\\u{low:04x}-\\u{high:04x}" for low, high in ranges) + "]"


def _is_risky(node: Node, *, inside: bool = False) -> bool:
    """Tell whether a repetition stands inside another one in a way that lets backtracking explode."""
    match node:
        case Repeat(inner, low, high, _):
            if inside and high != low:
                return True
            loops = (high is None or high > 8) and not _is_delimited(inner)
            return _is_risky(inner, inside=inside or loops)
        case Sequence(items):
            return any(_is_risky(item, inside=inside) for item in items)
        case Choice(options):
            return (inside and _is_ambiguous(options)) or any(_is_risky(o, inside=inside) for o in options)
        case Group(inner, _) | Look(inner, _, _):
            return _is_risky(inner, inside=inside)
        case _:
            return False


def _is_ambiguous(options: tuple[Node, ...]) -> bool:
    """Tell whether two options can begin alike, so that a loop has several ways to take the same text."""
    firsts = [_first(option) for option in options]
    return any(_overlap(left, right) for left, right in combinations(firsts, 2))


def _first(node: Node) -> Ranges:
    match node:
        case Unit(ranges):
            return ranges
        case Group(inner, _):
            return _first(inner)
        case Sequence(items) if items:
            return _first(items[0])
        case _:
            return ((0, 0xFFFF),)


def _safe_length(node: Node) -> int:
    """Return the text length up to which backtracking stays cheap: each free repetition adds a power."""
    powers = sum(1 for _ in _loops(node)) + (not _starts_at_edge(node))
    return max(64, int(_STEPS ** (1 / max(powers, 1))))


def _starts_at_edge(node: Node) -> bool:
    return isinstance(node, Sequence) and bool(node.items) and node.items[0] == Edge("start")


def _loops(node: Node) -> Iterator[Node]:
    match node:
        case Repeat(inner, _, high, _):
            if high is None or high > 8:
                yield node
            yield from _loops(inner)
        case Sequence(items) | Choice(items):
            for item in items:
                yield from _loops(item)
        case Group(inner, _) | Look(inner, _, _):
            yield from _loops(inner)
        case _:
            return


def _is_delimited(node: Node) -> bool:
    """Tell whether each round of a repetition opens or ends with a unit that nothing repeated in it can take.

    Then there is one way only to cut a text into rounds, as in `(?:-[a-z0-9]+)*`.
    """
    while isinstance(node, Group):
        node = node.node
    if not isinstance(node, Sequence) or not node.items:
        return False
    return any(
        isinstance(mark, Unit) and not any(_overlap(mark.ranges, ranges) for ranges in _repeated(node))
        for mark in (node.items[0], node.items[-1])
    )


def _repeated(node: Node, *, inside: bool = False) -> Iterator[Ranges]:
    match node:
        case Unit(ranges) if inside:
            yield ranges
        case Sequence(items) | Choice(items):
            for item in items:
                yield from _repeated(item, inside=inside)
        case Repeat(inner, _, _, _):
            yield from _repeated(inner, inside=True)
        case Group(inner, _) | Look(inner, _, _):
            yield from _repeated(inner, inside=inside)
        case Back(_):
            yield ((0, 0xFFFF),)
        case _:
            return


def _overlap(left: Ranges, right: Ranges) -> bool:
    return any(low <= last and first <= high for low, high in left for first, last in right)
