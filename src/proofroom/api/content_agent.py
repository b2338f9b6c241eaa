"""The writer's front door: one message and what is on screen; the tool, the loop, or a question back."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import JSONResponse, Response

from proofroom.access import Principal
from proofroom.api.ai import is_free
from proofroom.api.articles import article_for
from proofroom.api.errors import error_response
from proofroom.api.intents import small_model
from proofroom.api.language import for_reader, reader
from proofroom.api.security import StudioDep, asker, requires
from proofroom.api.shapes import Done, In, Out
from proofroom.articles import MEANINGS, Article
from proofroom.articles.front import (
    ANSWER_S,
    BEGIN,
    PIPELINE,
    SURE,
    Action,
    action_for,
    envelope,
    error_body,
    read_screen,
    status_of,
    trace_id,
)
from proofroom.articles.origin import mark_among
from proofroom.articles.sessions import AgentSession, Sessions
from proofroom.durable import Run
from proofroom.durable.failure import revive
from proofroom.kernel.blocks import TextBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound, ProofroomError, ToolFailed, UnclearIntent
from proofroom.kernel.events import ToolCall, ToolResult
from proofroom.kernel.ids import ConversationId, RunId, new_id
from proofroom.kernel.strings import say, translate
from proofroom.runtime.understand import Understood, understand
from proofroom.wiring import Studio

router = APIRouter(prefix="/content-agent", tags=["articles"])
MOST_EVENTS = 5_000
"""Of a turn of the loop, far more than its rounds can bring."""


class AgentMessage(In):
    """What a person says to the writer, and what they look at."""

    message: str = Field(min_length=1, max_length=10_000)
    screen_context: dict[str, Any] = Field(default_factory=dict[str, Any])


class AgentSessionInfo(Out):
    """A session with its turns."""

    session_id: str
    last_activity_timestamp: int
    turns: list[dict[str, Any]]


@dataclass(slots=True)
class _Visit:
    """One message on its way."""

    studio: Studio
    principal: Principal
    message: str
    screen: dict[str, Any]
    session: AgentSession
    run_id: RunId | None = None
    """The run that works on it, as soon as there is one."""
    conversation_id: ConversationId | None = None
    """Where the loop answers, if it does."""

    @property
    def actor(self) -> str:
        return str(self.principal.actor_id or "operator")[:60]


@dataclass(frozen=True, slots=True)
class _Done:
    """A tool that was used, and what came of it."""

    call: dict[str, Any]
    data: Any
    result: dict[str, Any]
    text: str


@router.post("/execute", response_model=None)
async def execute(
    body: AgentMessage, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> Response:
    """Do what a message asks: JSON with the result, 202 with the run if it takes long, or a question back."""
    actor = str(principal.actor_id or "operator")[:60]
    try:
        free = await is_free(studio, principal, "articles", None)
        await studio.access.rates.hit_agent(principal, is_free=free)
        session = await studio.get(Sessions).get(principal.workspace_id, actor)
        visit = _Visit(studio, principal, body.message.strip(), {}, session)
        try:
            return await _answer(visit, await _understood(visit, body.screen_context))
        except UnclearIntent:
            raise
        except ProofroomError as error:
            # It was heard and understood, whatever came of it.
            await _keep(visit, str(error.message), unclear=0)
            raise
    except ProofroomError as error:
        headers = {
            name: value for name, value in error_response(error).headers.items() if name == "retry-after"
        }
        return JSONResponse(for_reader(error_body(error)), status_code=status_of(error), headers=headers)


async def _understood(visit: _Visit, screen: dict[str, Any]) -> Understood:
    """Return what a message wants, in view of the screen and of the article as it is now."""
    visit.screen = read_screen(screen)
    if visit.screen.get("artifactId"):
        article = await article_for(visit.studio, visit.principal, str(visit.screen["artifactId"]))
        # A small model reads the screen: a name that a stranger gave must not tell it what is meant.
        title = "" if mark_among([article]) else article.title
        visit.screen |= {"artifactStatus": article.status, "artifactTitle": title}
    ask = await small_model(visit.studio, visit.principal, "articles")
    return await understand(visit.message, MEANINGS, visit.screen, ask)


async def _answer(visit: _Visit, found: Understood) -> Response:
    if not found.is_clear:
        return await _ask_back(visit, found)
    if found.confidence >= SURE:
        action = action_for(found.intent, visit.message, visit.screen)
        return await _within(visit, found, lambda: _act(visit, action))
    return await _within(visit, found, lambda: _converse(visit))


async def _ask_back(visit: _Visit, found: Understood) -> Response:
    if visit.session.unclear:
        await _keep(visit, found.question or "", unclear=visit.session.unclear + 1)
        raise UnclearIntent(say("articles.unclear"))
    told: dict[str, Any] = {"text": found.question, "clarificationNeeded": True, "toolResults": []}
    session = await _keep(visit, found.question or "", unclear=1)
    return _answered(told, found, session)


async def _within(
    visit: _Visit, found: Understood, work: Callable[[], Awaitable[dict[str, Any]]]
) -> Response:
    task = asyncio.ensure_future(work())
    done, _ = await asyncio.wait({task}, timeout=ANSWER_S)
    if not done:
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        session = await _keep(visit, "", unclear=0)
        return _answered({"runId": visit.run_id}, found, session, status=202)
    told = task.result()
    session = await _keep(
        visit, told["text"], unclear=0, tools=[each["toolName"] for each in told["toolCalls"]]
    )
    return _answered(told, found, session)


def _answered(told: dict[str, Any], found: Understood, session: AgentSession, status: int = 200) -> Response:
    """Return an answer with what was understood, its sentence in the reader's language."""
    said = {"text": translate(told["text"], reader.get())} if "text" in told else {}
    state = {"intentDetected": found.intent, "sessionState": session.state}
    return JSONResponse(for_reader(told | said | state), status_code=status)


async def _act(visit: _Visit, action: Action) -> dict[str, Any]:
    """Use a tool; a whole piece about a topic is begun first."""
    made: list[_Done] = []
    if action.tool == PIPELINE and "artifactId" not in action.arguments:
        made.append(await _use(visit, Action(BEGIN, action.arguments)))
        action = Action(PIPELINE, {"artifactId": made[0].data["artifact"]["id"]})
    made.append(await _use(visit, action))
    return {
        "text": made[-1].text,
        "toolCalls": [each.call for each in made],
        "toolResults": [{"toolCallId": each.call["toolCallId"], "result": each.result} for each in made],
    }


async def _use(visit: _Visit, action: Action) -> "_Done":
    begun, trace = time.perf_counter(), trace_id(visit.studio.clock.now())
    before = await _seen(visit, action)
    project = before.project_id if before else visit.principal.only_place("articles.own.create")
    visit.run_id = RunId(new_id())
    called = await visit.studio.direct.use(
        asker(visit.principal), project, action.tool, action.arguments, run_id=visit.run_id
    )
    after = await _seen(visit, action)
    moved = before and after and before.status != after.status
    data, took = called.output.data, round((time.perf_counter() - begun) * 1000)
    return _Done(
        {"toolCallId": new_id(), "toolName": action.tool, "args": action.arguments},
        data,
        envelope(
            trace,
            data,
            duration_ms=took,
            transition={"from": before.status, "to": after.status} if before and after and moved else None,
        ),
        called.output.summary,
    )


async def _seen(visit: _Visit, action: Action) -> Article | None:
    """Return the article that an action is about, as it is now."""
    id = action.arguments.get("artifactId")
    return await article_for(visit.studio, visit.principal, id) if id else None


async def _converse(visit: _Visit) -> dict[str, Any]:
    """Let the loop decide: a turn of the writer in the session's conversation, with what is on screen."""
    studio, who = visit.studio, asker(visit.principal)
    known = await _conversation(visit)
    visit.conversation_id = known
    posted = await studio.chat.post(who, known, visit.message, screen=visit.screen)
    visit.run_id = posted.run_id
    ended = await _end_of(visit, posted.run_id)
    said = [
        "".join(block.text for block in each.blocks if isinstance(block, TextBlock))
        for each in await studio.chat.messages(who, known)
        if each.role == "assistant" and each.run_id == posted.run_id
    ]
    told: dict[str, Any] = {"text": said[-1] if said else "", "runId": posted.run_id}
    if ended.status == "waiting_human":
        told |= {"text": told["text"] or say("articles.needs_approval"), "pausedForApproval": True}
    return told | await _called(visit, posted.run_id)


async def _conversation(visit: _Visit) -> ConversationId:
    """Return where the loop answered before in this session, so that it remembers; else a new one."""
    studio, who = visit.studio, asker(visit.principal)
    if (known := visit.session.conversation_id) is not None:
        try:
            return (await studio.chat.get(who, known)).id
        except NotFound:
            pass  # deleted meanwhile
    return (await studio.chat.open(who, scope="articles", agent="writer")).id


async def _called(visit: _Visit, run_id: RunId) -> dict[str, Any]:
    """Return which tools the loop used and what each answered, in the seed's envelope."""
    trace = trace_id(visit.studio.clock.now())
    told = await visit.studio.engine.runs.events(run_id, visit.principal.workspace_id, limit=MOST_EVENTS)
    return {
        "toolCalls": [
            {"toolCallId": each.tool_call_id, "toolName": each.tool_name, "args": each.input}
            for each in told
            if isinstance(each, ToolCall)
        ],
        "toolResults": [
            {
                "toolCallId": each.tool_call_id,
                "result": envelope(
                    trace,
                    each.data,
                    duration_ms=each.duration_ms,
                    error=None if each.ok else ToolFailed(each.error or each.summary),
                ),
            }
            for each in told
            if isinstance(each, ToolResult)
        ],
    }


async def _end_of(visit: _Visit, run_id: RunId) -> Run:
    """Return a run that has ended well or rests; what went wrong is told by its category."""
    ended = await visit.studio.engine.wait(run_id, visit.principal.workspace_id)
    if ended.status in ("failed", "interrupted", "cancelled"):
        raise revive(ended.error or ToolFailed(say("articles.unfinished", status=ended.status)).as_dict())
    return ended


async def _keep(visit: _Visit, said: str, *, unclear: int, tools: list[str] | None = None) -> AgentSession:
    now = int(visit.studio.clock.now().timestamp() * 1000)
    asked = {"role": "user", "content": visit.message, "timestamp": now}
    answer = {"role": "assistant", "content": said, "timestamp": now}
    answer |= {"toolCalls": tools} if tools else {}
    answer |= {"conversationId": visit.conversation_id} if visit.conversation_id else {}
    sessions = visit.studio.get(Sessions)
    return await sessions.keep(
        visit.principal.workspace_id, visit.actor, visit.session, asked, answer, unclear=unclear
    )


@router.get("/session")
async def get_session(studio: StudioDep, principal: Principal = requires("ai.chat")) -> AgentSessionInfo:
    """Return one's session with the writer and its last turns."""
    actor = str(principal.actor_id or "operator")[:60]
    session = await studio.get(Sessions).get(principal.workspace_id, actor)
    return AgentSessionInfo(turns=list(session.turns), **session.state)


@router.delete("/session")
async def clear_session(studio: StudioDep, principal: Principal = requires("ai.chat")) -> Done:
    """Forget one's session with the writer."""
    await studio.get(Sessions).clear(principal.workspace_id, str(principal.actor_id or "operator")[:60])
    return Done()
