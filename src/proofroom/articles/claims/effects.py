"""Whether a claim says that something did nothing, where its source tells what it did."""

from typing import Final

from proofroom.articles.claims import english, turkish_words
from proofroom.articles.claims.lexicon import lexicon
from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.pair import Pair, clause_of
from proofroom.articles.claims.tokens import Token

_LEAST: Final = 0.6


def no_effect(pair: Pair) -> str:
    """Return the effect that a claim denies and its source tells of; empty where there is none."""
    for each in pair.said:
        if not each.is_denied or not _is_of("effects.words", each, is_turkish=pair.is_turkish):
            continue
        others = [
            one for one in pair.said if one.clause == each.clause and one.is_content and not one.is_denied
        ]
        scores = pair.weights(clause_of, others)
        best = {clause for clause, score in scores.items() if score >= _LEAST * len(others)}
        told = [one for one in pair.told if one.clause in best and not one.is_denied]
        if any(_is_change(one, is_turkish=pair.is_turkish) for one in told):
            return each.text
    return ""


def _is_of(name: str, word: Token, *, is_turkish: bool) -> bool:
    if is_turkish:
        return any(turkish_words.is_form_of(word.folded, root) for root in listed(name))
    return word.key in {english.stem(root) for root in listed(name)}


def _is_change(word: Token, *, is_turkish: bool) -> bool:
    words = lexicon(is_turkish=is_turkish)
    known = (words.meaning(english.stem(each)) for each in listed("effects.changes"))
    return any(word.meaning.is_same(each) for each in known)
