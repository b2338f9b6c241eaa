"""Whether the reason a claim gives is the one its source gives."""

from collections.abc import Sequence

from proofroom.articles.claims import reach
from proofroom.articles.claims.pair import Pair, sentence_of
from proofroom.articles.claims.tokens import Token


def other_cause(pair: Pair) -> str:
    """Return a reason that the source does not give for this."""
    for at, each in enumerate(pair.said):
        if each.folded in reach.CAUSE:
            reason, effect = _parts(pair, at)
            if reason and effect and (found := _foreign(pair, each, reason, effect)):
                return found
    return ""


def _parts(pair: Pair, at: int) -> tuple[list[Token], list[Token]]:
    """Return what is said to be the reason, and of what; Turkish puts the reason before its word."""
    word = pair.said[at]
    before = [each for each in pair.said[:at] if each.is_content]
    behind = [each for each in pair.said[at + 1 :] if each.is_content]
    if pair.is_turkish:
        near = pair.said[max(0, at - 3) : at]
        return [each for each in near if each.is_content and each.clause == word.clause], behind
    return [each for each in behind if each.clause == word.clause], before


def _foreign(pair: Pair, word: Token, reason: Sequence[Token], effect: Sequence[Token]) -> str:
    scores = pair.weights(sentence_of, effect)
    if not scores:
        return ""
    most = max(scores.values())
    found = [_foreign_in(pair, word, reason, effect, each) for each, score in scores.items() if score == most]
    return "" if "" in found else found[0]


def _foreign_in(
    pair: Pair, word: Token, reason: Sequence[Token], effect: Sequence[Token], sentence: int
) -> str:
    there = [each for each in pair.told if each.sentence == sentence]
    if not any(pair.touches(each, there) for each in reason):
        return " ".join(each.text for each in reason)
    told = {each.clause for each in there if any(pair.touches(mine, [each]) for mine in effect)}
    why = {each.clause for each in there if any(pair.touches(mine, [each]) for mine in reason)}
    is_told = bool(told & why) or not reach.REASON.isdisjoint(each.folded for each in there)
    return "" if is_told else word.text
