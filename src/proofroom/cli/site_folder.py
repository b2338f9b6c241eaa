"""A folder outside the studio that holds a site: its releases, and `current`, which leads to one."""

import io
import secrets
import shutil
import zipfile
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

KEPT = 5


def put_release(to: Path, archive: bytes) -> None:
    """Write a site beside the ones before it, and let `current` lead to it when it is whole."""
    name = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%f")
    with _explained(to):
        fresh = to / "releases" / f".{name}"  # cut off half-way, it is no release
        fresh.mkdir(parents=True)
        with zipfile.ZipFile(io.BytesIO(archive)) as packed:
            packed.extractall(fresh)
        fresh.rename(fresh.with_name(name))
        _lead(to, name)
        for old in _releases(to)[:-KEPT]:
            shutil.rmtree(to / "releases" / old, ignore_errors=True)


def step_back(to: Path) -> str | None:
    """Let `current` lead to the release before, from the oldest to the newest; None without another."""
    with _explained(to):
        names, now = _releases(to), (to / "current").readlink().name
        earlier = [name for name in names if name < now] or [name for name in names if name != now]
        if not earlier:
            return None
        _lead(to, earlier[-1])
        return earlier[-1]


def _releases(to: Path) -> list[str]:
    return sorted(path.name for path in (to / "releases").iterdir() if not path.name.startswith("."))


def _lead(to: Path, name: str) -> None:
    fresh = to / f".current-{secrets.token_hex(4)}"
    fresh.symlink_to(Path("releases") / name, target_is_directory=True)
    try:
        fresh.replace(to / "current")
    except OSError:
        fresh.unlink()
        raise


@contextmanager
def _explained(to: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        refused = say("cli.site_folder", folder=str(to), problem=error.strerror or str(error))
        raise InvalidInput(refused, suggestion=say("cli.site_folder.next")) from error
