"""Talking to an agent over HTTP: send a message, get the events of its run as they happen."""

from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Request
from pydantic import Field, model_validator
from starlette.responses import JSONResponse, Response

from proofroom.access import Principal
from proofroom.agents import Roster
from proofroom.api.editor_events import as_editor
from proofroom.api.openapi import STREAM
from proofroom.api.security import StudioDep, asker, requires
from proofroom.api.shapes import In, Out
from proofroom.api.streams import stream_events
from proofroom.kernel.blocks import ImageBlock
from proofroom.kernel.errors import InvalidInput, NotFound, ProofroomError
from proofroom.kernel.ids import ConversationId, MessageId, ProjectId, RunId, is_id
from proofroom.kernel.scope import Scope, read_scope
from proofroom.kernel.strings import say
from proofroom.providers.types import ToolChoice
from proofroom.runtime import Conversation
from proofroom.runtime.posting import Admit, Admitted, check_message
from proofroom.runtime.seeing import is_own_run
from proofroom.store import Connection
from proofroom.tools import BrowserAnswer
from proofroom.wiring import Studio

router = APIRouter(prefix="/ai", tags=["ai"])
ALSO_UNDER = "/admin/api"


class RoundChoice(In):
    """Which tools the model may (`auto`), must (`required`) or must not (`none`) use in one round.

    `names` narrows them; a tool that the agent or the caller may not use stays out all the same.
    """

    mode: Literal["auto", "none", "required"] = "auto"
    names: list[Annotated[str, Field(max_length=120)]] = Field(default_factory=list[str], max_length=50)


class ChatMessage(In):
    """A message to an agent. Without a conversation a new one begins; a message id makes repeats harmless.

    `context` tells what is on the screen. What the turn writes waits as a proposal, unless the project's
    workflow is `auto-merge`, or `merge` is true and the caller's role may merge at once.
    """

    message: str = Field(min_length=1)
    """What is said. Editors call it `prompt`, and what is on their screen `snapshot`: both are understood."""
    conversation_id: str | None = None
    message_id: str | None = None
    agent: str | None = None
    model: str | None = None
    project_id: str | None = None
    context: dict[str, Any] = Field(default_factory=dict[str, Any])
    merge: bool = False
    """Merge what the turn writes at its end, where the caller's role allows that and no stranger's text was
    read."""
    bridge: bool = False
    """This client follows the run and answers `toolRequest` events with `POST /api/ai/tool-result`."""
    tool_choices: list[RoundChoice] = Field(default_factory=list[RoundChoice], max_length=40)
    """The tools of the first rounds, one after the other; the rounds after them are free."""

    @model_validator(mode="before")
    @classmethod
    def _read_editor(cls, data: Any) -> Any:
        """Read an editor's `{conversationId, prompt, snapshot}`; editors answer `toolRequest` events."""
        given = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
        if "prompt" not in given or "message" in given:
            return cast("Any", data)
        kept = {name: value for name, value in given.items() if name not in ("prompt", "snapshot")}
        # A snapshot that cannot be read is none: the stream goes on without it.
        screen = given.get("snapshot")
        context = cast("dict[str, Any]", screen) if isinstance(screen, dict) else {}
        return {"context": context, "bridge": True} | kept | {"message": given["prompt"]}


class BrowserImage(In):
    """A picture the browser took, in base64."""

    mime_type: str = Field(pattern=r"^image/(png|jpeg|webp)$")
    data: str = Field(max_length=8_000_000)


class BrowserResult(In):
    """How a tool went in the browser."""

    ok: bool
    data: Any = None
    error: str | None = Field(None, max_length=2_000)
    images: list[BrowserImage] = Field(default_factory=list[BrowserImage], max_length=4)


class ToolAnswer(In):
    """The answer to a `toolRequest`; `snapshot` replaces what the agent knows of the screen."""

    bridge_id: str = Field(max_length=80)
    request_id: str = Field(max_length=80)
    result: BrowserResult
    snapshot: dict[str, Any] | None = None


class AnswerTaken(Out):
    """The answer was taken."""

    ok: bool = True


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
    check_message(body.message)  # before a conversation is opened for it
    wanted = read_scope(scope)
    conversation_id = body.conversation_id
    if conversation_id is None:
        project_id = await project_of(request, studio, principal, body.project_id)
        conversation_id = await _new_conversation(studio, principal, wanted, body, project_id)
    posted = await studio.chat.post(
        asker(principal),
        ConversationId(conversation_id),
        body.message,
        screen=body.context,
        message_id=message_id,
        merge=body.merge,
        bridge=body.bridge,
        choices=tuple(ToolChoice(choice.mode, tuple(choice.names)) for choice in body.tool_choices),
        watched=True,
        admit=_admission(studio, principal, wanted) if body.conversation_id is not None else None,
    )
    if posted.is_queued:
        waiting = Queued(
            message_id=posted.message_id, run_id=posted.run_id, conversation_id=posted.conversation.id
        )
        return JSONResponse(waiting.model_dump(by_alias=True), status_code=202)
    batches = studio.watch(posted.run_id, principal.workspace_id, after=0)
    return stream_events(request, as_editor(batches) if request.url.path.startswith(ALSO_UNDER) else batches)


@router.post("/tool-result")
async def answer_tool_request(
    body: ToolAnswer, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> AnswerTaken:
    """Answer a `toolRequest` of one's own run from the browser, with what is on screen by then.

    The answer is 404 once nobody waits for it: after 90 s, or when the run went on or ended.
    """
    run = await studio.visible_run(principal, RunId(body.bridge_id))
    if not is_own_run(principal, run):
        raise NotFound(say("runs.none"))
    given = body.result
    images = [ImageBlock(image.mime_type, image.data) for image in given.images]
    answer = BrowserAnswer(given.ok, given.data, given.error or "", images, body.snapshot)
    studio.bridge.answer(run.id, body.request_id, answer)
    return AnswerTaken()


def _admission(studio: Studio, principal: Principal, scope: Scope) -> Admit:
    """Return what lets a message into a conversation that goes on, in the transaction that keeps it."""

    async def admit(connection: Connection, known: Conversation, stamp: int) -> Admitted:
        if known.scope != scope:
            raise InvalidInput(say("api.other_scope", scope=known.scope))
        async with studio.database.phase(studio.database.versions_at(stamp), connection):
            free = await is_free(studio, principal, scope, known.model)
        return await studio.access.rates.hit_agent_in(connection, principal, is_free=free)

    return admit


async def is_free(studio: Studio, principal: Principal, scope: Scope, label: str | None) -> bool:
    """Tell whether the built-in model will answer, which costs nothing and reaches nobody."""
    try:
        model = await studio.models.find(principal.workspace_id, scope, label)
    except ProofroomError:
        return False  # said where it is chosen
    return model.info.provider == "offline"


async def project_of(
    request: Request, studio: Studio, principal: Principal, given: str | None
) -> ProjectId | None:
    """Return the project somebody means; a page editor that knows of one site only names none."""
    if given is None and request.url.path.startswith(ALSO_UNDER):
        only = await studio.access.only_project(principal)
        return None if only is None else only.id
    return await studio.check_project(principal, given)


async def _new_conversation(
    studio: Studio, principal: Principal, scope: Scope, body: ChatMessage, project_id: ProjectId | None
) -> str:
    free = await is_free(studio, principal, scope, body.model)
    await studio.access.rates.hit_agent(principal, is_free=free)
    agent = await studio.get(Roster).slug_for(principal.workspace_id, scope, body.agent)
    opened = await studio.chat.open(
        asker(principal),
        scope=scope,
        agent=agent,
        project_id=project_id,
        model=await studio.check_model(principal.workspace_id, scope, body.model),
    )
    return opened.id


def _message_id(given: str | None) -> MessageId | None:
    if given is None:
        return None
    if not is_id(given):
        raise InvalidInput(say("api.message_id"))
    return MessageId(given)
