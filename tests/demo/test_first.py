"""The first start makes the project and a proposal that waits, once."""

import pytest

from proofroom.access import Project
from proofroom.articles import Articles, Visibility
from proofroom.articles.gather import is_set_aside
from proofroom.demo.first import (
    REQUESTS,
    find_demo,
    find_proposal,
    make_demo,
    propose,
)
from proofroom.demo.mark import should_make_demo
from proofroom.demo.tour import Happening, run_tour
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio


async def sign_up(studio: Studio) -> None:
    link = await studio.access.setup.make_link()
    await studio.access.setup.complete(
        link.token,
        workspace_name="Desk",
        name="Ada",
        email="ada@example.com",
        password="correct horse battery",
    )


async def made(studio: Studio) -> Project:
    project = await find_demo(studio)
    assert project is not None
    return project


async def test_the_editor_leaves_a_finished_proposal_with_its_trace(demo_studio: Studio) -> None:
    studio, project = demo_studio, await made(demo_studio)
    proposal = await find_proposal(studio, project.id)
    assert proposal is not None
    assert (proposal.state, proposal.agent, proposal.hunks) == ("open", "Editor", 6)
    assert (proposal.subject, proposal.subjects) == ("A bench for every hill", 4)
    operator = await studio.operator()
    review = await studio.proposals.open(operator, proposal.id)
    assert review.view is not None
    hunks = review.view.hunks
    prose = [str(hunk.new) for hunk in hunks if hunk.is_prose and hunk.title == "A bench for every hill"]
    assert any("412 pauses in nine mornings" in text for text in prose)
    assert any("a seat every 50 to 100 metres" in text for text in prose)
    changed = [(hunk.title, ".".join(hunk.path), hunk.new) for hunk in hunks if str(hunk.new) not in prose]
    assert changed == [
        ("A bench for every hill", "featured", True),
        ("A map of the quiet streets", "featured", True),
        ("The last elm on Mill Street", "featured", True),
        ("Yürüyüş", "description", "Yürüyerek bir yere varmak ve yolda gördükleriniz."),
    ]
    assert proposal.run_id is not None
    run = await studio.visible_run(operator, proposal.run_id)
    assert (run.status, run.agent, run.project_id) == ("completed", "editor", project.id)


async def test_an_owner_who_signs_up_meanwhile_can_go_on_in_the_conversation(demo_studio: Studio) -> None:
    studio, project = demo_studio, await made(demo_studio)
    await sign_up(studio)
    conversation_id = await propose(studio, project.id)
    owner = (await studio.operator()).person_id
    assert owner is not None
    proposal = await find_proposal(studio, project.id)
    assert proposal is not None
    assert proposal.is_open
    assert proposal.conversation_id is not None
    for each in (conversation_id, proposal.conversation_id):
        messages = await studio.chat.messages(Asker(studio.workspace_id, owner), each)
        assert [message.role for message in messages].count("user") == len(REQUESTS)


async def test_a_second_start_makes_no_second_project(demo_studio: Studio) -> None:
    studio, first = demo_studio, await made(demo_studio)
    assert not await should_make_demo(studio)
    again = await make_demo(studio)
    assert again.id == first.id
    found = await studio.proposals.find(await studio.operator(), first.id)
    assert [proposal.agent for proposal in found] == ["Editor", "Designer"], "one on entries, one on a page"


@pytest.mark.timeout(300)  # it makes the demo
async def test_a_start_that_was_cut_off_before_asking_asks_then(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def cut_off(*_: object) -> None:
        raise ConnectionError("cut off")

    assert await should_make_demo(studio)
    monkeypatch.setattr("proofroom.demo.first.propose", cut_off)
    with pytest.raises(ConnectionError):
        await make_demo(studio)
    monkeypatch.setattr("proofroom.demo.first.propose", propose)
    assert await should_make_demo(studio)
    project = await make_demo(studio)
    assert await find_proposal(studio, project.id) is not None


async def test_a_studio_with_people_gets_no_demo(studio: Studio) -> None:
    await sign_up(studio)
    assert not await should_make_demo(studio)
    assert await find_demo(studio) is None


@pytest.mark.timeout(300)  # it makes the demo
async def test_the_tour_walks_the_whole_loop(studio: Studio) -> None:
    told: list[Happening] = []
    await run_tour(studio, told.append)
    steps = [happening.step for happening in told]
    assert [step for step in dict.fromkeys(steps) if step not in ("tools", "answer")] == [
        "create",
        "ask",
        "proposal",
        "change",
        "decide",
        "merge",
        "undo",
    ]
    assert steps.count("ask") == len(REQUESTS)
    merged = next(happening.facts for happening in told if happening.step == "merge")
    undone = next(happening.facts for happening in told if happening.step == "undo")
    assert "The last elm on Mill Street" in merged["featured"]
    assert "A bench for every hill" not in merged["featured"]
    assert "The last elm on Mill Street" not in undone["featured"]


async def test_one_article_is_finished_with_its_citations_and_one_waits_for_a_word(
    demo_studio: Studio,
) -> None:
    studio, project = demo_studio, await made(demo_studio)
    await make_demo(studio)
    found = await studio.get(Articles).find(Visibility(studio.workspace_id))
    by_status = {each.status: each for each in found}
    assert sorted(each.status for each in found) == ["foundations_approval", "ready"]
    finished, waiting = by_status["ready"], by_status["foundations_approval"]
    assert finished.report is not None
    assert (finished.report["integrity"], finished.report["findings"]) == (1.0, [])
    assert (finished.run_id, waiting.run_id is not None) == (None, True)
    assert "![" in finished.content
    read = await studio.get(Articles).documents(finished)
    assert [each.name for each in read if is_set_aside(each)] == ["Note under the door"]
    assert "freezes over" not in finished.content
    await sign_up(studio)
    items = await studio.inbox.items(await studio.operator())
    assert waiting.id in [each.id for each in items]
    assert {finished.project_id, waiting.project_id} == {project.id}
