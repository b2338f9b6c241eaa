"""How sure and how wide a claim is beside its source: a guess told as a fact, a part as all of them."""

import re
from collections.abc import Sequence
from typing import Final

from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.quantities import Quantity
from proofroom.articles.claims.tokens import Token
from proofroom.kernel.patterns import late_pattern

_GUESS: Final = frozenset(listed("reach.guess"))
_PLAN: Final = frozenset(listed("reach.plan"))
_SOFT_PLAN: Final = _GUESS | _PLAN | frozenset(listed("reach.soft"))
_SOFT_GUESS: Final = _GUESS | frozenset(["expect", "expects", "expected", "should"])
_LEAVE: Final = frozenset(["can", "allowed", "permitted", "able"])
_TURKISH_GUESS = late_pattern(
    r"\w*(?:ebil|abil)(?:ir|ece[kg])\w*|belki|muhtemel\w*|olasi\w*|tahmin\w*|saniyor\w*|dusunuyor\w*|inaniyor\w*"
    r"|iddia\w*|suphe\w*|galiba|sanirim"
)
_TURKISH_PLAN = late_pattern(
    r"\w{2,}(?:ac|ec)a?e?[kg]\w{0,8}|\w{3,}(?:rse|rsa)|planl\w*|hedefl\w*|amacl\w*|umuyor\w*|umut\w*|isti?yor\w*|iste(?:di|dik|mek)\w*|bekleniyor\w*|oner\w*|niyet\w*|vaat\w*|soz"
)
TO_BE = late_pattern(r"\b(?:is|are) to \w+")
"""A plan without a word for it."""
_TURKISH_SOFT = late_pattern(rf"{_TURKISH_GUESS.pattern}|\w*(?:ebil|abil)\w*")
_TURKISH_SOFT_PLAN = late_pattern(
    rf"{_TURKISH_SOFT.pattern}|{_TURKISH_PLAN.pattern}|\w*(?:acak|ecek|acag|eceg)\w*"
)
ALL: Final = frozenset(listed("reach.all"))
_WIDESPREAD: Final = frozenset(["widespread", "common", "everywhere", "yaygin", "yaygindi", "yaygindir"])
_EACH: Final = frozenset(["each", "every", "both", "all", "hepsi"])
_LEADING: Final = frozenset(["every", "each", "all", "her", "tum", "butun"])
_ANY: Final = frozenset(["than", "not", "without", "never", "if", "deny", "denied", "no", "nor", "hardly"])
_NONE: Final = frozenset(listed("reach.none"))
PLACES: Final = frozenset(listed("reach.places"))
"""Small words that stand in many places and turn nothing round."""
_ONLY: Final = frozenset(listed("reach.only"))
_SOFT_ONLY: Final = _ONLY | frozenset(["just", "merely", "single", "few", "except"])
_MOST: Final = frozenset(listed("reach.most"))
_CERTAIN: Final = frozenset(listed("reach.certain"))
CAUSE: Final = frozenset(listed("reach.cause"))
_RATE: Final = frozenset(listed("reach.rate"))
_SUPERLATIVE = late_pattern(r"[^\W\d_]{3,}est")
_PLAIN_EST: Final = frozenset(listed("reach.plain_est"))


def too_sure(said: Sequence[Token], told: Sequence[Token], *, is_turkish: bool) -> str:
    """Return the word by which the source of a claim holds back, where the claim does not."""
    here = [word for each in said for word in each.folded.split()]
    there = [word for each in told for word in each.folded.split()]
    if is_turkish:
        soft, soft_plan = _TURKISH_SOFT.fullmatch, _TURKISH_SOFT_PLAN.fullmatch
        guess = next((each for each in there if _TURKISH_GUESS.fullmatch(each)), "")
        # What will be, as somebody sees it, is a guess.
        is_seen = "gore" in here and any(soft_plan(each) for each in here)
        if guess and not is_seen and not any(soft(each) for each in here):
            return guess
        plan = next((each for each in there if _TURKISH_PLAN.fullmatch(each)), "")
        return plan if plan and not any(soft_plan(each) for each in here) else ""
    guess = next((each for each in there if each in _GUESS), "")
    is_left = guess == "may" and not _LEAVE.isdisjoint(here)
    if guess and not is_left and _SOFT_GUESS.isdisjoint(here):
        return guess
    plan = next((each for each in there if each in _PLAN), "")
    if not plan and TO_BE.search(" ".join(there)):
        plan = "to be"
    is_soft = not _SOFT_PLAN.isdisjoint(here) or TO_BE.search(" ".join(here)) is not None
    return plan if plan and not is_soft else ""


def too_wide(
    said: Sequence[Token],
    told: Sequence[Token],
    shares: Sequence[Quantity],
    *,
    is_denied: bool,
    is_turkish: bool,
) -> str:
    """Return the word by which a claim takes in more than its source."""
    here, there = [each.folded for each in said], {each.folded for each in told}
    for at, word in enumerate(here):
        behind = here[at + 1] if at + 1 < len(here) else ""
        # `Eleven tubs, each upright`: the eleven are meant, whom the source counts.
        counted = said[:at] if word in _LEADING - {"each", "every"} else said
        is_counted = word in _EACH and any(
            each.is_number for each in counted if each.clause == said[at].clause
        )
        # `Her` is every in one language and a woman's in the other.
        is_all = (
            word in ALL
            and (is_turkish or word != "her")
            and word not in _NONE
            and not (word == "any" and _ANY & {*here[:at]})
        )
        is_all = is_all and not is_counted and not _is_counted_there(said, at, told)
        is_none = is_denied and not (at + 1 < len(said) and said[at + 1].is_number)
        if is_all and there.isdisjoint(ALL | _WIDESPREAD) and not is_none and not _is_rate(word, behind):
            return word
        counts = at + 1 < len(said) and said[at + 1].is_number
        if word in _ONLY and not counts and _SOFT_ONLY.isdisjoint(there):
            return word
        if (
            word in _MOST
            and here[at - 1 : at] != ["at"]
            and not there & (_MOST | ALL | {"more", "main", "fazla"})
            and not any(each.value > 0.5 or (each.value == 0.5 and each.bound == "least") for each in shares)
        ):
            return word
        if word in _CERTAIN and word not in there and not said[at].is_denied:
            return word
    return ""


def _is_counted_there(said: Sequence[Token], at: int, told: Sequence[Token]) -> bool:
    """Tell whether a source counts those of whom a claim says all: `every village` of `eleven villages`."""
    thing = said[at + 1] if at + 1 < len(said) and said[at].folded in _LEADING else None
    if thing is None or thing.is_number:
        return False
    counted = (index for index, each in enumerate(told[:-1]) if each.is_number)
    return any(
        told[index + 1].key == thing.key
        and "of" not in {each.folded for each in told[max(0, index - 2) : index]}
        for index in counted
    )


def _is_rate(word: str, behind: str) -> bool:
    return word in ("every", "each", "her") and (
        behind in _RATE
        or behind[:1].isdigit()
        or bool(re.fullmatch("uc|bes|on|iki|dort|three|four|ten|two|five|second|third|other", behind))
    )


def superlative(said: Sequence[Token], told: Sequence[Token]) -> str:
    """Return a superlative of a claim that its source does not have."""
    there = {each.key for each in told} | {each.folded for each in told}
    return next(
        (
            each.folded
            for each in said
            if _SUPERLATIVE.fullmatch(each.folded)
            and each.folded not in _PLAIN_EST
            and each.folded not in there
            and not any(
                other.folded.endswith("est") or other.folded in ("most", "main", "first", "record")
                for other in told
            )
        ),
        "",
    )
