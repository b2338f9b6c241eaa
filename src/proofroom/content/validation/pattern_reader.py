"""Reading an ECMAScript pattern (no flags, with the web's leniencies) into its pieces."""

import re
from typing import NoReturn

from proofroom.content.validation.pattern_types import (
    EMPTY,
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
from proofroom.kernel.patterns import late_pattern
from proofroom.repository.json.ecma import WHITESPACE

LAST = 0xFFFF
_DIGIT: Ranges = ((48, 57),)
_WORD: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
_LINE_ENDS: Ranges = ((10, 10), (13, 13), (0x2028, 0x2029))
_COUNT = late_pattern(r"\{([0-9]+)(?:(,)([0-9]*))?\}")
_NAME = late_pattern(r"<([A-Za-z_$\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*)>")
_GROUPS = late_pattern(r"\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?<(?![=!])(?P<name>[^>]*)>", re.DOTALL)
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_REPEAT_LIMIT = 2**31 - 1
_DEPTH_LIMIT = 200


class InvalidPattern(ValueError):
    """No engine would take this pattern."""


def read_pattern(source: str) -> Node:
    """Return the pieces of a pattern given in UTF-16 code units; raise InvalidPattern when it is none."""
    reader = _Reader(source)
    node = reader.read_choice()
    if not reader.is_done:
        _fail("Unmatched )")
    return node


def invert(ranges: Ranges) -> Ranges:
    """Return every code unit that is not in the ranges."""
    out: list[tuple[int, int]] = []
    start = 0
    for low, high in _normal(ranges):
        if low > start:
            out.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        out.append((start, LAST))
    return tuple(out)


def _normal(ranges: Ranges) -> Ranges:
    out: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if out and low <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return tuple(out)


SPACE: Ranges = _normal(tuple((ord(c), ord(c)) for c in WHITESPACE))
ANY_BUT_LINE_END: Ranges = invert(_LINE_ENDS)
_CLASSES: dict[str, Ranges] = {
    **{"d": _DIGIT, "D": invert(_DIGIT), "w": _WORD, "W": invert(_WORD), "s": SPACE, "S": invert(SPACE)},
}


def _fail(reason: str) -> NoReturn:
    raise InvalidPattern(reason)


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._depth = 0
        self._opened = 0
        self._closed: set[int] = set()
        names = [match["name"] for match in _GROUPS.finditer(source) if match[0][0] == "("]
        self._group_count = len(names)
        self._numbers = {name: number for number, name in enumerate(names, 1) if name is not None}
        if len(self._numbers) != sum(name is not None for name in names):
            _fail("Duplicate capture group name")

    @property
    def is_done(self) -> bool:
        return self._at >= len(self._source)

    def read_choice(self) -> Node:
        self._depth += 1
        if self._depth > _DEPTH_LIMIT:
            _fail("Pattern too deep")
        options = [self._read_sequence()]
        while self._skip("|"):
            options.append(self._read_sequence())
        self._depth -= 1
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _read_sequence(self) -> Node:
        items: list[Node] = []
        while not self.is_done and self._source[self._at] not in "|)":
            item, repeatable = self._read_item()
            items.append(self._read_repeat(item, repeatable=repeatable))
        return Sequence(tuple(items))

    def _skip(self, text: str) -> bool:
        if self._source.startswith(text, self._at):
            self._at += len(text)
            return True
        return False

    def _read_item(self) -> tuple[Node, bool]:
        character = self._source[self._at]
        if _COUNT.match(self._source, self._at) or character in "*+?":
            _fail("Nothing to repeat")
        self._at += 1
        match character:
            case "^":
                return Edge("start"), False
            case "$":
                return Edge("end"), False
            case "(":
                return self._read_group()
            case ".":
                return Unit(ANY_BUT_LINE_END), True
            case "[":
                return self._read_class(), True
            case "\\":
                return self._read_escape()
            case _:
                return _unit(ord(character)), True

    def _read_repeat(self, node: Node, *, repeatable: bool) -> Node:
        limits = self._read_limits()
        if limits is None:
            return node
        if not repeatable:
            _fail("Nothing to repeat")
        lazy = self._skip("?")
        return EMPTY if node == EMPTY else Repeat(node, *limits, lazy)

    def _read_limits(self) -> tuple[int, int | None] | None:
        for mark, limits in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._skip(mark):
                return limits
        count = _COUNT.match(self._source, self._at)
        if count is None:
            return None
        self._at = count.end()
        low = min(int(count[1]), _REPEAT_LIMIT)
        if count[2] is None:
            return low, low
        high = min(int(count[3]), _REPEAT_LIMIT) if count[3] else None
        if high is not None and high < low:
            _fail("numbers out of order in {} quantifier")
        return low, high

    def _read_group(self) -> tuple[Node, bool]:
        for mark, is_ahead, is_negative in (
            ("?=", True, False),
            ("?!", True, True),
            ("?<=", False, False),
            ("?<!", False, True),
        ):
            if self._skip(mark):
                return Look(self._read_inside(), is_ahead, is_negative), is_ahead
        if self._skip("?:"):
            return self._read_inside(), True
        if self._skip("?"):
            name = _NAME.match(self._source, self._at)
            if name is None:
                _fail("Invalid group")
            self._at = name.end()
        self._opened += 1
        number = self._opened
        inside = self._read_inside()
        self._closed.add(number)
        return Group(inside, number), True

    def _read_inside(self) -> Node:
        node = self.read_choice()
        if not self._skip(")"):
            _fail("Unterminated group")
        return node

    def _read_escape(self) -> tuple[Node, bool]:
        if self.is_done:
            _fail("\\ at end of pattern")
        character = self._source[self._at]
        if character in "bB":
            self._at += 1
            return Edge("word" if character == "b" else "inner"), False
        if character == "k" and self._numbers:
            self._at += 1
            name = _NAME.match(self._source, self._at)
            if name is None or name[1] not in self._numbers:
                _fail("Invalid named reference")
            self._at = name.end()
            return self._reference(self._numbers[name[1]]), True
        digits = late_pattern(r"[1-9][0-9]*").match(self._source, self._at)
        if digits and int(digits[0]) <= self._group_count:
            self._at = digits.end()
            return self._reference(int(digits[0])), True
        return Unit(self._read_escaped(in_class=False)), True

    def _reference(self, number: int) -> Node:
        # A group that is still open, or comes later, has matched nothing yet.
        return Back(number) if number in self._closed else EMPTY

    def _read_escaped(self, *, in_class: bool) -> Ranges:
        character = self._source[self._at]
        self._at += 1
        if character in _CLASSES:
            return _CLASSES[character]
        if character in _CONTROLS:
            return _one(_CONTROLS[character])
        if in_class and character == "b":
            return _one(8)
        match character:
            case "c":
                return self._read_control(in_class=in_class)
            case "x" | "u":
                return self._read_code(character, 2 if character == "x" else 4)
            case _ if character in "01234567":
                self._at -= 1
                octal = late_pattern(r"[0-3][0-7]{0,2}|[4-7][0-7]?").match(self._source, self._at)
                assert octal is not None, "an octal digit stands here"
                self._at = octal.end()
                return _one(int(octal[0], 8))
            case _:
                return _one(ord(character))

    def _read_control(self, *, in_class: bool) -> Ranges:
        allowed = r"[A-Za-z0-9_]" if in_class else r"[A-Za-z]"
        if late_pattern(allowed).match(self._source, self._at):
            self._at += 1
            return _one(ord(self._source[self._at - 1]) % 32)
        # Without a letter the backslash stands for itself, and the `c` is read again.
        self._at -= 1
        return _one(ord("\\"))

    def _read_code(self, letter: str, length: int) -> Ranges:
        digits = self._source[self._at : self._at + length]
        if re.fullmatch(rf"[0-9A-Fa-f]{{{length}}}", digits):
            self._at += length
            return _one(int(digits, 16))
        return _one(ord(letter))

    def _read_class(self) -> Node:
        negative = self._skip("^")
        ranges: list[tuple[int, int]] = []
        while not self._skip("]"):
            low = self._read_member()
            if self._is_range():
                self._at += 1
                ranges += _span(low, self._read_member())
            else:
                ranges += low
        found = _normal(tuple(ranges))
        return Unit(invert(found) if negative else found)

    def _is_range(self) -> bool:
        following = self._source[self._at : self._at + 2]
        return len(following) == 2 and following[0] == "-" and following[1] != "]"

    def _read_member(self) -> Ranges:
        if self.is_done:
            _fail("Unterminated character class")
        character = self._source[self._at]
        self._at += 1
        if character != "\\":
            return _one(ord(character))
        if self.is_done:
            _fail("\\ at end of pattern")
        return self._read_escaped(in_class=True)


def _span(low: Ranges, high: Ranges) -> Ranges:
    if _is_single(low) and _is_single(high):
        if low[0][0] > high[0][0]:
            _fail("Range out of order in character class")
        return ((low[0][0], high[0][0]),)
    return (*low, (ord("-"), ord("-")), *high)


def _is_single(ranges: Ranges) -> bool:
    return len(ranges) == 1 and ranges[0][0] == ranges[0][1]


def _one(code: int) -> Ranges:
    return ((code, code),)


def _unit(code: int) -> Unit:
    return Unit(_one(code))
