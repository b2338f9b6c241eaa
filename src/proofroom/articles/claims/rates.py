"""How often something happens, and what stands for what: facts that a claim may have the other way round."""

import re
from collections.abc import Sequence
from typing import Final

from proofroom.articles.claims.pair import Pair, sentence_of
from proofroom.articles.claims.tokens import Token

_EVERY: Final = {
    "day": r"(?:every|each|a|per) (?:day|night|morning|evening)|daily|nightly"
    r"|her (?:gun|gece|sabah|aksam)|gunde|gunluk",
    "week": r"(?:every|each|a|per) week|weekly|her hafta|haftada|haftalik",
    "month": r"(?:every|each|a|per) month|monthly|her ay|ayda|aylik",
    "year": r"(?:every|each|a|per) year|yearly|annually|annual|her (?:yil|sene)|yilda|yillik|senede",
}
_INSTEAD: Final = frozenset(["instead", "rather", "yerine"])


def other_rate(pair: Pair) -> str:
    """Return how often a claim says something happens, where its source says otherwise."""
    mine = _rates(pair.said)
    content = [each for each in pair.said if each.is_content and not each.is_light]
    about = pair.weights(sentence_of, content)
    told = {each: _rates([one for one in pair.told if one.sentence == each]) for each in about}
    rated = [each for each in about if told[each]]
    most = max((about[each] for each in rated), default=0.0)
    theirs = {rate for each in rated if about[each] == most for rate in told[each]}
    return " ".join(sorted(mine)) if mine and theirs and not mine & theirs else ""


def _rates(words: Sequence[Token]) -> set[str]:
    text = " ".join(each.folded for each in words)
    return {name for name, pattern in _EVERY.items() if re.search(rf"\b(?:{pattern})\b", text)}


def exchanged(pair: Pair) -> str:
    """Return what a claim says took the place of something, where its source has it the other way round."""
    mine, theirs = _replaced(pair, pair.said), _replaced(pair, pair.told)
    for old, new in mine:
        for former, later in theirs:
            if pair.touches(old, [later]) and pair.touches(new, [former]):
                return new.text
    return ""


def _replaced(pair: Pair, words: Sequence[Token]) -> list[tuple[Token, Token]]:
    """Return each thing that gave way, with what came for it."""
    found: list[tuple[Token, Token]] = []
    for at, each in enumerate(words):
        if each.folded not in _INSTEAD:
            continue
        before = [one for one in words[:at] if one.is_content and one.sentence == each.sentence]
        behind = [one for one in words[at + 1 :] if one.is_content and one.sentence == each.sentence]
        if pair.is_turkish and before and behind:
            found += [(before[-1], one) for one in behind[:4]]
        elif before and behind:
            found += [(behind[0], one) for one in before[-3:]]
    return found
