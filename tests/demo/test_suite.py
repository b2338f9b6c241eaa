"""The offline model is asked on the demo project.

`dev.jsonl` was read while the rules were written, `held-out.jsonl` was written before them. Requests that
need a tool this studio does not have are left out. All of `dev.jsonl` is asked as the model sees it, with its
reads shared; the sample and one of nine of `dev.jsonl` go through the real loop.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from proofroom.agents import Roster
from proofroom.demo.first import find_demo
from proofroom.wiring import Studio
from tests.demo.conversation import Talk, demo_project, model_tools, offline_model
from tests.demo.judge import Case, Conduct, judge
from tests.demo.other_words import OtherTalk, OtherWords
from tests.demo.suite import ask, run_cases, writes

pytestmark = pytest.mark.timeout(300)  # a hundred turns each: seconds on a quiet machine

DATA = Path(__file__).parents[1] / "data/offline"
SHARED = Path(__file__).parents[2].parent / "shared/data/offline/requests.jsonl"
THROUGH_THE_LOOP = 9
"""Every so many of the requests we developed on are also asked through the real loop."""
LEAST_HELD_OUT = 0.93


def cases(path: Path) -> list[Case]:
    return [Case.from_dict(json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def possible(found: Iterable[Case], studio: Studio) -> list[Case]:
    """Return the cases whose tools this studio has."""
    known = {spec.name for spec in studio.registry} | {"none", "ask"}
    return [case for case in found if all(one["tool"] in known for one in case.expect)]


async def failures(studio: Studio, found: list[Case]) -> list[str]:
    """Ask every request as the model sees it; return what was wrong."""
    project, driver, tools = await demo_project(studio), offline_model(), model_tools(studio)
    seen, wrong = dict[str, tuple[bool, str]](), list[str]()
    for case in found:
        talk = Talk(studio, project, driver, tools, case.context, seen=seen)
        failure = judge(case, await talk.say(case.request), lambda call: writes(studio, call))
        wrong += [f"{case.id} {case.request!r}: {failure}"] if failure else []
    return wrong


async def test_the_requests_we_developed_on_are_all_understood(studio: Studio) -> None:
    found = [case for case in possible(cases(DATA / "dev.jsonl"), studio) if case.scope == "content"]
    assert len(found) >= 500
    assert await failures(studio, found) == []


async def test_the_same_requests_are_understood_in_a_project_with_other_words(studio: Studio) -> None:
    words, wrong = OtherWords(), list[str]()
    project, driver, tools = await demo_project(studio), offline_model(), model_tools(studio)
    seen = dict[str, tuple[bool, str]]()
    for case in possible(cases(DATA / "dev.jsonl"), studio):
        if case.scope != "content":
            continue
        screen = json.loads(words.to(json.dumps(case.context)))
        talk = OtherTalk(studio, project, driver, tools, screen, seen=seen, words=words)
        said = await talk.say(words.request(case.request))
        conduct = Conduct([words.back(call) for call in said.calls], said.answer)
        failure = judge(case, conduct, lambda call: writes(studio, call))
        wrong += [f"{case.id} {words.request(case.request)!r}: {failure}"] if failure else []
    assert wrong == []


async def test_requests_of_every_kind_go_through_the_real_loop(studio: Studio) -> None:
    found = possible(cases(DATA / "dev.jsonl"), studio)
    elsewhere = [case for case in found if case.scope != "content"]
    assert await run_cases(studio, [*found[::THROUGH_THE_LOOP], *elsewhere]) == []


async def test_most_requests_nobody_looked_at_are_understood(studio: Studio) -> None:
    found = possible(cases(DATA / "held-out.jsonl"), studio)
    assert len(found) >= 60
    wrong = await failures(studio, found)
    assert 1 - len(wrong) / len(found) >= LEAST_HELD_OUT, "\n".join(wrong)


@pytest.mark.skipif(not SHARED.exists(), reason="the sample requests are not beside this project")
async def test_the_sample_requests_are_understood(studio: Studio) -> None:
    found = possible(cases(SHARED), studio)
    assert len(found) >= 20
    assert await run_cases(studio, found) == []


@pytest.mark.parametrize("agent", ["assistant", "editor"])
async def test_every_suggested_prompt_does_something_real(demo_studio: Studio, agent: str) -> None:
    studio, project = demo_studio, await find_demo(demo_studio)
    assert project is not None
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
