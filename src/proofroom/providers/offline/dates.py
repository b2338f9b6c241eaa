"""The day, and maybe the hour, that somebody names: 1 December, 1 Aralık 2026'da, tomorrow at 9:30."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

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
_MONTH = rf"(?P<{{}}>{'|'.join(MONTHS)})"
_SUFFIX = r"(?:'?(?:[dt][ae]n?|[iu]n[dt]?[ae]?n?|y?[ae]))?"
_DAY = (
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH.format('month')}(?:\s+(?P<year>\d{{4}}))?"
    rf"{_SUFFIX}\b"
    rf"|{_MONTH.format('month2')}\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year2>\d{{4}}))?"
    rf"|(?P<iso>\d{{4}}-\d\d-\d\d)(?:t(?P<clock>\d\d:\d\d)\S*)?{_SUFFIX}"
    rf"|(?P<tomorrow>tomorrow|yarin)"
)
_HOUR = (
    r"(?:\s*(?:,|at|saat)\s*|\s+)*(?:at|saat)\s+(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\s*(?P<half>[ap]m)?"
    rf"{_SUFFIX}\b"
)
_WHEN = re.compile(
    rf"\b(?:(?:on|for|at|by|from|until)\s+(?:the\s+)?)?(?:{_DAY})(?:{_HOUR})?"
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
    is_tomorrow: bool = False

    @property
    def needs_today(self) -> bool:
        """Tell whether it can be told only from the day on which it was said."""
        return self.is_tomorrow or self.year is None

    def moment(self, today: date | None = None) -> str | None:
        """Return it as an ISO moment in UTC; without a year it is the next such day. None is no such day."""
        if self.is_tomorrow:
            return None if today is None else f"{today + timedelta(days=1)}T{self.clock}:00Z"
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


def find_when(masked: str) -> When | None:
    """Return the moment that a plain text names, or None."""
    found = _WHEN.search(masked)
    if found is None:
        return None
    clock = found["clock"] or _clock(found["hour"], found["minute"], found["half"])
    if clock is None:
        return None
    place = found.span()
    if found["tomorrow"]:
        return When(*place, 0, 0, None, clock, is_tomorrow=True)
    if found["iso"]:
        year, month, day = (int(part) for part in found["iso"].split("-"))
        return When(*place, day, month, year, clock)
    day, month, year = (found[name] or found[f"{name}2"] for name in ("day", "month", "year"))
    return When(*place, int(day), MONTHS[month], int(year) if year else None, clock)


def _clock(hour: str | None, minute: str | None, half: str | None) -> str | None:
    """Return the time of day, midnight if none is said; None if there is no such time."""
    number = int(hour or 0) % 12 + (12 if half == "pm" else 0) if half else int(hour or 0)
    return f"{number:02d}:{int(minute or 0):02d}" if number < 24 and int(minute or 0) < 60 else None
