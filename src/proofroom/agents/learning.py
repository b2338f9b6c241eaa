"""How what agents learnt is taken back, and how corrections of older studios become memories."""

from typing import Any, cast

from proofroom.access import Access
from proofroom.access.actors import studio_actor
from proofroom.agents.memory import Memories
from proofroom.kernel.ids import WorkspaceId
from proofroom.reviews.undo import RoomUndone, UndoRequest

_OLD = "agent_corrections"


class MemoryUndo:
    """How memories are taken back with the run that wrote them."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    async def check(self, request: UndoRequest) -> bool:
        """Tell whether the run wrote something down; refuse whoever may not change memories."""
        runs = sorted({call.run_id for call in request.calls})
        if not await self._memories.written_by(request.run.workspace_id, runs):
            return False
        request.by.require("context.team.update")
        return True

    async def take_back(self, request: UndoRequest) -> RoomUndone:
        """Disable what the run wrote down."""
        runs = sorted({call.run_id for call in request.calls})
        by = request.by.in_run(request.run.id)
        gone = await self._memories.take_back(request.run.workspace_id, runs, by)
        return RoomUndone("agents", len(gone))


async def move_corrections(workspace_id: WorkspaceId, access: Access, memories: Memories) -> None:
    """Move corrections that an older studio kept as a setting to the memories, once."""
    setting = await access.workspaces.find_setting(workspace_id, _OLD)
    rows = cast("list[dict[str, Any]]", setting.value) if setting else []
    if not rows:
        return
    operator = await access.principals.for_operator(workspace_id)
    for row in reversed(rows):
        kind = "lesson" if row.get("kind") == "lesson" else "correction"
        await memories.remember(workspace_id, kind, str(row["text"]), studio_actor(workspace_id))
    await access.workspaces.put_setting(operator, _OLD, [])
