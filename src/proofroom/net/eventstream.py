"""AWS binary event stream frames from bytes, however the bytes are cut.

A frame is `u32 length | u32 headers length | u32 crc of these | headers | payload | u32 crc of all before`,
big-endian. A header is `u8 length | name | u8 type | value`.
"""

import struct
import uuid
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from proofroom.kernel.errors import OutsideFailed
from proofroom.kernel.strings import say

HeaderValue = bool | int | bytes | str | uuid.UUID

MAX_FRAME_BYTES = 24 * 1024 * 1024

_PRELUDE = struct.Struct(">III")
_U16 = struct.Struct(">H")
_U32 = struct.Struct(">I")
_INTEGERS = {2: 1, 3: 2, 4: 4, 5: 8, 8: 8}  # type to width; 8 is a timestamp in milliseconds
_OVERHEAD = 16
_SEEN_LIMIT = 64


class Frame(NamedTuple):
    """One message of the stream."""

    headers: Mapping[str, HeaderValue]
    payload: bytes


class EventStreamReader:
    """Turns chunks of a body into frames; both checksums of every frame are verified."""

    __slots__ = ("_buffer", "_seen")

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._seen: dict[bytes, Mapping[str, HeaderValue]] = {}

    def feed(self, chunk: bytes) -> list[Frame]:
        """Take the next bytes and return the frames they complete."""
        buffer = self._buffer
        buffer += chunk
        frames: list[Frame] = []
        start = 0
        while len(buffer) - start >= _PRELUDE.size:
            total, headers_len, check = _PRELUDE.unpack_from(buffer, start)
            if crc32(memoryview(buffer)[start : start + 8]) != check:
                raise _damaged()
            if not _OVERHEAD + headers_len <= total <= MAX_FRAME_BYTES:
                raise _damaged()
            if len(buffer) - start < total:
                break
            frames.append(self._parse(bytes(memoryview(buffer)[start : start + total]), headers_len))
            start += total
        del buffer[:start]
        return frames

    def finish(self) -> list[Frame]:
        """Say whether the body ended between two frames; a frame cut short is an error."""
        if self._buffer:
            raise OutsideFailed(say("net.stream_ended"), stage="body")
        return []

    def _parse(self, frame: bytes, headers_len: int) -> Frame:
        (check,) = _U32.unpack_from(frame, len(frame) - 4)
        if crc32(memoryview(frame)[:-4]) != check:
            raise _damaged()
        end = 12 + headers_len
        raw = frame[12:end]
        headers = self._seen.get(raw)  # a stream repeats a handful of header blocks
        if headers is None:
            headers = _parse_headers(raw)
            if len(self._seen) < _SEEN_LIMIT:
                self._seen[raw] = headers
        return Frame(headers, frame[end:-4])


def _parse_headers(data: bytes) -> Mapping[str, HeaderValue]:
    try:
        return _split_headers(data)
    except (struct.error, UnicodeDecodeError, IndexError, ValueError) as error:
        raise _damaged() from error


def _split_headers(data: bytes) -> Mapping[str, HeaderValue]:
    headers: dict[str, HeaderValue] = {}
    at = 0
    while at < len(data):
        name_end = at + 1 + data[at]
        name = data[at + 1 : name_end].decode()
        headers[name], at = _parse_value(data, data[name_end], name_end + 1)
    if at != len(data):
        raise ValueError("a header runs over its end")
    return MappingProxyType(headers)


def _parse_value(data: bytes, kind: int, at: int) -> tuple[HeaderValue, int]:
    if kind in (0, 1):
        return kind == 0, at
    if kind in _INTEGERS:
        end = at + _INTEGERS[kind]
        return int.from_bytes(data[at:end], "big", signed=True), end
    if kind in (6, 7):
        end = at + 2 + _U16.unpack_from(data, at)[0]
        raw = data[at + 2 : end]
        return (raw if kind == 6 else raw.decode()), end
    if kind == 9:
        return uuid.UUID(bytes=data[at : at + 16]), at + 16
    raise ValueError("unknown header type")


def _damaged() -> OutsideFailed:
    return OutsideFailed(say("net.stream_damaged"), stage="body")
