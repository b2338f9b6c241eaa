"""Bringing a studio to this release in steps that can be taken back, and taking them back.

A start migrates by itself; this is for whoever wants to know first. The data are backed up, the change is
tried on a copy made from that very backup, and only then done to the data themselves.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from proofroom.kernel.clock import Clock, SystemClock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store.backup import FOLDER, backup_before
from proofroom.store.database import open_database
from proofroom.store.migrate import current_revision, head, migrate
from proofroom.store.processes import alone
from proofroom.store.restore import Restored, restore

BEFORE = "upgrade"


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What an upgrade came to; the backup is there if anything changed."""

    before: str | None
    after: str
    backup: Path | None
    was_tried: bool
    """Whether it was tried on a copy first, which a database on a server does not allow."""


async def upgrade_data(settings: Settings, *, dry_run: bool = False, clock: Clock | None = None) -> Upgraded:
    """Back up, try on a copy, change, and look whether it is as it should be; the studio must not run."""
    clock = clock or SystemClock()
    before = await _revision(settings)
    if before == head() or before is None:
        return Upgraded(before, head(), None, False)
    with alone(settings):
        taken = await backup_before(settings, BEFORE, clock)
    if not settings.is_postgres:
        await _try(settings, taken, clock)
    if not dry_run:
        with alone(settings):
            await _migrate(settings)
    return Upgraded(before, head(), taken, not settings.is_postgres)


def before_upgrade(settings: Settings) -> Path:
    """Return the backup that the last upgrade took."""
    found = sorted((settings.data / FOLDER).glob(f"before-{BEFORE}-*.zip"))
    if not found:
        raise NotFound(say("store.no_upgrade"))
    return found[-1]


async def roll_back(settings: Settings, *, clock: Clock | None = None) -> tuple[Path, Restored]:
    """Bring back what was there before the last upgrade; what is there now is kept aside."""
    source = before_upgrade(settings)
    return source, await restore(settings, source, replace=True, clock=clock)


async def _try(settings: Settings, taken: Path, clock: Clock) -> None:
    with TemporaryDirectory(prefix="proofroom-upgrade-") as folder:
        copy = settings.model_copy(update={"data": Path(folder) / "data"})
        copy.data.mkdir()
        await restore(copy, taken, replace=True, clock=clock)
        await _migrate(copy)


async def _migrate(settings: Settings) -> None:
    """Migrate, and refuse to call it done unless the schema is this release's own."""
    database = open_database(settings)
    try:
        await migrate(settings, database)
        await migrate(settings, database)  # a second time it only checks that every table is there
    finally:
        await database.close()


async def _revision(settings: Settings) -> str | None:
    if not settings.is_postgres and not settings.sqlite_path.exists():
        return None
    database = open_database(settings)
    try:
        return await current_revision(database)
    finally:
        await database.close()
