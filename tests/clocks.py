"""The clock of tests."""

from datetime import UTC, datetime, timedelta


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
