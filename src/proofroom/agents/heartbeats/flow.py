"""The run of a beat: tasks are taken, the agent works under its own role, and what came of it is written."""

import asyncio
from typing import Any

from proofroom.agents.heartbeats import Heartbeats
from proofroom.agents.types import Heartbeat
from proofroom.durable import StepContext
from proofroom.entities.task import Task
from proofroom.runtime.flow.agent import run_agent
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.flow.flows import NewFlow


def _told(task: Task) -> dict[str, Any]:
    return {
        "id": task.id,
        "title": task.title,
        "description": task.description,
        "outside": task.is_outside,
    }


def heartbeat_flow(heartbeats: Heartbeats) -> NewFlow:
    """Return the flow of a beat: take tasks, let the agent work under its own role, say what came of it."""

    async def body(flow: Flow) -> Closed:
        run = flow.run
        agent = await heartbeats.agent_of(run)
        heartbeat = agent.record.config.heartbeat or Heartbeat()

        async def claim(_step: StepContext) -> object:
            return [_told(one) for one in await heartbeats.claim(agent)]

        async def review(_step: StepContext) -> object:
            return [_told(one) for one in await heartbeats.goals(agent)]

        claimed = await flow.step("010.claim", "take tasks", claim)
        goals = await flow.step("015.goals", "look at goals", review)
        ids = [one["id"] for one in claimed]
        task = await heartbeats.tell(agent, run, claimed, goals)
        has_timed_out = False
        text, ok = "", False
        outside = "tasks" if any(one.get("outside") for one in [*claimed, *goals]) else ""
        try:
            async with asyncio.timeout(heartbeat.max_duration_sec):
                report = await run_agent(flow, "020.work", agent.record.slug, task, outside=outside)
                text, ok, outside = report.text, report.ok, outside or report.outside
        except TimeoutError:
            has_timed_out = True
            await flow.ports.engine.stop(run.id, run.workspace_id)

        async def finish(_step: StepContext) -> object:
            await heartbeats.finish_tasks(run.workspace_id, ids, ok, text, outside)
            return {"text": text, "claimed": len(ids), "timeout": has_timed_out}

        told = await flow.handle.step("900.finish", "other", "finish", finish, despite_stop=True)
        return Closed(told)

    return NewFlow(body, permission="agents.team.run", can_rerun=False, after=heartbeats.ended)
