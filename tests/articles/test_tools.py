"""Every tool of the writer by its name, in chat and by MCP; pictures and a post through HTTP as well."""

import json
import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from proofroom.articles import pictures
from proofroom.articles.playbook import writer_playbook
from proofroom.kernel.settings import Settings
from proofroom.providers.offline import OfflineDriver, Playbook, Skill
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.api.test_mcp import connect, make_key
from tests.api.test_tool_groups import Script, filled
from tests.articles.corpus import write_corpus
from tests.articles.test_pipeline import begin, is_free, run
from tests.patience import until

NAMED = (
    "topicsResearch researchTrendingTopics analyzeFollowUpTopics conductDeepResearch"
    " analyzeWritingCharacteristics analyzeStorytellingStructure generateContentSkeleton writeContentSection"
    " writeFullContent applyHumanityCheck checkContentHumanity identifyImageNeeds updateImageApproval"
    " regenerateImage startShowcaseInterview saveInterviewAnswer completeShowcaseInterview"
    " writeSocialPostContent improveTextContent improveImageContent createArtifactDraft"
    " updateArtifactContent getArtifactContent listRecentArtifacts fetchArtifactTopics fetchArtifact"
    " fetchResearch listDraftArtifacts suggestArtifactIdeas generateContentVisuals generateFinalImages"
    " getUserContext getUserSkills suggestProfileUpdates"
)
TOOLS = NAMED.split()
"""Those of the spec's section 3 that are about articles."""


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
async def writer(
    sqlite_settings: Settings, script: Script, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Browser]:
    for key in pictures.RESOLUTIONS:  # large ones take seconds, and show nothing more here
        monkeypatch.setitem(pictures.RESOLUTIONS, key, (64, 64))
    book = Playbook("test", (Skill("all", lambda request: 1.0, script.plan),))
    async with serve(sqlite_settings, {"offline": OfflineDriver([book, writer_playbook()])}) as browser:
        await browser.set_up()
        yield browser


def picture_calls(article: dict[str, Any], post: str) -> list[tuple[str, dict[str, Any]]]:
    """Return calls about a finished piece; `$tool.path` is a value of what an earlier one answered."""
    one = {"artifactId": article["id"]}
    better = {
        "currentImageUrl": "$regenerateImage.image.url",
        "currentDescription": "A hive in the morning",
        "userFeedback": "warmer light",
        "imageStyle": "cinematic",
        "tone": "friendly",
    }
    again = {"imageId": article["visualsMetadata"]["needs"][0]["id"], "newDescription": "A hive at noon"}
    decided = {"approvedIds": ["image-1"], "rejectedIds": ["image-2"]}
    source = {"sourceTitle": article["title"], "sourceType": "blog", "sourceTags": ["bees"]}
    passage = next(line for line in article["content"].splitlines() if line.count("{{ref:") > 1)
    return [
        ("getArtifactContent", one),
        ("listRecentArtifacts", {"limit": 3}),
        ("fetchArtifact", one),
        ("fetchResearch", one | {"limit": 2}),
        ("fetchArtifactTopics", {"contentType": "blog"}),
        ("regenerateImage", one | again),
        ("improveImageContent", one | better),
        ("updateImageApproval", one | decided),
        ("improveTextContent", one | {"selectedText": passage[:4000], "userInstruction": "Shorter, please"}),
        (
            "writeContentSection",
            one | {"sectionHeading": article["sections"][0]["heading"], "tone": "formal"},
        ),
        ("applyHumanityCheck", one),
        ("checkContentHumanity", {"content": "It serves as a vibrant testament to the landscape."}),
        ("updateArtifactContent", one | {"content": "$getArtifactContent.content", "title": "Bees again"}),
        ("writeSocialPostContent", {"artifactId": post, "sourceArtifactId": article["id"]} | source),
        ("generateContentVisuals", {"artifactId": post}),
        ("generateFinalImages", {"artifactId": post}),
        ("suggestArtifactIdeas", {"contentType": "blog", "count": 2}),
        ("getUserContext", {}),
        ("getUserSkills", {}),
        (
            "suggestProfileUpdates",
            {"section": "goals", "suggestion": "More about bees", "rationale": "Asked"},
        ),
        ("topicsResearch", {"contentType": "blog", "count": 3}),
        ("researchTrendingTopics", {"domain": "bees", "days": 7}),
        ("analyzeFollowUpTopics", {"contentType": "all"}),
        ("listDraftArtifacts", {}),
    ]


async def looked_at(owner: Browser, article: dict[str, Any], post: str, known: dict[str, Any]) -> None:
    now = await ok(owner, "GET", f"/api/articles/{article['id']}")
    needs = {each["id"]: each for each in now["visualsMetadata"]["needs"]}
    assert "image-2" not in needs
    assert (needs["image-1"]["approved"], needs["image-1"]["style"]) == (True, "cinematic")
    assert known["updateImageApproval"] == {"approved": 1, "rejected": 1, "remaining": len(needs) - 1}
    assert {each["image_need_id"] for each in now["visualsMetadata"]["finals"]} == set(needs)
    assert known["getArtifactContent"]["content"] == now["content"]
    assert (now["title"], now["report"]["integrity"]) == ("Bees again", 1.0)
    written = await ok(owner, "GET", f"/api/articles/{post}")
    assert (written["status"], written["metadata"]["postOf"]) == ("ready", article["id"])
    assert written["report"]["passes"]
    assert re.search(r"\{\{ref:\d+\}\}", written["content"])
    assert "![" in written["content"]
    assert known["analyzeFollowUpTopics"]["opportunities"]
    assert known["checkContentHumanity"]["verdict"] == "few patterns"  # of style; never of who wrote it
    drawn = known["generateContentVisuals"]["finals"]
    assert drawn
    assert (known["generateFinalImages"]["finals"], known["generateFinalImages"]["imagesGenerated"]) == (
        drawn,
        0,
    )
    assert set(known["getUserContext"]["profile"]) == {"workspace", "project", "person"}
    assert known["getUserSkills"] == {"skills": [], "count": 0}
    assert known["suggestProfileUpdates"]["type"] == "profile_update"
    assert len(known["suggestArtifactIdeas"]["ideas"]) == known["suggestArtifactIdeas"]["count"]


async def finished(owner: Browser, files: list[Path]) -> tuple[dict[str, Any], str]:
    made = await begin(owner, files)
    events, article = await run(owner, made["id"])
    assert events[-1]["type"] == "done", events[-1]
    await until(lambda: is_free(owner, made["id"]))
    new = {"title": "Bees in short", "type": "social_post", "projectId": made["projectId"]}
    return article, (await ok(owner, "POST", "/api/articles", new))["id"]


async def test_the_later_tools_work_in_chat_by_mcp_and_through_http(
    writer: Browser, script: Script, tmp_path: Path
) -> None:
    assert [one for one in TOOLS if one not in writer.studio.registry] == []
    article, post = await finished(writer, write_corpus(tmp_path / "corpus")[:4])
    await _in_chat(writer, script, article, post)
    await _by_mcp(writer, article)
    await _through_http(writer, article["id"])


async def _in_chat(owner: Browser, script: Script, article: dict[str, Any], post: str) -> None:
    agent = {
        "slug": "all",
        "name": "All",
        "config": {"toolGroups": ["articles"], "limits": {"maxRounds": 40}},
    }
    await ok(owner, "POST", "/api/agents", agent)
    script.steps = picture_calls(article, post)
    asked = {"message": "Use all of them", "agent": "all", "projectId": article["projectId"]}
    events = await owner.lines("POST", "/api/ai/chat/articles", asked)

    async def is_over() -> bool:
        for one in await ok(owner, "GET", "/api/approvals?status=pending"):
            await ok(owner, "POST", f"/api/actions/{one['id']}/tool-approval", {"decision": "approved"})
        run = await ok(owner, "GET", f"/api/runs/{events[0]['runId']}")
        return run["run"]["status"] in ("completed", "failed")

    await until(is_over)
    assert script.failed == {}
    await looked_at(owner, article, post, script.known)


async def _by_mcp(owner: Browser, article: dict[str, Any]) -> None:
    one, known = {"artifactId": article["id"]}, dict[str, Any]()
    new = {"type": "social_post", "title": "Bees by MCP"}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("fetchArtifact", one),
        ("regenerateImage", one | {"imageId": "image-1"}),
        (
            "improveImageContent",
            one | {"currentImageUrl": "$regenerateImage.image.url", "userFeedback": "Less."},
        ),
        ("updateImageApproval", one | {"approvedIds": ["image-1"]}),
        ("createArtifactDraft", new),
        (
            "writeSocialPostContent",
            {"artifactId": "$createArtifactDraft.artifact.id", "sourceArtifactId": article["id"]},
        ),
    ]
    async with connect(f"{owner.url}/mcp/-/workspace", await make_key(owner, "admin")) as caller:
        assert {one.name for one in (await caller.client.list_tools()).tools} >= set(TOOLS)
        for tool, given in calls:
            result = await caller.client.call_tool(tool, filled(given, known))
            said = json.loads(next(getattr(one, "text", "{}") for one in result.content))
            assert not result.is_error, (tool, said)
            known[tool] = said.get("result", said)
    assert known["updateImageApproval"]["approved"] == 1
    assert "{{ref:" in known["writeSocialPostContent"]["post"]


async def _through_http(owner: Browser, id: str) -> None:
    path = f"/api/articles/{id}"
    status, told = await owner.call("POST", f"{path}/pictures/image-99/again", {})
    assert (status, told["error"]["category"]) == (404, "ARTIFACT_NOT_FOUND")
    assert "image-1" in told["error"]["suggestion"]
    status, _ = await owner.call("POST", f"{path}/pictures/image-1/again", {"imageStyle": "cubist"})
    assert status == 400
    before = (await ok(owner, "GET", path))["content"]
    again = await ok(owner, "POST", f"{path}/pictures/image-1/again", {"userFeedback": "closer to the hive"})
    events = await owner.lines("GET", f"/api/runs/{again['runId']}/events")
    assert events[-1]["type"] == "done", events[-1]
    now = await ok(owner, "GET", path)
    assert now["content"] != before
    assert now["content"].count("![") == before.count("![")
    assert now["visualsMetadata"]["needs"][0]["wish"] == "closer to the hive"
    await until(lambda: is_free(owner, id))
    await ok(owner, "POST", f"/api/runs/{again['runId']}/undo")
    assert (await ok(owner, "GET", path))["content"] == before
    await ok(owner, "POST", f"{path}/publish", {})
    gone = await ok(owner, "PUT", f"{path}/pictures", {"rejectedIds": ["image-1"]})
    assert (gone["status"], gone["content"].count("![")) == ("ready", before.count("![") - 1)
    begun = await ok(owner, "POST", f"{path}/posts", {"tone": "casual"})
    events = await owner.lines("GET", f"/api/runs/{begun['runId']}/events")
    assert events[-1]["type"] == "done", events[-1]
    post = await ok(owner, "GET", f"/api/articles/{begun['articleId']}")
    assert (post["type"], post["status"], post["tone"]) == ("social_post", "ready", "casual")
    status, told = await owner.call("POST", f"/api/articles/{post['id']}/posts", {})
    assert (status, told["error"]["category"]) == (400, "INVALID_CONTENT_TYPE")
