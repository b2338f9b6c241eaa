"""The group `publishing`: a record sent to a place outside, after a person's word."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from proofroom.access.actors import principal_of
from proofroom.entities.publications import Publication, Publications, PublishRequest
from proofroom.entities.tools.shapes import CHANGED, Given
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec

GROUP = "publishing"


class ListDestinationsInput(Given):
    """Input of `listDestinations`."""


class PublishContentInput(Given):
    """Input of `publishContent`."""

    connection: str = Field(min_length=1, max_length=200, description="Id or name of a destination.")
    entity_id: str
    status: Literal["draft", "publish", "schedule"] = "draft"
    publish_at: datetime | None = Field(None, description="With a time zone; for schedule.")
    overrides: dict[str, Any] = Field(
        default_factory=dict[str, Any], description="Other words for title, body, excerpt or slug."
    )


def told_publication(made: Publication) -> dict[str, Any]:
    """Return a publication as tools tell it."""
    return {
        "id": made.id,
        "entityId": made.entity_id,
        "destination": made.destination,
        "status": made.status,
        "externalId": made.external_id,
        "url": made.url,
        "version": made.version,
    }


def publishing_tools(publications: Publications) -> list[ToolSpec]:
    """Return the tools."""

    async def listed(where: ToolContext, _given: ListDestinationsInput) -> ToolOutput:
        found = await publications.destinations(where.workspace_id)
        data = [
            {"id": one.id, "name": one.name, "provider": one.provider, "status": one.status} for one in found
        ]
        return ToolOutput(ok=True, data=data, summary=say("did.entities.destinations", count=len(data)))

    async def publish(where: ToolContext, given: PublishContentInput) -> ToolOutput:
        wanted = PublishRequest(
            given.entity_id, given.connection, given.status, given.publish_at, given.overrides
        )
        made, is_new = await publications.publish(
            where.workspace_id, wanted, principal_of(where), where.new_id()
        )
        said = "did.entities.published" if is_new else "did.entities.published_before"
        summary = say(said, place=made.destination)
        data = {**told_publication(made), "isNew": is_new}
        return ToolOutput(ok=True, data=data, affected=CHANGED, summary=summary)

    return [
        ToolSpec(
            "listDestinations",
            "List the places outside that records can be published to.",
            ListDestinationsInput,
            listed,
            GROUP,
            "read",
            "entities.team.publish",
        ),
        ToolSpec(
            "publishContent",
            "Publish a record to a place outside: as a draft, at once, or at a time.",
            PublishContentInput,
            publish,
            GROUP,
            "external",
            "entities.team.publish",
            default_affects=CHANGED,
            policy="always_ask",
            on_crash="ask",
        ),
    ]
