"""Taking back a whole turn: its changes to content on a branch, and its changes to media beside them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from proofroom.access import Principal
from proofroom.access.actors import Doer
from proofroom.durable import Engine, Run, RunFilter
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.strings import say
from proofroom.media import Library
from proofroom.media.undo import MediaCall, MediaUndo, MediaUndone, read_call
from proofroom.repository import Repositories, TurnEnd
from proofroom.repository.undo import take_back
from proofroom.reviews import Proposals

_NEEDED = {
    "upload_media": "media.team.delete",
    "generateImage": "media.team.delete",
    "update_media": "media.team.update",
    "delete_media": "media.team.create",
}


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What undoing did: to content as the end of a turn tells it, and to how many assets."""

    state: Literal["nothing", "merged", "waiting", "conflicts"]
    branch: str | None
    commit: str | None
    hunks: int
    media: int
    media_left: tuple[str, ...]
    """Files that an entry still shows, or that were described anew since."""


class Undo:
    """Takes runs back."""

    def __init__(
        self, engine: Engine, repositories: Repositories, proposals: Proposals, library: Library
    ) -> None:
        self._engine, self._repositories, self._proposals, self._library = (
            engine,
            repositories,
            proposals,
            library,
        )

    async def run(self, principal: Principal, run: Run, now: datetime) -> TakenBack:
        """Take a turn back as one step: merged at once where that is allowed, else a proposal."""
        if run.project_id is None:
            raise InvalidInput(say("runs.changed_nothing"))
        principal.require("content.write", run.project_id)
        calls = await self._media_calls(run)
        for tool in sorted({call.tool for call in calls}):
            principal.require(_NEEDED[tool], run.project_id)
        try:
            end = await take_back(self._repositories, self._proposals, principal, run, now)
        except NotFound:
            if not calls:
                raise
            end = TurnEnd("nothing")
        media = MediaUndone()
        if calls:
            place, by = (run.workspace_id, run.project_id), Doer(principal, run.id)
            media = await MediaUndo(self._library, *place, now, by).take_back(calls)
        return TakenBack(end.state, end.branch, end.commit, end.hunks, media.assets, media.left)

    async def _media_calls(self, run: Run) -> list[MediaCall]:
        """Return the calls of a run, and of those it started, that changed media, in their order."""
        family, waiting = [run], [run]
        while waiting:
            which = RunFilter(parent_id=waiting.pop().id)
            started = await self._engine.runs.list(run.workspace_id, which, limit=200)
            family += started
            waiting += started
        steps = [step for one in family for step in await self._engine.runs.steps(one.id, run.workspace_id)]
        steps.sort(key=lambda step: (step.started_at, step.run_id, step.number))
        found = (read_call(step.name, step.result) for step in steps if step.kind == "tool")
        return [call for call in found if call is not None]
