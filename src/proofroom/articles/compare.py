"""Two versions of a text as words that stay, go and come: paragraph by paragraph, then word by word."""

import re
from difflib import SequenceMatcher
from typing import Literal

Op = Literal["same", "removed", "added"]
Spans = list[tuple[Op, str]]
_WORD = re.compile(r"\S+\s*|\s+")
_PARAGRAPH = re.compile(r"(?<=\n\n)")


def compare(before: str, after: str) -> Spans:
    """Return the words of both texts in order, neighbours of one kind together."""
    old, new = _PARAGRAPH.split(before), _PARAGRAPH.split(after)
    made: Spans = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            _add(made, "same", "".join(old[a:b]))
        else:
            for op, text in _words("".join(old[a:b]), "".join(new[c:d])):
                _add(made, op, text)
    return made


def _words(before: str, after: str) -> Spans:
    old, new = _WORD.findall(before), _WORD.findall(after)
    made: Spans = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            made.append(("same", "".join(old[a:b])))
            continue
        made.append(("removed", "".join(old[a:b])))
        made.append(("added", "".join(new[c:d])))
    return made


def _add(made: Spans, op: Op, text: str) -> None:
    if not text:
        return
    if made and made[-1][0] == op:
        made[-1] = (op, made[-1][1] + text)
    else:
        made.append((op, text))
