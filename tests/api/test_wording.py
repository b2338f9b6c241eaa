"""Other words in an article: what is no prose keeps every letter, at the door of chats and of programs."""

from typing import Any

import aiohttp

from tests.api.conftest import Browser
from tests.api.test_content import A, ok
from tests.content.tools.conftest import ARTICLES, TOPICS

BODY = """The canal is old.

![The canal](media/original/canal.webp) and [a map of the canal](/places/canal?near=canal#canal), also
<https://canal.example/canal>, desk@canal.example, `canal --flow`, <img src="canal.png" alt="canal"> and

```sh
open `canal`
open canal
```

~~~
open canal
~~~

By [the lock][canal] and {canal}, [[canal]] or /canal.

[canal]: /canal "Locks"

Read canal.md, see {PATH} or https://example.com/the-canal: the canals stay.
"""
KEPT = {
    "cover": "media/original/canal.webp",
    "site": "https://canal.example/canal",
    "contact": "desk@canal.example",
    "code": "canal",
    "topic": A,
}
FIELDS: dict[str, Any] = {
    "summary": {"type": "text"},
    "cover": {"type": "image"},
    "site": {"type": "url"},
    "contact": {"type": "email"},
    "code": {"type": "slug"},
}


async def accepted(owner: Browser) -> Any:
    """Accept what waits for review; return its hunks."""
    [found] = [one for one in await ok(owner, "GET", "/api/proposals") if one["state"] == "open"]
    path = f"/api/proposals/{found['id']}"
    hunks = (await ok(owner, "GET", path))["hunks"]
    decided = {"hunks": [hunk["id"] for hunk in hunks], "decision": "accepted"}
    await ok(owner, "POST", f"{path}/decisions", decided)
    assert (await ok(owner, "POST", f"{path}/finish", {}))["undecided"] == 0
    return hunks


async def begin(owner: Browser) -> str:
    """Make a project whose article speaks of the canal in every kind of place."""
    models = [TOPICS, ARTICLES | {"fields": ARTICLES["fields"] | FIELDS}]
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "review", "models": models}
    made = await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start})
    path = f"/api/projects/{made['id']}/content"
    await ok(owner, "PUT", f"{path}/entries/topics", {"data": {A: {"name": "canal"}}, "locale": "en"})
    data = KEPT | {"title": "Locks and gates", "summary": "A canal (see places/canal) and its locks."}
    body = BODY.replace("{PATH}", "content/blog/canal.md")
    await ok(owner, "PUT", f"{path}/entries/articles", {"slug": "canal", "data": data, "body": body})
    return made["id"]


def worded(before: dict[str, Any]) -> dict[str, Any]:
    """Return the article with other words in its prose, and nothing else another."""
    body = (
        before["body"].replace("The canal is", "The waterway is").replace("![The canal]", "![The waterway]")
    )
    body = body.replace("a map of the canal]", "a map of the waterway]")
    return before | {"body": body, "summary": "A waterway (see places/canal) and its locks."}


ASK = "Replace canal with waterway in the locks and gates article"


async def article(owner: Browser, project: str) -> dict[str, Any]:
    """Return what the article says now."""
    found = await ok(owner, "GET", f"/api/projects/{project}/content/entries/articles/canal?locale=en")
    return found["data"] | {"body": found["data"].get("body") or found.get("body")}


async def check_reworded(owner: Browser, project: str) -> None:
    """Accept what waits, and look that the prose has other words and nothing else is another."""
    before = await article(owner, project)
    changed = {hunk["path"][0] for hunk in await accepted(owner)}
    after = await article(owner, project)
    assert changed == {"body", "summary"}, changed
    assert after == worded(before)


async def test_a_chat_proposes_other_words_and_no_other_paths(owner: Browser) -> None:
    project = await begin(owner)
    body = {"message": ASK, "projectId": project}
    events = await owner.lines("POST", "/api/ai/chat/content", body)
    assert events[-1]["type"] == "done"
    await check_reworded(owner, project)
    body["message"] = 'Replace gates with doors in "Locks and gates"'
    await owner.lines("POST", "/api/ai/chat/content", body)
    assert [hunk["new"] for hunk in await accepted(owner)] == ["Locks and doors"], "its title is no question"


async def test_a_program_gets_other_words_and_no_other_paths(owner: Browser) -> None:
    project = await begin(owner)
    _, key = await owner.call("POST", "/api/keys", {"name": "Outside", "role": "editor"})
    headers = {"Authorization": f"Bearer {key['secret']}"}
    async with aiohttp.ClientSession() as http:
        program = Browser(http, owner.url, owner.studio)
        path = "/api/conversation/v1/notes/message"
        answer = await ok(program, "POST", path, {"message": ASK}, **headers)
    assert answer["status"] == "completed"
    await check_reworded(owner, project)
