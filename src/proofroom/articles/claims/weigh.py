"""A claim laid beside its source: every word that says something needs a counterpart that says the same.

Rules on words, no model: what is found is a place to look at.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from proofroom.articles import turkish
from proofroom.articles.claims import english, reach, turkish_words
from proofroom.articles.claims.amounts import Owners, foreign
from proofroom.articles.claims.causes import other_cause
from proofroom.articles.claims.comparatives import OPPOSITES, compared, is_measured
from proofroom.articles.claims.effects import no_effect
from proofroom.articles.claims.lexicon import verbs
from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.matching import Relation
from proofroom.articles.claims.order import other_actor_in_turkish, other_side, other_thing
from proofroom.articles.claims.pair import Pair, clause_of, sentence_of
from proofroom.articles.claims.people import other_person_or_day
from proofroom.articles.claims.places import is_verb, other_object, other_subject, subject
from proofroom.articles.claims.quantities import quantities
from proofroom.articles.claims.rates import exchanged, other_rate
from proofroom.articles.claims.scope import widened
from proofroom.articles.claims.tokens import Token, sentence_spans
from proofroom.kernel.data import dataclass

_LONGEST, _LONGEST_SOURCE = 1_000, 5_000
"""Letters that are weighed: words are compared pair by pair, and no sentence is longer."""
_OWN, _VERBATIM = 0.6, 0.8
"""Up to which share of its source's own words a claim is freely worded, and from which one it is a copy."""
_SPARE: Final = 0.45
"""The share of a freely worded clause's words that may have no counterpart."""
_FACT: Final = 1.5
_VERB, _NEAR, _NEAR_OWN = 0.5, 0.3, 0.5
"""What a missing word weighs that is a verb, and one whose field the source has, beside a noun's one."""
_DETERMINERS: Final = frozenset(listed("weigh.determiners"))
_CONVERSE: Final = frozenset(
    pair
    for each in listed("weigh.converse")
    for left, _, right in [each.partition("/")]
    for pair in [(english.stem(left), english.stem(right)), (english.stem(right), english.stem(left))]
)
_COMPARING: Final = frozenset(listed("weigh.comparing"))
_MUCH: Final = frozenset(["cok", "az", "daha"])
"""Small words that say how much of something beside them; what is more than what is compared by itself."""
_HALF: Final = frozenset(listed("weigh.half"))


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a claim has that its source has not."""

    share: float
    start: int
    end: int
    numbers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    turned: str = ""
    overstated: str = ""
    bare: str = ""


def weigh(claim: str, passage: str, known: str = "") -> Weighed:
    """Compare a claim with the passage it cites; `known` is text that needs no source."""
    pair = Pair(claim[:_LONGEST], passage[:_LONGEST_SOURCE], known[:_LONGEST])
    content = [each for each in pair.said if each.is_content]
    near = _near(pair, content)
    spans = sentence_spans(pair.passage)
    start, end = (spans[min(near)][0], spans[max(near)][1]) if near else (0, len(passage))
    missing = _missing(pair, content)
    numbers = foreign(pair)
    foreign_words = [each for each in missing if not each.is_light and not pair.is_near(each)]
    share = 1 - len(foreign_words) / len(content) if content else 1.0
    return Weighed(
        share=round(share, 3),
        start=start,
        end=end,
        numbers=tuple(each.text for each in numbers),
        turned=_turned(pair) or no_effect(pair) or _misplaced(pair),
        names=tuple(each.text for each in missing if each.is_name),
        overstated=_overstated(pair, near),
        bare=_bare(pair, content, missing),
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
    """Return the words of which the source says nothing, where they are more than another wording.

    Whoever tells something in his own words changes most of them; where a clause is its source's own but for
    a word, that word is what it adds.
    """
    heavy = [each for each in content if not each.is_light]
    worded = [each for each in heavy if not _is_name(pair, each)]
    own = sum(any(how == "same" for _, how in pair.found[each.index]) for each in worded) / max(
        1, len(worded)
    )
    is_free = own <= _OWN
    near = _NEAR if is_free else _NEAR_OWN if own < _VERBATIM else 1.0
    clause_words = {
        number: [each for each in pair.said if each.clause == number]
        for number in sorted({each.clause for each in heavy})
    }
    for number in clause_words:
        words = [each for each in heavy if each.clause == number]
        lacking = [each for each in words if each in missing]
        weight = sum(_lacks(pair, each, near) for each in lacking)
        # A figure that its source has is a fact that holds, whatever the words around it.
        facts = _FACT * sum(each.is_number and bool(pair.found[each.index]) for each in clause_words[number])
        if lacking and weight >= max(1.0, _SPARE * (len(words) + facts) if is_free else 0.0):
            return " ".join(each.text for each in lacking)
    return ""


def _lacks(pair: Pair, word: Token, near: float) -> float:
    weight = _VERB if _is_verb(pair, word) else 1.0
    return weight * near if pair.is_near(word) else weight


def _is_verb(pair: Pair, word: Token) -> bool:
    if pair.is_turkish:
        return turkish_words.is_tensed(word.folded)
    at = word.index
    is_named = at > 0 and pair.said[at - 1].folded in _DETERMINERS
    if word.folded in _HALF or word.folded.endswith("ing") or is_verb(pair.said, at):
        return True
    return word.key in verbs() and not is_named


def _is_name(pair: Pair, word: Token) -> bool:
    """Tell whether a word is a name, which every wording repeats; a sentence may begin with one."""
    return word.is_name or any(how == "same" and other.is_name for other, how in pair.found[word.index])


def _turned(pair: Pair) -> str:
    pairs = turkish.OPPOSITES if pair.is_turkish else OPPOSITES
    reading = compared(_unbounded(pair), pair.passage, pair.stems, pairs)
    if reading == "other":
        return "göre" if pair.is_turkish else "than"
    if reading == "same":
        return ""
    if found := _uncompared(pair):
        return found
    for number in sorted({each.clause for each in pair.said}):
        words = [
            each
            for each in pair.said
            if each.clause == number
            and each.folded not in reach.ALL | reach.PLACES | _MUCH
            and (each.is_content or each.meaning.against or each.meaning.same)
            and not each.is_number
            and not each.is_name
        ]
        for each in words:
            if _is_turned(pair, each, [other for other in words if other is not each and other.is_content]):
                return each.text
    return ""


def _uncompared(pair: Pair) -> str:
    """Return the `than` of a claim where its source compares nothing: what is more than what is a fact."""
    words = re.findall(r"[^\W\d_]+", _unbounded(pair).lower())
    if pair.is_turkish or "than" not in words[1:] or words[words.index("than") - 1] in ("rather", "other"):
        return ""
    clauses = {each.clause for each in pair.said if each.folded == "than"}
    about = [each for each in pair.said if each.clause in clauses and each.is_content and not each.is_light]
    near = [each for each in pair.told if each.sentence in _near(pair, about)]
    is_before = any(
        each.folded in ("before", "ever", "usual", "expected", "now")
        for each in pair.said
        if pair.said[each.index - 1].folded == "than"
    )
    is_bound = is_before or any(
        each.is_number for each in pair.said if pair.said[each.index - 1].folded == "than"
    )
    is_compared = any(each.folded in _COMPARING or is_measured(each.folded) for each in near)
    return "" if is_compared or is_bound else "than"


def _unbounded(pair: Pair) -> str:
    """Return a claim without the `more than` of a number, which compares nothing."""
    text = pair.claim
    for each in reversed(quantities(text, is_turkish=pair.is_turkish)):
        text = f"{text[: each.start]}{' ' * (each.end - each.start)}{text[each.end :]}"
    return text


def _is_turned(pair: Pair, word: Token, others: Sequence[Token]) -> bool:
    taken = {each.folded for each in pair.said if each.is_content and each.folded != word.folded}
    found: list[tuple[Token, Relation]] = [
        (each, how)
        for each, how in pair.found[word.index]
        if each.folded not in reach.PLACES
        and each.folded not in taken
        and not (how == "opposite" and each.is_light)
    ]
    says_little = word.is_light and all(how == "alike" for _, how in found)
    if not found or says_little or _is_told_outright(pair, word, found, others):
        return False
    if _is_converse(pair, word, found):
        return False
    for is_clause in (True, False):
        place = clause_of if is_clause else sentence_of
        scores = pair.weights(place, others, is_clause=is_clause)
        most = max(scores.values(), default=0.0)
        best = {each for each, score in scores.items() if score == most}
        here = [(other, how) for other, how in found if place(other) in best]
        if most and most >= len(others) / 3 and here:
            here += [
                (other, how)
                for other, how in found
                if _is_elliptic(pair, other, {each.clause for each, _ in here})
            ]
            return not any((how != "opposite") == _is_denied_alike(pair, word, other) for other, how in here)
    return False


def _is_converse(pair: Pair, word: Token, found: Sequence[tuple[Token, Relation]]) -> bool:
    """Tell whether a deed is told from its other side: what one sells to others, they buy."""
    if pair.is_turkish or any((word.key, other.key) not in _CONVERSE for other, _ in found):
        return False
    mine = [each for each in pair.said if each.is_content and each.start < word.start]
    return not any(
        pair.touches(each, subject([one for one in pair.told if one.clause == other.clause]))
        for other, _ in found
        for each in mine
    )


def _is_told_outright(
    pair: Pair, word: Token, found: Sequence[tuple[Token, Relation]], others: Sequence[Token]
) -> bool:
    """Tell whether a clause of the source has the word itself and most of the others, not by a pronoun."""
    scores = pair.weights(clause_of, others)
    wanted = max(2.0, 0.7 * sum(0.4 if each.is_light else 1.0 for each in others))
    return any(
        how != "opposite" and scores.get(other.clause, 0.0) >= wanted and _is_denied_alike(pair, word, other)
        for other, how in found
    )


def _is_denied_alike(pair: Pair, word: Token, other: Token) -> bool:
    """Tell whether both are denied or neither; `no fee is paid` and `pays no fee` deny one thing."""
    if word.is_denied == other.is_denied:
        return True
    mine = any(each.is_denied for each in pair.said if each.clause == word.clause)
    return mine and any(each.is_denied for each in pair.told if each.clause == other.clause)


def _is_elliptic(pair: Pair, word: Token, clauses: set[int]) -> bool:
    """Tell whether a word stands in a short clause that lives on one before it: `the dearer one 2,000`."""
    if not any(0 < word.clause - each <= 2 for each in clauses):
        return False
    own = [each for each in pair.told if each.clause == word.clause and each.is_content]
    return len(own) <= 2 and any(
        each.sentence == word.sentence for each in pair.told if each.clause in clauses
    )


def _overstated(pair: Pair, near: Sequence[int]) -> str:
    told = [each for each in pair.told if each.sentence in near[:1]]
    clauses = _aligned(pair)
    hedged = [each for each in pair.told if each.clause in clauses and _leads_on(pair, each)]
    wide = [each for each in pair.told if each.sentence in near]
    shares = [each for each in quantities(pair.passage, is_turkish=pair.is_turkish) if each.kind == "share"]
    return (
        reach.too_sure(pair.said, hedged, is_turkish=pair.is_turkish)
        or reach.too_wide(pair.said, wide, shares, is_denied=any(each.is_denied for each in told))
        or reach.superlative(pair.said, wide)
        or widened(pair.claim, pair.passage, pair.stems, is_turkish=pair.is_turkish)
    )


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
        if most and most >= len(words) / 2 and is_told:
            found.update(each for each, score in scores.items() if score == most)
    return found


def _misplaced(pair: Pair) -> str:
    """Return what stands in the place of something else: a quantity, a subject, a name, a word."""
    checks: tuple[Callable[[], str], ...] = (
        lambda: Owners(pair).misplaced(),
        lambda: other_side(pair),
        lambda: other_rate(pair),
        lambda: exchanged(pair),
        lambda: other_cause(pair),
        lambda: other_person_or_day(pair.claim, pair.passage, pair.stems),
        lambda: other_subject(pair),
        lambda: other_object(pair),
        lambda: other_thing(pair.claim, pair.passage, pair.stems),
        lambda: other_actor_in_turkish(pair.claim, pair.passage, pair.stems) if pair.is_turkish else "",
    )
    return next((found for each in checks if (found := each())), "")
