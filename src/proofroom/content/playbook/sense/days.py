"""Stretches of time that conditions name: after June, last week, in 2025, Ekim ayında."""

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import Final

from proofroom.content.playbook.words import TABLE
from proofroom.kernel.data import dataclass
from proofroom.providers.offline.dates import MONTHS, WEEKDAYS

_MONTH: Final = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})"
_POINT: Final = (
    rf"(?:\d{{4}}-\d\d(?:-\d\d)?|\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH}(?:,?\s+\d{{4}})?"
    rf"|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?\s+\d{{4}})?"
    rf"|(?:the end of\s+)?{_MONTH}(?:,?\s+\d{{4}})?"
    r"|(?:19|20)\d\d|today|yesterday|tomorrow|bugun|dun|yarin|(?<=before )now|(?<=after )now"
    r"|(?:last|this|next|the last|the next|the coming|gecen|bu|gelecek|onumuzdeki) "
    rf"(?:week(?:end)?|month|year|hafta(?: sonu)?|ay|yil|{'|'.join(WEEKDAYS)}))"
)
_SUFFIX: Final = r"(?:'?(?:[dt][ae]n?|[iu]n[dt]?[ae]?n?|y?[ae])(?:ki\w*)?)?"


@dataclass(frozen=True)
class Stretch:
    """The days that a condition allows, both ends included; `month` alone is of any year."""

    span: tuple[int, int]
    begin: date
    end: date
    month: int = 0

    def holds(self, own: str) -> bool:
        """Tell whether a day that stands in a field is in it."""
        if not re.match(r"\d{4}-\d\d-\d\d", own):
            return False
        day = date.fromisoformat(own[:10])
        return day.month == self.month if self.month else self.begin <= day <= self.end


def find_stretch(said: str, today: date) -> Stretch | None:
    """Return the first stretch of time that a text names as a condition."""
    between = re.search(
        rf"\b(?:between|from)\s+(?P<one>{_POINT})\s+(?:and|to|until)\s+(?P<two>{_POINT})\b", said
    )
    between = between or re.search(
        rf"\b(?P<one>{_POINT}){_SUFFIX}\s+(?:ile|ve|-)\s+(?P<two>{_POINT}){_SUFFIX}\s+aras\w*", said
    )
    between = between or re.search(
        rf"\b(?P<one>{_MONTH})(?:[dt][ae]n)?\s*(?:to|until|till|through|-|–)?\s*(?<=\W)(?P<two>{_MONTH})(?:'?y?[ae])?\b",
        said,
    )
    if between is not None:
        first, last = _days(between["one"], today), _days(between["two"], today)
        if first is not None and last is not None:
            return Stretch(between.span(), first[0], last[1])
    for one in TABLE["stretch"]:
        forms = (
            rf"\b(?:{one['en']})\s+(?:the\s+)?(?P<point>{_POINT})\b",
            rf"\b(?P<point>{_POINT}){_SUFFIX}(?:\s+(?:ayi\w*|yili\w*|tarihi\w*))?\s*\b(?:{one['tr']})(?!\w)",
        )
        for form in forms:
            found = re.search(form, said)
            days = _days(found["point"], today) if found else None
            if found is not None and days is not None:
                return _bounded(found, days, one["side"])
    alone = re.search(rf"\b(?P<point>{_POINT})(?:'?[dt][ae](?:ki\w*)?|\s+(?:ayi|yili)n[dt]a\w*)?(?!\w)", said)
    days = _days(alone["point"], today) if alone else None
    return _bounded(alone, days, "in") if alone is not None and days is not None else None


def _bounded(found: re.Match[str], days: tuple[date, date], side: str) -> Stretch:
    first, last = days
    text = found["point"]
    if side == "after":
        return Stretch(found.span(), last + timedelta(days=1), date.max)
    if side == "since":
        return Stretch(found.span(), first, date.max)
    if side == "before":
        return Stretch(found.span(), date.min, first - timedelta(days=1))
    if side == "until":
        return Stretch(found.span(), date.min, last)
    is_month = re.fullmatch(_MONTH, text) is not None
    return Stretch(found.span(), first, last, first.month if is_month else 0)


def _days(text: str, today: date) -> tuple[date, date] | None:
    """Return the first and the last day that some words mean."""
    try:
        return _read(text.removeprefix("the end of ").strip(), today)
    except ValueError:
        return None


def _read(text: str, today: date) -> tuple[date, date] | None:
    near = {"today": 0, "bugun": 0, "now": 0, "yesterday": -1, "dun": -1, "tomorrow": 1, "yarin": 1}
    if text in near:
        return _one(today + timedelta(days=near[text]))
    relative = re.fullmatch(r"(?:the )?(?P<which>\w+) (?P<unit>[\w ]+)", text)
    if relative is not None and not re.search(r"\d", text):
        return _near(relative["which"], relative["unit"], today)
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return _one(date.fromisoformat(text))
    numbers = re.findall(r"\d+", text)
    year = next((int(one) for one in numbers if len(one) == 4), today.year)
    if re.fullmatch(r"\d{4}", text):
        return date(year, 1, 1), date(year, 12, 31)
    month = next((MONTHS[word] for word in re.findall(r"[a-z]+", text) if word in MONTHS), 0)
    if re.fullmatch(r"\d{4}-\d\d", text):
        month = int(numbers[1])
    if not month:
        return None
    day = next((int(one) for one in numbers if len(one) < 3), 0) if "-" not in text else 0
    if day:
        return _one(date(year, month, day))
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _one(day: date) -> tuple[date, date]:
    return day, day


def _near(which: str, unit: str, today: date) -> tuple[date, date] | None:
    """Return a week, month, year or weekday near today."""
    step = -1 if which in ("last", "gecen") else 0 if which in ("this", "bu") else 1
    if unit in ("year", "yil"):
        return date(today.year + step, 1, 1), date(today.year + step, 12, 31)
    if unit in ("month", "ay"):
        months = today.year * 12 + today.month - 1 + step
        year, month = months // 12, months % 12 + 1
        return date(year, month, 1), date(year, month, monthrange(year, month)[1])
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
    if unit in ("weekend", "hafta sonu"):
        return monday + timedelta(days=5), monday + timedelta(days=6)
    if unit in ("week", "hafta"):
        return monday, monday + timedelta(days=6)
    if unit not in WEEKDAYS:
        return None
    ahead = (WEEKDAYS[unit] - today.weekday() - 1) % 7 + 1
    day = today + timedelta(days=ahead - 7 if step < 0 else ahead)
    return day, day
