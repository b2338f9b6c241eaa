"""The flows of this room: the chat turn, the single call of a tool, and the single call of a model."""

from proofroom.durable import Run
from proofroom.runtime import completion, single, turn
from proofroom.runtime.chat import Chat
from proofroom.runtime.flow.flows import NewFlow


def own_flows(chat: Chat) -> dict[str, NewFlow]:
    """Return what the loop itself runs. A turn that ended lets the conversation go on."""

    async def go_on(run: Run) -> None:
        if run.conversation_id is not None and run.parent_id is None:
            await chat.after_turn(run.workspace_id, run.conversation_id, run.id)

    return {
        turn.WORKFLOW: NewFlow(turn.run_turn, announces=False, after=go_on),
        # A single call is made again, not retried.
        single.CALL: NewFlow(single.run_call, can_rerun=False, announces=False),
        completion.WORKFLOW: NewFlow(completion.run_completion, can_rerun=False, announces=False),
    }
