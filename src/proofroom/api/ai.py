"""Talking to an agent over HTTP: send a message, get the events of its run as they happen."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from proofroom.access import Principal
from proofroom.api.openapi import STREAM
from proofroom.api.security import StudioDep, asker, requires
from proofroom.api.shapes import In, Out
from proofroom.api.streams import stream_events
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ConversationId, MessageId, is_id
from proofroom.kernel.scope import Scope, read_scope
from proofroom.wiring import Studio

router = APIRouter(prefix="/ai", tags=["ai"])


class ChatMessage(In):
    """A message to an agent. Without a conversation a new one begins; a message id makes repeats harmless."""

    message: str = Field(min_length=1)
    conversation_id: str | None = None
    message_id: str | None = None
    agent: str | None = None
    model: str | None = None
    project_id: str | None = None
    context: dict[str, Any] = Field(default_factory=dict[str, Any])


class Queued(Out):
    """The message waits until the turn before it has ended."""

    queued: bool = True
    message_id: str
    run_id: str
    conversation_id: str


@router.post("/chat/{scope}", openapi_extra=STREAM, responses={202: {"model": Queued}}, response_model=None)
async def chat(
    scope: str,
    body: ChatMessage,
    request: Request,
    studio: StudioDep,
    principal: Principal = requires("ai.chat"),
) -> Response:
    """Send a message; the answer is the stream of its run, or 202 if the conversation is busy."""
    message_id = _message_id(body.message_id)
    await studio.access.limit_agent_requests(principal)
    conversation_id = await _conversation(studio, principal, read_scope(scope), body)
    posted = await studio.chat.post(
        asker(principal),
        conversation_id,
        body.message,
        screen=body.context,
        message_id=message_id,
    )
    if posted.is_queued:
        waiting = Queued(
            message_id=posted.message_id, run_id=posted.run_id, conversation_id=posted.conversation.id
        )
        return JSONResponse(waiting.model_dump(by_alias=True), status_code=202)
    return stream_events(request, studio.watch(posted.run_id, principal.workspace_id, after=0))


async def _conversation(
    studio: Studio, principal: Principal, scope: Scope, body: ChatMessage
) -> ConversationId:
    if body.conversation_id is not None:
        key = ConversationId(body.conversation_id)
        known = await studio.chat.get(asker(principal), key)
        if known.scope != scope:
            raise InvalidInput(
                f"This conversation belongs to the scope {known.scope}.",
                suggestion=f"Send to /api/ai/chat/{known.scope}.",
            )
        return key
    project_id = await studio.check_project(principal, body.project_id)
    agent = await studio.agent_for(principal.workspace_id, scope, body.agent)
    opened = await studio.chat.open(
        asker(principal),
        scope=scope,
        agent=agent,
        project_id=project_id,
        model=body.model,
    )
    return opened.id


def _message_id(given: str | None) -> MessageId | None:
    if given is None:
        return None
    if not is_id(given):
        raise InvalidInput("messageId is not a well-formed id.", suggestion="Send a UUID, or leave it out.")
    return MessageId(given)
