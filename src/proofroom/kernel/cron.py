"""When five fields of cron are due, in a time zone.

The rule for days on which clocks change: a local time that is skipped runs at the first moment after the gap,
and one that comes twice runs once, the first time.
"""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

_BOUNDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_NO_NAMES: dict[str, int] = {}
_NAMES = (
    _NO_NAMES,
    _NO_NAMES,
    _NO_NAMES,
    {name: number for number, name in enumerate(_MONTHS, 1)},
    {name: number for number, name in enumerate(_WEEKDAYS)},
)
_MOST_DAYS = 366 * 8
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Cron:
    """Which minutes, hours, days, months and weekdays are meant."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    is_either: bool
    """Both the day and the weekday are limited: then one of them is enough."""

    def has_day(self, day: datetime) -> bool:
        """Tell whether it is due on a day."""
        if day.month not in self.months:
            return False
        in_month, in_week = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        return (in_month or in_week) if self.is_either else (in_month and in_week)

    def next_after(self, moment: datetime, zone: ZoneInfo) -> datetime | None:
        """Return the first moment after another at which it is due, in UTC; None if there is none."""
        local = (moment.astimezone(zone) + _MINUTE).replace(second=0, microsecond=0, tzinfo=None, fold=0)
        day = local.replace(hour=0, minute=0)
        for _ in range(_MOST_DAYS):
            if self.has_day(day):
                for hour in sorted(self.hours):
                    for minute in sorted(self.minutes):
                        at = day.replace(hour=hour, minute=minute)
                        if at >= local and (due := _moment(at, zone)) > moment:
                            return due
            day += timedelta(days=1)
        return None


def _moment(local: datetime, zone: ZoneInfo) -> datetime:
    """Return a local time as a moment; one that clocks skip is moved to the end of the gap."""
    found = local.replace(tzinfo=zone).astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == local:
        return found
    before = local.replace(tzinfo=zone, fold=1).astimezone(UTC)
    low, high = min(found, before), max(found, before)
    offset = low.astimezone(zone).utcoffset()
    while high - low > _MINUTE:
        middle = low + ((high - low) / 2)
        middle = middle.replace(second=0, microsecond=0)
        if middle.astimezone(zone).utcoffset() == offset:
            low = middle
        else:
            high = middle
    return high


@lru_cache(maxsize=256)
def read_cron(text: str) -> Cron:
    """Read five fields, or say that they are none."""
    parts = text.split()
    if len(parts) != len(_BOUNDS):
        raise InvalidInput(say("kernel.cron", cron=text))
    try:
        found = [
            _field(part.lower(), *bounds, names)
            for part, bounds, names in zip(parts, _BOUNDS, _NAMES, strict=True)
        ]
    except ValueError:
        raise InvalidInput(say("kernel.cron", cron=text)) from None
    minutes, hours, days, months, weekdays = found
    return Cron(
        minutes,
        hours,
        days,
        months,
        frozenset(day % 7 for day in weekdays),
        not parts[2].startswith("*") and not parts[4].startswith("*"),
    )


def _field(text: str, low: int, high: int, names: dict[str, int]) -> frozenset[int]:
    found: set[int] = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        first, _, last = span.partition("-")
        begin = low if first == "*" else names.get(first) if first in names else int(first)
        end = high if first == "*" or (step and not last) else begin
        if last:
            end = names[last] if last in names else int(last)
        if begin is None or end is None or not low <= begin <= end <= high or (step and int(step) < 1):
            raise ValueError(text)
        found.update(range(begin, end + 1, int(step) if step else 1))
    return frozenset(found)
