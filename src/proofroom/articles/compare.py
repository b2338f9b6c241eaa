"""Two versions of a text as words that stay, go and come: paragraph by paragraph, then word by word."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Literal

Op = Literal["same", "removed", "added"]
Spans = list[tuple[Op, str]]
_WORD = re.compile(r"\S+\s*|\s+")
_PARAGRAPH = re.compile(r"(?<=\n\n)")
MOST_PAIRS = 1_000_000
"""Pairs of equal words that are looked at; texts of one word over and over are told as replaced whole."""


def compare(before: str, after: str) -> Spans:
    """Return the words of both texts in order, neighbours of one kind together."""
    old, new = _PARAGRAPH.split(before), _PARAGRAPH.split(after)
    made: Spans = []
    for tag, a, b, c, d in _opcodes(old, new):
        if tag == "equal":
            _add(made, "same", "".join(old[a:b]))
        else:
            for op, text in _words("".join(old[a:b]), "".join(new[c:d])):
                _add(made, op, text)
    return made


def _words(before: str, after: str) -> Spans:
    old, new = _WORD.findall(before), _WORD.findall(after)
    made: Spans = []
    for tag, a, b, c, d in _opcodes(old, new):
        if tag == "equal":
            made.append(("same", "".join(old[a:b])))
            continue
        made.append(("removed", "".join(old[a:b])))
        made.append(("added", "".join(new[c:d])))
    return made


def _opcodes(old: list[str], new: list[str]) -> Sequence[tuple[str, int, int, int, int]]:
    there = Counter(new)
    if sum(count * there[one] for one, count in Counter(old).items()) > MOST_PAIRS:
        return [("equal" if old == new else "replace", 0, len(old), 0, len(new))]
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def _add(made: Spans, op: Op, text: str) -> None:
    if not text:
        return
    if made and made[-1][0] == op:
        made[-1] = (op, made[-1][1] + text)
    else:
        made.append((op, text))
