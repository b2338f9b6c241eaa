"""The flow that writes a brief: layers one after another, the fields of a layer side by side."""

from collections.abc import Awaitable, Callable
from functools import partial

from proofroom.access import Principal
from proofroom.access.actors import person_actor, studio_actor
from proofroom.durable import Run, StepContext
from proofroom.entities.brief import KINDS, brief_layers
from proofroom.entities.briefs import Briefs
from proofroom.kernel.errors import ToolFailed
from proofroom.kernel.strings import say
from proofroom.runtime.flow.agent import run_agent
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.flow.flows import NewFlow

SIDE_BY_SIDE = 3
TASK = 'Compose the field "{key}" of the brief "{brief}".'


def brief_flow(briefs: Briefs) -> NewFlow:
    """Return the flow."""

    async def body(flow: Flow) -> Closed:
        run = flow.run
        brief = await briefs.take_up(run.workspace_id, str(run.input["briefId"]))
        layers = brief_layers(KINDS[brief.kind])
        flow.expect(2 * sum(len(layer) for layer in layers) + 1)
        for number, layer in enumerate(layers, 1):
            branches: dict[str, Callable[[Flow], Awaitable[None]]] = {
                one.key: partial(_write, briefs=briefs, brief_id=brief.id, key=one.key, agent=brief.agent)
                for one in layer
            }
            await flow.together(f"{number:02}", branches, limit=SIDE_BY_SIDE)

        async def check(_step: StepContext) -> object:
            return await briefs.finish(run.workspace_id, brief.id, _principal(run))

        cited = await flow.step("900.citations", "check citations", check)
        return Closed({"briefId": brief.id, "citations": cited})

    async def after(run: Run) -> None:
        if run.status != "completed":
            status = "cancelled" if run.status == "cancelled" else "failed"
            await briefs.leave(run.workspace_id, str(run.input["briefId"]), status, _principal(run))

    return NewFlow(body, permission="entities.team.read", after=after)


async def _write(flow: Flow, *, briefs: Briefs, brief_id: str, key: str, agent: str) -> None:
    run = flow.run
    task, title = TASK.format(key=key, brief=brief_id), f"{run.title}: {key}"
    report = await run_agent(flow, "compose", agent, task, title=title)

    async def keep(_step: StepContext) -> object:
        _, fields = await briefs.get(run.workspace_id, brief_id)
        claims = next(one.claims for one in fields if one.key == key)
        if not claims:
            raise ToolFailed(say("entities.brief.unwritten", fields=key))
        await briefs.complete_task(run.workspace_id, brief_id, key, _principal(run))
        return {"field": key, "claims": len(claims), "runId": report.run_id}

    await flow.step("kept", key, keep)


def _principal(run: Run) -> Principal:
    if run.person_id is not None:
        return person_actor(run.workspace_id, run.person_id, "").in_run(run.id)
    return studio_actor(run.workspace_id).in_run(run.id)
