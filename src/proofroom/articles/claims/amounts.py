"""Whether the quantities of a claim are those of its source, and said of the same things."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from proofroom.articles.claims.derived import SCALE, YEAR_S, derived, one_step, pairs_of
from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.measures import UNITS
from proofroom.articles.claims.pair import Pair
from proofroom.articles.claims.quantities import Quantity, quantities
from proofroom.articles.claims.tokens import Token

_OTHER_UNIT: Final = 0.09
"""Four weeks are a month."""
_EXACT, _ROUNDED, _SHARE_EXACT, _SHARE_ROUNDED = 1e-6, 0.07, 0.006, 0.0201
_FAR: Final = 1.5
_NEXT_YEARS: Final = 2
_LATE: Final = frozenset(listed("amounts.late"))
_NOON: Final = 12
_LONG, _SINCE, _UNTIL = 5, 2012, 2035
"""Sources tell of a `today` that is not long ago; which day it was nobody says."""
_LEADING: Final = frozenset(["on", "in", "at", "for", "from", "by", "under", "after", "before", "among"])


def foreign(pair: Pair) -> list[Quantity]:
    """Return the quantities of a claim that its source does not have, in whatever words."""
    there = quantities(pair.passage, is_turkish=pair.is_turkish)
    theirs = [*there, *_single(pair), *quantities(pair.known, is_turkish=pair.is_turkish)]
    words = {each.folded for each in pair.said}
    known = (*theirs, *derived(there, pair.passage))
    missing: list[Quantity] = []
    for each in quantities(pair.claim, is_turkish=pair.is_turkish):
        if _is_definite(each, pair.claim) or any(is_equal(each, other) for other in known):
            continue
        if each.role == "to" and any(_is_left(each, other) for other in there):
            continue
        if each.value <= _NOON and not words.isdisjoint(_LATE) and any(_is_hour(each, o) for o in there):
            continue
        if each.unit == "time" and any(_is_until_now(each, other) for other in there):
            continue
        if each.parts and all(any(part == other.value for other in known) for part in each.parts):
            continue
        missing.append(each)
    return missing


def is_figure(quantity: Quantity) -> bool:
    """Tell whether a quantity is written in digits: in words it has as often been put in another way."""
    return any(map(str.isdigit, quantity.text))


def is_worked_out(mine: Quantity, pair: Pair) -> bool:
    """Tell whether a quantity is one step away from two of its source, whatever its words say about that."""
    there = quantities(pair.passage, is_turkish=pair.is_turkish)
    return any(
        _is_near(here, made, mine)
        for here in {mine.value, mine.said}
        for left, right in pairs_of(there)
        for made in one_step(left, right)
    )


def _single(pair: Pair) -> Iterator[Quantity]:
    """Return what a measure of time stands for without a number: `the first year`, `a month later`."""
    for each in pair.told:
        unit = UNITS.get(each.folded)
        if unit and unit[0] == "time" and not each.is_number:
            yield Quantity(unit[1], "count", 0, 0, unit="time", said=1.0)


def is_equal(mine: Quantity, theirs: Quantity) -> bool:
    """Tell whether a source has a quantity of a claim."""
    if mine.per and theirs.per and mine.per != theirs.per:
        return False
    if mine.kind != theirs.kind:
        return _is_crossed(mine, theirs)
    if mine.unit != theirs.unit and mine.unit and theirs.unit:
        return False
    here, there = mine.value, theirs.value
    if mine.unit != theirs.unit:
        here, there = mine.said or here, theirs.said or there
    elif mine.unit == "time" and mine.said != theirs.said and abs(here - there) <= _OTHER_UNIT * there:
        return True
    return _is_near(here, there, mine)


def _is_left(mine: Quantity, theirs: Quantity) -> bool:
    """Tell whether something is what a change left: what fell by 70 percent fell to 30."""
    is_change = mine.kind == theirs.kind == "share" and theirs.role == "by"
    return is_change and abs(1 - theirs.value - mine.value) <= _SHARE_EXACT


def _is_until_now(mine: Quantity, theirs: Quantity) -> bool:
    """Tell whether so many years have passed since a year of the source: sixty since 1960."""
    years = mine.value / YEAR_S
    return theirs.kind == "year" and years >= _LONG and _SINCE <= theirs.value + years <= _UNTIL


def _is_hour(mine: Quantity, theirs: Quantity) -> bool:
    """Tell whether an hour of the evening is one of twenty-four: eleven at night is 23."""
    return mine.kind == theirs.kind == "count" and theirs.said - mine.said == _NOON


def is_bound_otherwise(mine: Quantity, theirs: Quantity) -> bool:
    """Tell whether a claim says more than where its source says less than."""
    return bool(mine.bound and theirs.bound) and mine.bound != theirs.bound and not mine.is_about


def _is_near(here: float, there: float, mine: Quantity) -> bool:
    if mine.kind == "share":
        is_rough = mine.is_about or "percent" not in mine.text
        if abs(here - there) <= (_SHARE_ROUNDED if is_rough else _SHARE_EXACT):
            return True
    elif abs(here - there) <= (_ROUNDED if mine.is_about else _EXACT) * max(there, 1e-9):
        return True
    if mine.kind == "year":
        return False
    if mine.bound == "least":
        return here <= there <= here * _FAR
    return mine.bound == "most" and here / _FAR <= there <= here


def _is_crossed(mine: Quantity, theirs: Quantity) -> bool:
    """Tell whether two kinds say one thing: the 1830s have the year 1832."""
    kinds = {mine.kind, theirs.kind}
    if kinds == {"decade", "year"}:
        return 0 <= max(mine.value, theirs.value) - min(mine.value, theirs.value) < 10
    if kinds == {"year", "count"}:
        return mine.said == theirs.said and not (mine.unit or theirs.unit)
    if kinds == {"times", "count"}:
        # `Twice` may be two visits, but nothing doubled because there are two of it.
        return mine.said == theirs.said and not mine.text.startswith(("doubl", "trip", "trebl", "quadr"))
    return False


def _is_definite(quantity: Quantity, claim: str) -> bool:
    """Tell whether a small number only points back: `the two pigments`."""
    before = claim[max(0, quantity.start - 5) : quantity.start].lower()
    return (
        quantity.kind == "count"
        and quantity.value <= 3
        and before.endswith(("the ", "these "))
        and not quantity.role
    )


class Owners:
    """Lays the quantities of a claim beside those of its source, each with the words around it."""

    def __init__(self, pair: Pair) -> None:
        self._claim = pair.claim
        self._mine = quantities(pair.claim, is_turkish=pair.is_turkish)
        self._there = quantities(pair.passage, is_turkish=pair.is_turkish)
        self._said, self._told, self._heirs, self._touches = pair.said, pair.told, pair.heirs, pair.touches

    def misplaced(self) -> str:
        """Return a quantity that the source gives to something else, and to this another."""
        for each in self._mine:
            owners = [other for other in self._there if is_equal(each, other) or _is_next_year(each, other)]
            if not owners or each.parts or _is_definite(each, self._claim):
                continue
            if all(is_bound_otherwise(each, other) for other in owners) or _is_turned(each, owners):
                return each.text
            about = self._beside(each)
            owned = max(self._score(about, other) for other in owners)
            if self._is_whole(each, about, owners) or self._is_of_another(about, owners, owned):
                return each.text
            rivals = [other for other in self._there if self._is_rival(each, other, owners)]
            if any(self._score(about, rival) > owned + 0.99 for rival in rivals):
                return each.text
        return ""

    def _is_whole(self, mine: Quantity, about: Sequence[Token], owners: Sequence[Quantity]) -> bool:
        """Tell whether a claim says of all what its source says of some of them: two of the seven."""
        if mine.role or not all(each.role == "whole" for each in owners):
            return False
        head = _head(mine, self._said)
        return self._score([each for each in about if each is not head and not each.is_light], owners[0]) >= 2

    def _is_of_another(self, about: Sequence[Token], owners: Sequence[Quantity], owned: float) -> bool:
        """Tell whether a clause without any quantity tells far more of what the claim tells."""
        counted = {_clause_of(each, self._told) for each in self._there}
        owning = {_clause_of(each, self._told) for each in owners}
        sentences = {each.sentence for each in self._told if each.clause in owning}
        for clause in {each.clause for each in self._told} - counted:
            there = [each for each in self._told if each.clause == clause]
            if there[0].sentence in sentences or owned >= 2:
                continue
            if self._weight(about, clause) >= owned + 2:
                return True
        return False

    def _is_rival(self, mine: Quantity, other: Quantity, owners: Sequence[Quantity]) -> bool:
        if (
            other.kind != mine.kind
            or other.unit != mine.unit
            or any(is_equal(one, other) for one in self._mine)
        ):
            return False
        if other.kind == "year":
            return True
        if other.unit:
            # Hours are no rivals of years.
            small, large = sorted((mine.value, other.value))
            return large <= SCALE * small
        head, their = _head(mine, self._said), _head(other, self._told)
        if head and their:
            return self._touches(head, [their])
        near = {_clause_of(each, self._told) for each in owners}
        return not their or any(abs(_clause_of(other, self._told) - each) <= 1 for each in near)

    def _beside(self, quantity: Quantity) -> list[Token]:
        clause = _clause_of(quantity, self._said)
        return [each for each in self._said if each.is_content and each.clause == clause]

    def _score(self, about: Sequence[Token], quantity: Quantity) -> float:
        return self._weight(about, _clause_of(quantity, self._told))

    def _weight(self, about: Sequence[Token], clause: int) -> float:
        there = [each for each in self._told if each.clause == clause and each.is_content]
        if len(there) <= 2:
            there += self._before(clause, there)
        parents = {each for each, heirs in self._heirs.items() if clause in heirs}
        there += [each for each in self._told if each.clause in parents and each.is_content]
        return sum((0.5 if each.is_light else 1.0) for each in about if self._touches(each, there))

    def _before(self, clause: int, own: Sequence[Token]) -> list[Token]:
        """Return what a short clause leaves out: all of the one before it but what it puts another for.

        `On weekdays it has 140 visitors, on Sundays 520`: the visitors are meant twice, the weekdays once.
        """
        leading = {self._told[each.index - 1].folded for each in own if each.index} & _LEADING
        return [
            each
            for each in self._told
            if each.clause == clause - 1
            and each.is_content
            and not (each.index and self._told[each.index - 1].folded in leading)
        ]


def _is_next_year(mine: Quantity, theirs: Quantity) -> bool:
    """Tell whether two years are too close to be told of different things: counts of 2021 and 2022."""
    return mine.kind == theirs.kind == "year" and abs(mine.value - theirs.value) <= _NEXT_YEARS


def _head(quantity: Quantity, words: Sequence[Token]) -> Token | None:
    """Return what a number counts."""
    behind = [each for each in words if quantity.end <= each.start <= quantity.end + 14]
    return next((each for each in behind[:2] if each.is_content), None)


def _is_turned(mine: Quantity, owners: Sequence[Quantity]) -> bool:
    turned = {
        ("from", "to"),
        ("to", "from"),
        ("part", "whole"),
        ("whole", "part"),
        ("by", "to"),
        ("to", "by"),
    }
    return bool(mine.role) and all((mine.role, other.role) in turned for other in owners)


def _clause_of(quantity: Quantity, words: Sequence[Token]) -> int:
    at = bisect_left(words, quantity.start, key=lambda each: each.start)
    return words[at].clause if at < len(words) else -1
