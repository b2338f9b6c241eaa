"""One connection: heads of requests have to arrive soon and be short, or nobody waits for them."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_S = 20.0
"""Seconds in which the head of a request has to be there."""

HEAD_BYTES = 64 * 1024
"""Bytes that the head of a request may have."""


class BoundedConnection(HttpToolsProtocol):
    """A connection that ends when it sends a head too slowly or without end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._patience: asyncio.TimerHandle | None = None
        self._head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count what comes while a head is waited for."""
        waiting = self._patience
        super().data_received(data)
        if waiting is not None and self._patience is waiting:
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self._end()

    def on_message_begin(self) -> None:
        """Wait for the rest of a head that has begun, also behind a request that is still answered."""
        if self._patience is None:
            self._await_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Stop waiting: the head is there."""
        self._stop_waiting()
        super().on_headers_complete()

    def _await_head(self) -> None:
        self._head = 0
        self._patience = self.loop.call_later(HEAD_S, self._end)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _end(self) -> None:
        self._stop_waiting()
        self.transport.close()
