"""Keeping what a model or a tool said as a message of the conversation, with the step's own transaction."""

from functools import partial
from typing import Any

from proofroom.durable import StepContext
from proofroom.kernel.blocks import AnyBlock, Role
from proofroom.kernel.ids import ConversationId, MessageId
from proofroom.runtime import repo
from proofroom.runtime.context.weights import message_tokens
from proofroom.runtime.facts import Turn
from proofroom.runtime.repo import ROUND as ROUND
from proofroom.runtime.types import StoredMessage


def keep_message(
    step: StepContext,
    turn: Turn,
    role: Role,
    blocks: list[AnyBlock],
    *,
    position: int,
    meta: dict[str, Any] | None = None,
) -> None:
    """Store a message when the step closes. A run outside a conversation has its steps, and no messages."""
    if turn.input.conversation_id is None or not blocks:
        return
    message = StoredMessage(
        id=MessageId(step.new_id()),
        turn=turn.input.turn,
        position=position,
        run_id=step.run.id,
        role=role,
        state="sent",
        blocks=blocks,
        meta=meta or {},
        created_at=step.now(),
        tokens=message_tokens(blocks),
    )
    step.closing(
        partial(
            repo.put_message,
            workspace_id=step.run.workspace_id,
            conversation_id=ConversationId(turn.input.conversation_id),
            message=message,
        )
    )
