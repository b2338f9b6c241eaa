"""What people tell all agents: layers one inside the other, and corrections as far as they fit."""

from datetime import UTC, datetime

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.access.grants import permissions_of
from proofroom.agents.context import Layers
from proofroom.agents.context_sections import render_layers
from proofroom.agents.memory import SHOWN, SHOWN_BYTES, Memories, MemoryKind, render_memories
from proofroom.agents.memory.types import ORDER, Memory
from proofroom.kernel.ids import PersonId, WorkspaceId, new_id
from proofroom.store import Database
from tests.clocks import FixedClock

NOW = datetime(2026, 11, 15, tzinfo=UTC)


def a_memory(number: int, text: str = "", kind: MemoryKind = "correction") -> Memory:
    return Memory(
        str(number),
        WorkspaceId("w"),
        None,
        kind,
        text or f"Rule {number}.",
        "",
        "active",
        None,
        None,
        "human",
        "Ada",
        None,
        None,
        None,
        0,
        NOW,
    )


def test_layers_stand_one_inside_the_other() -> None:
    shown = render_layers(Layers("We print.", "A magazine.", "I am short of time."))
    titles = [line for line in shown.splitlines() if line.startswith("#")]
    assert titles == [
        "## About this workspace",
        "### About this project",
        "### About the person you work for",
    ]
    assert render_layers(Layers()) == ""
    assert render_layers(Layers(person="Brief.")).startswith(
        "## About this workspace\n\n### About the person"
    )


def test_corrections_come_before_lessons_and_stop_at_the_limits() -> None:
    many = [a_memory(0, "Learnt.", "lesson"), *(a_memory(number) for number in range(1, 60))]
    ordered = sorted(many, key=lambda one: ORDER.index(one.kind))
    shown = render_memories(ordered)
    assert shown.count("\n- ") == SHOWN
    assert "Learnt." not in shown
    long = render_memories([a_memory(number, "x" * 600) for number in range(30)])
    assert len(long.encode()) < SHOWN_BYTES + 2_000
    assert render_memories([]) == ""


async def test_what_is_known_to_one_agent_or_no_longer_holds_can_be_said_to_others_and_again(
    database: Database,
) -> None:
    clock, workspace_id = FixedClock(NOW), WorkspaceId(new_id())
    memories = Memories(database, clock, Audit(database, clock))
    by = Principal("person", workspace_id, "Ada", permissions_of("owner"), person_id=PersonId(new_id()))

    async def say(agent: str | None, text: str = "Cities have no hyphen.", days: int | None = None) -> str:
        made = await memories.remember(workspace_id, "lesson", text, by, agent=agent, expires_in_days=days)
        return made.id

    async def told(agent: str) -> set[str]:
        return {one.id for one in await memories.for_agent(workspace_id, agent)}

    mine = await say("analyst")
    assert await say("analyst", "cities have NO hyphen") == mine
    hers = await say("editor")
    assert (await told("analyst"), await told("editor")) == ({mine}, {hers})
    shared = await say(None)
    assert await say("editor") == shared, "who is told already is not told again"
    assert shared in await told("analyst") & await told("writer")
    narrow = await say("writer", "Cities have no hyphen now.", 2)
    assert await told("editor") >= {shared}, "what is for one agent replaces nothing that is for all"
    clock.advance(3 * 24 * 3600)
    assert narrow not in await told("writer")
    again = await say("writer", "Cities have no hyphen now.")
    assert (again != narrow, again in await told("writer")) == (True, True)
