"""Runs that wait, and what they may wait for. Whoever is ready goes on, once.

A run rests while something it waits for is open; nothing is kept in memory. What that can be is not known
here: rooms add their waits. Every end of a wait asks here, and so does the run itself right after it has come
to rest, so that an answer in between is not missed. After a crash `tidy` asks for everybody.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from proofroom.durable import Engine, Run, RunFilter
from proofroom.kernel.errors import InvalidStatus
from proofroom.kernel.ids import RunId, WorkspaceId

log = logging.getLogger(__name__)

RESTING = ("awaiting_tool", "waiting_human")

WakeRun = Callable[[RunId, WorkspaceId], Awaitable[None]]
"""Lets a run go on if nothing it waits for is open any more."""


class Wait(Protocol):
    """One kind of thing that runs may rest on: approvals, budgets, or what a room adds."""

    async def is_waiting(self, run_id: RunId, workspace_id: WorkspaceId) -> bool:
        """Tell whether a run still waits for an answer."""
        ...

    async def withdraw(self, run_id: RunId, workspace_id: WorkspaceId) -> None:
        """Take back what a run asked for, because the run was stopped."""
        ...

    def on_decided(self, wake: WakeRun, /) -> None:
        """Hear whom to tell when a run has its answer."""
        ...


class Waiting:
    """Wakes runs whose wait is over, and stops whole families of runs."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waits: list[Wait] = []

    def add(self, *waits: Wait) -> None:
        """Let runs rest on something more."""
        for wait in waits:
            wait.on_decided(self.wake)
            self._waits.append(wait)

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
        for wait in self._waits:
            await wait.withdraw(run.id, run.workspace_id)
        for child in await self._children(run):
            await self.stop(child)
        if run.parent_id is not None:
            await self.wake(run.parent_id, run.workspace_id)
        return was_moving

    async def _is_ready(self, run: Run) -> bool:
        for wait in self._waits:
            if await wait.is_waiting(run.id, run.workspace_id):
                return False
        return all(child.has_ended for child in await self._children(run))

    async def _children(self, run: Run) -> list[Run]:
        return await self._engine.runs.list(run.workspace_id, RunFilter(parent_id=run.id), limit=200)
