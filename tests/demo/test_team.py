"""Ordinary requests of a content team, on the demo and on a project with other words than the demo's.

`team.jsonl` was read while the rules were written; `team-held-out.jsonl` was written before them and is only
scored. Nothing may be written wrong; four of five have to be served; the rest is a question.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proofroom.kernel.ids import ProjectId
from proofroom.wiring import Studio
from tests.demo.conversation import Talk, demo_project, judged, model_tools, offline_model
from tests.demo.second import build_second

pytestmark = pytest.mark.timeout(240)

Begin = Callable[[ProjectId, dict[str, Any]], Talk]

DATA = Path(__file__).parents[1] / "data/offline"
SHARED = Path(__file__).parents[2].parent / "shared/data/offline/requests.jsonl"
LEAST_SERVED = 0.8
OTHER_WORDS: tuple[tuple[str, str], ...] = (
    ("The river under the market", "The saw that stays sharp"),
    ("the river under the market", "the saw that stays sharp"),
    ("Counting swifts in July", "Hanging doors in an hour"),
    ("last elm", "last pump"),
    ("swifts", "plaster"),
    ("swift, the bird, never the language", "bit, the tip of a drill, never the computer's"),
    ("Jonas Weber", "Milo Ferrer"),
    ("topic Night", "shelf Lighting"),
    ("Nehirler", "Kilitler"),
    ("Sloganı", "Düsturu"),
    ("site-settings", "shop-info"),
    ("ui-labels", "shop-texts"),
    ("subscriptions", "signups"),
    ("nav.about", "menu.about"),
    ("label", "text"),
    ("articles", "guides"),
    ("article", "guide"),
    ("authors", "makers"),
    ("author", "maker"),
    ("topics", "shelves"),
    ("tagline", "motto"),
    ("featured", "pinned"),
    ("summary", "intro"),
    ("wrote", "made"),
    (", email lena", ", mail lena"),
)


@pytest.fixture
async def projects(studio: Studio) -> dict[str, ProjectId]:
    demo = await demo_project(studio)
    second = await studio.access.projects.create(await studio.operator(), "Toolhouse")
    await build_second(studio, second)
    return {"demo": demo, "second": second.id}


@pytest.fixture
def talk(studio: Studio) -> Begin:
    """Return a function that begins a conversation on a project."""
    driver, tools, seen = offline_model(), model_tools(studio), dict[str, tuple[bool, str]]()
    return lambda project_id, screen: Talk(studio, project_id, driver, tools, screen, seen=seen)


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("name", "least"), [("team.jsonl", 1.0), ("team-held-out.jsonl", LEAST_SERVED)])
async def test_a_team_is_served_and_nothing_is_written_wrong(
    projects: dict[str, ProjectId], talk: Begin, name: str, least: float
) -> None:
    wrong_writes: list[str] = []
    wrong: list[str] = []
    cases = lines(name)
    assert len(cases) >= 60
    for line in cases:
        spoken = talk(projects[line["project"]], line.get("context") or {})
        found, wrote = await judged(spoken, line)
        if found is not None:
            (wrong_writes if wrote else wrong).append(f"{line['id']} {line['request']!r}: {found}")
    assert wrong_writes == []
    assert 1 - len(wrong) / len(cases) >= least, "\n".join(wrong)


@pytest.mark.skipif(not SHARED.exists(), reason="the sample requests are not beside this project")
async def test_the_sample_requests_are_understood_in_a_project_with_other_words(
    projects: dict[str, ProjectId], talk: Begin
) -> None:
    wrong: list[str] = []
    for line in SHARED.read_text("utf-8").splitlines():
        for word, other in OTHER_WORDS:
            line = line.replace(word, other)
        case = json.loads(line)
        found, _ = await judged(talk(projects["second"], {}), case)
        wrong += [f"{case['id']} {case['request']!r}: {found}"] if found else []
    assert wrong == []
