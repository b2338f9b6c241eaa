"""The connections of every workspace: made, changed, tested and removed; secrets go in and never come out."""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import orjson

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.connections import repo
from proofroom.connections.credentials import check_config, check_credentials, merge, secret_texts
from proofroom.connections.form import check_url, check_whole
from proofroom.connections.names import clean_name, free_name
from proofroom.connections.presets import PRESETS, preset_for
from proofroom.connections.types import Changes, Kind, NewConnection, Opened, StoredConnection, Trial
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput, KeyMismatch, ProofroomError
from proofroom.kernel.ids import ConnectionId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.safety import redact_text
from proofroom.store import Connection, Database, Keyring

log = logging.getLogger(__name__)

RunTrial = Callable[[Opened], Awaitable[Trial]]
"""Makes the real cheap request that shows whether a connection works."""

Listener = Callable[[Principal, StoredConnection], Awaitable[None]]
"""Is told of a connection that was made; what goes wrong there does not undo it."""

AI_KINDS: frozenset[Kind] = frozenset({"model", "search", "image"})
USED_EVERY = timedelta(minutes=10)
"""How exactly last use is remembered: a write on every call would cost more than it tells."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A connection as it was saved, and how its test went; None if there was nothing to test."""

    connection: StoredConnection
    tested: Trial | None


class Connections:
    """Every stored way to reach something outside."""

    def __init__(
        self, database: Database, clock: Clock, audit: Audit, load_keys: Callable[[], Keyring]
    ) -> None:
        self._database, self._clock, self._audit = database, clock, audit
        self._load_keys = load_keys
        self._keys: Keyring | None = None
        self._probes: dict[Kind, RunTrial] = {}
        self._listeners: dict[Kind, list[Listener]] = {}

    def test_with(self, kind: Kind, probe: RunTrial) -> None:
        """Say how connections of a kind are tested."""
        self._probes[kind] = probe

    def on_made(self, kind: Kind, listener: Listener) -> None:
        """Say who wants to know of new connections of a kind."""
        self._listeners.setdefault(kind, []).append(listener)

    async def count(self) -> dict[tuple[str, str, str], int]:
        """Return how many connections all workspaces have, by kind, provider and status."""
        async with self._database.reading() as connection:
            return await repo.count(connection)

    async def list(self, workspace_id: WorkspaceId, kind: Kind | None = None) -> list[StoredConnection]:
        """Return the connections of a workspace in the order they were made."""
        found = await self._database.remembered(
            ("connections", workspace_id, kind),
            ("connections",),
            lambda transaction: repo.list_all(transaction, workspace_id, kind),
        )
        return list(found)

    async def get(self, workspace_id: WorkspaceId, connection_id: ConnectionId) -> StoredConnection:
        """Return one connection."""
        return await self._database.remembered(
            ("connection", workspace_id, connection_id),
            ("connections",),
            lambda transaction: repo.get(transaction, workspace_id, connection_id),
        )

    def open(self, connection: StoredConnection) -> Opened:
        """Return a connection with its credentials readable."""
        if connection.credentials is None:
            return Opened(connection, {})
        text = self._keyring.open(
            connection.credentials, workspace_id=connection.workspace_id, row_id=connection.id
        )
        return Opened(connection, orjson.loads(text))

    async def create(self, principal: Principal, draft: NewConnection, *, save_anyway: bool = False) -> Saved:
        """Make a connection, once a real request has shown that it works."""
        _require(principal, draft.kind, "create")
        if draft.kind in AI_KINDS:
            preset_for(draft.kind, draft.provider)
        fresh = await self._build(principal, draft)
        opened = self.open(fresh)
        _check_whole(opened)
        tested = await self._try(opened)
        _refuse_failing(tested, save_anyway=save_anyway)
        fresh = self._marked(fresh, tested)
        async with self._database.transaction() as transaction:
            if not await repo.insert(transaction, fresh.workspace_id, fresh):
                raise _taken(fresh.name)
            await self._note(transaction, principal, "created", None, fresh)
        await self._tell(principal, fresh)
        return Saved(fresh, tested)

    async def change(
        self,
        principal: Principal,
        connection_id: ConnectionId,
        changes: Changes,
        *,
        save_anyway: bool = False,
    ) -> Saved:
        """Change a connection; what it reaches is tested again when address, secrets or options change."""
        before = await self.get(principal.workspace_id, connection_id)
        _require(principal, before.kind, "update")
        after = self._changed(before, changes)
        tested: Trial | None = None
        if after.credentials_version != before.credentials_version:
            opened = self.open(after)
            _check_whole(opened)
            tested = await self._try(opened)
            _refuse_failing(tested, save_anyway=save_anyway)
            after = self._marked(after, tested)
        names = ("name", "url", "credentials", "credentials_version", "config", "status")
        names += ("last_error", "last_tested_at", "updated_at")
        values = {name: getattr(after, name) for name in names}
        async with self._database.transaction() as transaction:
            if await repo.name_is_taken(transaction, after.workspace_id, after.kind, after.name, after.id):
                raise _taken(after.name)
            if not await repo.update(
                transaction, after.workspace_id, after.id, values, expected=before.credentials_version
            ):
                raise Conflict(say("connections.meanwhile"))
            await self._note(transaction, principal, "updated", before, after)
        return Saved(after, tested)

    async def remove(self, principal: Principal, connection_id: ConnectionId) -> None:
        """Remove a connection, unless scopes use it by default."""
        async with self._database.transaction() as transaction:
            found = await repo.get(transaction, principal.workspace_id, connection_id)
            _require(principal, found.kind, "delete")
            defaults = await repo.list_defaults(transaction, principal.workspace_id)
            scopes = [default.scope for default in defaults if default.connection_id == connection_id]
            if scopes:
                raise Conflict(
                    say("connections.is_default", name=found.name, scopes=", ".join(scopes)),
                    scopes=scopes,
                )
            await repo.delete(transaction, principal.workspace_id, connection_id)
            await self._note(transaction, principal, "deleted", found, None)

    async def test(self, principal: Principal, connection_id: ConnectionId) -> Trial:
        """Make the real request, remember how it went, and return that."""
        connection = await self.get(principal.workspace_id, connection_id)
        _require(principal, connection.kind, "run")
        tested = await self.look(connection)
        marked = self._marked(connection, tested)
        values = {name: getattr(marked, name) for name in ("status", "last_error", "last_tested_at")}
        async with self._database.transaction() as transaction:
            await repo.update(
                transaction,
                connection.workspace_id,
                connection.id,
                values,
                expected=connection.credentials_version,
            )
            await self._note(transaction, principal, "tested", connection, marked, ok=tested.ok)
        return tested

    async def look(self, connection: StoredConnection) -> Trial:
        """Make the real request and change nothing."""
        try:
            tested = await self._try(self.open(connection))
        except KeyMismatch as error:
            return Trial(ok=False, message=error.message, suggestion=error.suggestion, code=error.code)
        return tested or Trial(ok=True, message=say("trial.nothing"))

    async def touch(self, connection: StoredConnection) -> None:
        """Remember that a connection was used, roughly."""
        now = self._clock.now()
        if connection.last_used_at is None or now - connection.last_used_at >= USED_EVERY:
            async with self._database.transaction() as transaction:
                await repo.touch(transaction, connection.workspace_id, connection.id, now)

    def is_readable(self, connection: StoredConnection) -> bool:
        """Tell whether the key that sealed its credentials is here."""
        try:
            self.open(connection)
        except KeyMismatch:
            return False
        return True

    @property
    def _keyring(self) -> Keyring:
        if self._keys is None:
            self._keys = self._load_keys()
        return self._keys

    async def _build(self, principal: Principal, draft: NewConnection) -> StoredConnection:
        taken = {each.name for each in await self.list(principal.workspace_id, draft.kind)}
        name = clean_name(draft.name) if draft.name else free_name(draft.provider, taken)
        if name in taken:
            raise _taken(name)
        now = self._clock.now()
        bare = StoredConnection(
            id=ConnectionId(new_id()),
            workspace_id=principal.workspace_id,
            kind=draft.kind,
            provider=draft.provider,
            name=name,
            url=check_url(draft.url),
            credentials=None,
            credentials_version=1,
            config=check_config(merge({}, draft.config)),
            status="active",
            last_error=None,
            last_tested_at=None,
            last_used_at=None,
            created_by=principal.person_id,
            created_at=now,
            updated_at=now,
        )
        return replace(bare, credentials=self._seal(bare, merge({}, draft.credentials)))

    def _changed(self, before: StoredConnection, changes: Changes) -> StoredConnection:
        after = replace(
            before,
            name=clean_name(changes["name"]) if "name" in changes else before.name,
            url=check_url(changes.get("url", before.url)),
            config=check_config(merge(before.config, changes.get("config", {}))),
            status=changes.get("status", before.status),
            updated_at=self._clock.now(),
        )
        if change := changes.get("credentials"):
            # What cannot be read any more has to be entered again.
            stored = self.open(before).credentials if self.is_readable(before) else dict[str, Any]()
            after = replace(after, credentials=self._seal(before, merge(stored, change)))
        reach = ("url", "config", "credentials")
        if any(getattr(after, name) != getattr(before, name) for name in reach):
            after = replace(after, credentials_version=before.credentials_version + 1)
        return after

    def _seal(self, connection: StoredConnection, credentials: dict[str, Any]) -> str | None:
        checked = check_credentials(credentials)
        if not checked:
            return None
        text = orjson.dumps(checked).decode()
        return self._keyring.seal(text, workspace_id=connection.workspace_id, row_id=connection.id)

    async def _try(self, opened: Opened) -> Trial | None:
        probe = self._probes.get(opened.connection.kind)
        if probe is None:
            return None
        begun = time.perf_counter()
        try:
            tested = await probe(opened)
        except ProofroomError as error:
            tested = Trial(ok=False, message=error.message, suggestion=error.suggestion, code=error.code)
        message = tested.message
        for secret in secret_texts(opened.credentials):
            message = message.replace(secret, "[redacted]")
        took_ms = round((time.perf_counter() - begun) * 1000)
        return replace(tested, message=redact_text(message), duration_ms=took_ms)

    def _marked(self, connection: StoredConnection, tested: Trial | None) -> StoredConnection:
        if tested is None:
            return connection
        worked = "active" if tested.ok else "error"
        return replace(
            connection,
            status=connection.status if connection.status == "inactive" else worked,
            last_error=None if tested.ok else tested.message,
            last_tested_at=self._clock.now(),
        )

    async def _note(
        self,
        transaction: Connection,
        principal: Principal,
        verb: str,
        before: StoredConnection | None,
        after: StoredConnection | None,
        **data: Any,
    ) -> None:
        connection = after or before
        assert connection is not None
        noun = "ai.credential" if connection.kind in AI_KINDS else "connection"
        await self._audit.record(
            transaction,
            principal,
            f"{noun}.{verb}",
            ("connection", connection.id, connection.name),
            before=before,
            after=after,
            data={"kind": connection.kind, "provider": connection.provider, **data},
        )

    async def _tell(self, principal: Principal, connection: StoredConnection) -> None:
        for listener in self._listeners.get(connection.kind, []):
            try:
                await listener(principal, connection)
            except Exception:
                log.warning("after making the connection %s", connection.id, exc_info=True)


def permission_for(kind: Kind, verb: str) -> str:
    """Return what one must be allowed to do something with connections of a kind."""
    return "ai.providers.manage" if kind in AI_KINDS else f"connections.team.{verb}"


def _require(principal: Principal, kind: Kind, verb: str) -> None:
    principal.require(permission_for(kind, verb))


def _check_whole(opened: Opened) -> None:
    preset = PRESETS.get((opened.connection.kind, opened.connection.provider))
    if preset is not None:
        check_whole(preset, opened)


def _refuse_failing(tested: Trial | None, *, save_anyway: bool) -> None:
    if tested is not None and not tested.ok and not save_anyway:
        raise InvalidInput(
            say("connections.tested", message=tested.message),
            suggestion=tested.suggestion or say("connections.save_anyway"),
            tested=tested.as_dict(),
        )


def _taken(name: str) -> Conflict:
    return Conflict(say("connections.taken", name=name), suggestion=say("names.another"), field="name")
