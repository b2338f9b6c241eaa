"""One tool without a model: reads at once, writes as a run of one step under the guard."""

from typing import Any

import pytest

from proofroom.content.contents import NewProject
from proofroom.kernel import events
from proofroom.kernel.errors import InvalidInput, InvalidStatus, NotAllowed, NotFound
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.settings import Settings
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio, open_studio
from tests.content.tools.conftest import TOPICS

A = "aaaaaaaaaaaa"
SAVE = {"model": "topics", "data": {A: {"name": "Rivers"}}}


@pytest.fixture
async def studio(sqlite_settings: Settings) -> Any:
    opened = await open_studio(sqlite_settings)
    yield opened
    await opened.close()


async def make_project(studio: Studio, workflow: str = "auto-merge") -> ProjectId:
    project = await studio.access.projects.create(await studio.operator(), "Notes")
    job = Job(project.id, Identity("Ada", "ada@example.com"), studio.clock.now(), "run/init")
    await studio.contents.create(job, NewProject(("en", "tr"), ("blog",), [TOPICS], workflow=workflow))
    return project.id


async def test_a_write_is_a_run_that_can_be_read_and_undone(studio: Studio) -> None:
    project_id = await make_project(studio)
    asker = Asker(studio.workspace_id)
    called = await studio.direct.use(asker, project_id, "save_content", SAVE)
    assert called.run_id is not None
    assert called.settled is not None
    assert called.settled["state"] == "merged"
    run = await studio.engine.runs.get(called.run_id, studio.workspace_id)
    assert (run.status, run.source, run.title) == ("completed", "hand", "Added “Rivers” to topics (en)")
    found = await studio.engine.runs.events(run.id, studio.workspace_id)
    assert isinstance(found[0], events.RunStarted)
    assert isinstance(found[-1], events.Done)
    read = await studio.direct.use(asker, project_id, "brain_query", {"model": "topics", "entryId": A})
    assert read.run_id is None
    assert read.output.data["meta"]["source"] == "human"
    operator = await studio.operator()
    await studio.undo_run(operator, run)
    with pytest.raises(NotFound):
        await studio.direct.use(asker, project_id, "brain_query", {"model": "topics", "entryId": A})


async def test_a_write_that_waits_is_a_proposal(studio: Studio) -> None:
    project_id = await make_project(studio, "review")
    called = await studio.direct.use(Asker(studio.workspace_id), project_id, "save_content", SAVE)
    assert called.settled is not None
    assert called.settled["state"] == "waiting"
    (proposal,) = await studio.proposals.find(await studio.operator(), project_id)
    assert (proposal.state, proposal.title) == ("open", "Added “Rivers” to topics (en)")
    on_branch = await studio.direct.use(
        *(Asker(studio.workspace_id), project_id, "brain_query", {"model": "topics"}),
        ref=called.settled["branch"],
    )
    assert on_branch.output.data["total"] == 1


async def test_errors_come_out_as_what_they_are(studio: Studio) -> None:
    project_id = await make_project(studio)
    asker = Asker(studio.workspace_id)
    invalid = {"model": "topics", "data": {A: {"color": "b"}}}
    with pytest.raises(InvalidInput, match="nothing was written") as error:
        await studio.direct.use(asker, project_id, "save_content", invalid)
    assert error.value.context["issues"]
    init = {"stack": "x", "locales": ["en"], "domains": ["d"]}
    with pytest.raises(InvalidStatus):
        await studio.direct.use(asker, project_id, "init_project", init)
    with pytest.raises(NotFound):
        await studio.direct.use(asker, project_id, "no_such_tool", {})


async def test_a_key_writes_within_its_role_and_decides_nothing(studio: Studio) -> None:
    project_id = await make_project(studio, "review")
    operator = await studio.operator()
    reading = await studio.access.keys.create(operator, "Reader", role="viewer")
    writing = await studio.access.keys.create(operator, "Writer", role="admin")
    viewer = Asker(studio.workspace_id, None, reading.key.id)
    admin = Asker(studio.workspace_id, None, writing.key.id)
    with pytest.raises(NotAllowed):
        await studio.direct.use(viewer, project_id, "save_content", SAVE)
    called = await studio.direct.use(admin, project_id, "save_content", SAVE)
    assert called.settled is not None
    with pytest.raises(NotAllowed, match="Only a person"):
        await studio.direct.use(admin, project_id, "merge_branch", {"branch": called.settled["branch"]})
    merged = await studio.direct.use(
        Asker(studio.workspace_id), project_id, "merge_branch", {"branch": called.settled["branch"]}
    )
    assert merged.output.data["merged"] is True
