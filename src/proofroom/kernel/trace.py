"""Trace ids as W3C writes them: one for a run and every run it starts, one for any other request.

A run's trace id is the id of the run at the root, without its dashes, so that whoever has one has the other.
"""

import hashlib
import os
import re
from contextvars import ContextVar
from typing import Any

current_trace: ContextVar[str] = ContextVar("current_trace", default="")
"""The trace of whatever executes now; log lines and errors name it."""

noted: ContextVar[list[Any] | None] = ContextVar("noted", default=None)
"""What the audit log was told while a request is served; the door notes the request where that is nothing."""

_HEX = re.compile(r"[0-9a-f]{32}")
_PARENT = re.compile(r"[0-9a-f]{2}-(?P<trace>[0-9a-f]{32})-(?P<span>[0-9a-f]{16})-[0-9a-f]{2}.*")


def trace_id_of(root_id: str) -> str:
    """Return the trace of a run, given the run at its root."""
    bare = root_id.replace("-", "")
    return bare if _HEX.fullmatch(bare) else hashlib.sha256(root_id.encode()).hexdigest()[:32]


def span_id_of(*parts: str) -> str:
    """Return the same span id for the same parts, so that a trace written twice is the same trace."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]


def new_trace_id() -> str:
    """Return the id of a trace that begins here."""
    return os.urandom(16).hex()


def read_traceparent(header: str) -> str | None:
    """Return the trace that a caller names in its `traceparent` header."""
    found = _PARENT.fullmatch(header.strip().lower())
    return found["trace"] if found and found["trace"].strip("0") else None
