"""Who did what to what."""

import hashlib
from collections.abc import AsyncIterator, Mapping
from contextvars import ContextVar
from datetime import datetime
from typing import Any

import orjson

from proofroom.access.principal import Principal
from proofroom.access.repo import audit as repo
from proofroom.access.types import AuditEntry, AuditFilter, AuditPage
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ProjectId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

MAX_PAGE = 500

noted: ContextVar[list[str] | None] = ContextVar("noted", default=None)
"""What was written while a request was served; the door writes an entry itself where nothing was."""
EVERYTHING = AuditFilter()


class Audit:
    """The log that is written with every change and read by administrators."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def record(
        self,
        actor: Principal,
        action: str,
        *,
        target_kind: str,
        target_id: str,
        target_name: str = "",
        project_id: ProjectId | None = None,
        run_id: str | None = None,
        before: Any = None,
        after: Any = None,
        data: Mapping[str, Any] | None = None,
        address: str = "",
        connection: Connection | None = None,
    ) -> AuditEntry:
        """Write an entry; with a connection, in the same transaction as the change itself.

        Of `before` and `after` only digests are kept. `data` must hold no secrets.
        """
        entry = AuditEntry(
            id=new_id(),
            workspace_id=actor.workspace_id,
            at=self._clock.now(),
            actor_kind=actor.kind,
            actor_id=actor.actor_id,
            actor_name=actor.name,
            action=action,
            target_kind=target_kind,
            target_id=target_id,
            target_name=target_name[:200],
            project_id=project_id,
            run_id=run_id,
            before_digest=digest_of(before),
            after_digest=digest_of(after),
            data=dict(data or {}),
            address=address,
        )
        if (actions := noted.get()) is not None:
            actions.append(action)
        if connection is not None:
            await repo.insert(connection, actor.workspace_id, entry)
        else:
            async with self._database.transaction() as own:
                await repo.insert(own, actor.workspace_id, entry)
        return entry

    async def list(
        self,
        workspace_id: WorkspaceId,
        wanted: AuditFilter = EVERYTHING,
        *,
        after: str | None = None,
        limit: int = 50,
    ) -> AuditPage:
        """Return a page of entries, newest first; `after` is the `next` of the page before."""
        size = max(1, min(limit, MAX_PAGE))
        async with self._database.reading() as connection:
            found = await repo.list_page(
                connection, workspace_id, wanted, before=_read_place(after), limit=size + 1
            )
        entries = found[:size]
        return AuditPage(entries, _write_place(entries[-1]) if len(found) > size else None)

    async def export(
        self, workspace_id: WorkspaceId, wanted: AuditFilter = EVERYTHING
    ) -> AsyncIterator[AuditEntry]:
        """Yield every entry that is wanted, newest first, without holding them all."""
        place: str | None = None
        while True:
            page = await self.list(workspace_id, wanted, after=place, limit=MAX_PAGE)
            for entry in page.entries:
                yield entry
            place = page.next
            if place is None:
                return


def digest_of(value: Any) -> str | None:
    """Return the SHA-256 of a value as sorted JSON; None stays None."""
    if value is None:
        return None
    body = orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS, default=str)
    return hashlib.sha256(body).hexdigest()


def _write_place(entry: AuditEntry) -> str:
    return f"{entry.at.isoformat()}/{entry.id}"


def _read_place(place: str | None) -> tuple[datetime, str] | None:
    if place is None:
        return None
    moment, _, entry_id = place.partition("/")
    try:
        at = datetime.fromisoformat(moment)
    except ValueError as error:
        raise InvalidInput(say("access.audit_place"), field="after") from error
    if at.tzinfo is None or not entry_id:
        raise InvalidInput(say("access.audit_place"), field="after")
    return at, entry_id
