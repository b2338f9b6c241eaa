"""Taking back what a run did to media: what it added goes, what it deleted returns, words are as before.

Media are changed at once and have no branch, so the run's own record says what to do. What an entry still
shows, or somebody has described anew since, is left and named.
"""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any, Final, cast

from proofroom.access import Principal
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, NotFound
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.media.library import Library
from proofroom.media.tools import words_of
from proofroom.media.types import Asset, AssetChanges, FocalPoint
from proofroom.reviews.undo import RoomUndone, UndoRequest

Json = dict[str, Any]
ADDS: Final = ("upload_media", "generateImage", "processImage")
NEEDED: Final = {
    "upload_media": "media.team.delete",
    "generateImage": "media.team.delete",
    "processImage": "media.team.delete",
    "update_media": "media.team.update",
    "delete_media": "media.team.create",
}
"""What somebody must be allowed to, to take back a call of each tool."""


@dataclass(frozen=True, slots=True)
class MediaCall:
    """A call that changed media, and what it answered."""

    tool: str
    data: Json


@dataclass(frozen=True, slots=True)
class MediaUndone:
    """How many assets are as they were before, and which had to be left, by file name."""

    assets: int = 0
    left: tuple[str, ...] = ()


class MediaRunUndo:
    """How media takes a run back."""

    def __init__(self, library: Library) -> None:
        self._library = library

    async def check(self, request: UndoRequest) -> bool:
        """Tell whether the run changed media; refuse whoever may not take each of its calls back."""
        calls = _media_calls(request)
        for tool in sorted({call.tool for call in calls}):
            request.by.require(NEEDED[tool], request.run.project_id)
        return bool(calls)

    async def take_back(self, request: UndoRequest) -> RoomUndone:
        """Take back what the run did to assets, and name those that had to be left."""
        run = request.run
        assert run.project_id is not None
        place, by = (run.workspace_id, run.project_id), request.by.in_run(run.id)
        undone = await MediaUndo(self._library, *place, request.at, by).take_back(_media_calls(request))
        return RoomUndone("media", undone.assets, undone.left)


def _media_calls(request: UndoRequest) -> list[MediaCall]:
    found = (read_call(step.name, step.result) for step in request.calls)
    return [call for call in found if call is not None] if request.run.project_id else []


class MediaUndo:
    """Takes calls back, the last one first."""

    def __init__(
        self,
        library: Library,
        workspace_id: WorkspaceId,
        project_id: ProjectId,
        now: datetime,
        by: Principal,
    ) -> None:
        self._library, self._place, self._now = library, (workspace_id, project_id), now
        self._by = by
        self._done: set[str] = set()
        self._left: dict[str, None] = {}

    async def take_back(self, calls: Iterable[MediaCall]) -> MediaUndone:
        """Take back calls that are given in the order in which they were made."""
        for call in reversed(list(calls)):
            if call.tool in ADDS:
                for added in _added(call.data):
                    await self._take_out(added)
            elif call.tool == "delete_media":
                await self._bring_back(str(call.data["id"]))
            else:
                await self._describe(call.data)
        return MediaUndone(len(self._done), tuple(self._left))

    async def _take_out(self, added: Json) -> None:
        asset = await self._find(str(added["id"]))
        if asset is None:
            return
        try:
            await self._library.delete(asset, self._now, self._by)
        except Conflict:
            self._left[asset.filename] = None
        else:
            self._done.add(asset.id)

    async def _bring_back(self, asset_id: str) -> None:
        with suppress(NotFound):  # it is there again already, or forgotten for good
            self._done.add((await self._library.restore(*self._place, asset_id, self._by)).id)

    async def _describe(self, data: Json) -> None:
        asset, before = await self._find(str(data["id"])), data.get("before")
        if asset is None or before is None:
            return
        if words_of(asset) != {name: data[name] for name in before}:
            self._left[asset.filename] = None
            return
        focus = before["focalPoint"]
        changes = AssetChanges(
            alt=before["alt"],
            tags=tuple(before["tags"]),
            focal_point=FocalPoint(focus["x"], focus["y"]) if focus else None,
        )
        self._done.add((await self._library.change(asset, changes, self._now, self._by)).id)

    async def _find(self, asset_id: str) -> Asset | None:
        try:
            return await self._library.get(*self._place, asset_id)
        except NotFound:
            return None


def read_call(tool: str, result: object) -> MediaCall | None:
    """Return a stored step as a call that changed media, or None if it did not."""
    stored = cast("Json", result) if isinstance(result, dict) else {}
    output: Json = stored.get("output") or stored
    data = output.get("data")
    if tool not in NEEDED or not output.get("ok") or not isinstance(data, dict):
        return None
    return MediaCall(tool, cast("Json", data))


def _added(data: Json) -> list[Json]:
    """Return the assets that a call made; bytes that were here already belong to somebody else."""
    made: list[Json] = data.get("assets", [data])
    return [one for one in made if one.get("isNew")]
