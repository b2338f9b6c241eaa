"""Builds the studio from its settings: the only file that knows all rooms."""

import logging
import os
import secrets as random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from proofroom.access import Access, Principal
from proofroom.agents import SYSTEM_AGENTS, system_agent
from proofroom.doctor import examine
from proofroom.durable import Engine, Run, RunHandle
from proofroom.kernel.check import Check
from proofroom.kernel.clock import Clock, SystemClock
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, RunId, WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.net import Transport
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import Driver
from proofroom.reviews import Approval, Approvals, Inbox, approval_source
from proofroom.reviews.approvals import CheckInput
from proofroom.runtime import (
    WORKFLOW,
    AgentProfile,
    Authority,
    Chat,
    OpenModel,
    Ports,
    ProjectState,
    PromptBuilder,
    Scope,
    run_turn,
)
from proofroom.runtime.guard import Rule
from proofroom.runtime.help import search_help
from proofroom.runtime.playbook import baseline_playbook
from proofroom.runtime.sections import platform_sections
from proofroom.runtime.tools import baseline_tools
from proofroom.store import Database, StudioLock, hold, open_database
from proofroom.store.migrate import current_revision, migrate
from proofroom.tools import Registry

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Studio:
    """Everything that runs, put together. Doors (HTTP, CLI) reach rooms through it."""

    settings: Settings
    clock: Clock
    lock: StudioLock
    database: Database
    engine: Engine
    access: Access
    transport: Transport
    registry: Registry
    chat: Chat
    approvals: Approvals
    inbox: Inbox
    models: dict[str, OpenModel]
    workspace_id: WorkspaceId
    operator_token: str = field(repr=False)
    _closing: AsyncExitStack = field(repr=False)

    async def close(self) -> None:
        """Let running work come to a stop, then close everything in reverse order."""
        await self._closing.aclose()

    async def is_ready(self) -> bool:
        """Tell whether the database answers."""
        return await _answers(self.database)

    async def examine(self) -> list[Check]:
        """Look for anything that is wrong."""
        return await examine(self.settings, self.clock)

    async def operator(self) -> Principal:
        """Return who the command line acts as: the owner, or the studio itself before there is one."""
        return await self.access.operator(self.workspace_id)

    def watch(self, run_id: RunId, workspace_id: WorkspaceId, *, after: int) -> AsyncIterator[bytes]:
        """Follow a run's events as batches of NDJSON lines."""
        return self.engine.watch(run_id, workspace_id, after)

    async def visible_run(self, principal: Principal, run_id: RunId) -> Run:
        """Return a run that this principal may see."""
        run = await self.engine.runs.get(run_id, principal.workspace_id)
        if run.person_id != principal.person_id and not principal.can("sessions.team.read"):
            raise NotFound("There is no such run.")
        return run

    async def stop_run(self, run: Run) -> bool:
        """Stop a run, also one that waits for a person; what it asked for is withdrawn."""
        was_moving = await self.engine.stop(run.id, run.workspace_id)
        await self.approvals.withdraw(run.id, run.workspace_id)
        return was_moving

    async def check_project(self, principal: Principal, project_id: str | None) -> ProjectId | None:
        """Return the project's id if the principal can see it."""
        if project_id is None:
            return None
        return (await self.access.get_project(principal, ProjectId(project_id))).id

    async def agent_for(self, workspace_id: WorkspaceId, scope: Scope | None, slug: str | None) -> str:
        """Return the agent to talk to: the named one, or the scope's own."""
        if slug is not None:
            return (await find_agent(workspace_id, slug, None)).slug
        for agent in SYSTEM_AGENTS:
            if agent.scope == scope:
                return agent.slug
        raise InvalidInput(
            f"There is no agent for the scope {scope} yet.", suggestion="Use the scope workspace."
        )

    async def list_agents(self, workspace_id: WorkspaceId) -> list[AgentProfile]:
        """Return the agents of a workspace."""
        return list(SYSTEM_AGENTS)

    async def list_models(self, workspace_id: WorkspaceId) -> list[OpenModel]:
        """Return the models that can be used now."""
        return list(self.models.values())


async def open_studio(
    settings: Settings, *, clock: Clock | None = None, drivers: dict[str, Driver] | None = None
) -> Studio:
    """Open the data folder, bring the database up to date, and start working."""
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        lock = stack.enter_context(hold(settings, clock))
        database = open_database(settings)
        stack.push_async_callback(database.close)
        await migrate(settings, database)
        transport = await stack.enter_async_context(Transport.open(settings.allow_private_hosts))
        access = Access(database, clock, settings)
        workspace = await access.ensure_workspace()
        engine = Engine(settings, database, clock)
        registry = _registry(access)
        models = await _models(drivers or {"offline": OfflineDriver([baseline_playbook()])})
        approvals = Approvals(database, clock, _check_input(registry))
        approvals.on_decided(engine.resume)
        inbox = Inbox()
        inbox.add(approval_source(approvals))
        ports = _ports(database, clock, registry, access, approvals, models)
        chat = Chat(database, engine, clock)
        engine.workflow(WORKFLOW, _turn_workflow(ports, chat))
        await engine.launch()
        stack.push_async_callback(engine.close)
        await chat.tidy()
        return Studio(
            settings=settings,
            clock=clock,
            lock=lock,
            database=database,
            engine=engine,
            access=access,
            transport=transport,
            registry=registry,
            chat=chat,
            approvals=approvals,
            inbox=inbox,
            models=models,
            workspace_id=workspace.id,
            operator_token=_make_operator_token(settings),
            _closing=stack.pop_all(),
        )


def operator_token_path(settings: Settings) -> Path:
    """Return the file by which commands on this machine prove that they may read the data folder."""
    return settings.data / f"operator-{settings.executor_id}.token"


def _make_operator_token(settings: Settings) -> str:
    token = random.token_urlsafe(32)
    path = operator_token_path(settings)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token)
    return token


async def find_agent(workspace_id: WorkspaceId, slug: str, version: int | None) -> AgentProfile:
    """Return an agent of a workspace."""
    return system_agent(slug)


async def _answers(database: Database) -> bool:
    try:
        return await current_revision(database) is not None
    except Exception:
        log.exception("the database does not answer")
        return False


def _registry(access: Access) -> Registry:
    async def list_projects(workspace_id: WorkspaceId) -> list[dict[str, Any]]:
        found = await access.projects_of(workspace_id)
        return [{"slug": p.slug, "name": p.name, "status": p.status} for p in found]

    registry = Registry()
    registry.add(baseline_tools(list_projects, search_help))
    return registry


async def _models(drivers: dict[str, Driver]) -> dict[str, OpenModel]:
    found: dict[str, OpenModel] = {}
    for driver in drivers.values():
        for info in await driver.models():
            model = OpenModel(driver, info)
            found[model.label] = model
    return found


def _check_input(registry: Registry) -> CheckInput:
    def check(approval: Approval, edited: dict[str, Any]) -> dict[str, Any]:
        try:
            registry.get(approval.tool_name).input_model.model_validate(edited)
        except ValidationError as error:
            raise InvalidInput(
                f"The edited input does not fit {approval.tool_name}: {error.errors()[0]['msg']}"
            ) from None
        return edited

    return check


def _ports(
    database: Database,
    clock: Clock,
    registry: Registry,
    access: Access,
    approvals: Approvals,
    models: dict[str, OpenModel],
) -> Ports:
    prompts = PromptBuilder()
    prompts.add(*platform_sections())

    async def find_model(workspace_id: WorkspaceId, scope: Scope, label: str | None) -> OpenModel:
        if label is None:
            return next(iter(models.values()))
        if label not in models:
            raise NotFound(
                f"There is no model called {label}.", suggestion="Choose one of the listed models."
            )
        return models[label]

    async def find_authority(
        workspace_id: WorkspaceId,
        person_id: PersonId | None,
        project_id: ProjectId | None,
        agent: AgentProfile,
    ) -> Authority:
        principal = await access.principal_for_run(workspace_id, person_id)
        return Authority(
            permissions=principal.permissions_in(project_id),
            person_id=principal.person_id,
            name=principal.name,
            workspace_role=principal.workspace_role or "member",
            project_role=principal.project_role(project_id) if project_id else None,
            only_tools=principal.limits.tools,
            only_models=principal.limits.models,
            only_locales=principal.limits.locales,
        )

    async def find_project(
        workspace_id: WorkspaceId, project_id: ProjectId, conversation_id: ConversationId | None
    ) -> ProjectState:
        return ProjectState(phase="active")

    async def find_rules(
        workspace_id: WorkspaceId, conversation_id: ConversationId | None
    ) -> tuple[Rule, ...]:
        return tuple(
            Rule(rule.tool_name, rule.effect, rule.agent)
            for rule in await approvals.rules(workspace_id)
            if rule.conversation_id in (None, conversation_id)
        )

    return Ports(
        database=database,
        clock=clock,
        registry=registry,
        prompts=prompts,
        find_agent=find_agent,
        find_authority=find_authority,
        find_model=find_model,
        find_project=find_project,
        find_rules=find_rules,
    )


def _turn_workflow(ports: Ports, chat: Chat) -> Callable[[RunHandle], Awaitable[None]]:
    async def turn(handle: RunHandle) -> None:
        has_ended = await run_turn(handle, ports)
        if has_ended and handle.run.conversation_id is not None:
            await chat.after_turn(handle.run.workspace_id, handle.run.conversation_id, handle.run.id)

    return turn
