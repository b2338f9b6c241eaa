"""How articles are written: models by step, a project's style as rules, searches, links that are gone."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from aiohttp import web

from proofroom.articles import dead_links
from proofroom.articles.citation_report import CitationFinding
from proofroom.articles.citations import check, sha256_of, stored
from proofroom.articles.house_style import HouseStyle, house_rules
from proofroom.articles.humanity import report, rewrite
from proofroom.articles.settings import from_preset
from proofroom.articles.types import ResearchSource
from proofroom.kernel.settings import Settings
from proofroom.net import Response
from tests.api.conftest import Browser, serve
from tests.articles.test_pipeline import run

NOTES = (
    "# Trams\n\n"
    "## Depots\n\n"
    "The oldest depot kept 42 trams under one roof of glass and iron. Engineers repaired the "
    "roof in 1988 and left the tracks in the floor. Traders rent the stalls between the "
    "tracks by the week.\n\n"
    "## Drivers\n\n"
    "Drivers of the first trams stood in the open air through the winter. The company gave "
    "them felt boots and a lamp. A driver learned the whole network in six weeks.\n\n"
    "## Lines\n\n"
    "The last line closed in 1961 after a vote of the council. Buses took over its stops and "
    "its numbers. Parts of the line are a path for bicycles now.\n"
)
TRUE = "Fieldnotes writers utilise the roofs with hives. The city counted 240 registered hives. {{ref:1}}"


def report_of(
    article: dict[str, Any], sources: list[dict[str, Any]], said: str
) -> tuple[CitationFinding, ...]:
    """Compare a sentence with sources as they came over the wire."""
    kept = [
        ResearchSource(
            id=each["id"],
            document_id=each["documentId"],
            number=each["number"],
            source_type="web",
            source_name=each["sourceName"],
            source_url=each["sourceUrl"],
            excerpt=each["excerpt"],
            start=0,
            end=len(each["excerpt"]),
            excerpt_sha256=sha256_of(each["excerpt"]),
            relevance_score=1.0,
            created_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
        for each in sources
    ]
    texts = {each.document_id: each.excerpt for each in kept}
    return check(said, stored(kept, texts), links=article["report"]["links"]).findings


def page(name: str) -> dict[str, Any]:
    told = f"Tram depots in the old city were rebuilt as markets by {name}. " * 6
    return {"title": f"Tram depots, {name}", "url": f"https://www.{name}.com/trams/", "told": told}


def test_the_vocabulary_is_written_as_it_has_it_and_in_the_language_of_the_piece() -> None:
    terms = {"nest-brick": {"en": "nest brick", "tr": "yuva tuğlası"}, "e-mail": {"en": "email"}}
    text = "Nest brick by nest brick. A Nest-Brick, a yuva tuğlası and an E-mail stood there."
    rules = house_rules(HouseStyle({"utilise": "use"}), terms, "en")
    found = [each.group() for rule in rules for each in rule.pattern.finditer(text)]
    assert found == ["Nest-Brick", "yuva tuğlası", "E-mail"]
    kept = house_rules(HouseStyle(), terms, "tr")
    assert [
        each.group() for rule in kept for each in rule.pattern.finditer("Bir nest brick, iki yuva tuğlası")
    ] == ["nest brick"]


async def search_host(seen: list[dict[str, Any]]) -> tuple[web.AppRunner, str]:
    """Answer as Tavily and Exa do; both know one page, and each one of its own."""

    async def tavily(request: web.Request) -> web.Response:
        seen.append(await request.json())
        found = [page("medium"), page("reddit")]
        return web.json_response(
            {
                "results": [
                    {"title": each["title"], "url": each["url"], "content": each["told"], "score": 0.9}
                    for each in found
                ]
            }
        )

    async def exa(request: web.Request) -> web.Response:
        seen.append(await request.json())
        found = [page("medium") | {"url": "https://medium.com/trams"}, page("substack")]
        return web.json_response(
            {
                "requestId": "r",
                "results": [
                    {"title": each["title"], "url": each["url"], "text": each["told"], "id": each["url"]}
                    for each in found
                ],
                "costDollars": {"total": 0.005},
            }
        )

    async def hook(request: web.Request) -> web.Response:
        seen.append(await request.json())
        return web.json_response({"id": "post-1", "url": "https://magazine.example/trams"})

    async def post(request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != "Basic ZWRpdG9yOm9wZW4gc2VzYW1l":
            return web.json_response({"code": "rest_cannot_create"}, status=401)
        known = request.match_info.get("known", "")
        seen.append({"wordpress": known, **(await request.json())})
        made = {"id": int(known or 7), "link": "https://blog.example/trams", "status": "draft"}
        return web.json_response(made, status=200 if known else 201)

    app = web.Application()
    app.router.add_post("/hook", hook)
    app.router.add_post("/blog/wp-json/wp/v2/posts", post)
    app.router.add_post("/blog/wp-json/wp/v2/posts/{known}", post)
    app.router.add_post("/tavily/search", tavily)
    app.router.add_post("/exa/search", exa)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    return runner, f"http://127.0.0.1:{runner.addresses[0][1]}"


async def only_reddit_is_gone(transport: object, method: str, address: str) -> int:
    return 404 if "reddit" in address else 200


async def test_searches_run_side_by_side_and_a_page_counts_once(
    sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, Any]] = []
    runner, url = await search_host(seen)
    hosts = {"allow_private_hosts": [url.removeprefix("http://")]}
    monkeypatch.setattr(dead_links, "_status", only_reddit_is_gone)
    try:
        await _search(sqlite_settings.model_copy(update=hosts), seen, url)
    finally:
        await runner.cleanup()


async def _send_outside(owner: Browser, url: str, seen: list[dict[str, Any]]) -> None:
    place = {"provider": "webhook", "name": "Magazine", "url": f"{url}/hook", "secret": "0123456789abcdef"}
    status, told = await owner.call("POST", "/api/publish-destinations", place)
    assert status == 201, told
    _, made = await owner.call("POST", "/api/articles", {"title": "Trams"})
    path = f"/api/articles/{made['id']}/publish-to"
    status, refused = await owner.call("POST", path, {"connection": "Magazine"})
    assert (status, refused["error"]["context"]["currentStatus"]) == (400, "draft")
    given = {"name": "Notes", "text": NOTES}
    await owner.call("POST", f"/api/articles/{made['id']}/texts", given)
    wish = {"mode": "full", "skip": ["writeFullContent"]}
    status, refused = await owner.call("POST", f"/api/articles/{made['id']}/run", wish)
    assert (status, "writeFullContent" in refused["error"]["message"]) == (400, True), refused
    _, article = await run(owner, made["id"], mode="full", skip=["identifyImageNeeds"])
    assert article["status"] == "ready"
    for is_new in (True, False):
        status, sent = await owner.call("POST", path, {"connection": "Magazine"})
        assert (status, sent["isNew"], sent["externalId"]) == (200, is_new, "post-1"), sent
    (content,) = [each["content"] for each in seen if each.get("event") == "content.publish"]
    assert (content["title"], content["status"]) == ("Trams", "draft")
    assert "42 trams" in content["bodyMarkdown"]
    await _send_to_wordpress(owner, url, path, seen)


async def _send_to_wordpress(owner: Browser, url: str, path: str, seen: list[dict[str, Any]]) -> None:
    """A post is made as a draft, and the same post becomes public; a wrong password is told as such."""
    place = {"provider": "wordpress", "name": "Blog", "url": f"{url}/blog", "username": "editor"}
    status, told = await owner.call("POST", "/api/publish-destinations", place | {"password": "open sesame"})
    assert status == 201, told
    for wish, known in (("draft", ""), ("publish", "7")):
        status, sent = await owner.call("POST", path, {"connection": "Blog", "status": wish})
        assert (status, sent["externalId"], sent["url"]) == (200, "7", "https://blog.example/trams"), sent
        made = seen[-1]
        assert (made["wordpress"], made["title"], made["status"]) == (known, "Trams", wish)
        assert "<h2>" in made["content"]
        assert "42 trams" in made["content"]
    locked = place | {"name": "Locked", "password": "not it"}
    await owner.call("POST", "/api/publish-destinations", locked)
    status, refused = await owner.call("POST", path, {"connection": "Locked"})
    assert (status, "401" in refused["error"]["message"]) == (502, True), refused


async def _search(sqlite_settings: Settings, seen: list[dict[str, Any]], url: str) -> None:
    async with serve(sqlite_settings) as owner:
        await owner.set_up()
        for provider in ("tavily", "exa"):
            body = {
                "kind": "search",
                "providerId": provider,
                "apiKey": "tvly-0123456789abcdef",
                "baseUrl": f"{url}/{provider}",
                "saveAnyway": True,
            }
            status, told = await owner.call("POST", "/api/ai/credentials", body)
            assert status == 201, told
        seen.clear()
        _, made = await owner.call("POST", "/api/articles", {"title": "Tram depots in the old city"})
        _, article = await run(owner, made["id"], mode="steps", steps=["conductDeepResearch"])
        assert article["status"] == "research"
        _, sources = await owner.call("GET", f"/api/articles/{made['id']}/sources")
        assert len(seen) == 4  # each provider: the four domains, and the whole web
        assert sum("include_domains" in each or "includeDomains" in each for each in seen) == 2
        addresses = {each["sourceUrl"] for each in sources}
        assert len(addresses) == len({each["documentId"] for each in sources}) == 3
        assert {each["sourceType"] for each in sources} == {"medium", "reddit", "substack"}
        await _send_outside(owner, url, seen)
        gone = next(each["number"] for each in sources if each["sourceType"] == "reddit")
        said = f"Tram depots in the old city were rebuilt as markets by reddit. {{{{ref:{gone}}}}}"
        path = f"/api/articles/{made['id']}"
        status, checked = await owner.call("POST", f"{path}/links-check")
        assert (status, sorted(checked["report"]["links"].values())) == (200, ["alive", "alive", "dead"])
        assert checked["report"]["findings"] == []
        told = report_of(checked, sources, said)
        assert [(each.kind, each.ref, each.is_blocking) for each in told] == [("dead_link", gone, False)]


async def test_a_project_has_its_style_and_its_own_models(owner: Browser) -> None:
    _, project = await owner.call("POST", "/api/projects", {"name": "Bees"})
    _, told = await owner.call("GET", "/api/article-settings")
    assert (told["models"], "skeleton" in told["steps"], told["choices"]) == ({}, True, ["offline"])
    status, told = await owner.call(
        "PUT", "/api/article-settings/models", {"models": {"write": ["nobody/x"]}}
    )
    assert status == 404, told
    wanted = {"models": {"write": ["offline"], "skeleton": ["offline", "offline"]}}
    _, told = await owner.call("PUT", "/api/article-settings/models", wanted)
    assert told["models"] == wanted["models"]
    _, told = await owner.call("PUT", "/api/article-settings/models", {"preset": "seed"})
    assert (told["models"], "write" in told["lacking"]) == ({}, True)
    style = {"projectId": project["id"], "avoid": {"utilise": "use", "synergy": ""}}
    status, told = await owner.call("PUT", "/api/article-settings/style", style)
    assert (status, told["avoid"]) == (200, style["avoid"]), told

    body = {"title": "Bees on roofs", "projectId": project["id"]}
    _, made = await owner.call("POST", "/api/articles", body)
    path = f"/api/articles/{made['id']}"
    await owner.call("PUT", path, {"content": f"# Bees\n\n## Roofs\n\n{TRUE}\n"})
    _, checked = await owner.call("GET", f"{path}/humanity")
    house = [each for each in checked["edits"] if each["category"] == "house"]
    assert [(each["text"], each["suggestion"]) for each in house] == [("utilise", "use")]


def test_the_seeds_models_are_found_among_those_that_are_connected() -> None:
    labels = ["claude/claude-sonnet-4-20250514", "google/gemini-2.0-flash-001", "pics/dall-e-3"]
    made, lacking = from_preset("seed", labels)
    assert (made["skeleton"], made["write"], made["images"]) == ([labels[0]], [labels[1]], [labels[2]])
    assert lacking == ["research"]


def test_turkish_text_is_checked_by_turkish_rules_and_keeps_its_quotation_marks() -> None:
    text = (
        "Günümüz dünyasında arıcılık kritik öneme sahip bir iş. “Kovanlar eşsiz,” diyor bir arıcı. "
        "Uzmanlara göre sayısız kovan var ve gelecek çok parlak görünüyor.\n"
    )
    told = report(text)
    names = {each["name"] for each in told["edits"]}
    assert {"over-used word", "wordy phrase", "upbeat empty ending"} <= names
    assert "curly quote" not in names
    done = rewrite(text)
    assert done.text.startswith("Bugün arıcılık önemli bir iş. “Kovanlar eşsiz,” diyor")


class Answers:
    """Answers with a status by the end of an address; other addresses do not answer."""

    async def request(self, method: str, url: str, **_: Any) -> Response:
        end = url.rsplit("/", 1)[-1]
        if not end.isdigit():
            raise dead_links.ProofroomError("nobody there")
        return Response(int(end), {}, b"", url)


@pytest.mark.parametrize(
    ("end", "state"),
    [("200", "alive"), ("404", "dead"), ("410", "dead"), ("403", "unchecked"), ("503", "unchecked")],
)
async def test_only_an_answer_makes_a_link_dead(end: str, state: str) -> None:
    addresses: Sequence[str] = (f"https://a.example/{end}", "https://b.example/offline", "content:a/b")
    found = await dead_links.check_links(Answers(), addresses)  # type: ignore[arg-type]
    assert found == {addresses[0]: state, addresses[1]: "unchecked"}
