"""Runs over HTTP: handing work on, and what people do with a run afterwards."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from proofroom.content.desk import NewProject
from proofroom.kernel.settings import Settings
from proofroom.providers.offline import ScriptedReply
from tests.api.conftest import Browser, serve
from tests.api.studio_cast import Cast
from tests.api.test_proposals import MODEL, Proposed

SAVE = {"model": "notes", "slug": "swifts", "data": {"minutes": 9}}
HAND = ScriptedReply(
    "", calls=(("delegateToAgent", {"agentSlug": "editor", "task": "Make the swifts note 9 minutes."}),)
)
DONE = ScriptedReply("All done.")


@asynccontextmanager
async def desk(settings: Settings, cast: Cast) -> AsyncGenerator[tuple[Browser, str]]:
    """Open a studio with one project and a scripted cast; yield its owner and the project's id."""
    async with serve(settings, {"offline": cast}) as owner:
        await owner.set_up()
        studio = owner.studio
        project = await studio.access.create_project(await studio.operator(), "Fieldnotes")
        made = Proposed(owner, project.id)
        await studio.desk.create(made._job("seed/1"), NewProject(models=[MODEL], workflow="review"))
        await made.merge("seed/2", title="Swifts", minutes=2)
        yield owner, project.id


async def say(owner: Browser, project_id: str, text: str, **more: Any) -> list[dict[str, Any]]:
    body = {"message": text, "projectId": project_id, **more}
    return await owner.lines("POST", f"/api/ai/chat/{more.get('scope', 'workspace')}", body)


async def test_what_a_handed_task_writes_is_one_proposal_of_the_callers_turn_and_one_undo(
    sqlite_settings: Settings,
) -> None:
    save = ScriptedReply("", calls=(("save_content", SAVE),))
    cast = Cast(assistant=(HAND, DONE), editor=(save, ScriptedReply("Saved.")))
    async with desk(sqlite_settings, cast) as (owner, project_id):
        events = await say(owner, project_id, "make it 9")
        assert [event["type"] for event in events if event["type"] in ("delegated", "proposal", "done")] == [
            *("delegated", "proposal"),
            "done",
        ]
        run_id = events[0]["runId"]
        _, runs = await owner.call("GET", f"/api/runs?parent={run_id}")
        assert [(run["agent"], run["parentId"]) for run in runs["runs"]] == [("editor", run_id)]
        _, (proposal,) = await owner.call("GET", "/api/proposals")
        assert (proposal["runId"], proposal["hunks"]) == (run_id, 1)
        status, undone = await owner.call("POST", f"/api/runs/{run_id}/undo", {})
        assert (status, undone["state"], undone["hunks"]) == (200, "merged", 1)
