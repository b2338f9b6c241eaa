"""Who did what to what.

`record` is for changes: it wants the thing before and after, and the transaction of the change. `note` is for
what happened and changed no record of ours, such as a sign-in or a refusal.
"""

import hashlib
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import datetime
from typing import Any, TypedDict, TypeVar, Unpack, cast

import orjson
from pydantic import BaseModel

from proofroom.access.principal import Principal
from proofroom.access.repo import audit as repo
from proofroom.access.types import AuditEntry, AuditFilter, AuditPage
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ProjectId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.kernel.trace import noted
from proofroom.store import Connection, Database

T = TypeVar("T")
MAX_PAGE = 500

EVERYTHING = AuditFilter()
Named = tuple[str, str] | tuple[str, str, str]
"""What an entry is about: its kind, its id and, where it has one, its name."""


class Facts(TypedDict, total=False):
    """What else an entry tells. `data` must hold no secrets."""

    project_id: ProjectId | None
    run_id: str | None
    """The run in which it happened; without it, the one in which the actor acts."""
    data: Mapping[str, Any] | None
    address: str


class Audit:
    """The log that is written with every change and read by administrators."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def record(
        self,
        connection: Connection,
        actor: Principal,
        action: str,
        about: Named,
        *,
        before: Any = None,
        after: Any = None,
        **facts: Unpack[Facts],
    ) -> AuditEntry:
        """Write a change, in its own transaction.

        Of `before` and `after` only digests are kept; None stands for what was not there.
        """
        if before is None and after is None:
            raise ValueError(f"{action} tells neither what was there before nor what is there now")
        entry = self._entry(actor, action, about, digest_of(before), digest_of(after), facts)
        await repo.insert(connection, actor.workspace_id, entry)
        _remember(entry)
        return entry

    async def change(
        self,
        connection: Connection,
        actor: Principal,
        action: str,
        before: T | None,
        after: T | None,
        name: Callable[[T], Named],
        **facts: Unpack[Facts],
    ) -> AuditEntry:
        """Write that something was made, changed or removed, by the name of what is there, or was."""
        one = before if after is None else after
        assert one is not None
        return await self.record(connection, actor, action, name(one), before=before, after=after, **facts)

    async def record_outside(
        self,
        actor: Principal,
        action: str,
        about: Named,
        *,
        before: Any = None,
        after: Any = None,
        **facts: Unpack[Facts],
    ) -> AuditEntry:
        """Write a change of something that is not in the database, such as a repository, once it is done."""
        async with self._database.transaction() as connection:
            return await self.record(connection, actor, action, about, before=before, after=after, **facts)

    async def note(
        self,
        actor: Principal,
        action: str,
        about: Named,
        *,
        connection: Connection | None = None,
        **facts: Unpack[Facts],
    ) -> AuditEntry:
        """Write down something that changed no record; with a connection, in that transaction."""
        entry = self._entry(actor, action, about, None, None, facts)
        if connection is not None:
            await repo.insert(connection, actor.workspace_id, entry)
        else:
            async with self._database.transaction() as own:
                await repo.insert(own, actor.workspace_id, entry)
        _remember(entry)
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

    def _entry(
        self,
        actor: Principal,
        action: str,
        about: Named,
        before: str | None,
        after: str | None,
        facts: Facts,
    ) -> AuditEntry:
        kind, target_id, *name = about
        return AuditEntry(
            id=new_id(),
            workspace_id=actor.workspace_id,
            at=self._clock.now(),
            actor_kind=actor.kind,
            actor_id=actor.actor_id,
            actor_name=actor.name,
            action=action,
            target_kind=kind,
            target_id=target_id,
            target_name="".join(name)[:200],
            project_id=facts.get("project_id"),
            run_id=facts.get("run_id") or actor.run_id,
            before_digest=before,
            after_digest=after,
            data=dict(facts.get("data") or {}),
            address=facts.get("address", ""),
        )


def digest_of(value: Any) -> str | None:
    """Return the SHA-256 of a value as sorted JSON, dataclasses by their fields; None stays None."""
    if value is None:
        return None
    body = orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS, default=_plain)
    return hashlib.sha256(body).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, set | frozenset):  # in an order that is the same in every process
        return sorted(str(each) for each in cast("set[object]", value))
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    return dict(cast("Mapping[Any, Any]", value)) if isinstance(value, Mapping) else str(value)


def _remember(entry: AuditEntry) -> None:
    if (entries := noted.get()) is not None:
        entries.append(entry)


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
