"""What a message wants, over HTTP, with and without a model that helps."""

from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.scripted import ScriptedDriver, ScriptedReply

PLAIN = {
    "message": "it looks so plain",
    "screenContext": {"currentPage": "artifact", "artifactTitle": "Swifts"},
}


async def test_words_are_enough_offline_and_what_is_unclear_is_asked_back(owner: Browser) -> None:
    _, found = await owner.call("POST", "/api/ai/intent/content", {"message": "Publish the swifts"})
    assert found == {
        **{"intent": "content_operation", "confidence": 0.95, "method": "regex"},
        **{"clarificationNeeded": False, "suggestedClarification": None},
    }
    _, found = await owner.call("POST", "/api/ai/intent/articles", PLAIN)
    assert (found["intent"], found["clarificationNeeded"]) == ("UNCLEAR", True)
    assert "Swifts" in found["suggestedClarification"]
    assert (await owner.call("GET", "/api/runs"))[1]["runs"] == []


async def test_a_connected_model_helps_and_its_call_is_paid_for_as_a_run(sqlite_settings: Settings) -> None:
    driver = ScriptedDriver(ScriptedReply("CREATE_VISUALS|0.85"))
    async with serve(sqlite_settings, {"scripted": driver}) as owner:
        await owner.set_up()
        _, found = await owner.call("POST", "/api/ai/intent/articles", PLAIN)
        assert (found["intent"], found["method"], found["clarificationNeeded"]) == (
            "CREATE_VISUALS",
            "ai",
            False,
        )
        request = driver.requests[0]
        assert (request.max_output_tokens, request.temperature) == (50, 0.1)
        _, page = await owner.call("GET", "/api/runs")
        assert [run["title"] for run in page["runs"]] == ["scripted for telling what a message wants"]
        _, found = await owner.call("POST", "/api/ai/intent/articles", PLAIN | {"useModel": False})
        assert (found["intent"], len(driver.requests)) == ("UNCLEAR", 1)


async def test_the_writers_own_sentences_mean_what_they_say(owner: Browser) -> None:
    on_screen = {"currentPage": "artifact", "artifactId": "abc-123", "artifactStatus": "draft"}
    for message, screen, kind in (
        ("find sources", {}, "RESEARCH_TOPIC"),
        ("write it", {}, "WRITE_CONTENT"),
        ("research this", {}, "UNCLEAR"),
        ("research this", on_screen, "RESEARCH_TOPIC"),
        ("research this topic", {}, "RESEARCH_TOPIC"),
        ("find information on canals", {}, "RESEARCH_TOPIC"),
        ("gather research", {}, "RESEARCH_TOPIC"),
        ("write this now, please", {}, "WRITE_CONTENT"),
        ("write content", {}, "WRITE_CONTENT"),
        ("generate text", {}, "WRITE_CONTENT"),
        ("create content", on_screen, "WRITE_CONTENT"),
    ):
        body = {"message": message, "screenContext": screen}
        status, found = await owner.call("POST", "/api/ai/intent/articles", body)
        assert (status, found["intent"]) == (200, kind), message
