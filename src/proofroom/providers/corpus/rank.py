"""Choosing among matching passages: the best ones that do not say the same twice."""

from statistics import median

from proofroom.kernel.words import word_set
from proofroom.providers.corpus.index import Found
from proofroom.search import words
from proofroom.search.scorer import MAX_QUERY

LAMBDA = 0.7
PER_SOURCE = 4
_COMMON = word_set("""
    about and are bir bu da de for from hakkinda how icin ile in is ne of on or the this to var ve was what
    which who with
    """)
"""Words that carry no meaning of their own, folded."""


def query_words(query: str) -> list[str]:
    """Return the words of a question that carry meaning, or all words if none does."""
    found = list(dict.fromkeys(words(query[:MAX_QUERY])))
    return [word for word in found if word not in _COMMON] or found


def scored(found: list[Found]) -> list[tuple[Found, float]]:
    """Map ranks to scores between 0 and 1: half at the query's median."""
    strengths = [-each.rank for each in found]
    middle = median(strengths) if strengths else 1.0
    return [
        (each, strength / (strength + middle) if strength + middle > 0 else 0.0)
        for each, strength in zip(found, strengths, strict=True)
    ]


def choose(candidates: list[tuple[Found, float]], limit: int) -> list[tuple[Found, float]]:
    """Return passages by maximal marginal relevance, at most four of one source."""
    bags = [frozenset(words(found.text)) for found, _ in candidates]
    chosen: list[int] = []
    waiting = set(range(len(candidates)))
    per_source: dict[str, int] = {}
    while waiting and len(chosen) < limit:
        best = max(waiting, key=lambda i: (_worth(i, candidates, chosen, bags), -i))
        waiting.discard(best)
        source = candidates[best][0].path
        if per_source.get(source, 0) < PER_SOURCE:
            per_source[source] = per_source.get(source, 0) + 1
            chosen.append(best)
    return [candidates[index] for index in chosen]


def _worth(
    index: int, candidates: list[tuple[Found, float]], chosen: list[int], bags: list[frozenset[str]]
) -> float:
    likeness = max((_likeness(bags[index], bags[other]) for other in chosen), default=0.0)
    return LAMBDA * candidates[index][1] - (1 - LAMBDA) * likeness


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0
