"""The official Contentrain media tools under their own names, for MCP clients that know them."""

from functools import partial
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from proofroom.access.actors import principal_of
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.media.library import Library
from proofroom.media.tools import brief, described, is_program, media_tool, project_of, signed_by, source_of
from proofroom.media.types import AssetChanges, Upload, Wanted

GROUP = "contentrain"
_tool = partial(media_tool, group=GROUP)

Json = dict[str, Any]
Tags = list[str]


class _Input(BaseModel):
    model_config = ConfigDict(extra="ignore")


class MediaListInput(_Input):
    """Input of `contentrain_media_list`."""

    search: str = Field("", max_length=200, description="Words in the name, description or tags.")
    tag: str | None = Field(None, description="A tag that must be there.")
    limit: int = Field(20, ge=1, le=100)
    cursor: str | None = Field(None, description="Where the page before ended.")


class MediaGetInput(_Input):
    """Input of `contentrain_media_get`."""

    id: str = Field(description="Id of the asset.")


class MediaIngestInput(_Input):
    """Input of `contentrain_media_ingest`."""

    url: str = Field(max_length=4_000, description="Address of the file on the public web.")
    filename: str | None = Field(None, max_length=200)
    alt: str | None = Field(None, description="What the picture shows, for those who cannot see it.")
    tags: Tags = Field(default_factory=list[str], max_length=20)


class MediaUpdateInput(MediaGetInput):
    """Input of `contentrain_media_update`."""

    alt: str | None = None
    tags: Tags | None = Field(None, max_length=20)
    filename: str | None = Field(None, max_length=200)


class MediaDeleteInput(MediaGetInput):
    """Input of `contentrain_media_delete`."""

    confirm: Literal[True] = Field(description="Must be true to confirm deletion.")


class _Media:
    def __init__(self, library: Library) -> None:
        self._library = library

    async def list(self, context: ToolContext, given: MediaListInput) -> ToolOutput:
        wanted = Wanted(
            given.search, (given.tag,) if given.tag else (), limit=given.limit, before=given.cursor
        )
        page = await self._library.search(context.workspace_id, project_of(context), wanted)
        data: Json = {"assets": [brief(asset) for asset in page.assets], "total": page.total}
        if page.next is not None:
            data["cursor"] = page.next
        read = source_of(page.assets)
        return ToolOutput(ok=True, data=data, summary=f"Found {page.total} assets", outside=read)

    async def get(self, context: ToolContext, given: MediaGetInput) -> ToolOutput:
        asset = await self._library.get(context.workspace_id, project_of(context), given.id)
        data, read = described(asset, await self._library.uses(asset)), source_of([asset])
        return ToolOutput(ok=True, data=data, summary=f"Looked at {asset.filename}", outside=read)

    async def ingest(self, context: ToolContext, given: MediaIngestInput) -> ToolOutput:
        by = context.actor.email or context.actor.name
        words = (given.alt, tuple(given.tags), "")
        sent = Upload(b"", given.filename or "", "url", by, *words, is_outside=is_program(context))
        added = await self._library.fetch(
            context.workspace_id,
            project_of(context),
            given.url,
            sent,
            context.new_id(),
            context.now(),
            principal_of(context),
        )
        data = {**brief(added.asset), "is_new": added.is_new}
        return ToolOutput(ok=True, data=data, summary=f"Added {added.asset.filename}")

    async def update(self, context: ToolContext, given: MediaUpdateInput) -> ToolOutput:
        asset = await self._library.get(context.workspace_id, project_of(context), given.id)
        changes = AssetChanges()
        if "alt" in given.model_fields_set:
            changes["alt"] = given.alt
        if given.tags is not None:
            changes["tags"] = tuple(given.tags)
        if given.filename is not None:
            changes["filename"] = given.filename
        after = await self._library.change(
            asset, signed_by(context, changes), context.now(), principal_of(context)
        )
        data = described(after, await self._library.uses(after))
        return ToolOutput(ok=True, data=data, summary=f"Described {after.filename}")

    async def delete(self, context: ToolContext, given: MediaDeleteInput) -> ToolOutput:
        asset = await self._library.get(context.workspace_id, project_of(context), given.id)
        await self._library.delete(asset, context.now(), principal_of(context))
        data = {"status": "deleted", "id": asset.id}
        return ToolOutput(ok=True, data=data, summary=f"Deleted {asset.filename}")


def contentrain_media_tools(library: Library) -> list[ToolSpec]:
    """Return the official media tools."""
    media = _Media(library)
    return [
        _tool("contentrain_media_list", "List the media library, newest first.", MediaListInput, media.list),
        _tool(
            "contentrain_media_get",
            "Everything about one asset, and where it is used.",
            MediaGetInput,
            media.get,
        ),
        _tool(
            "contentrain_media_ingest",
            "Fetch a file from a public address into the library.",
            MediaIngestInput,
            media.ingest,
            "media.team.create",
        ),
        _tool(
            "contentrain_media_update",
            "Set an asset's description, tags or name.",
            MediaUpdateInput,
            media.update,
            "media.team.update",
        ),
        _tool(
            "contentrain_media_delete",
            "Delete an asset. Refused while entries use it.",
            MediaDeleteInput,
            media.delete,
            "media.team.delete",
        ),
    ]


def media_surface(tools: list[ToolSpec]) -> list[Json]:
    """Return the media tools among these as clients see them."""
    return [
        {
            "name": spec.name,
            "description": spec.description,
            "inputSchema": spec.input_schema,
            "annotations": {
                "title": f"{spec.name.rpartition('_')[2].capitalize()} Media",
                "readOnlyHint": spec.effect == "read",
                "destructiveHint": spec.destructive,
                "idempotentHint": spec.effect == "read" or spec.name.endswith("_update"),
                "openWorldHint": spec.name.endswith("_ingest"),
            },
        }
        for spec in tools
        if spec.name.startswith("contentrain_media_")
    ]
