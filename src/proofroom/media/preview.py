"""What a call would change about an asset, before it runs: shown beside it when a person is asked."""

from typing import Any

from proofroom.kernel.tool import ToolContext
from proofroom.media.library import Library
from proofroom.media.tools import AssetInput, UpdateMediaInput, words_of
from proofroom.media.types import Asset
from proofroom.reviews import CallPreview, HunkTarget, HunkView
from proofroom.tools import check_arguments


class MediaPreviews:
    """Shows what calls of the media tools would change about what is there."""

    def __init__(self, library: Library) -> None:
        self._library = library

    async def of_call(
        self, context: ToolContext, tool_name: str, given: dict[str, Any]
    ) -> CallPreview | None:
        """Return what a call would change now; None for tools that change no asset."""
        if context.project_id is None or tool_name not in ("update_media", "delete_media"):
            return None
        is_gone = tool_name == "delete_media"
        asked = check_arguments(tool_name, AssetInput if is_gone else UpdateMediaInput, given)
        asset = await self._library.get(context.workspace_id, context.project_id, asked.asset_id)
        if is_gone:
            return CallPreview("discard", [_hunk(asset, (), words_of(asset), None)])
        wanted = asked.model_dump(mode="json", by_alias=True, exclude_unset=True)
        return CallPreview("write", _changes(asset, wanted))


def _changes(asset: Asset, wanted: dict[str, Any]) -> list[HunkView]:
    return [
        _hunk(asset, (name,), old, wanted[name])
        for name, old in words_of(asset).items()
        if name in wanted and wanted[name] != old
    ]


def _hunk(asset: Asset, path: tuple[str, ...], old: Any, new: Any) -> HunkView:
    return HunkView(
        id=":".join((asset.id, *path)),
        target=HunkTarget("media", "asset", asset.id, path=path),
        title=asset.filename,
        op="remove" if not path else "change",
        old=old,
        new=new,
    )
