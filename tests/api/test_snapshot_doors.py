"""`render_snapshot` through every door, by the open editor and by a browser of the studio's own."""

import base64
from typing import Any

import orjson
import pytest

from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelInfo
from proofroom.site.snapshot import tool as looking
from proofroom.site.snapshot.browser import Shot
from proofroom.site.tools.all import TOOLS
from proofroom.tools import bridge
from tests.api.conftest import Browser, serve
from tests.api.studio_cast import Cast
from tests.api.test_bridge import PIXEL
from tests.api.test_mcp import connect, make_key
from tests.api.test_site import make_project
from tests.scripted import ScriptedDriver, ScriptedReply

LOOK = ScriptedReply("", calls=(("render_snapshot", {"breakpointId": "mobile"}),))
DONE = ScriptedReply("Seen.")
OWN = base64.b64encode(b"own").decode()
EDITOR = {"result": {"ok": True, "data": {"layout": {"by": "editor"}}, "images": [PIXEL]}}


class Eyes(Cast):
    """A model that sees pictures, or does not."""

    sees = True

    async def models(self) -> list[ModelInfo]:
        return [ModelInfo("scripted", "scripted", context_window=200_000, vision=self.sees, tools=True)]


async def own_browser(
    chromium: str, address: str, width: int, answer: Any, node_id: str | None = None
) -> Shot:
    page, type = await answer(address)
    assert b"<body" in page
    assert type.startswith("text/html")
    layout = {"viewport": {"width": width, "height": 600}, "nodes": [], "warnings": []}
    return Shot(layout, b"own", width, 600)


async def talk(owner: Browser, project: str, answer: dict[str, Any] | None, **more: Any) -> list[str]:
    """Send a message as the editor does, answer what it asks for, and return what happened."""
    sent = {"message": "Look at it", "projectId": project, **more}
    events, kinds = list[dict[str, Any]](), list[str]()
    headers = {"X-CSRF-Token": owner.csrf}
    async with owner.http.post(f"{owner.url}/api/ai/chat/site", json=sent, headers=headers) as stream:
        async for line in stream.content:
            event = orjson.loads(line)
            events.append(event)
            kinds.append(event["type"])
            if event["type"] == "toolRequest" and answer is not None:
                ready = next(one for one in events if one["type"] == "bridgeReady")
                place = {"bridgeId": ready["bridgeId"], "requestId": event["requestId"]}
                assert (await owner.call("POST", "/api/ai/tool-result", place | answer))[0] == 200
    return kinds


def seen(cast: Cast) -> ToolResultBlock:
    messages = cast.agents["designer"].requests[-1].messages
    return [one for message in messages for one in message.blocks if isinstance(one, ToolResultBlock)][-1]


@pytest.mark.timeout(120)
async def test_a_page_is_looked_at_through_every_door(
    sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "find_chromium", lambda named: "chromium")
    monkeypatch.setattr(looking, "take_shot", own_browser)
    cast = Eyes(designer=(LOOK, DONE))
    async with serve(sqlite_settings, {"offline": cast}) as owner:
        await owner.set_up()
        path = await make_project(owner)
        project = path.split("/")[3]

        # Chat: the open editor answers; where none is open or it stays silent, the studio's own browser does.
        assert "toolRequest" in await talk(owner, project, EDITOR, bridge=True)
        assert (seen(cast).content, seen(cast).images[0].data) == (
            '{"layout":{"by":"editor"}}',
            PIXEL["data"],
        )
        assert "toolRequest" not in await talk(owner, project, None)
        assert ('"width":375' in seen(cast).content, seen(cast).images[0].data) == (True, OWN)
        with monkeypatch.context() as hurry:
            hurry.setattr(bridge, "ANSWER_WITHIN_S", 0.05)
            kinds = await talk(owner, project, None, bridge=True)
        assert ("toolRequest" in kinds, kinds[-1], seen(cast).images[0].data) == (True, "done", OWN)

        # HTTP and MCP.
        status, told = await owner.call(
            "GET", f'{path}/tools/render_snapshot?input={{"breakpointId":"mobile"}}'
        )
        assert (status, told["data"]["width"], told["data"]["screenshot"]["status"]) == (200, 375, "captured")
        secret = await make_key(owner, "viewer")
        async with connect(f"{owner.url}/mcp/{project}/site", secret) as caller:
            result = await caller.client.call_tool("render_snapshot", {"breakpointId": "mobile"})
        assert [one.type for one in result.content] == ["text", "image"]
        assert getattr(result.content[1], "data", "") == OWN

        # What is read comes whole to a model of any provider: a part is never cut inside.
        long = "".join(f"<p>Paragraph {at} of a long page, with a few words more.</p>" for at in range(900))
        home = (await owner.call("GET", path))[1]["pages"][0]
        sent = {"parentId": home["rootNodeId"], "html": f"<section>{long}</section>"}
        wrote = ScriptedReply("", calls=(("insertHtml", sent),))
        read = ScriptedReply("", calls=(("read_document", {}),))
        cast.agents["designer"] = ScriptedDriver(wrote, read, DONE)
        await talk(owner, project, None)
        part = orjson.loads(seen(cast).content)
        assert (len(seen(cast).content) > 20_000, part["pageInfo"]["nextPart"]) == (True, 2)
        cast.agents["designer"] = ScriptedDriver(LOOK, DONE)

        # A viewer's chat has what reads, and nothing that writes.
        asked = {"message": "Look at it", "projectId": project}
        await owner.lines("POST", "/api/ai/chat/site", asked, Authorization=f"Bearer {secret}")
        offered = {tool.name for tool in cast.agents["designer"].requests[-1].tools}
        assert offered & {tool.name for tool in TOOLS} == {tool.name for tool in TOOLS if not tool.writes}


async def test_a_model_without_eyes_reads_the_layout_and_gets_no_picture(
    sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "find_chromium", lambda named: "chromium")
    monkeypatch.setattr(looking, "take_shot", own_browser)
    cast = Eyes(designer=(LOOK, DONE))
    cast.sees = False
    async with serve(sqlite_settings, {"offline": cast}) as owner:
        await owner.set_up()
        project = (await make_project(owner)).split("/")[3]
        await talk(owner, project, None)
        assert (seen(cast).images, '"width":375' in seen(cast).content) == ([], True)
        await talk(owner, project, EDITOR, bridge=True)
        assert (seen(cast).images, '"by":"editor"' in seen(cast).content) == ([], True)
