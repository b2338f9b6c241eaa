"""Two writers who saw the same entry, in two processes: one saves, the other learns what is there now."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from proofroom.content.contents import Contents, NewProject
from proofroom.content.format.project import Project
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.seen import refuse_if_changed
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.content.tools.seen import judge_saves
from proofroom.kernel.errors import Conflict
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.repository import Job, Repositories
from proofroom.repository.git import branch as git_branch
from proofroom.repository.git.commit import Identity, Provenance
from tests.content.test_contents import MODEL, names

A, B = "aaaaaaaaaaaa", "bbbbbbbbbbbb"
ROUNDS = 20


@dataclass
class Writer:
    """One process: contents of its own, over the same folder."""

    contents: Contents
    project_id: ProjectId

    def job(self) -> Job:
        run = new_id()
        made = Provenance(run=run, step="001")
        return Job(self.project_id, Identity("Ada", "ada@example.com"), datetime.now(UTC), f"run/{run}", made)

    async def save(self, entry: str, name: str, seen: str, meet: Callable[[], Any]) -> str:
        """Save as `save_content` does, meeting the other one before the merge or before the write."""
        job = self.job()

        def plan(project: Project, stamp: Stamp) -> FilePlan:
            refuse_if_changed(project, project.model("topics"), entry, "en", {"name": seen})
            return plan_save(project, "topics", [EntrySave({"name": name}, id=entry)], stamp)

        await self.contents.write(job, plan, "save")
        meet()
        called = {"model": "topics", "data": {entry: {"name": name}}, "seen": {"name": seen}}
        judge = judge_saves(self.contents)({"tool": "save_content", "arguments": called})
        end = await self.contents.repositories.end_turn(job, "auto-merge", None, judge=judge)
        return end.state


@pytest.fixture
async def writers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Writer, Writer]:
    # Two processes do not wait in one line.
    monkeypatch.setattr(git_branch, "_lock", lambda repo, branch: threading.Lock())  # pyright: ignore
    project_id = ProjectId(new_id())
    first, second = (Writer(Contents(Repositories(tmp_path / "repos")), project_id) for _ in "12")
    await first.contents.create(first.job(), NewProject(models=[MODEL]))
    job = first.job()
    entries = [EntrySave({"name": "v0"}, id=A), EntrySave({"name": "v0"}, id=B)]
    await first.contents.write(job, lambda project, stamp: plan_save(project, "topics", entries, stamp), "x")
    await first.contents.repositories.end_turn(job, "auto-merge", None)
    return first, second


def race(writers: tuple[Writer, Writer], saves: list[tuple[str, str, str]], *, at_merge: bool) -> list[Any]:
    """Run two saves in two threads that start, or merge, at once; return what became of each."""
    barrier = threading.Barrier(2, timeout=40)
    done: list[Any] = [None, None]

    def run(index: int) -> None:
        async def save() -> str:
            return await writers[index].save(*saves[index], barrier.wait if at_merge else lambda: None)

        if not at_merge:
            barrier.wait()
        try:
            done[index] = asyncio.run(save())
        except Conflict as error:
            done[index] = error

    threads = [threading.Thread(target=run, args=(index,)) for index in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


@pytest.mark.parametrize("at_merge", [False, True])
@pytest.mark.parametrize("is_same", [False, True])
async def test_one_of_two_saves_that_saw_the_same_is_merged(
    writers: tuple[Writer, Writer], at_merge: bool, is_same: bool
) -> None:
    contents, project_id = writers[0].contents, writers[0].project_id
    last = "v0"
    for turn in range(1, ROUNDS + 1):
        wanted = [f"v{turn}", f"v{turn}" if is_same else f"w{turn}"]
        saves = [(A, name, last) for name in wanted]
        done = await asyncio.to_thread(race, writers, saves, at_merge=at_merge)
        (won,) = [index for index, state in enumerate(done) if state == "merged"]
        refused = done[1 - won]
        assert isinstance(refused, Conflict)
        assert refused.context["now"] == {"name": wanted[won]}
        last = wanted[won]
        assert (await contents.read(project_id, None, names))[A] == last
    assert await contents.repositories.branches(project_id) == []


async def test_saves_of_two_entries_are_both_merged(writers: tuple[Writer, Writer]) -> None:
    contents, project_id = writers[0].contents, writers[0].project_id
    for turn in range(1, ROUNDS + 1):
        saves = [(entry, f"v{turn}", f"v{turn - 1}") for entry in (A, B)]
        assert await asyncio.to_thread(race, writers, saves, at_merge=turn % 2 == 0) == ["merged", "merged"]
    assert await contents.read(project_id, None, names) == {A: f"v{ROUNDS}", B: f"v{ROUNDS}"}
