"""Full-text search: how many of the query's words an entry has, titles first, and where.

The score is the share of the query's words that an entry has; what has less than half of them is no hit. The
scorer is this one, whatever database the studio runs on.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from proofroom.content.brain.index import Row
from proofroom.content.brain.postings import members
from proofroom.content.brain.view import Part, View
from proofroom.content.brain.words import fold, texts_of, words

MAX_WORDS = 12
PREVIEW = 200
LEAST_SCORE = 0.5
_LEAD = 60
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that has at least half of the words, and a passage with one of them."""

    row: Row
    score: float
    field: str
    preview: str


@dataclass(frozen=True, slots=True)
class Hits:
    """The best hits, and how many there are in all."""

    hits: list[Hit]
    total: int


def search(
    view: View,
    query: str,
    *,
    limit: int = 10,
    models: Collection[str] | None = None,
    locales: Collection[str] | None = None,
) -> Hits:
    """Return the entries that have the query's words, best first."""
    asked = list(dict.fromkeys(words(query)))[:MAX_WORDS]
    if not asked:
        return Hits([], 0)
    stems = [_stem(view, word) for word in asked]
    ranked = [_Ranked(part, asked, stems, _allowed(part, models, locales)) for part in view.parts]
    least = max(1, -(-len(asked) // 2))
    found: list[Hit] = []
    for level in range(len(asked), least - 1, -1):
        for bucket in range(4):
            for one in ranked:
                rows = one.rows(level, bucket)
                for row in islice(rows, limit - len(found)):
                    found.append(Hit(row, round(level / len(asked), 3), *_passage(row, stems)))
    return Hits(found, sum(one.count(least) for one in ranked))


class _Ranked:
    """The rows of one part, sorted into levels (how many words) and buckets (in the title, word for word)."""

    def __init__(self, part: Part, asked: list[str], stems: list[str], allowed: int) -> None:
        self._index = part.index
        texts, titles = part.index.texts, part.index.titles
        self._at_least = [allowed] + [0] * (len(asked) + 1)
        self._exact = allowed
        self._title = 0
        for place, (word, stem) in enumerate(zip(asked, stems, strict=True), 1):
            found = texts.beginning(stem) & allowed
            for level in range(place, 0, -1):
                self._at_least[level] |= self._at_least[level - 1] & found
            self._exact &= texts.exact(word)
            self._title |= titles.beginning(stem)

    def count(self, level: int) -> int:
        """Return how many rows have at least so many of the words."""
        return self._at_least[level].bit_count()

    def rows(self, level: int, bucket: int) -> Iterator[Row]:
        """Return the rows with exactly so many words, of one bucket."""
        found = self._at_least[level] & ~self._at_least[level + 1]
        found &= self._title if bucket < 2 else ~self._title
        found &= self._exact if bucket % 2 == 0 else ~self._exact
        return map(self._index.at, members(found))


def _stem(view: View, word: str) -> str:
    """Return the beginning to look for: the word, or a little less of it when nothing begins with it."""
    longest = max(4, len(word) - 2)
    for length in range(len(word), longest - 1, -1):
        if any(part.index.texts.has(word[:length]) for part in view.parts):
            return word[:length]
    return word


def _allowed(part: Part, models: Collection[str] | None, locales: Collection[str] | None) -> int:
    found = 0
    for (model_id, locale), shelf in part.index.shelves.items():
        if (models is None or model_id in models) and (locales is None or locale in locales):
            found |= shelf.rows
    return found & ~part.hidden


def _passage(row: Row, stems: list[str]) -> tuple[str, str]:
    """Return the field of the first hit and the text around it; the title only if no other has one."""
    title: tuple[str, str] | None = None
    for path, text in texts_of(row.data, row.body):
        at = _first(text, stems)
        if at < 0:
            continue
        if text != row.label:
            return path, _cut(text, at)
        title = title or (path, _cut(text, at))
    return title or ("", _cut(row.label, 0))


def _first(text: str, stems: list[str]) -> int:
    folded = fold(text)
    found = [at for at in (_word_start(folded, stem) for stem in stems) if at >= 0]
    if not found:
        return -1
    # Folding keeps the length of almost every text; where it does not, the place is near enough.
    return min(min(found), max(0, len(text) - 1))


def _word_start(folded: str, stem: str) -> int:
    at = folded.find(stem)
    while at > 0 and folded[at - 1].isalnum() and stem[0].isascii():
        at = folded.find(stem, at + 1)
    return at


def _cut(text: str, at: int) -> str:
    begin = max(0, at - _LEAD)
    piece = text[begin : begin + PREVIEW * 2]
    if begin and " " in piece[:_LEAD]:
        piece = piece.partition(" ")[2]
    flat = _SPACE.sub(" ", piece).strip()
    lead = "… " if begin else ""
    room = PREVIEW - len(lead)
    if len(flat) > room:
        flat = flat[: room - 2].rsplit(" ", 1)[0] + " …"
    return lead + flat
