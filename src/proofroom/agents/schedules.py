"""What agents are asked by the clock: a task, an agent, and when. Each time it is due, a run begins.

A run has the rights of whoever set its schedule last, as those rights are when it begins.
"""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.access.types import NO_LIMITS
from proofroom.agents.roster import Roster
from proofroom.durable import Engine, QueueRule, Schedule, ScheduledRun
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.kernel.ids import PersonId, ProjectId, RunId, new_id
from proofroom.kernel.strings import say
from proofroom.runtime import WORKFLOW
from proofroom.runtime.titles import first_words
from proofroom.runtime.types import TurnInput

QUEUE = QueueRule("schedules", per_process=2, poll_s=1.0)
"""One schedule has one run at a time: a tick that finds the last one unfinished is left out."""

PREFIX = "agent:"
CRON_FIELDS = 5


@dataclass(frozen=True, slots=True)
class NewSchedule:
    """What is asked of whom, in which project, and when: five fields of cron in an IANA time zone."""

    agent: str
    task: str
    cron: str
    zone: str = "UTC"
    project_id: ProjectId | None = None


@dataclass(frozen=True, slots=True)
class AgentSchedule:
    """A schedule as it stands. `next_at` is None while it rests."""

    id: str
    agent: str
    task: str
    cron: str
    zone: str
    project_id: ProjectId | None
    person_id: PersonId | None
    is_paused: bool
    last_at: datetime | None
    next_at: datetime | None


class AgentSchedules:
    """The schedules of all workspaces' agents."""

    def __init__(self, engine: Engine, roster: Roster, audit: Audit) -> None:
        self._engine, self._roster, self._audit = engine, roster, audit
        engine.queue(QUEUE)

    async def list(self, principal: Principal) -> list[AgentSchedule]:
        """Return the schedules that somebody may see: those that are due first, then those that rest."""
        stored = await self._engine.schedules.list(principal.workspace_id)
        found = [_shown(each) for each in stored if each.name.startswith(PREFIX)]
        return sorted((each for each in found if _sees(principal, each)), key=_rank)

    async def get(self, principal: Principal, schedule_id: str) -> AgentSchedule:
        """Return a schedule that somebody may see, or say that there is none."""
        found = _shown(await self._engine.schedules.get(PREFIX + schedule_id, principal.workspace_id))
        if not _sees(principal, found):
            raise NotFound(say("durable.no_schedule", name=repr(schedule_id)))
        return found

    async def create(self, principal: Principal, new: NewSchedule) -> AgentSchedule:
        """Make a schedule that runs with this person's rights."""
        made = await self._put(principal, new_id(), new)
        await self._note(principal, "schedule.create", None, made)
        return made

    async def change(
        self, principal: Principal, schedule_id: str, changes: Mapping[str, Any], *, is_paused: bool | None
    ) -> AgentSchedule:
        """Let a schedule rest or go on, or change it: then it runs with the rights of who changed it."""
        before = await self.get(principal, schedule_id)
        if changes:
            kept = {name: getattr(before, name) for name in NewSchedule.__dataclass_fields__}
            await self._put(principal, schedule_id, NewSchedule(**(kept | dict(changes))))
        if before.is_paused if is_paused is None else is_paused:
            await self._engine.schedules.pause(PREFIX + schedule_id, principal.workspace_id)
        else:
            await self._engine.schedules.resume(PREFIX + schedule_id, principal.workspace_id)
        after = await self.get(principal, schedule_id)
        await self._note(principal, "schedule.change", before, after)
        return after

    async def run_now(self, principal: Principal, schedule_id: str) -> RunId:
        """Begin a run of it now, whether it rests or not; refused while its last one is not over."""
        await self.get(principal, schedule_id)
        run_id = await self._engine.schedules.trigger(PREFIX + schedule_id, principal.workspace_id)
        if await self._engine.runs.find(run_id, principal.workspace_id) is None:
            raise Conflict(say("agents.still_running"))
        await self._audit.record_outside(
            principal, "schedule.run", ("schedule", schedule_id), run_id=run_id, after={"run": run_id}
        )
        return run_id

    async def delete(self, principal: Principal, schedule_id: str) -> None:
        """Remove a schedule. Its runs stay."""
        before = await self.get(principal, schedule_id)
        await self._engine.schedules.delete(PREFIX + schedule_id, principal.workspace_id)
        await self._note(principal, "schedule.delete", before, None)

    async def _put(self, principal: Principal, schedule_id: str, new: NewSchedule) -> AgentSchedule:
        if not new.task.strip():
            raise InvalidInput(say("agents.empty_task"))
        if len(new.cron.split()) != CRON_FIELDS:
            raise InvalidInput(say("agents.not_five_fields", cron=new.cron), cron=new.cron)
        profile = await self._roster.profile(principal.workspace_id, new.agent, None)
        given = TurnInput(
            conversation_id=None,
            turn=1,
            agent=profile.slug,
            scope=profile.scope,
            model=None,
            screen={},
            task=new.task.strip(),
        )
        run = ScheduledRun(
            workflow=WORKFLOW,
            agent=profile.slug,
            project_id=new.project_id,
            person_id=principal.require_person(),
            title=first_words(new.task),
            input=given.as_dict(),
        )
        name = PREFIX + schedule_id
        made = await self._engine.schedules.create(
            name,
            principal.workspace_id,
            run,
            cron=" ".join(new.cron.split()),
            zone=new.zone,
            queue=QUEUE.name,
            dedupe=schedule_id,
        )
        return _shown(made)

    async def _note(
        self, principal: Principal, action: str, before: AgentSchedule | None, after: AgentSchedule | None
    ) -> None:
        one = after or before
        assert one is not None
        await self._audit.record_outside(
            principal,
            action,
            ("schedule", one.id, first_words(one.task)),
            project_id=one.project_id,
            before=_noted(before),
            after=_noted(after),
        )


def _sees(principal: Principal, schedule: AgentSchedule) -> bool:
    """Tell whether somebody may know of a schedule, as of its runs: its task tells what is done there."""
    if principal.only_project not in (None, schedule.project_id):
        return False
    is_own = principal.person_id is not None and schedule.person_id == principal.person_id
    return is_own or principal.limits_in(schedule.project_id) == NO_LIMITS


def _rank(schedule: AgentSchedule) -> tuple[float, str]:
    return (schedule.next_at.timestamp() if schedule.next_at else math.inf, schedule.id)


def _shown(stored: Schedule) -> AgentSchedule:
    return AgentSchedule(
        id=stored.name.removeprefix(PREFIX),
        agent=stored.run.agent,
        task=str(stored.run.input.get("task", "")),
        cron=stored.cron,
        zone=stored.zone,
        project_id=stored.run.project_id,
        person_id=stored.run.person_id,
        is_paused=stored.is_paused,
        last_at=stored.last_fired_at,
        next_at=stored.next_at,
    )


def _noted(schedule: AgentSchedule | None) -> dict[str, Any] | None:
    if schedule is None:
        return None
    names = ("agent", "task", "cron", "zone", "project_id", "person_id", "is_paused")
    return {name: getattr(schedule, name) for name in names}
