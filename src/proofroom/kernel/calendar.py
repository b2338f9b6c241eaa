"""Days and months in somebody's time zone, as moments: right on days of 23 and 25 hours too."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say


@dataclass(frozen=True, slots=True)
class CalendarSpan:
    """A piece of time with a name: a day `2026-11-15`, a month `2026-11`. `until` is outside of it."""

    name: str
    since: datetime
    until: datetime


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone, or say that there is none of this name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInput(say("kernel.zone", zone=name), zone=name) from None


def day_of(moment: datetime, zone: ZoneInfo) -> CalendarSpan:
    """Return the day that a moment falls on."""
    return _day(moment.astimezone(zone).date(), zone)


def month_of(moment: datetime, zone: ZoneInfo) -> CalendarSpan:
    """Return the month that a moment falls in."""
    first = moment.astimezone(zone).date().replace(day=1)
    following = (first + timedelta(days=32)).replace(day=1)
    return CalendarSpan(f"{first:%Y-%m}", midnight(first, zone), midnight(following, zone))


def days_between(since: datetime, until: datetime, zone: ZoneInfo) -> list[CalendarSpan]:
    """Return every day that has a part in this time, the first and last one whole."""
    day, last = since.astimezone(zone).date(), until.astimezone(zone).date()
    return [_day(day + timedelta(days=n), zone) for n in range((last - day).days + 1)]


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment a day begins, in UTC; where the clocks skip midnight, the moment they do."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


FIRST_YEAR, LAST_YEAR = 1900, 9000


def read_moment(text: str, zone: ZoneInfo, field: str) -> datetime:
    """Read a moment in ISO form, or a day, which means its beginning in the zone."""
    try:
        if len(text) == 10:
            found = midnight(date.fromisoformat(text), zone)
        else:
            moment = datetime.fromisoformat(text)
            found = (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
        # Days are counted around it, which must not leave the calendar.
        if not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise ValueError
    except (ValueError, OverflowError):
        raise InvalidInput(say("kernel.date", text=repr(text[:40])), field=field) from None
    return found


def _day(day: date, zone: ZoneInfo) -> CalendarSpan:
    return CalendarSpan(day.isoformat(), midnight(day, zone), midnight(day + timedelta(days=1), zone))
