"""Conversations as page editors keep them: a credential and a model each, totals of what they used."""

from datetime import datetime
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents import Roster
from proofroom.api.ai import project_of
from proofroom.api.security import StudioDep, asker, requires
from proofroom.api.shapes import Done, In, Out
from proofroom.kernel.blocks import AnyBlock, ImageBlock, TextBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.ids import ConnectionId, ConversationId
from proofroom.kernel.scope import read_scope
from proofroom.runtime import Conversation, StoredMessage
from proofroom.telemetry.usage import NOTHING
from proofroom.wiring import Studio

router = APIRouter(prefix="/ai/conversations", tags=["ai"])
ALSO_UNDER = "/admin/api"


class ConversationView(Out):
    """A thread with its model and what it has used. `contextTokens` is the latest round's input."""

    id: str
    scope: str
    title: str
    credential_id: str | None
    model_id: str | None
    prompt_tokens_total: int
    completion_tokens_total: int
    cost_usd_total: float
    cache_read_tokens_total: int
    cache_creation_tokens_total: int
    context_tokens: int
    created_at: datetime
    updated_at: datetime


class MessageView(Out):
    """A message in blocks of kind `text`, `image`, `toolCall` or `toolResult`."""

    id: str
    position: int
    role: str
    content: list[dict[str, Any]]
    created_at: datetime


class ConversationThread(Out):
    """A conversation with its messages."""

    conversation: ConversationView
    messages: list[MessageView]


class NewThread(In):
    """A conversation to begin; without a model the scope's default answers."""

    scope: str = Field("site", max_length=20)
    title: str | None = Field(None, max_length=200)
    credential_id: str | None = None
    model_id: str | None = Field(None, max_length=200)
    project_id: str | None = None


class ThreadChange(In):
    """What changes; what is left out stays."""

    title: str | None = Field(None, min_length=1, max_length=200)
    credential_id: str | None = None
    model_id: str | None = Field(None, max_length=200)


@router.get("")
async def list_threads(
    studio: StudioDep, scope: str | None = None, principal: Principal = requires("ai.chat")
) -> list[ConversationView]:
    """Return one's own conversations, newest first."""
    wanted = read_scope(scope) if scope else None
    found = await studio.chat.conversations(asker(principal), wanted, 200)
    return await _show(studio, found)


@router.post("", status_code=201)
async def begin_thread(
    body: NewThread, request: Request, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> ConversationView:
    """Begin a conversation with the scope's agent."""
    scope = read_scope(body.scope)
    label = await _label(studio, principal, body.credential_id, body.model_id)
    opened = await studio.chat.open(
        asker(principal),
        scope=scope,
        agent=await studio.get(Roster).slug_for(principal.workspace_id, scope, None),
        project_id=await project_of(request, studio, principal, body.project_id),
        model=await studio.check_model(principal.workspace_id, scope, label),
        **({"title": body.title} if body.title else {}),
    )
    return (await _show(studio, [opened]))[0]


@router.get("/{conversation_id}")
async def read_thread(
    conversation_id: str, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> ConversationThread:
    """Return a conversation with its messages."""
    key = ConversationId(conversation_id)
    conversation = await studio.chat.get(asker(principal), key)
    messages = await studio.chat.messages(asker(principal), key)
    shown = [_message(place, each) for place, each in enumerate(messages) if each.state != "queued"]
    return ConversationThread(conversation=(await _show(studio, [conversation]))[0], messages=shown)


@router.put("/{conversation_id}")
async def change_thread(
    conversation_id: str,
    body: ThreadChange,
    studio: StudioDep,
    principal: Principal = requires("ai.chat"),
) -> ConversationView:
    """Change the title or the model."""
    key = ConversationId(conversation_id)
    known = await studio.chat.get(asker(principal), key)
    values: dict[str, Any] = {"title": body.title} if body.title else {}
    if body.model_id is not None:
        label = await _label(studio, principal, body.credential_id, body.model_id)
        values["model"] = await studio.check_model(principal.workspace_id, known.scope, label)
    changed = await studio.chat.change(asker(principal), key, **values) if values else known
    return (await _show(studio, [changed]))[0]


@router.delete("/{conversation_id}")
async def delete_thread(
    conversation_id: str, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> Done:
    """Delete a conversation; its runs stay readable."""
    await studio.delete_conversation(asker(principal), ConversationId(conversation_id))
    return Done()


async def _label(
    studio: Studio, principal: Principal, credential_id: str | None, model_id: str | None
) -> str | None:
    """Return how a model of a credential is called here; without a credential the id is the whole name."""
    if model_id is None or credential_id is None:
        return model_id
    connection = await studio.connections.get(principal.workspace_id, ConnectionId(credential_id))
    return f"{connection.name}/{model_id}"


async def _show(studio: Studio, found: list[Conversation]) -> list[ConversationView]:
    if not found:
        return []
    workspace_id = found[0].workspace_id
    used = await studio.usage.of_conversations(workspace_id, [each.id for each in found])
    names = {each.name: each.id for each in await studio.connections.list(workspace_id, "model")}
    views: list[ConversationView] = []
    for each in found:
        source, _, model_id = (each.model or "").partition("/")
        total = used.get(each.id, NOTHING)
        views.append(
            ConversationView.of(
                each,
                credential_id=names.get(source),
                model_id=(model_id if source in names else each.model) or None,
                prompt_tokens_total=total.input_tokens,
                completion_tokens_total=total.output_tokens,
                cost_usd_total=total.cost_micros / 1_000_000,
                cache_read_tokens_total=total.cache_read_tokens,
                cache_creation_tokens_total=total.cache_write_tokens,
            )
        )
    return views


def _message(place: int, message: StoredMessage) -> MessageView:
    return MessageView(
        id=message.id,
        position=place,
        role=message.role,
        content=[shown for block in message.blocks if (shown := _block(block))],
        created_at=message.created_at,
    )


def _block(block: AnyBlock) -> dict[str, Any] | None:
    """Return a block in an editor's words; a result keeps whether it went well, and its pictures."""
    match block:
        case TextBlock():
            return {"kind": "text", "text": block.text}
        case ImageBlock():
            return {"kind": "image", "mimeType": block.mime_type, "data": block.data}
        case ToolCallBlock():
            told = {"toolCallId": block.tool_call_id, "toolName": block.tool_name, "input": block.input}
            return {"kind": "toolCall"} | told
        case ToolResultBlock():
            error = {} if block.ok else {"error": block.content}
            images = [{"mimeType": each.mime_type, "data": each.data} for each in block.images]
            return {"kind": "toolResult", "ok": block.ok} | error | ({"images": images} if images else {})
        case _:
            return None
