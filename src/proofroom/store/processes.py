"""Which processes use this database, and whether one of them is gone.

A process on this machine is looked up by its number and the moment it was born, so that a killed one is known
at once; one on another machine counts as gone when it has been silent for a while, by the database's clock.
"""

import os
import socket
import uuid
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store.database import Connection, Database, maintenance_engine
from proofroom.store.lock import find_any_running
from proofroom.store.tables.durable import executors
from proofroom.store.types import UtcTime

SILENCE = timedelta(seconds=60)
ALONE, FIRST_START, DEMO = 0x70726F01, 0x70726F02, 0x70726F03
"""Advisory locks of our own on PostgreSQL: the data as a whole changes, the first rows are made, the demo."""


@dataclass(frozen=True, slots=True)
class Executor:
    """A process that executes runs. `folder` tells data folders apart; empty where nobody wrote it down."""

    id: str
    host: str
    pid: int
    born: str
    version: str
    seen_at: datetime
    closed_at: datetime | None
    folder: str | None = None


def is_gone(executor: Executor | None, now: datetime) -> bool:
    """Tell whether nothing is to be expected of this process any more."""
    if executor is None or executor.closed_at is not None:
        return True
    if executor.host == socket.gethostname():
        return not is_alive(executor.pid, executor.born)
    return now - executor.seen_at > SILENCE


def is_alive(pid: int, born: str) -> bool:
    """Tell whether this machine still runs that very process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # it exists and belongs to somebody else
    return birth(pid) == born


def birth(pid: int) -> str:
    """Return when a process was born, in words only this machine understands; empty if it died."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        # The name in parentheses may contain spaces; the 22nd field is the 20th after it.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        # A zombie has died and only waits until its parent looks: nothing is to be expected of it.
        return "" if fields[0] in ("Z", "X") else f"{boot}:{fields[19]}"
    except (OSError, IndexError):
        return ""


def folder_mark(settings: Settings) -> str:
    """Return what tells this data folder from others, on whichever machine it is mounted."""
    path = settings.data / "folder.id"
    if not path.exists():
        settings.data.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".folder-{uuid.uuid4().hex}.tmp")
        fresh.write_text(str(uuid.uuid4()))
        try:
            os.link(fresh, path)  # of two first starts one writes it
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()


async def read_executors(connection: Connection) -> dict[str, Executor]:
    """Return every process that is remembered, by name."""
    rows = await connection.execute(sa.select(executors).order_by(executors.c.id))
    return {row.id: Executor(*row) for row in rows}


async def find_live(database: Database, clock: Clock) -> list[Executor]:
    """Return the processes that work runs now."""
    async with database.reading() as connection:
        now = await now_of(connection, clock)
        found = await read_executors(connection)
    return [each for each in found.values() if not is_gone(each, now)]


async def now_of(connection: Connection, clock: Clock) -> datetime:
    """Return the time by which leases are judged: the database's own where several machines share it."""
    if connection.dialect.name != "postgresql":
        return clock.now()
    found = await connection.scalar(sa.select(sa.type_coerce(sa.func.clock_timestamp(), UtcTime())))
    assert found is not None
    return found


async def only_one(connection: Connection, what: int) -> None:
    """Let one process at a time go on from here to the end of its transaction. SQLite does so anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(what)))


async def enter(connection: Connection) -> None:
    """Say so if the data is being changed as a whole; nobody begins that before this transaction ends."""
    if connection.dialect.name == "postgresql" and not await connection.scalar(
        sa.select(sa.func.pg_try_advisory_xact_lock_shared(ALONE))
    ):
        raise Conflict(say("store.being_changed"))


@asynccontextmanager
async def first_to(database: Database, what: int) -> AsyncGenerator[bool]:
    """Tell whether this process is the one to do something; of several at once, one is."""
    if not database.is_postgres:
        yield True
        return
    async with database.engine.connect() as opened:
        connection = await opened.execution_options(isolation_level="AUTOCOMMIT")
        is_first = bool(await connection.scalar(sa.select(sa.func.pg_try_advisory_lock(what))))
        try:
            yield is_first
        finally:
            if is_first:
                await connection.execute(sa.select(sa.func.pg_advisory_unlock(what)))


@contextmanager
def alone(settings: Settings) -> Generator[None]:
    """Keep every studio out while the data is changed as a whole, or say which one uses it. Blocking."""
    if running := find_any_running(settings):
        raise Conflict(say("store.in_use", process=running.pid))
    if not settings.is_postgres:
        yield
        return
    engine = maintenance_engine(settings)
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            if not connection.scalar(sa.select(sa.func.pg_try_advisory_lock(ALONE))):
                raise Conflict(say("store.being_changed"))
            try:
                for other in _live(connection):
                    raise Conflict(say("store.in_use_at", process=other.pid, host=other.host, name=other.id))
                yield
            finally:
                # Said, not left to the end of the connection: the server notices that some moments later, and
                # a studio that starts in between would be told that its data is being changed.
                with suppress(DBAPIError):
                    connection.execute(sa.select(sa.func.pg_advisory_unlock(ALONE)))
    finally:
        engine.dispose()


def _live(connection: sa.Connection) -> list[Executor]:
    # A database of an older release may lack the table or its newest column: it is looked at as it is.
    if not sa.inspect(connection).has_table(executors.name):
        return []
    known = {column["name"] for column in sa.inspect(connection).get_columns(executors.name)}
    columns = [column for column in executors.c if column.name in known]
    now = connection.scalar(sa.select(sa.type_coerce(sa.func.clock_timestamp(), UtcTime())))
    assert now is not None
    found = [Executor(**row) for row in connection.execute(sa.select(*columns)).mappings()]
    return [each for each in found if not is_gone(each, now)]
