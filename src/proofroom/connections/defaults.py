"""Which model each scope uses when nobody chose one."""

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.connections import repo
from proofroom.connections.types import Default, StoredConnection
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ConnectionId, WorkspaceId
from proofroom.kernel.scope import SCOPES, Scope
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database


class Defaults:
    """The default models of every workspace."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit

    async def all(self, workspace_id: WorkspaceId) -> list[Default]:
        """Return the defaults of a workspace; a scope without one uses the built-in model."""
        async with self._database.reading() as transaction:
            return await repo.list_defaults(transaction, workspace_id)

    async def get(self, workspace_id: WorkspaceId, scope: Scope) -> Default | None:
        """Return the default of a scope."""
        return await self._database.remembered(
            ("default model", workspace_id, scope),
            ("ai_defaults", "connections"),
            lambda transaction: repo.find_default(transaction, workspace_id, scope),
        )

    async def put(
        self, principal: Principal, scope: Scope, connection_id: ConnectionId, model_id: str
    ) -> Default:
        """Set the default of a scope."""
        principal.require("ai.providers.manage")
        if not model_id.strip():
            raise InvalidInput(say("connections.model_missing"), field="modelId")
        async with self._database.transaction() as transaction:
            connection = await repo.get(transaction, principal.workspace_id, connection_id)
            if connection.kind != "model":
                raise InvalidInput(say("connections.not_models", name=connection.name), field="credentialId")
            before = await repo.find_default(transaction, principal.workspace_id, scope)
            default = self._default(principal, scope, connection_id, model_id.strip(), is_automatic=False)
            await repo.put_default(transaction, principal.workspace_id, default)
            await self._note(transaction, principal, before, default)
        return default

    async def clear(self, principal: Principal, scope: Scope) -> bool:
        """Take the default of a scope away; tell whether there was one."""
        principal.require("ai.providers.manage")
        async with self._database.transaction() as transaction:
            before = await repo.find_default(transaction, principal.workspace_id, scope)
            if before is None:
                return False
            await repo.delete_default(transaction, principal.workspace_id, scope)
            await self._audit.record(
                transaction, principal, "ai.default.cleared", ("default", scope), before=before
            )
        return True

    async def seed(self, principal: Principal, connection: StoredConnection, model_id: str) -> list[Scope]:
        """Give a model to every scope that has no default yet; return those scopes."""
        seeded: list[Scope] = []
        async with self._database.transaction() as transaction:
            for scope in SCOPES:
                default = self._default(principal, scope, connection.id, model_id, is_automatic=True)
                if await repo.add_default(transaction, connection.workspace_id, default):
                    seeded.append(scope)
                    await self._note(transaction, principal, None, default)
        return seeded

    def _default(
        self,
        principal: Principal,
        scope: Scope,
        connection_id: ConnectionId,
        model_id: str,
        *,
        is_automatic: bool,
    ) -> Default:
        return Default(
            workspace_id=principal.workspace_id,
            scope=scope,
            connection_id=connection_id,
            model_id=model_id,
            is_automatic=is_automatic,
            updated_by=principal.person_id,
            updated_at=self._clock.now(),
        )

    async def _note(
        self, transaction: Connection, principal: Principal, before: Default | None, default: Default
    ) -> None:
        await self._audit.record(
            transaction,
            principal,
            "ai.default.updated",
            ("default", default.scope, default.model_id),
            data={"connection": default.connection_id, "model": default.model_id}
            | ({"auto": True} if default.is_automatic else {}),
            before=before,
            after=default,
        )
