"""What speaks against a claim, as numbers: what each rule found, and how much its source has of the claim.

A rule that fires on a copy of its source has found what was changed; on a free paraphrase it has often found
another wording. So each finding counts twice, once as it is and once by how closely the claim follows its
source, and what both weigh was learned from labelled claims (scripts/claims.py). No weight may be negative:
nothing about a claim's own style speaks for it.
"""

import itertools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Final

from proofroom.articles.claims import english, polarity, turkish_words
from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.pair import Pair
from proofroom.articles.claims.reach import TO_BE
from proofroom.articles.claims.tokens import Token
from proofroom.kernel.data import dataclass

_LIGHT: Final = 0.3
"""What a word counts that any text has."""
_ELSEWHERE: Final = 40
"""How far apart two words of a source are at most, and those of two sentences always."""
_SHORTEST: Final = 200
"""Letters of the shortest sources that weights were learned from: of a line alone they find all wrong."""
_LEAST_ADDED, _HALF = 2, 0.5
_JOINTS: Final = frozenset(listed("evidence.joints"))
_NO: Final = frozenset(listed("evidence.no"))
_HEDGES: Final = frozenset(listed("evidence.hedges"))
_PLANS: Final = frozenset(listed("evidence.plans"))


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that speaks against a claim: how strongly, and the words of it."""

    value: float
    words: str


Signs = Mapping[str, Sign]


@cache
def learned() -> dict[str, float]:
    """Read what each sign weighs; `bias` is what a claim without any has, `length` goes with its source."""
    text = resources.files(__name__.rpartition(".")[0]).joinpath("words/weights.json").read_text("utf-8")
    return {name: float(weight) for name, weight in json.loads(text).items()}


def doubt(signs: Signs, passage: str) -> float:
    """Return the weight of the signs against a claim: above nothing it is not carried."""
    weights = learned()
    return (
        weights["bias"]
        + weights["length"] * length(passage)
        + sum(weights.get(name, 0.0) * sign.value for name, sign in signs.items())
    )


def length(passage: str) -> float:
    """Return how long a source is: the more it says, the more often a rule finds something in it."""
    return math.log(max(len(passage), _SHORTEST) / 400)


def strongest(signs: Signs) -> str:
    """Return the words that speak most against a claim."""
    weights = learned()
    told = [(weights.get(name, 0.0) * sign.value, sign.words) for name, sign in signs.items() if sign.words]
    return max(told, default=(0.0, ""))[1]


def added(pair: Pair) -> str:
    """Return what a part of a claim says of which its source says nothing: two words and half of it."""
    words = [each for each in pair.said if each.is_content]
    clauses = [[each for each in words if each.clause == number] for number in _clauses(words)]
    for part in (*clauses, _tail(pair, words)):
        bare = [each for each in part if not _is_told(pair, each)]
        if sum(not each.is_light for each in bare) >= _LEAST_ADDED and _share(bare, part) >= _HALF:
            return _text(bare)
    return ""


def signs(pair: Pair, near: Sequence[int], fired: Mapping[str, str]) -> dict[str, Sign]:
    """Return what speaks against a claim: what rules found, and how its words lie in the source."""
    words = [each for each in pair.said if each.is_content]
    close = closeness(pair, words, near)
    found = {name: Sign(1.0, detail) for name, detail in fired.items() if detail}
    found |= dict(_laid(pair, words, near))
    return found | {f"{name}*": Sign(sign.value * close, sign.words) for name, sign in found.items()}


def _weight(word: Token) -> float:
    return _LIGHT if word.is_light else 1.0


def _share(words: Sequence[Token], of: Sequence[Token]) -> float:
    return sum(map(_weight, words)) / (sum(map(_weight, of)) or 1.0)


def closeness(pair: Pair, words: Sequence[Token], near: Sequence[int]) -> float:
    """Return how much of a claim stands in its source as it is."""
    same = [
        each
        for each in words
        if any(how == "same" and other.sentence in near for other, how in pair.found[each.index])
    ]
    return _share(same, words)


def _laid(pair: Pair, words: Sequence[Token], near: Sequence[int]) -> Iterator[tuple[str, Sign]]:
    """Return how the words of a claim lie in its source."""
    bare = [each for each in words if not _is_told(pair, each)]
    yield "bare_share", Sign(_share(bare, words), _text(bare))
    clauses = [[each for each in words if each.clause == number] for number in _clauses(words)]
    bares = [(_share([one for one in each if one in bare], each), each) for each in clauses if len(each) > 1]
    if len(bares) > 1:
        most, least = max(bares, key=lambda each: each[0]), min(bares, key=lambda each: each[0])
        yield "clause_gap", Sign(most[0] - least[0], _text([each for each in most[1] if each in bare]))
    if tail := _tail(pair, words):
        yield "tail", Sign(_share([each for each in tail if each in bare], tail), _text(tail))
    end = words[-3:]
    gap = _share([each for each in end if each in bare], end) - _share(bare, words)
    yield "end_gap", Sign(max(0.0, gap), _text([each for each in end if each in bare]))
    yield from _apart(pair, words)
    against = [
        each
        for each in words
        if any(how == "opposite" and other.sentence in near for other, how in pair.found[each.index])
        and not _is_told(pair, each)
    ]
    yield "opposite", Sign(float(len(against)), _text(against))
    yield from _held_back(pair, [each for each in pair.told if each.sentence in near[:2]])


def _is_told(pair: Pair, word: Token) -> bool:
    """Tell whether a source, or what needs none, has a word in this or another form, or one of its field."""
    is_found = any(how in ("same", "alike") for _, how in pair.found[word.index])
    return is_found or pair.touches(word, pair.topic) or pair.is_near(word)


def _clauses(words: Sequence[Token]) -> list[int]:
    return sorted({each.clause for each in words})


def _text(words: Sequence[Token]) -> str:
    return " ".join(each.text for each in words)


def _tail(pair: Pair, words: Sequence[Token]) -> list[Token]:
    """Return what stands behind the last word that joins clauses: what is made up is mostly added there."""
    joints = [each.start for each in pair.said if each.folded in _JOINTS]
    return [each for each in words if joints and each.start > joints[-1]]


def _apart(pair: Pair, words: Sequence[Token]) -> Iterator[tuple[str, Sign]]:
    """Return how far apart a source has what a claim says together, and from how many clauses it takes it."""
    if _is_copied(pair):
        return
    placed = [(each, _places(pair, each)) for each in pair.said if each in words or each.is_number]
    placed = [(word, places) for word, places in placed if places]
    far = Sign(0.0, "")
    for (word, places), (other, there) in itertools.pairwise(placed):
        if word.clause == other.clause:
            steps = min(
                abs(left.index - right.index) if left.sentence == right.sentence else _ELSEWHERE
                for left in places
                for right in there
            )
            far = max(
                far,
                Sign(math.log1p(min(steps, _ELSEWHERE)), f"{word.text} {other.text}"),
                key=lambda each: each.value,
            )
    yield "apart", far
    left: list[set[int]] = [{one.clause for one in places} for _, places in placed]
    used = 0
    while left:
        most = max(
            {number for each in left for number in each}, key=lambda one: sum(one in each for each in left)
        )
        left, used = [each for each in left if most not in each], used + 1
    yield "clauses", Sign(used / max(1, len(_clauses(words))), "")


def _is_copied(pair: Pair) -> bool:
    """Tell whether a claim stands in its source as it is, in one piece: then nothing in it is apart."""
    said, told = [each.folded for each in pair.said], [each.folded for each in pair.told]
    return any(told[at : at + len(said)] == said for at in range(len(told) - len(said) + 1))


def _places(pair: Pair, word: Token) -> list[Token]:
    if word.is_number:
        return [each for each in pair.told if each.is_number and each.folded == word.folded]
    return [other for other, how in pair.found[word.index] if how in ("same", "alike")]


def _held_back(pair: Pair, told: Sequence[Token]) -> Iterator[tuple[str, Sign]]:
    """Return by which word a source says no, holds back or tells of a plan, where its claim does not."""
    kinds = (("no_dropped", _NO), ("hedge_dropped", _HEDGES), ("plan_dropped", _PLANS))
    is_planned = TO_BE.search(" ".join(each.folded for each in pair.said)) is not None
    for name, kind in kinds:
        if name == "plan_dropped" and is_planned:
            continue
        there = [each for each in told if _is_of(each, kind, name, is_turkish=pair.is_turkish)]
        said = any(_is_of(each, kind, name, is_turkish=pair.is_turkish) for each in pair.said)
        if name == "no_dropped":
            said = said or polarity.is_implied(pair.said, is_turkish=pair.is_turkish)
        if there and not said:
            yield name, Sign(1.0, there[0].text)


def _is_of(word: Token, kind: frozenset[str], name: str, *, is_turkish: bool) -> bool:
    if any(each in kind for each in word.folded.split()):
        return True
    if name != "no_dropped":
        return False
    if not is_turkish:
        return english.is_denial(word.folded)
    # `Yatmadan önce` is before, and no no.
    return bool(turkish_words.negated(word.folded)) and not word.folded.endswith(("madan", "meden"))
