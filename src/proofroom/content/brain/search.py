"""Full-text search over a project's entries on one branch, in as many languages as they have."""

from collections.abc import Collection
from itertools import islice

from proofroom.content.brain.index import Row, told_texts
from proofroom.content.brain.view import Part, View
from proofroom.kernel.data import dataclass
from proofroom.search.scorer import BUCKETS, Levels, asked_words, least_level, score_of, stem_of
from proofroom.search.snippets import passage


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
    asked = asked_words(query)
    if not asked:
        return Hits([], 0)
    stems = [stem_of(word, lambda start: _is_known(view, start)) for word in asked]
    ranked = [
        (part, Levels(part.index.texts, part.index.titles, asked, stems, _allowed(part, models, locales)))
        for part in view.parts
    ]
    least = least_level(len(asked))
    found: list[Hit] = []
    for level in range(len(asked), least - 1, -1):
        for bucket in range(BUCKETS):
            for part, levels in ranked:
                for number in islice(levels.numbers(level, bucket), limit - len(found)):
                    row = part.index.at(number)
                    shown = passage(told_texts(row), row.label, stems)
                    found.append(Hit(row, score_of(level, len(asked)), *shown))
    return Hits(found, sum(levels.count(least) for _, levels in ranked))


def _is_known(view: View, start: str) -> bool:
    return any(part.index.texts.has(start) for part in view.parts)


def _allowed(part: Part, models: Collection[str] | None, locales: Collection[str] | None) -> int:
    found = 0
    for (model_id, locale), held in part.index.by_model.items():
        if (models is None or model_id in models) and (locales is None or locale in locales):
            found |= held.rows
    return found & ~part.hidden
