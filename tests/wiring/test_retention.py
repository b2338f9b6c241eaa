"""What a dry run counts is what the real run removes, on both databases, and nothing else goes."""

import os
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from proofroom.access import Principal
from proofroom.kernel.settings import Settings
from proofroom.reviews.budgets import NewBudget
from proofroom.runtime import Asker
from proofroom.store import open_blobs
from proofroom.store.tables.budgets import budget_periods
from proofroom.wiring import Studio, open_studio
from proofroom.wiring.retention.sweep import Swept
from tests.clocks import FixedClock
from tests.scripted import ScriptedDriver, ScriptedReply

DAYS = {
    "run_retention_days": 90,
    "conversation_retention_days": 30,
    "usage_retention_days": 100,
    "audit_retention_days": 50,
    "blob_retention_days": 7,
    "log_retention_days": 14,
}


async def _chat(studio: Studio, *, delete: bool) -> None:
    asker = Asker(studio.workspace_id)
    conversation = await studio.chat.open(asker, scope="workspace", agent="assistant")
    posted = await studio.chat.post(asker, conversation.id, "hello")
    await studio.engine.wait(posted.run_id, studio.workspace_id)
    if delete:
        await studio.chat.delete(asker, conversation.id)


async def _add_budgets(studio: Studio) -> None:
    owner = await studio.operator()
    for period in ("day", "month", "total"):
        await studio.budgets.create(owner, NewBudget("workspace", period, 10**9, allows_unpriced=True))
    await studio.budgets.create(owner, NewBudget("run", "total", 10**9, allows_unpriced=True))


async def _periods(studio: Studio) -> int:
    async with studio.database.reading() as connection:
        return await connection.scalar(sa.select(sa.func.count()).select_from(budget_periods)) or 0


def _counts(swept: list[Swept]) -> dict[str, dict[str, int]]:
    assert [each.error for each in swept] == [None] * len(swept)
    return {each.rule.name: each.removed for each in swept}


async def test_a_dry_run_counts_exactly_what_then_goes(settings: Settings) -> None:
    log = settings.data / "logs" / "studio.log"
    settings = settings.model_copy(update={**DAYS, "log_file": log})
    clock = FixedClock(datetime.now(UTC) - timedelta(days=200))
    drivers = {"scripted": ScriptedDriver(ScriptedReply("Hello."))}
    studio = await open_studio(settings, clock=clock, drivers=drivers)
    try:
        await _add_budgets(studio)
        await _chat(studio, delete=True)
        await _chat(studio, delete=False)
        await studio.access.seals.seal()
        _old_files(settings)
        clock.advance(timedelta(days=199, hours=23).total_seconds())
        await _chat(studio, delete=True)
        await studio.access.seals.seal()
        await open_blobs(settings).put(b"young")

        counted = _counts(await studio.retention.sweep(is_dry_run=True))
        assert (counted["runs"]["runs"], counted["runs"]["steps"]) == (2, 4)
        assert counted["conversations"] == {"conversations": 1, "messages": 2}
        assert counted["usage"] == {"lines": 2}
        # Of two runs, one day and one month; what the last run, this day and all time count stays.
        assert counted["budgets"] == {"periods": 4}
        # The heartbeat that a new workspace has, four budgets, two conversations and two turns that began and
        # ended, and one deletion.
        assert counted["audit"] == {"entries": 12}
        assert counted["blobs"] == {"files": 1, "bytes": 3}
        assert counted["logs"] == {"files": 1}

        assert _counts(await studio.retention.sweep(is_dry_run=True)) == counted  # counting changes nothing
        assert _counts(await studio.retention.sweep(is_dry_run=False)) == counted
        again = _counts(await studio.retention.sweep(is_dry_run=False))
        assert all(count == 0 for kind in again.values() for count in kind.values())

        verdict = await studio.access.seals.verify(studio.workspace_id)
        assert (verdict.is_whole, verdict.trimmed) == (True, 1)
        assert len(await studio.engine.runs.list(studio.workspace_id)) == 3
        assert await _periods(studio) == 4
        assert await open_blobs(settings).exists(_digest(b"young"))
    finally:
        await studio.close()


def _digest(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


def _old_files(settings: Settings) -> None:
    """Leave a blob that no asset has and a log file of long ago."""
    assert settings.log_file is not None
    settings.log_file.parent.mkdir()
    digest = _digest(b"old")
    blob = settings.data / "blobs" / digest[:2] / digest[2:4] / digest
    blob.parent.mkdir(parents=True)
    old = settings.log_file.with_name("studio.log.2020-01-01")
    for file, text in ((blob, b"old"), (old, b"line\n"), (settings.log_file, b"today\n")):
        file.write_bytes(text)
    for file in (blob, old):
        os.utime(file, (0, 0))


async def test_kinds_without_days_are_kept_for_good(sqlite_settings: Settings) -> None:
    clock = FixedClock(datetime.now(UTC) - timedelta(days=5_000))
    drivers = {"scripted": ScriptedDriver(ScriptedReply("Hello."))}
    studio = await open_studio(sqlite_settings, clock=clock, drivers=drivers)
    try:
        await _chat(studio, delete=False)
        await studio.access.seals.seal()
        clock.advance(timedelta(days=5_000).total_seconds())
        swept = {each.rule.name: each for each in await studio.retention.sweep(is_dry_run=False)}
        assert (swept["audit"].before, swept["audit"].removed) == (None, {})
        assert (swept["usage"].before, swept["usage"].removed) == (None, {})
        operator: Principal = await studio.operator()
        assert (await studio.access.audit.list(operator.workspace_id)).entries
    finally:
        await studio.close()
