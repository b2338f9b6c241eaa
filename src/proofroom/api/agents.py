"""The agents and models one can talk to."""

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out

router = APIRouter(tags=["agents"])


class AgentInfo(Out):
    """An agent as a person chooses it."""

    slug: str
    name: str
    version: int
    scope: str
    model: str | None
    suggestions: list[str]


class ModelOption(Out):
    """A model as a person chooses it. Prices are micro-dollars per million tokens; null is unknown."""

    label: str
    provider: str
    name: str
    context_window: int | None
    input_micros_per_mtok: int | None
    output_micros_per_mtok: int | None


@router.get("/agents")
async def list_agents(
    studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> list[AgentInfo]:
    """Return the agents of the workspace."""
    found = await studio.list_agents(principal.workspace_id)
    return [AgentInfo.model_validate(agent) for agent in found]


@router.get("/models")
async def list_models(studio: StudioDep, principal: Principal = requires("ai.chat")) -> list[ModelOption]:
    """Return the models that can be used now."""
    return [
        ModelOption(
            label=model.label,
            provider=model.info.provider,
            name=model.info.name or model.info.id,
            context_window=model.info.context_window,
            input_micros_per_mtok=model.info.input_micros_per_mtok,
            output_micros_per_mtok=model.info.output_micros_per_mtok,
        )
        for model in await studio.list_models(principal.workspace_id)
    ]
