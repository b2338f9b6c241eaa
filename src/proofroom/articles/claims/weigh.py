"""A claim laid beside its source: every word that says something needs a counterpart that says the same.

Rules on words, no model: what is found is a place to look at.
"""

import itertools
from collections.abc import Sequence
from dataclasses import field, replace
from typing import Final

from proofroom.articles import turkish
from proofroom.articles.claims import reach
from proofroom.articles.claims.amounts import Owners, foreign, is_figure, is_worked_out
from proofroom.articles.claims.causes import other_cause
from proofroom.articles.claims.comparatives import OPPOSITES, compared
from proofroom.articles.claims.evidence import Sign, Signs, added, closeness, doubt, signs, strongest
from proofroom.articles.claims.order import other_actor_in_turkish, other_side, other_slot, other_thing
from proofroom.articles.claims.pair import Pair, clause_of, sentence_of
from proofroom.articles.claims.people import other_person_or_day
from proofroom.articles.claims.places import is_deed, other_agent, other_object, other_subject
from proofroom.articles.claims.polarity import turned as contradicted
from proofroom.articles.claims.quantities import quantities
from proofroom.articles.claims.rates import other_rate
from proofroom.articles.claims.scope import widened
from proofroom.articles.claims.tokens import Token, sentence_spans
from proofroom.kernel.data import dataclass
from proofroom.kernel.words import word_list

_LONGEST, _LONGEST_SOURCE = 1_000, 5_000
"""Letters that are weighed: words are compared pair by pair, and no sentence is longer."""
_NEAR, _HALF = 0.3, 0.5
"""What a missing word weighs whose field the source has, and the share of a clause that makes it another."""
_COPIED: Final = 4
"""Words from which on a clause is a copy of its source."""
_FOLLOWS, _COPIES = 0.6, 0.9
"""Share of a claim that stands in its source as it is, from which on another name or day, and from which on
another yes or no, is certain: on strangers' sentences 17 of 17 and 7 of 7 were."""
_TELLING: Final = word_list(
    "compared contradicted owner side rate cause subject agent thing actor wide superlative widened"
)
"""Rules that tell best what to look at, in the order in which they are believed. On strangers' sentences
they were right six to eight times of ten: none of them is certain by itself."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a claim has that its source has not; all of it empty where the signs against it are too weak."""

    share: float
    start: int
    end: int
    numbers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    moved: str = ""
    """Whom or which day the claim puts where its source has another."""
    denied: str = ""
    """The word by which what is otherwise a copy says yes to a no, or no to a yes."""
    disputed: str = ""
    """What leaves it open by a word that can be named: only a quote with that word settles it."""
    unproved: str = ""
    """What leaves it open where nothing is certain: another wording, or something else."""
    against: Signs = field(default_factory=dict[str, Sign])
    """All that speaks against it, however weakly."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A claim beside its passage: how much of it stands there, where, and what is missing."""

    pair: Pair
    share: float
    start: int
    end: int
    near: list[int]
    content: list[Token]
    missing: list[Token]


def laid(claim: str, passage: str, known: str = "") -> Laid:
    """Lay a claim beside the passage it cites; `known` is text that needs no source."""
    pair = Pair(claim[:_LONGEST], passage[:_LONGEST_SOURCE], known[:_LONGEST])
    content = [each for each in pair.said if each.is_content]
    near = _near(pair, content)
    spans = sentence_spans(pair.passage)
    start, end = (spans[min(near)][0], spans[max(near)][1]) if near else (0, len(passage))
    missing = _missing(pair, content)
    foreign_words = [each for each in missing if not each.is_light and not pair.is_near(each)]
    share = 1 - len(foreign_words) / len(content) if content else 1.0
    return Laid(pair, round(share, 3), start, end, near, content, missing)


def weigh(claim: str, passage: str, known: str = "") -> Weighed:
    """Compare a claim with the passage it cites; `known` is text that needs no source."""
    both = laid(claim, passage, known)
    pair, near = both.pair, both.near
    strange = foreign(pair)
    numbers = " ".join(each.text for each in strange)
    fired = _fired(pair, near, both.content, both.missing)
    against = signs(pair, near, {**fired, "number": numbers})
    is_doubted = doubt(against, pair.passage) > 0
    close = closeness(pair, both.content, near) if is_doubted else 0.0
    weighed = Weighed(
        share=both.share,
        start=both.start,
        end=both.end,
        numbers=tuple(each.text for each in strange if is_figure(each) and not is_worked_out(each, pair)),
        names=tuple(fired["name"].split(", ")) if close >= _FOLLOWS and fired["name"] else (),
        moved=fired["person"] if close >= _FOLLOWS else "",
        denied=fired["contradicted"] if close >= _COPIES else "",
        against=against,
    )
    if weighed.numbers or weighed.names or weighed.moved or weighed.denied:
        return weighed
    told = next((fired[name] for name in _TELLING if fired[name]), "") or added(pair) if is_doubted else ""
    named = numbers or told
    return replace(
        weighed, disputed=named, unproved=named or (fired["bare"] or strongest(against)) * is_doubted
    )


def _near(pair: Pair, content: Sequence[Token]) -> list[int]:
    """Return the sentences of the source that tell what the claim tells, while each adds a word."""
    left = list(content)
    chosen: list[int] = []
    while left and len(chosen) < 3:
        scores = pair.weights(sentence_of, left)
        scores = {place: score for place, score in scores.items() if place not in chosen}
        if not scores:
            break
        best = max(scores, key=lambda each: (scores[each], -each))
        if chosen and scores[best] < 1.0:
            break
        chosen.append(best)
        left = [
            each for each in left if not any(other.sentence == best for other, _ in pair.found[each.index])
        ]
    return chosen


def _missing(pair: Pair, content: Sequence[Token]) -> list[Token]:
    return [each for each in content if not pair.found[each.index] and not pair.touches(each, pair.topic)]


def _bare(pair: Pair, content: Sequence[Token], missing: Sequence[Token]) -> str:
    """Return the words of a clause of which the source says nothing, where they are half of it or more.

    A word or two without a counterpart are another wording; half a clause is something else.
    """
    heavy = [each for each in content if not each.is_light]
    for number in sorted({each.clause for each in heavy}):
        words = [each for each in heavy if each.clause == number]
        foreign_words = [each for each in words if each in missing and not pair.is_near(each)]
        near = [each for each in words if each in missing and each not in foreign_words]
        if added := _added(pair, number, words, foreign_words) or _set_in(pair, words, foreign_words):
            return added
        is_much = len(foreign_words) > 1 and len(foreign_words) + _NEAR * len(near) >= _HALF * len(words)
        if is_much or 1 < len(foreign_words) == len(words):
            return " ".join(each.text for each in foreign_words)
    return ""


def _is_kin(pair: Pair, name: Token) -> bool:
    """Tell whether a source has a word of the family of a name: alpine for the Alps."""
    return any(len(name.key) > 2 and each.key.startswith(name.key) for each in pair.told)


def _added(pair: Pair, clause: int, words: Sequence[Token], foreign_words: Sequence[Token]) -> str:
    """Return what stands behind an `and` and is not in the source at all."""
    joints = [each.start for each in pair.said if each.clause == clause and each.folded in ("and", "ve")]
    for start, end in itertools.pairwise([*joints, len(pair.claim)]):
        piece = [each for each in words if start < each.start < end]
        if piece and all(each in foreign_words for each in piece):
            return " ".join(each.text for each in piece)
    return ""


def _set_in(pair: Pair, words: Sequence[Token], foreign_words: Sequence[Token]) -> str:
    """Return a thing in the middle of what is copied word for word: it is what a claim adds."""
    same = [each for each in words if any(how == "same" for _, how in pair.found[each.index])]
    things = [each for each in foreign_words if not is_deed(each)]
    is_copied = len(same) >= _COPIED and len(words) - len(same) - len(foreign_words) <= 1
    return things[0].text if things and is_copied else ""


def _unbounded(pair: Pair) -> str:
    """Return a claim without the `more than` of a number, which compares nothing."""
    text = pair.claim
    for each in reversed(quantities(text, is_turkish=pair.is_turkish)):
        text = f"{text[: each.start]}{' ' * (each.end - each.start)}{text[each.end :]}"
    return text


def _leads_on(pair: Pair, word: Token) -> bool:
    """Tell whether something the claim says too stands behind a word in its clause."""
    if pair.is_turkish:
        return True
    behind = [
        each
        for each in pair.told
        if each.clause == word.clause and each.start > word.start and each.is_content
    ]
    return any(pair.touches(each, behind) for each in pair.said if each.is_content and not each.is_light)


def _aligned(pair: Pair) -> set[int]:
    """Return the clauses of the source that tell what those of the claim tell."""
    found: set[int] = set()
    said = {each.clause for each in pair.said}
    for number in sorted(said):
        words = [each for each in pair.said if each.clause == number and each.is_content]
        scores = pair.weights(clause_of, words)
        most = max(scores.values(), default=0.0)
        # One word that many clauses have tells of none of them.
        is_told = len(words) > 1 or len(said) == 1
        weight = sum(0.4 if each.is_light else 1.0 for each in words)
        if most and most >= weight / 2 and is_told:
            found.update(each for each, score in scores.items() if score == most)
    return found


def _compared(pair: Pair) -> str:
    """Return the word by which a claim compares the other way round."""
    pairs = turkish.OPPOSITES if pair.is_turkish else OPPOSITES
    if compared(_unbounded(pair), pair.passage, pair.stems, pairs) != "other":
        return ""
    return "göre" if pair.is_turkish else "than"


def _fired(
    pair: Pair, near: Sequence[int], content: Sequence[Token], missing: Sequence[Token]
) -> dict[str, str]:
    """Return what each rule finds: a word, or nothing."""
    claim, passage, stems = pair.claim, pair.passage, pair.stems
    names = (each.text for each in missing if each.is_name and not _is_kin(pair, each))
    return {
        "compared": _compared(pair),
        "contradicted": contradicted(pair),
        "owner": Owners(pair).misplaced(),
        "side": other_side(pair),
        "rate": other_rate(pair),
        "cause": other_cause(pair),
        "person": other_person_or_day(claim, passage, stems),
        "subject": other_subject(pair),
        "object": other_object(pair),
        "agent": other_agent(pair),
        "slot": other_slot(pair),
        "thing": other_thing(claim, passage, stems),
        "actor": other_actor_in_turkish(claim, passage, stems) if pair.is_turkish else "",
        "name": ", ".join(names),
        "bare": _bare(pair, content, missing),
        **_reached(pair, near),
    }


def _reached(pair: Pair, near: Sequence[int]) -> dict[str, str]:
    """Return the words by which a claim goes further than its source."""
    told = [each for each in pair.told if each.sentence in near[:1]]
    clauses = _aligned(pair)
    hedged = [each for each in pair.told if each.clause in clauses and _leads_on(pair, each)]
    wide = [each for each in pair.told if each.sentence in near]
    shares = [each for each in quantities(pair.passage, is_turkish=pair.is_turkish) if each.kind == "share"]
    is_denied = any(each.is_denied for each in told)
    return {
        "sure": reach.too_sure(pair.said, hedged, is_turkish=pair.is_turkish),
        "wide": reach.too_wide(pair.said, wide, shares, is_denied=is_denied, is_turkish=pair.is_turkish),
        "superlative": reach.superlative(pair.said, wide),
        "widened": widened(pair.claim, pair.passage, pair.stems, is_turkish=pair.is_turkish),
    }
