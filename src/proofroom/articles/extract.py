"""Writing without a language model: sentences of given sources, chosen and ordered, each with its reference.

Nothing is invented: what is written stands word for word in a source. This is what the offline model does
where another would compose.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from proofroom.articles.parts import sentences
from proofroom.articles.support import stems

FEWEST_WORDS, MOST_WORDS = 6, 45
LAMBDA = 0.7
_DANGLING = re.compile(
    r"^(?:it|its|they|them|their|he|she|his|her|this|that|these|those|such|here|there|and|but|or|so|also|then|"
    r"thus|hence|however|moreover|instead|otherwise|likewise|bu|şu|o|onlar|bunlar)\b",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"cookie|subscribe|newsletter|all rights reserved|click here|sign up|log in|read more|copyright|"
    r"privacy policy|terms of (?:use|service)|share this|follow us|https?://|[{}<>|`]|\]\(|\bignore\b.{0,40}"
    r"\binstruction|system prompt|you are now",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_KEY_WORDS = 7
"""Two sentences that begin with the same words are the same: one may have been cut on its way."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A numbered source as a writer is given it."""

    number: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that could be used."""

    ref: int
    text: str
    words: frozenset[str]
    score: float
    order: int


def candidates(excerpts: Sequence[Excerpt], about: str, used: Iterable[str] = ()) -> list[Candidate]:
    """Return the usable sentences of sources, the best first."""
    spoken = {_key(each) for each in used}
    found: list[tuple[int, str, list[str], int, int]] = []
    for order, excerpt in enumerate(excerpts):
        for place, sentence in enumerate(sentences(excerpt.text)):
            if _is_usable(sentence.text) and _key(sentence.text) not in spoken:
                spoken.add(_key(sentence.text))
                found.append((excerpt.number, sentence.text, stems(sentence.text), place, order))
    if not found:
        return []
    weights = _weights([each[2] for each in found])
    centre = Counter(word for each in found for word in each[2])
    asked = set(stems(about))
    ranks = _text_rank([frozenset(each[2]) for each in found])
    made = [
        Candidate(
            ref,
            text,
            frozenset(words),
            _centrality(words, centre, weights)
            + 1.5 * _overlap(asked, set(words))
            + ranks[index]
            + 0.3 / (1 + place)
            + 0.4 / (1 + order),
            index,
        )
        for index, (ref, text, words, place, order) in enumerate(found)
    ]
    return sorted(made, key=lambda each: (-each.score, each.order))


def choose(pool: Sequence[Candidate], words: int, most: int = 40) -> list[Candidate]:
    """Return sentences of about so many words that say different things, in the order of their sources."""
    chosen: list[Candidate] = []
    waiting = list(pool)
    top = max((each.score for each in pool), default=1.0) or 1.0
    count = 0
    while waiting and count < words and len(chosen) < most:
        best = max(
            waiting, key=lambda each: LAMBDA * each.score / top - (1 - LAMBDA) * _nearest(each, chosen)
        )
        waiting.remove(best)
        if _nearest(best, chosen) < 0.6:
            chosen.append(best)
            count += len(best.text.split())
    return sorted(chosen, key=lambda each: each.order)


def paragraphs(chosen: Sequence[Candidate], each: int = 3) -> str:
    """Return sentences as paragraphs, each with its reference."""
    told = [f"{one.text} {{{{ref:{one.ref}}}}}" for one in chosen]
    return "\n\n".join(" ".join(told[at : at + each]) for at in range(0, len(told), each))


def clusters(excerpts: Sequence[Excerpt], most: int) -> list[list[Excerpt]]:
    """Return sources in groups that speak of the same, by joining the nearest until few are left."""
    groups = [[each] for each in excerpts]
    bags = [Counter(stems(f"{each.name} {each.text}")) for each in excerpts]
    while len(groups) > most:
        left, right = max(
            ((a, b) for a in range(len(groups)) for b in range(a + 1, len(groups))),
            key=lambda pair: (
                _cosine(bags[pair[0]], bags[pair[1]]) / (len(groups[pair[0]]) + len(groups[pair[1]])),
                -pair[0],
            ),
        )
        groups[left] += groups.pop(right)
        bags[left] += bags.pop(right)
    return groups


def label(group: Sequence[Excerpt], title: str, taken: set[str]) -> str:
    """Return a heading for a group: a heading of one of its sources, else its most frequent words."""
    known = set(stems(title))
    for excerpt in group:
        heading = excerpt.name.rpartition(": ")[2].strip(" .:#*_`")
        size = len(heading.split())
        if 1 < size <= 9 and heading.lower() not in taken and not set(stems(heading)) <= known:
            return heading
    counts = Counter(word.lower() for each in group for word in _WORD.findall(each.text))
    ranked = [word for word, _ in counts.most_common(60) if stems(word) and stems(word)[0] not in known]
    words = [word for word in ranked if len(word) > 4][:2]
    heading = " and ".join(words).capitalize() or "What the sources say"
    return heading if heading.lower() not in taken else f"{heading} ({len(taken) + 1})"


def _is_usable(text: str) -> bool:
    count = len(text.split())
    return (
        FEWEST_WORDS <= count <= MOST_WORDS
        and text[-1] in '.!…”"’)'
        and text[0].isupper()
        and not _DANGLING.match(text)
        and not _BOILERPLATE.search(text)
        and sum(char.isalpha() or char.isspace() for char in text) > 0.8 * len(text)
    )


def _weights(lists: Sequence[Sequence[str]]) -> dict[str, float]:
    seen = Counter(word for each in lists for word in set(each))
    return {word: math.log(1 + len(lists) / count) for word, count in seen.items()}


def _centrality(words: Sequence[str], centre: Counter[str], weights: dict[str, float]) -> float:
    if not words:
        return 0.0
    return sum(weights[word] * math.log(1 + centre[word]) for word in set(words)) / (4 + len(set(words)))


def _text_rank(bags: Sequence[frozenset[str]], rounds: int = 12) -> list[float]:
    """Return how central each sentence is among all, by walking along what they have in common."""
    count = len(bags)
    if count > 160:
        return [0.0] * count
    links = [
        [len(a & b) / (1 + math.log(1 + len(a)) + math.log(1 + len(b))) if a is not b else 0.0 for b in bags]
        for a in bags
    ]
    sums = [sum(row) or 1.0 for row in links]
    ranks = [1.0] * count
    for _ in range(rounds):
        ranks = [
            0.15 + 0.85 * sum(ranks[j] * links[j][i] / sums[j] for j in range(count)) for i in range(count)
        ]
    top = max(ranks, default=1.0) or 1.0
    return [each / top for each in ranks]


def _overlap(left: set[str], right: set[str]) -> float:
    return len(left & right) / len(left) if left else 0.0


def _nearest(one: Candidate, others: Sequence[Candidate]) -> float:
    return max((_jaccard(one.words, each.words) for each in others), default=0.0)


def _jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / len(left | right) if left | right else 0.0


def _cosine(left: Counter[str], right: Counter[str]) -> float:
    dot = sum(count * right[word] for word, count in left.items())
    norm = math.sqrt(sum(each * each for each in left.values()) * sum(each * each for each in right.values()))
    return dot / norm if norm else 0.0


def _key(text: str) -> str:
    return " ".join(_WORD.findall(text.lower())[:_KEY_WORDS])
