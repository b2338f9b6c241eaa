"""What a person decides about is decided once and whole, and what is deleted comes back by nobody else."""

import asyncio

import aiohttp
import pytest

from proofroom.entities import Entities, Responses
from proofroom.kernel.errors import Conflict
from proofroom.kernel.ids import new_id
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.test_content import make_project, ok
from tests.api.test_mcp import make_key
from tests.attack.test_apps import join

KIND = {"slug": "bird", "name": "Bird", "fields": [{"key": "site", "label": "Site", "type": "url"}]}


async def _proposed(owner: Browser, value: str = "https://a.example") -> tuple[str, str]:
    """Return a record, and an answer to one of its fields that waits for a person."""
    await owner.call("POST", "/api/entity-types", KIND)
    record = (await ok(owner, "POST", "/api/entities", {"typeSlug": "bird", "title": "Heron"}))["id"]
    by = await owner.studio.operator()
    made = await owner.studio.get(Responses).submit(
        by.workspace_id, record, "site", value, [], by, response_id=new_id(), is_outside=True
    )
    return record, f"/api/responses/{made.id}/decision"


@pytest.mark.both_databases
async def test_of_many_decisions_at_once_one_counts(settings: Settings) -> None:
    async with serve(settings) as owner:
        await owner.set_up()
        record, path = await _proposed(owner)
        bodies = [{"decision": "approve", "value": f"https://b.example/{number}"} for number in range(6)]
        told = await asyncio.gather(
            *(owner.call("POST", path, body) for body in [*bodies, {"decision": "reject"}])
        )
        good = [said for status, said in told if status == 200]
        assert (len(good), {status for status, _ in told}) == (1, {200, 400})
        fields = (await ok(owner, "GET", f"/api/entities/{record}"))["fields"]
        assert fields.get("site") == (good[0]["value"] if good[0]["status"] == "approved" else None)


async def test_a_decision_that_cannot_be_carried_out_is_none(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, path = await _proposed(owner)
    status, _ = await owner.call("POST", path, {"decision": "approve", "value": "javascript:alert(1)"})
    assert status == 400

    async def too_late(*_: object) -> None:
        raise Conflict("somebody was faster")

    with monkeypatch.context() as slower:
        slower.setattr(Entities, "_write", too_late)
        assert (await owner.call("POST", path, {"decision": "approve"}))[0] == 409
    (waiting,) = await ok(owner, "GET", f"/api/entities/{record}/responses")
    assert waiting["status"] == "proposed", "its word was not taken without its value"
    await ok(owner, "POST", path, {"decision": "approve"})
    assert (await ok(owner, "GET", f"/api/entities/{record}"))["fields"] == {"site": "https://a.example"}


async def test_a_deleted_article_comes_back_by_nobody_else(owner: Browser) -> None:
    here, there = await make_project(owner), await make_project(owner, name="Elsewhere")
    new = {"title": "Herons", "brief": "Tall birds.", "projectId": here["id"]}
    article = f"/api/articles/{(await ok(owner, 'POST', '/api/articles', new))['id']}"
    await ok(owner, "DELETE", article)
    foreign = await make_key(owner, "admin", projectId=there["id"])
    own = await make_key(owner, "admin", projectId=here["id"])
    assert (await owner.call("GET", article))[0] == 404
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        ada, _ = await join(owner, http)
        assert (await ada.call("POST", f"{article}/restore"))[0] in (403, 404)
    for way in ("restore", "versions/1/restore", "send", "run"):
        status, _ = await owner.call("POST", f"{article}/{way}", {}, Authorization=f"Bearer {foreign}")
        assert status in (400, 403, 404), way
    assert (await owner.call("POST", f"{article}/run", {}))[0] == 404, "nobody works on it meanwhile"
    status, back = await owner.call("POST", f"{article}/restore", Authorization=f"Bearer {own}")
    assert (status, back["title"]) == (200, "Herons")
