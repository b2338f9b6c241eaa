"""How many entries are asked for, and from which end: the last five, the newest, son üç."""

import re
from dataclasses import dataclass

from proofroom.content.playbook.entries import Found

_NUMBERS = (
    ("one", "bir"),
    ("two", "iki"),
    ("three", "uc"),
    ("four", "dort"),
    ("five", "bes"),
    ("six", "alti"),
    ("seven", "yedi"),
    ("eight", "sekiz"),
    ("nine", "dokuz"),
    ("ten", "on"),
)
_WORDS = {word: number for number, words in enumerate(_NUMBERS, 1) for word in words}
_NUMBER = rf"(?P<number>\d{{1,3}}|{'|'.join(_WORDS)})"
_WINDOW = re.compile(
    rf"\b(?:(?P<new>(?:most )?recent|latest|newest|last|en yeni|en son|son)|oldest|first|en eski|ilk)"
    rf"\s+{_NUMBER}\b|\b(?P<newest>newest|latest|most recent|en yeni|en son)\b|\b(?:oldest|en eski)\b"
)


@dataclass(frozen=True)
class Window:
    """A part of a list: its newest or oldest entries."""

    start: int
    end: int
    is_newest: bool
    number: int | None

    def of(self, entries: list[Found]) -> list[Found]:
        """Return that part of a model's entries, by their first date field."""
        dates = [one.path[0] for one in entries[0].model.fields if one.type in ("date", "datetime")][:1]
        if dates:
            entries = sorted(
                entries, key=lambda one: str(one.data.get(dates[0]) or ""), reverse=self.is_newest
            )
        return entries[: self.number]


def find_window(masked: str) -> Window | None:
    """Return the part of a list that a plain text asks for, or None for the whole."""
    found = _WINDOW.search(masked)
    if found is None:
        return None
    said = found["number"]
    number = None if said is None else int(said) if said.isdigit() else _WORDS[said]
    return Window(found.start(), found.end(), bool(found["new"] or found["newest"]), number)
