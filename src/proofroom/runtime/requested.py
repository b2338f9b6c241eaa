"""From what a person says to the run that answers it."""

from datetime import datetime
from typing import Any

from proofroom.durable import NewRun
from proofroom.kernel.blocks import AnyBlock, Message, TextBlock
from proofroom.kernel.ids import MessageId, RunId
from proofroom.runtime.context.weights import message_tokens
from proofroom.runtime.titles import first_words
from proofroom.runtime.turn import WORKFLOW
from proofroom.runtime.types import Conversation, StoredMessage, TurnInput, read_choices


def said(message_id: MessageId, turn: int, text: str, meta: dict[str, Any], now: datetime) -> StoredMessage:
    """Return what a person says as the message that begins a turn."""
    blocks: list[AnyBlock] = [TextBlock(text)]
    return StoredMessage(message_id, turn, 0, None, "user", "sent", blocks, meta, now, message_tokens(blocks))


def new_run(conversation: Conversation, message: StoredMessage) -> NewRun:
    """Return the run that answers a message."""
    agent = str(message.meta.get("agent") or conversation.agent)
    given = TurnInput(
        conversation_id=conversation.id,
        turn=message.turn,
        agent=agent,
        scope=message.meta.get("scope") or conversation.scope,
        model=conversation.model,
        screen=message.meta.get("screen") or {},
        api_key_id=conversation.api_key_id,
        merge=bool(message.meta.get("merge")),
        bridge=bool(message.meta.get("bridge")),
        choices=read_choices(message.meta.get("choices")),
    )
    return NewRun(
        id=RunId(message.id),
        workspace_id=conversation.workspace_id,
        workflow=WORKFLOW,
        agent=agent,
        source="chat",
        project_id=conversation.project_id,
        conversation_id=conversation.id,
        person_id=message.meta.get("speaker") or conversation.person_id,
        title=first_words(Message("user", message.blocks).text),
        input=given.as_dict(),
    )
