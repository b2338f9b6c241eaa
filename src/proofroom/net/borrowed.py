"""Our transport for libraries that bring an HTTP client of their own (the MCP package brings httpx2).

The client they get dials nothing itself: every request goes through `Transport`, so that the address guard,
time-outs and caps hold for it as for everything else. Importing this module loads that client: do it on
first use.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack

import httpx2

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError
from proofroom.net.answer import Stream
from proofroom.net.transport import Transport

# Set by our own client; and answers arrive unpacked, whatever their heads said.
_NOT_SENT = frozenset({"host", "content-length", "connection", "transfer-encoding", "accept-encoding"})
_NOT_RETURNED = frozenset({"content-length", "content-encoding", "transfer-encoding", "connection"})


@dataclass(slots=True)
class Heard:
    """What the requests of a borrowed client met; libraries wrap errors until they tell nothing."""

    failure: ProofroomError | None = None
    """The last error of ours that stopped a request."""
    status: int = 0
    """The last status that was not a success."""


def borrowed_client(
    transport: Transport,
    *,
    headers: Mapping[str, str],
    params: Mapping[str, str],
    idle_s: float,
    max_bytes: int,
    heard: Heard,
) -> httpx2.AsyncClient:
    """Return a client for a stored connection: it has its headers, and reaches what connections may reach."""
    guarded = _Guarded(transport, params, idle_s, max_bytes, heard)
    return httpx2.AsyncClient(transport=guarded, headers=dict(headers), trust_env=False, timeout=None)


class _Guarded(httpx2.AsyncBaseTransport):
    def __init__(
        self, transport: Transport, params: Mapping[str, str], idle_s: float, max_bytes: int, heard: Heard
    ) -> None:
        self._transport, self._params, self._heard = transport, params, heard
        self._idle_s, self._max_bytes = idle_s, max_bytes

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request through our transport."""
        sent = {name: value for name, value in request.headers.items() if name.lower() not in _NOT_SENT}
        body = await request.aread()
        async with AsyncExitStack() as stack:
            try:
                stream = await stack.enter_async_context(
                    self._transport.stream(
                        request.method,
                        str(request.url),
                        tier="connection",
                        headers=sent,
                        params=self._params,
                        body=body or None,
                        idle_s=self._idle_s,
                        max_bytes=self._max_bytes,
                    )
                )
            except ProofroomError as error:
                self._heard.failure = error
                raise httpx2.ConnectError(error.message, request=request) from error
            if stream.status >= 400:
                self._heard.status = stream.status
            kept = [
                (name, value) for name, value in stream.headers.items() if name.lower() not in _NOT_RETURNED
            ]
            answer = _Body(stream, stack.pop_all(), self._heard)
        return httpx2.Response(stream.status, headers=kept, stream=answer, request=request)


class _Body(httpx2.AsyncByteStream):
    def __init__(self, stream: Stream, closing: AsyncExitStack, heard: Heard) -> None:
        self._stream, self._closing, self._heard = stream, closing, heard

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._stream:
                yield chunk
        except ProofroomError as error:
            self._heard.failure = error
            raise httpx2.ReadError(error.message) from error

    async def aclose(self) -> None:
        await self._closing.aclose()
