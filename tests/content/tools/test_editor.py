"""The editor agent from a message to a merged or waiting change, with a scripted model."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from proofroom.access import Principal
from proofroom.content.brain import Brain, View
from proofroom.content.contents import NewProject
from proofroom.content.projects import Projects
from proofroom.durable import Run
from proofroom.kernel import events
from proofroom.kernel.ids import ConversationId, ProjectId
from proofroom.kernel.settings import Settings
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio, open_studio
from tests.scripted import ScriptedDriver, ScriptedReply

DONE = ScriptedReply("Done.")


@asynccontextmanager
async def opened(
    settings: Settings, *replies: ScriptedReply
) -> AsyncGenerator[tuple[Studio, ScriptedDriver]]:
    driver = ScriptedDriver(*replies)
    studio = await open_studio(settings, drivers={"scripted": driver})
    try:
        yield studio, driver
    finally:
        await studio.close()


async def make_project(studio: Studio, **new: Any) -> ProjectId:
    operator: Principal = await studio.operator()
    project = await studio.access.projects.create(operator, "Field notes")
    job = Job(project.id, Identity("Ada", "ada@example.com"), studio.clock.now(), "run/init")
    await studio.contents.create(job, NewProject(("en", "tr"), ("blog",), **new))
    return project.id


async def say(
    studio: Studio, project_id: ProjectId, text: str, conversation: ConversationId | None = None
) -> tuple[Run, list[events.AnyEvent], ConversationId]:
    asker = Asker(studio.workspace_id)
    if conversation is None:
        made = await studio.chat.open(asker, scope="content", agent="editor", project_id=project_id)
        conversation = made.id
    posted = await studio.chat.post(asker, conversation, text)
    run = await studio.engine.wait(posted.run_id, studio.workspace_id)
    return run, await studio.engine.runs.events(run.id, studio.workspace_id), conversation


def calls(*each: tuple[str, dict[str, Any]]) -> ScriptedReply:
    return ScriptedReply(calls=each)


MODEL = {
    "id": "topics",
    "name": "Topics",
    "kind": "collection",
    "domain": "blog",
    "fields": {"name": {"type": "string", "required": True}, "color": {"type": "color"}},
}
IDS = [f"{number:012x}" for number in range(20)]
TWENTY = {key: {"name": f"Topic {key}"} for key in IDS}


def labels(view: View) -> dict[str, list[str]]:
    return {locale: [row.label for row in view.rows("topics", locale)] for locale in ("en", "tr")}


@pytest.fixture(params=["review", "auto-merge"])
def workflow(request: pytest.FixtureRequest) -> str:
    return request.param


async def test_a_model_entries_in_two_locales_and_a_field_over_twenty_entries(
    sqlite_settings: Settings, workflow: str
) -> None:
    script = (
        calls(("save_model", MODEL)),
        calls(
            ("save_content", {"model": "topics", "locale": "en", "data": TWENTY}),
            ("copy_locale", {"model": "topics", "from": "en", "to": "tr"}),
        ),
        calls(("save_content", {"model": "topics", "data": {key: {"color": "green"} for key in IDS}})),
        calls(("brain_query", {"model": "topics", "where": {"color": "green"}, "limit": 100})),
        DONE,
    )
    async with opened(sqlite_settings, *script) as (studio, _):
        project_id = await make_project(studio, workflow=workflow)
        run, found, conversation = await say(studio, project_id, "Make topics")
        assert run.status == "completed", found[-1]
        answers = [event for event in found if isinstance(event, events.ToolResult)]
        assert [event.ok for event in answers] == [True] * 5, answers
        assert answers[-1].data["total"] == 20
        (proposal,) = [event for event in found if isinstance(event, events.Proposal)]
        assert proposal.state == ("open" if workflow == "review" else "merged")
        done = found[-1]
        assert isinstance(done, events.Done)
        assert done.affected.models == ["topics"]
        assert done.affected.snapshot_changed
        shown = await studio.get(Brain).look(project_id, None, labels)
        assert len(shown["en"]) == (0 if workflow == "review" else 20)
        waiting = await studio.repositories.open_branch(project_id, f"chat/{conversation}")
        assert (waiting is not None) == (workflow == "review")
        if waiting is not None:
            shown = await studio.get(Brain).look(project_id, waiting, labels)
            assert (len(shown["en"]), len(shown["tr"])) == (20, 20)


def results(found: list[events.AnyEvent]) -> dict[str, Any]:
    return {event.tool_name: event.data for event in found if isinstance(event, events.ToolResult)}


async def test_the_next_turn_goes_on_where_the_last_one_waits(sqlite_settings: Settings) -> None:
    script = (calls(("brain_query", {"model": "topics"}), ("list_branches", {})), DONE)
    async with opened(sqlite_settings, *script) as (studio, driver):
        project_id = await make_project(studio, models=[MODEL])
        _, found, conversation = await say(studio, project_id, "Look")
        assert results(found)["brain_query"]["total"] == 0
        driver._replies = (calls(("save_content", {"model": "topics", "data": {"name": "New"}})), DONE)
        await say(studio, project_id, "Add one", conversation)
        driver._replies = script
        _, found, _ = await say(studio, project_id, "Look again", conversation)
        assert results(found)["brain_query"]["total"] == 1
        assert len(results(found)["list_branches"]["branches"]) == 1


async def test_an_uninitialised_project_is_set_up_by_the_editor(sqlite_settings: Settings) -> None:
    init = {
        "stack": "astro",
        "locales": ["en"],
        "domains": ["blog"],
        "models": [MODEL],
        "workflow": "auto-merge",
    }
    async with opened(sqlite_settings, calls(("init_project", init)), DONE) as (studio, driver):
        project = await studio.access.projects.create(await studio.operator(), "Empty")
        await studio.repositories.create_empty(project.id)
        run, _, _ = await say(studio, project.id, "Set it up")
        names = [tool.name for tool in driver.requests[0].tools]
        assert "init_project" in names
        assert "save_content" not in names
        assert run.status == "completed"
        assert (await studio.contents.phase(project.id))[:2] == ("active", "auto-merge")


async def test_a_broken_project_shows_its_cause_and_heals(sqlite_settings: Settings) -> None:
    async with opened(sqlite_settings, calls(("list_models", {})), DONE) as (studio, _):
        project_id = await make_project(studio)
        folder = studio.repositories.path(project_id)
        folder.rename(folder.with_suffix(".away"))
        state = await studio.get(Projects).state(studio.workspace_id, project_id, None)
        assert state.phase == "error"
        kept = await studio.access.projects.find(studio.workspace_id, project_id)
        assert kept.status == "error"
        assert "repository" in kept.status_reason
        assert "restore a backup" in kept.status_reason, "the repair is named"
        folder.with_suffix(".away").rename(folder)
        assert (await studio.get(Projects).state(studio.workspace_id, project_id, None)).phase == "active"
        kept = await studio.access.projects.find(studio.workspace_id, project_id)
        assert (kept.status, kept.status_reason) == ("active", "")
