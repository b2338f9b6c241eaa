"""The audit log shows what was changed behind the studio's back, on both databases."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from proofroom.access import Access, Principal
from proofroom.access.types import AuditVerdict
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.store import Connection, Database
from proofroom.store.tables.access import audit_log, audit_seals
from tests.clocks import FixedClock

ENTRY = audit_log.c


class Desk:
    """A workspace with two sealed batches of three entries and one fresh entry."""

    def __init__(self, access: Access, database: Database, clock: FixedClock, actor: Principal) -> None:
        self.access, self.database, self.clock, self.actor = access, database, clock, actor

    async def write(self, *names: str) -> None:
        for name in names:
            self.clock.advance(1)
            await self.access.audit.record_outside(
                *(self.actor, "page.publish"),
                ("page", name),
                before=None,
                after={"name": name},
                data={"n": 1.5, "a": [None]},
            )

    async def verify(self) -> AuditVerdict:
        return await self.access.seals.verify(self.actor.workspace_id)

    async def execute(self, statement: sa.Executable) -> None:
        async with self.database.transaction() as connection:
            await connection.execute(statement)

    async def entry(self, name: str) -> str:
        async with self.database.reading() as connection:
            return await connection.scalar(sa.select(ENTRY.id).where(ENTRY.target_id == name)) or ""


@pytest.fixture
async def desk(database: Database, clock: FixedClock, settings: Settings) -> Desk:
    access = Access(database, clock, settings)
    workspace = await access.ensure_workspace()
    desk = Desk(access, database, clock, access.principals.for_studio(workspace.id))
    for batch in ("abc", "def"):
        await desk.write(*batch)
        clock.advance(60)
        assert await access.seals.seal() == 3
    await desk.write("g")
    return desk


async def test_an_untouched_log_is_whole_and_sealing_again_does_nothing(desk: Desk) -> None:
    verdict = await desk.verify()
    assert verdict.is_whole
    assert (verdict.entries, verdict.batches, verdict.unsealed, verdict.unsigned) == (7, 2, 1, 0)
    assert await desk.access.seals.seal() == 1
    assert await desk.access.seals.seal() == 0
    after = await desk.verify()
    assert (after.batches, after.unsealed) == (3, 0)
    assert after.head != verdict.head


@pytest.mark.parametrize("column", ["action", "actor_name", "target_id", "at", "data"])
async def test_a_changed_entry_is_named(desk: Desk, column: str) -> None:
    entry_id = await desk.entry("b")
    value = {"at": desk.clock.now() + timedelta(days=1), "data": {"n": 2}}.get(column, "other")
    await desk.execute(sa.update(audit_log).where(ENTRY.id == entry_id).values({column: value}))
    (found,) = (await desk.verify()).breaks
    assert (found.kind, found.batch, found.entry_id) == ("changed", 1, entry_id)


async def test_a_deleted_entry_is_named(desk: Desk) -> None:
    entry_id = await desk.entry("e")
    await desk.execute(sa.delete(audit_log).where(ENTRY.id == entry_id))
    (found,) = (await desk.verify()).breaks
    assert (found.kind, found.batch, found.entry_id) == ("deleted", 2, entry_id)


async def _copy_of(connection: Connection, name: str) -> dict[str, object]:
    row = (await connection.execute(sa.select(audit_log).where(ENTRY.target_id == name))).mappings().one()
    return {**row, "id": "019a0000-0000-7000-8000-000000000000"}


@pytest.mark.parametrize(("batch", "kind"), [(1, "inserted"), (9, "inserted"), (None, "backdated")])
async def test_an_inserted_entry_is_named(desk: Desk, batch: int | None, kind: str) -> None:
    async with desk.database.reading() as connection:
        row = await _copy_of(connection, "a")
    at = desk.clock.now() - timedelta(hours=1)
    await desk.execute(sa.insert(audit_log).values({**row, "batch": batch, "at": at}))
    (found,) = (await desk.verify()).breaks
    assert (found.kind, found.entry_id) == (kind, row["id"])


async def test_a_change_with_a_matching_list_and_hash_lacks_the_signature(desk: Desk) -> None:
    """Whoever may write the whole database still lacks the key."""
    from proofroom.access.chain import make_seal
    from proofroom.access.repo import seals as repo
    from proofroom.store import Keyring

    workspace = desk.actor.workspace_id
    await desk.execute(sa.update(audit_log).where(ENTRY.target_id == "e").values(actor_name="Nobody"))
    async with desk.database.transaction() as connection:
        first, second = await repo.seals(connection, workspace, 0, 10)
        entries = (await repo.sealed_entries(connection, workspace, 2, 2))[2]
        forged = make_seal(workspace, first, entries, second.sealed_at, Keyring([b"x" * 32]))
        values = {"entries": dict(forged.entries or {}), "entries_digest": forged.entries_digest}
        values |= {"hash": forged.hash, "signature": forged.signature}
        await connection.execute(sa.update(audit_seals).where(audit_seals.c.number == 2).values(values))
    kinds = [found.kind for found in (await desk.verify()).breaks]
    assert kinds == ["seal", "signature"]  # the hash covers the name of the key, too


async def test_a_removed_link_breaks_the_chain(desk: Desk) -> None:
    await desk.execute(sa.delete(audit_seals).where(audit_seals.c.number == 1))
    first, *_ = (await desk.verify()).breaks
    assert (first.kind, first.batch) == ("chain", 2)


async def test_retention_keeps_the_chain_and_only_retention_may(desk: Desk) -> None:
    desk.clock.advance(60)
    await desk.access.seals.seal()
    before = desk.clock.now()
    assert await desk.access.seals.trim(desk.actor, before, is_dry_run=True) == 6
    assert await desk.access.seals.trim(desk.actor, before, is_dry_run=False) == 6
    verdict = await desk.verify()
    assert verdict.is_whole
    assert (verdict.trimmed, verdict.batches, verdict.entries) == (2, 3, 2)
    await desk.execute(
        sa.update(audit_seals).where(audit_seals.c.number == 3).values(trimmed_at=desk.clock.now())
    )
    await desk.execute(sa.delete(audit_log).where(ENTRY.batch == 3))
    (found,) = (await desk.verify()).breaks
    assert (found.kind, found.batch) == ("trimmed", 3)


async def test_a_cut_end_shows_against_a_noted_head(desk: Desk) -> None:
    head = (await desk.verify()).head
    assert (await desk.access.seals.verify(desk.actor.workspace_id, head)).is_whole
    await desk.execute(sa.delete(audit_seals).where(audit_seals.c.number == 2))
    await desk.execute(sa.delete(audit_log).where(ENTRY.batch == 2))
    assert (await desk.verify()).is_whole  # nothing is left that could tell
    (found,) = (await desk.access.seals.verify(desk.actor.workspace_id, head)).breaks
    assert found.kind == "cut"


async def test_a_log_belongs_to_its_workspace(desk: Desk) -> None:
    verdict = await desk.access.seals.verify(WorkspaceId("019a0000-0000-7000-8000-000000000001"))
    assert (verdict.is_whole, verdict.entries, verdict.batches) == (True, 0, 0)
