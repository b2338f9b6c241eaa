"""Packing really runs: a save starts it once loose objects have piled up."""

from pathlib import Path

import pygit2
import pytest

from proofroom.content.contents import NewProject
from proofroom.repository import packing
from proofroom.repository.git.objects import loose_objects, write_blob
from proofroom.repository.git.pack import needs_packing
from tests.repository.test_formats import MODEL, Desk


@pytest.fixture
async def desk(tmp_path: Path) -> Desk:
    made = Desk(tmp_path / "repos")
    await made.contents.create(made.job("init"), NewProject(models=[MODEL]))
    return made


async def test_a_save_packs_what_has_piled_up_and_loses_nothing(desk: Desk):
    repo = desk.repositories.repo(desk.project_id)
    number = 0
    while not needs_packing(repo, limit=0):
        write_blob(repo, f"object {number}".encode())
        number += 1
    before = len(list(loose_objects(repo.path)))
    branch = await desk.save("r1", "Rivers")
    assert desk.repositories.packing.thread is None
    desk.repositories.packing.limit = 0
    await desk.note("r1", heading="Quay")
    assert desk.repositories.packing.thread is not None
    desk.repositories.packing.thread.join(30)
    assert len(list(loose_objects(repo.path))) < before
    assert list((repo.path / "objects" / "pack").glob("*.pack"))
    await desk.repositories.merge(desk.job("r1"), branch)
    assert (await desk.names(), list(await desk.notes())) == (["Rivers"], ["n1"])


async def test_a_project_that_is_deleted_while_it_is_packed_leaves_no_accident(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    packing_of = desk.repositories.packing

    def gone(*_: object, **__: object) -> None:
        raise pygit2.GitError("Repository not found")

    monkeypatch.setattr(packing, "needs_packing", lambda *_, **__: True)
    monkeypatch.setattr(packing, "pack_if_needed", gone)
    packing_of.keep_small(desk.project_id, desk.repositories.repo(desk.project_id))
    assert packing_of.thread is not None
    packing_of.thread.join(30)
    assert "could not be packed" in caplog.text
