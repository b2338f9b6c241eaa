"""HTTP to the studio on this machine: one connection per request, and nothing imported that is not needed.

The house's door to the network (`net`) guards addresses that strangers choose; this one is read from the data
folder, and loading that door would take longer than most commands.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from urllib.parse import urlencode, urlsplit

import httptools

from proofroom.kernel.errors import Unavailable
from proofroom.kernel.strings import say

ANSWER_S = 60.0
SILENCE_S = 300.0
_CHUNK = 64 * 1024


class Answer:
    """An answer that has begun: its status, and its body as it comes."""

    def __init__(self, reader: asyncio.StreamReader, silence_s: float) -> None:
        self.status = 0
        self._reader, self._silence_s = reader, silence_s
        self._parts: list[bytes] = []
        self._has_head = self._is_whole = False
        self._parser = httptools.HttpResponseParser(self)

    def on_headers_complete(self) -> None:
        """Note the status; the parser calls this."""
        self.status = self._parser.get_status_code()
        self._has_head = True

    def on_body(self, part: bytes) -> None:
        """Keep a part of the body; the parser calls this."""
        self._parts.append(part)

    def on_message_complete(self) -> None:
        """Note the end; the parser calls this."""
        self._is_whole = True

    async def head(self) -> None:
        """Wait until the status is known."""
        while not self._has_head:
            await self._more()

    async def chunks(self) -> AsyncGenerator[bytes]:
        """Yield the body as it comes."""
        while True:
            if self._parts:
                yield b"".join(self._parts)
                self._parts.clear()
            if self._is_whole:
                return
            await self._more()

    async def lines(self) -> AsyncGenerator[bytes]:
        """Yield the lines of the body that are not blank, as they come."""
        held = b""
        async for chunk in self.chunks():
            *whole, held = (held + chunk).split(b"\n")
            for line in whole:
                if line.strip():
                    yield line
        if held.strip():
            yield held

    async def body(self) -> bytes:
        """Return the whole body."""
        return b"".join([chunk async for chunk in self.chunks()])

    async def _more(self) -> None:
        async with asyncio.timeout(self._silence_s):
            data = await self._reader.read(_CHUNK)
        if not data:
            raise ConnectionResetError("the answer was cut off")
        self._parser.feed_data(data)


@asynccontextmanager
async def send(
    method: str,
    url: str,
    headers: Mapping[str, str],
    *,
    params: Mapping[str, str] | None = None,
    body: bytes = b"",
    silence_s: float = ANSWER_S,
) -> AsyncGenerator[Answer]:
    """Send a request and give the answer that begins; a studio that is gone or silent is an error."""
    place = urlsplit(url)
    try:
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        try:
            target = place.path + (f"?{urlencode(params)}" if params else "")
            writer.write(_head(method, target, place.netloc, headers, len(body)) + body)
            await writer.drain()
            answer = Answer(reader, silence_s)
            await answer.head()
            yield answer
        finally:
            writer.close()
    except (OSError, TimeoutError, httptools.HttpParserError) as error:
        raise Unavailable(say("cli.studio_gone", address=url.removesuffix(place.path))) from error


def _head(method: str, target: str, host: str, headers: Mapping[str, str], size: int) -> bytes:
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", "Connection: close", f"Content-Length: {size}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")
