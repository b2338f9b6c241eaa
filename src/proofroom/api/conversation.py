"""The conversation API: talk to a project's editor from outside, with a key, and read what was said."""

from datetime import datetime
from typing import Annotated, Any, Literal, cast

import orjson
from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from proofroom.agents import Roster
from proofroom.api.ai import Queued
from proofroom.api.older import OlderEvents, as_older, tool_result
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import In, Out
from proofroom.api.streams import SSE, stream_events
from proofroom.durable.failure import revive
from proofroom.kernel.blocks import Message, ToolCallBlock
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import ConversationId, RunId
from proofroom.kernel.strings import say
from proofroom.runtime import StoredMessage
from proofroom.runtime.posting import check_message
from proofroom.wiring import Studio

router = APIRouter(tags=["conversation"])

SCOPE = "content"


class OutsideMessage(In):
    """A message from outside. Without a conversation a new one begins."""

    message: str = Field(min_length=1)
    conversation_id: str | None = None
    locale: str | None = Field(None, max_length=35)
    merge: bool = False


class ProjectMessage(In):
    """A message to a project's editor, with what the person looks at."""

    message: str = Field(min_length=1)
    conversation_id: str | None = None
    model: str | None = None
    context: dict[str, Any] = Field(default_factory=dict[str, Any])
    merge: bool = False


class ToolResultInfo(Out):
    """What a tool answered."""

    id: str
    name: str
    result: Any


class Answered(Out):
    """The answer to a message, whole. `status` is `awaiting_tool` where a person must decide first."""

    conversation_id: str
    message: str
    status: Literal["completed", "cancelled", "awaiting_tool", "waiting_human"]
    run_id: str
    tool_results: list[ToolResultInfo]
    affected: dict[str, Any]
    usage: dict[str, int]


class ToolCallInfo(Out):
    """A tool that was used."""

    id: str
    name: str
    input: dict[str, Any]


class SaidMessage(Out):
    """One message of a conversation."""

    id: str
    role: Literal["user", "assistant"]
    content: str
    tool_calls: list[ToolCallInfo]
    created_at: datetime


class History(Out):
    """What was said in a conversation."""

    conversation_id: str
    messages: list[SaidMessage]


@router.post(
    "/conversation/v1/{project_id}/message", responses={202: {"model": Queued}}, response_model=Answered
)
async def send_message(
    body: OutsideMessage, request: Request, studio: StudioDep, inside: Inside = in_project("ai.chat")
) -> Response:
    """Send a message and get the whole answer, or with `Accept: text/event-stream` its older events."""
    check_message(body.message)
    screen = {"activeLocale": body.locale} if body.locale else {}
    inside.require_locales(*([body.locale] if body.locale else []))
    conversation_id = await _conversation(studio, inside, body.conversation_id)
    return await _say(studio, inside, conversation_id, body, screen, SSE in _accepted(request), request)


@router.get("/conversation/v1/{project_id}/history")
async def read_history(
    conversation_id: Annotated[str, Query(alias="conversationId")],
    studio: StudioDep,
    inside: Inside = in_project("ai.chat"),
) -> History:
    """Return what was said in one of the caller's own conversations."""
    found = await _conversation(studio, inside, conversation_id)
    messages = await studio.chat.messages(inside.asker, found)
    shown = [_said(message) for message in messages if message.role != "tool" and message.state != "queued"]
    return History(conversation_id=found, messages=shown)


@router.post(
    "/workspaces/{workspace_id}/projects/{project_id}/chat",
    responses={202: {"model": Queued}},
    response_model=None,
)
async def chat_in_project(
    workspace_id: str,
    body: ProjectMessage,
    request: Request,
    studio: StudioDep,
    inside: Inside = in_project("ai.chat"),
) -> Response:
    """Talk to a project's editor; the answer is a stream of older events."""
    workspace = await studio.access.workspaces.get(inside.project.workspace_id)
    if workspace_id not in (workspace.id, workspace.slug):
        raise NotFound(say("access.no_workspace"))
    check_message(body.message)
    await studio.check_model(inside.project.workspace_id, SCOPE, body.model)
    try:
        conversation_id = await _conversation(studio, inside, body.conversation_id, body.model)
    except NotFound:  # older clients get a new conversation for one that is not theirs
        conversation_id = await _conversation(studio, inside, None, body.model)
    return await _say(studio, inside, conversation_id, body, body.context, True, request)


async def _conversation(
    studio: Studio, inside: Inside, given: str | None, model: str | None = None
) -> ConversationId:
    if given is None:
        agent = await studio.get(Roster).slug_for(inside.project.workspace_id, SCOPE, None)
        opened = await studio.chat.open(
            inside.asker, scope=SCOPE, agent=agent, project_id=inside.project.id, model=model
        )
        return opened.id
    found = await studio.chat.get(inside.asker, ConversationId(given))
    if found.project_id != inside.project.id:
        raise NotFound(say("api.no_conversation"))
    if found.scope != SCOPE:
        raise InvalidInput(say("api.other_scope", scope=found.scope))
    return found.id


async def _say(
    studio: Studio,
    inside: Inside,
    conversation_id: ConversationId,
    body: OutsideMessage | ProjectMessage,
    screen: dict[str, Any],
    is_streamed: bool,
    request: Request,
) -> Response:
    await studio.access.rates.hit_agent(inside.principal)
    posted = await studio.chat.post(
        inside.asker, conversation_id, body.message, screen=screen, merge=body.merge, watched=True
    )
    if posted.is_queued:
        waiting = Queued(message_id=posted.message_id, run_id=posted.run_id, conversation_id=conversation_id)
        return JSONResponse(waiting.model_dump(by_alias=True), status_code=202)
    if is_streamed:
        batches = studio.watch(posted.run_id, inside.project.workspace_id, after=0)
        return stream_events(request, as_older(batches, conversation_id), always_sse=True)
    answer = await _whole(studio, inside, conversation_id, posted.run_id)
    return JSONResponse(answer.model_dump(mode="json", by_alias=True))


async def _whole(studio: Studio, inside: Inside, conversation_id: ConversationId, run_id: RunId) -> Answered:
    """Follow a run to its rest and return what it said; a run that failed is raised as its error."""
    older = OlderEvents(conversation_id)
    said: list[str] = []
    results: list[ToolResultInfo] = []
    status, affected = "completed", dict[str, Any]()
    async for batch in studio.watch(run_id, inside.project.workspace_id, after=0):
        for line in batch.splitlines():
            event = orjson.loads(line)
            if event["type"] == "toolCall":
                said.clear()  # what was said before a tool is not the answer
            elif event["type"] == "toolResult":
                results.append(ToolResultInfo(**tool_result(event)))
            elif event["type"] == "error":
                raise revive(event)
            elif event["type"] == "done":
                status = event.get("status", "completed")
                affected = cast("dict[str, Any]", event.get("affected") or {})
            said.extend(told["content"] for told in older.turn(event) if told["type"] == "text")
    return Answered(
        conversation_id=conversation_id,
        message="".join(said).strip(),
        status=status,  # type: ignore[arg-type]
        run_id=run_id,
        tool_results=results,
        affected=affected,
        usage=older.usage,
    )


def _said(message: StoredMessage) -> SaidMessage:
    calls = [block for block in message.blocks if isinstance(block, ToolCallBlock)]
    role = "user" if message.role == "user" else "assistant"
    return SaidMessage(
        id=message.id,
        role=role,
        content=Message(role, message.blocks).text,
        tool_calls=[ToolCallInfo(id=c.tool_call_id, name=c.tool_name, input=c.input) for c in calls],
        created_at=message.created_at,
    )


def _accepted(request: Request) -> str:
    return request.headers.get("accept", "")
