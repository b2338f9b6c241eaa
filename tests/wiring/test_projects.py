"""Projects as record and repository: made together, and honest about what is wrong."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from proofroom.content.contents import NewProject
from proofroom.content.plans.types import FilePlan
from proofroom.content.projects import Projects
from proofroom.kernel.errors import InvalidInput, NotFound, StorageFailed
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.settings import Settings
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio, open_studio
from tests.content.tools.conftest import TOPICS


@pytest.fixture
async def studio(sqlite_settings: Settings) -> AsyncGenerator[Studio]:
    opened = await open_studio(sqlite_settings)
    yield opened
    await opened.close()


async def make(studio: Studio) -> ProjectId:
    new = NewProject(("en",), ("blog",), [TOPICS], workflow="review")
    return (await studio.get(Projects).create(await studio.operator(), "Notes", None, new)).id


async def phase(studio: Studio, project_id: ProjectId) -> tuple[str, str]:
    state = await studio.get(Projects).state(studio.workspace_id, project_id, None)
    kept = await studio.access.projects.find(studio.workspace_id, project_id)
    assert (kept.status == "error") == (state.phase == "error")
    assert kept.status_reason == state.cause
    return state.phase, state.cause


async def test_a_failed_merge_is_an_error_until_its_branch_is_decided(studio: Studio) -> None:
    project_id = await make(studio)
    asker = Asker(studio.workspace_id)
    save = {"model": "topics", "data": {"name": "Rivers"}}
    called = await studio.direct.use(asker, project_id, "save_content", save)
    assert called.settled is not None
    branch = called.settled["branch"]
    await studio.get(Projects).report_failure(
        studio.workspace_id, project_id, branch, StorageFailed("The disk is full.")
    )
    found, cause = await phase(studio, project_id)
    assert found == "error"
    assert cause == f"Merging {branch} failed: The disk is full. Merge or reject it to go on."
    assert (await studio.direct.use(asker, project_id, "list_models", {})).output.ok
    await studio.direct.use(asker, project_id, "reject_branch", {"branch": branch})
    assert await phase(studio, project_id) == ("active", "")


async def test_a_configuration_that_cannot_be_read_is_an_error_with_its_cause(studio: Studio) -> None:
    project_id = await make(studio)
    job = Job(project_id, Identity("Ada", "ada@example.com"), studio.clock.now(), "run/x")
    broken = FilePlan(writes={".contentrain/config.json": b"{ not json"})
    await studio.contents.write(job, lambda project, stamp: broken, "break it")
    await studio.repositories.end_turn(job, "auto-merge", None)
    found, cause = await phase(studio, project_id)
    assert found == "error"
    assert "config.json cannot be read" in cause


async def test_what_cannot_be_made_leaves_no_record(studio: Studio, tmp_path: Path) -> None:
    operator = await studio.operator()
    with pytest.raises(InvalidInput):
        await studio.get(Projects).create(operator, "Bad", None, NewProject(("english",)))
    with pytest.raises(NotFound):
        await studio.get(Projects).adopt(operator, "None", None, tmp_path / "none")
    with pytest.raises(InvalidInput):
        await studio.get(Projects).adopt(operator, "Relative", None, Path("somewhere"))
    assert await studio.access.projects.list_all(studio.workspace_id) == []


async def test_a_project_is_found_by_id_and_by_slug(studio: Studio) -> None:
    project_id = await make(studio)
    operator = await studio.operator()
    assert (await studio.access.project_named(operator, project_id)).id == project_id
    assert (await studio.access.project_named(operator, "notes")).id == project_id
    with pytest.raises(NotFound):
        await studio.access.project_named(operator, "nothing")
