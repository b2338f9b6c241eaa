"""A loop with real parts and a scripted model."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from pydantic import BaseModel

from proofroom.durable import Engine, Run, RunHandle
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import NotFound
from proofroom.kernel.events import AnyEvent
from proofroom.kernel.ids import ConversationId, ProjectId, RunId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.providers.types import Driver, ModelInfo
from proofroom.reviews import Approvals
from proofroom.runtime import (
    WORKFLOW,
    AgentProfile,
    Asker,
    Authority,
    Chat,
    Limits,
    OpenModel,
    Ports,
    ProjectState,
    PromptBuilder,
    run_turn,
)
from proofroom.runtime.guard import Rule
from proofroom.runtime.sections import platform_sections
from proofroom.store import Database
from proofroom.tools import Registry, ToolWish

WORKSPACE = WorkspaceId(new_id())
WHO = Asker(WORKSPACE)


class Anything(BaseModel):
    value: str = ""


@dataclass
class Desk:
    """What a test needs to hold a conversation."""

    chat: Chat
    engine: Engine
    registry: Registry
    called: list[tuple[str, str]]
    approvals: Approvals

    async def say(
        self, text: str, conversation_id: ConversationId | None = None
    ) -> tuple[Run, list[AnyEvent]]:
        if conversation_id is None:
            conversation_id = await self.open()
        posted = await self.chat.post(WHO, conversation_id, text)
        run = await self.engine.wait(posted.run_id, WORKSPACE)
        return run, await self.events(posted.run_id)

    async def open(self) -> ConversationId:
        return (await self.chat.open(WHO, scope="workspace", agent="assistant")).id

    async def events(self, run_id: RunId) -> list[AnyEvent]:
        return await self.engine.runs.events(run_id, WORKSPACE)


def tool(
    name: str, handler: Callable[[ToolContext, Anything], Awaitable[ToolOutput]], **more: Any
) -> ToolSpec:
    return ToolSpec(name, f"The {name} tool.", Anything, handler, "baseline", **more)


OpenDesk = Callable[..., Any]


@pytest.fixture
def open_desk(settings: Settings, database: Database) -> OpenDesk:
    """Return a function that opens a desk with a driver, an agent's limits and extra tools."""

    @asynccontextmanager
    async def open_one(
        driver: Driver,
        *tools: ToolSpec,
        limits: Limits | None = None,
        permissions: frozenset[str] = frozenset(),
        phase: Any = None,
        rules: tuple[Rule, ...] = (),
        fallbacks: dict[str, Driver] | None = None,
        chain: tuple[str, ...] | None = None,
        wanted: str | None = None,
    ) -> AsyncGenerator[Desk]:
        called: list[tuple[str, str]] = []

        async def note(context: ToolContext, given: Anything) -> ToolOutput:
            called.append((context.step, given.value))
            return ToolOutput(ok=True, data={"noted": given.value}, summary=f"Noted {given.value}")

        registry = Registry()
        registry.add([tool("note", note), *tools])
        agent = AgentProfile(
            "assistant",
            "Assistant",
            3,
            "Help.",
            tools=ToolWish(),
            limits=limits or Limits(),
            model=wanted,
            fallback_models=tuple(fallbacks or ()) if chain is None else chain,
        )
        info = ModelInfo("scripted", "scripted", context_window=8_000, vision=True)
        prompts = PromptBuilder()
        prompts.add(*platform_sections())

        async def find_agent(workspace_id: WorkspaceId, slug: str, version: int | None) -> AgentProfile:
            return agent if version is None else replace(agent, version=version)

        async def find_authority(*_: Any) -> Authority:
            return Authority(permissions)

        async def find_model(_workspace: Any, _scope: Any, label: str | None) -> OpenModel:
            if label in (None, "scripted"):
                return OpenModel(driver, info)
            if fallbacks is None or label not in fallbacks:
                raise NotFound(f"There is no model called {label}.")
            return OpenModel(fallbacks[label], ModelInfo(label, label, context_window=9_000))

        async def find_project(*_: Any) -> ProjectState:
            return ProjectState(phase=phase or "active")

        async def find_rules(*_: Any) -> tuple[Rule, ...]:
            return rules

        ports = Ports(
            database,
            SystemClock(),
            registry,
            prompts,
            find_agent,
            find_authority,
            find_model,
            find_project,
            find_rules,
        )
        engine = Engine(settings, database, SystemClock())
        approvals = Approvals(database, SystemClock(), lambda approval, edited: edited)
        approvals.on_decided(engine.resume)
        chat = Chat(database, engine, SystemClock())

        async def turn(handle: RunHandle) -> None:
            if not await run_turn(handle, ports):
                return
            assert handle.run.conversation_id is not None
            await chat.after_turn(handle.run.workspace_id, handle.run.conversation_id, handle.run.id)

        engine.workflow(WORKFLOW, turn)
        await engine.launch()
        try:
            yield Desk(chat, engine, registry, called, approvals)
        finally:
            await engine.close()

    return open_one


PROJECT = ProjectId(new_id())
