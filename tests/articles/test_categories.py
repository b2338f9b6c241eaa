"""The thirteen categories of the seed, each by its name and exact status through the writer's front door."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from proofroom.articles import ask
from proofroom.articles.playbook import writer_playbook
from proofroom.kernel.errors import (
    SEED_CATEGORIES,
    ContentRefused,
    ProofroomError,
    ProviderFailed,
    ProviderRateLimited,
    ToolFailed,
    ToolTimedOut,
)
from proofroom.kernel.ids import new_id
from proofroom.kernel.settings import Settings
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import ModelRequest, Reply, Sink
from tests.api.conftest import Browser, serve

TEXT = (
    "# Bees\n\n## Roofs\n\nThe city counted 240 registered hives on public roofs in 2021. Keepers say that "
    "roof gardens with lavender and thyme feed a colony from April to September.\n"
)


class Failing(OfflineDriver):
    """Fails as it is told to, and answers otherwise."""

    error: ProofroomError | None = None

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        if self.error is not None and "skeleton" in request.messages[-1].text.partition("\n")[0]:
            raise self.error
        return await super().stream(request, sink)


MODEL = Failing([writer_playbook()])


@pytest.fixture
async def writer(sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Browser]:
    monkeypatch.setattr(ask, "backoff_s", lambda *_: 0.0)
    async with serve(sqlite_settings, {"offline": MODEL}) as browser:
        await browser.set_up()
        yield browser
    MODEL.error = None


async def say(browser: Browser, message: str, **screen: str) -> tuple[int, dict[str, Any]]:
    return await browser.call(
        "POST", "/api/content-agent/execute", {"message": message, "screenContext": screen}
    )


async def say_in_panel(browser: Browser, message: str, **screen: str) -> str:
    """Say something as the panel does with what is on screen, and return what it shows."""
    body = {"agent": "writer", "message": message, "context": {"screen": "articles", **screen}}
    events = await browser.lines("POST", "/api/ai/chat/articles", body)
    return "".join(each.get("text") or each.get("message") or "" for each in events)


async def test_every_category_is_answered_with_its_own_status_and_by_the_panel(writer: Browser) -> None:
    _, made = await writer.call("POST", "/api/articles", {"title": "Bees on public roofs"})
    bees = {"currentPage": "artifact", "artifactId": made["id"]}
    _, other = await writer.call("POST", "/api/articles", {"title": "Nothing is known of this"})
    told: dict[str, int] = {}

    async def ask_for(message: str, **screen: str) -> None:
        status, answer = await say(writer, message, **screen)
        assert set(answer) == {"error"}, answer
        error = answer["error"]
        keys = {"category", "message", "userMessage", "suggestedAction", "recoverable"}
        assert keys <= set(error)
        told[error["category"]] = status
        # Writing asks a person first there; what is wrong is found by planning too.
        shown = await say_in_panel(
            writer, message.replace("write the article", "create an outline"), **screen
        )
        assert error["category"] == "UNCLEAR_INTENT" or error["message"] in shown, (error, shown)
        assert shown

    await ask_for("write the article")
    await ask_for("write the article", artifactId="nonsense")
    await ask_for("write the article", artifactId=new_id())
    await ask_for("write the article", **bees | {"artifactType": "poem"})
    await ask_for("write the article in a sarcastic tone", **bees)
    await ask_for("create an outline", **bees)
    await ask_for("research this topic", artifactId=other["id"])
    assert (await say(writer, "hmm, purple"))[1]["clarificationNeeded"] is True
    await ask_for("hmm, green")
    await writer.call("POST", f"/api/articles/{made['id']}/texts", {"name": "Notes", "text": TEXT})
    assert (await say(writer, "research this topic", **bees))[0] == 200
    for error in (
        ToolFailed("It broke."),
        ToolTimedOut("It took too long."),
        ProviderFailed("The provider is down."),
        ContentRefused("The provider refused it."),
        ProviderRateLimited("Too many requests.", retry_after_s=1.0),
    ):
        await writer.call("DELETE", "/api/content-agent/session")
        MODEL.error = error
        await ask_for("create an outline", **bees)
    assert told == SEED_CATEGORIES
    MODEL.error = None
    status, done = await say(writer, "create an outline in a friendly tone", **bees)
    assert (status, done["toolCalls"][0]["args"]["tone"]) == (200, "friendly")
