"""The words of a request, each with what it may stand for: a name, a field, a value, or nothing by itself."""

import itertools
import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from proofroom.content.playbook.sense.board import Board, Span
from proofroom.content.playbook.sense.holding import said_values
from proofroom.content.playbook.sense.labels import is_label_word
from proofroom.content.playbook.sense.phrasebook import ASIDES, key_of, weight_of
from proofroom.content.playbook.words import LOOK, TABLE
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.sentence import BLANK

_WORD: Final = re.compile(rf"{BLANK}+|[a-z0-9#€$£%]+(?:[-_.][a-z0-9]+)*|[:?]")
_ENTRY: Final = {
    "entry": 1.0,
    "label": 1.0,
    "pointing": 0.8,
    "noun": 0.5,
    "": 0.0,
    "day": -0.1,
    "amount": -0.1,
    "language": -0.1,
}
_AFFINITY: Final[dict[str, dict[str, float]]] = {
    "set": _ENTRY,
    "item": _ENTRY,
    "other": _ENTRY,
    "field": {"field": 1.0, "": 0.0, "language": 0.1},
    "model": {"noun": 1.0, "": 0.0},
    "amount": {"amount": 1.0, "": 0.0},
    "day": {"day": 1.0, "": 0.0, "amount": 0.2},
    "language": {"language": 1.0, "": 0.0},
    "value": {"option": 1.0, "": 0.0},
    "second": {"language": 1.0, "": 0.0},
    "key": {"key": 1.0, "": -0.2},
    "label": {
        "place": 1.0,
        "entry": -1.0,
        "noun": -0.3,
        "language": 0.3,
        "quote": 0.6,
        "label": 0.6,
        "": 0.0,
    },
    "quote": {"quote": 1.0, "label": 0.9},
    "rest": {},
    "text": {"quote": 1.0, "label": 0.9, "": 0.1, "field": 0.15, "noun": 0.15},
}
"""How well a word fits a role, by what it may stand for; others do not fit, or hardly."""
_UNFIT: Final = {"set": -0.5, "item": -0.7, "other": -0.7, "text": 0.25, "rest": 0.3, "label": -0.2}


@dataclass(frozen=True)
class SaidWord:
    """A word of a request, its place, and what it may stand for."""

    word: str
    key: str
    span: Span
    kinds: frozenset[str]
    starts: bool = False
    """It is the first word of a clause."""
    is_signed: bool = False
    is_aside: bool = False
    """It stands in a clause that only gives a reason or is polite."""

    @property
    def weight(self) -> float:
        """How much it says."""
        return 1.0 if self.kinds else weight_of(self.word)

    def fits(self, role: str) -> float:
        """Return how well it fits a role."""
        return _fit(role, self.kinds, is_light=not self.kinds and weight_of(self.word) < 1)


@lru_cache(maxsize=4096)
def _fit(role: str, kinds: frozenset[str], *, is_light: bool) -> float:
    """Return how well what a word may stand for fits a role; a light one stands for nothing."""
    table = _AFFINITY[role]
    if role == "label" and "entry" in kinds:
        return -1.0
    known = [table[kind] for kind in ([""] if is_light else kinds) if kind in table]
    return max(known) if known else _UNFIT.get(role, -1.0)


def tokens_of(board: Board) -> list[SaidWord]:
    """Return the words of a request with what they may stand for."""
    said = board.said()
    kinds: dict[int, set[str]] = {}
    for kind, span in _spotted(board, said):
        for at in range(*span):
            kinds.setdefault(at, set()).add(kind)
    found: list[SaidWord] = []
    bare = ASIDES.sub(lambda one: " " * len(one[0]), said)
    for match in _WORD.finditer(re.sub(r"(?<=\w)'(?!t\b)[a-z]+", lambda one: " " * len(one[0]), bare)):
        word = match[0]
        if word[-1] == "n" and said[match.end() : match.end() + 2] == "'t":
            found.append(SaidWord("not", "not", match.span(), frozenset()))
            continue
        before = said[: match.start()].rstrip()[-1:]
        signed = word[0].isdigit() and said[max(0, match.start() - 1) : match.start()] in ("-", "−", "–")
        own = frozenset(kinds.get(match.start(), ()))
        found.append(SaidWord(word, key_of(word), match.span(), own, before in (",", ";", "."), signed))
    return _with_asides(said, found)


_TELLING: Final = frozenset(("quote", "label", "entry", "amount", "day", "key", "language"))


def _with_asides(said: str, words: list[SaidWord]) -> list[SaidWord]:
    """Return words, marked where their clause only tells why: she is sending a new one."""
    starts = [0, *(one.end() for one in LOOK["clause_ends"].finditer(said)), len(said)]
    found: list[SaidWord] = []
    for start, end in itertools.pairwise(starts):
        own = [one for one in words if start <= one.span[0] < end]
        is_reason = LOOK["reason_begins"].match(said, start) is not None or (
            start > 0 and LOOK["reason_ends"].search(said[start:end]) is not None
        )
        is_aside = len(own) < len(words) and is_reason
        is_aside = is_aside and not any(one.kinds & _TELLING for one in own)
        found += [replace(one, is_aside=is_aside) for one in own] if is_aside else own
    return found


def _spotted(board: Board, said: str) -> list[tuple[str, Span]]:
    found: list[tuple[str, Span]] = []
    models = board.schema.with_entries()
    quotes = board.quotes(said)
    named = [one for model in models for one in board.names(said, board.lookup.of(model)) if not one.is_slip]
    labels = {one.span for one in named}
    found += [("label" if span in labels else "quote", span) for span in quotes]
    found += [("entry", one.span) for one in named if one.span not in quotes]
    for match in re.finditer(r"[a-z0-9]+(?:[-_][a-z0-9]+)*", said):
        if any(board.calls(model, match[0]) for model in board.schema.models):
            found.append(("noun", match.span()))
    found += [("place", one.span()) for one in re.finditer(r"[a-z]+", said) if is_label_word(one[0])]
    found += [("field", one.span) for one in board.fields(said, board.schema.models)]
    for one in board.amounts(said):
        unit = re.match(rf"\s*(?:{TABLE['part']['units']})\w{{0,4}}", said[one.span[1] :])
        found.append(("amount", (one.span[0], one.span[1] + (unit.end() if unit else 0))))
    found += [
        ("language", one.span())
        for pattern in lexicon.LANGUAGES.values()
        for one in re.finditer(rf"\b(?:{pattern})\b", said)
    ]
    found += [("pointing", one.span()) for one in LOOK["sense_pointing"].finditer(said)]
    chosen = {
        one
        for model in models
        for field in model.fields
        if field.type == "select"
        for one in board.options(field)
    }
    found += [("option", span) for span, _ in said_values(board, said, chosen)]
    when = find_when(said)
    found += [("day", (when.start, when.end))] if when else []
    found += [("key", (at, at + len(key))) for key in board.task.sentence.keys if (at := said.find(key)) >= 0]
    return found
