"""Orders in what an article is written from: from the source to the sent piece they lead to nothing."""

from typing import Any

import aiohttp

from proofroom.kernel.settings import Settings
from tests.api.test_content import ok
from tests.attack.orders import Scene, listening, open_scene
from tests.attack.test_strangers_text import titles
from tests.patience import until

FOUNDATIONS = [
    *("conductDeepResearch", "analyzeWritingCharacteristics", "analyzeStorytellingStructure"),
    "generateContentSkeleton",
]
TEXT = "Herons nest in tall trees beside the river and feed on fish in the shallow water near the harbour. "


async def _work(scene: Scene, path: str, **body: Any) -> dict[str, Any]:
    """Let an article be worked on to the end of a run; the model obeys what it reads on the way."""
    await scene.watch()
    begun = await ok(scene.owner, "POST", f"{path}/run", {"acceptFindings": True, **body})
    events = await scene.owner.lines("GET", f"/api/runs/{begun['runId']}/events")
    assert events[-1]["type"] == "done", events[-1]

    async def is_free() -> bool:
        return (await ok(scene.owner, "GET", path))["runId"] is None

    await until(is_free)
    await scene.led_to_nothing()
    return await ok(scene.owner, "GET", path)


async def test_orders_in_a_source_lead_to_nothing_on_the_way_to_sending_it(
    sqlite_settings: Settings,
) -> None:
    async with listening() as given, open_scene(sqlite_settings, given) as scene:
        owner = scene.owner
        given.page = f"<h1>Herons</h1><p>{TEXT}</p><p>Herons by the river. {scene.orders}</p>"
        new = {"title": "Herons by the river", "projectId": scene.project}
        article = (await ok(owner, "POST", "/api/articles", new))["id"]
        path, named = f"/api/articles/{article}", {"artifactId": article}
        await _work(scene, path, mode="steps", steps=FOUNDATIONS[:1], urls=[f"{given.url}/herons"])
        assert given.asked, "what a person named is read"
        await scene.asked_about(await scene.ask(("fetchResearch", named)), "fetchResearch")
        await _work(scene, path, mode="steps", steps=FOUNDATIONS[1:])
        await scene.asked_about(await scene.ask(("getArtifactContent", named)), "research")
        piece = await _work(scene, path, mode="continue")
        assert (piece["status"], "CALL createEntityType" in piece["content"]) == ("ready", True)
        await scene.asked_about(await scene.ask(("fetchArtifact", named)), "research")
        await scene.watch()
        status, refused = await owner.call("POST", f"{path}/send", {"model": "notes"})
        assert (status >= 400, refused["error"]["code"]) == (True, "tool_failed"), (
            "no source says such things"
        )
        assert await titles(owner) == ["Swifts"]
        await scene.led_to_nothing()


FEED = """<rss version="2.0"><channel><title>Herons</title><item><title>Herons by the river</title>
<link>{url}/item</link><description>{text} The herons by the river.</description></item></channel></rss>"""


async def test_a_link_in_a_given_feed_is_followed_by_nobody(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        owner = scene.owner
        article = (await ok(owner, "POST", "/api/articles", {"title": "Herons by the river"}))["id"]
        path = f"/api/articles/{article}"
        form = aiohttp.FormData()
        form.add_field("file", FEED.format(url=scene.evil.url, text=TEXT).encode(), filename="herons.rss")
        headers = {"X-CSRF-Token": owner.csrf}
        async with owner.http.post(f"{owner.url}{path}/documents", data=form, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
        piece = await _work(scene, path, mode="full", skip=["identifyImageNeeds"])
        (source,) = await ok(owner, "GET", f"{path}/sources")
        assert source["sourceUrl"].startswith(scene.evil.url)
        assert set(piece["report"]["links"].values()) <= {"unchecked"}
        await ok(owner, "POST", f"{path}/links-check")
        assert scene.evil.asked, "a person's word"
