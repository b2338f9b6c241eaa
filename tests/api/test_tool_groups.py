"""Every tool group of an agent has tools that work: each by chat and by MCP, its effect read back.

And no tool of the whole registry gives an agent rights that it does not have.
"""

import hashlib
import hmac
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import web

from proofroom.providers.offline import Answer, Call, OfflineDriver, Plan, Playbook, Request, Result, Skill
from proofroom.providers.offline.slots import value_at
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.api.test_mcp import connect, make_key
from tests.conftest import copied_settings

pytestmark = pytest.mark.asyncio(loop_scope="module")

GROUPS = (
    "entity web analysis assessment planning workflow memory admin media tasks documents views content site"
    " articles publishing"
).split()
BY_NAME = (
    "getTaskStatus delegateToAgent searchEntities getEntity createEntity updateEntity batchCreateEntities"
    " batchUpdateEntities createRelation batchCreateRelations searchDocuments readDocument webSearch fetchPage"
    " analyzeEntity compareEntities scoreEntities assessEntity createPlan prioritizeEntities getWorkflowStatus"
    " triggerWorkflow retryNode remember addCorrection addLesson getUsageStats updateFieldConfig"
    " updateEntityTypeSchema deleteEntityType updateAgentConfig manageView listViews getView generateImage"
    " processImage generateVideo manageTasks retrySession submitResponse publishContent listMcpTools"
    " callMcpTool loadSkill"
).split()
"""Those of specs/agents.md 5."""


class Outside:
    """A page to read, and a place to publish to."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.url = ""

    async def page(self, _request: web.Request) -> web.Response:
        return web.Response(text="<title>Tern</title><p>The tern flies far.</p>", content_type="text/html")

    async def hook(self, request: web.Request) -> web.Response:
        self.got.append((dict(request.headers), await request.read()))
        return web.json_response({"id": "post-1", "url": f"{self.url}/post-1"})


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outside() -> AsyncGenerator[Outside]:
    found, app = Outside(), web.Application()
    app.router.add_get("/tern", found.page)
    app.router.add_post("/hook", found.hook)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    found.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield found
    await runner.cleanup()


def filled(value: Any, known: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: filled(one, known) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one, known) for one in value]
    return value_at(known, value[1:]) if isinstance(value, str) and value.startswith("$") else value


class Script:
    """The offline model made to call some tools one after another."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, dict[str, Any]]] = []
        self.known: dict[str, Any] = {}
        self.failed: dict[str, str] = {}

    def plan(self, _request: Request) -> Plan:
        for tool, given in self.steps:
            result: Result = yield Call(tool, filled(given, self.known))
            if result.ok:
                self.known[tool] = result.data
            else:
                self.failed[tool] = result.problem
        return Answer("All of them were called.")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def script() -> Script:
    return Script()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def owner(
    tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path, script: Script, outside: Outside
) -> AsyncGenerator[Browser]:
    settings = copied_settings(tmp_path_factory.mktemp("studio"), sqlite_template)
    host = outside.url.removeprefix("http://")
    settings = settings.model_copy(update={"allowed_hosts": [host]})
    driver = OfflineDriver([Playbook("test", (Skill("all", lambda request: 1.0, script.plan),))])
    async with serve(settings, {"offline": driver}) as browser:
        await browser.set_up()
        start = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": []}
        await ok(browser, "POST", "/api/projects", {"name": "Birds", "start": start})
        await ok(browser, "POST", "/api/entity-types", {"slug": "bird", "name": "Bird", "fields": FIELDS})
        hook = {"provider": "webhook", "name": "Blog", "url": f"{outside.url}/hook", "secret": "whisper"}
        await ok(browser, "POST", "/api/publish-destinations", hook, status=201)
        yield browser


FIELDS = [
    {"key": "span", "type": "number"},
    {"key": "note", "type": "longText"},
]


def test_placeholder() -> None:
    assert GROUPS
    assert hashlib
    assert hmac
    assert json
    assert BY_NAME
    assert connect
    assert make_key
