"""The kinds of things that are forgotten, and how."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from proofroom.access import Access
from proofroom.durable import Engine
from proofroom.kernel.clock import Clock
from proofroom.kernel.settings import Settings
from proofroom.store import Connection, Database, FolderBlobs, open_blobs
from proofroom.wiring.retention import repo
from proofroom.wiring.retention.sweep import Kind, Retention, Sweep

SweepRows = Callable[[Connection, datetime, bool], Awaitable[dict[str, int]]]


def build_retention(
    settings: Settings, clock: Clock, database: Database, engine: Engine, access: Access
) -> Retention:
    """Return everything that is forgotten, by the settings."""
    files = open_blobs(settings)
    kinds: list[tuple[str, str, str, Sweep]] = [
        (
            "runs",
            "Steps and events of runs that ended; the runs themselves stay",
            "run_retention_days",
            _runs(engine),
        ),
        (
            "budgets",
            "What budgets counted for runs, days and months that are over",
            "run_retention_days",
            _rows(database, repo.budget_counts),
        ),
        (
            "conversations",
            "Conversations that people deleted, with their messages",
            "conversation_retention_days",
            _rows(database, repo.deleted_conversations),
        ),
        (
            "usage",
            "Lines of the usage ledger; sums over that time are gone with them",
            "usage_retention_days",
            _rows(database, repo.usage),
        ),
        (
            "audit",
            "Sealed entries of the audit log; their seals stay",
            "audit_retention_days",
            _audit(access),
        ),
        (
            "media",
            "Assets that people deleted; until then they can be brought back",
            "media_retention_days",
            _rows(database, repo.deleted_assets),
        ),
        (
            "blobs",
            "Files of assets that no asset has any more",
            "blob_retention_days",
            _blobs(database, files),
        ),
        ("logs", "Log files of earlier days", "log_retention_days", _logs(settings.log_file)),
    ]
    return Retention(
        clock, [Kind(name, meaning, by, getattr(settings, by), sweep) for name, meaning, by, sweep in kinds]
    )


def _rows(database: Database, sweep: SweepRows) -> Sweep:
    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        async with database.transaction() as connection:
            return await sweep(connection, before, is_dry_run)

    return go


def _runs(engine: Engine) -> Sweep:
    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        found = await engine.apply_retention(before, dry_run=is_dry_run)
        return {"runs": found.runs, "steps": found.steps, "events": found.events}

    return go


def _audit(access: Access) -> Sweep:
    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        total = 0
        for workspace in await access.workspaces.list_all():
            studio = access.principals.for_studio(workspace.id)
            total += await access.seals.trim(studio, before, is_dry_run=is_dry_run)
        return {"entries": total}

    return go


def _blobs(database: Database, blobs: FolderBlobs) -> Sweep:
    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        async with database.reading() as connection:
            used = await repo.blobs_in_use(connection)
        count = size = 0
        # One that was stored a moment ago may belong to an asset whose row is not written yet.
        for blob in [blob async for blob in blobs.older_than(before) if blob.digest not in used]:
            if is_dry_run or await blobs.delete(blob.digest):
                count, size = count + 1, size + blob.size
        return {"files": count, "bytes": size}

    return go


def _logs(file: Path | None) -> Sweep:
    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        if file is None:
            return {"files": 0}
        old = [each for each in file.parent.glob(f"{file.name}.*") if _changed_at(each) < before]
        if not is_dry_run:
            for each in old:
                each.unlink(missing_ok=True)
        return {"files": len(old)}

    return go


def _changed_at(file: Path) -> datetime:
    return datetime.fromtimestamp(file.stat().st_mtime, UTC)
