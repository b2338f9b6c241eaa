"""What can be worked out of the quantities of a source: a sum, a difference, a ratio, a span of time."""

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from typing import Final

from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.quantities import Quantity
from proofroom.search import fold

_WHOLE: Final = 0.05
YEAR_S: Final = 31_557_600.0
_EVERY: Final = re.compile(r"(?:every|each|her)\s$", re.IGNORECASE)
_ONCE_IN: Final = re.compile(r"(?:\s\w+[dt][ae])?\sbir\b")
"""What stands behind `on dakika` in `on dakikada bir`: every ten minutes."""
_ROWS: Final = re.compile(r"\s\w+ of (?:about )?")
"""What stands between the numbers of `three rows of twelve`."""
_EACH: Final = re.compile(
    r"\b(?:each|apiece|every one|her biri|her birine|başına|kişi başı)\b", re.IGNORECASE
)
_REST: Final = re.compile(
    r"\bthe (?:rest|remainder|others)\b|\b(?:geri )?kalan(?:ı|lar)?\b|\bgerisi\b|\b(?:diğer|öteki)leri?\b",
    re.IGNORECASE,
)
_MORE: Final = re.compile(r" (?:more|further|other)\b(?! than)|(?: \w+)? daha\b")
_NEXT: Final = 12
"""How far behind a figure an `each` may stand."""
_ENDS: Final = (". ", "! ", "? ")
_MONTHS: Final = listed("amounts.months")
_MONTHS_APART: Final = re.compile(
    rf"\b({'|'.join(_MONTHS)}) (?:to|until|and|through|-) ({'|'.join(_MONTHS)})\b"
)
_DAYS: Final = listed("amounts.days")
_DAYS_APART: Final = re.compile(rf"\b({'|'.join(_DAYS)}) (?:to|until|through|-) ({'|'.join(_DAYS)})\b")
_DATE: Final = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{'|'.join(_MONTHS)})"
    rf"|(?P<first>{'|'.join(_MONTHS)}) (?P<then>\d{{1,2}}))\b(?:,? (?P<year>[12]\d{{3}}))?"
)
_DAY_S: Final = 86_400.0
_SPANS: Final = (60.0, 3_600.0, 86_400.0)
_BESIDE_A_YEAR: Final = re.compile(
    r"\b(?:previous|preceding|following|next|last|prior|same) (?:year|season|winter|summer|spring|autumn)"
    r"|\byear (?:before|after|earlier|later|running|in a row)\b"
    r"|\b(?:ertesi|onceki|sonraki|gecen|bir onceki|izleyen) (?:yil|sene)"
    r"|\b(?:two|both|iki) (?:years|yil)\b"
)
SCALE: Final = 30
_REACH: Final = 40
"""How many quantities on, one may still be told together with another."""
_SERIES: Final = 2.0
"""Up to so many times as large, a number of the same sentence may be what the other has become."""
_ORDINALS: Final = ("second", "third", "fourth", "fifth", "sixth")
_ORDINAL: Final = re.compile(r"\b(?:second|third|fourth|fifth|sixth)\b", re.IGNORECASE)


def derived(there: Sequence[Quantity], passage: str) -> Iterator[Quantity]:
    """Return what can be worked out of quantities that stand together: a sum, difference, ratio, share."""
    yield from _years(there, passage)
    yield from (Quantity(1 - each.value, "share", 0, 0) for each in there if each.kind == "share")
    for found in _ORDINAL.finditer(passage):
        value = float(_ORDINALS.index(found.group().lower()) + 2)
        yield Quantity(value, "count", 0, 0, said=value)
    yield from _spans(passage)
    yield from (
        Quantity(1 / each.value, "share", 0, 0) for each in there if each.kind == "times" and each.value
    )
    # What rose by 100 percent doubled.
    yield from (
        Quantity(1 + each.value, "times", 0, 0, said=1 + each.value)
        for each in there
        if each.kind == "share" and each.role == "by" and each.value >= 1
    )
    for each in there:
        is_every = _EVERY.search(passage[: each.start]) or _ONCE_IN.match(passage, each.end)
        if each.unit == "time" and is_every:
            # Every ten minutes is six times an hour.
            yield from (Quantity(span / each.value, "times", 0, 0, said=span / each.value) for span in _SPANS)
    counts = [each for each in there if each.kind in ("count", "share")]
    for left, right in pairs_of(counts):
        if left.kind == right.kind and not _is_apart(left, right, passage):
            yield from _between(left, right)
        elif left.kind == right.kind == "count" and _ends(left, right, passage) == 1:
            # From one sentence to the next, what is set against each other, but no sum of it.
            yield from (each for each in _between(left, right) if each.kind != "count")
    yield from _times(there, passage)
    yield from _rest(there, passage)
    for each in there:
        if each.kind == "count" and not each.unit and _MORE.match(passage, each.end):
            # Six more are seven with the first.
            yield Quantity(each.value + 1, "count", 0, 0, said=each.said + 1)


def pairs_of(there: Sequence[Quantity]) -> Iterator[tuple[Quantity, Quantity]]:
    """Return each with those not far behind it: a passage of nothing but numbers has millions of pairs."""
    for at, left in enumerate(there):
        for right in there[at + 1 : at + 1 + _REACH]:
            yield left, right


def one_step(left: Quantity, right: Quantity) -> Iterator[float]:
    """Return what two quantities make in one step: their sum, difference, product and both ratios."""
    for one, other in {(left.value, right.value), (left.said, right.said)}:
        yield from (one + other, abs(one - other), one * other)
        if one and other:
            yield from (one / other, other / one)


def _times(there: Sequence[Quantity], passage: str) -> Iterator[Quantity]:
    """Return a count as often as its sentence says: two thirds of 210, twice 90, seven with 2,500 each."""
    for left, right in pairs_of(there):
        if _is_apart(left, right, passage):
            continue
        kinds = {left.kind, right.kind}
        is_each = kinds == {"count"} and (
            _EACH.search(passage[left.end : right.end + _NEXT]) is not None
            or _ROWS.fullmatch(passage[left.end : right.start]) is not None
        )
        if kinds not in ({"share", "count"}, {"times", "count"}) and not is_each:
            continue
        counted = next(each for each in (right, left) if each.kind == "count")
        other = left if counted is right else right
        factor = other.said if is_each else other.value
        yield Quantity(counted.value * factor, "count", 0, 0, unit=counted.unit, said=counted.said * factor)


def _rest(there: Sequence[Quantity], passage: str) -> Iterator[Quantity]:
    """Return the share that a sentence calls the rest."""
    for found in _REST.finditer(passage):
        start = max(passage.rfind(mark, 0, found.start()) for mark in _ENDS)
        parts = [each.value for each in there if each.kind == "share" and start < each.start < found.start()]
        # `Repairs made up 62 per cent, hire 25`: the second has no measure of its own.
        bare = [
            each.value / 100
            for each in there
            if parts and each.kind == "count" and not each.unit and start < each.start < found.start()
        ]
        for shares in (parts, [*parts, *(each for each in bare if each < 1)]):
            if 0 < sum(shares) < 1:
                yield Quantity(1 - sum(shares), "share", 0, 0)


def _is_apart(left: Quantity, right: Quantity, passage: str) -> bool:
    return _ends(left, right, passage) > 0


def _ends(left: Quantity, right: Quantity, passage: str) -> int:
    """Return how many sentences end between two quantities."""
    between = passage[left.end : right.start]
    return sum(between.count(mark) for mark in _ENDS)


def _years(there: Sequence[Quantity], passage: str) -> Iterator[Quantity]:
    """Return how long it is between two years, the year so many after another, and the century of each."""
    years = [each for each in there if each.kind == "year"]
    for left, right in itertools.pairwise(years):
        passed = abs(left.value - right.value)
        yield Quantity(passed * YEAR_S, "count", 0, 0, unit="time", said=passed)
    is_beside = _BESIDE_A_YEAR.search(fold(passage)) is not None
    for at, year in enumerate(there):
        if year.kind != "year":
            continue
        yield Quantity(year.value // 100 * 100, "decade", 0, 0)
        if is_beside:
            # The year before 2021 is 2020.
            yield from (Quantity(year.value + way, "year", 0, 0) for way in (1, -1))
        for span in there[max(0, at - _REACH) : at + _REACH]:
            first, last = (year, span) if year.start < span.start else (span, year)
            if span.unit == "time" and not _is_apart(first, last, passage):
                yield from (
                    Quantity(year.value + way * round(span.value / YEAR_S), "year", 0, 0) for way in (1, -1)
                )


def _spans(passage: str) -> Iterator[Quantity]:
    """Return how long it is from one month, day or date to another: from March to August is half a year."""
    yield from _between_dates(passage)
    for found in _DAYS_APART.finditer(fold(passage)):
        first, last = (_DAYS.index(each) for each in found.groups())
        days = float((last - first) % 7 + 1)
        yield Quantity(days, "count", 0, 0, said=days)
    for found in _MONTHS_APART.finditer(fold(passage)):
        first, last = (_MONTHS.index(each) for each in found.groups())
        for months in ((last - first) % 12, (last - first) % 12 + 1):
            yield Quantity(months * YEAR_S / 12, "count", 0, 0, unit="time", said=float(months))


def _between_dates(passage: str) -> Iterator[Quantity]:
    """Return how long it is from one date to the next; one without a year is of the year before it."""
    dates: list[date] = []
    for found in _DATE.finditer(fold(passage)):
        year = int(found["year"] or (dates[-1].year if dates else 2001))
        month = _MONTHS.index(found["month"] or found["first"]) + 1
        with suppress(ValueError):
            dates.append(date(year, month, int(found["day"] or found["then"])))
    for left, right in itertools.pairwise(dates):
        days = float(abs((right - left).days))
        yield Quantity(days * _DAY_S, "count", 0, 0, unit="time", said=days)


def _between(left: Quantity, right: Quantity) -> Iterator[Quantity]:
    """Return the share, the ratio, the sum and the difference of two quantities of one sentence."""
    if left.unit and right.unit and left.unit != right.unit:
        return
    is_one_unit = left.unit == right.unit
    small, large = sorted((left.value, right.value) if is_one_unit else (left.said, right.said))
    if not small or small == large:
        return
    ratio = large / small
    if ratio < SCALE:
        times = float(round(ratio)) if abs(ratio - round(ratio)) < _WHOLE else ratio
        yield Quantity(times, "times", 0, 0, said=times)
    if left.kind == "share":
        # From 44 to 71 percent is 27 points; they are no count of anything else.
        yield Quantity((large - small) * 100, "count", 0, 0, unit="point", said=math.nan)
        return
    yield Quantity(small / large, "share", 0, 0)
    if {left.role, right.role} == {"from", "to"} or (is_one_unit and ratio < _SERIES):
        # From 150 to 200 is a third more, and back a quarter less; so is 150 in May and 200 in June.
        yield from (Quantity((large - small) / each, "share", 0, 0) for each in (small, large))
    unit = left.unit if is_one_unit else ""
    yield Quantity(large - small, "count", 0, 0, unit=unit, said=abs(left.said - right.said))
    yield Quantity(large + small, "count", 0, 0, unit=unit, said=left.said + right.said)
