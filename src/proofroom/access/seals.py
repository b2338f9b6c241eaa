"""A chain over the audit log that shows whether somebody changed it behind the studio's back.

Every minute the new entries of a workspace get a seal: the digest of each entry, the hash of the seal before,
and a signature with the studio's secret key, so that whoever can write the database alone cannot write
another history. What the chain cannot show by itself is an end that was cut off: for that, note its head.
"""

from collections.abc import Callable
from datetime import datetime

from proofroom.access.audit import Audit
from proofroom.access.chain import Chain, make_seal
from proofroom.access.principal import Principal
from proofroom.access.repo import seals as repo
from proofroom.access.types import AuditVerdict
from proofroom.kernel.clock import Clock
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Database, Keyring

MAX_BATCH = 5_000
PAGE = 100


class Seals:
    """Sealing and checking the audit log."""

    def __init__(
        self, database: Database, clock: Clock, audit: Audit, load_keys: Callable[[], Keyring]
    ) -> None:
        self._database, self._clock, self._audit = database, clock, audit
        self._load_keys = load_keys

    async def seal(self) -> int:
        """Seal what is new in every workspace; return how many entries that were."""
        async with self._database.reading() as connection:
            waiting = await repo.workspaces_to_seal(connection)
        total = 0
        for workspace_id in waiting:
            while (count := await self._seal_once(workspace_id)) > 0:
                total += count
        return total

    async def verify(self, workspace_id: WorkspaceId, head: str | None = None) -> AuditVerdict:
        """Check the whole log of a workspace against its seals, and against a head noted earlier."""
        keys = self._load_keys()
        async with self._database.reading() as connection:
            through = await repo.trimmed_through(connection, workspace_id)
            chain = Chain(keys, through, head)
            while page := await repo.seals(connection, workspace_id, chain.number, PAGE):
                found = await repo.sealed_entries(connection, workspace_id, page[0].number, page[-1].number)
                for seal in page:
                    chain.check(seal, found.get(seal.number, []))
            chain.check_beyond(await repo.entries_beyond(connection, workspace_id, chain.number))
            fresh = await repo.unsealed(connection, workspace_id)
            chain.check_fresh(fresh)
        return chain.verdict(len(fresh))

    async def trim(self, actor: Principal, before: datetime, *, is_dry_run: bool) -> int:
        """Remove entries of batches that were sealed before a moment, and write that into the log."""
        workspace_id = actor.workspace_id
        async with self._database.transaction() as connection:
            through, count = await repo.old_batches(connection, workspace_id, before)
            if is_dry_run or count == 0:
                return count
            removed = await repo.trim(connection, workspace_id, through, self._clock.now())
            await self._audit.record(
                connection,
                actor,
                repo.TRIM,
                ("audit", workspace_id),
                data={"throughBatch": through, "entries": removed},
                before={"entries": removed},
                after={"entries": 0},
            )
            return removed

    async def _seal_once(self, workspace_id: WorkspaceId) -> int:
        async with self._database.transaction() as connection:
            entries = await repo.unsealed(connection, workspace_id, MAX_BATCH)
            if not entries:
                return 0
            before = await repo.last_seal(connection, workspace_id)
            seal = make_seal(workspace_id, before, entries, self._clock.now(), self._load_keys())
            return len(entries) if await repo.add_seal(connection, seal) else 0
