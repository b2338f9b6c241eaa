"""How often something happens, where a claim may have it otherwise."""

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
