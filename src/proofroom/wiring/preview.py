"""What a call that waits would change now, for whoever is asked about it."""

from dataclasses import replace

from proofroom.access import Principal
from proofroom.house import House
from proofroom.reviews import Approval, CallPreview, HunkView
from proofroom.runtime.call_context import ahead_of
from proofroom.runtime.types import NO_AGENT, Asker, FindAuthority, TurnInput


class Previews:
    """Looks ahead on behalf of the person who is asked, who sees no more content than they may."""

    def __init__(self, house: House, find_authority: FindAuthority) -> None:
        self._previews = [preview for room in house.rooms for preview in room.previews]
        self._find_authority, self._runs = find_authority, house.engine.runs

    async def look(self, viewer: Principal, approval: Approval) -> CallPreview | None:
        """Return what a call would change now; None where there is nothing to compare with."""
        if approval.project_id is None or approval.is_gate:
            return None
        run = await self._runs.get(approval.run_id, approval.workspace_id)
        given = TurnInput.from_dict(run.input)
        asker = Asker(run.workspace_id, run.person_id, given.api_key_id)
        authority = await self._find_authority(asker, run.project_id, NO_AGENT)
        # Looking twice shows the same: its time is when the call was asked for.
        stage = ahead_of(
            run,
            authority,
            approval.step,
            approval.tool_call_id,
            lambda: approval.created_at,
            agent=approval.agent,
            screen=given.screen,
        )
        for preview in self._previews:
            if not viewer.can(preview.permission, approval.project_id):
                continue
            found = await preview.look(stage, approval.tool_name, approval.final_input)
            if found is not None:
                return replace(found, hunks=[h for h in found.hunks if _may_see(viewer, approval, h)])
        return None


def _may_see(viewer: Principal, approval: Approval, hunk: HunkView) -> bool:
    limits = viewer.limits_in(approval.project_id)
    is_content = hunk.target.room == "content"
    if limits.models is not None and is_content and hunk.target.area not in limits.models:
        return False
    return limits.locales is None or hunk.locale is None or hunk.locale in limits.locales
