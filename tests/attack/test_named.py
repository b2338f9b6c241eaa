"""Requests that fit the document and name a thing in their path, query or body, with limited keys.

A body that does not fit is refused before anybody looks whose thing it names; here all fit.
"""

from typing import Any

import aiohttp
import pytest

from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.described import api_document
from tests.api.test_content import ARTICLES, make_project, ok
from tests.attack.document import Document
from tests.attack.things import OF_CONTENT, OF_ROOMS, House, fill, fill_workspace, hide
from tests.attack.walks import HARMLESS, INSIDE, limited, limited_key

pytestmark = pytest.mark.timeout(900)

WORK = {"run_id", "conversation_id", "case_id", "word_id", "article_id", "topic_id"}
"""What agents did, what was said of it, and articles: nothing for whoever is limited to a part."""
LIMITS: dict[str, dict[str, list[str]]] = {
    "a model": {"models": [ARTICLES["id"]]},
    "a locale": {"locales": ["tr"]},
    "a tool": {"tools": ["list_models"]},
}
KEYS = [("key", "another project"), *((who, to) for who in ("key", "person") for to in LIMITS)]
CONTENT = {
    "GET /api/proposals": "what waits is told by the parts of the content that it changes",
    "GET /api/projects/{project_id}/content/diff": "what waits is told by the parts of the content",
    "POST /api/projects/{project_id}/site/edits": "a branch that somebody may not see is none to them",
    "POST /api/projects/{project_id}/site/publish/branch": "the branch that the finished site is put on",
}
"""What is answered otherwise than with 403 or 404, or tells what belongs to the content, not to a run."""
OURS = {
    "scope": "content",
    "type": "blog",
    "since": "2026-11-01T00:00:00Z",
    "until": "2026-11-30T00:00:00Z",
    "kind": "run",
    "address": "https://example.org",
    "tz": "UTC",
    "message_id": "01a1f468-4aa4-77f4-b499-55f933c4738a",
}
"""Words of ours: with another one a request is refused for that."""
SKIPPED = frozenset(HARMLESS) | {"POST /api/forms/v1/{project}/{model}/submit"}
"""The form is for everybody."""


async def _names(house: House) -> dict[str, str]:
    """Return what there is, by every name that routes and bodies have for it."""
    names = {**await fill_workspace(house.owner, house.names["run_id"]), **house.names}
    for short in ("run", "conversation"):
        names[short] = names[f"{short}_id"]
    told = await ok(house.owner, "GET", f"/api/proposals/{names['proposal_id']}")
    branch = told["proposal"]["branch"]
    return names | {"branch": branch, "onto": branch, "feedback_id": names["word_id"], **OURS}


async def _wrong(owner: Browser, headers: dict[str, str], names: dict[str, str], told: set[str]) -> list[str]:
    """Return the requests that name something of these and are answered, or refused for another reason."""
    wrong: list[str] = []
    hidden = {names[name] for name in told}
    async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=120)) as http:
        for sent in Document(api_document(), names, 1).requests(SKIPPED, 1):
            asked = sent.path + (sent.body or b"").decode(errors="replace")
            if "{token}" in sent.route or not any(one in asked for one in hidden):
                continue
            url = owner.url + sent.path
            async with http.request(sent.method, url, data=sent.body, headers=sent.headers) as answer:
                text = await answer.text(errors="replace")
            is_empty = answer.status == 200 and sent.method == "GET" and not any(x in text for x in hidden)
            if (
                answer.status not in (403, 404)
                and not is_empty
                and f"{sent.method} {sent.route}" not in CONTENT
            ):
                wrong.append(f"{sent.method} {sent.path}: {answer.status} {sent.body!r:.200} {text:.200}")
    return wrong


@pytest.mark.parametrize(("who", "to"), KEYS)
async def test_nothing_is_reached_by_naming_it(sqlite_settings: Settings, who: str, to: str) -> None:
    many = sqlite_settings.model_copy(update={"key_requests_per_minute": 100_000})
    async with serve(many) as owner:
        await owner.set_up()
        house = await fill(owner)
        names = await _names(house)
        if to in LIMITS:
            asked = await limited(owner, who, names["project_id"], LIMITS[to])
            told = WORK
        else:
            asked = await limited_key(owner, projectId=(await make_project(owner, "review", "Other"))["id"])
            told = INSIDE
        assert "\n".join(await _wrong(owner, asked, names, told)) == ""


@pytest.mark.parametrize("who", ["key", "person"])
@pytest.mark.parametrize(
    "limits", [{"models": ["topics"]}, {"locales": ["tr"]}, {"tools": ["list_models"]}], ids=str
)
async def test_a_part_tells_nothing_of_the_rest(
    sqlite_settings: Settings, limits: dict[str, Any], who: str
) -> None:
    """No entry, branch, article, topic or page outside of the limits is told by any route that only looks.

    A key of a tool that reads content may read content; the rest is told to nobody of these.
    """
    many = sqlite_settings.model_copy(update={"key_requests_per_minute": 100_000})
    async with serve(many) as owner:
        await owner.set_up()
        house = await fill(owner)
        names = await _names(house)
        names |= await hide(owner, house)
        names = {name: each for name, each in names.items() if name != "kind" and isinstance(each, str)}
        key = await limited(owner, who, names["project_id"], limits)
        hidden = [OF_ROOMS, "/site-preview/"] + ([OF_CONTENT] if "tools" not in limits else [])
        tells = list[str]()
        async with aiohttp.ClientSession(headers=key, timeout=aiohttp.ClientTimeout(total=120)) as http:
            for sent in Document(api_document(), names, 1).requests(SKIPPED, 1):
                if sent.method != "GET" or "{token}" in sent.route:
                    continue
                for path in {sent.path, sent.path.partition("?")[0]}:
                    async with http.get(owner.url + path) as answer:
                        text = await answer.text(errors="replace")
                    if any(one in text for one in hidden):
                        tells.append(f"{answer.status} {path}: {text:.300}")
        assert "\n".join(tells) == ""


async def test_a_key_of_some_tools_changes_nothing_else(owner: Browser) -> None:
    """A route that is no tool asks for a permission; a key has those that its tools ask for."""
    listing = await limited_key(owner, limits={"tools": ["list_models"]})
    writing = await limited_key(owner, limits={"tools": ["save_content", "manageTasks", "far__tool"]})
    project = await make_project(owner)
    agent = {"slug": "heron", "name": "Heron"}
    article, task = {"title": "Herons"}, {"title": "Look"}

    async def status(key: dict[str, str], method: str, path: str, body: Any = None) -> int:
        async with (
            aiohttp.ClientSession(headers=key) as http,
            http.request(method, owner.url + path, json=body) as answer,
        ):
            return answer.status

    start = f"/api/projects/{project['id']}"
    for key in (listing, writing):
        assert await status(key, "POST", "/api/agents", agent) == 403
        assert await status(key, "POST", "/api/articles", article) == 403
        assert await status(key, "PUT", start, {"name": "Mine"}) == 403
        assert await status(key, "GET", "/api/articles") == 403
    assert await status(listing, "GET", f"{start}/content/models") == 200
    assert await status(listing, "POST", "/api/tasks", task) == 403
    assert await status(writing, "POST", "/api/tasks", task) < 400
    entry = {"locale": "en", "data": {"aaaaaaaaaaaa": {"name": "Wind"}}}
    assert await status(listing, "PUT", f"{start}/content/entries/topics", entry) == 403
    assert await status(writing, "PUT", f"{start}/content/entries/topics", entry) == 200
