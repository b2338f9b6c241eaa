"""Pictures worked on by agents: resized, cropped, converted, compressed; each becomes an asset of its own.

The picture that was there stays as it is, so that nothing that shows it changes.
"""

from typing import Annotated, Final, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from proofroom.access.actors import principal_of
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.media.library import Library
from proofroom.media.prepare import process_picture
from proofroom.media.sniff import PICTURES
from proofroom.media.tools import CHANGED, UPLOAD_S, WRITES, brief, is_program, project_of
from proofroom.media.types import USUALLY_WRITTEN, PictureFormat, Upload
from proofroom.safety import in_sandbox

GROUP: Final = "media"
Format = Literal["webp", "jpeg", "png", "avif"]


class ResizeInput(BaseModel):
    """Make it fit into a width and a height; it never grows."""

    op: Literal["resize"]
    width: int = Field(ge=1, le=4_096)
    height: int | None = Field(None, ge=1, le=4_096)


class CropInput(BaseModel):
    """Keep a part, in pixels from the top left."""

    op: Literal["crop"]
    x: int = Field(0, ge=0)
    y: int = Field(0, ge=0)
    width: int = Field(ge=1, le=16_384)
    height: int = Field(ge=1, le=16_384)


class ConvertInput(BaseModel):
    """Write it in another format."""

    op: Literal["convert"]
    format: Format


class CompressInput(BaseModel):
    """Write it in fewer bytes; a lower quality is smaller."""

    op: Literal["compress"]
    quality: int = Field(70, ge=1, le=100)


Operation = Annotated[ResizeInput | CropInput | ConvertInput | CompressInput, Field(discriminator="op")]


class ProcessImageInput(BaseModel):
    """Input of `processImage`."""

    model_config = ConfigDict(populate_by_name=True)

    asset_id: str = Field(
        alias="assetId",
        validation_alias=AliasChoices("assetId", "documentId"),
        description="Id of the picture in the media library.",
    )
    operations: list[Operation] = Field(min_length=1, max_length=10, description="In this order.")


def written_by(operations: list[Operation]) -> PictureFormat:
    """Return how the result is written: the last word on format and on quality counts."""
    format, quality = USUALLY_WRITTEN.format, USUALLY_WRITTEN.quality
    for one in operations:
        if isinstance(one, ConvertInput):
            format = one.format
        elif isinstance(one, CompressInput):
            quality = one.quality
    return PictureFormat(format, quality)


def process_tools(library: Library) -> list[ToolSpec]:
    """Return the tools, bound to the library."""

    async def process_image(context: ToolContext, given: ProcessImageInput) -> ToolOutput:
        project_id = project_of(context)
        asset = await library.get(context.workspace_id, project_id, given.asset_id)
        if asset.format not in PICTURES:
            raise InvalidInput(say("media.no_picture", file=asset.filename))
        file = await library.file(context.workspace_id, project_id, asset.path)
        data = await library.blobs.get(file.digest)
        steps = [one.model_dump() for one in given.operations]
        made = await in_sandbox(process_picture, data, asset.format, steps)
        written = written_by(given.operations)
        stem = asset.filename.rpartition(".")[0] or asset.filename
        upload = Upload(
            data=made,
            filename=f"{stem}-{given.operations[-1].op}.{written.format}",
            source="agent",
            by=context.actor.email or context.actor.name or context.agent,
            alt=asset.alt,
            tags=asset.tags,
            preset=asset.preset,
            written=written,
            is_outside=asset.is_outside or is_program(context),
        )
        added = await library.add(
            context.workspace_id, project_id, upload, context.new_id(), context.now(), principal_of(context)
        )
        data_shown = {"from": asset.id, **brief(added.asset), "isNew": added.is_new}
        said = say("did.media.processed", file=added.asset.filename)
        return ToolOutput(ok=True, data=data_shown, affected=CHANGED, summary=said)

    return [
        ToolSpec(
            name="processImage",
            description="Resize, crop, convert or compress a picture of the media library; "
            "the result is a new asset.",
            input_model=ProcessImageInput,
            handler=process_image,
            group=GROUP,
            effect="write",
            permission="media.team.create",
            phases=WRITES,
            default_affects=CHANGED,
            timeout_s=UPLOAD_S,
        ),
    ]
