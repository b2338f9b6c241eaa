"""Backups from the browser: list them, take one, check one. Restoring needs a studio that does not run."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say
from proofroom.store.backup import FOLDER, backup
from proofroom.wiring import Studio

router = APIRouter(prefix="/backups", tags=["health"])


class BackupInfo(Out):
    """A backup in the data folder; `restoreCommand` brings it back once the studio is stopped."""

    name: str
    size: int
    created_at: datetime
    is_automatic: bool
    restore_command: str


class BackupCheck(Out):
    """What a backup holds, after every byte of it was compared with its digest.

    `damagedBlobs` names stored files that were damaged already when it was taken.
    """

    created_at: datetime
    release: str
    engine: str
    entries: int
    size: int
    only_database: bool
    has_key: bool
    damaged_blobs: list[str]


@router.get("")
async def list_backups(
    studio: StudioDep, principal: Principal = requires("studio.manage")
) -> list[BackupInfo]:
    """Return the backups in the data folder, the newest first."""
    return await asyncio.to_thread(_list, studio.settings.data / FOLDER)


@router.post("", status_code=201)
async def take_backup(studio: StudioDep, principal: Principal = requires("studio.manage")) -> BackupInfo:
    """Back up databases, repositories and blobs into one file; work goes on meanwhile. The key stays out."""
    taken = await backup(studio.settings, studio.settings.data / FOLDER, clock=studio.clock)
    shown = await asyncio.to_thread(_show, taken.path)
    await studio.access.audit.record_outside(
        principal, "studio.backed-up", ("backup", taken.path.name), after=shown.model_dump()
    )
    return shown


@router.post("/{name}/check")
async def check_backup(
    name: str, studio: StudioDep, principal: Principal = requires("studio.manage")
) -> BackupCheck:
    """Read a backup from its first to its last byte and say what it holds."""
    from proofroom.store.restore import inspect  # brings the migrations with it

    path = await asyncio.to_thread(_find, studio, name)
    manifest = await inspect(path)
    return BackupCheck.of(
        manifest,
        created_at=datetime.fromisoformat(manifest.created_at),
        entries=len(manifest.entries),
        size=sum(entry.size for entry in manifest.entries.values()),
        damaged_blobs=manifest.damaged_blobs(),
    )


def _find(studio: Studio, name: str) -> Path:
    """Return a backup by its name; only names that are listed lead anywhere."""
    for path in (studio.settings.data / FOLDER).glob("*.zip"):
        if path.name == name:
            return path
    raise NotFound(say("api.no_backup"))


def _list(folder: Path) -> list[BackupInfo]:
    found = [_show(path) for path in folder.glob("*.zip")]
    return sorted(found, key=lambda each: each.created_at, reverse=True)


def _show(path: Path) -> BackupInfo:
    kept = path.stat()
    return BackupInfo(
        name=path.name,
        size=kept.st_size,
        created_at=datetime.fromtimestamp(kept.st_mtime, UTC),
        is_automatic=path.name.startswith("before-"),
        restore_command=f"proofroom restore {path.resolve()} --replace",
    )
