"""What a message wants, before anything is done about it: words, a small model, or a question back."""

from typing import Any

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents import Roster
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, asker, requires
from proofroom.api.shapes import In, Out
from proofroom.kernel.blocks import Message, TextBlock
from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.scope import Scope
from proofroom.kernel.strings import say
from proofroom.providers.types import ModelRequest
from proofroom.runtime.completion import read_completed, start_completion
from proofroom.runtime.posting import MAX_MESSAGE
from proofroom.runtime.understand import (
    MODEL_TEMPERATURE,
    MODEL_TOKENS,
    AskModel,
    Method,
    understand,
)
from proofroom.wiring import Studio

router = APIRouter(prefix="/ai", tags=["ai"])


class IntentQuestion(In):
    """A message and what the person looks at. `useModel` lets the scope's model help where words do not."""

    message: str = Field(min_length=1, max_length=MAX_MESSAGE)
    screen_context: dict[str, Any] = Field(default_factory=dict[str, Any])
    use_model: bool = True


class IntentInfo(Out):
    """What a message most likely wants. Below 0.7 there is a question to ask back."""

    intent: str
    confidence: float
    method: Method
    clarification_needed: bool
    suggested_clarification: Told | None


@router.post("/intent/{scope}")
async def read_intent(
    scope: Scope, body: IntentQuestion, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> IntentInfo:
    """Tell what a message wants; nothing is done about it."""
    meanings = next((room.meanings[scope] for room in studio.rooms if scope in room.meanings), None)
    if meanings is None:
        raise InvalidInput(say("agents.no_scope", scope=scope), suggestion=say("kernel.plugins.next"))
    ask = await small_model(studio, principal, scope) if body.use_model else None
    found = await understand(body.message, meanings, body.screen_context, ask)
    return IntentInfo(
        intent=found.intent,
        confidence=found.confidence,
        method=found.method,
        clarification_needed=not found.is_clear,
        suggested_clarification=found.question,
    )


class WhoAnswers(In):
    """A message that names no agent, and the project it may be about."""

    message: str = Field(min_length=1, max_length=MAX_MESSAGE)
    project_id: str | None = None


class AddresseeInfo(Out):
    """The agent that can do what a message asks, and the scope of its chat."""

    scope: Scope
    agent: str


@router.post("/addressee")
async def find_addressee(
    body: WhoAnswers, studio: StudioDep, principal: Principal = requires("ai.chat")
) -> AddresseeInfo:
    """Tell which agent a message is for; the workspace's first one where no room knows it."""
    project_id = await studio.check_project(principal, body.project_id)
    roster, sure = studio.get(Roster), dict[str, tuple[float, Scope]]()
    for one in (one for room in studio.rooms for one in room.addressed):
        how_sure = await one.how_sure(principal, project_id, body.message)
        if how_sure == 0:
            continue
        try:
            agent = await roster.slug_for(principal.workspace_id, one.scope, one.agent)
        except ProofroomError:  # switched off: somebody else answers
            continue
        sure[agent] = max(sure.get(agent, (0.0, one.scope)), (how_sure, one.scope))
    if not sure:
        first = await roster.slug_for(principal.workspace_id, "workspace", None)
        return AddresseeInfo(scope="workspace", agent=first)
    agent = max(sure, key=lambda slug: sure[slug][0])
    return AddresseeInfo(scope=sure[agent][1], agent=agent)


async def small_model(studio: Studio, principal: Principal, scope: Scope) -> AskModel | None:
    """Return how to ask the scope's model; the offline model knows no more than the words do."""
    try:
        model = await studio.models.find(principal.workspace_id, scope, None)
    except ProofroomError:
        return None
    if model.info.provider == "offline":
        return None

    async def ask(prompt: str) -> str:
        request = ModelRequest(
            model=model.info.id,
            messages=[Message("user", [TextBlock(prompt)])],
            max_output_tokens=MODEL_TOKENS,
            temperature=MODEL_TEMPERATURE,
        )
        run = await start_completion(
            studio.engine,
            asker(principal),
            model.label,
            request,
            title=f"{model.label} for telling what a message wants",
        )
        ended = await studio.engine.wait(run.id, principal.workspace_id)
        blocks = read_completed(ended.result).blocks if ended.status == "completed" else []
        return "".join(block.text for block in blocks if isinstance(block, TextBlock))

    return ask
