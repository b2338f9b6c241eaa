"""What a message wants, over HTTP, with and without a model that helps."""

from proofroom.content.contents import NewProject
from proofroom.content.projects import Projects
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.test_conversation import model
from tests.scripted import ScriptedDriver, ScriptedReply

PLAIN = {
    "message": "it looks so plain",
    "screenContext": {"currentPage": "artifact", "artifactTitle": "Swifts"},
}

MEANT = {
    "Create a model for topics with a name and a color": "editor",
    "Publish the note on swifts": "editor",
    "Which content models do we have?": "editor",
    "Rename the section of every note": "editor",
    "Make the headline of the homepage bigger": "designer",
    "Build a page for a small bakery with opening hours": "designer",
    "Anasayfanın düğmesini büyüt": "designer",
    "Which organisations are public bodies?": "analyst",
    "Kaç kayıt var?": "analyst",
    "Write an article about swifts": "writer",
    "Research the history of the canal": "writer",
    "What did we spend on notes this month?": "assistant",
    "What time is it?": "assistant",
    "hello": "assistant",
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


async def test_the_agent_that_can_is_found_for_a_message_that_names_none(owner: Browser) -> None:
    new = NewProject(("en",), ("blog",), [model("notes")], workflow="review")
    studio = owner.studio
    project = await studio.get(Projects).create(await studio.operator(), "Fieldnotes", None, new)
    kind = {"slug": "organisation", "name": "Organisation", "fields": [{"key": "city", "label": "City"}]}
    assert (await owner.call("POST", "/api/entity-types", kind))[0] == 201
    found = {}
    for message in MEANT:
        asked = {"message": message, "projectId": project.id}
        _, told = await owner.call("POST", "/api/ai/addressee", asked)
        found[message] = told["agent"]
    assert found == MEANT
    _, told = await owner.call("POST", "/api/ai/addressee", {"message": "Change the headline of the page"})
    assert told == {"scope": "site", "agent": "designer"}
    _, writer = await owner.call("GET", "/api/agents/writer")
    off = {"config": writer["config"], "enabled": False}
    status, told = await owner.call("PUT", "/api/agents/writer", off)
    assert status == 200, told
    asked = {"message": "Write an article about swifts", "projectId": project.id}
    assert (await owner.call("POST", "/api/ai/addressee", asked))[1]["agent"] == "editor"
