"""Cutting a body into the frames a format is made of."""

from typing import Any, Protocol

import orjson

from proofroom.net import EventStreamReader, NdjsonReader, SseReader
from proofroom.providers.protocol import Framing


class FrameReader(Protocol):
    """Turns bytes into frames, however the bytes are cut."""

    def feed(self, chunk: bytes) -> list[Any]:
        """Take the next bytes and return the frames they complete."""
        ...

    def finish(self) -> list[Any]:
        """Return what the end of the body left behind."""
        ...


def open_frames(framing: Framing) -> FrameReader:
    """Return a fresh reader of frames."""
    match framing:
        case "ndjson":
            return NdjsonReader()
        case "eventstream":
            return EventStreamReader()
        case _:
            return SseReader()


def last_frames(reader: FrameReader) -> list[Any]:
    """Return a frame that lacked only its line end; one that was cut short is no frame."""
    return [frame for frame in reader.finish() if _is_whole(frame)]


def _is_whole(frame: Any) -> bool:
    data: bytes = frame if isinstance(frame, bytes) else frame[1]
    if data == b"[DONE]":
        return True
    try:
        orjson.loads(data)
    except orjson.JSONDecodeError:
        return False
    return True
