"""The tool by which an agent proposes changes to an agent. Nothing changes before a person has decided."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.access import Access
from proofroom.agents.roster import Roster, read_record
from proofroom.agents.types import AgentRecord, Heartbeat
from proofroom.kernel.errors import Conflict, InvalidInput
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.reviews import Origin
from proofroom.reviews.configurations import Configurations

_IN_CONFIG = frozenset({"toolGroups", "customTools", "deniedTools", "skills", "suggestions", "heartbeat"})


class _Input(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class LimitsPatch(_Input):
    """Limits to change; those that are not named stay."""

    max_rounds: int | None = None
    result_cap: int | None = None
    max_output_tokens: int | None = None
    history_turns: int | None = None
    session_minutes: int | None = None
    history_tokens: int | None = None
    research_tokens: int | None = None


class AgentPatch(_Input):
    """Fields to change; those that are not named stay. Role and connection are for people only."""

    name: str | None = None
    description: str | None = None
    system_prompt: str | None = None
    model: str | None = None
    enabled: bool | None = None
    tool_groups: list[str] | None = None
    custom_tools: list[str] | None = None
    denied_tools: list[str] | None = None
    skills: list[str] | None = None
    suggestions: list[str] | None = None
    heartbeat: Heartbeat | None = None
    limits: LimitsPatch | None = None


class UpdateAgentInput(_Input):
    """Input of `updateAgentConfig`."""

    agent_slug: str
    patch: AgentPatch
    note: str = Field(min_length=3, max_length=200, description="Why, in one sentence for the reviewer.")
    expected_version: int | None = None


def config_tools(roster: Roster, configurations: Configurations, access: Access) -> list[ToolSpec]:
    """Return `updateAgentConfig`."""

    async def update(where: ToolContext, given: UpdateAgentInput) -> ToolOutput:
        agent = await roster.get(where.workspace_id, given.agent_slug)
        if given.expected_version is not None and given.expected_version != agent.version:
            asked = {"version": agent.version, "expected": given.expected_version}
            raise Conflict(say("agents.newer_version", name=agent.record.name, **asked))
        changes = _paths(given.patch)
        if not changes:
            raise InvalidInput(say("agents.nothing_proposed"))
        _check(agent.record, changes)
        asker = await roster.get(where.workspace_id, where.agent) if where.agent else None
        name = asker.record.name if asker else where.actor.name
        origin = Origin(where.workspace_id, name, where.person_id, where.root_run_id, where.conversation_id)
        principal = await access.principal_for_run(where.workspace_id, where.person_id)
        proposal = await configurations.propose(
            origin, where.new_id(), given.agent_slug, changes, given.note, principal.in_run(where.run_id)
        )
        return ToolOutput(
            ok=True,
            data={"proposalId": proposal.id, "state": proposal.state, "changes": proposal.hunks},
            summary=say("did.agent_proposed", name=agent.record.name),
        )

    return [
        ToolSpec(
            name="updateAgentConfig",
            description=(
                "Propose changes to an agent's instructions, tools or limits. A person decides on each field;"
                " nothing changes before that."
            ),
            input_model=UpdateAgentInput,
            handler=update,
            group="admin",
            effect="write",
            permission="agents.team.update",
        )
    ]


def _paths(patch: AgentPatch) -> dict[tuple[str, ...], Any]:
    """Return what a patch changes, by the way to each field of an agent's record."""
    changes = dict[tuple[str, ...], Any]()
    given: dict[str, Any] = patch.model_dump(mode="json", by_alias=True, exclude_unset=True)
    for name, value in given.items():
        if name in ("limits", "heartbeat") and value:
            parts: dict[str, Any] = value
            changes |= {("config", name, part): one for part, one in parts.items()}
        else:
            changes[("config", name) if name in _IN_CONFIG else (name,)] = value
    return changes


def _check(record: AgentRecord, changes: dict[tuple[str, ...], Any]) -> None:
    """Refuse at once what could never be an agent's record."""
    value = record.model_dump(mode="json", by_alias=True)
    for path, leaf in changes.items():
        inner = value
        for name in path[:-1]:
            inner[name] = inner.get(name) or {}
            inner = inner[name]
        inner[path[-1]] = leaf
    read_record(value)
