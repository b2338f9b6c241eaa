"""Cutting a text into passages of a readable size, each with its heading and exact place."""

import re

from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern

WORDS_WANTED, WORDS_MOST, WORDS_TAIL = 80, 160, 40
"""What is left behind a passage and is shorter than a tail says nothing without it."""
_PARAGRAPH = late_pattern(r"#{1,6} +[^\n]*|\S(?:.|\n(?!\s*\n|#{1,6} ))*")
"""A heading is a line of its own, whether or not an empty line follows it."""
_HEADING = re.compile(r"#{1,6} +(.+)")
_SENTENCE = late_pattern(r"[^.!?…]+(?:[.!?…]+[\"'”’)\]]*|$)\s*")


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a text: `text` is exactly what stands between `start` and `end`."""

    start: int
    end: int
    text: str
    heading: str = ""


def cut(text: str) -> list[Passage]:
    """Return passages of about 80 to 160 words that never cross a heading."""
    passages: list[Passage] = []
    heading, begun = "", 0
    pending: tuple[int, int] | None = None
    for start, end in _pieces(text):
        piece = text[start:end]
        found = _HEADING.match(piece)
        if found:
            pending = _flush(text, pending, heading, passages, begun)
            heading, begun = found.group(1).strip(), len(passages)
            continue
        joined = (pending[0], end) if pending else (start, end)
        if pending and _count(text[joined[0] : joined[1]]) > WORDS_MOST:
            pending = _flush(text, pending, heading, passages, begun)
            joined = (start, end)
        pending = joined
        if _count(text[joined[0] : joined[1]]) >= WORDS_WANTED:
            pending = _flush(text, pending, heading, passages, begun)
    _flush(text, pending, heading, passages, begun)
    return passages


def _pieces(text: str) -> list[tuple[int, int]]:
    """Return paragraphs, and the sentences of paragraphs that are too long."""
    found: list[tuple[int, int]] = []
    for paragraph in _PARAGRAPH.finditer(text):
        start, end = paragraph.start(), paragraph.start() + len(paragraph.group().rstrip())
        if _count(text[start:end]) <= WORDS_MOST or _HEADING.match(text[start:end]):
            found.append((start, end))
            continue
        for sentence in _SENTENCE.finditer(text, start, end):
            length = len(sentence.group().rstrip())
            if length:
                found.append((sentence.start(), sentence.start() + length))
    return found


def _flush(text: str, pending: tuple[int, int] | None, heading: str, into: list[Passage], begun: int) -> None:
    """Keep what is pending; a tail goes with the passage before it under the same heading."""
    if pending is None:
        return
    start, end = pending
    last = into[-1] if len(into) > begun else None
    if last and _count(text[start:end]) < WORDS_TAIL and _count(text[last.start : end]) <= WORDS_MOST:
        start = last.start
        into.pop()
    into.append(Passage(start, end, text[start:end], heading))


def _count(text: str) -> int:
    return len(text.split())
