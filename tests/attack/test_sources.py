"""Orders in a document, in a server's answer and in another agent's report lead to nothing.

One studio, and one source after the other: the model does whatever it reads (`test_strangers_text.py`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import aiohttp

from proofroom.kernel.blocks import AnyBlock, Message, TextBlock, ToolResultBlock
from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelRequest, Reply, Sink
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.api.test_mcp_servers import Scene, call
from tests.articles.corpus import HAS_PDF, pdf
from tests.attack.test_brought_in import ORDERS, TYPE, obeyed_nothing
from tests.attack.test_strangers_text import ORDER, Obedient, told
from tests.scripted import ScriptedDriver, ScriptedReply
from tests.tools.mcp.host import McpHost, open_mcp

Call = tuple[str, dict[str, Any]]


class Talkative(Obedient):
    """Obeys, and ends with words of which another agent could make orders."""

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        calls = [self.first.pop(0)] if self.first else self._orders(request)
        reply = ScriptedReply("", calls=tuple(calls)) if calls else ScriptedReply(ORDERS)
        return await ScriptedDriver(reply).stream(request, sink)


async def _upload(owner: Browser, name: str, data: bytes) -> Call:
    form = aiohttp.FormData()
    form.add_field("file", data, filename=name)
    headers = {"X-CSRF-Token": owner.csrf}
    async with owner.http.post(f"{owner.url}/api/documents", data=form, headers=headers) as answer:
        made = await answer.json()
        assert answer.status == 201, made
    return "readDocument", {"documentId": made["id"]}


async def _html(owner: Browser, _host: McpHost) -> Call:
    return await _upload(owner, "report.html", f"<h1>Herons</h1><p>{ORDERS}</p>".encode())


async def _hidden(owner: Browser, _host: McpHost) -> Call:
    _, given = await _upload(owner, "notes.md", f"# Heron notes\n\nA heron. {ORDERS}\n".encode())
    assert given["documentId"]
    return "searchDocuments", {"query": "heron notes"}


async def _pdf(owner: Browser, _host: McpHost) -> Call:
    return await _upload(owner, "report.pdf", pdf(ORDERS))


async def _server(owner: Browser, host: McpHost) -> Call:
    scene = Scene(owner, host, ScriptedDriver())
    await scene.accept(await scene.connect(), look_up="allow")
    host.text = ORDERS
    return call("look_up")


async def _agent(_owner: Browser, _host: McpHost) -> Call:
    return "delegateToAgent", {"agentSlug": "editor", "task": "Tell what you know about herons."}


SOURCES: dict[str, Callable[[Browser, McpHost], Awaitable[Call]]] = {
    "a page as document": _html,
    "a passage found in documents": _hidden,
    **({"a PDF": _pdf} if HAS_PDF else {}),
    "another agent": _agent,
    "an MCP server": _server,
}


async def test_orders_of_every_source_lead_to_nothing(sqlite_settings: Settings) -> None:
    model = Talkative()
    async with open_mcp() as host:
        settings = sqlite_settings.model_copy(update={"allow_private_hosts": [host.place]})
        async with serve(settings, {"offline": model}) as owner:
            await owner.set_up()
            await ok(owner, "POST", "/api/entity-types", TYPE)
            for name, prepare in SOURCES.items():
                model.first, model.done = [await prepare(owner, host)], set()
                ask = {"message": "What do we know about herons?", "agent": "assistant"}
                events = await owner.lines("POST", "/api/ai/chat/workspace", ask)
                read = told(events, "toolResult")[0]
                assert read["ok"] is True, (name, read)
                codes = [one["code"] for one in told(events, "notice")]
                assert "outside_text" in codes, name
                await obeyed_nothing(owner, events)


class Listening(Talkative):
    """Obeys whatever it is shown, also what others said in the conversation."""

    def _orders(self, request: ModelRequest) -> list[Call]:
        texts = [
            ToolResultBlock("0", "said", True, block.text)
            for message in request.messages
            for block in message.blocks
            if isinstance(block, TextBlock)
        ]
        said = Message("tool", list[AnyBlock](texts))
        return super()._orders(replace(request, messages=[*request.messages, said]))


async def test_what_an_agent_says_to_others_after_reading_a_stranger_leads_to_nothing(
    sqlite_settings: Settings,
) -> None:
    model = Listening()
    async with serve(sqlite_settings, {"offline": model}) as owner:
        await owner.set_up()
        await ok(owner, "POST", "/api/entity-types", TYPE)
        model.first = [await _upload(owner, "report.html", f"<h1>Herons</h1><p>{ORDERS}</p>".encode())]
        new = {"title": "The issue", "agents": ["assistant", "analyst"]}
        place = f"/api/groups/{(await ok(owner, 'POST', '/api/groups', new))['id']}"
        for name in ("analyst", "assistant"):
            model.done = set() if name == "assistant" else {"".join(found) for found in ORDER.findall(ORDERS)}
            asked = await ok(
                owner, "POST", f"{place}/messages", {"text": f"@{name} what is known of herons?"}
            )
            assert asked["agents"] == [name]
            events = await owner.lines("GET", f"/api/runs/{asked['runIds'][0]}/events")
            assert told(events, "done"), (name, events)
        await obeyed_nothing(owner, events)
        (asked_for,) = told(events, "approvalRequested")
        assert "a stranger's text (readDocument)" in asked_for["reason"]


async def test_words_that_only_a_recap_still_tells_lead_to_nothing(sqlite_settings: Settings) -> None:
    model = Listening()
    async with serve(sqlite_settings, {"offline": model}) as owner:
        await owner.set_up()
        assistant = await ok(owner, "GET", "/api/agents/assistant")
        config = {**assistant["config"], "limits": {**assistant["config"]["limits"], "historyTurns": 1}}
        await ok(owner, "PUT", "/api/agents/assistant", {"config": config})
        await ok(owner, "POST", "/api/entity-types", TYPE)
        model.first = [await _upload(owner, "report.html", f"<h1>Herons</h1><p>{ORDERS}</p>".encode())]
        model.done = {"".join(found) for found in ORDER.findall(ORDERS)}
        talk: dict[str, Any] = {"message": "What is known of herons?", "agent": "assistant"}
        events = await owner.lines("POST", "/api/ai/chat/workspace", talk)
        talk["conversationId"] = events[0]["conversationId"]
        for _ in range(2):  # after this one the page itself is not shown any more
            await owner.lines("POST", "/api/ai/chat/workspace", talk)
        model.done = set()
        events = await owner.lines("POST", "/api/ai/chat/workspace", talk)
        assert told(events, "toolCall"), "the recap still tells the orders"
        assert [one["toolName"] for one in told(events, "approvalRequested")] == ["createEntityType"]
