"""The seed's own calls in its order through HTTP, every key of the answers; and its numbers one by one."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from proofroom.api import content_agent
from proofroom.articles import ask, pictures
from proofroom.articles.context_tools import DraftsInput, FetchResearchInput, TopicsInput
from proofroom.articles.playbook import writer_playbook
from proofroom.articles.statuses import DRAFTS
from proofroom.articles.stepwise import OPTIONAL
from proofroom.articles.tools import RESEARCH_S, ResearchInput
from proofroom.articles.types import TONES
from proofroom.kernel.errors import SEED_CATEGORIES, all_errors
from proofroom.kernel.settings import Settings
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import ModelRequest, Reply, Sink
from proofroom.store.tables import articles as tables
from tests.api.conftest import Browser, serve
from tests.articles.corpus import write_corpus
from tests.articles.test_categories import TEXT
from tests.articles.test_front_door import say, screen
from tests.articles.test_pipeline import begin
from tests.patience import until


class Listening(OfflineDriver):
    """The built-in model; it keeps the temperatures, and can be made slow or unsure."""

    def __init__(self) -> None:
        super().__init__([writer_playbook()])
        self.heat: list[float | None] = []
        self.gate: asyncio.Event | None = None

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        self.heat.append(request.temperature)
        if self.gate is not None:
            await self.gate.wait()
        return await super().stream(request, sink)


@pytest.fixture
def model() -> Listening:
    return Listening()


@pytest.fixture
async def writer(
    sqlite_settings: Settings, model: Listening, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Browser]:
    for key in pictures.RESOLUTIONS:
        monkeypatch.setitem(pictures.RESOLUTIONS, key, (64, 64))
    async with serve(sqlite_settings, {"offline": model}) as browser:
        await browser.set_up()
        yield browser


WALK: list[tuple[str, str, str, str | None, set[str]]] = [
    (
        "Research this topic",
        "RESEARCH_TOPIC",
        "conductDeepResearch",
        "research",
        {"sourceCount", "keyInsights", "sourcesBreakdown", "uniqueSourcesCount"},
    ),
    (
        "Create an outline in a humorous tone",
        "CREATE_SKELETON",
        "generateContentSkeleton",
        "skeleton",
        {"skeleton", "sections", "estimatedWordCount"},
    ),
    (
        "create content",
        "WRITE_CONTENT",
        "writeFullContent",
        "creating_visuals",
        {"totalLength", "sectionsWritten", "sectionResults"},
    ),
    (
        "Add images",
        "CREATE_VISUALS",
        "identifyImageNeeds",
        "ready",
        {"needs", "finals", "contentWithImages", "count", "imagesGenerated", "imagesFailed", "message"},
    ),
    (
        "humanize it",
        "HUMANIZE_CONTENT",
        "applyHumanityCheck",
        None,
        {
            *("originalLength", "humanizedLength", "lengthChange", "humanityScoreBefore"),
            *("humanityScoreAfter", "patternsFixed", "patternsChecked", "message"),
        },
    ),
    ("What's the status?", "STATUS_CHECK", "fetchArtifact", None, {"artifact"}),
]


async def test_the_seeds_calls_in_their_order_with_every_key(
    writer: Browser, model: Listening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    article = await begin(writer, write_corpus(tmp_path / "corpus")[:4])
    on = screen(article) | {"artifactTitle": article["title"], "artifactStatus": "draft"}
    before = "draft"
    result: dict[str, Any] = {}
    for message, intent, tool, after, keys in WALK:
        status, told = await say(writer, message, on)
        assert status == 200, told
        assert set(told) == {"text", "toolCalls", "toolResults", "sessionState", "intentDetected"}
        assert set(told["sessionState"]) == {"sessionId", "lastActivityTimestamp"}
        assert told["intentDetected"] == intent
        (call,), (answer,) = told["toolCalls"], told["toolResults"]
        assert (call["toolName"], call["toolCallId"]) == (tool, answer["toolCallId"])
        result = answer["result"]
        moved = {"from": before, "to": after} if after else None
        assert (result["success"], result.get("statusTransition")) == (True, moved)
        assert isinstance(result["duration"], int)
        assert keys <= set(result["data"]), (tool, set(result["data"]))
        if tool == "conductDeepResearch":
            assert all(isinstance(each, str) for each in result["data"]["keyInsights"])
        if tool == "generateContentSkeleton":
            assert model.heat[-1] == 0.9
        before = after or before
    assert result["data"]["artifact"].keys() == {
        *("id", "type", "title", "content", "status", "tone", "tags", "metadata"),
        *("writingMetadata", "createdAt", "updatedAt"),
    }
    await _takes_longer(writer, model, article, monkeypatch)
    await _statuses_elsewhere(writer, article)


async def is_planned(writer: Browser, article_id: str) -> bool:
    """Tell whether an article has its skeleton; a run may not have taken it yet where it is free."""
    return (await writer.call("GET", f"/api/articles/{article_id}"))[1]["status"] == "skeleton"


async def _takes_longer(
    writer: Browser, model: Listening, article: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hand out the run where an answer takes longer than the door waits."""
    _, made = await writer.call(
        "POST", "/api/articles", {"title": "Bees on public roofs", "projectId": article["projectId"]}
    )
    await writer.call("POST", f"/api/articles/{made['id']}/texts", {"name": "Notes", "text": TEXT})
    assert (await say(writer, "research this topic", screen(made)))[0] == 200
    assert content_agent.ANSWER_S == 60.0
    monkeypatch.setattr(content_agent, "ANSWER_S", 0.2)
    model.gate = asyncio.Event()
    status, told = await say(writer, "create an outline", screen(made))
    assert (status, set(told)) == (202, {"runId", "intentDetected", "sessionState"})
    assert (await writer.call("GET", f"/api/runs/{told['runId']}"))[1]["run"]["status"] == "running"
    model.gate.set()
    model.gate = None
    await until(lambda: is_planned(writer, made["id"]))


async def _statuses_elsewhere(writer: Browser, article: dict[str, Any]) -> None:
    """Elsewhere the same refusal has the same status."""
    body = {"mode": "steps", "steps": ["conductDeepResearch"]}
    _, started = await writer.call("POST", f"/api/articles/{article['id']}/run", body)
    events = await writer.lines("GET", f"/api/runs/{started['runId']}/events")
    assert (events[-1]["type"], events[-1]["code"]) == ("error", "invalid_status")
    status, told = await writer.call("POST", f"/api/articles/{article['id']}/approve", {})
    assert (status, told["error"]["category"]) == (400, "INVALID_STATUS")


def test_each_tone_has_its_temperature() -> None:
    assert {
        **dict.fromkeys(("formal", "technical", "authoritative"), 0.5),
        "professional": 0.6,
        **dict.fromkeys(("casual", "conversational", "friendly"), 0.7),
        "humorous": 0.9,
    } == TONES


def test_the_categories_times_and_optional_steps_are_the_seeds() -> None:
    assert {error.category for error in all_errors()} >= set(SEED_CATEGORIES)
    assert len(SEED_CATEGORIES) == 13
    assert (RESEARCH_S, ask.WRITE_S) == (60.0, 120.0)
    assert {"applyHumanityCheck", "identifyImageNeeds"} == OPTIONAL


@pytest.mark.parametrize(
    ("model", "name", "usual", "least", "most"),
    [
        (TopicsInput, "limit", 20, 1, 50),
        (FetchResearchInput, "limit", 20, 1, 100),
        (DraftsInput, "limit", 10, 1, 50),
        (ResearchInput, "minRequired", 5, 1, 20),
    ],
)
def test_what_can_be_asked_for_at_once_is_the_seeds(
    model: type[BaseModel], name: str, usual: int, least: int, most: int
) -> None:
    told = model.model_json_schema()["properties"][name]
    assert (told["default"], told["minimum"], told["maximum"]) == (usual, least, most)
    assert DRAFTS == ("draft", "research", "skeleton")


def test_owner_and_status_article_and_run_are_indexed() -> None:
    indexed = {
        (table.name, tuple(column.name for column in index.columns))
        for table in (tables.articles, tables.article_research)
        for index in table.indexes
    }
    assert {
        ("articles", ("workspace_id", "owner_id", "status")),
        ("articles", ("run_id",)),
        ("article_research", ("workspace_id", "article_id")),
    } <= indexed
