"""Events over HTTP: NDJSON or SSE by the Accept header, two framings of the same numbered lines."""

import asyncio
import re
from collections.abc import AsyncIterator

import orjson
from fastapi import Request
from starlette.responses import StreamingResponse

from proofroom.api.language import reader, tell
from proofroom.api.shapes import MAX_NUMBER

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
KEEP_ALIVE_S = 15.0
_SAYING = (b'"type":"error"', b'"type":"toolResult"', b'"type":"notice"')
_NUMBER = re.compile(rb'\{"type":"\w+","n":(\d+)')
_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


def stream_events(
    request: Request, batches: AsyncIterator[bytes], *, always_sse: bool = False
) -> StreamingResponse:
    """Return batches of NDJSON lines as the client asked for them, sentences in the reader's language."""
    if reader.get() != "en":
        batches = _told(batches)
    if always_sse or SSE in request.headers.get("accept", ""):
        return StreamingResponse(_as_sse(batches), media_type=SSE, headers=_HEADERS)
    return StreamingResponse(batches, media_type=NDJSON, headers=_HEADERS)


async def _told(batches: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Translate errors and what tools did; nearly all lines are neither, and stay as they are."""
    async for batch in batches:
        yield b"".join(map(_told_line, batch.splitlines(keepends=True))) if _says(batch) else batch


def _told_line(line: bytes) -> bytes:
    return orjson.dumps(tell(orjson.loads(line))) + b"\n" if _says(line) else line


def _says(lines: bytes) -> bool:
    return any(kind in lines for kind in _SAYING)


def _framed(line: bytes) -> bytes:
    """Return a line as an SSE frame; its number is the id that a browser sends back when it reconnects."""
    found = _NUMBER.match(line)
    number = b"id: " + found[1] + b"\n" if found else b""
    return number + b"data: " + line + b"\n\n"


_DIGITS = 19


def last_seen(request: Request, after: int) -> int:
    """Return the number to go on after: the one asked for, or the later one a reconnecting browser names."""
    told = request.headers.get("last-event-id", "")
    is_number = told.isdecimal() and len(told) < _DIGITS  # thousands of digits take long to read
    return max(after, int(told)) if is_number and int(told) <= MAX_NUMBER else after


async def _as_sse(batches: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Frame lines as SSE; a comment now and then keeps proxies from closing a quiet stream."""
    iterator = aiter(batches)
    waiting = asyncio.ensure_future(anext(iterator))
    try:
        while True:
            done, _ = await asyncio.wait({waiting}, timeout=KEEP_ALIVE_S)
            if not done:
                yield b": waiting\n\n"
                continue
            yield b"".join(_framed(line) for line in waiting.result().splitlines() if line)
            waiting = asyncio.ensure_future(anext(iterator))
    except StopAsyncIteration:
        return
    finally:
        waiting.cancel()
