"""What waits: foundations by a link for somebody without an account, and topics on the board."""

from pathlib import Path

import aiohttp

from tests.api.conftest import Browser
from tests.api.test_workspaces import jar, join
from tests.articles.corpus import write_corpus
from tests.articles.test_pipeline import begin, run


async def test_a_link_decides_on_one_plan_once_and_on_nothing_else(owner: Browser, tmp_path: Path) -> None:
    made = await begin(owner, write_corpus(tmp_path / "corpus")[:8])
    path = f"/api/articles/{made['id']}"
    status, _ = await owner.call("POST", f"{path}/links", {"note": "Too early"})
    assert status == 404, "nothing waits yet"
    events, _ = await run(owner, made["id"], mode="full", pause=True, skip=["identifyImageNeeds"])
    await _nobody_goes_on_without_the_right_to_approve(owner, path)
    links = [(await owner.call("POST", f"{path}/links", {"note": "Deniz", "days": 2}))[1] for _ in "12"]
    tokens = [each["path"].rpartition("/")[2] for each in links]
    _, listed = await owner.call("GET", f"{path}/links")
    assert [each["note"] for each in listed] == ["Deniz", "Deniz"]
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as stranger:
        ways = [f"{owner.url}/api/links/{token}" for token in tokens]
        async with stranger.get(ways[0]) as answer:
            seen = await answer.json()
            assert (seen["kind"], seen["proposal"], seen["approval"]) == ("article", None, None)
        async with stranger.get(f"{ways[0]}/article") as answer:
            plan = await answer.json()
            assert plan["skeleton"].startswith("# Bees and hives")
            assert plan["sources"]
        async with stranger.post(f"{ways[0]}/finish", json={"name": "D", "sha": "x"}) as answer:
            assert answer.status == 404, "it leads to no proposal"
        async with stranger.get(f"{owner.url}{path}") as answer:
            assert answer.status == 401
        word = {"name": "Deniz", "isApproved": False, "note": "Roofs first."}
        async with stranger.post(f"{ways[0]}/foundations", json=word) as answer:
            assert answer.status == 200, await answer.text()
        _, article = await owner.call("GET", path)
        assert article["status"] == "foundations_approval"
        (note,) = article["metadata"]["planNotes"]
        assert note["note"] == "Roofs first."
        assert note["by"].startswith("Deniz (link from")
        async with stranger.post(f"{ways[0]}/foundations", json=word | {"isApproved": True}) as answer:
            assert answer.status == 404, "it was used"
        async with stranger.post(f"{ways[1]}/foundations", json=word | {"isApproved": True}) as answer:
            assert answer.status == 200
        more = await owner.lines("GET", f"/api/runs/{events[0]['runId']}/events?after={events[-1]['n']}")
        assert more[-1]["type"] == "done"
        async with stranger.get(f"{ways[1]}/article") as answer:
            assert answer.status == 404, "nothing waits any more"
    assert (await owner.call("GET", path))[1]["status"] == "ready"


async def _nobody_goes_on_without_the_right_to_approve(owner: Browser, path: str) -> None:
    may = ["articles.own.read", "articles.team.read", "articles.team.update", "articles.own.run"]
    async with jar() as http:
        ada = await join(owner, http, "ada@example.com")
        _, role = await owner.call("POST", "/api/roles", {"name": "Runner", "permissions": may})
        people = (await owner.call("GET", "/api/people"))[1]
        hers = next(each["person"]["id"] for each in people if each["person"]["name"] == "ada")
        await owner.call("PUT", f"/api/people/{hers}", {"role": "member", "roleId": role["id"]})
        status, refused = await ada.call("POST", f"{path}/run", {"mode": "full"})
        assert (status, "articles.own.approve" in str(refused)) == (403, True), refused
    assert (await owner.call("GET", path))[1]["status"] == "foundations_approval"


async def test_topics_wait_on_the_board_with_their_reason_until_one_is_begun(owner: Browser) -> None:
    folder = owner.studio.settings.data / "corpus"
    write_corpus(folder)
    ask = {"about": "city bees", "count": 4}
    status, found = await owner.call("POST", "/api/article-topics", ask)
    assert status == 200, found
    assert 1 < len(found) <= 4
    assert all(each["rationale"] and each["title"] for each in found)
    first, second, *rest = found
    status, article = await owner.call("POST", f"/api/article-topics/{first['id']}/begin")
    assert (status, article["status"], article["title"]) == (200, "draft", first["title"])
    assert (await owner.call("POST", f"/api/article-topics/{first['id']}/begin"))[0] == 409
    assert (await owner.call("DELETE", f"/api/article-topics/{second['id']}"))[0] == 200
    _, left = await owner.call("GET", "/api/article-topics")
    assert [each["id"] for each in left] == [each["id"] for each in rest]
    _, again = await owner.call("POST", "/api/article-topics", ask)
    assert not {first["title"], second["title"]} & {each["title"] for each in again}
