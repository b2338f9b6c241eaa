"""Errors as stored data and back, so that a replayed step fails exactly as it failed the first time."""

from typing import Any

from proofroom.durable.stop import Stopped
from proofroom.kernel.errors import Interrupted, ProofroomError, all_errors
from proofroom.kernel.events import Error, Event
from proofroom.kernel.strings import say

LEFT = Interrupted(say("runs.step_lost")).as_dict()
"""What is stored about a step that a crash cut off and the run did not need any more."""

STOPPED = {**ProofroomError(say("runs.stopped")).as_dict(), "code": "cancelled"}
"""What is stored about a step that somebody stopped."""


def describe(error: BaseException) -> dict[str, Any]:
    """Return what is stored about an error; the texts of unexpected ones stay in the log."""
    if isinstance(error, ProofroomError):
        return error.as_dict()
    unexpected = ProofroomError(say("runs.unexpected"), kind=type(error).__name__)
    return unexpected.as_dict()


def revive(stored: dict[str, Any]) -> ProofroomError:
    """Return the stored error as the class it had."""
    kind = next((found for found in all_errors() if found.code == stored["code"]), ProofroomError)
    error = kind.__new__(kind)
    context: dict[str, Any] = dict(stored.get("context") or {})
    ProofroomError.__init__(error, stored["message"], suggestion=stored.get("suggestion"), **context)
    for name, value in context.items():  # `RateLimited.retry_after_s` is such a field
        if name in kind.__init__.__annotations__:
            setattr(error, name, value)
    return error


def again(stored: dict[str, Any]) -> Exception:
    """Return what a step raised when it ended as stored."""
    return Stopped() if stored["code"] == STOPPED["code"] else revive(stored)


def as_event(error: BaseException) -> Error:
    """Return the last event of a run that failed with this error."""
    body = describe(error)
    return Error(
        code=body["code"],
        message=body["message"],
        suggestion=body["suggestion"],
        recoverable=body["recoverable"],
    )


def of_event(event: Event) -> dict[str, Any] | None:
    """Return the failure that a run's last event tells of, as the run keeps it."""
    if not isinstance(event, Error):
        return None
    return {
        "code": event.code,
        "message": event.message,
        "suggestion": event.suggestion,
        "recoverable": event.recoverable,
    }
