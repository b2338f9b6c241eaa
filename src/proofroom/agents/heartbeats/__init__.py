"""Heartbeats: agents that look by the clock whether there is something to do, and do it.

A tick is one row, so that of several processes that see it due one begins. After a time in which no process
was there one beat makes up for all that were missed. In light mode a question to the database comes before
any question to a model: an idle beat costs nothing.
"""

import logging
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

from proofroom.access import Principal
from proofroom.access.actors import studio_actor
from proofroom.access.audit import Audit
from proofroom.agents.heartbeats import repo
from proofroom.agents.heartbeats.types import (
    DEFAULT_SCHEDULE,
    AfterBeat,
    Beat,
    BeatStatus,
    FailedBeat,
    HasWork,
    HeartbeatAction,
    IsSpent,
    SkipReason,
)
from proofroom.agents.roster import Roster
from proofroom.agents.types import Agent, Heartbeat
from proofroom.durable import Engine, NewRun, Run
from proofroom.entities import Tasks
from proofroom.entities.task import Task, TaskFilter
from proofroom.kernel.calendar import zone_named
from proofroom.kernel.clock import Clock
from proofroom.kernel.cron import read_cron
from proofroom.kernel.errors import InvalidInput, InvalidStatus, NotFound
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.strings import prompts, say
from proofroom.store import Database

__all__ = ["FLOW", "Beat", "HeartbeatAction", "Heartbeats"]

log = logging.getLogger(__name__)

FLOW = "heartbeat"
MOST_MISSED = 1_000
CLAIMED = 5
"""Tasks that one beat takes at most."""
REVIEWED = 10
"""Goals that one beat is told of at most."""
_WORK = ("open", "in_progress", "blocked")


class Heartbeats:
    """When agents of all workspaces work by the clock."""

    def __init__(
        self, database: Database, clock: Clock, audit: Audit, engine: Engine, roster: Roster, tasks: Tasks
    ) -> None:
        self._database, self._clock, self._audit, self._engine = database, clock, audit, engine
        self._roster, self._tasks = roster, tasks
        self._work: dict[str, list[HasWork]] = {}
        self._after: dict[str, AfterBeat] = {}
        self._failed: list[FailedBeat] = []
        self._is_spent: IsSpent | None = None

    def add_work(self, agent: str, has_work: HasWork) -> None:
        """Say how to find out whether an agent has something else to do than tasks."""
        self._work.setdefault(agent, []).append(has_work)

    def add_after(self, agent: str, go_on: AfterBeat) -> None:
        """Say what follows when a beat of an agent has gone well; it may be told twice."""
        self._after[agent] = go_on

    def add_failed(self, hear: FailedBeat) -> None:
        """Say who is told of beats that failed."""
        self._failed.append(hear)

    def stop_when(self, is_spent: IsSpent) -> None:
        """Say how to find out whether an agent may spend nothing more."""
        self._is_spent = is_spent

    async def ensure(
        self, workspace_id: WorkspaceId, agent: str, schedule: str | None, *, enabled: bool = True
    ) -> None:
        """Let an agent work by the clock, unless somebody has said whether it shall."""
        if await self.get(workspace_id, agent) is None:
            known = schedule if schedule and _is_cron(schedule) else None
            await self.set(studio_actor(workspace_id), agent, enabled=enabled, schedule=known)

    # --- what people and agents ask

    async def list(self, workspace_id: WorkspaceId) -> list[HeartbeatAction]:
        """Return the heartbeats of a workspace: what is due next first."""
        async with self._database.reading() as connection:
            return await repo.actions_in(connection, workspace_id)

    async def get(self, workspace_id: WorkspaceId, agent: str) -> HeartbeatAction | None:
        """Return when an agent works, if that was ever said."""
        async with self._database.reading(quick=True) as connection:
            return await repo.action_of(connection, workspace_id, agent)

    async def beats(self, workspace_id: WorkspaceId, agent: str | None, limit: int = 50) -> "list[Beat]":
        """Return beats, newest first."""
        async with self._database.reading() as connection:
            return await repo.beats(connection, workspace_id, agent, limit)

    async def set(
        self,
        principal: Principal,
        slug: str,
        *,
        enabled: bool,
        schedule: str | None = None,
        zone: str | None = None,
    ) -> HeartbeatAction:
        """Say when an agent works by the clock, or let it rest (`setAgentHeartbeatAction`)."""
        agent = await self._roster.get(principal.workspace_id, slug)
        before = await self.get(principal.workspace_id, agent.record.slug)
        beat = agent.record.config.heartbeat
        now = self._clock.now()
        known_zone = before.zone if before else (beat.timezone if beat else "UTC")
        action = HeartbeatAction(
            id=before.id if before else new_id(),
            workspace_id=principal.workspace_id,
            slug=f"heartbeat-{agent.record.slug}"[:120],
            agent=agent.record.slug,
            schedule=" ".join((schedule or (before.schedule if before else DEFAULT_SCHEDULE)).split()),
            zone=zone or known_zone,
            status="active" if enabled else "disabled",
            next_run_at=None,
            last_run_at=before.last_run_at if before else None,
            created_at=before.created_at if before else now,
            updated_at=now,
        )
        following = read_cron(action.schedule).next_after(now, zone_named(action.zone))
        if enabled and following is None:
            raise InvalidInput(say("kernel.cron", cron=action.schedule))
        action = replace(action, next_run_at=following if enabled else None)
        async with self._database.transaction() as connection:
            await repo.put_action(connection, action)
            await self._audit.record(
                connection,
                principal,
                "heartbeat.set",
                ("agent", agent.record.slug, agent.record.name),
                before=before,
                after=action,
            )
        return action

    async def run_now(self, principal: Principal, slug: str) -> Beat:
        """Begin a beat now, whether it is due or not; one that is not over yet is returned instead."""
        agent = await self._roster.get(principal.workspace_id, slug)
        action = await self.get(principal.workspace_id, agent.record.slug)
        if action is None:
            action = await self.set(principal, slug, enabled=False)
        now = self._clock.now()
        beat = await self._begin(action, now, "manual", 0)
        assert beat is not None
        if beat.scheduled_for != now:
            return beat
        await self._audit.record_outside(
            principal,
            "heartbeat.run",
            ("agent", agent.record.slug, agent.record.name),
            run_id=beat.run_id,
            after={"beat": beat.id, "status": beat.status},
        )
        return beat

    # --- the clock

    async def tick(self) -> "list[Beat]":
        """Begin what is due now, in all workspaces; what another process has begun is left to it."""
        now = self._clock.now()
        async with self._database.reading() as connection:
            found = await repo.due(connection, now)
        begun: list[Beat] = []
        for action in found:
            try:
                beat = await self._tick(action, now)
            except Exception:
                log.exception("the heartbeat of %s could not begin", action.agent)
                continue
            if beat is not None:
                begun.append(beat)
        return begun

    async def _tick(self, action: HeartbeatAction, now: datetime) -> Beat | None:
        cron, zone = read_cron(action.schedule), zone_named(action.zone)
        assert action.next_run_at is not None
        last, missed = action.next_run_at, 0
        while (following := cron.next_after(last, zone)) is not None and following <= now:
            last, missed = following, missed + 1
            if missed >= MOST_MISSED:
                following = cron.next_after(now, zone)
                break
        beat = await self._begin(action, last, "cron", missed)
        async with self._database.transaction() as connection:
            await repo.move_on(connection, action, last, following)
        return beat

    async def _begin(
        self, action: HeartbeatAction, due: datetime, trigger: Literal["cron", "manual"], missed: int
    ) -> Beat | None:
        now = self._clock.now()
        beat = Beat(
            id=new_id(),
            workspace_id=action.workspace_id,
            action_id=action.id,
            agent=action.agent,
            run_id=None,
            scheduled_for=due,
            trigger=trigger,
            status="running",
            skip_reason="",
            missed=missed,
            claimed=0,
            output="",
            error="",
            started_at=now,
            ended_at=None,
        )
        async with self._database.transaction() as connection:
            last = await repo.held(connection, action)
            if last is not None and trigger == "manual":
                return last
            if not await repo.begin(connection, beat):
                return None
        agent, reason = await self._may_begin(action, is_busy=last is not None)
        if reason or agent is None:
            return await self._close(beat, "skipped", reason=reason or "disabled")
        return await self._start(agent, beat)

    async def _may_begin(self, action: HeartbeatAction, *, is_busy: bool) -> tuple[Agent | None, SkipReason]:
        try:
            agent = await self._roster.get(action.workspace_id, action.agent)
        except NotFound:
            return None, "disabled"
        if not agent.record.enabled:
            return agent, "disabled"
        if is_busy:
            return agent, "overlap"
        heartbeat = agent.record.config.heartbeat or Heartbeat()
        if heartbeat.mode == "light" and not await self.has_work(agent):
            return agent, "no_work"
        if self._is_spent is not None and await self._is_spent(action.workspace_id, action.agent):
            return agent, "budget"
        return agent, ""

    async def has_work(self, agent: Agent) -> bool:
        """Tell whether there is anything to do for an agent: a question to the database, to no model."""
        for has_other in self._work.get(agent.record.slug, ()):
            if await has_other(agent.workspace_id):
                return True
        heartbeat = agent.record.config.heartbeat or Heartbeat()
        if heartbeat.scan_actions or not heartbeat.scan_goals_and_tasks:
            mine = TaskFilter(("open",), agent=agent.record.slug, is_ready=True)
            if await self._tasks.find(agent.workspace_id, mine, 1):
                return True
        if heartbeat.scan_goals_and_tasks:
            return bool(await self._tasks.find(agent.workspace_id, TaskFilter(_WORK), 1))
        return False

    async def _start(self, agent: Agent, beat: Beat) -> Beat:
        run_id = RunId(beat.id)
        begun = replace(beat, run_id=run_id)
        async with self._database.transaction() as connection:
            await repo.update(connection, begun)
        await self._engine.start(
            NewRun(
                id=run_id,
                workspace_id=beat.workspace_id,
                workflow=FLOW,
                agent=agent.record.slug,
                agent_version=agent.version,
                source="heartbeat",
                title=agent.record.name,
                input={"beatId": beat.id},
            )
        )
        return begun

    # --- the run of a beat

    async def claim(self, agent: Agent) -> "list[Task]":
        """Take the tasks that are ready for an agent."""
        which = TaskFilter(("open",), agent=agent.record.slug, is_ready=True)
        found = await self._tasks.find(agent.workspace_id, which, CLAIMED)
        return [task for task in found if await self._tasks.claim(agent.workspace_id, task)]

    async def goals(self, agent: Agent) -> "list[Task]":
        """Return the goals that an agent reviews, if it is to review any."""
        heartbeat = agent.record.config.heartbeat or Heartbeat()
        if not heartbeat.scan_goals_and_tasks:
            return []
        return await self._tasks.find(agent.workspace_id, TaskFilter(_WORK, is_goal=True), REVIEWED)

    async def finish_tasks(
        self, workspace_id: WorkspaceId, ids: "list[str]", ok: bool, output: str, outside: str
    ) -> None:
        """Say what came of tasks that a beat had taken.

        Only the agent itself closes one as done: the end of a run proves nothing. What it left waits for a
        person, with what it said.
        """
        by = studio_actor(workspace_id)
        for task_id in ids:
            task = await self._tasks.get(workspace_id, task_id)
            told: dict[str, Any] = {
                "output": task.output or output[:4_000],
                "is_outside": task.is_outside or bool(outside),
            }
            left = {} if task.is_closed else {"status": "waiting_human" if ok else "failed"}
            await self._tasks.change(workspace_id, task_id, told | left, by)

    async def agent_of(self, run: Run) -> Agent:
        """Return the agent of a beat's run; one that was switched off meanwhile does not work."""
        agent = await self._roster.get(run.workspace_id, run.agent)
        if not agent.record.enabled:
            raise InvalidStatus(say("agents.switched_off", name=agent.record.name))
        return agent

    async def tell(
        self, agent: Agent, run: Run, claimed: "list[dict[str, Any]]", goals: "list[dict[str, Any]]"
    ) -> str:
        """Return what the agent is told in a beat: its prompt, what is due, and which beat this is."""
        heartbeat = agent.record.config.heartbeat or Heartbeat()
        action = await self.get(run.workspace_id, agent.record.slug)
        lines = [heartbeat.prompt.strip() or prompts()["heartbeat.default"]]
        async with self._database.reading() as connection:
            beat = await repo.get(connection, run.workspace_id, str(run.input["beatId"]))
            number = await repo.count(connection, action) if action else 1
        missed = beat.missed if beat else 0
        last = action.last_run_at.isoformat(timespec="minutes") if action and action.last_run_at else "-"
        lines.append(f"Beat {number}; last run {last}; {missed} missed since.")
        for head, tasks in (("heartbeat.taken", claimed), ("heartbeat.goals", goals)):
            if tasks:
                lines.append(prompts()[head])
                lines += [
                    f"- [{one['id']}] {one['title']}: {one['description']}".rstrip(": ") for one in tasks
                ]
        return "\n".join(lines)

    async def ended(self, run: Run) -> None:
        """Write what came of a beat, when its run has ended."""
        run = await self._engine.runs.get(run.id, run.workspace_id)
        async with self._database.reading() as connection:
            beat = await repo.get(connection, run.workspace_id, str(run.input["beatId"]))
        if beat is None or beat.status != "running":
            return
        told: dict[str, Any] = run.result or {}
        status: BeatStatus = "completed" if run.status == "completed" else "failed"
        if told.get("timeout"):
            status = "timeout"
        error = str((run.error or {}).get("message", "")) if run.error else ""
        claimed = int(told.get("claimed") or 0)
        over = await self._close(
            replace(beat, claimed=claimed, output=str(told.get("text") or "")[:4_000], error=error), status
        )
        if status == "timeout" or (status == "failed" and run.status != "cancelled"):
            for hear in self._failed:
                await hear(over, run)
        go_on = self._after.get(beat.agent)
        if go_on is not None and status == "completed":
            await go_on(run.workspace_id)

    async def _close(self, beat: Beat, status: BeatStatus, *, reason: SkipReason = "") -> Beat:
        over = replace(beat, status=status, skip_reason=reason, ended_at=self._clock.now())
        async with self._database.transaction() as connection:
            await repo.update(connection, over)
        return over


def _is_cron(text: str) -> bool:
    try:
        read_cron(text)
    except InvalidInput:
        return False
    return True
