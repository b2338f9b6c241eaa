"""Conversations: list, open, read, rename, delete, and take back what was typed ahead."""

from datetime import datetime
from typing import Any

import msgspec
from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents import Roster
from proofroom.api.security import StudioDep, asker, requires
from proofroom.api.shapes import Done, In, Out, fields_of
from proofroom.kernel.ids import ConversationId
from proofroom.kernel.strings import plain
from proofroom.runtime import Conversation, Scope, StoredMessage
from proofroom.telemetry.usage import NOTHING, Sum
from proofroom.wiring import Studio

router = APIRouter(prefix="/conversations", tags=["conversations"])


_INSIDE = ("workspace_id", "person_id", "api_key_id", "reopened")


class ConversationInfo(fields_of(Conversation, without=_INSIDE)):
    """A thread of messages. `costMicros` leaves out the calls whose cost is unknown, as `unpriced` counts."""

    tokens: int
    cost_micros: int
    unpriced: int


class MessageInfo(Out):
    """A message in blocks: text, thinking, image, toolCall, toolResult. `tokens` is an estimate."""

    id: str
    turn: int
    role: str
    state: str
    run_id: str | None
    blocks: list[dict[str, Any]]
    tokens: int
    created_at: datetime


class ConversationDetail(Out):
    """A conversation with its messages, and those typed ahead."""

    conversation: ConversationInfo
    messages: list[MessageInfo]
    queued: list[MessageInfo]


class NewConversation(In):
    """What a conversation begins with."""

    scope: Scope = "workspace"
    agent: str | None = None
    project_id: str | None = None
    model: str | None = None
    title: str | None = Field(None, max_length=200)


class ConversationChange(In):
    """What can be changed; what is left out stays."""

    title: str | None = Field(None, min_length=1, max_length=200)
    model: str | None = Field(None, max_length=200)
    agent: str | None = Field(None, max_length=80)


_KEPT = ("title", "agent")


async def _show(studio: Studio, *conversations: Conversation) -> list[ConversationInfo]:
    if not conversations:
        return []
    ids = [conversation.id for conversation in conversations]
    used = await studio.usage.of_conversations(conversations[0].workspace_id, ids)
    return [_info(conversation, used.get(conversation.id, NOTHING)) for conversation in conversations]


def _info(conversation: Conversation, used: Sum) -> ConversationInfo:
    return ConversationInfo.of(
        conversation, tokens=used.tokens, cost_micros=used.cost_micros, unpriced=used.unpriced
    )


def _show_message(message: StoredMessage) -> MessageInfo:
    return MessageInfo.of(message, blocks=msgspec.to_builtins(message.blocks, enc_hook=plain))


@router.get("")
async def list_conversations(
    studio: StudioDep, scope: Scope | None = None, limit: int = 50, principal: Principal = requires("ai.chat")
) -> list[ConversationInfo]:
    """Return one's own conversations, newest first."""
    found = await studio.chat.conversations(asker(principal), scope, max(1, min(limit, 200)))
    return await _show(studio, *found)


@router.post("", status_code=201)
async def open_conversation(
    body: NewConversation, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> ConversationInfo:
    """Begin a conversation."""
    project_id = await studio.check_project(principal, body.project_id)
    agent = await studio.get(Roster).slug_for(principal.workspace_id, body.scope, body.agent)
    conversation = await studio.chat.open(
        asker(principal),
        scope=body.scope,
        agent=agent,
        project_id=project_id,
        model=await studio.check_model(principal.workspace_id, body.scope, body.model),
        **({"title": body.title} if body.title else {}),
    )
    return (await _show(studio, conversation))[0]


@router.get("/{conversation_id}")
async def read_conversation(
    conversation_id: str, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> ConversationDetail:
    """Return a conversation with its messages."""
    key = ConversationId(conversation_id)
    conversation = await studio.chat.get(asker(principal), key)
    messages = await studio.chat.messages(asker(principal), key)
    shown = [_show_message(message) for message in messages]
    return ConversationDetail(
        conversation=(await _show(studio, conversation))[0],
        messages=[message for message in shown if message.state != "queued"],
        queued=[message for message in shown if message.state == "queued"],
    )


@router.put("/{conversation_id}")
async def change_conversation(
    conversation_id: str,
    body: ConversationChange,
    studio: StudioDep,
    principal: Principal = requires("ai.chat"),
) -> ConversationInfo:
    """Change the title, the model or the agent."""
    values = body.model_dump(exclude_unset=True)
    for name in _KEPT:  # null means as it is, but for the model: then the agent's own answers
        if values.get(name, "") is None:
            del values[name]
    if body.agent is not None:
        values["agent"] = await studio.get(Roster).slug_for(principal.workspace_id, None, body.agent)
    key = ConversationId(conversation_id)
    if body.model is not None:
        scope = (await studio.chat.get(asker(principal), key)).scope
        await studio.check_model(principal.workspace_id, scope, body.model)
    conversation = await studio.chat.change(asker(principal), key, **values)
    return (await _show(studio, conversation))[0]


@router.delete("/{conversation_id}")
async def delete_conversation(
    conversation_id: str, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> Done:
    """Delete a conversation; its runs stay readable."""
    await studio.delete_conversation(asker(principal), ConversationId(conversation_id))
    return Done()


@router.delete("/{conversation_id}/queued/{message_id}")
async def take_back(
    conversation_id: str, message_id: str, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> Done:
    """Take back a message that was typed ahead."""
    await studio.chat.take_back(asker(principal), ConversationId(conversation_id), message_id)
    return Done()
