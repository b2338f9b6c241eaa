"""The writer's front door: every intent, every category by its status, sessions, and the seed's own calls."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from proofroom.articles.front import error_body, status_of
from proofroom.articles.sessions import IDLE_MS, is_over
from proofroom.kernel.blocks import AnyBlock, TextBlock
from proofroom.kernel.errors import SEED_CATEGORIES, ContentRefused, ProofroomError, all_errors
from proofroom.kernel.ids import new_id
from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelRequest, Reply, Sink, TokenUsage
from tests.api.conftest import Browser, serve
from tests.articles.corpus import write_corpus
from tests.articles.test_categories import TEXT
from tests.articles.test_pipeline import begin
from tests.patience import until
from tests.scripted import ScriptedDriver, ScriptedReply


def screen(article: dict[str, Any]) -> dict[str, Any]:
    return {"currentPage": "artifact", "artifactId": article["id"], "artifactType": article["type"]}


async def say(owner: Browser, message: str, on: dict[str, Any] | None = None) -> tuple[int, Any]:
    return await owner.call(
        "POST", "/api/content-agent/execute", {"message": message, "screenContext": on or {}}
    )


async def test_the_seeds_calls_walk_an_article_from_draft_to_ready(owner: Browser, tmp_path: Path) -> None:
    article = await begin(owner, write_corpus(tmp_path / "corpus")[:12])
    on = screen(article)
    walk = [
        ("research this topic", "RESEARCH_TOPIC", "conductDeepResearch", "draft", "research"),
        ("create an outline", "CREATE_SKELETON", "generateContentSkeleton", "research", "skeleton"),
        ("create content", "WRITE_CONTENT", "writeFullContent", "skeleton", "creating_visuals"),
        ("humanize it", "HUMANIZE_CONTENT", "applyHumanityCheck", "creating_visuals", "ready"),
    ]
    keys = {
        "conductDeepResearch": {"sourceCount", "keyInsights", "sourcesBreakdown"},
        "generateContentSkeleton": {"skeleton", "sections", "estimatedWordCount"},
        "writeFullContent": {"totalLength", "sectionsWritten", "sectionResults"},
        "applyHumanityCheck": {"originalLength", "humanityScoreBefore", "humanityScoreAfter"},
    }
    for message, intent, tool, before, after in walk:
        status, told = await say(owner, message, on)
        assert status == 200, told
        assert (told["intentDetected"], told["toolCalls"][0]["toolName"]) == (intent, tool)
        result = told["toolResults"][0]["result"]
        assert result["success"]
        assert result["traceId"].startswith("ca-")
        assert result["statusTransition"] == {"from": before, "to": after}
        assert keys[tool] <= set(result["data"])
        assert article["title"] in told["text"]
        assert tool not in told["text"], "a person is told what came of it, not the name of a tool"
    _, told = await say(owner, "where are we", on)
    assert told["toolResults"][0]["result"]["data"]["artifact"]["status"] == "ready"

    status, refused = await say(owner, "research this topic", on)
    assert (status, refused["error"]["category"]) == (400, "INVALID_STATUS")
    context = refused["error"]["context"]
    assert (context["currentStatus"], context["operation"]) == ("ready", "conductDeepResearch")
    assert "draft" in context["expectedStatus"]
    _, session = await owner.call("GET", "/api/content-agent/session")
    assert len(session["turns"]) == 10
    assert session["sessionId"].startswith("session-")
    assert (await owner.call("DELETE", "/api/content-agent/session"))[0] == 200
    assert (await owner.call("GET", "/api/content-agent/session"))[1]["turns"] == []


async def test_what_is_missing_or_unclear_is_asked_by_its_category(owner: Browser) -> None:
    status, told = await say(owner, "write the article")
    assert (status, told["error"]["category"]) == (400, "MISSING_CONTEXT")
    assert {"message", "userMessage", "suggestedAction", "recoverable"} <= set(told["error"])
    for id, category, expected in (
        ("nonsense", "INVALID_ARTIFACT_ID", 400),
        (new_id(), "ARTIFACT_NOT_FOUND", 404),
    ):
        status, told = await say(owner, "write the article", {"artifactId": id})
        assert (status, told["error"]["category"]) == (expected, category)
    status, told = await say(owner, "hmm, purple")
    assert (status, told["clarificationNeeded"], told["toolResults"]) == (200, True, [])
    status, told = await say(owner, "hmm, green")
    assert (status, told["error"]["category"]) == (400, "UNCLEAR_INTENT")
    # A clear message between two unclear ones, whatever came of it, and each counts as activity.
    assert (await say(owner, "write the article"))[0] == 400
    assert (await say(owner, "hmm, red"))[1]["clarificationNeeded"] is True
    _, session = await owner.call("GET", "/api/content-agent/session")
    assert [each["content"] for each in session["turns"]][-4] == "write the article"
    status, told = await say(owner, "how is it going")
    assert (status, told["toolCalls"][0]["toolName"]) == (200, "listDraftArtifacts")
    status, told = await say(owner, "suggest three topics for social posts about hives")
    (call,) = told["toolCalls"]
    assert (status, call["toolName"]) == (200, "topicsResearch")
    assert call["args"] == {"focusArea": "hives", "count": 3, "contentType": "social_post"}
    assert (await say(owner, "Bana 25 konu öner"))[1]["toolCalls"][0]["args"] == {"count": 10}
    _, made = await owner.call("POST", "/api/articles", {"title": "Nothing is known of this"})
    status, told = await say(owner, "research this topic", screen(made))
    assert (status, told["error"]["category"]) == (404, "RESEARCH_NOT_FOUND")


async def test_what_is_not_wanted_is_not_done_here_nor_in_the_panel(owner: Browser) -> None:
    _, made = await owner.call("POST", "/api/articles", {"title": "Bees on public roofs"})
    await owner.call("POST", f"/api/articles/{made['id']}/texts", {"name": "Notes", "text": TEXT})
    asked = {"agent": "writer", "context": {"screen": "articles", "artifactId": made["id"]}}
    for message in ("Please don't research this topic", "Konuyu araştırma"):
        await owner.call("DELETE", "/api/content-agent/session")
        status, told = await say(owner, message, screen(made))
        assert (status, told["clarificationNeeded"], told["toolResults"]) == (200, True, [])
        events = await owner.lines("POST", "/api/ai/chat/articles", asked | {"message": message})
        assert "conductDeepResearch" not in {each.get("toolName") for each in events}
        assert await _status(owner, made) == "draft"


async def test_a_place_for_a_picture_that_could_not_be_made_does_not_come_back(owner: Browser) -> None:
    _, made = await owner.call("POST", "/api/articles", {"title": "Bees on public roofs"})
    await owner.call("POST", f"/api/articles/{made['id']}/texts", {"name": "Notes", "text": TEXT})
    for message in ("research this topic", "create an outline", "write it", "add images"):
        assert (await say(owner, message, screen(made)))[0] == 200
    _, before = await owner.call("GET", f"/api/articles/{made['id']}")
    assert before["status"] == "ready"
    assert "[IMAGE" not in before["content"]
    _, told = await say(owner, "humanize it", screen(made))
    assert told["toolResults"][0]["result"]["data"]["lengthChange"] == 0
    heading = before["sections"][0]["heading"]
    body = {"mode": "section", "section": heading}
    status, run = await owner.call("POST", f"/api/articles/{made['id']}/run", body)
    assert status in (200, 202), run
    await owner.lines("GET", f"/api/runs/{run['runId']}/events")
    _, after = await owner.call("GET", f"/api/articles/{made['id']}")
    assert after["content"] == before["content"]


async def test_the_whole_pipeline_rests_for_approval_and_goes_on_with_a_word(
    owner: Browser, tmp_path: Path
) -> None:
    article = await begin(owner, write_corpus(tmp_path / "corpus")[:8])
    on = screen(article)
    status, told = await say(owner, "run the full pipeline", on)
    assert (status, told["intentDetected"]) == (200, "FULL_PIPELINE")
    data = told["toolResults"][0]["result"]["data"]
    assert data["pausedForApproval"] is True
    status, told = await say(owner, "write it", on)
    assert status == 200, told

    async def is_ready() -> bool:
        return await _status(owner, article) == "ready"

    await until(is_ready)


@pytest.mark.parametrize("error", all_errors(), ids=lambda error: error.__name__)
def test_a_category_has_the_seeds_status_here(error: Any) -> None:
    if error.category not in SEED_CATEGORIES:
        return
    made = error("No.", retry_after_s=1.0) if error.__name__ == "RateLimited" else error("No.")
    assert status_of(made) == SEED_CATEGORIES[error.category]
    assert error_body(made)["error"]["category"] == error.category


def test_a_session_is_over_after_thirty_minutes_and_not_before() -> None:
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    assert not is_over(begun, begun + timedelta(milliseconds=IDLE_MS))
    assert is_over(begun, begun + timedelta(milliseconds=IDLE_MS + 1))


async def test_the_panel_does_the_same_with_the_article_on_screen(owner: Browser, tmp_path: Path) -> None:
    article = await begin(owner, write_corpus(tmp_path / "corpus")[:6])
    asked = {"agent": "writer", "context": {"screen": "articles", "artifactId": article["id"]}}
    for message, tool, status in (
        ("suggest some topics", "topicsResearch", "draft"),
        ("how is it going", "fetchArtifact", "draft"),
        ("research this topic", "conductDeepResearch", "research"),
        ("create an outline in a humorous tone", "generateContentSkeleton", "skeleton"),
        ("write the article", "writeFullContent", "creating_visuals"),
        ("humanize this", "applyHumanityCheck", "ready"),
        ("create the images", "identifyImageNeeds", "ready"),
    ):
        events = await owner.lines("POST", "/api/ai/chat/articles", asked | {"message": message})
        (call,) = [each for each in events if each["type"] == "toolCall"]
        assert call["toolName"] == tool
        assert ("tone" in call["input"]) == ("humorous" in message)
        assert events[-1]["type"] == "done", events[-1]
        if tool == "writeFullContent":
            assert await _status(owner, article) == "skeleton"
            await _approve(owner)
            await until(lambda: _is_written(owner, article))
        assert await _status(owner, article) == status, message
    whole = {
        "agent": "writer",
        "context": {"screen": "articles"},
        "message": "create content for a social post about city bees",
    }
    events = await owner.lines("POST", "/api/ai/chat/articles", whole)
    begun = next(each for each in events if each["type"] == "toolCall")
    assert (begun["toolName"], begun["input"]["type"]) == ("createArtifactDraft", "social_post")


async def _status(owner: Browser, article: dict[str, Any]) -> str:
    return (await owner.call("GET", f"/api/articles/{article['id']}"))[1]["status"]


async def _is_written(owner: Browser, article: dict[str, Any]) -> bool:
    return await _status(owner, article) not in ("skeleton", "foundations_approval", "writing")


async def _approve(owner: Browser) -> None:
    _, waiting = await owner.call("GET", "/api/approvals?status=pending")
    seen = [{"id": each["id"], "inputSha256": each["inputSha256"]} for each in waiting]
    status, told = await owner.call(
        "POST", "/api/approvals/decisions", {"decision": "approved", "calls": seen}
    )
    assert status == 200, told


class Guessing(ScriptedDriver):
    """Tells what a message wants as surely as it is told to; in the loop it lists drafts, then answers."""

    sure = 0.85
    error: ProofroomError | None = None

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        if "Name the one kind of request" in request.messages[-1].text:
            said: AnyBlock = TextBlock(f"CREATE_VISUALS|{self.sure}")
            return Reply([said], "end", TokenUsage(input=10, output=5, cost_micros=15), "end", "scripted")
        if self.error is not None:
            raise self.error
        return await super().stream(request, sink)


async def test_half_sure_goes_to_the_loop_which_remembers_and_unsure_is_asked_back(
    sqlite_settings: Settings,
) -> None:
    driver = Guessing(ScriptedReply(calls=(("listDraftArtifacts", {}),)), ScriptedReply("Which of them?"))
    async with serve(sqlite_settings, {"scripted": driver}) as owner:
        await owner.set_up()
        await owner.call("POST", "/api/articles", {"title": "Bees on public roofs"})
        status, told = await say(owner, "it looks so plain")
        assert (status, told["intentDetected"], told["text"]) == (200, "CREATE_VISUALS", "Which of them?")
        (call,), (answer,) = told["toolCalls"], told["toolResults"]
        assert (call["toolName"], call["toolCallId"]) == ("listDraftArtifacts", answer["toolCallId"])
        assert {"success", "traceId", "duration", "data"} == set(answer["result"])
        assert answer["result"]["data"]["drafts"][0]["title"] == "Bees on public roofs"

        status, told = await say(owner, "the first of them, then")
        assert status == 200, told
        heard = [message.text for message in driver.requests[-1].messages if message.role == "user"]
        assert any("it looks so plain" in each for each in heard), heard
        driver.error = ContentRefused("The provider refused it.")
        status, told = await say(owner, "and now warmer")
        assert (status, told["error"]["category"]) == (400, "AI_CONTENT_FILTER")
        driver.sure = 0.5
        status, told = await say(owner, "hm, warmer")
        assert (status, told["clarificationNeeded"], told["toolResults"]) == (200, True, [])
        owner.headers["Accept-Language"] = "tr"
        for _ in range(sqlite_settings.agent_requests_per_minute):
            status, told = await say(owner, "how is it going")
        assert (status, told["error"]["category"]) == (429, "RATE_LIMIT_EXCEEDED")
        assert "istek" in told["error"]["userMessage"]
