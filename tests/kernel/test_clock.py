from datetime import UTC, datetime, timedelta, timezone

from proofroom.kernel.clock import SystemClock
from tests.clocks import FixedClock


def test_the_system_clock_is_aware_and_in_utc():
    now = SystemClock().now()
    assert now.tzinfo is UTC
    assert abs(datetime.now(UTC) - now) < timedelta(seconds=5)


def test_a_fixed_clock_stands_still_until_it_is_moved():
    clock = FixedClock(datetime(2026, 1, 1, tzinfo=UTC))
    assert clock.now() == clock.now() == datetime(2026, 1, 1, tzinfo=UTC)
    clock.advance(90.5)
    assert clock.now() == datetime(2026, 1, 1, 0, 1, 30, 500_000, tzinfo=UTC)


def test_a_fixed_clock_turns_other_zones_into_utc():
    clock = FixedClock(datetime(2026, 1, 1, 3, tzinfo=timezone(timedelta(hours=3))))
    assert clock.now().isoformat() == "2026-01-01T00:00:00+00:00"
