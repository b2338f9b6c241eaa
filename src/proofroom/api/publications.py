"""Records published to places outside: the places, what was published, and publishing by hand."""

from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Done, In, Moment, Out, fields_of
from proofroom.connections import StoredConnection
from proofroom.entities.publications import Publication, Publications, PublishRequest
from proofroom.kernel.ids import new_id

router = APIRouter(tags=["entities"])


class RecordDestination(Out):
    """A place that records can be published to."""

    id: str
    name: str
    provider: str
    url: str
    status: str


class NewDestination(In):
    """A place to keep; WordPress takes a user name and an application password, a webhook a secret."""

    provider: Literal["webhook", "wordpress"]
    name: str = Field("", max_length=80)
    url: str = Field(max_length=2_000)
    secret: str = Field("", max_length=500)
    username: str = Field("", max_length=200)
    password: str = Field("", max_length=500)


class RecordPublication(fields_of(Publication, without=("workspace_id", "key"))):
    """A record as it was published."""

    is_new: bool = False


class SentRecord(RecordPublication):
    """A record as it was published, with its title now."""

    title: str


class RecordPublish(In):
    """Where to publish, and how."""

    connection: str = Field(max_length=200)
    status: Literal["draft", "publish", "schedule"] = "draft"
    publish_at: Moment | None = None
    overrides: dict[str, Any] = Field(default_factory=dict[str, Any])


@router.get("/publish-destinations")
async def list_destinations(
    studio: StudioDep, principal: Principal = requires("entities.team.read")
) -> list[RecordDestination]:
    """List the places outside that records can be published to."""
    found = await studio.get(Publications).destinations(principal.workspace_id)
    return [_destination(one) for one in found]


@router.post("/publish-destinations", status_code=201)
async def add_destination(
    body: NewDestination, studio: StudioDep, principal: Principal = requires("connections.team.create")
) -> RecordDestination:
    """Keep a place outside that records can be published to."""
    credentials: dict[str, Any] = {"token": body.secret}
    if body.username:
        credentials["basicAuth"] = {"username": body.username, "password": body.password}
    made = await studio.get(Publications).add_destination(
        principal, body.provider, body.name, body.url, credentials
    )
    return _destination(made)


@router.delete("/publish-destinations/{connection_id}", status_code=204)
async def remove_destination(
    connection_id: str, studio: StudioDep, principal: Principal = requires("connections.team.delete")
) -> None:
    """Forget a place outside."""
    await studio.get(Publications).remove_destination(principal, connection_id)


@router.post("/publish-destinations/{connection_id}/test")
async def try_destination(
    connection_id: str, studio: StudioDep, principal: Principal = requires("connections.team.run")
) -> Done:
    """Ask a place whether it would take a record; nothing is published there."""
    await studio.get(Publications).test(principal, connection_id)
    return Done()


@router.get("/publish-destinations/{connection_id}/publications")
async def list_sent(
    connection_id: str, studio: StudioDep, principal: Principal = requires("entities.team.read")
) -> list[SentRecord]:
    """List what was published to a place, newest first."""
    found = await studio.get(Publications).sent_to(principal.workspace_id, connection_id)
    return [SentRecord.model_validate(one) for one in found]


@router.get("/entities/{entity_id}/publications")
async def list_publications(
    entity_id: str, studio: StudioDep, principal: Principal = requires("entities.team.read")
) -> list[RecordPublication]:
    """List where and when a record was published."""
    found = await studio.get(Publications).of(principal.workspace_id, entity_id)
    return [RecordPublication.model_validate(one, from_attributes=True) for one in found]


@router.post("/entities/{entity_id}/publish")
async def publish_entity(
    entity_id: str,
    body: RecordPublish,
    studio: StudioDep,
    principal: Principal = requires("entities.team.publish"),
) -> RecordPublication:
    """Publish a record to a place outside; the same words are sent once."""
    wanted = PublishRequest(entity_id, body.connection, body.status, body.publish_at, body.overrides)
    made, is_new = await studio.get(Publications).publish(principal.workspace_id, wanted, principal, new_id())
    shown = RecordPublication.model_validate(made, from_attributes=True)
    return shown.model_copy(update={"is_new": is_new})


def _destination(one: StoredConnection) -> RecordDestination:
    return RecordDestination(id=one.id, name=one.name, provider=one.provider, url=one.url, status=one.status)
