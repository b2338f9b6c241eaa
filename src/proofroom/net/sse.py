"""Server-sent events from bytes, however the bytes are cut.

Works on whole chunks: a chunk is joined to what was left over, split at blank lines, and most blocks are one
`data:` line that needs no further look. Lines end at LF, CRLF or CR only; other separators are content.
"""

from proofroom.kernel.errors import TooLarge
from proofroom.kernel.strings import say

SseEvent = tuple[bytes, bytes]
"""The name of an event (empty when it has none) and its data."""

MAX_EVENT_BYTES = 32 * 1024 * 1024

_BOM = b"\xef\xbb\xbf"


class SseReader:
    """Turns chunks of a body into events."""

    __slots__ = ("_held", "_held_bytes", "_is_after_cr", "_is_started", "_max_bytes")

    def __init__(self, max_bytes: int = MAX_EVENT_BYTES) -> None:
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._is_after_cr = False
        self._is_started = False
        self._max_bytes = max_bytes

    def feed(self, chunk: bytes) -> list[SseEvent]:
        """Take the next bytes and return the events they complete."""
        if self._is_after_cr and chunk:
            self._is_after_cr = False
            if chunk[0] == 10:  # the second half of a CRLF that was cut in two
                chunk = chunk[1:]
        if b"\r" in chunk:
            self._is_after_cr = chunk[-1] == 13
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if b"\n" not in chunk:  # no line ends here, so no event does
            self._hold(chunk)
            return []
        if self._held:
            self._held.append(chunk)
            chunk = b"".join(self._held)
            self._held.clear()
            self._held_bytes = 0
        if not self._is_started:
            self._is_started = True
            chunk = chunk.removeprefix(_BOM)
        blocks = chunk.split(b"\n\n")
        rest = blocks.pop()
        if rest:
            self._hold(rest)
        events: list[SseEvent] = []
        for block in blocks:
            if block.startswith(b"data: ") and b"\n" not in block:
                events.append((b"", block[6:]))
            else:
                event = _parse(block)
                if event is not None:
                    events.append(event)
        return events

    def finish(self) -> list[SseEvent]:
        """Return what an abrupt end left behind: an event without its blank line, possibly cut short."""
        block = b"".join(self._held)
        self._held.clear()
        self._held_bytes = 0
        event = _parse(block if self._is_started else block.removeprefix(_BOM))
        return [] if event is None else [event]

    def _hold(self, part: bytes) -> None:
        self._held_bytes += len(part)
        if self._held_bytes > self._max_bytes:
            raise TooLarge(say("net.event_large"))
        self._held.append(part)


def _parse(block: bytes) -> SseEvent | None:
    # The second most common shape: a name, then one line of data.
    if block.startswith(b"event: "):
        end = block.find(b"\n")
        if block.startswith(b"data: ", end + 1) and block.find(b"\n", end + 7) < 0:
            return block[7:end], block[end + 7 :]
    name = b""
    data: list[bytes] = []
    for line in block.split(b"\n"):
        field, _, value = line.partition(b":")
        if field == b"data":
            data.append(value.removeprefix(b" "))
        elif field == b"event":
            name = value.removeprefix(b" ")
    return (name, b"\n".join(data)) if data else None
