"""A PostgreSQL that goes away: a socket in between, which cuts, refuses or keeps everything to itself."""

import asyncio
import socket
import threading
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from pydantic import SecretStr

from proofroom.kernel.settings import Settings


class Line:
    """Passes on what is said between the studio and its database, as long as it is told to."""

    def __init__(self, real: str, place: Path) -> None:
        self._real, self._place = real, place
        self._pairs: set[asyncio.StreamWriter] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._listening: socket.socket | None = None
        self._serving: set[asyncio.Task[None]] = set()
        # On a thread of its own: the durable engine opens while it holds the event loop.
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda *_: None)
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def open(self) -> None:
        """Take connections, as a server that has started does."""

        async def listen() -> None:
            # Not asyncio's server: one that is closed between taking a connection and serving it leaks it.
            self._listening = socket.socket(socket.AF_UNIX)
            self._listening.setblocking(False)
            self._listening.bind(str(self._place))
            self._listening.listen(100)
            self._loop.add_reader(self._listening, self._take, self._listening)

        self._do(listen())

    def close(self) -> None:
        """Cut all connections and take none, as a server that stops does."""

        async def stop() -> None:
            if self._listening is not None:
                self._loop.remove_reader(self._listening)
                self._listening.close()
                self._place.unlink(missing_ok=True)
                self._listening = None

        self._do(stop())
        self.cut()

    def cut(self) -> None:
        """Cut all connections in the middle of whatever they say."""

        async def abort() -> None:
            for writer in tuple(self._pairs):
                writer.transport.abort()
            self._flows.set()

        self._do(abort())

    def hang(self) -> None:
        """Pass nothing on any more, and say nothing about it."""

        async def stop() -> None:
            self._flows.clear()

        self._do(stop())

    def go_on(self) -> None:
        """Pass on what was kept, and what comes."""
        self._loop.call_soon_threadsafe(self._flows.set)

    def end(self) -> None:
        """Leave nothing behind."""
        self.close()

        async def wait() -> None:
            while self._serving:  # one that was only being opened is cut as soon as it is there
                for writer in tuple(self._pairs):
                    writer.transport.abort()
                await asyncio.wait(self._serving, timeout=0.1)
            await asyncio.sleep(0.1)  # transports close a moment later

        self._do(wait())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(40)
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(40)

    def _take(self, listening: socket.socket) -> None:
        with suppress(BlockingIOError):  # who called has gone again
            caller, _ = listening.accept()
            caller.setblocking(False)
            serving = self._loop.create_task(self._serve(caller))
            self._serving.add(serving)
            serving.add_done_callback(self._serving.discard)

    async def _serve(self, caller: socket.socket) -> None:
        reader, writer = await asyncio.open_unix_connection(sock=caller)
        pair = {writer}
        self._pairs.add(writer)
        try:
            there_reader, there_writer = await asyncio.open_unix_connection(self._real)
            pair.add(there_writer)
            self._pairs.add(there_writer)
            await asyncio.gather(self._pass(reader, there_writer), self._pass(there_reader, writer))
        finally:  # also where the line ends before the other side was reached
            self._pairs -= pair
            for each in pair:
                each.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


@asynccontextmanager
async def unsteady(settings: Settings, folder: Path) -> AsyncGenerator[tuple[Settings, Line]]:
    """Give settings whose database is reached through a line that can be cut."""
    assert settings.database_url is not None
    url = urlsplit(settings.database_url.get_secret_value())
    real = parse_qs(url.query)["host"][0]
    line = Line(f"{real}/.s.PGSQL.5432", folder / ".s.PGSQL.5432")
    line.open()
    told = url._replace(query=f"host={quote(str(folder))}").geturl()
    try:
        yield settings.model_copy(update={"database_url": SecretStr(told)}), line
    finally:
        line.end()
