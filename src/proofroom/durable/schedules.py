"""Runs that start by the clock. DBOS keeps the schedules; a tick makes an ordinary run of one."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from proofroom.durable.types import NewRun, Schedule, ScheduledRun
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import RunId, WorkspaceId, derived_id
from proofroom.kernel.strings import say

if TYPE_CHECKING:
    from proofroom.durable.door import Door, StoredSchedule

Launch = Callable[[NewRun, str | None, str | None], Awaitable[object]]
"""Starts a run, or puts it on a queue under a deduplication key."""


class Schedules:
    """The schedules of all workspaces. Names are unique within a workspace."""

    def __init__(self, door: Callable[[], Awaitable["Door"]], launch: Launch, clock: Clock) -> None:
        self._door = door
        self._launch = launch
        self._clock = clock

    async def create(
        self,
        name: str,
        workspace_id: WorkspaceId,
        run: ScheduledRun,
        *,
        cron: str,
        zone: str = "UTC",
        queue: str | None = None,
        dedupe: str | None = None,
        catch_up: bool = False,
    ) -> Schedule:
        """Create a schedule, or replace the one with this name.

        With `dedupe`, a tick is skipped while the queue still holds a run with that key; `catch_up` makes up
        for ticks missed while no process was there.
        """
        schedule = Schedule(name, workspace_id, run, cron, zone, queue, dedupe, False, None, None)
        await (await self._door()).put_schedule(
            _full_name(workspace_id, name),
            cron=cron,
            zone=zone,
            context=_context_of(schedule),
            catch_up=catch_up,
        )
        return await self.get(name, workspace_id)

    async def list(self, workspace_id: WorkspaceId) -> "list[Schedule]":
        """Return the schedules of a workspace by name."""
        found = await (await self._door()).schedules(_full_name(workspace_id, ""))
        return sorted((_schedule_of(stored) for stored in found), key=lambda schedule: schedule.name)

    async def get(self, name: str, workspace_id: WorkspaceId) -> Schedule:
        """Return a schedule, or say that there is none."""
        full_name = _full_name(workspace_id, name)
        for stored in await (await self._door()).schedules(full_name):
            if stored.name == full_name:
                return _schedule_of(stored)
        raise NotFound(say("durable.no_schedule", name=repr(name)), schedule=name)

    async def pause(self, name: str, workspace_id: WorkspaceId) -> None:
        """Let a schedule rest."""
        await self.get(name, workspace_id)
        await (await self._door()).pause_schedule(_full_name(workspace_id, name))

    async def resume(self, name: str, workspace_id: WorkspaceId) -> None:
        """Let a schedule run again."""
        await self.get(name, workspace_id)
        await (await self._door()).resume_schedule(_full_name(workspace_id, name))

    async def trigger(self, name: str, workspace_id: WorkspaceId) -> RunId:
        """Run it once now, paused or not; return the run."""
        schedule = await self.get(name, workspace_id)
        return await self._fire(self._clock.now(), _context_of(schedule))

    async def delete(self, name: str, workspace_id: WorkspaceId) -> None:
        """Remove a schedule. Its runs stay."""
        await self.get(name, workspace_id)
        await (await self._door()).delete_schedule(_full_name(workspace_id, name))

    async def tick(self, at: datetime, context: dict[str, Any]) -> None:
        """Start the run of one tick. The same tick gives the same run."""
        await self._fire(at, context)

    async def _fire(self, at: datetime, context: dict[str, Any]) -> RunId:
        workspace_id = WorkspaceId(context["workspace_id"])
        full_name = _full_name(workspace_id, context["name"])
        run_id = RunId(derived_id(int(at.timestamp() * 1000), full_name, at.isoformat()))
        run = NewRun(id=run_id, workspace_id=workspace_id, **context["run"])
        await self._launch(run, context["queue"], context["dedupe"])
        return run_id


def _full_name(workspace_id: WorkspaceId, name: str) -> str:
    return f"{workspace_id}:{name}"


def _context_of(schedule: Schedule) -> dict[str, Any]:
    return {
        "workspace_id": schedule.workspace_id,
        "name": schedule.name,
        "queue": schedule.queue,
        "dedupe": schedule.dedupe,
        "run": asdict(schedule.run),
    }


def _schedule_of(stored: "StoredSchedule") -> Schedule:
    context = stored.context
    return Schedule(
        name=context["name"],
        workspace_id=context["workspace_id"],
        run=ScheduledRun(**context["run"]),
        cron=stored.cron,
        zone=stored.zone,
        queue=context["queue"],
        dedupe=context["dedupe"],
        is_paused=stored.is_paused,
        last_fired_at=stored.last_fired_at,
        next_at=stored.next_at,
    )
