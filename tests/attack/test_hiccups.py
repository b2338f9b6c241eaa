"""The database hangs: whoever asks whether the studio is ready hears so soon."""

import asyncio
import time

import pytest

from proofroom.wiring import Studio
from tests.api.conftest import Browser


async def test_readiness_is_told_within_two_seconds_whatever_the_database_does(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(_: Studio) -> bool:
        await asyncio.sleep(60)
        return True

    monkeypatch.setattr(Studio, "is_ready", hang)
    begun = time.monotonic()
    async with browser.http.get(f"{browser.url}/api/ready") as answer:
        assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert time.monotonic() - begun < 2.5
