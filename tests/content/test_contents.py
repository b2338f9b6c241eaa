"""A project's life: created, written by turns, reviewed in part, merged, undone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from proofroom.content.contents import Contents, NewProject
from proofroom.content.format.project import Project
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.repository import Job, Repositories
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.repository.merge.review import Decisions

MODEL = {
    "id": "topics",
    "name": "Topics",
    "kind": "collection",
    "domain": "content",
    "i18n": False,
    "fields": {"name": {"type": "string", "required": True}, "color": {"type": "string"}},
}
NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def job(project_id: ProjectId, run: str = "r1", step: str = "001", branch_key: str = "chat/c1") -> Job:
    provenance = Provenance(run=run, agent="editor", step=step)
    return Job(project_id, Identity("Ada", "ada@example.com"), NOON, branch_key, provenance)


def saving(**entries: dict[str, str]):
    def plan(project: Project, stamp: Stamp) -> FilePlan:
        return plan_save(project, "topics", [EntrySave(data, id=key) for key, data in entries.items()], stamp)

    return plan


def names(project: Project) -> dict[str, object]:
    model = project.model("topics")
    locale = project.locales(model)[0]
    return {entry.id: entry.data.get("name") for entry in project.entries(model, locale)}


@pytest.fixture
async def desk(tmp_path: Path) -> tuple[Contents, ProjectId]:
    made, project_id = Contents(Repositories(tmp_path / "repos")), ProjectId(new_id())
    await made.create(job(project_id, run="init"), NewProject(models=[MODEL]))
    return made, project_id


async def test_a_new_project_is_active_and_empty(desk: tuple[Contents, ProjectId]) -> None:
    made, project_id = desk
    assert await made.phase(project_id) == ("active", "review", "")
    assert await made.read(project_id, None, names) == {}
    assert await made.repositories.branches(project_id) == []


async def test_a_conversation_has_one_branch_and_its_next_turn_goes_on_there(
    desk: tuple[Contents, ProjectId],
) -> None:
    made, project_id = desk
    first = await made.write(job(project_id), saving(aaaaaaaaaaaa={"name": "Rivers"}), "add")
    second = await made.write(
        job(project_id, run="r2", step="002"), saving(bbbbbbbbbbbb={"name": "Parks"}), "add"
    )
    assert first.branch == second.branch
    assert await made.read(project_id, first.branch, names) == {
        "aaaaaaaaaaaa": "Rivers",
        "bbbbbbbbbbbb": "Parks",
    }
    assert await made.read(project_id, None, names) == {}


async def test_a_step_that_is_repeated_after_a_crash_commits_once(
    desk: tuple[Contents, ProjectId],
) -> None:
    made, project_id = desk
    plan = saving(aaaaaaaaaaaa={"name": "Rivers"})
    first = await made.write(job(project_id), plan, "add")
    again = await made.write(job(project_id), plan, "add")
    assert first.commit == again.commit


async def test_a_refused_write_leaves_no_branch(desk: tuple[Contents, ProjectId]) -> None:
    made, project_id = desk
    with pytest.raises(InvalidInput):
        await made.write(job(project_id), saving(aaaaaaaaaaaa={"color": "blue"}), "add")
    assert await made.repositories.branches(project_id) == []


@pytest.mark.parametrize(
    ("workflow", "role", "state"),
    [
        ("review", "member", "waiting"),
        ("review", "admin", "merged"),
        ("auto-merge", "member", "merged"),
    ],
)
async def test_the_end_of_a_turn_merges_or_waits(
    desk: tuple[Contents, ProjectId], workflow: str, role: str, state: str
) -> None:
    made, project_id = desk
    await made.write(job(project_id), saving(aaaaaaaaaaaa={"name": "Rivers"}), "add")
    end = await made.repositories.end_turn(job(project_id), workflow, role)
    assert (end.state, end.hunks) == (state, 1)
    expected = {"aaaaaaaaaaaa": "Rivers"} if state == "merged" else {}
    assert await made.read(project_id, None, names) == expected


async def test_a_turn_without_writes_ends_in_nothing(desk: tuple[Contents, ProjectId]) -> None:
    made, project_id = desk
    assert (await made.repositories.end_turn(job(project_id), "review", "member")).state == "nothing"


async def test_half_is_accepted_the_rest_carried_on_and_the_turn_undone(
    desk: tuple[Contents, ProjectId],
) -> None:
    made, project_id = desk
    entries = {f"{letter * 12}": {"name": letter.upper()} for letter in "abcd"}
    written = await made.write(job(project_id), saving(**entries), "add four")
    review = await made.repositories.review(project_id, written.branch)
    ids = [hunk.id for hunk in review.hunks]
    assert len(ids) == 4
    decisions = Decisions(accepted=frozenset(ids[:2]), rejected=frozenset(ids[2:3]))
    finished = await made.repositories.finish(job(project_id), written.branch, decisions, review.sha)
    assert finished.status == "merged"
    assert len(await made.read(project_id, None, names)) == 2
    assert finished.carried is not None
    rest = await made.repositories.review(project_id, finished.carried)
    assert [hunk.id for hunk in rest.hunks] == ids[3:]
    await made.repositories.reject(project_id, finished.carried)
    later = replace(job(project_id, run="u1"), at=NOON + timedelta(minutes=1))
    undone = await made.repositories.undo_run(later, "r1")
    assert undone.branch is not None
    await made.repositories.merge(later, undone.branch)
    assert await made.read(project_id, None, names) == {}


async def test_work_that_stands_apart_has_a_branch_for_each_call(
    desk: tuple[Contents, ProjectId],
) -> None:
    made, project_id = desk
    first, second = (
        replace(job(project_id, run=run, branch_key="content/topics"), is_apart=True) for run in ("r1", "r2")
    )
    one = await made.write(first, saving(a={"name": "Rivers"}), "one")
    two = await made.write(second, saving(b={"name": "Hills"}), "two")
    assert one.branch != two.branch
    assert {one.branch.rpartition("/")[0], two.branch.rpartition("/")[0]} == {"cr/content/topics"}
    again = await made.write(first, saving(a={"name": "Rivers"}), "one")  # after a crash
    assert (again.branch, again.commit) == (one.branch, one.commit)
    assert (await made.repositories.end_turn(first, "auto-merge", None)).state == "merged"
    assert (await made.repositories.end_turn(second, "review", None)).state == "waiting"
    assert await made.read(project_id, None, names) == {"a": "Rivers"}
    await made.write(first, saving(a={"name": "Rivers"}), "one")  # a crash after the merge
    await made.repositories.end_turn(first, "auto-merge", None)
    assert [branch.name for branch in await made.repositories.branches(project_id)] == [two.branch]
    assert await made.read(project_id, None, names) == {"a": "Rivers"}
