"""A person's word on a message, a tool call and a run, over HTTP."""

from proofroom.kernel.settings import Settings
from tests.api.studio_cast import Cast
from tests.api.test_runs import NOTE, desk, say
from tests.scripted import ScriptedReply


async def test_people_point_at_messages_tool_calls_and_runs(sqlite_settings: Settings) -> None:
    async with desk(sqlite_settings, Cast(editor=(NOTE, ScriptedReply("An answer.")))) as (owner, project_id):
        events = await say(owner, project_id, "What is there?", scope="content")
        run_id, conversation = events[0]["runId"], events[0]["conversationId"]
        call = next(event["toolCallId"] for event in events if event["type"] == "toolCall")
        _, detail = await owner.call("GET", f"/api/conversations/{conversation}")
        message = detail["messages"][-1]
        assert all(each["tokens"] > 0 for each in detail["messages"])

        for kind, subject in (("message", message["id"]), ("toolCall", call), ("run", run_id)):
            body = {"kind": kind, "id": subject, "runId": run_id, "rating": "up"}
            status, word = await owner.call("PUT", "/api/feedback", body)
            assert (status, word["runId"], word["agent"], word["agentVersion"]) == (200, run_id, "editor", 1)
        body |= {"rating": "down", "comment": " Too short. "}
        _, changed = await owner.call("PUT", "/api/feedback", body)
        assert (changed["id"], changed["rating"], changed["comment"]) == (word["id"], "down", "Too short.")

        _, found = await owner.call("GET", f"/api/feedback?conversationId={conversation}")
        assert [each["kind"] for each in found] == ["run", "toolCall", "message"]
        _, found = await owner.call("GET", "/api/feedback?rating=down&agent=editor")
        assert [each["subjectId"] for each in found] == [run_id]
        assert (await owner.call("DELETE", f"/api/feedback/run/{run_id}"))[0] == 200
        assert (await owner.call("DELETE", f"/api/feedback/run/{run_id}"))[0] == 404


async def test_nobody_points_at_what_is_not_there(sqlite_settings: Settings) -> None:
    async with desk(sqlite_settings, Cast(editor=(ScriptedReply("An answer."),))) as (owner, project_id):
        events = await say(owner, project_id, "What is there?", scope="content")
        run_id = events[0]["runId"]
        for kind, subject in (
            ("message", project_id),
            ("toolCall", f"{run_id[-12:]}.1.0"),
            ("toolCall", "nonsense"),
            ("run", project_id),
        ):
            body = {"kind": kind, "id": subject, "runId": run_id, "rating": "up"}
            status, _ = await owner.call("PUT", "/api/feedback", body)
            assert status == 404, (kind, subject)
