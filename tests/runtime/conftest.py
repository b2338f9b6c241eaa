"""A loop with real parts and a scripted model."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from pydantic import BaseModel

from proofroom.access.audit import Audit
from proofroom.durable import Engine, Run
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import NotFound
from proofroom.kernel.events import AnyEvent
from proofroom.kernel.ids import ConversationId, ProjectId, RunId, WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.providers.types import Driver, ModelInfo
from proofroom.reviews import Approvals, Budgets, Stops
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
)
from proofroom.runtime.flow.flows import Flows, NewFlow
from proofroom.runtime.guard import Rule
from proofroom.runtime.own_flows import own_flows
from proofroom.runtime.prompts.sections import platform_sections
from proofroom.runtime.rerun import Reruns
from proofroom.runtime.types import Delegate
from proofroom.runtime.waiting import Waiting
from proofroom.store import Database
from proofroom.telemetry.budgets import let_go
from proofroom.tools import Bridge, Registry, ToolWish
from tests.patience import until

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
    waiting: Waiting
    cast: "Cast"
    stops: Stops
    reruns: Reruns

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

    async def begun(self, run_id: RunId) -> Run:
        """Wait until a run that was queued is there."""
        return await until(lambda: self.engine.runs.find(run_id, WORKSPACE))

    async def ended(self, run_id: RunId) -> Run:
        """Wait until a run has ended, however often it rests before."""

        async def look() -> Run | None:
            run = await self.engine.runs.get(run_id, WORKSPACE)
            return run if run.has_ended else None

        return await until(look)

    async def let_go(self, conversation_id: ConversationId) -> None:
        """Wait until no turn holds the conversation: a moment after its run has ended."""

        async def look() -> bool:
            return (await self.chat.get(WHO, conversation_id)).active_run_id is None

        await until(look)


def tool(
    name: str, handler: Callable[[ToolContext, Anything], Awaitable[ToolOutput]], **more: Any
) -> ToolSpec:
    return ToolSpec(name, f"The {name} tool.", Anything, handler, "baseline", **more)


OpenDesk = Callable[..., Any]


@dataclass
class Cast:
    """The agents, models and rights of a test: everything the loop asks of rooms above it."""

    driver: Driver
    agent: AgentProfile
    permissions: frozenset[str]
    phase: Any
    rules: tuple[Rule, ...]
    fallbacks: dict[str, Driver]
    others: dict[str, Driver]
    authority: Callable[[str], frozenset[str]] | None
    priced: dict[str, Any]
    is_staffed: bool = True
    """Whether there is anybody who could allow a call."""
    is_trusted: bool = True
    """Whether whoever allowed a call still could."""
    flows: dict[str, NewFlow] = field(default_factory=dict[str, NewFlow])

    async def find_agent(self, workspace_id: WorkspaceId, slug: str, version: int | None) -> AgentProfile:
        found = self.agent
        if slug != found.slug:
            if slug not in self.others:
                raise NotFound(f"There is no agent called {slug}.")
            found = replace(found, slug=slug, name=slug.title(), model=slug)
        return found if version is None else replace(found, version=version)

    async def has_approver(self, _approval: Any) -> bool:
        return self.is_staffed

    async def is_backed(self, _approval: Any) -> bool:
        return self.is_trusted

    async def find_target(self, workspace_id: WorkspaceId, slug: str) -> Delegate:
        found = await self.find_agent(workspace_id, slug, None)
        return Delegate(found.slug, found.name, found.version, found.scope, WORKFLOW)

    async def find_authority(self, _asker: Any, _project: Any, who: AgentProfile) -> Authority:
        return Authority(self.authority(who.slug) if self.authority else self.permissions)

    async def find_model(self, _workspace: Any, _scope: Any, label: str | None) -> OpenModel:
        info = ModelInfo("scripted", "scripted", **({"context_window": 8_000, "vision": True} | self.priced))
        if label in (None, "scripted"):
            return OpenModel(self.driver, info)
        if label in self.others:
            return OpenModel(self.others[label], replace(info, id=label, provider=label))
        if label not in self.fallbacks:
            raise NotFound(f"There is no model called {label}.")
        return OpenModel(self.fallbacks[label], ModelInfo(label, label, context_window=9_000))

    async def find_project(self, *_: Any) -> ProjectState:
        return ProjectState(phase=self.phase or "active")

    async def find_rules(self, *_: Any) -> tuple[Rule, ...]:
        return self.rules


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
        others: dict[str, Driver] | None = None,
        authority: Callable[[str], frozenset[str]] | None = None,
        priced: dict[str, Any] | None = None,
        flows: dict[str, NewFlow] | None = None,
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
        cast = Cast(
            driver, agent, permissions, phase, rules, fallbacks or {}, others or {}, authority, priced or {}
        )
        cast.flows = flows or {}
        async with _launched(settings, database, registry, cast) as launched:
            chat, engine, approvals, stops, waiting, reruns = launched
            yield Desk(chat, engine, registry, called, approvals, waiting, cast, stops, reruns)

    return open_one


@asynccontextmanager
async def _launched(
    settings: Settings, database: Database, registry: Registry, cast: Cast
) -> AsyncGenerator[tuple[Chat, Engine, Approvals, Stops, Waiting, Reruns]]:
    prompts = PromptBuilder()
    prompts.add(*platform_sections())
    engine = Engine(settings, database, SystemClock())
    chat = Chat(database, engine, SystemClock())
    engine.hooks.endings.append(chat.free)
    ports = Ports(
        database=database,
        pasts=chat.pasts,
        clock=SystemClock(),
        registry=registry,
        prompts=prompts,
        find_agent=cast.find_agent,
        find_authority=cast.find_authority,
        find_model=cast.find_model,
        find_project=cast.find_project,
        find_rules=cast.find_rules,
        find_target=cast.find_target,
        engine=engine,
        bridge=Bridge(),
        has_approver=cast.has_approver,
        is_backed=cast.is_backed,
        note_context=chat.note_context,
    )
    approvals = Approvals(database, SystemClock(), lambda approval, edited: edited)
    stops = Stops(database, SystemClock(), Budgets(database, SystemClock(), Audit(database, SystemClock())))
    waiting = Waiting(engine)
    waiting.add(approvals, stops)
    engine.hooks.cut_off.append(let_go)

    flows = Flows(engine, waiting)
    for name, flow in (own_flows(chat) | cast.flows).items():
        flows.add(name, flow)
    flows.open(ports)
    await engine.launch()
    await waiting.tidy()
    try:
        yield chat, engine, approvals, stops, waiting, Reruns(database, engine, SystemClock(), flows)
    finally:
        await engine.close(drain_s=0.5)


PROJECT = ProjectId(new_id())
