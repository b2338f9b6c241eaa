"""A model that plays every agent from a script of its own."""

from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink
from tests.scripted import ScriptedDriver, ScriptedReply


class Cast:
    """Asks the script of the agent that is speaking."""

    name = "scripted"

    def __init__(self, **scripts: tuple[ScriptedReply, ...]) -> None:
        self.agents = {slug: ScriptedDriver(*replies) for slug, replies in scripts.items()}

    async def models(self) -> list[ModelInfo]:
        return [ModelInfo("scripted", "scripted", context_window=200_000, vision=True, tools=True)]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        return await self.agents[str(request.extra["agent"])].stream(request, sink)
