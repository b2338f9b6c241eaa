"""Tavily and Exa against servers that refuse whatever the wire reference does not know."""

from typing import Any

import pytest
from aiohttp import web

from proofroom.kernel.errors import InvalidInput, ProviderFailed, ProviderRateLimited
from proofroom.providers.endpoint import Endpoint
from proofroom.providers.protocol import Credential
from proofroom.providers.search import FetchedPage, Hit, HttpSearchDriver, SearchRequest
from tests.providers.conftest import Loopback, Serve
from tests.providers.strict import Refused, need, only

WIDE = SearchRequest(
    "content design",
    max_results=3,
    topic="news",
    depth="advanced",
    since="2026-01-01",
    until="2026-02-01",
    include_domains=("example.com",),
    exclude_domains=("spam.example",),
    with_text=True,
)


async def no_nap(seconds: float) -> None:
    return None


def driver(loopback: Loopback, provider: str) -> HttpSearchDriver:
    key = Credential(provider, key="search-key-1", base_url=loopback.url)
    return HttpSearchDriver(Endpoint(loopback.transport, key, sleep=no_nap))


async def strict_tavily(request: web.Request, body: dict[str, Any]) -> web.Response:
    try:
        need(request.headers.get("authorization") == "Bearer search-key-1", "the key")
        if request.path == "/extract":
            only(body, "urls extract_depth format", "the request")
            results = [
                {"url": url, "raw_content": f"text of {url}"} for url in body["urls"] if "bad" not in url
            ]
            failed = [{"url": url, "error": "timed out"} for url in body["urls"] if "bad" in url]
            return web.json_response({"results": results, "failed_results": failed})
        need(request.path == "/search", "the path")
        only(
            body,
            "query search_depth topic max_results time_range start_date end_date include_domains"
            " exclude_domains include_answer include_raw_content include_images country"
            " chunks_per_source include_usage",
            "the request",
        )
        need(body["search_depth"] in ("basic", "advanced", "fast", "ultra-fast"), "the depth")
        need(body["topic"] in ("general", "news", "finance"), "the topic")
        need(body["include_raw_content"] in (False, "markdown", "text"), "include_raw_content")
    except Refused as error:
        return web.json_response({"detail": {"error": f"refused: {error}"}}, status=400)
    if body["query"] == "plan":
        return web.json_response(
            {"detail": {"error": "This request exceeds your plan's set usage limit"}}, status=432
        )
    hit = {
        "title": "T",
        "url": "https://example.com/a",
        "content": "snippet",
        "score": 0.98,
        "raw_content": "# Text",
    }
    news = {**hit, "published_date": "2026-01-15"}
    return web.json_response(
        {"query": body["query"], "answer": None, "results": [news, {"no": "url"}], "request_id": "r1"}
    )


async def strict_exa(request: web.Request, body: dict[str, Any]) -> web.Response:
    try:
        need(request.headers.get("x-api-key") == "search-key-1", "the key")
        if request.path == "/contents":
            only(body, "urls text", "the request")
            results = [
                {"id": url, "url": url, "title": "T", "text": f"text of {url}"}
                for url in body["urls"]
                if "bad" not in url
            ]
            statuses = [
                {"id": url, "status": "error", "error": {"tag": "CRAWL_TIMEOUT"}}
                for url in body["urls"]
                if "bad" in url
            ]
            return web.json_response({"requestId": "r", "results": results, "statuses": statuses})
        need(request.path == "/search", "the path")
        only(
            body,
            "query type numResults category includeDomains excludeDomains startPublishedDate endPublishedDate"
            " userLocation contents",
            "the request",
        )
        need(body["type"] in ("auto", "lite", "deep", "fast", "instant", "neural"), "the type")
        only(body["contents"], "text highlights summary livecrawl maxAgeHours subpages", "the contents")
    except Refused as error:
        return web.json_response({"error": f"refused: {error}", "tag": "INVALID_REQUEST_BODY"}, status=400)
    hit = {
        "id": "1",
        "url": "https://example.com/a",
        "title": "T",
        "author": "A",
        "publishedDate": "2026-01-15T00:00:00.000Z",
    }
    found = {**hit, "highlights": ["one", "two"], "text": "Whole text"}
    return web.json_response({"requestId": "r1", "results": [found], "costDollars": {"total": 0.005}})


async def test_tavily_searches(serve: Serve):
    loopback = await serve(strict_tavily)
    reply = await driver(loopback, "tavily").search(WIDE)
    assert reply.hits == [Hit("T", "https://example.com/a", "snippet", 0.98, "2026-01-15", text="# Text")]
    assert (reply.request_id, reply.answer, reply.cost_micros) == ("r1", "", None)
    assert loopback.asked[0]["start_date"] == "2026-01-01"
    assert loopback.asked[0]["exclude_domains"] == ["spam.example"]


async def test_a_plain_question_to_tavily_has_no_empty_fields(serve: Serve):
    loopback = await serve(strict_tavily)
    await driver(loopback, "tavily").search(SearchRequest("q", country="turkey"))
    assert loopback.asked[0] == {
        "query": "q",
        "search_depth": "basic",
        "topic": "general",
        "max_results": 5,
        "include_answer": False,
        "include_raw_content": False,
        "country": "turkey",
    }


async def test_exa_searches_and_says_what_it_cost(serve: Serve):
    loopback = await serve(strict_exa)
    reply = await driver(loopback, "exa").search(WIDE)
    assert reply.hits == [
        Hit("T", "https://example.com/a", "one … two", None, "2026-01-15T00:00:00.000Z", "A", "Whole text")
    ]
    assert reply.cost_micros == 5000
    asked = loopback.asked[0]
    assert asked["contents"] == {"highlights": True, "text": {"maxCharacters": 4000}}
    assert (asked["type"], asked["category"], asked["numResults"]) == ("deep", "news", 3)


@pytest.mark.parametrize("provider", ["tavily", "exa"])
async def test_pages_come_in_the_order_they_were_asked_for(serve: Serve, provider: str):
    loopback = await serve(strict_tavily if provider == "tavily" else strict_exa)
    bad, good = "https://bad.example/", "https://good.example/"
    first, second = await driver(loopback, provider).read([bad, good])
    assert (first.url, bool(first.error), first.text) == (bad, True, "")
    assert (second.url, second.text, second.error) == (good, f"text of {good}", "")
    assert isinstance(first, FetchedPage)


async def test_a_spent_plan_is_not_tried_again(serve: Serve):
    loopback = await serve(strict_tavily)
    with pytest.raises(ProviderRateLimited, match="usage limit"):
        await driver(loopback, "tavily").search(SearchRequest("plan"))
    assert len(loopback.asked) == 1


@pytest.mark.parametrize("provider", ["tavily", "exa"])
async def test_a_passing_failure_is_tried_again(serve: Serve, provider: str):
    answers = [web.Response(status=500, text="oops"), web.json_response({"detail": "slow"}, status=429)]
    good = strict_tavily if provider == "tavily" else strict_exa

    async def answer(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        return answers.pop(0) if answers else await good(request, body)

    assert (await driver(await serve(answer), provider).search(SearchRequest("q"))).hits


async def test_errors_are_quoted_and_unknown_providers_named(serve: Serve):
    async def refuse(request: web.Request, _: Any) -> web.Response:
        return web.json_response(
            {"error": "Invalid API key search-key-1", "tag": "INVALID_API_KEY"}, status=401
        )

    with pytest.raises(ProviderFailed, match="did not accept the credential") as caught:
        await driver(await serve(refuse), "exa").search(SearchRequest("q"))
    assert "search-key-1" not in str(caught.value.as_dict())
    with pytest.raises(InvalidInput, match="no search provider"):
        driver(await serve(refuse), "altavista")
