"""The flows of this room: the chat turn, the single call of a tool, and the single call of a model."""

from proofroom.durable import Run
from proofroom.runtime import completion, single, turn
from proofroom.runtime.chat import Chat
from proofroom.runtime.facts import Ports
from proofroom.runtime.flows import FlowRule, Flows
from proofroom.runtime.waiting import Waiting

_ONCE = FlowRule(can_rerun=False, announces=False)
"""A single call is made again, not retried."""


def own_flows(ports: Ports, waiting: Waiting, chat: Chat) -> Flows:
    """Return the studio's flows, with those of the loop. A turn that ended lets the conversation go on."""
    flows = Flows(ports, waiting)

    async def go_on(run: Run) -> None:
        if run.conversation_id is not None and run.parent_id is None:
            await chat.after_turn(run.workspace_id, run.conversation_id, run.id)

    flows.add(turn.WORKFLOW, turn.run_turn, FlowRule(announces=False), after=go_on)
    flows.add(single.CALL, single.run_call, _ONCE)
    flows.add(completion.WORKFLOW, completion.run_completion, _ONCE)
    return flows
