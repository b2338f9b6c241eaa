"""Tools that run in the person's browser: asked by an event, answered by a request."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import orjson
import pytest
from pydantic import BaseModel

from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.errors import InvalidStatus
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.tools import bridge
from tests.api.conftest import Browser, serve
from tests.api.studio_cast import Cast
from tests.scripted import ScriptedReply

SHOT = ScriptedReply("", calls=(("renderSnapshot", {"pageId": "home"}),))
LOOK = ScriptedReply("", calls=(("lookAtScreen", {}),))
DONE = ScriptedReply("Seen.")
PIXEL = {"mimeType": "image/png", "data": "aGk="}


class Shot(BaseModel):
    pageId: str


class Nothing(BaseModel):
    pass


def tools() -> list[ToolSpec]:
    async def no_browser(context: ToolContext, given: Shot) -> ToolOutput:
        raise InvalidStatus("No editor is open.", suggestion="Go on without a picture.")

    async def look(context: ToolContext, given: Nothing) -> ToolOutput:
        return ToolOutput(ok=True, data=context.screen)

    shot = ToolSpec(
        "renderSnapshot", "Take a picture.", Shot, no_browser, "baseline", execution="browser", heavy=True
    )
    return [shot, ToolSpec("lookAtScreen", "Look.", Nothing, look, "baseline")]


@asynccontextmanager
async def studio(settings: Settings, cast: Cast) -> AsyncGenerator[Browser]:
    async with serve(settings, {"offline": cast}) as owner:
        await owner.set_up()
        owner.studio.registry.add(tools())
        yield owner


async def talk(owner: Browser, answer: dict[str, Any] | None, **more: Any) -> list[dict[str, Any]]:
    """Send a message as an editor does: follow the stream, and answer what it asks for."""
    events: list[dict[str, Any]] = []
    sent = {"message": "take a picture", "context": {"page": "old"}, **more}
    headers = {"X-CSRF-Token": owner.csrf}
    async with owner.http.post(f"{owner.url}/api/ai/chat/workspace", json=sent, headers=headers) as stream:
        async for line in stream.content:
            events.append(orjson.loads(line))
            if events[-1]["type"] == "toolRequest" and answer is not None:
                ready = next(event for event in events if event["type"] == "bridgeReady")
                place = {"bridgeId": ready["bridgeId"], "requestId": events[-1]["requestId"]}
                status, taken = await owner.call("POST", "/api/ai/tool-result", place | answer)
                assert (status, taken) == (200, {"ok": True})
    return events


def results(cast: Cast) -> list[ToolResultBlock]:
    seen = cast.agents["assistant"].requests[-1].messages
    return [block for message in seen for block in message.blocks if isinstance(block, ToolResultBlock)]


async def test_the_browser_answers_and_brings_a_fresh_screen(sqlite_settings: Settings) -> None:
    cast = Cast(assistant=(SHOT, LOOK, DONE))
    async with studio(sqlite_settings, cast) as owner:
        answer = {
            "result": {"ok": True, "data": {"width": 800}, "images": [PIXEL]},
            "snapshot": {"page": "new"},
        }
        events = await talk(owner, answer, bridge=True)
        assert [event["type"] for event in events[:2]] == ["runStarted", "bridgeReady"]
        assert {event["traceId"] for event in events} == {events[0]["runId"].replace("-", "")}
        (asked,) = [event for event in events if event["type"] == "toolRequest"]
        assert (asked["toolName"], asked["input"]) == ("renderSnapshot", {"pageId": "home"})
        shot, look = results(cast)
        assert (shot.content, shot.images[0].data) == ('{"width":800}', "aGk=")
        assert look.content == '{"page":"new"}'
        late = {"bridgeId": events[1]["bridgeId"], "requestId": asked["requestId"], **answer}
        assert (await owner.call("POST", "/api/ai/tool-result", late))[0] == 404
        alias = await owner.call("POST", "/admin/api/ai/tool-result", late)
        assert alias[0] == 404


async def test_a_browser_that_fails_or_is_silent_is_a_result_and_the_run_goes_on(
    sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast = Cast(assistant=(SHOT, DONE))
    async with studio(sqlite_settings, cast) as owner:
        events = await talk(owner, {"result": {"ok": False, "error": "The page is gone."}}, bridge=True)
        assert events[-1]["type"] == "done"
        assert "The page is gone." in results(cast)[-1].content
        assert bridge.ANSWER_WITHIN_S == 90
        monkeypatch.setattr(bridge, "ANSWER_WITHIN_S", 0.05)
        events = await talk(owner, None, bridge=True)
        assert events[-1]["type"] == "done"
        assert "did not answer" in results(cast)[-1].content


async def test_where_the_browser_is_silent_the_tool_looks_by_itself_and_the_run_goes_on(
    sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def own(context: ToolContext, given: Shot) -> ToolOutput:
        return ToolOutput(ok=True, data={"by": "the studio's own browser"})

    shot = ToolSpec("lookMyself", "Take a picture.", Shot, own, "baseline", execution="browser")
    cast = Cast(assistant=(ScriptedReply("", calls=(("lookMyself", {"pageId": "home"}),)), DONE))
    async with studio(sqlite_settings, cast) as owner:
        owner.studio.registry.add([shot])
        with monkeypatch.context() as hurry:
            hurry.setattr(bridge, "ANSWER_WITHIN_S", 0.05)
            events = await talk(owner, None, bridge=True)
        asked = next(event for event in events if event["type"] == "toolRequest")
        ready = next(event for event in events if event["type"] == "bridgeReady")
        late = {"bridgeId": ready["bridgeId"], "requestId": asked["requestId"], "result": {"ok": True}}
        assert (await owner.call("POST", "/api/ai/tool-result", late))[0] == 404
        assert events[-1]["type"] == "done"
        (seen,) = results(cast)
        assert (seen.ok, "own browser" in seen.content) == (True, True)
        cannot = {"result": {"ok": False, "error": "No screen here shows that."}}
        assert (await talk(owner, cannot, bridge=True))[-1]["type"] == "done"
    assert "own browser" in results(cast)[-1].content, "a screen that cannot answer is helped out too"


async def test_without_a_browser_the_tools_own_answer_counts(sqlite_settings: Settings) -> None:
    cast = Cast(assistant=(SHOT, DONE))
    async with studio(sqlite_settings, cast) as owner:
        events = await talk(owner, None)
    assert "toolRequest" not in [event["type"] for event in events]
    assert "No editor is open." in results(cast)[-1].content
