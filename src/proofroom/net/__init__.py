"""The only way out: HTTP with an address guard, time-outs and caps, retries, breakers and stream readers.

Every call leaves through `Transport` under one of two tiers. The room knows bytes, addresses and time; it
must not know what is said over the wire: no provider, no connection record, no credential storage.
"""

from proofroom.net.answer import Response, Stream
from proofroom.net.breaker import Breaker
from proofroom.net.eventstream import EventStreamReader, Frame
from proofroom.net.ndjson import NdjsonReader
from proofroom.net.probe import is_listening
from proofroom.net.retry import PROVIDER, STUDIO, Again, Backoff, attempt, next_delay, wait_hint
from proofroom.net.sse import SseEvent, SseReader
from proofroom.net.transport import MEDIA_BYTES, Transport

__all__ = [
    "MEDIA_BYTES",
    "PROVIDER",
    "STUDIO",
    "Again",
    "Backoff",
    "Breaker",
    "EventStreamReader",
    "Frame",
    "NdjsonReader",
    "Response",
    "SseEvent",
    "SseReader",
    "Stream",
    "Transport",
    "attempt",
    "is_listening",
    "next_delay",
    "wait_hint",
]
