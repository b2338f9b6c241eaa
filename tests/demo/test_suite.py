"""The offline model is asked on the demo project, through the real loop.

`dev.jsonl` was read while the rules were written, `held-out.jsonl` was written before them. Requests that
need a tool this studio does not have are left out.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from proofroom.agents import Roster
from proofroom.demo.first import make_demo
from proofroom.demo.judge import Case, judge
from proofroom.demo.suite import ask, run_cases, writes
from proofroom.wiring import Studio

pytestmark = pytest.mark.timeout(300)  # a hundred turns each: seconds on a quiet machine

DATA = Path(__file__).parents[1] / "data/offline"
SHARED = Path(__file__).parents[2].parent / "shared/data/offline/requests.jsonl"
PARTS = 5
"""The requests are asked in so many tests, each within its time."""
LEAST_HELD_OUT = 0.93


def cases(path: Path) -> list[Case]:
    return [Case.from_dict(json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def possible(found: Iterable[Case], studio: Studio) -> list[Case]:
    """Return the cases whose tools this studio has."""
    known = {spec.name for spec in studio.registry} | {"none", "ask"}
    return [case for case in found if all(one["tool"] in known for one in case.expect)]


@pytest.mark.parametrize("part", range(PARTS))
async def test_the_requests_we_developed_on_are_all_understood(studio: Studio, part: int) -> None:
    found = possible(cases(DATA / "dev.jsonl"), studio)
    assert len(found) >= 60
    assert await run_cases(studio, found[part::PARTS]) == []


async def test_most_requests_nobody_looked_at_are_understood(studio: Studio) -> None:
    found = possible(cases(DATA / "held-out.jsonl"), studio)
    assert len(found) >= 60
    failures = await run_cases(studio, found)
    assert 1 - len(failures) / len(found) >= LEAST_HELD_OUT, "\n".join(failures)


@pytest.mark.skipif(not SHARED.exists(), reason="the sample requests are not beside this project")
async def test_the_sample_requests_are_understood(studio: Studio) -> None:
    found = possible(cases(SHARED), studio)
    assert len(found) >= 20
    assert await run_cases(studio, found) == []


@pytest.mark.parametrize("agent", ["assistant", "editor"])
async def test_every_suggested_prompt_does_something_real(studio: Studio, agent: str) -> None:
    project = await make_demo(studio)
    profile = await studio.get(Roster).profile(studio.workspace_id, agent, None)
    assert len(profile.suggestions) >= 3
    for text in profile.suggestions:
        case = Case(text, text, [{"tool": "none"}], scope=profile.scope)
        conduct = await ask(studio, project.id, case)
        assert judge(case, conduct, lambda call: writes(studio, call)) is None
        assert "cannot" not in conduct.answer, conduct.answer
        assert conduct.calls or "I can:" in conduct.answer


async def test_a_follow_up_means_what_was_just_made(studio: Studio) -> None:
    case = Case(
        "f",
        "Add a topic named Bridges and publish it",
        [
            {"tool": "save_content", "args": {"model": "topics", "data": {"new": {"name": "Bridges"}}}},
            {"tool": "update_status", "args": {"model": "topics", "entryIds": "*", "status": "published"}},
        ],
    )
    assert await run_cases(studio, [case]) == []
