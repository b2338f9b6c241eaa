"""When cron is due: fields, names, either day, and the days on which clocks change."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from proofroom.kernel.cron import read_cron
from proofroom.kernel.errors import InvalidInput

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("cron", "after", "due"),
    [
        ("0 * * * *", "2026-11-16T10:00:00", "2026-11-16T11:00:00"),
        ("*/15 9-10 * * mon-fri", "2026-11-14T09:50:00", "2026-11-16T09:00:00"),
        ("30 6 1 * 0", "2026-11-16T00:00:00", "2026-11-22T06:30:00"),
        ("0 0 29 2 *", "2026-03-01T00:00:00", "2028-02-29T00:00:00"),
        ("5 4 * jan 7", "2026-11-16T00:00:00", "2027-01-03T04:05:00"),
    ],
)
def test_the_next_time_in_utc(cron: str, after: str, due: str) -> None:
    assert read_cron(cron).next_after(at(after), ZoneInfo("UTC")) == at(due)


def test_a_time_that_clocks_skip_runs_after_the_gap() -> None:
    # 29 March 2026: 02:00 becomes 03:00 in Berlin, which is 01:00 UTC.
    assert read_cron("30 2 * * *").next_after(at("2026-03-28T12:00:00"), BERLIN) == at("2026-03-29T01:00:00")
    assert read_cron("30 2 * * *").next_after(at("2026-03-29T01:00:00"), BERLIN) == at("2026-03-30T00:30:00")


def test_a_time_that_comes_twice_runs_once() -> None:
    # 25 October 2026: 02:30 comes at 00:30 UTC and again at 01:30 UTC.
    first = read_cron("30 2 * * *").next_after(at("2026-10-24T12:00:00"), BERLIN)
    assert first == at("2026-10-25T00:30:00")
    assert first is not None
    assert read_cron("30 2 * * *").next_after(first, BERLIN) == at("2026-10-26T01:30:00")


@pytest.mark.parametrize("cron", ["", "* * * *", "60 * * * *", "* * * * x", "5-1 * * * *", "*/0 * * * *"])
def test_what_is_no_cron_is_refused(cron: str) -> None:
    with pytest.raises(InvalidInput):
        read_cron(cron)


def test_a_day_that_never_comes_is_none() -> None:
    assert read_cron("0 0 31 2 *").next_after(at("2026-01-01T00:00:00"), BERLIN) is None
