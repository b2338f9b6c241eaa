"""The day, and maybe the hour, that somebody names: 1 December, 1 Aralık 2026'da, tomorrow at 9:30."""

import re
from datetime import date, timedelta

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.counting import NUMBERS

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan ocak",
            "february feb subat",
            "march mar mart",
            "april apr nisan",
            "may mayis",
            "june jun haziran",
            "july jul temmuz",
            "august aug agustos",
            "september sep eylul",
            "october oct ekim",
            "november nov kasim",
            "december dec aralik",
        ),
        1,
    )
    for name in names.split()
}
"""The number of a month by its names, in English and Turkish."""
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            "monday pazartesi",
            "tuesday sali",
            "wednesday carsamba",
            "thursday persembe",
            "friday cuma",
            "saturday cumartesi",
            "sunday pazar",
        )
    )
    for name in names.split()
}
_COUNTS = {"a": 1, "an": 1, **NUMBERS}
_ENGLISH_DAYS, _TURKISH_DAYS = ("|".join(list(WEEKDAYS)[first::2]) for first in (0, 1))
_NUMBER = rf"\d{{1,2}}|{'|'.join(_COUNTS)}"
_MONTH = rf"(?P<{{}}>{'|'.join(MONTHS)})"
_SUFFIX = r"(?:'?(?:[dt][ae]n?|[iu]n[dt]?[ae]?n?|y?[ae]))?"
_DAY = (
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH.format('month')}(?:\s+(?P<year>\d{{4}}))?"
    rf"{_SUFFIX}\b"
    rf"|{_MONTH.format('month2')}\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year2>\d{{4}}))?"
    rf"|(?P<iso>\d{{4}}-\d\d-\d\d)(?:t(?P<clock>\d\d:\d\d)\S*)?{_SUFFIX}"
    rf"|(?P<tomorrow>tomorrow|yarin)|(?P<today>today|bugun)"
    rf"|(?<=next )(?P<next>{_ENGLISH_DAYS})|(?<=on |by )(?P<weekday>{_ENGLISH_DAYS})"
    rf"|(?:(?<=for )|(?<=this )|(?<=until )|(?<=coming ))(?P<weekday2>{_ENGLISH_DAYS})"
    rf"|(?P<weekday3>{_ENGLISH_DAYS})(?=\W*$)"
    rf"|(?:(?:onumuzdeki|bu|gelecek)\s+)?(?P<weekday4>{_TURKISH_DAYS})(?:\s+gunu\w*|{_SUFFIX})(?!\w)"
    rf"|in\s+(?P<days>{_NUMBER})\s+(?P<unit>days?|weeks?)\b"
    rf"|(?P<days2>{_NUMBER})\s+(?P<unit2>gun|hafta)\s+sonra\w*"
)
_PART = r"(?P<{}>sabah(?:i|leyin)?|ogleden sonra|ogle|aksam(?:i|leyin)?|morning|afternoon|evening)"
_HOUR = (
    rf"[\s,]+(?:{_PART.format('early')}\s*,?\s+(?:(?:at|saat)\s+)?"
    rf"|(?:at|saat)\s+(?:{_PART.format('early2')}\s+)?)"
    rf"(?P<hour>\d{{1,2}}|{'|'.join(NUMBERS)})(?:[:.](?P<minute>\d\d))?(?:\s*(?P<half>[ap]m))?"
    rf"(?:\s+in the (?P<part>morning|afternoon|evening)\b|{_SUFFIX}\b)"
)
_NAMED_HOUR = (
    r"[\s,]+(?:(?:at|around|saat)\s+)?"
    r"(?:(?P<noon>noon|midday|oglen|ogle vakti)|(?P<midnight>midnight|gece yarisi)"
    r"|(?P<hour3>\d{1,2})(?:[:.](?P<minute3>\d\d))?\s*(?P<half3>[ap]m))\b"
)
_ALONE = rf"\s+(?:in the\s+)?{_PART.format('alone')}\b"
_TIMES = {"sabah": "09:00", "morning": "09:00", "ogle": "12:00", "aksam": "18:00", "evening": "18:00"}
"""When a part of the day begins, for those who name no hour."""
_WHEN = re.compile(
    r"\b(?:(?:on|for|at|by|from|until)\s+(?:the\s+)?)?(?:(?:next|this|coming)\s+)?"
    rf"(?:(?:{_ENGLISH_DAYS}|{_TURKISH_DAYS})\s*,?\s+(?:the\s+)?(?=\d))?(?:{_DAY})(?:{_NAMED_HOUR}|{_HOUR}|{_ALONE})?"
    r"(?:\s+(?:tarihinde|tarihine|gunu|gunune|icin|itibariyla|itibariyle))*"
)


@dataclass(frozen=True, slots=True)
class When:
    """A moment as it was written, and where; the year may be left to whoever knows today."""

    start: int
    end: int
    day: int
    month: int
    year: int | None
    clock: str
    weekday: int | None = None
    """The day of the week that is meant: the next one."""
    ahead: int | None = None
    """Days from today."""

    def moment(self, today: date | None = None) -> str | None:
        """Return it as an ISO moment in UTC; without a year it is the next such day. None is no such day."""
        if self.weekday is not None or self.ahead is not None:
            return None if today is None else f"{today + timedelta(days=self._ahead(today))}T{self.clock}:00Z"
        try:
            if self.year is not None:
                return f"{date(self.year, self.month, self.day)}T{self.clock}:00Z"
            if today is None:
                return None
            this_year = date(today.year, self.month, self.day)
            found = this_year if this_year > today else date(today.year + 1, self.month, self.day)
        except ValueError:
            return None
        return f"{found}T{self.clock}:00Z"

    def _ahead(self, today: date) -> int:
        if self.weekday is None:
            return self.ahead or 0
        return (self.weekday - today.weekday() - 1) % 7 + 1


def find_when(masked: str) -> When | None:
    """Return the moment that a plain text names, or None."""
    found = _WHEN.search(masked)
    if found is None:
        return None
    said = found["hour"] or found["hour3"] or ("12" if found["noon"] else None)
    hour = str(NUMBERS.get(said, said)) if said else ""
    part = found["part"] or found["early"] or found["early2"] or ""
    is_late = part.startswith(("afternoon", "evening", "ogleden", "aksam")) and int(hour or 0) < 12
    half = found["half"] or found["half3"] or ("pm" if is_late else None)
    clock = (
        found["clock"] or _time_of(found["alone"]) or _clock(hour, found["minute"] or found["minute3"], half)
    )
    if clock is None:
        return None
    place = found.span()
    ahead, weekday = _ahead_of(found), next((found[one] for one in _WEEKDAY_GROUPS if found[one]), None)
    if ahead is not None or weekday:
        return When(*place, 0, 0, None, clock, WEEKDAYS[weekday] if weekday else None, ahead)
    if found["iso"]:
        year, month, day = (int(part) for part in found["iso"].split("-"))
        return When(*place, day, month, year, clock)
    day, month, year = (found[name] or found[f"{name}2"] for name in ("day", "month", "year"))
    return When(*place, int(day), MONTHS[month], int(year) if year else None, clock)


_WEEKDAY_GROUPS = ("next", "weekday", "weekday2", "weekday3", "weekday4")


def _ahead_of(found: re.Match[str]) -> int | None:
    """Return how many days from today are meant: tomorrow, in two weeks, 3 gün sonra."""
    if found["tomorrow"] or found["today"]:
        return 1 if found["tomorrow"] else 0
    number, unit = (found["days"] or found["days2"]), (found["unit"] or found["unit2"] or "")
    if not number:
        return None
    return (_COUNTS.get(number) or int(number)) * (7 if unit[0] in "wh" else 1)


def _time_of(part: str | None) -> str | None:
    if part in ("afternoon", "ogleden sonra"):
        return "14:00"
    return next((time for name, time in _TIMES.items() if part and part.startswith(name)), None)


def _clock(hour: str | None, minute: str | None, half: str | None) -> str | None:
    """Return the time of day, midnight if none is said; None if there is no such time."""
    number = int(hour or 0) % 12 + (12 if half == "pm" else 0) if half else int(hour or 0)
    return f"{number:02d}:{int(minute or 0):02d}" if number < 24 and int(minute or 0) < 60 else None
