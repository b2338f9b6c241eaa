"""Orders before a model that has not read anything yet: in its prompt, or in what it said once."""

from typing import Any

import aiohttp

from proofroom.kernel.settings import Settings
from tests.api.test_content import ok
from tests.api.test_links import give
from tests.attack.orders import Call, Scene, open_scene
from tests.attack.test_run_titles import TITLE
from tests.attack.test_strangers_text import send, told


async def imported(scene: Scene, title: str = TITLE, about: str = "") -> str:
    """Bring in a record from a stranger's sheet; return its id."""
    cells = ",".join('"' + one.replace('"', '""') + '"' for one in (title, about))
    sheet = {"text": f"title,about\n{cells}\n", "format": "csv"}
    await ok(scene.owner, "POST", "/api/entity-types/source/import", sheet)
    (record,) = (await ok(scene.owner, "GET", "/api/entities"))["entities"]
    return str(record["id"])


async def born_of_a_form(scene: Scene, words: str = TITLE) -> str:
    await send(scene.owner, words)
    base = "/api/projects/notes/content/submissions"
    (sent,) = (await ok(scene.owner, "GET", base))["submissions"]
    return str((await ok(scene.owner, "POST", f"{base}/{sent['id']}/approve"))["entryId"])


async def drafted(scene: Scene) -> str:
    """Let a run that has read a stranger's text begin an article under the stranger's words."""
    record = await imported(scene, "Heron", scene.orders)
    scene.model.is_obeying = False
    scene.model.first = [("getEntity", {"entityId": record}), ("createArtifactDraft", {"title": TITLE})]
    body = {"message": "Draft it.", "projectId": "notes", "agent": "puppet"}
    await scene.owner.lines("POST", "/api/ai/chat/content", body)
    (article,) = await ok(scene.owner, "GET", "/api/articles")
    return str(article["id"])


async def _asked_or_not_told(scene: Scene, events: list[dict[str, Any]], thing: str = "") -> None:
    """Whoever was told the orders asked before the first of them; and the thing itself was told of."""
    assert thing in "".join(scene.model.shown)
    was_told = "CALL createEntityType" in "".join(scene.model.shown)
    asked = [one["toolName"] for one in told(events, "approvalRequested")]
    assert ("createEntityType" in asked) is was_told, (asked, told(events, "toolResult"))
    await scene.led_to_nothing()


async def test_the_name_of_an_open_record_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        record = await imported(scene)
        context = {"screen": "records", "title": "Records", "selection": {"entityId": record}}
        events = await scene.ask(agent="assistant", scope="workspace", context=context | {"entityId": record})
        await _asked_or_not_told(scene, events, record)


async def test_the_name_of_a_record_to_know_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        record = await imported(scene)
        body = {"markdown": "We like birds.", "references": [{"entityId": record, "label": "A bird"}]}
        await ok(scene.owner, "PUT", "/api/context/workspace", body)
        await _asked_or_not_told(scene, await scene.ask(agent="assistant", scope="workspace"), record)


async def test_the_name_of_an_entry_to_know_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        entry = await born_of_a_form(scene)
        found = await ok(scene.owner, "GET", f"/api/search?query=createEntityType&project={scene.project}")
        (named,) = [one for one in found if one["room"] == "content"]
        reference = {"room": "content", "kind": "signups", "id": entry, "title": named["title"]}
        body = {"markdown": "We like birds.", "references": [reference]}
        await ok(scene.owner, "PUT", f"/api/context/project?project={scene.project}", body)
        await _asked_or_not_told(scene, await scene.ask(), entry)


async def test_the_name_of_an_open_article_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        article = await drafted(scene)
        shown = {"currentPage": "artifact", "artifactId": article, "artifactTitle": TITLE}
        context = {"screen": "articles", "title": TITLE, "selection": shown}
        events = await scene.ask(context=context, scope="articles")
        await _asked_or_not_told(scene, events, article)
        assert told(events, "approvalRequested"), "whoever is told its name asks"


async def test_what_an_agent_said_after_a_heavy_read_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        article = await drafted(scene)
        read: Call = ("getArtifactContent", {"artifactId": article})
        scene.model.is_obeying = False
        scene.model.first.append(read)
        body = {"message": "Read it.", "projectId": "notes", "agent": "puppet"}
        first = await scene.owner.lines("POST", "/api/ai/chat/content", body)
        assert told(first, "toolResult")[0]["ok"]
        again = await scene.ask(conversationId=first[0]["conversationId"])
        assert "CALL createEntityType" in scene.model.shown[0], "it stands in its own answer"
        await scene.asked_about(again, "getArtifactContent")


async def test_a_guests_reason_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        remove: Call = ("deleteEntityType", {"typeSlug": "source"})
        events = await scene.ask(remove)
        (asked,) = told(events, "approvalRequested")
        link = await give(scene.owner, f"/api/approvals/{asked['approvalId']}")
        word = {"name": "Rita", "decision": "denied", "reason": TITLE}
        door = f"{scene.owner.url}{link}/tool-approval"
        async with aiohttp.ClientSession() as guest, guest.post(door, json=word) as answer:
            assert answer.status == 200, await answer.text()
        run = events[0]["runId"]
        await scene.owner.studio.engine.wait(run, scene.owner.studio.workspace_id)
        assert TITLE in scene.model.shown[-1].replace("\\", ""), "the model is told why"
        waiting = await ok(scene.owner, "GET", f"/api/approvals?status=pending&run_id={run}")
        assert [one["toolName"] for one in waiting] == ["createEntityType"]
        await scene.led_to_nothing("review_links")
