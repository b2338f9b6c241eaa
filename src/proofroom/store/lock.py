"""One studio per data folder.

A running studio holds an operating-system lock on `studio.lock`, which ends with the process however it ends,
and writes `studio.json` so that commands find it. On PostgreSQL several machines may share the folder on
purpose: there each `executor_id` has a lock of its own.
"""

import json
import os
import re
import time
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING

from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, StorageFailed
from proofroom.kernel.place import Located
from proofroom.kernel.strings import say
from proofroom.store.flock import try_lock
from proofroom.store.private import make_private

if TYPE_CHECKING:
    from proofroom.kernel.settings import Settings

_ATTEMPTS, _PAUSE_S = 5, 0.02


@dataclass(frozen=True, slots=True)
class RunningStudio:
    """The studio that holds a data folder. `url` is empty until it listens."""

    pid: int
    url: str
    executor_id: str
    started_at: datetime


class StudioLock:
    """The right to use a data folder, until it is released or the process ends."""

    def __init__(self, file: IO[str], card: Path, studio: RunningStudio, *, is_passing: bool = False) -> None:
        self._file = file
        self._card = card
        self.studio = studio
        self._is_passing = is_passing
        self._write_card()

    def announce(self, url: str) -> None:
        """Tell commands where the studio listens."""
        self.studio = RunningStudio(self.studio.pid, url, self.studio.executor_id, self.studio.started_at)
        self._write_card()

    def release(self) -> None:
        """Give the folder back. Releasing twice is harmless."""
        if not self._file.closed:
            self._card.unlink(missing_ok=True)
            if self._is_passing:  # nobody else comes under this name, so nobody can wait for the file
                Path(self._file.name).unlink(missing_ok=True)
            self._file.close()  # closing the file gives up the lock

    def __enter__(self) -> "StudioLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _write_card(self) -> None:
        body = {**asdict(self.studio), "started_at": self.studio.started_at.isoformat()}
        temporary = self._card.with_suffix(".tmp")
        temporary.touch(mode=0o600)
        temporary.write_text(json.dumps(body))
        temporary.replace(self._card)


def hold(settings: Located, clock: Clock, *, is_passing: bool = False) -> StudioLock:
    """Take the data folder, or say which studio has it.

    A passing holder is a command: on PostgreSQL its lock has a name that never comes again, and goes with it.
    """
    name = _lock_name(settings)
    file = _open_lock(settings, name)
    for _ in range(_ATTEMPTS):
        if try_lock(file):
            break
        time.sleep(_PAUSE_S)  # a command that looks whether a studio runs holds the lock for a moment
    else:
        file.close()
        raise _held(settings, read_card(settings, name))
    studio = RunningStudio(os.getpid(), "", settings.executor_id, clock.now())
    is_own = is_passing and settings.is_postgres
    if not is_passing:
        _clear_away(settings)
    return StudioLock(file, settings.data / f"{name}.json", studio, is_passing=is_own)


def hold_free(settings: "Settings", clock: Clock, stem: str) -> StudioLock:
    """Take the data folder under the first of the names STEM-1, STEM-2 … that no process here has."""
    plain = re.sub(r"[^\w.-]", "-", stem)
    numbers = count(1)
    while True:
        named = settings.model_copy(update={"executor_id": f"{plain}-{next(numbers)}"})
        with suppress(Conflict):
            return hold(named, clock)


def find_running(settings: Located) -> RunningStudio | None:
    """Return the studio that holds the data folder now, or None; a card left by a crash does not count."""
    name = _lock_name(settings)
    if not (settings.data / f"{name}.lock").exists():
        return None
    with _open_lock(settings, name) as file:
        if try_lock(file):
            return None
        return read_card(settings, name)


def find_any_running(settings: Located) -> RunningStudio | None:
    """Return a studio that uses the data folder now, under whichever name."""
    for path in sorted(settings.data.glob("studio*.lock")):
        with path.open("a+") as file:
            if not try_lock(file):
                return read_card(settings, path.stem) or RunningStudio(
                    0, "", "", datetime.fromtimestamp(0, UTC)
                )
    return None


def read_card(settings: Located, name: str = "studio") -> RunningStudio | None:
    """Read what the last studio wrote about itself, alive or not."""
    try:
        body = json.loads((settings.data / f"{name}.json").read_text())
        started_at = datetime.fromisoformat(body["started_at"])
        return RunningStudio(int(body["pid"]), str(body["url"]), str(body["executor_id"]), started_at)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _lock_name(settings: Located) -> str:
    return f"studio-{settings.executor_id}" if settings.is_postgres else "studio"


def _clear_away(settings: Located) -> None:
    """Remove what killed commands left; a lock that is held stays."""
    for path in settings.data.glob("studio-*-cli-*.lock"):
        with path.open("a+") as file:
            if try_lock(file):
                path.with_suffix(".json").unlink(missing_ok=True)
                path.unlink(missing_ok=True)
    for path in settings.data.glob("operator-*-cli-*.token"):
        path.unlink(missing_ok=True)


def _open_lock(settings: Located, name: str) -> IO[str]:
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        make_private(settings)
        return (settings.data / f"{name}.lock").open("a+")
    except OSError as error:
        raise StorageFailed(say("store.not_writable", folder=settings.data)) from error


def _held(settings: Located, studio: RunningStudio | None) -> Conflict:
    if studio is None:
        return Conflict(say("store.starting"))
    if settings.is_postgres:  # another folder would not help: the name is taken
        return Conflict(say("store.name_taken", process=studio.pid, name=repr(studio.executor_id)))
    used = say("store.used", process=studio.pid)
    return Conflict(
        say("store.used_at", process=studio.pid, address=studio.url) if studio.url else used,
        suggestion=say("store.use_that_one"),
        pid=studio.pid,
        url=studio.url,
    )
