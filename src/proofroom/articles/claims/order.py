"""Words that stand where the source has others: found by what stands around them.

Rules on clauses, no model. A clause of the claim is laid beside the clause of the source that tells of the
same; what stands in the place of something else is found.
"""

import itertools
from collections.abc import Sequence
from typing import Final

from proofroom.articles.claims import turkish_words
from proofroom.articles.claims.clauses import Stems, split_clauses, with_their_names
from proofroom.articles.claims.pair import Pair
from proofroom.articles.claims.places import is_deed
from proofroom.articles.claims.tokens import Token

_LEAST_SHARED: Final = 3
_JOINED: Final = 0.6
_SIDES: Final = {
    word: other
    for pair in ("above/below", "over/under", "before/after", "inside/outside", "with/without")
    for left, _, right in [pair.partition("/")]
    for word, other in ((left, right), (right, left))
}


def other_thing(claim: str, passage: str, stems: Stems) -> str:
    """Find a word or two of a clause that stand where its source has others, and themselves elsewhere."""
    clauses = [stems(each) for each in with_their_names(split_clauses(passage))]
    everywhere = {word for told in clauses for word in told}
    for clause in split_clauses(claim):
        said = stems(clause)
        for told in clauses:
            if len(set(said) & set(told)) < _LEAST_SHARED:
                continue
            new, left = _run(said, set(said) - set(told)), _run(told, set(told) - set(said))
            is_known = bool(new) and set(new) <= everywhere and not any(word[0].isdigit() for word in new)
            if is_known and left and _around(said, new) & _around(told, left):
                return " ".join(new)
    return ""


def other_slot(pair: Pair) -> str:
    """Find a word that the source has not, where it has another between the same words: rock for ice."""
    for each in pair.said:
        is_wording = each.is_light or is_deed(each) or bool(pair.found[each.index]) or pair.is_near(each)
        if not each.is_content or is_wording:
            continue
        for other in pair.told:
            is_other = other.is_content and not any(pair.touches(one, [other]) for one in pair.said)
            if is_other and _is_led_alike(pair, each, other) and _is_in_place(pair, each.index, other.index):
                return each.text
    return ""


def _is_led_alike(pair: Pair, word: Token, other: Token) -> bool:
    """Tell whether a small word stands before both, or nothing: they are things, and neither is a deed."""
    if pair.is_turkish:
        return not turkish_words.is_tensed(word.folded) and not turkish_words.is_tensed(other.folded)
    before = [words[each.index - 1] for each, words in ((word, pair.said), (other, pair.told)) if each.index]
    return not any(each.is_content for each in before)


def _is_in_place(pair: Pair, at: int, there: int) -> bool:
    """Tell whether two words before or behind are the same on both sides, one of them no small one."""
    for step in (-1, 1):
        pairs = [
            (pair.said[at + step * far], pair.told[there + step * far])
            for far in (1, 2, 3)
            if 0 <= at + step * far < len(pair.said) and 0 <= there + step * far < len(pair.told)
        ]
        same = list(itertools.takewhile(lambda both: both[0].key == both[1].key, pairs))
        if len(same) > 1 and any(mine.is_content or mine.is_number for mine, _ in same):
            return True
    return False


def other_side(pair: Pair) -> str:
    """Find a small word that puts something on the other side: above the market, where it is below."""
    words = {each.folded for each in pair.said}
    for each in pair.said:
        against = _SIDES.get(each.folded)
        thing = _behind(pair.said, each)
        # `With and without ploughing` puts nothing on one side.
        if against is None or against in words or thing is None:
            continue
        there = [one.folded for one in pair.told if _stands_before(pair, one, thing)]
        if against in there and each.folded not in there:
            return each.text
    return ""


def _behind(words: Sequence[Token], word: Token) -> Token | None:
    near = (each for each in words[word.index + 1 : word.index + 4] if each.clause == word.clause)
    return next((each for each in near if each.is_content), None)


def _stands_before(pair: Pair, word: Token, thing: Token) -> bool:
    behind = _behind(pair.told, word) if word.folded in _SIDES else None
    return behind is not None and pair.touches(thing, [behind])


def _run(said: Sequence[str], words: set[str]) -> list[str]:
    """Return some words of a clause where they are one or two side by side; empty where they are not."""
    found = [word for word in said if word in words]
    is_short = len(found) == 1 or (len(found) == 2 and said.index(found[1]) - said.index(found[0]) == 1)
    return found if is_short else []


def _around(said: Sequence[str], run: Sequence[str]) -> set[tuple[int, str]]:
    first, last = said.index(run[0]), said.index(run[-1])
    return {(side, said[at]) for side, at in ((-1, first - 1), (1, last + 1)) if 0 <= at < len(said)}


def other_actor_in_turkish(claim: str, passage: str, stems: Stems) -> str:
    """Find who is said to have done it, where the verb at the end of the source's clause has another."""
    clauses = [found for each in split_clauses(passage) if (found := stems(each))]
    for clause in split_clauses(claim):
        said = stems(clause)
        alike = [told for told in clauses if len(said) > 2 and said[-1] == told[-1]]
        if not alike:
            continue
        told = max(alike, key=lambda each: len(set(said) & set(each)))
        mine, theirs = set(said[:-1]), set(told[:-1])
        foreign = mine - theirs
        others = [other for other in clauses if other is not told]
        is_joined = any(
            other[-1] in mine and len(mine.intersection(other)) / len(set(other)) >= _JOINED
            for other in others
        )
        is_elsewhere = foreign <= set[str]().union(*others) and not is_joined
        if foreign and is_elsewhere and theirs - mine and mine & theirs:
            return next(word for word in said if word in foreign)
    return ""
