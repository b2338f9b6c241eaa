"""Two formats on one branch: an entry and a note, one proposal, one undo."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from proofroom.content.contents import Contents, NewProject
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.repository import Job, Repositories
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.repository.merge.review import Decisions
from tests.rooms.notes import NotesFormat, plan_note, read_notes

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
MODEL = {
    "id": "topics",
    "name": "Topics",
    "kind": "collection",
    "domain": "content",
    "i18n": False,
    "title_field": "name",
    "fields": {"name": {"type": "string", "required": True}},
}


class Desk:
    """A project with content and notes."""

    def __init__(self, folder: Path) -> None:
        self.repositories = Repositories(folder)
        self.contents = Contents(self.repositories)
        self.repositories.add_format(NotesFormat())
        self.project_id = ProjectId(new_id())

    def job(self, run: str, step: str = "001", minutes: int = 0) -> Job:
        at = NOON + timedelta(minutes=minutes)
        provenance = Provenance(run=run, agent="editor", step=step)
        return Job(self.project_id, Identity("Ada", "ada@example.com"), at, "chat/c1", provenance)

    async def save(self, run: str, name: str) -> str:
        saves = [EntrySave({"name": name}, id="aaaaaaaaaaaa")]
        done = await self.contents.write(
            self.job(run, "001"), lambda project, stamp: plan_save(project, "topics", saves, stamp), "save"
        )
        return done.branch

    async def note(self, run: str, **note: Any) -> str:
        done = await self.repositories.write(self.job(run, "002"), plan_note("desk", "n1", note), "note")
        return done.branch

    async def notes(self) -> dict[str, Any]:
        return await self.repositories.read(self.project_id, None, lambda tree: read_notes(tree, "desk"))

    async def names(self) -> list[Any]:
        return await self.contents.read(
            self.project_id,
            None,
            lambda project: [entry.data["name"] for entry in project.entries(project.model("topics"), "en")],
        )


@pytest.fixture
async def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path / "repos")
    await made.contents.create(made.job("init"), NewProject(models=[MODEL]))
    return made


async def test_one_turn_in_two_formats_is_one_branch_one_proposal_and_one_undo(desk: Desk):
    branch = await desk.save("r1", "Rivers")
    assert await desk.note("r1", heading="Ask the ferryman", text="About the quay.") == branch
    review = await desk.repositories.review(desk.project_id, branch)
    view = await desk.repositories.show(desk.project_id, review)
    assert [(hunk.target.room, hunk.target.type, hunk.target.area, hunk.title) for hunk in view.hunks] == [
        ("content", "entry", "topics", "Rivers"),
        ("notes", "note", "desk", "Ask the ferryman"),
    ]
    everything = Decisions(frozenset(hunk.id for hunk in review.hunks))
    done = await desk.repositories.finish(desk.job("r1"), branch, everything, None)
    assert (done.status, await desk.names(), list(await desk.notes())) == ("merged", ["Rivers"], ["n1"])
    undone = await desk.repositories.undo_run(replace(desk.job("u1"), at=NOON + timedelta(minutes=1)), "r1")
    assert undone.branch is not None
    await desk.repositories.merge(desk.job("u1", minutes=2), undone.branch)
    assert (await desk.names(), await desk.notes()) == ([], {})


async def test_one_half_is_taken_and_the_other_left(desk: Desk):
    branch = await desk.save("r1", "Rivers")
    await desk.note("r1", text="No heading.")
    review = await desk.repositories.review(desk.project_id, branch)
    view = await desk.repositories.show(desk.project_id, review)
    assert [finding.target.room for finding in view.findings if finding.target] == ["notes"]
    entry, note = review.hunks
    decisions = Decisions(frozenset([entry.id]), frozenset([note.id]))
    done = await desk.repositories.finish(desk.job("r1"), branch, decisions, None)
    assert (done.status, await desk.names(), await desk.notes()) == ("merged", ["Rivers"], {})


async def test_fields_of_a_note_merge_and_clash_like_those_of_an_entry(desk: Desk):
    branch = await desk.note("r1", heading="Quay", text="Old.")
    await desk.repositories.merge(desk.job("r1"), branch)
    first = await desk.note("r2", heading="Quay", text="By the agent.")
    other = replace(desk.job("r3"), branch_key="chat/c2")
    written = await desk.repositories.write(
        other, plan_note("desk", "n1", {"heading": "The quay", "text": "By hand."}), "note"
    )
    await desk.repositories.merge(other, written.branch)
    review = await desk.repositories.review(desk.project_id, first)
    assert [(hunk.room, hunk.path, hunk.op) for hunk in review.conflicts] == [
        ("notes", ("text",), "conflict")
    ]
    assert (await desk.notes())["n1"]["heading"] == "The quay"
