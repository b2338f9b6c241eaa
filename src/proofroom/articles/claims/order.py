"""Words that stand where the source has others: found by what stands around them.

Rules on clauses, no model. A clause of the claim is laid beside the clause of the source that tells of the
same; what stands in the place of something else is found.
"""

from collections.abc import Sequence
from typing import Final

from proofroom.articles.claims.clauses import Stems, split_clauses, with_their_names
from proofroom.articles.claims.pair import Pair
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


def other_side(pair: Pair) -> str:
    """Find a small word that puts something on the other side: above the market, where it is below."""
    for each in pair.said:
        against = _SIDES.get(each.folded)
        thing = _behind(pair.said, each)
        if against is None or thing is None:
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
