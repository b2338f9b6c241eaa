"""Runs over HTTP: handing work on, and what people do with a run afterwards."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import aiohttp
import orjson

from proofroom.content.contents import NewProject
from proofroom.kernel.errors import ProviderFailed
from proofroom.kernel.ids import new_id
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.studio_cast import Cast
from tests.api.test_proposals import MODEL, Proposed
from tests.scripted import ScriptedDriver, ScriptedReply

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
        project = await studio.access.projects.create(await studio.operator(), "Fieldnotes")
        made = Proposed(owner, project.id)
        await studio.contents.create(made._job("seed/1"), NewProject(models=[MODEL], workflow="review"))
        await made.merge("seed/2", title="Swifts", minutes=2)
        yield owner, project.id


async def say(
    owner: Browser, project_id: str, text: str, scope: str = "workspace", *, merge: bool = False
) -> list[dict[str, Any]]:
    body = {"message": text, "projectId": project_id, "merge": merge}
    return await owner.lines("POST", f"/api/ai/chat/{scope}", body)


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
        # Another agent's words wait for a person, whoever asked for them.
        assert (proposal["runId"], proposal["hunks"], proposal["state"]) == (run_id, 1, "open")
        path = f"/api/proposals/{proposal['id']}"
        _, review = await owner.call("GET", path)
        hunks = [hunk["id"] for hunk in review["hunks"]]
        await owner.call("POST", f"{path}/decisions", {"hunks": hunks, "decision": "accepted"})
        assert (await owner.call("POST", f"{path}/finish", {}))[1]["state"] == "merged"
        status, undone = await owner.call("POST", f"/api/runs/{run_id}/undo", {})
        assert (status, undone["state"], undone["hunks"]) == (200, "merged", 1)


NOTE = ScriptedReply("Looking. ", calls=(("list_models", {}),))


async def test_a_turn_that_fails_after_writing_leaves_a_proposal_and_goes_on_where_it_stopped(
    sqlite_settings: Settings,
) -> None:
    save = ScriptedReply("", calls=(("save_content", SAVE),))
    broken = ScriptedReply("", error=ProviderFailed("The model did not answer."))
    cast = Cast(editor=(save, broken))
    async with desk(sqlite_settings, cast) as (owner, project_id):
        events = await say(owner, project_id, "Make it nine minutes, please", scope="content", merge=True)
        run_id = events[0]["runId"]
        assert events[-1]["type"] == "error"
        _, (proposal,) = await owner.call("GET", "/api/proposals")
        # The owner wanted it merged, but a turn that was cut off is not.
        assert (proposal["state"], proposal["title"]) == ("open", "Make it nine minutes, please")
        cast.agents["editor"] = ScriptedDriver(save, ScriptedReply("Saved."))
        status, again = await owner.call("POST", f"/api/runs/{run_id}/resume", {})
        assert (status, again["id"], again["title"]) == (200, run_id, "Make it nine minutes, please")
        after = await owner.lines("GET", f"/api/runs/{run_id}/events?after={again['lastNumber']}")
        assert after[-1]["type"] == "done"
        assert [request.messages[-1].role for request in cast.agents["editor"].requests] == ["tool"]
        _, (proposal,) = await owner.call("GET", "/api/proposals")
        assert proposal["state"] == "merged"
        status, refused = await owner.call("POST", f"/api/runs/{run_id}/resume", {})
        assert (status, refused["error"]["code"]) == (400, "invalid_status")


async def test_a_turn_that_is_stopped_after_writing_leaves_a_proposal(sqlite_settings: Settings) -> None:
    slow = ScriptedReply("Wait for it", pieces=11, delay_s=60)
    cast = Cast(editor=(ScriptedReply("", calls=(("save_content", SAVE),)), slow))
    async with desk(sqlite_settings, cast) as (owner, project_id):
        message = new_id()
        body = {"message": "go", "projectId": project_id, "messageId": message}
        stream = asyncio.create_task(owner.lines("POST", "/api/ai/chat/content", body))
        while len(cast.agents["editor"].requests) < 2:
            await asyncio.sleep(0.02)
        status, answer = await owner.call("POST", f"/api/runs/{message}/cancel", {})
        assert (status, answer) == (200, {"stopped": True})
        events = await stream
        assert events[-1]["status"] == "cancelled"
        _, (proposal,) = await owner.call("GET", "/api/proposals")
        assert (proposal["state"], proposal["hunks"]) == ("open", 1)


async def test_a_turn_is_retried_from_a_step_on_the_steps_before_it(sqlite_settings: Settings) -> None:
    cast = Cast(editor=(NOTE, ScriptedReply("First answer.")))
    async with desk(sqlite_settings, cast) as (owner, project_id):
        events = await say(owner, project_id, "What is there?", scope="content")
        run_id, conversation = events[0]["runId"], events[0]["conversationId"]
        cast.agents["editor"] = ScriptedDriver(NOTE, ScriptedReply("Second answer."))
        _, refused = await owner.call("POST", f"/api/runs/{run_id}/retry", {"step": "007.model"})
        assert "001.model" in refused["error"]["suggestion"]
        status, again = await owner.call("POST", f"/api/runs/{run_id}/retry", {"step": "002.model"})
        assert (status, again["forkedFrom"]) == (200, run_id)
        replay = await owner.lines("GET", f"/api/runs/{again['id']}/events")
        assert replay[-1]["type"] == "done"
        assert len(cast.agents["editor"].requests) == 1  # only the step that was asked for
        _, detail = await owner.call("GET", f"/api/conversations/{conversation}")
        texts = [block.get("text") for message in detail["messages"] for block in message["blocks"]]
        assert "Second answer." in texts
        assert "First answer." not in texts
        assert detail["messages"][0]["runId"] == again["id"]
        assert detail["conversation"]["activeRunId"] is None
        await owner.lines("POST", "/api/ai/chat/content", {"message": "And?", "conversationId": conversation})
        status, refused = await owner.call("POST", f"/api/runs/{again['id']}/retry", {"step": "002.model"})
        assert (status, refused["error"]["code"]) == (409, "conflict")


async def test_a_turn_is_forked_with_another_message_into_a_conversation_of_its_own(
    sqlite_settings: Settings,
) -> None:
    cast = Cast(editor=(NOTE, ScriptedReply("An answer.")), assistant=(ScriptedReply("Mine."),))
    async with desk(sqlite_settings, cast) as (owner, project_id):
        first = await say(owner, project_id, "What is there?", scope="content")
        conversation = first[0]["conversationId"]
        body = {"message": "And in Turkish?", "conversationId": conversation}
        second = await owner.lines("POST", "/api/ai/chat/content", body)
        fork = {"message": "And in German?", "agent": "assistant"}
        status, forked = await owner.call("POST", f"/api/runs/{second[0]['runId']}/fork", fork)
        assert (status, forked["forkedFrom"]) == (201, second[0]["runId"])
        assert forked["conversationId"] != conversation
        assert (forked["title"], forked["agent"]) == ("And in German?", "assistant")
        await owner.lines("GET", f"/api/runs/{forked['id']}/events")
        seen = cast.agents["assistant"].requests[0].messages
        asked = [message.text for message in seen if message.role == "user"]
        assert asked == ["What is there?", "And in German?"]
        _, kept = await owner.call("GET", f"/api/conversations/{conversation}")
        assert [m["turn"] for m in kept["messages"] if m["role"] == "user"] == [1, 2]
        _, detail = await owner.call("GET", f"/api/conversations/{forked['conversationId']}")
        assert detail["conversation"]["activeRunId"] is None
        follow = {"message": "More?", "conversationId": forked["conversationId"]}
        assert (await owner.lines("POST", "/api/ai/chat/content", follow))[-1]["type"] == "done"
        # Also where retention has removed its steps: a fork needs none of them.
        await owner.studio.engine.apply_retention(datetime(9000, 1, 1, tzinfo=UTC), dry_run=False)
        status, later = await owner.call("POST", f"/api/runs/{second[0]['runId']}/fork", fork)
        assert (status, later["forkedFrom"]) == (201, second[0]["runId"])


async def test_a_run_is_exported_whole(sqlite_settings: Settings) -> None:
    cast = Cast(assistant=(HAND, DONE), editor=(NOTE, ScriptedReply("An answer.")))
    async with desk(sqlite_settings, cast) as (owner, project_id):
        events = await say(owner, project_id, "hand it on")
        run_id = events[0]["runId"]
        _, found = await owner.call("GET", f"/api/runs/{run_id}/export")
        assert found["format"] == "proofroom.run/1"
        assert [event["n"] for event in found["events"]] == sorted({event["n"] for event in found["events"]})
        assert found["events"][-1]["type"] == "done"
        assert [step["key"] for step in found["steps"]][:2] == ["000.begin", "001.model"]
        assert [m["role"] for m in found["messages"]] == ["user", "assistant", "tool", "assistant"]
        (child,) = found["children"]
        _, inner = await owner.call("GET", f"/api/runs/{child}/export")
        assert inner["result"] == {"response": "An answer."}
        assert inner["messages"] == []
        _, refused = await owner.call("POST", f"/api/runs/{child}/retry", {})
        assert refused["error"]["suggestion"] == "Retry the run that handed it on."


async def test_a_key_sees_its_own_runs_and_no_other_keys(sqlite_settings: Settings) -> None:
    async with desk(sqlite_settings, Cast(assistant=(DONE,))) as (owner, _):
        keys: list[dict[str, str]] = []
        for name in ("one", "two"):
            status, made = await owner.call("POST", "/api/keys", {"name": name, "role": "viewer"})
            assert status == 201, made
            keys.append({"Authorization": f"Bearer {made['secret']}"})
        async with aiohttp.ClientSession() as http:
            chat = f"{owner.url}/api/ai/chat/workspace"
            async with http.post(chat, json={"message": "hi"}, headers=keys[0]) as answer:
                run_id = orjson.loads((await answer.read()).splitlines()[0])["runId"]
            for headers, status, count in ((keys[0], 200, 1), (keys[1], 404, 0)):
                async with http.get(f"{owner.url}/api/runs/{run_id}", headers=headers) as answer:
                    assert answer.status == status
                async with http.get(f"{owner.url}/api/runs", headers=headers) as answer:
                    assert len((await answer.json())["runs"]) == count


async def test_deleting_a_conversation_stops_and_withdraws_what_its_agents_wait_for(
    sqlite_settings: Settings,
) -> None:
    asks = ScriptedReply("", calls=(("delete_content", {"model": "notes", "entryIds": ["swifts"]}),))
    cast = Cast(assistant=(HAND, DONE), editor=(asks, DONE))
    async with desk(sqlite_settings, cast) as (owner, project_id):
        ask = {"toolName": "delete_content", "effect": "ask"}
        assert (await owner.call("POST", "/api/approval-rules", ask))[0] == 201
        events = await say(owner, project_id, "delete it")
        assert events[-1]["status"] == "awaiting_tool"
        _, waiting = await owner.call("GET", "/api/approvals?status=pending")
        assert [each["agent"] for each in waiting] == ["editor"]
        shown = [event["approvalId"] for event in events if event["type"] == "approvalRequested"]
        assert shown == [waiting[0]["id"]]  # the conversation shows what its child asks
        status, _ = await owner.call("DELETE", f"/api/conversations/{events[0]['conversationId']}")
        assert status == 200
        _, waiting = await owner.call("GET", "/api/approvals?status=pending")
        assert waiting == []
        _, runs = await owner.call("GET", "/api/runs")
        assert {run["status"] for run in runs["runs"]} == {"cancelled"}


async def test_the_offline_model_hands_on_what_it_is_asked_to(sqlite_settings: Settings) -> None:
    async with serve(sqlite_settings) as owner:
        await owner.set_up()
        answers: list[str] = []
        for text in ("Ask the editor to tell me what time it is", "editor'a söyle: saat kaç?"):
            events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": text})
            assert [event["agent"] for event in events if event["type"] == "delegated"] == ["editor"]
            _, detail = await owner.call("GET", f"/api/conversations/{events[0]['conversationId']}")
            answers.append(detail["messages"][-1]["blocks"][0]["text"])
        assert "It is " in answers[0]
        assert "Saat " in answers[1]
