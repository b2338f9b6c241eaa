"""The media tools of agents, in the group of the content tools: search, look, upload, describe, delete.

Media are changed at once, without a branch: an asset that no entry names shows nowhere.
"""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from proofroom.access.actors import principal_of
from proofroom.house import Use
from proofroom.kernel.errors import MissingContext
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Handler, Phase, ToolContext, ToolOutput, ToolSpec
from proofroom.media.library import Library
from proofroom.media.types import Asset, AssetChanges, FocalPoint, Upload, Wanted

GROUP = "content"
_READS = "media.team.read"
RESOURCE = "media"
WRITES: frozenset[Phase] = frozenset({"active"})
CHANGED = Affected(resources=[RESOURCE])
UPLOAD_S = 120.0


class SearchMediaInput(BaseModel):
    """Input of `search_media`."""

    query: str = Field("", max_length=200, description="Words in the name, description or tags.")
    tags: list[str] = Field(default_factory=list[str], description="Tags that all must be there.")
    type: str = Field("", max_length=60, description="image, video, a format or a media type.")
    limit: int = Field(10, ge=1, le=20)


class UploadMediaInput(BaseModel):
    """Input of `upload_media`."""

    url: str = Field(max_length=4_000, description="Address of the file on the public web.")
    alt: str | None = Field(None, description="What the picture shows, for those who cannot see it.")
    tags: list[str] = Field(default_factory=list[str])
    variants: str = Field("", description="Preset: hero-image, avatar, gallery, icon or logo.")


class AssetInput(BaseModel):
    """Input of `get_media` and `delete_media`."""

    model_config = ConfigDict(populate_by_name=True)

    asset_id: str = Field(alias="assetId", description="Id of the asset.")


class FocalPointInput(BaseModel):
    """A place in a picture."""

    x: float = Field(ge=0, le=1)
    y: float = Field(ge=0, le=1)


class UpdateMediaInput(AssetInput):
    """Input of `update_media`."""

    alt: str | None = None
    tags: list[str] | None = None
    focal_point: FocalPointInput | None = Field(
        None,
        alias="focalPoint",
        description="What must stay visible when it is cropped, 0 to 1 from the top left.",
    )


def media_tools(library: Library) -> list[ToolSpec]:
    """Return the tools, bound to the library."""
    return [*_reading(library), *_writing(library)]


def _reading(library: Library) -> list[ToolSpec]:
    async def search_media(context: ToolContext, given: SearchMediaInput) -> ToolOutput:
        wanted = Wanted(given.query, tuple(given.tags), given.type, given.limit)
        page = await library.search(context.workspace_id, project_of(context), wanted)
        data, read = [brief(asset) for asset in page.assets], source_of(page.assets)
        return ToolOutput(ok=True, data=data, summary=say("did.media.found", count=page.total), outside=read)

    async def get_media(context: ToolContext, given: AssetInput) -> ToolOutput:
        asset = await library.get(context.workspace_id, project_of(context), given.asset_id)
        data = described(asset, await library.uses(asset))
        summary = say("did.looked_at", thing=asset.filename)
        return ToolOutput(ok=True, data=data, summary=summary, outside=source_of([asset]))

    return [
        media_tool(
            "search_media",
            "Search the media library by words, tags and type.",
            SearchMediaInput,
            search_media,
        ),
        media_tool(
            "get_media", "Return everything about one asset, and where it is used.", AssetInput, get_media
        ),
    ]


def _writing(library: Library) -> list[ToolSpec]:
    async def upload_media(context: ToolContext, given: UploadMediaInput) -> ToolOutput:
        by = context.actor.email or context.actor.name or context.agent
        source = "agent" if context.agent else "url"
        words = (given.alt, tuple(given.tags), given.variants)
        sent = Upload(b"", "", source, by, *words, is_outside=is_program(context))
        added = await library.fetch(
            context.workspace_id,
            project_of(context),
            given.url,
            sent,
            context.new_id(),
            context.now(),
            principal_of(context),
        )
        asset = added.asset
        data = {
            **{"id": asset.id, "path": asset.path, "filename": asset.filename},
            **{"dimensions": asset.dimensions, "variants": _paths(asset), "isNew": added.is_new},
        }
        said = f"Added {asset.filename}" if added.is_new else f"{asset.filename} was here already"
        return ToolOutput(ok=True, data=data, summary=said)

    async def update_media(context: ToolContext, given: UpdateMediaInput) -> ToolOutput:
        asset = await library.get(context.workspace_id, project_of(context), given.asset_id)
        changes = signed_by(context, _changes(given))
        after = await library.change(asset, changes, context.now(), principal_of(context))
        data = {**described(after, await library.uses(after)), "before": words_of(asset)}
        return ToolOutput(ok=True, data=data, summary=say("did.media.described", file=after.filename))

    async def delete_media(context: ToolContext, given: AssetInput) -> ToolOutput:
        asset = await library.get(context.workspace_id, project_of(context), given.asset_id)
        await library.delete(asset, context.now(), principal_of(context))
        data = {"deleted": True, "id": asset.id}
        return ToolOutput(ok=True, data=data, summary=say("did.media.deleted", file=asset.filename))

    return [
        media_tool(
            "upload_media",
            "Fetch a file from a public address into the media library.",
            UploadMediaInput,
            upload_media,
            "media.team.create",
        ),
        media_tool(
            "update_media",
            "Set an asset's description, tags or focal point.",
            UpdateMediaInput,
            update_media,
            "media.team.update",
        ),
        media_tool(
            "delete_media",
            "Delete an asset; a person can bring it back. Refused while entries use it.",
            AssetInput,
            delete_media,
            "media.team.delete",
        ),
    ]


def _changes(given: UpdateMediaInput) -> AssetChanges:
    changes = AssetChanges()
    if "alt" in given.model_fields_set:
        changes["alt"] = given.alt
    if given.tags is not None:
        changes["tags"] = tuple(given.tags)
    if "focal_point" in given.model_fields_set:
        focus = given.focal_point
        changes["focal_point"] = FocalPoint(focus.x, focus.y) if focus else None
    return changes


def media_tool(
    name: str,
    description: str,
    input_model: type[BaseModel],
    handler: Handler,
    permission: str = _READS,
    group: str = GROUP,
) -> ToolSpec:
    """Return a tool over the library; what it may do follows from the permission that it needs."""
    if permission == _READS:
        return ToolSpec(name, description, input_model, handler, group, permission=permission)
    return ToolSpec(
        name,
        description,
        input_model,
        handler,
        group,
        effect="write",
        permission=permission,
        phases=WRITES,
        default_affects=CHANGED,
        timeout_s=UPLOAD_S,
        destructive=permission.endswith(".delete"),
        keeps_words=True,
        fetches="url" if permission.endswith(".create") else None,
        # Repeated, an upload finds its own bytes, a change says the same, a deletion finds nothing.
        on_crash="rerun",
    )


def project_of(context: ToolContext) -> ProjectId:
    """Return the project a call is about."""
    if context.project_id is None:
        raise MissingContext(say("content.no_project_open"))
    return context.project_id


def brief(asset: Asset) -> dict[str, Any]:
    """Return an asset as a list shows it."""
    return {
        "id": asset.id,
        "filename": asset.filename,
        "path": asset.path,
        "alt": asset.alt,
        "tags": list(asset.tags),
        "dimensions": asset.dimensions,
        "format": asset.format,
        "blurhash": asset.blurhash,
        "variants": _paths(asset),
    }


def is_program(context: ToolContext) -> bool:
    """Tell whether what a call says of an asset is a stranger's word to agents."""
    return context.hand == "program"


def signed_by(context: ToolContext, changes: AssetChanges) -> AssetChanges:
    """Return a change with whose the words are after it: a person takes them over, an agent does not."""
    if context.hand != "agent" and not {"alt", "tags", "filename"}.isdisjoint(changes):
        changes["is_outside"] = is_program(context)
    return changes


def source_of(assets: Iterable[Asset]) -> str:
    """Return what a run has read a stranger's words in, when it is shown some assets; empty for none."""
    return RESOURCE if any(asset.is_outside for asset in assets) else ""


def words_of(asset: Asset) -> dict[str, Any]:
    """Return what people say about an asset, under its wire names."""
    focus = asset.focal_point
    return {
        "alt": asset.alt,
        "tags": list(asset.tags),
        "focalPoint": {"x": focus.x, "y": focus.y} if focus else None,
    }


def described(asset: Asset, uses: list[Use]) -> dict[str, Any]:
    """Return everything about an asset, under its wire names."""
    return {
        **words_of(asset),
        "id": asset.id,
        "projectId": asset.project_id,
        "filename": asset.filename,
        "contentType": asset.content_type,
        "size": asset.size,
        "width": asset.width,
        "height": asset.height,
        "format": asset.format,
        "blurhash": asset.blurhash,
        "variants": {
            name: {
                **{"path": one.path, "width": one.width, "height": one.height},
                **{"format": one.format, "size": one.size},
            }
            for name, one in asset.variants.items()
        },
        "uploadedBy": asset.uploaded_by,
        "source": asset.source,
        "originalPath": asset.path,
        "contentHash": asset.content_hash,
        "usedIn": [use.as_dict() for use in uses],
        "createdAt": asset.created_at.isoformat(),
        "updatedAt": asset.updated_at.isoformat(),
    }


def _paths(asset: Asset) -> dict[str, str]:
    return {name: variant.path for name, variant in asset.variants.items()}
