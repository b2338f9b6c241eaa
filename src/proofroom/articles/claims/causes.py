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
            if reason and effect and (found := _foreign(pair, reason, effect)):
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


def _foreign(pair: Pair, reason: Sequence[Token], effect: Sequence[Token]) -> str:
    """Return a reason that stands in no sentence together with what it is said to have caused.

    One sentence that has both puts them together, whether it says `because`, `after` or `and`.
    """
    scores = pair.weights(sentence_of, effect)
    if not scores:
        return ""
    best = max(scores, key=lambda each: (scores[each], -each))
    why = [each for each in pair.told if each.sentence == best]
    # A sentence that gives a reason of its own gives no other.
    is_given = not reach.CAUSE.isdisjoint(each.folded for each in why)
    told = why if is_given else [each for each in pair.told if each.sentence in scores]
    is_told = any(pair.touches(each, told) for each in reason if not each.is_light)
    return "" if is_told else " ".join(each.text for each in reason)
