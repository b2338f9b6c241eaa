"""What people tell all agents: layers one inside the other, and corrections as far as they fit."""

from datetime import UTC, datetime

from proofroom.agents.context import Layers
from proofroom.agents.context_sections import render_layers
from proofroom.agents.memory import SHOWN, SHOWN_BYTES, MemoryKind, render_memories
from proofroom.agents.memory.types import ORDER, Memory
from proofroom.kernel.ids import WorkspaceId

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
