"""Public forms: a stranger sends, a person decides, an entry comes of it."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from proofroom.access.csrf import csrf_token
from tests.api.conftest import Browser
from tests.api.test_content import ok

FIELDS = {"email": {"type": "email", "required": True, "unique": True}, "name": {"type": "string"}}
FORM: dict[str, Any] = {
    "enabled": True,
    "public": True,
    "exposedFields": ["email", "name"],
    "honeypot": True,
    "successMessage": "We will write.",
    "limits": {"rateLimitPerIp": 50},
}


def model(**form: Any) -> dict[str, Any]:
    return {
        "id": "signups",
        "name": "Sign-ups",
        "kind": "collection",
        "domain": "blog",
        "i18n": False,
        "fields": FIELDS,
        "form": FORM | form,
    }


async def make(owner: Browser, workflow: str = "review", **form: Any) -> str:
    start = {"locales": ["en"], "domains": ["blog"], "workflow": workflow, "models": [model(**form)]}
    await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start})
    return "/api/projects/notes/content"


@pytest.fixture
async def stranger() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"Origin": "https://site.example"}) as session:
        yield session


async def send(owner: Browser, stranger: aiohttp.ClientSession, body: Any, **headers: str) -> tuple[int, Any]:
    url = f"{owner.url}/api/forms/v1/notes/signups/submit"
    async with stranger.post(url, json=body, headers=headers) as answer:
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        return answer.status, await answer.json()


async def test_a_submission_is_approved_into_an_entry_or_rejected(
    owner: Browser, stranger: aiohttp.ClientSession
) -> None:
    project = await make(owner)
    async with stranger.get(f"{owner.url}/api/forms/v1/notes/signups/config") as answer:
        told = await answer.json()
    assert (told["honeypotField"], told["fields"]["email"]["required"]) == ("_hp", True)
    async with stranger.options(f"{owner.url}/api/forms/v1/notes/signups/submit") as answer:
        assert (answer.status, answer.headers["Access-Control-Allow-Headers"]) == (204, "content-type")
    for name in ("Ada", "Bo"):
        body = {"data": {"email": f"{name.lower()}@x.org", "name": f"<i>{name}</i>", "status": "published"}}
        assert await send(owner, stranger, body) == (200, {"success": True, "message": "We will write."})
    (form,) = await ok(owner, "GET", f"{project}/forms")
    assert (form["waiting"], form["submitUrl"]) == (2, "/api/forms/v1/notes/signups/submit")
    page = await ok(owner, "GET", f"{project}/submissions?modelId=signups")
    bo, ada = page["submissions"]
    assert (ada["data"], page["total"]) == ({"email": "ada@x.org", "name": "Ada"}, 2)
    items = [item for item in await ok(owner, "GET", "/api/inbox") if item["kind"] == "submission"]
    assert [item["about"] for item in items] == ["bo@x.org, Bo", "ada@x.org, Ada"]
    done = await ok(owner, "POST", f"{project}/submissions/{ada['id']}/approve")
    assert (done["state"], done["submission"]["status"]) == ("merged", "approved")
    entry = await ok(owner, "GET", f"{project}/entries/signups/{done['entryId']}")
    assert (entry["data"], entry["meta"]["status"]) == (ada["data"], "draft")
    status, answer = await owner.call("POST", f"{project}/submissions/{ada['id']}/reject")
    assert (status, answer["error"]["message"]) == (409, "This submission is approved already.")
    assert (await ok(owner, "POST", f"{project}/submissions/{bo['id']}/reject"))["status"] == "rejected"
    assert (await ok(owner, "GET", f"{project}/submissions"))["total"] == 0
    assert (await ok(owner, "GET", f"{project}/submissions?status=all"))["total"] == 2
    items = [item for item in await ok(owner, "GET", "/api/inbox") if item["kind"] == "submission"]
    assert [(item["state"], item["isWaiting"]) for item in items] == [
        ("rejected", False),
        ("approved", False),
    ]


async def test_what_cannot_become_an_entry_waits_on(owner: Browser, stranger: aiohttp.ClientSession) -> None:
    project = await make(owner)
    for _ in range(2):
        assert (await send(owner, stranger, {"data": {"email": "ada@x.org"}}))[0] == 200
    first, second = (await ok(owner, "GET", f"{project}/submissions"))["submissions"]
    await ok(owner, "POST", f"{project}/submissions/{first['id']}/approve")
    status, answer = await owner.call("POST", f"{project}/submissions/{second['id']}/approve")
    assert (status, "must be unique" in answer["error"]["message"]) == (400, True)
    assert [one["id"] for one in (await ok(owner, "GET", f"{project}/submissions"))["submissions"]] == [
        second["id"]
    ]


async def test_a_key_may_not_decide_and_an_approval_in_review_becomes_a_proposal(
    owner: Browser, stranger: aiohttp.ClientSession
) -> None:
    project = await make(owner)
    await send(owner, stranger, {"data": {"email": "ada@x.org"}})
    (waiting,) = (await ok(owner, "GET", f"{project}/submissions"))["submissions"]
    key = await owner.studio.access.keys.create(await owner.studio.operator(), "K", role="admin")
    headers = {"Authorization": f"Bearer {key.secret}"}
    status, answer = await owner.call("POST", f"{project}/submissions/{waiting['id']}/approve", **headers)
    assert (status, answer["error"]["message"]) == (403, "Only a person may decide this.")
    reviewer = await _reviewer(owner)
    done = await reviewer("POST", f"{project}/submissions/{waiting['id']}/approve")
    assert done["state"] == "waiting"
    (proposal,) = await ok(owner, "GET", "/api/proposals")
    assert (proposal["branch"], proposal["hunks"]) == (done["branch"], 1)


async def _reviewer(owner: Browser) -> Any:
    """Return how somebody calls who reviews this project and is no administrator."""
    access, operator = owner.studio.access, await owner.studio.operator()
    project = (await access.projects.list(operator))[0]
    invite = await access.invites.create(
        operator, "rev@example.com", role="member", project_roles={project.id: "reviewer"}
    )
    signed = await access.invites.accept(invite.token, name="Rev", password="correct horse battery")

    async def call(method: str, path: str) -> Any:
        async with aiohttp.ClientSession(cookies={"proofroom_session": signed.token}) as http:
            headers = {"X-CSRF-Token": csrf_token(signed.token)}
            async with http.request(method, owner.url + path, headers=headers) as answer:
                body = await answer.json()
                assert answer.status == 200, body
                return body

    return call


async def test_traps_limits_and_mistakes(owner: Browser, stranger: aiohttp.ClientSession) -> None:
    project = await make(owner, limits={"rateLimitPerIp": 6, "maxPerMonth": 1})
    good = {"data": {"email": "ada@x.org"}}
    assert (await send(owner, stranger, {**good, "_hp": "I am a robot"}))[1]["success"] is True
    assert (await ok(owner, "GET", f"{project}/submissions"))["total"] == 0, (
        "a robot hears thanks and is spam"
    )
    assert (await ok(owner, "GET", f"{project}/submissions?status=spam"))["total"] == 1
    status, answer = await send(owner, stranger, {"data": {"email": "nobody"}})
    assert (status, answer["success"], answer["errors"][0]["field"]) == (400, False, "email")
    for body in ({}, {"data": {}}, {"data": "x"}, [1]):
        assert (await send(owner, stranger, body))[1]["error"][
            "message"
        ] == "There is no data in the request."
    status, answer = await send(owner, stranger, {"data": {"email": "x" * 70_000}})
    assert (status, answer["error"]["code"]) == (413, "too_large")
    assert (await send(owner, stranger, good))[0] == 200
    status, answer = await send(owner, stranger, good)
    assert (status, answer["error"]["message"]) == (429, "This form takes no more submissions this month.")
    await send(owner, stranger, {"data": {"email": "x"}})
    await send(owner, stranger, {"data": {"email": "x"}})
    status, answer = await send(owner, stranger, good)
    assert (status, answer["error"]["message"][:18]) == (429, "Too many requests;")


async def test_only_named_sites_and_only_forms_that_are_on(
    owner: Browser, stranger: aiohttp.ClientSession
) -> None:
    project = await make(owner, workflow="auto-merge", origins=["https://ours.example"])
    good = {"data": {"email": "ada@x.org"}}
    status, answer = await send(owner, stranger, good)
    assert (status, answer["error"]["code"]) == (403, "not_allowed")
    assert (await send(owner, stranger, good, Origin="https://ours.example"))[0] == 200
    changed = {key: value for key, value in model().items() if key not in ("id", "fields")}
    for change in ({"enabled": False}, {"public": False}):
        await ok(owner, "PUT", f"{project}/models/signups", {**changed, "form": FORM | change})
        assert (await send(owner, stranger, good))[0] == 404
    await ok(owner, "PUT", f"{project}/models/signups", {**changed, "form": FORM | {"captcha": "turnstile"}})
    assert (await send(owner, stranger, good))[0] == 503
    async with stranger.get(f"{owner.url}/api/forms/v1/other/signups/config") as answer:
        assert answer.status == 404


async def test_a_form_may_approve_itself(owner: Browser, stranger: aiohttp.ClientSession) -> None:
    project = await make(owner, workflow="auto-merge", autoApprove=True)
    assert (await send(owner, stranger, {"data": {"email": "ada@x.org"}}))[0] == 200
    entries = await ok(owner, "GET", f"{project}/entries/signups")
    assert [entry["email"] for entry in entries["data"]] == ["ada@x.org"]
