"""Lines of JSON from bytes, however the bytes are cut."""

from proofroom.kernel.errors import TooLarge
from proofroom.kernel.strings import say

MAX_LINE_BYTES = 32 * 1024 * 1024


class NdjsonReader:
    """Turns chunks of a body into lines, blank ones left out. Only LF ends a line; a CR before it goes."""

    __slots__ = ("_held", "_held_bytes", "_max_bytes")

    def __init__(self, max_bytes: int = MAX_LINE_BYTES) -> None:
        self._held: list[bytes] = []
        self._held_bytes = 0
        self._max_bytes = max_bytes

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take the next bytes and return the lines they complete."""
        if b"\n" not in chunk:
            self._hold(chunk)
            return []
        if self._held:
            self._held.append(chunk)
            chunk = b"".join(self._held)
            self._held.clear()
            self._held_bytes = 0
        lines = chunk.split(b"\n")
        rest = lines.pop()
        if rest:
            self._hold(rest)
        if b"\r" in chunk:
            lines = [line.removesuffix(b"\r") for line in lines]
        return [line for line in lines if line and not line.isspace()]

    def finish(self) -> list[bytes]:
        """Return a last line that has no line end, possibly cut short."""
        line = b"".join(self._held).removesuffix(b"\r")
        self._held.clear()
        self._held_bytes = 0
        return [line] if line and not line.isspace() else []

    def _hold(self, part: bytes) -> None:
        self._held_bytes += len(part)
        if self._held_bytes > self._max_bytes:
            raise TooLarge(say("net.line_large"))
        self._held.append(part)
