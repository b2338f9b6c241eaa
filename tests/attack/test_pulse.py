"""The event loop goes on while the largest requests are handled.

What counts is how long the loop's own thread works on one thing: the time of its processor, at the pace of a
quiet machine. Work on threads may take as long as it takes.
"""

import io
import json
from math import inf
from typing import Any

import aiohttp
import pytest

from tests.api.conftest import Browser
from tests.api.test_content import ok
from tests.api.test_mcp import make_key
from tests.attack.effort import effort

MOST_S = 0.05
"""How long the loop may work on one thing, on a machine that does nothing else."""
NOTES: dict[str, Any] = {
    "id": "notes",
    "name": "Notes",
    "kind": "collection",
    "domain": "blog",
    "i18n": False,
    "fields": {"title": {"type": "string", "required": True}, "body": {"type": "text"}},
}
WORDS = "Swifts sleep on the wing, they say. " * 52_000


async def _send(owner: Browser, method: str, path: str, body: Any) -> int:
    data = body if isinstance(body, aiohttp.FormData) else io.BytesIO(json.dumps(body).encode())
    headers = {"X-CSRF-Token": owner.csrf}
    if not isinstance(body, aiohttp.FormData):
        headers["Content-Type"] = "application/json"
    async with owner.http.request(method, owner.url + path, data=data, headers=headers) as answer:
        await answer.read()
        return answer.status


def _file(data: bytes) -> aiohttp.FormData:
    form = aiohttp.FormData()
    form.add_field("file", io.BytesIO(data), filename="notes.pdf", content_type="application/pdf")
    return form


@pytest.mark.timeout(300)
async def test_the_largest_requests_hold_nobody_up(owner: Browser) -> None:
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "review", "models": [NOTES]}
    project = (await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start}))["id"]
    entries, long = f"/api/projects/{project}/content/entries/notes", WORDS[:1_800_000]
    kind = {"slug": "bird", "name": "Bird", "fields": [{"key": "about", "label": "About", "type": "text"}]}
    await ok(owner, "POST", "/api/entity-types", kind)
    sheet = "title,about\n" + "\n".join(f'Bird {n},"{WORDS[:320]}"' for n in range(5_000))
    many = {f"{n:012x}": {"title": f"T{n}", "body": WORDS[:500]} for n in range(600)}
    requests: list[tuple[str, int, str, str, Any]] = [
        ("a long entry", 200, "PUT", entries, {"data": {"0a0a0a0a0a0a": {"title": "A", "body": long}}}),
        ("many entries", 200, "PUT", entries, {"data": many}),
        ("many numbers", 400, "PUT", entries, {"data": {"a": list(range(190_000))}}),
        ("a long message", 413, "POST", "/api/ai/chat/content", {"message": long, "projectId": project}),
        (
            "a long sheet",
            200,
            "POST",
            "/api/entity-types/bird/import",
            {"text": sheet, "dryRun": True},
        ),
        (
            "a long file",
            201,
            "POST",
            f"/api/projects/{project}/media",
            _file(b"%PDF-1.4\n" + WORDS.encode() * 20),
        ),
        ("the proposals", 200, "GET", "/api/proposals", {}),
    ]
    await _send(owner, "PUT", entries, {"data": {"0a0a0a0a0a0a": {"title": "A"}}})  # imports what is late
    held: dict[str, int] = {}
    for name, expected, method, path, body in requests:
        with effort() as cost:
            status = await _send(owner, method, path, body)
        assert status == expected, (name, status)
        if not cost.is_within(inf, MOST_S):
            held[name] = round(cost.longest_s * 1000)
    key = {"Authorization": f"Bearer {await make_key(owner, 'editor')}"}
    thousands = {"data": {f"{n:012x}": {"title": f"T{n}"} for n in range(5_000)}}
    assert (await owner.call("PUT", entries, thousands, **key))[0] == 200
    (waiting,) = [one for one in (await ok(owner, "GET", "/api/proposals")) if one["state"] == "open"]
    link = await ok(owner, "POST", f"/api/proposals/{waiting['id']}/links", {"note": "x"})
    for path in (f"/api/proposals/{waiting['id']}", f"/api/links/{link['path'].rpartition('/')[2]}"):
        with effort() as cost:
            assert (await _send(owner, "GET", path, {})) == 200
        if not cost.is_within(inf, MOST_S):
            held[path] = round(cost.longest_s * 1000)
    assert held == {}
