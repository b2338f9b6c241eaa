"""Little that a stranger sends may cost much: small files and short texts, each through its door.

The cost is time of the processor, the workers' included.
"""

from typing import Any

import aiohttp
import pytest

from tests.api.conftest import Browser
from tests.api.test_content import ok
from tests.api.test_media import upload
from tests.attack.effort import effort

MOST_S = 3.0
"""What one request may cost, with a worker that starts for it."""
HELD_S = 0.2
"""How long the loop may work on one thing."""


@pytest.fixture
async def project(owner: Browser) -> str:
    form = {"enabled": True, "public": True, "exposedFields": ["name"], "limits": {"rateLimitPerIp": 50}}
    fields = {"name": {"type": "string", "pattern": "^a*a*a*a*a*a*a*a*a*a*b$"}}
    signups: dict[str, Any] = {"id": "signups", "name": "Sign-ups", "kind": "collection", "domain": "blog"}
    signups |= {"i18n": False, "fields": fields, "form": form}
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": [signups]}
    made = await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start})
    return f"/api/projects/{made['id']}"


async def test_comments_before_a_drawing(owner: Browser, project: str) -> None:
    with effort() as cost:
        status, _ = await upload(owner, f"{project}/media", b"<!---->" * 26 + b"<svh", "a.svg")
    assert status == 400
    assert cost.is_within(MOST_S), cost


async def test_repeated_quantifiers_in_a_form(owner: Browser, project: str) -> None:
    url = f"{owner.url}/api/forms/v1/notes/signups/submit"
    async with aiohttp.ClientSession() as stranger:
        for text in ("a" * 60, "a" * 5_000):
            with effort() as cost:
                async with stranger.post(url, json={"data": {"name": text}}) as answer:
                    assert answer.status == 400, await answer.text()
            assert cost.is_within(MOST_S, HELD_S), cost


async def test_a_little_picture_of_many_pixels(owner: Browser, project: str) -> None:
    wide, frames = (10_000).to_bytes(2, "little"), 300
    head = b"GIF89a" + wide + wide + b"\x80\x00\x00\x00\x00\x00\xff\xff\xff"
    frame = b"\x2c\x00\x00\x00\x00" + wide + wide + b"\x00\x02\x02\x4c\x01\x00"
    small = (4_000).to_bytes(2, "little")
    moving = b"GIF89a" + small + small + b"\x80\x00\x00\x00\x00\x00\xff\xff\xff"
    for data in (head + frame + b"\x3b", head + frame * 20, moving + frame.replace(wide, small) * frames):
        with effort() as cost:
            status, said = await upload(owner, f"{project}/media", data, "a.gif")
        assert status in (400, 413), said
        assert cost.is_within(MOST_S, HELD_S), cost
