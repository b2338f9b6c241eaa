"""Staying fresh over branches and writes, and forgetting what nobody looks at."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from proofroom.content.brain import Brain, View, search
from proofroom.content.contents import Contents, NewProject
from proofroom.content.format.project import Project
from proofroom.content.plans.delete import plan_delete
from proofroom.content.plans.model import plan_save_model
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.repository import Job, Repositories
from proofroom.repository.git.commit import Identity, Provenance
from tests.content.brain.conftest import ARTICLES, TOPICS

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def job(project_id: ProjectId, step: str, line: str = "chat/c1") -> Job:
    return Job(project_id, Identity("Ada", "ada@example.com"), NOON, line, Provenance(run="r", step=step))


def saving(model: str, entry_id: str, **data: object):
    def plan(project: Project, stamp: Stamp) -> FilePlan:
        return plan_save(project, model, [EntrySave(dict(data), id=entry_id, locale="en")], stamp)

    return plan


def labels(view: View) -> list[str]:
    return [row.label for model in view.project.models for row in view.rows(model, "en")]


async def make(desk: Contents) -> ProjectId:
    project_id = ProjectId(new_id())
    await desk.create(job(project_id, "init"), NewProject(locales=("en", "tr"), models=[TOPICS, ARTICLES]))
    return project_id


@pytest.fixture
async def desk(tmp_path: Path) -> Contents:
    return Contents(Repositories(tmp_path / "repos"))


async def test_a_write_shows_on_its_branch_at_once_and_elsewhere_after_merging(
    desk: Contents,
) -> None:
    brain, project_id = Brain(desk), await make(desk)
    assert await brain.look(project_id, None, labels) == []
    written = await desk.write(job(project_id, "1"), saving("topics", "a" * 12, name="Rivers"), "add")
    assert await brain.look(project_id, written.branch, labels) == ["Rivers"]
    assert await brain.look(project_id, None, labels) == []
    await desk.repositories.end_turn(job(project_id, "1"), "auto-merge", None)
    assert await brain.look(project_id, None, labels) == ["Rivers"]


async def test_a_branch_is_an_overlay_of_what_it_changes(desk: Contents) -> None:
    brain, project_id = Brain(desk), await make(desk)
    for number in range(5):
        plan = saving("topics", f"{number:012x}", name=f"Topic {number}")
        await desk.write(job(project_id, str(number)), plan, "add")
    await desk.write(job(project_id, "doc"), saving("articles", "one", title="One"), "add")
    await desk.repositories.end_turn(job(project_id, "0"), "auto-merge", None)
    await brain.look(project_id, None, labels)

    def drop(project: Project, stamp: Stamp) -> FilePlan:
        return plan_delete(project, "topics", ["000000000001"])

    branch = (await desk.write(job(project_id, "x", "chat/c2"), drop, "delete")).branch
    await desk.write(
        job(project_id, "y", "chat/c2"), saving("topics", "000000000002", name="Second"), "change"
    )
    await desk.write(job(project_id, "z", "chat/c2"), saving("articles", "two", title="Two"), "add")

    def look(view: View) -> tuple[list[str], list[int], int]:
        return labels(view), [len(part.index) for part in view.parts], view.count("topics", "en")

    shown, sizes, count = await brain.look(project_id, branch, look)
    assert shown == ["One", "Two", "Topic 0", "Second", "Topic 3", "Topic 4"]
    assert sizes == [6, 2]
    assert count == 4
    found = await brain.look(project_id, branch, lambda view: search(view, "topic second"))
    assert sorted(hit.row.label for hit in found.hits) == ["Second", "Topic 0", "Topic 3", "Topic 4"]


async def test_words_follow_changes_after_the_first_search(desk: Contents) -> None:
    brain, project_id = Brain(desk), await make(desk)

    async def hits(query: str) -> int:
        return await brain.look(project_id, None, lambda view: search(view, query).total)

    await desk.write(job(project_id, "1"), saving("topics", "a" * 12, name="Rivers"), "add")
    await desk.repositories.end_turn(job(project_id, "1"), "auto-merge", None)
    assert (await hits("rivers"), await hits("parks")) == (1, 0)
    await desk.write(job(project_id, "2"), saving("topics", "a" * 12, name="Parks"), "change")
    await desk.repositories.end_turn(job(project_id, "2"), "auto-merge", None)
    assert (await hits("rivers"), await hits("parks")) == (0, 1)


async def test_a_model_that_changes_on_a_branch_shows_its_entries_there(desk: Contents) -> None:
    brain, project_id = Brain(desk), await make(desk)
    await desk.write(
        job(project_id, "1"), saving("topics", "a" * 12, name="Rivers", description="Wet"), "add"
    )
    await desk.repositories.end_turn(job(project_id, "1"), "auto-merge", None)
    await brain.look(project_id, None, labels)

    def retitle(project: Project, stamp: Stamp) -> FilePlan:
        return plan_save_model(project, {**TOPICS, "title_field": "description"})

    branch = (await desk.write(job(project_id, "m", "chat/c2"), retitle, "model")).branch
    assert await brain.look(project_id, branch, labels) == ["Wet"]
    assert await brain.look(project_id, None, labels) == ["Rivers"]


async def test_a_branch_that_is_gone_is_not_found(desk: Contents) -> None:
    brain, project_id = Brain(desk), await make(desk)
    with pytest.raises(NotFound):
        await brain.look(project_id, "cr/chat/gone/1-abcd", labels)


async def test_an_empty_repository_has_nothing_to_show(desk: Contents) -> None:
    project_id = ProjectId(new_id())
    await desk.repositories.create_empty(project_id)
    assert await Brain(desk).look(project_id, None, labels) == []


async def test_the_projects_looked_at_longest_ago_are_forgotten(desk: Contents) -> None:
    brain = Brain(desk, max_projects=2)
    made = [await make(desk) for _ in range(3)]
    for project_id in (made[0], made[1], made[0], made[2]):
        await brain.look(project_id, None, labels)
    assert list(brain.sizes) == [made[0], made[2]]


async def test_the_number_of_entries_kept_is_bounded(desk: Contents) -> None:
    brain = Brain(desk, max_entries=3)
    made = [await make(desk) for _ in range(2)]
    for project_id in made:
        for number in range(2):
            plan = saving("topics", f"{number:012x}", name="T")
            await desk.write(job(project_id, str(number)), plan, "add")
        await desk.repositories.end_turn(job(project_id, "0"), "auto-merge", None)
        await brain.look(project_id, None, labels)
    assert brain.sizes == {made[1]: 2}
