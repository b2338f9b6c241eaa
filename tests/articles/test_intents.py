"""Every intent by its name through both doors: the tool used, the status reached, the shape of the answer."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from proofroom.articles.intent import TABLE
from proofroom.kernel.data import dataclass
from tests.api.conftest import Browser
from tests.articles.test_categories import TEXT
from tests.articles.test_front_door import say
from tests.patience import until

Json = dict[str, Any]
Answered = list[tuple[str, set[str]]]
"""Tools in the order of their use, each with the keys of what it returned."""
Door = Callable[[Browser, str, Json], Awaitable[Answered]]

HUMANITY = {
    *("originalLength", "humanizedLength", "lengthChange", "humanityScoreBefore", "humanityScoreAfter"),
    *("patternsFixed", "patternsChecked", "message"),
}
WRITTEN = {"totalLength", "sectionsWritten", "sectionResults"}
PICTURES = {"needs", "finals", "contentWithImages", "count", "imagesGenerated", "imagesFailed", "message"}
RESTS = {"artifactId", "runId", "pausedForApproval"}
WHOLE = {"success", "artifactId", "status", "stepsCompleted", "totalSteps", "toolResults"}


@dataclass(frozen=True, slots=True)
class Case:
    """What somebody says with an article in a status, or with none, and what has to come of it."""

    intent: str
    said: tuple[str, str]
    tools: tuple[tuple[str, set[str]], ...]
    reached: str = ""
    """The article's status afterwards; as it was where it is empty."""
    is_here: bool = True


CASES = (
    Case(
        "STATUS_CHECK",
        ("Show my drafts", "taslakları göster"),
        (("listDraftArtifacts", {"drafts", "count"}),),
        is_here=False,
    ),
    Case("STATUS_CHECK", ("How is it going?", "nasıl gidiyor?"), (("fetchArtifact", {"artifact"}),)),
    Case(
        "GENERATE_TOPICS",
        ("Suggest topics", "Bana konu öner"),
        (("topicsResearch", {"topics", "sourcesQueried"}),),
        is_here=False,
    ),
    Case(
        "RESEARCH_TOPIC",
        ("Research this topic", "Bu konuyu araştır"),
        (("conductDeepResearch", {"sourceCount", "keyInsights", "sourcesBreakdown"}),),
        "research",
    ),
    Case(
        "CREATE_SKELETON",
        ("Create an outline", "Taslağı oluştur"),
        (("generateContentSkeleton", {"skeleton", "sections", "estimatedWordCount"}),),
        "skeleton",
    ),
    Case(
        "WRITE_CONTENT",
        ("create content", "Makaleyi yaz"),
        (("writeFullContent", WRITTEN),),
        "creating_visuals",
    ),
    Case("CREATE_VISUALS", ("Add images", "Görselleri ekle"), (("identifyImageNeeds", PICTURES),), "ready"),
    Case(
        "HUMANIZE_CONTENT",
        ("Make it less robotic", "daha doğal olsun"),
        (("applyHumanityCheck", HUMANITY),),
        "ready",
    ),
)
PIPELINE = (
    Case(
        "FULL_PIPELINE",
        ("Run the full pipeline", "her şeyi yap"),
        (("runPipeline", RESTS),),
        "foundations_approval",
    ),
    # A second press finds the same run at rest.
    Case(
        "FULL_PIPELINE",
        ("Do it all", "her şeyi yap"),
        (("runPipeline", RESTS),),
        "foundations_approval",
    ),
    Case("WRITE_CONTENT", ("Write it", "bunu yaz"), (("writeFullContent", WHOLE),), "ready"),
)


async def by_message(owner: Browser, message: str, on: Json) -> Answered:
    """Say it to the writer's own address."""
    status, told = await say(owner, message, on)
    assert status == 200, told
    assert set(told) == {"text", "toolCalls", "toolResults", "sessionState", "intentDetected"}
    assert set(told["sessionState"]) == {"sessionId", "lastActivityTimestamp"}
    for call, answer in zip(told["toolCalls"], told["toolResults"], strict=True):
        assert call["toolCallId"] == answer["toolCallId"]
        assert {"success", "traceId", "duration", "data"} <= set(answer["result"])
    results = [set(each["result"]["data"]) for each in told["toolResults"]]
    return list(zip([each["toolName"] for each in told["toolCalls"]], results, strict=True))


async def in_panel(owner: Browser, message: str, on: Json) -> Answered:
    """Say it in the panel; where it asks before it writes, say yes."""
    asked = {"agent": "writer", "message": message, "context": {"screen": "articles", **on}}
    events = await owner.lines("POST", "/api/ai/chat/articles", asked)
    if any(each["type"] == "approvalRequested" for each in events):
        _, waiting = await owner.call("GET", "/api/approvals?status=pending")
        seen = [{"id": each["id"], "inputSha256": each["inputSha256"]} for each in waiting]
        body = {"decision": "approved", "calls": seen}
        assert (await owner.call("POST", "/api/approvals/decisions", body))[0] == 200
        events = await owner.lines("GET", f"/api/runs/{events[0]['runId']}/events")
    assert events[-1]["type"] == "done", events[-1]
    told = {each["toolName"]: set(each["data"] or {}) for each in events if each["type"] == "toolResult"}
    return list(told.items())


async def _begin(owner: Browser) -> Json:
    _, made = await owner.call("POST", "/api/articles", {"title": "Bees on public roofs"})
    await owner.call("POST", f"/api/articles/{made['id']}/texts", {"name": "Notes", "text": TEXT})
    return made


async def _walk(owner: Browser, door: Door, cases: tuple[Case, ...], language: int) -> None:
    article = await _begin(owner)
    path = f"/api/articles/{article['id']}"
    before = "draft"
    for case in cases:
        here = {"currentPage": "artifact", "artifactId": article["id"], "artifactStatus": before}
        on = here if case.is_here else {}
        answered = await door(owner, case.said[language], on)
        about = f"{case.intent} from {before}: {case.said[language]}"
        assert [tool for tool, _ in answered] == [tool for tool, _ in case.tools], about
        for (_, keys), (_, expected) in zip(answered, case.tools, strict=True):
            assert expected <= keys, about
        before = case.reached or before
        await until(lambda: is_free_or_waits(owner, article["id"]))
        assert (await owner.call("GET", path))[1]["status"] == before, about


async def is_free_or_waits(owner: Browser, article_id: str) -> bool:
    _, article = await owner.call("GET", f"/api/articles/{article_id}")
    return article["runId"] is None or article["status"] == "foundations_approval"


@pytest.mark.parametrize("door", [by_message, in_panel])
async def test_every_intent_by_its_name(owner: Browser, door: Door) -> None:
    assert {case.intent for case in (*CASES, *PIPELINE)} == {each.name for each in TABLE.groups}
    for language in (0, 1):
        await _walk(owner, door, CASES, language)
        await _walk(owner, door, PIPELINE, language)
