"""Handing a task to another agent, in a run of its own that the caller's tool call waits for.

The child is started by a step, so it is started once. The wait is no step: nothing is held while a child
waits for a person, the caller rests too, and the end of the child wakes it. What came of it is the result of
the caller's tool step.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.durable import Run, RunHandle, StepContext
from proofroom.kernel.blocks import ToolCallBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, InvalidStatus, ProofroomError
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.reviews import Approval
from proofroom.reviews.repo import claim
from proofroom.runtime.delegation.child import NewChild, report_of_child, start_child
from proofroom.runtime.delegation.report import as_output
from proofroom.runtime.facts import Ports, Turn
from proofroom.runtime.tool_step import decided, refusal, withdrawn
from proofroom.runtime.trust.addresses import find_addresses
from proofroom.runtime.types import Delegation, TurnInput
from proofroom.store import Connection
from proofroom.tools import check_arguments
from proofroom.tools.select import BASELINE_GROUP

MAX_DEPTH = 3
"""How many agents may stand in a chain below the first one."""

LEAF_SOURCES = frozenset({"action", "workflow"})
"""Runs that never hand anything on: a graph of tasks does that for them."""


class DelegateInput(BaseModel):
    """Input of `delegateToAgent`."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")

    agent_slug: str = Field(min_length=1, max_length=80, description="The agent to hand the task to.")
    task: str = Field(
        min_length=1,
        max_length=8_000,
        description="Everything the agent needs to know: it does not see this conversation.",
    )


@dataclass(frozen=True, slots=True)
class Handed:
    """What came of a call: the child that ended, or why there was none."""

    output: ToolOutput
    outside: str = ""
    """Whose words it holds, for the caller's mark."""


def delegate_tool() -> ToolSpec:
    """Return `delegateToAgent`; the loop runs it, because only a run can hand a task on."""

    async def refuse(context: ToolContext, given: DelegateInput) -> ToolOutput:
        raise InvalidStatus(say("delegation.only_agents"))

    return ToolSpec(
        name="delegateToAgent",
        description=(
            "Hand a task to another agent of this workspace and wait for its report. It has its own tools "
            "and works with your permissions, on the same branch."
        ),
        input_model=DelegateInput,
        handler=refuse,
        group=BASELINE_GROUP,
        effect="write",
        permission="agents.team.run",
        execution="agent",
        output_cap=32_000,
    )


def may_delegate(run: Run, given: TurnInput) -> bool:
    """Tell whether a run may hand tasks on at all; where not, the tool is absent."""
    depth = len(given.delegation.chain) if given.delegation else 0
    return depth < MAX_DEPTH and run.source not in LEAF_SOURCES


async def hand_over(
    handle: RunHandle, ports: Ports, turn: Turn, call: ToolCallBlock, key: str, approval: Approval | None
) -> Handed:
    """Start the child, wait until it has ended, and return what came of it; pause while it waits."""

    async def begin(step: StepContext) -> object:
        return await _begin(step, ports, turn, call, approval)

    async def opening(connection: Connection, step: StepContext) -> None:
        if approval is not None:
            await claim(connection, approval.workspace_id, approval.id, step.now())

    started = await handle.step(
        f"{key}.start", "delegation", call.tool_name, begin, input=call.input, opening=opening
    )
    if "error" in started:
        error: dict[str, Any] = started["error"]
        return Handed(ToolOutput(ok=False, error=error, summary=error["message"]))
    child, _, result = await report_of_child(handle, ports, started, key, call.tool_call_id)
    # Another agent's words are nobody's of the workspace, whatever it has read itself.
    return Handed(as_output(result, child, ports.address), outside=call.tool_name)


async def _begin(
    step: StepContext, ports: Ports, turn: Turn, call: ToolCallBlock, approval: Approval | None
) -> dict[str, Any]:
    """Judge the call and start the child; starting it again after a crash finds the one that is there."""
    if approval is not None:
        step.emit(decided(approval))
    spec = turn.tool(call.tool_name)
    refused = refusal(step, turn, call, spec, approval) or await withdrawn(ports, approval)
    if refused is not None:
        return {"error": refused.as_dict()}
    try:
        return await _start(step, ports, turn, call, call.input if approval is None else approval.final_input)
    except ProofroomError as error:
        return {"error": error.as_dict()}


async def _start(
    step: StepContext, ports: Ports, turn: Turn, call: ToolCallBlock, arguments: dict[str, Any]
) -> dict[str, Any]:
    given = check_arguments("delegateToAgent", DelegateInput, arguments)
    new = NewChild(
        slug=given.agent_slug,
        task=given.task,
        source="delegation",
        tool_call_id=call.tool_call_id,
        api_key_id=turn.input.api_key_id,
        screen=turn.screen,
        delegation=Delegation(
            chain=_chain(turn, given.agent_slug),
            permissions=turn.authority.permissions,
            only_tools=turn.authority.only_tools,
            outside=turn.outside,
            addresses=tuple(sorted(find_addresses(given.task) & turn.addresses)),
        ),
    )
    return await start_child(step, ports, new)


def _chain(turn: Turn, slug: str) -> tuple[str, ...]:
    """Return the agents above the child, or say why there may be none below this one."""
    before = turn.input.delegation.chain if turn.input.delegation else ()
    chain = (*before, turn.agent.slug)
    if slug in chain:
        raise Conflict(say("delegation.circle", agent=slug, chain=" → ".join(chain)))
    if len(chain) > MAX_DEPTH:
        raise InvalidStatus(say("delegation.depth", most=MAX_DEPTH))
    return chain
