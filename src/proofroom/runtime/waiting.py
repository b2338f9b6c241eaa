"""Runs that wait: for a person's word, a budget, or a run they started. Whoever is ready goes on, once.

A run rests while something it waits for is open; nothing is kept in memory. Every end of a wait asks here,
and so does the run itself right after it has come to rest, so that an answer in between is not missed. After
a crash `tidy` asks for everybody.
"""

import logging

from proofroom.durable import Engine, Run, RunFilter
from proofroom.kernel.errors import InvalidStatus
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.reviews import Approvals, Stops

log = logging.getLogger(__name__)

RESTING = ("awaiting_tool", "waiting_human")


class Waiting:
    """Wakes runs whose wait is over, and stops whole families of runs."""

    def __init__(self, engine: Engine, approvals: Approvals, stops: Stops) -> None:
        self._engine, self._approvals, self._stops = engine, approvals, stops

    async def wake(self, run_id: RunId, workspace_id: WorkspaceId) -> None:
        """Let a run go on if it rests and nothing it waits for is open. Asking often is harmless."""
        run = await self._engine.runs.find(run_id, workspace_id)
        if run is None or run.status not in RESTING or not await self._is_ready(run):
            return
        try:
            # The number of its last event is the same for everybody who finds it at this rest.
            await self._engine.resume(run.id, workspace_id, f"rest:{run.last_number}")
        except InvalidStatus:
            log.info("run %s was woken or stopped by somebody else", run_id)

    async def after(self, run: Run, *, has_ended: bool) -> None:
        """Look at what a run's end, or its rest, means for others and for itself."""
        if not has_ended:
            await self.wake(run.id, run.workspace_id)
        elif run.parent_id is not None:
            await self.wake(run.parent_id, run.workspace_id)

    async def tidy(self) -> None:
        """Wake whoever is ready in every workspace: the studio may have stopped before somebody was told."""
        for run in await self._engine.runs.resting():
            await self.wake(run.id, run.workspace_id)

    async def stop(self, run: Run) -> bool:
        """Stop a run and all it started; what they asked for is withdrawn. False if it had ended."""
        was_moving = await self._engine.stop(run.id, run.workspace_id)
        await self._approvals.withdraw(run.id, run.workspace_id)
        await self._stops.withdraw(run.id, run.workspace_id)
        for child in await self._engine.runs.list(run.workspace_id, RunFilter(parent_id=run.id), limit=200):
            await self.stop(child)
        if run.parent_id is not None:
            await self.wake(run.parent_id, run.workspace_id)
        return was_moving

    async def _is_ready(self, run: Run) -> bool:
        for asked in (self._approvals, self._stops):
            if await asked.is_waiting(run.id, run.workspace_id):
                return False
        children = await self._engine.runs.list(run.workspace_id, RunFilter(parent_id=run.id), limit=200)
        return all(child.has_ended for child in children)
