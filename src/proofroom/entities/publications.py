"""Publishing records to places outside, once for the same words; what was published stays on record."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.connections import Connections, NewConnection, StoredConnection
from proofroom.entities.destinations import (
    Outgoing,
    Publishable,
    PublishStatus,
    Receipt,
    check_answer,
    check_destination,
    key_of,
    piece_of,
    probe_to,
    receipt_from,
    request_to,
)
from proofroom.entities.repo import publications as repo
from proofroom.entities.repo import records, types
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.kernel.ids import ConnectionId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.net import Response, Transport
from proofroom.store import Database

KIND = "publish"
SEND_S = 30.0


@dataclass(frozen=True, slots=True)
class Publication:
    """A record as it was published to a destination."""

    id: str
    workspace_id: WorkspaceId
    entity_id: str
    connection_id: str
    destination: str
    """The destination's name then."""
    key: str
    version: int
    status: str
    external_id: str
    url: str
    created_by: str
    created_at: datetime
    run_id: RunId | None = None


@dataclass(frozen=True, slots=True)
class PublishRequest:
    """What to publish where."""

    entity_id: str
    destination: str
    """Id or name of a destination."""
    status: PublishStatus = "draft"
    publish_at: datetime | None = None
    overrides: Mapping[str, Any] | None = None


class Publications:
    """The publications and destinations of all workspaces."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        audit: Audit,
        connections: Connections,
        transport: Transport,
    ) -> None:
        self._database, self._clock, self._audit = database, clock, audit
        self._connections, self._transport = connections, transport

    # --- destinations

    async def destinations(self, workspace_id: WorkspaceId) -> list[StoredConnection]:
        """Return where records can be published."""
        return await self._connections.list(workspace_id, KIND)

    async def add_destination(
        self, by: Principal, provider: str, name: str, url: str, credentials: Mapping[str, Any]
    ) -> StoredConnection:
        """Keep a destination; its secrets are sealed."""
        check_destination(provider, url, credentials)
        kept = {key: value for key, value in credentials.items() if value}
        saved = await self._connections.create(by, NewConnection(KIND, provider, name, url, kept))
        return saved.connection

    async def remove_destination(self, by: Principal, connection_id: str) -> None:
        """Forget a destination."""
        await self._connections.remove(by, (await self._place(by.workspace_id, connection_id)).id)

    async def _place(self, workspace_id: WorkspaceId, connection_id: str) -> StoredConnection:
        found = await self._connections.get(workspace_id, ConnectionId(connection_id))
        if found.kind != KIND:
            raise NotFound(say("publications.none", name=connection_id[:80]))
        return found

    async def destination(self, workspace_id: WorkspaceId, named: str) -> StoredConnection:
        """Return a destination by id or name; a name that several have is refused with their ids."""
        found = await self.destinations(workspace_id)
        by_name = [one for one in found if one.name.casefold() == named.strip().casefold()]
        fits = [one for one in found if one.id == named] or by_name
        if len(fits) > 1:
            ids = ", ".join(one.id for one in fits)
            raise Conflict(
                say("publications.several", name=named[:80], ids=ids), ids=[one.id for one in fits]
            )
        if not fits or fits[0].status == "inactive":
            known = ", ".join(one.name for one in found if one.status != "inactive")
            next_step = say("next.one_of_listed", known=known) if known else say("publications.connect")
            raise NotFound(say("publications.none", name=named[:80]), suggestion=next_step)
        return fits[0]

    # --- publishing

    async def of(self, workspace_id: WorkspaceId, entity_id: str) -> list[Publication]:
        """Return where and when a record was published, newest first."""
        async with self._database.reading() as connection:
            await records.get(connection, workspace_id, entity_id)
            return [Publication(**row) for row in await repo.of_entity(connection, workspace_id, entity_id)]

    async def sent_to(self, workspace_id: WorkspaceId, connection_id: str) -> list[dict[str, Any]]:
        """Return what was published to a destination, newest first, each with its record's title."""
        place = await self._place(workspace_id, connection_id)
        async with self._database.reading() as connection:
            return await repo.to_place(connection, workspace_id, place.id)

    async def test(self, by: Principal, connection_id: str) -> None:
        """Ask a destination whether it would take a piece; nothing is published."""
        place = await self._place(by.workspace_id, connection_id)
        credentials = self._connections.open(place).credentials
        answer = await self._request(
            probe_to(place.provider, place.url, credentials, new_id(), self._clock.now())
        )
        async with self._database.transaction() as connection:
            await self._audit.record(
                connection, by, "connection.tested", ("connection", place.id, place.name), after=answer.status
            )
        check_answer(answer.status, answer.body)

    async def publish(
        self, workspace_id: WorkspaceId, wanted: PublishRequest, by: Principal, publication_id: str
    ) -> tuple[Publication, bool]:
        """Publish a record; what was published before in the same words is returned, and not sent again."""
        _check_time(wanted, self._clock.now())
        place = await self.destination(workspace_id, wanted.destination)
        async with self._database.reading() as connection:
            entity = await records.get(connection, workspace_id, wanted.entity_id)
            kind = await types.get(connection, workspace_id, entity.type_id)
            piece = piece_of(kind, entity, wanted.status, wanted.publish_at, wanted.overrides or {})
            key = key_of(place.id, piece)
            earlier = await repo.of_entity(connection, workspace_id, entity.id, place.id)
        if known := next((one for one in earlier if one["key"] == key), None):
            return Publication(**known), False
        post = str(earlier[0]["external_id"]) if earlier else ""
        receipt = await self.send(place, piece, key, post)
        made = Publication(
            publication_id,
            workspace_id,
            entity.id,
            place.id,
            place.name,
            key,
            entity.version,
            receipt.status,
            receipt.external_id,
            receipt.url,
            by.name[:200],
            self._clock.now(),
            by.run_id,
        )
        async with self._database.transaction() as connection:
            await repo.add(connection, made)
            await self._audit.record(
                connection, by, "entity.publish", ("entity", entity.id, entity.title), after=made
            )
        return made, True

    async def send(self, place: StoredConnection, piece: Publishable, key: str, post: str) -> Receipt:
        """Send a piece to a destination; `post` is what an earlier one became there."""
        credentials = self._connections.open(place).credentials
        now = self._clock.now()
        sent = request_to(place.provider, place.url, credentials, piece, key, now, post)
        answer = await self._request(sent)
        await self._connections.touch(place)
        return receipt_from(place.provider, answer.status, answer.body, piece, key)

    async def _request(self, sent: Outgoing) -> Response:
        return await self._transport.request(
            sent.method,
            sent.url,
            tier="connection",
            headers=dict(sent.headers),
            body=sent.body,
            timeout_s=SEND_S,
            follow_redirects=False,
        )


def _check_time(wanted: PublishRequest, now: datetime) -> None:
    at = wanted.publish_at
    if wanted.status == "schedule" and (at is None or at.tzinfo is None or at <= now):
        raise InvalidInput(say("publications.when"), field="publishAt")
