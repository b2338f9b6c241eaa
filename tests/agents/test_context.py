"""What people tell all agents: layers one inside the other, and corrections as far as they fit."""

from proofroom.agents.context import Correction, Layers
from proofroom.agents.context_sections import SHOWN, SHOWN_BYTES, render_corrections, render_layers


def a_correction(number: int, text: str = "", kind: str = "correction") -> Correction:
    return Correction(str(number), kind, text or f"Rule {number}.", "Ada", "2026-11-15")  # type: ignore[arg-type]


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
    many = [a_correction(0, "Learnt.", "lesson"), *(a_correction(number) for number in range(1, 60))]
    shown = render_corrections(many)
    assert shown.count("\n- ") == SHOWN
    assert "Learnt." not in shown
    long = render_corrections([a_correction(number, "x" * 600) for number in range(30)])
    assert len(long.encode()) < SHOWN_BYTES + 200
    assert render_corrections([]) == ""
