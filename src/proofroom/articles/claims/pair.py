"""A claim and the source it cites, word by word: which words stand for which, and in which clause."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final

from proofroom.articles import turkish
from proofroom.articles.claims import turkish_words
from proofroom.articles.claims.lexicon import lexicon
from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.matching import matches
from proofroom.articles.claims.tokens import Token, tokens


def clause_of(word: Token) -> int:
    """Return the clause of a word."""
    return word.clause


def sentence_of(word: Token) -> int:
    """Return the sentence of a word."""
    return word.sentence


class Pair:
    """A claim and its source, word by word."""

    def __init__(self, claim: str, passage: str, known: str) -> None:
        self.is_turkish = turkish.is_turkish(f"{claim} {passage}")
        self.claim, self.passage, self.known = claim, passage, known
        self.said = tokens(claim, is_turkish=self.is_turkish)
        self.told = tokens(passage, is_turkish=self.is_turkish)
        self.topic = tokens(known, is_turkish=self.is_turkish)
        self.heirs = _heirs(passage, is_turkish=self.is_turkish)
        self._alias: dict[str, str] = {}
        self._first = _firsts(passage, is_turkish=self.is_turkish)
        self._keys = {each.key for each in self.told}
        self.found = [matches(each, self.told, is_turkish=self.is_turkish) for each in self.said]

    def touches(self, word: Token, there: Sequence[Token]) -> bool:
        """Tell whether some words have one that says the same as this."""
        return any(
            found in ("same", "alike") for _, found in matches(word, there, is_turkish=self.is_turkish)
        )

    def is_near(self, word: Token) -> bool:
        """Tell whether the source has a word of the same field."""
        words = lexicon(is_turkish=self.is_turkish)
        return any(words.is_near(form, other) for form in {word.key, word.folded} for other in self._forms)

    @cached_property
    def _forms(self) -> set[str]:
        return {form for each in self.told if each.is_content for form in (each.key, each.folded)}

    def weights(
        self, clause: Callable[[Token], int], within: Sequence[Token], *, is_clause: bool = False
    ) -> dict[int, float]:
        """Return how much of some words of the claim each clause or sentence of the source has."""
        scores: dict[int, float] = {}
        for each in within:
            at = each.index
            places = {clause(other) for other, _ in self.found[at]}
            if is_clause:
                places |= {heir for place in places for heir in self.heirs.get(place, ())}
            for place in places:
                scores[place] = scores.get(place, 0.0) + (
                    0.4 if each.is_light or not each.is_content else 1.0
                )
        return scores

    def stems(self, text: str) -> list[str]:
        """Return the words of a text in the terms of the source, for rules that look at their order."""
        found = tokens(text, is_turkish=self.is_turkish)
        return [self.canonical(each) for each in found if each.is_content or each.is_number]

    def canonical(self, word: Token) -> str:
        """Return the word of the source that stands for this one, or its own stem."""
        if word.is_number or word.key in self._keys:
            return self._first.get(word.key, word.key)
        if word.key not in self._alias:
            found = matches(word, self.told, is_turkish=self.is_turkish)
            best = next((each for each, how in found if how == "same"), None) or next(
                (each for each, how in found if how == "alike" and not word.is_light), None
            )
            self._alias[word.key] = self._first.get(best.key, best.key) if best else word.key
        return self._alias[word.key]


_POINTING: Final = frozenset(listed("pair.pointing"))


@lru_cache(maxsize=256)
def _heirs(passage: str, *, is_turkish: bool) -> Mapping[int, set[int]]:
    """Return for each clause those that speak of it by a pronoun."""
    told = tokens(passage, is_turkish=is_turkish)
    found: dict[int, set[int]] = {}
    for each in told:
        if each.folded not in _POINTING or not each.clause:
            continue
        found.setdefault(each.clause - 1, set()).add(each.clause)
        before = [other.clause for other in told if other.sentence == each.sentence - 1]
        if before and not any(
            other.sentence == each.sentence and other.clause < each.clause for other in told
        ):
            for other in set(before):
                found.setdefault(other, set()).add(each.clause)
    for parent in sorted(found):
        found[parent] |= {later for heir in tuple(found[parent]) for later in found.get(heir, ())}
    return found


@lru_cache(maxsize=256)
def _firsts(passage: str, *, is_turkish: bool) -> Mapping[str, str]:
    """Return for each word of a source its first form there."""
    first: dict[str, str] = {}
    for each in tokens(passage, is_turkish=is_turkish):
        if each.key not in first:
            known = (
                other for other in first.values() if is_turkish and turkish_words.is_related(each.key, other)
            )
            first[each.key] = next(known, each.key)
    return first
