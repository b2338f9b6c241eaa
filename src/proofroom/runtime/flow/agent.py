"""An agent that works for a flow, in a run of its own: its writes and its cost belong to the flow."""

from typing import Any

import msgspec

from proofroom.durable import StepContext
from proofroom.kernel.data import dataclass
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import plain
from proofroom.runtime.delegation.child import NewChild, report_of_child, start_child
from proofroom.runtime.delegation.report import outside_text_of
from proofroom.runtime.flow.flow import Flow
from proofroom.runtime.types import Delegation


@dataclass(frozen=True, slots=True)
class AgentReport:
    """What an agent said and did."""

    run_id: RunId
    status: str
    text: str
    affected: Affected
    outside: str
    """Where it read text from outside: what it says may be somebody else's words then."""
    error: dict[str, Any] | None = None

    @property
    def ok(self) -> bool:
        """Tell whether it did its task."""
        return self.status == "completed"


async def run_agent(
    flow: Flow,
    key: str,
    slug: str,
    task: str,
    *,
    title: str = "",
    model: str | None = None,
    outside: str = "",
) -> AgentReport:
    """Give an agent a task and return its report; the flow rests while the agent waits for somebody.

    Its run is called by the task's first words if it has no title. It works with the rights of whoever stands
    behind the flow, or with those of its own role if nobody does.
    """
    place, handle = flow.place(key), flow.handle
    if not handle.has_finished(place):

        async def begin(step: StepContext) -> object:
            return await _start(step, flow, slug, task, title, model, outside=outside)

        asked = {"agent": slug, "task": task}
        started = await handle.step(f"{place}.start", "delegation", slug, begin, input=asked)
        child, steps, told = await report_of_child(handle, flow.ports, started, place)
        report = {
            "runId": child.id,
            "status": child.status,
            "text": told.response,
            "affected": msgspec.to_builtins(told.affected, enc_hook=plain),
            "outside": slug if started["isExternal"] else outside_text_of(steps),
            "error": child.error,
        }
    else:
        report = {}

    async def keep(step: StepContext) -> object:
        return report

    stored = await flow.step(key, slug, keep)
    return AgentReport(
        RunId(stored["runId"]),
        stored["status"],
        stored["text"],
        msgspec.convert(stored["affected"], Affected),
        stored["outside"],
        stored["error"],
    )


async def _start(
    step: StepContext, flow: Flow, slug: str, task: str, title: str, model: str | None, *, outside: str
) -> dict[str, Any]:
    run, ports, asker = step.run, flow.ports, flow.asker
    if asker.person_id is None and asker.api_key_id is None:
        agent = await ports.find_agent(run.workspace_id, slug, None)
        authority = await ports.find_authority(asker, run.project_id, agent)
    else:
        authority = await flow.authority()
    new = NewChild(
        slug=slug,
        task=task,
        title=title,
        source="workflow",
        tool_call_id=step.key,
        api_key_id=asker.api_key_id,
        model=model,
        delegation=Delegation(
            chain=(),
            permissions=authority.permissions,
            only_tools=authority.only_tools,
            outside=outside,
        ),
    )
    return await start_child(step, ports, new)
