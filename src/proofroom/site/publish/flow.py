"""Publishing as a run: it tells how far it is, can be stopped before it switches, and is done once."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

from proofroom.access import Project
from proofroom.durable import Engine, NewRun, Run, StepContext
from proofroom.kernel import events
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import ProjectId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.flow.flows import NewFlow
from proofroom.runtime.types import Asker
from proofroom.site.publish.publisher import PIECE, Publisher

PUBLISH = "site.publish"
FindProject = Callable[[WorkspaceId, ProjectId], Awaitable[Project]]


def publish_flow(publisher: Publisher, find_project: FindProject) -> NewFlow:
    """Return the flow that publishes the site of its run's project."""

    async def body(flow: Flow) -> Closed:
        async def work(step: StepContext) -> dict[str, Any]:
            assert step.run.project_id is not None
            project = await find_project(step.run.workspace_id, step.run.project_id)
            return await _publish(publisher, project, step)

        result = await flow.step("publish", "publish the site", work, kind="publish")
        return Closed(result, Affected())

    return NewFlow(body, permission="site.publish")


async def start_publishing(engine: Engine, asker: Asker, project: Project, by: str) -> Run:
    """Start publishing; the run's events tell how far it is."""
    return await engine.start(
        NewRun(
            id=RunId(new_id()),
            workspace_id=asker.workspace_id,
            workflow=PUBLISH,
            source="site",
            project_id=project.id,
            person_id=asker.person_id,
            title=say("site.publishing"),
            input={"by": by, "apiKeyId": asker.api_key_id},
        )
    )


async def _publish(publisher: Publisher, project: Project, step: StepContext) -> dict[str, Any]:
    async with publisher.turns.take(project.id):
        builder = await publisher.open(project)
        routes = builder.routes
        for at in range(0, len(routes), PIECE):
            await asyncio.to_thread(builder.publish, routes[at : at + PIECE])
            done = min(at + PIECE, len(routes))
            text = say("site.rendering", done=done, total=len(routes))
            percent = 100 * done // len(routes)
            step.emit(events.Progress(text=text, done=done, total=len(routes), percent=percent))
        made = await publisher.release(project, builder, str(step.run.input.get("by") or ""))
    told = asdict(made.release)
    del told["files"], told["redirects"]
    return {**told, "rendered": made.rendered, "address": publisher.address(project).root}
