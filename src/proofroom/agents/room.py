"""What agents bring to the house."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from proofroom.access import Principal
from proofroom.agents.candidates import Candidates
from proofroom.agents.configuration import KIND, AgentConfigurations
from proofroom.agents.context import AgentContext
from proofroom.agents.context_sections import context_sections
from proofroom.agents.feedback import Feedback
from proofroom.agents.feedback.failures import failed_beats
from proofroom.agents.feedback.subjects import Subjects
from proofroom.agents.filling import FLOW as FILL
from proofroom.agents.filling import Filling, Rooms, fill_flow
from proofroom.agents.groups import Groups
from proofroom.agents.heartbeats import FLOW, Heartbeats
from proofroom.agents.heartbeats.flow import heartbeat_flow
from proofroom.agents.heartbeats.types import IsSpent
from proofroom.agents.learning import MemoryUndo, move_corrections
from proofroom.agents.memory import Memories
from proofroom.agents.references import References
from proofroom.agents.roster import FindDefault, Roster
from proofroom.agents.schedules import AgentSchedules
from proofroom.agents.sections import colleagues
from proofroom.agents.skills import WrittenSkills, skill_section
from proofroom.agents.system import ANALYST, ASSISTANT, FEEDBACK_REVIEW, RESEARCHER, REVIEWER, records_of
from proofroom.entities import Entities, EntityTypes, Responses, Tasks
from proofroom.house import Destination, FindDestinations, House, LoopPorts, Room
from proofroom.kernel.ids import ProjectId, RunId, WorkspaceId
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.tool import ToolSpec
from proofroom.reviews.configurations import Configurations, ConfigurationUndo
from proofroom.runtime.addressed import NAMED, PLAIN, Addressed, by_words, names_one
from proofroom.telemetry.budgets import Spender

if TYPE_CHECKING:
    from proofroom.providers.offline import Playbook

DEFAULT_AGENT = "default_agent"
_OF_ALL = late_pattern(
    r"\b(?:costs?|spend|spent|usage|budgets?|projects|what time|help|how do i)\b"
    r"|\b(?:harca\w*|maliyet\w*|saat kac)\b"
)
"""What is asked about the whole workspace, in English and Turkish, as `fold` writes it."""
_RECORDS = ("record", "kayıt")
"""The setting with the agent that is talked to first."""
NIGHTLY = "30 3 * * *"
"""When feedback is reviewed, unless somebody says otherwise."""


def room(house: House) -> Room:
    """Return agents as records, what people told all of them, and when they work by the clock."""
    roster = Roster(house.database, house.clock, _find_default(house))
    candidates = Candidates(house.database, house.clock, house.access.audit, roster)
    context = AgentContext(house.access, References(house.get(Entities), house.rooms))
    floor = (house.database, house.clock, house.access.audit)
    memories, skills, feedback = (
        Memories(*floor),
        WrittenSkills(*floor),
        Feedback(house.database, house.clock),
    )
    kind = AgentConfigurations(roster, house.registry)
    configurations = Configurations(house.proposals, kind)
    schedules = AgentSchedules(house.engine, roster, house.access.audit)

    house.get(Tasks).know_agents(roster.get)
    heartbeats = Heartbeats(*floor, house.engine, roster, house.get(Tasks))
    heartbeats.add_work(REVIEWER, feedback.has_waiting)
    heartbeats.add_failed(failed_beats(feedback))
    heartbeats.stop_when(_is_spent(house))
    subjects = Subjects(house.database, house.engine.runs, house.get(Responses))
    groups = Groups(house.database, house.clock, house.access, house.chat, roster)
    records = Rooms(house.get(EntityTypes), house.get(Entities), house.get(Responses))
    filling = Filling(house.database, house.access, house.engine, roster, _find_default(house), records)

    def tools() -> list[ToolSpec]:
        from proofroom.agents.all_tools import agent_tools

        return agent_tools(house, configurations)

    return Room(
        name="agents",
        offers=(
            roster,
            candidates,
            context,
            schedules,
            feedback,
            memories,
            skills,
            heartbeats,
            filling,
            groups,
            subjects,
        ),
        loop=LoopPorts(find_agent=roster.profile, find_target=roster.target),
        tools=tools,
        reviewables={KIND: configurations},
        undo=ConfigurationUndo(house.proposals, kind),
        more_undo=[MemoryUndo(memories)],
        sections=[*context_sections(context, memories, feedback), skill_section(skills), colleagues(roster)],
        flows={FLOW: heartbeat_flow(heartbeats), FILL: fill_flow(filling)},
        clock=[heartbeats.tick],
        playbook=_playbook,
        addressed=_addressed(house.get(EntityTypes)),
        search=[_find_agents(roster)],
        system_agents=[ASSISTANT, ANALYST, RESEARCHER, FEEDBACK_REVIEW],
        opening=[_backfill(house, roster, heartbeats, memories)],
    )


def _is_spent(house: House) -> IsSpent:
    async def look(workspace_id: WorkspaceId, agent: str) -> bool:
        held = await house.budgets.holding_for(Spender(workspace_id, RunId(""), agent))
        return any(budget.mode == "hard" and now and now.state == "reached" for budget, now in held)

    return look


def _backfill(
    house: House, roster: Roster, heartbeats: Heartbeats, memories: Memories
) -> Callable[[WorkspaceId], Awaitable[None]]:
    async def backfill(workspace_id: WorkspaceId) -> None:
        brought = (agent for each in reversed(house.rooms) for agent in each.system_agents)
        await roster.backfill(workspace_id, records_of(brought))
        await heartbeats.ensure(workspace_id, REVIEWER, NIGHTLY)
        for slug, enabled, schedule in await roster.take_clocks(workspace_id):
            await heartbeats.ensure(workspace_id, slug, schedule, enabled=enabled)
        await move_corrections(workspace_id, house.access, memories)

    return backfill


def _find_default(house: House) -> FindDefault:
    async def find(workspace_id: WorkspaceId) -> str | None:
        setting = await house.access.workspaces.find_setting(workspace_id, DEFAULT_AGENT)
        return str(setting.value) if setting and setting.value else None

    return find


def _addressed(types: EntityTypes) -> list[Addressed]:
    async def about_records(principal: Principal, _project_id: ProjectId | None, message: str) -> float:
        if not principal.can("entities.team.read"):
            return 0.0
        known = [one.definition for one in await types.list(principal.workspace_id)]
        names = [name for one in known for name in (one.name, one.plural)]
        return NAMED if names_one(message, [*_RECORDS, *names]) else 0.0

    return [
        Addressed("workspace", by_words(_OF_ALL, one=PLAIN, several=PLAIN)),
        Addressed("workspace", about_records, ANALYST.slug),
    ]


def _find_agents(roster: Roster) -> FindDestinations:
    async def find(
        principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        if not principal.can("agents.team.read"):
            return []
        asked = query.casefold()
        return [
            Destination("agents", "agent", one.slug, one.name, f"/agents?agent={one.slug}", one.description)
            for one in (agent.record for agent in await roster.all(principal.workspace_id))
            if asked in f"{one.name} {one.description}".casefold()
        ][:limit]

    return find


def _playbook() -> "Playbook":
    from proofroom.agents.playbook import agents_playbook

    return agents_playbook()
