"""The only source of the current time. Pure code receives a clock; tests pass a `FixedClock`."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Something that knows what time it is."""

    def now(self) -> datetime:
        """Return the current moment, aware and in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the machine's time in UTC."""
        return datetime.now(UTC)


class FixedClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: datetime) -> None:
        self._at = at.astimezone(UTC)

    def now(self) -> datetime:
        """Return the moment the clock was set to."""
        return self._at

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self._at += timedelta(seconds=seconds)
