"""A model's `pattern`, matched as the official tools' engine would match it."""

import re
from dataclasses import replace
from functools import lru_cache

from proofroom.content.validation.linear_match import LinearPattern, TooComplex
from proofroom.content.validation.pattern_cost import ways
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
from proofroom.repository.json.ecma import utf16_units

_WAYS = 5e5
"""Ways that a backtracking search may have to try before the linear one is the better choice."""
_LENGTHS = [2**power for power in range(21)]
_ORDINARY = 64
_LONGEST = 2_000
"""Characters of a pattern that is looked at."""
_WORD = "[0-9A-Z_a-z]"
_EDGES = {
    "start": r"\A",
    "end": r"\Z",
    "word": rf"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
    "inner": rf"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))",
}


class JsPattern:
    """A compiled pattern. Matching never takes longer than some milliseconds, whatever pattern and text."""

    def __init__(self, node: Node) -> None:
        try:
            self._linear: LinearPattern | None = LinearPattern(node)
        except TooComplex:
            self._linear = None
        try:
            self._fast: re.Pattern[str] | None = re.compile(_translate(node))
        except (re.error, OverflowError, RecursionError):
            self._fast = None  # look-behind of varying width
        # The longest text, of powers of two, that backtracking takes in no time.
        self._safe_length = max((n for n in _LENGTHS if ways(node, n) <= _WAYS), default=0)

    @property
    def is_checkable(self) -> bool:
        """Tell whether ordinary texts can be matched here at all."""
        return self._linear is not None or (self._fast is not None and self._safe_length >= _ORDINARY)

    def matches(self, text: str) -> bool | None:
        """Tell whether the pattern is found in the text; None when that cannot be found out for any text.

        A text that cannot be followed within bounds does not match: it fails closed.
        """
        if not self.is_checkable:
            return None
        units = utf16_units(text)
        if self._fast is not None and len(units) <= self._safe_length:
            return self._fast.search(units) is not None
        if self._linear is None:
            return False
        return self._linear.search(units) is True


class _Uncheckable(JsPattern):
    """A pattern too long to be read."""

    def __init__(self) -> None:
        self._linear = self._fast = None
        self._safe_length = 0


@lru_cache(maxsize=1024)
def compile_pattern(source: str, *, ignores_case: bool = False) -> JsPattern | None:
    """Return the compiled pattern, or None when no engine would take it."""
    if len(source) > _LONGEST:
        return _Uncheckable()
    try:
        node = read_pattern(utf16_units(source))
    except InvalidPattern:
        return None
    return JsPattern(_in_any_case(node) if ignores_case else node)


def _in_any_case(node: Node) -> Node:
    """Return a pattern with every letter that it names in both cases."""
    match node:
        case Unit(ranges):
            # Wide ranges are what a class leaves over that is turned round: those name no letters.
            named = [
                chr(unit) for low, high in ranges if high - low < _ORDINARY for unit in range(low, high + 1)
            ]
            other = {ord(one.swapcase()) for one in named if len(one.swapcase()) == 1}
            return Unit(tuple(sorted({*ranges, *((unit, unit) for unit in other)})))
        case Sequence(items):
            return Sequence(tuple(map(_in_any_case, items)))
        case Choice(options):
            return Choice(tuple(map(_in_any_case, options)))
        case Edge() | Back():
            return node
        case Repeat() | Group() | Look():
            return replace(node, node=_in_any_case(node.node))


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
