"""The editor's story over HTTP, with the offline model: model, entries, a change over twenty, undo."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import orjson
import pytest

from proofroom.access.csrf import csrf_token
from proofroom.kernel.ids import ProjectId
from tests.api.conftest import PASSWORD, Browser
from tests.api.test_content import ok

PARKS = {
    "id": "parks",
    "name": "Parks",
    "kind": "collection",
    "domain": "blog",
    "i18n": False,
    "fields": {"name": {"type": "string", "required": True}, "open": {"type": "boolean"}},
}
TWENTY = {f"{number:012x}": {"name": f"Park number {number}"} for number in range(20)}


class Member:
    """Somebody who signed in with a role of their own."""

    def __init__(self, owner: Browser, http: aiohttp.ClientSession, csrf: str) -> None:
        self.browser = Browser(http, owner.url, owner.studio, csrf)

    async def say(self, text: str, **body: Any) -> list[dict[str, Any]]:
        """Talk to the editor and return the events of the turn."""
        said = {"message": text, "model": "offline", **body}
        status, raw = await self.browser.call("POST", "/api/ai/chat/content", said)
        assert status == 200, raw
        return [orjson.loads(line) for line in raw.splitlines() if line]


async def join(owner: Browser, http: aiohttp.ClientSession, name: str, project_id: str, role: Any) -> Member:
    access, operator = owner.studio.access, await owner.studio.operator()
    invite = await access.invites.create(
        operator, f"{name}@example.com", project_roles={ProjectId(project_id): role}
    )
    signed = await access.invites.accept(invite.token, name=name, password=PASSWORD)
    if role == "editor":  # a writer who may also make models, without being an administrator
        modeller = await access.roles.create(operator, "Modeller", ["content.model"])
        person = next(one for one in await access.members.list(operator) if one.person.name == name)
        await access.members.set_role(operator, person.person.id, role="member", role_id=modeller.id)
    http.cookie_jar.update_cookies({"proofroom_session": signed.token})
    return Member(owner, http, csrf_token(signed.token))


@pytest.fixture
async def sessions() -> AsyncIterator[list[aiohttp.ClientSession]]:
    made = [aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) for _ in range(2)]
    yield made
    for session in made:
        await session.close()


async def test_the_editor_works_a_reviewer_accepts_half_and_the_turn_is_undone(
    owner: Browser, sessions: list[aiohttp.ClientSession]
) -> None:
    start = {"locales": ["en", "tr"], "domains": ["blog"], "workflow": "review", "models": [PARKS]}
    made = await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start})
    project = f"/api/projects/{made['id']}/content"
    assert (await ok(owner, "PUT", f"{project}/entries/parks", {"data": TWENTY}))["state"] == "merged"
    writer = await join(owner, sessions[0], "Writer", made["id"], "editor")
    reviewer = (await join(owner, sessions[1], "Reviewer", made["id"], "reviewer")).browser

    events = await writer.say("Create a model for events with a title and a date", projectId=made["id"])
    conversation = next(event["conversationId"] for event in events if event["type"] == "runStarted")
    for text in ('Add an event called "Night walk"', 'Add a Turkish event called "Gece yürüyüşü"'):
        events = await writer.say(text, conversationId=conversation)
        assert any(event["type"] == "proposal" for event in events), events
    events = await writer.say("Set open to true for all parks", conversationId=conversation)
    run = next(event["runId"] for event in events if event["type"] == "runStarted")
    (told,) = [event for event in events if event["type"] == "proposal"]
    assert told["state"] == "open"

    waiting = [one for one in await ok(reviewer, "GET", "/api/proposals") if one["state"] == "open"]
    assert len(waiting) == 1, "one conversation, one proposal"
    inbox = await ok(reviewer, "GET", "/api/inbox")
    (line,) = [item for item in inbox if item["id"] == waiting[0]["id"]]
    assert line["title"].startswith(f"Editor proposes {line['count']} changes to “{line['about']}”")
    assert line["more"] == 22, "two events, their model and twenty parks, one of which is named"
    path = f"/api/proposals/{waiting[0]['id']}"
    hunks = (await ok(reviewer, "GET", path))["hunks"]
    parks = [hunk["id"] for hunk in hunks if hunk["path"] == ["open"]]
    others = [hunk for hunk in hunks if hunk["id"] not in parks]
    assert len(parks) == 20
    assert {(hunk["op"], hunk["locale"]) for hunk in others} >= {("add", "en"), ("add", "tr")}
    decisions = dict.fromkeys(parks[:10], "accepted") | dict.fromkeys(parks[10:], "rejected")
    decisions |= {hunk["id"]: "accepted" for hunk in others}
    for hunk, decision in decisions.items():
        await ok(reviewer, "POST", f"{path}/decisions", {"hunks": [hunk], "decision": decision})
    done = await ok(reviewer, "POST", f"{path}/finish", {})
    assert (done["state"], done["accepted"], done["rejected"]) == ("merged", 10 + len(others), 10)

    where = "where=%7B%22open%22%3A%20true%7D"
    assert (await ok(owner, "GET", f"{project}/entries/parks?{where}&limit=50"))["total"] == 10
    for locale, title in (("en", "Night walk"), ("tr", "Gece yürüyüşü")):
        found = await ok(owner, "GET", f"{project}/entries/events?locale={locale}")
        assert [entry["title"] for entry in found["data"]] == [title]

    undone = await ok(owner, "POST", f"/api/runs/{run}/undo")
    assert undone["state"] == "merged"
    assert (await ok(owner, "GET", f"{project}/entries/parks?{where}"))["total"] == 0
    assert (await ok(owner, "GET", f"{project}/entries/events"))["total"] == 1, "only that turn is undone"
