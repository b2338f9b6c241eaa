"""Running the application: an HTTP server on one socket, that says when it is ready and stops when told."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import uvicorn

from proofroom.api.app import create_app
from proofroom.api.wire import BoundedConnection
from proofroom.kernel.errors import Unavailable
from proofroom.kernel.strings import say

if TYPE_CHECKING:
    from proofroom.wiring import Studio


IDLE_S = 75
"""Seconds that a connection may wait for its next request: longer than proxies and clients keep theirs.

Who closes first must be the one who asks. A studio that closed after five seconds, as is usual, met requests
on their way, and one that changes something is not sent again by itself.
"""


class _Uvicorn(uvicorn.Server):
    """Uvicorn that says when it has started."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_up.set()

    def install_signal_handlers(self) -> None:
        """Leave signals to whoever runs the server."""


class Server:
    """The studio's HTTP server."""

    def __init__(self, open_studio: Callable[[], Awaitable["Studio"]], host: str, port: int) -> None:
        self._open_studio = open_studio
        self._host, self._port = host, port
        self._socket: socket.socket | None = None
        self.app = create_app()
        config = uvicorn.Config(
            self.app,
            http=BoundedConnection,
            ws="none",
            log_config=None,
            lifespan="off",
            access_log=False,
            timeout_graceful_shutdown=3,
            timeout_keep_alive=IDLE_S,
            # Who a request comes from is told by `Peers`, from proxies in the settings only.
            proxy_headers=False,
            server_header=False,
        )
        self._uvicorn = _Uvicorn(config)

    @property
    def url(self) -> str:
        """Return the address people open."""
        assert self._socket is not None
        port = self._socket.getsockname()[1]
        host = "127.0.0.1" if self._host in ("0.0.0.0", "::") else self._host  # noqa: S104 - shown, not bound
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    @property
    def studio(self) -> "Studio":
        """Return the open studio."""
        return self.app.state.studio

    def bind(self) -> None:
        """Take the port now, so that a taken one is known before anything starts."""
        family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
        # The protocol is named, or asyncio does not know it as TCP and leaves Nagle's delay of 40 ms on.
        taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((self._host, self._port))
        except OSError as error:
            taken.close()
            raise Unavailable(
                say("api.port", port=self._port, host=self._host, reason=error.strerror)
            ) from None
        self._socket = taken

    async def run(self, on_ready: Callable[[], Awaitable[None]] | None = None) -> None:
        """Open the studio, serve it until stopped, and close it."""
        assert self._socket is not None
        studio = await self._open_studio()
        self.app.state.studio = studio
        try:
            serving = asyncio.create_task(self._uvicorn.serve(sockets=[self._socket]))
            up = asyncio.create_task(self._uvicorn.is_up.wait())
            await asyncio.wait({serving, up}, return_when=asyncio.FIRST_COMPLETED)
            if up.done() and on_ready is not None:
                await on_ready()
            up.cancel()
            await serving
        finally:
            await studio.close()

    def stop(self) -> None:
        """Ask the server to stop; running turns are kept and go on at the next start."""
        self._uvicorn.should_exit = True
