"""Agents: list, show, make, change, roll back, switch off, delete; and the models one can choose."""

from datetime import datetime
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents import Agent, AgentConfig, AgentRecord, AgentVersion, Roster
from proofroom.agents.chart import in_chart_order
from proofroom.agents.room import DEFAULT_AGENT
from proofroom.agents.types import FieldChange
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Count, Done, In, Out, fields_of
from proofroom.kernel.tool import Effect, Policy
from proofroom.tools.select import BASELINE_GROUP

router = APIRouter(tags=["agents"])


class AgentInfo(Out):
    """An agent at its newest version."""

    slug: str
    name: str
    description: str
    icon: str
    scope: str
    title: str | None
    model: str | None
    enabled: bool
    is_system: bool
    version: int
    suggestions: list[Told]
    updated_at: datetime


class AgentDetail(AgentInfo):
    """An agent with its instructions and configuration."""

    system_prompt: str
    role: str | None
    role_id: str | None
    reports_to: str | None
    config: AgentConfig
    notices: list[str]


class AgentChange(In):
    """What to change; what is left out stays. `expectedVersion` refuses a change made on an old copy."""

    name: str | None = Field(None, min_length=1, max_length=80)
    description: str | None = Field(None, max_length=500)
    icon: str | None = Field(None, max_length=40)
    system_prompt: str | None = Field(None, max_length=50_000)
    model: str | None = None
    config: AgentConfig | None = None
    enabled: bool | None = None
    role: str | None = Field(None, max_length=120)
    role_id: str | None = None
    reports_to: str | None = None
    title: str | None = None
    expected_version: Count | None = None
    note: str = Field("", max_length=500)

    def changes(self) -> dict[str, Any]:
        """Return the fields that were given."""
        return self.model_dump(exclude_unset=True, exclude={"expected_version", "note"})


class Rollback(In):
    """The version to go back to."""

    version: Count


class VersionInfo(fields_of(AgentVersion)):
    """One version of an agent: who made it, when and why; `liveAt` is null for one that never was live."""

    source: str


class FieldChangeInfo(fields_of(FieldChange)):
    """One field that differs between two versions."""


class TakeDefault(In):
    """Which fields to take over, as the comparison names them."""

    fields: list[str] = Field(min_length=1, max_length=60)


class FirstAgent(In):
    """The agent that people talk to first."""

    slug: str | None = Field(None, max_length=80)


class FirstAgentInfo(Out):
    """The agent that people talk to first."""

    slug: str


class ChartEntry(Out):
    """An agent in the chart."""

    slug: str
    name: str
    icon: str
    title: str | None
    role: str | None
    reports_to: str | None
    enabled: bool
    is_outside: bool
    """Whether it works elsewhere and is reached over a connection."""
    depth: int


class ToolInfo(Out):
    """A tool an agent can be given: what it does, to whom it asks first, and in which group it is."""

    name: str
    group: str
    description: str
    effect: Effect
    policy: Policy
    is_baseline: bool


class ModelOption(Out):
    """A model as a person chooses it. Prices are micro-dollars per million tokens; null is unknown."""

    label: str
    provider: str
    name: str
    context_window: int | None
    input_micros_per_mtok: int | None
    output_micros_per_mtok: int | None


def show_agent(agent: Agent) -> AgentDetail:
    """Return an agent as everybody sees it."""
    record = agent.record
    return AgentDetail.of(
        record,
        is_system=agent.is_system,
        version=agent.version,
        suggestions=list(record.config.suggestions),
        updated_at=agent.updated_at,
        notices=list(agent.notices),
    )


def show_version(version: AgentVersion) -> VersionInfo:
    """Return a version as everybody sees it."""
    return VersionInfo.model_validate(version)


@router.get("/agents")
async def list_agents(
    studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> list[AgentInfo]:
    """Return the agents of the workspace."""
    return [show_agent(agent) for agent in await studio.get(Roster).all(principal.workspace_id)]


@router.post("/agents", status_code=201)
async def create_agent(
    body: AgentRecord, studio: StudioDep, principal: Principal = requires("agents.team.create")
) -> AgentDetail:
    """Make an agent."""
    return show_agent(await studio.get(Roster).create(principal, body))


@router.get("/agents/first")
async def read_first(
    studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> FirstAgentInfo:
    """Return the agent that people talk to first, where they say nothing else."""
    return FirstAgentInfo(slug=await studio.get(Roster).slug_for(principal.workspace_id, "workspace", None))


@router.put("/agents/first")
async def choose_first(
    body: FirstAgent, studio: StudioDep, principal: Principal = requires("settings.team.update")
) -> Done:
    """Choose the agent that people talk to first (the setting `default_agent`); null for the assistant."""
    if body.slug is not None:
        await studio.get(Roster).profile(principal.workspace_id, body.slug, None)
    await studio.access.workspaces.put_setting(principal, DEFAULT_AGENT, body.slug)
    return Done()


@router.get("/agents/chart")
async def read_chart(
    studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> list[ChartEntry]:
    """Return who reports to whom: each agent behind the one above it, with how deep it stands."""
    return [
        ChartEntry(
            slug=one.record.slug,
            name=one.record.name,
            icon=one.record.icon,
            title=one.record.title,
            role=one.record.role,
            reports_to=one.record.reports_to,
            enabled=one.record.enabled,
            is_outside=one.record.connection_id is not None,
            depth=depth,
        )
        for one, depth in in_chart_order(await studio.get(Roster).all(principal.workspace_id))
    ]


@router.get("/agents/{slug}/default")
async def compare_default(
    slug: str, studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> list[FieldChangeInfo]:
    """Return where a newer studio's own version of an agent differs from the one here; empty if nowhere."""
    found = await studio.get(Roster).newer_default(principal.workspace_id, slug)
    return [FieldChangeInfo.model_validate(change) for change in found]


@router.post("/agents/{slug}/default")
async def take_default(
    slug: str, body: TakeDefault, studio: StudioDep, principal: Principal = requires("agents.team.update")
) -> AgentDetail:
    """Take fields of the studio's own version over; what is not named stays as people left it."""
    return show_agent(await studio.get(Roster).take_default(principal, slug, body.fields))


@router.get("/agents/{slug}")
async def read_agent(
    slug: str, studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> AgentDetail:
    """Return one agent with its configuration."""
    return show_agent(await studio.get(Roster).get(principal.workspace_id, slug))


@router.put("/agents/{slug}")
async def change_agent(
    slug: str, body: AgentChange, studio: StudioDep, principal: Principal = requires("agents.team.update")
) -> AgentDetail:
    """Change an agent; every change is a version."""
    changes = body.changes()
    changed = await studio.get(Roster).change(
        principal, slug, changes, expected=body.expected_version, note=body.note
    )
    return show_agent(changed)


@router.delete("/agents/{slug}")
async def delete_agent(
    slug: str, studio: StudioDep, principal: Principal = requires("agents.team.delete")
) -> Done:
    """Delete an agent; its runs and versions stay readable."""
    await studio.get(Roster).delete(principal, slug)
    return Done()


@router.get("/agents/{slug}/versions")
async def list_versions(
    slug: str, studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> list[VersionInfo]:
    """Return every version of an agent, newest first."""
    return [show_version(each) for each in await studio.get(Roster).versions(principal.workspace_id, slug)]


@router.get("/agents/{slug}/diff")
async def compare_versions(
    slug: str,
    before: Count,
    after: Count,
    studio: StudioDep,
    principal: Principal = requires("agents.team.read"),
) -> list[FieldChangeInfo]:
    """Return what differs between two versions."""
    found = await studio.get(Roster).diff(principal.workspace_id, slug, before, after)
    return [FieldChangeInfo.model_validate(change) for change in found]


@router.post("/agents/{slug}/rollback")
async def roll_back(
    slug: str, body: Rollback, studio: StudioDep, principal: Principal = requires("agents.team.update")
) -> AgentDetail:
    """Make an old version the newest."""
    return show_agent(await studio.get(Roster).roll_back(principal, slug, body.version))


@router.get("/tools")
async def list_tools(
    studio: StudioDep, principal: Principal = requires("agents.team.read")
) -> list[ToolInfo]:
    """Return every tool an agent can be given, by group; every agent has those of the baseline."""
    found = [spec for specs in studio.registry.groups().values() for spec in specs]
    return [ToolInfo.of(spec, is_baseline=spec.group == BASELINE_GROUP) for spec in found]


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
