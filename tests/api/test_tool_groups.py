"""Every tool group of an agent has tools that work: each by chat and by MCP, its effect read back.

That none of them gives rights is in `tests/attack/test_rights.py`.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from proofroom.net import target
from proofroom.providers import films
from proofroom.providers.offline import Answer, Call, OfflineDriver, Plan, Playbook, Request, Result, Skill
from proofroom.providers.offline.slots import value_at
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.api.test_mcp import connect, make_key
from tests.conftest import copied_settings
from tests.media.samples import picture
from tests.patience import until
from tests.tools.mcp.host import McpHost, open_mcp

pytestmark = pytest.mark.asyncio(loop_scope="module")

NAMED_GROUPS = (
    "entity web analysis assessment planning workflow memory admin media tasks documents views content site"
    " articles publishing"
)
GROUPS = NAMED_GROUPS.split()
NAMED_TOOLS = (
    "getTaskStatus delegateToAgent searchEntities getEntity createEntity updateEntity batchCreateEntities"
    " batchUpdateEntities createRelation batchCreateRelations searchDocuments readDocument webSearch"
    " fetchPage analyzeEntity compareEntities scoreEntities assessEntity createPlan prioritizeEntities"
    " getWorkflowStatus triggerWorkflow retryNode remember addCorrection addLesson getUsageStats"
    " updateFieldConfig updateEntityTypeSchema deleteEntityType updateAgentConfig manageView listViews"
    " getView generateImage processImage generateVideo manageTasks retrySession submitResponse publishContent"
    " listMcpTools callMcpTool loadSkill"
)
BY_NAME = NAMED_TOOLS.split()
"""Those of specs/agents.md 5."""


class Outside:
    """A page to read, a place to publish to, and a host that draws and films in OpenAI's format."""

    def __init__(self) -> None:
        self.films: dict[str, dict[str, Any]] = {}
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.url = ""

    async def page(self, _request: web.Request) -> web.Response:
        return web.Response(text="<title>Tern</title><p>The tern flies far.</p>", content_type="text/html")

    async def hook(self, request: web.Request) -> web.Response:
        self.got.append((dict(request.headers), await request.read()))
        return web.json_response({"id": "post-1", "url": f"{self.url}/post-1"})

    async def models(self, _request: web.Request) -> web.Response:
        return web.json_response({"data": [{"id": "tiny-film"}]})

    async def draw(self, _request: web.Request) -> web.Response:
        drawn = base64.b64encode(picture(1024, 1024)).decode()
        return web.json_response({"created": 1, "data": [{"b64_json": drawn}], "output_format": "png"})

    async def order(self, request: web.Request) -> web.Response:
        """Take an order as the format has it: a form, whose seconds are one of three that there are."""
        assert request.headers["Authorization"] == "Bearer k"
        assert request.content_type == "multipart/form-data"
        wish: dict[str, Any] = dict(await request.post())
        assert set(wish) == {"model", "prompt", "seconds"}
        assert wish["seconds"] in ("4", "8", "12")
        film = {"id": f"video_{len(self.films)}", "object": "video", "status": "queued", "progress": 0}
        self.films[film["id"]] = film | wish
        return web.json_response(film)

    async def state(self, request: web.Request) -> web.Response:
        film = self.films[request.match_info["id"]]
        film |= {"status": "completed" if film["progress"] else "in_progress"}
        film["progress"] = 100 if film["progress"] else 40
        if "refused" in film["prompt"]:
            film |= {"status": "failed", "error": {"code": "moderation_blocked", "message": "Not this."}}
        return web.json_response(film)

    async def film(self, request: web.Request) -> web.Response:
        film = self.films[request.match_info["id"]]
        data = b"\0\0\0\x18ftypisom\0\0\2\0isommp41" + film["prompt"].encode()
        return web.Response(body=data, content_type="video/mp4")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outside() -> AsyncGenerator[Outside]:
    found, app = Outside(), web.Application()
    app.router.add_get("/tern", found.page)
    app.router.add_post("/hook", found.hook)
    app.router.add_get("/v1/models", found.models)
    app.router.add_post("/v1/images/generations", found.draw)
    app.router.add_post("/v1/videos", found.order)
    app.router.add_get("/v1/videos/{id}", found.state)
    app.router.add_get("/v1/videos/{id}/content", found.film)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    found.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield found
    await runner.cleanup()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def dictionary() -> AsyncGenerator[McpHost]:
    async with open_mcp() as host:
        yield host


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

    def plan(self, request: Request) -> Plan:
        if not request.text.startswith("Use all of them"):
            return Answer("That was not asked of me.")  # another run that a tool has begun
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
    tmp_path_factory: pytest.TempPathFactory,
    sqlite_template: Path,
    script: Script,
    outside: Outside,
    dictionary: McpHost,
) -> AsyncGenerator[Browser]:
    settings = copied_settings(tmp_path_factory.mktemp("studio"), sqlite_template)
    hosts = [outside.url.removeprefix("http://"), dictionary.place]
    settings = settings.model_copy(update={"allow_private_hosts": hosts})
    driver = OfflineDriver([Playbook("test", (Skill("all", lambda request: 1.0, script.plan),))])
    # The page stands on this machine, where no page may be read from outside a test.
    port = int(outside.url.rpartition(":")[2])
    as_outside = patch.object(target, "permits", lambda *_, **__: True)
    at_once = patch.object(films, "ASK_EVERY_S", 0.01)
    with as_outside, at_once, patch.object(target, "CONTENT_PORTS", {port}):
        async with serve(settings, {"offline": driver}) as browser:
            await prepare(browser, outside)
            await connect_server(browser, dictionary)
            yield browser


async def prepare(browser: Browser, outside: Outside) -> None:
    await browser.set_up()
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": []}
    await ok(browser, "POST", "/api/projects", {"name": "Birds", "start": start})
    await ok(browser, "POST", "/api/entity-types", {"slug": "bird", "name": "Bird", "fields": FIELDS})
    hook = {"provider": "webhook", "name": "Blog", "url": f"{outside.url}/hook", "secret": "whisper"}
    await ok(browser, "POST", "/api/publish-destinations", hook)
    form = aiohttp.FormData()
    form.add_field("file", b"# Terns\n\nTerns breed in the north.\n", filename="terns.md")
    headers = {"X-CSRF-Token": browser.csrf}
    async with browser.http.post(f"{browser.url}/api/documents", data=form, headers=headers) as answer:
        assert answer.status == 201, await answer.text()
    host = {"kind": "image", "providerId": "openai-compatible", "fields": {"videoModel": "tiny-film"}}
    host |= {"baseUrl": f"{outside.url}/v1", "apiKey": "k"}
    await ok(browser, "POST", "/api/ai/credentials", host)
    skill = {"slug": "counting", "name": "Counting", "description": "How we count", "body": "At dawn."}
    await ok(browser, "POST", "/api/skills", skill)


async def connect_server(browser: Browser, host: McpHost) -> None:
    """Connect an outside server and accept its tools."""
    path, given = "/api/connections/mcp", {"name": "Dictionary", "url": host.url}
    server = (await ok(browser, "POST", path, given))["server"]
    offered = await ok(browser, "GET", f"{path}/{server['id']}/tools")
    words = [{"name": one["name"], "sha256": one["sha256"]} for one in offered]
    await ok(browser, "POST", f"{path}/{server['id']}/tools", {"tools": words})


async def ended_run(browser: Browser) -> dict[str, Any]:
    """Return a piece of long work that has ended, with its first step."""
    bird = await ok(browser, "POST", "/api/entities", {"typeSlug": "bird", "title": "Skua"})
    begun = await ok(browser, "POST", f"/api/entities/{bird['id']}/fill", {"fields": ["note"]})

    async def is_over() -> bool:
        return bool((await ok(browser, "GET", f"/api/runs/{begun['runId']}"))["run"]["endedAt"])

    await until(is_over)
    (first, *_) = (await ok(browser, "GET", f"/api/runs/{begun['runId']}"))["steps"]
    return {"runId": begun["runId"], "nodeId": first["key"]}


FIELDS = [{"key": "span", "type": "number"}, {"key": "note", "type": "longText"}]
AGENT = {"slug": "all", "name": "All", "config": {"toolGroups": GROUPS, "limits": {"maxRounds": 40}}}
FIELD = {"op": "addField", "field": {"key": "eggs", "type": "number"}}


def steps(word: str, page: str) -> list[tuple[str, dict[str, Any]]]:
    """Return calls of all groups; `$tool.path` is a value of what an earlier one answered."""
    bird, other = "$createEntity.id", "$batchCreateEntities.entities.0.id"
    return [
        (
            "createEntity",
            {"typeSlug": "bird", "title": f"Tern {word}", "fields": {"span": 98, "note": "Far."}},
        ),
        (
            "batchCreateEntities",
            {"items": [{"typeSlug": "bird", "title": f"Gull {word}", "fields": {"span": 90}}]},
        ),
        ("updateEntity", {"entityId": bird, "fields": {"span": 97}}),
        ("batchUpdateEntities", {"items": [{"entityId": other, "fields": {"span": 91}}]}),
        ("createRelation", {"sourceId": bird, "targetId": other, "kind": "chases"}),
        ("batchCreateRelations", {"items": [{"sourceId": other, "targetId": bird, "kind": "fears"}]}),
        ("getEntity", {"entityId": bird, "include": ["relations"]}),
        ("searchEntities", {"query": word}),
        (
            "submitResponse",
            {"entityId": bird, "fieldKey": "span", "value": 96, "citations": [{"entityId": bird}]},
        ),
        ("webSearch", {"query": "arctic tern"}),
        ("fetchPage", {"url": page}),
        ("analyzeEntity", {"entityId": bird, "question": "Who chases whom?"}),
        ("compareEntities", {"entityIds": [bird, other]}),
        ("scoreEntities", {"entityIds": [bird, other], "rubric": [{"key": "span"}]}),
        ("assessEntity", {"entityId": bird}),
        ("createPlan", {"goal": f"Count {word}", "steps": ["Go out", "Count"]}),
        ("prioritizeEntities", {"typeSlug": "bird", "method": "custom", "weights": {"span": 1}}),
        ("getWorkflowStatus", {}),
        ("remember", {"content": f"Terns are counted in {word}.", "kind": "insight"}),
        ("addCorrection", {"content": f"Terns of {word} are written small."}),
        ("addLesson", {"content": f"Terns of {word} are counted at dawn."}),
        ("loadSkill", {"slug": "counting"}),
        ("triggerWorkflow", {"workflowSlug": "heartbeat", "input": {"agent": "analyst"}}),
        ("retryNode", {"runId": "$ended.runId", "nodeId": "$ended.nodeId"}),
        ("retrySession", {"sessionId": "$ended.runId"}),
        ("getUsageStats", {}),
        ("createEntityType", {"slug": f"nest-{word}", "name": f"Nest {word}", "fields": []}),
        (
            "updateEntityTypeSchema",
            {"typeSlug": f"nest-{word}", "operations": [FIELD], "expectedVersion": 1},
        ),
        ("createEntityType", {"slug": f"gone-{word}", "name": "Gone", "fields": []}),
        ("deleteEntityType", {"typeSlug": f"gone-{word}", "confirmSlug": f"gone-{word}"}),
        (
            "updateAgentConfig",
            {"agentSlug": "editor", "patch": {"limits": {"maxRounds": 6}}, "note": f"For {word}"},
        ),
        ("updateFieldConfig", {"typeSlug": "bird", "fieldKey": "note", "patch": {"label": f"Note {word}"}}),
        ("generateImage", {"prompt": f"a tern over the sea {word}", "size": "1024x1024"}),
        (
            "processImage",
            {
                "assetId": "$generateImage.assets.0.id",
                "operations": [
                    {"op": "crop", "x": 10, "y": 10, "width": 600, "height": 400},
                    {"op": "resize", "width": 300},
                    {"op": "convert", "format": "png"},
                ],
            },
        ),
        ("generateVideo", {"prompt": f"a tern that flies {word}"}),
        ("manageTasks", {"action": "create", "title": f"Ring {word}"}),
        ("getTaskStatus", {"taskId": "$manageTasks.id"}),
        ("searchDocuments", {"query": "terns"}),
        ("readDocument", {"documentId": "$searchDocuments.0.documentId"}),
        ("manageView", {"action": "create", "slug": f"v-{word}", "name": f"View {word}", "kind": "table"}),
        ("listViews", {}),
        ("getView", {"slug": f"v-{word}"}),
        ("list_models", {}),
        ("fetchArtifactTopics", {}),
        ("listDestinations", {}),
        ("listMcpTools", {}),
        (
            "callMcpTool",
            {"serverName": "dictionary", "toolName": "look_up", "arguments": {"query": f"tern {word}"}},
        ),
        ("publishContent", {"connection": "Blog", "entityId": bird, "status": "publish"}),
    ]


async def test_every_group_has_its_tools_and_those_of_the_spec_by_name(owner: Browser) -> None:
    groups = owner.studio.registry.groups()
    assert [one for one in GROUPS if not groups.get(one)] == []
    assert [one for one in BY_NAME if one not in owner.studio.registry] == []


async def looked_at(owner: Browser, word: str, known: dict[str, Any], dictionary: McpHost) -> None:
    """Read back through other doors what the calls have done."""
    assert ("look_up", {"query": f"tern {word}"}) in dictionary.called
    assert "a small bird" in json.dumps(known["callMcpTool"])
    (offer,) = known["listMcpTools"]["servers"]
    assert {one["name"] for one in offer["tools"]} == {"look_up", "post"}
    pages = [page async for page in pages_of(owner)]
    assert f"about-{word}" in pages
    bird = await ok(owner, "GET", f"/api/entities/{known['createEntity']['id']}")
    # A program's answer to a field waits for a person.
    assert (bird["title"], bird["fields"]["span"]) == (f"Tern {word}", 97 if word == "mcp" else 96)
    other = known["batchCreateEntities"]["entities"][0]["id"]
    gull = await ok(owner, "GET", f"/api/entities/{other}")
    assert (gull["title"], gull["fields"]["span"], gull["version"]) == (f"Gull {word}", 91, 2)
    (answer,) = await ok(owner, "GET", f"/api/entities/{bird['id']}/responses")
    assert (answer["fieldKey"], answer["value"]) == ("span", 96)
    kinds = await ok(owner, "GET", "/api/entity-types")
    labels = {one["label"] for kind in kinds for one in kind["definition"]["fields"]}
    assert f"Note {word}" in labels
    kinds = {one["definition"]["slug"]: one for one in await ok(owner, "GET", "/api/entity-types")}
    assert [one["key"] for one in kinds[f"nest-{word}"]["definition"]["fields"]] == ["eggs"]
    assert f"gone-{word}" not in kinds
    beats = await ok(owner, "GET", "/api/heartbeats/beats?agent=analyst")
    assert beats, "a beat that had nothing to do is kept"
    for again in ("retryNode", "retrySession"):
        assert (await ok(owner, "GET", f"/api/runs/{known[again]['runId']}"))["run"]["id"]
    assert known["loadSkill"]["body"] == "At dawn."
    proposals = {one["id"] for one in await ok(owner, "GET", "/api/proposals")}
    assert known["updateAgentConfig"]["proposalId"] in proposals
    near = await ok(owner, "GET", f"/api/entities/{bird['id']}/graph")
    assert {one["kind"] for one in near["relations"]} == {"chases", "fears"}
    assert "The tern flies far." in known["fetchPage"]["text"]
    assert {one["slug"] for one in await ok(owner, "GET", "/api/views")} >= {f"v-{word}"}
    titles = {one["title"] for one in (await ok(owner, "GET", "/api/tasks"))}
    assert titles >= {f"Count {word}", "Go out", f"Ring {word}"}
    film = known["generateVideo"]
    assert (film["format"], film["model"]) == ("mp4", "tiny-film")
    (project,) = await ok(owner, "GET", "/api/projects")
    path = f"/api/projects/{project['id']}/media/{film['id']}"
    assert (await ok(owner, "GET", path))["alt"] == f"a tern that flies {word}"
    made = known["processImage"]
    assert (made["dimensions"], made["format"]) == ("300x200", "png")
    (sent,) = await ok(owner, "GET", f"/api/entities/{bird['id']}/publications")
    assert (sent["destination"], sent["externalId"], sent["status"]) == ("Blog", "post-1", "publish")
    kept = await ok(owner, "GET", "/api/memory")
    said = {one["content"] for one in (kept["memories"] if isinstance(kept, dict) else kept)}
    assert {one for one in said if f" {word}" in one} == {
        f"Terns are counted in {word}.",
        f"Terns of {word} are written small.",
        f"Terns of {word} are counted at dawn.",
    }


async def pages_of(owner: Browser) -> AsyncGenerator[str]:
    """Return the addresses of the project's pages, also of those that wait for a person's yes."""
    (project,) = await ok(owner, "GET", "/api/projects")
    waiting = [one["branch"] for one in await ok(owner, "GET", "/api/proposals") if one.get("branch")]
    for branch in ("", *waiting):
        site = await ok(
            owner, "GET", f"/api/projects/{project['id']}/site{f'?ref={branch}' if branch else ''}"
        )
        for page in site["pages"]:
            yield page["slug"]


async def test_each_is_called_by_chat_and_its_effect_is_read_back(
    owner: Browser, script: Script, outside: Outside, dictionary: McpHost
) -> None:
    await ok(owner, "POST", "/api/agents", AGENT)
    page = f"{outside.url}/tern"
    handed = {"agentSlug": "analyst", "task": "Say what you were asked."}
    every = [*steps("chat", page), ("addPage", {"title": "About chat"}), ("delegateToAgent", handed)]
    script.known, script.failed = {"ended": await ended_run(owner)}, {}
    (project,) = await ok(owner, "GET", "/api/projects")
    asked = {"message": f"Use all of them; the page is {page}", "agent": "all", "projectId": project["id"]}
    run = ""

    async def is_over() -> bool:
        for one in await ok(owner, "GET", "/api/approvals?status=pending"):
            answer = {"decision": "approved"}
            await ok(owner, "POST", f"/api/actions/{one['id']}/tool-approval", answer)
        return (await ok(owner, "GET", f"/api/runs/{run}"))["run"]["status"] in ("completed", "failed")

    for script.steps in (every[:25], every[25:]):  # a turn has forty rounds at most
        events = await owner.lines("POST", "/api/ai/chat/workspace", asked)
        run = events[0]["runId"]
        await until(is_over)
    assert script.failed == {}
    await looked_at(owner, "chat", script.known, dictionary)
    assert {"addPage", "delegateToAgent"} <= set(script.known)
    (child,) = (await ok(owner, "GET", f"/api/runs?parent={run}&agent=analyst"))["runs"]
    assert (child["title"], child["status"]) == ("Say what you were asked.", "completed")
    headers, body = outside.got[-1]
    mark = headers["X-Studio-Timestamp"].encode() + b"." + body
    sign = hmac.new(b"whisper", mark, hashlib.sha256).hexdigest()
    assert headers["X-Studio-Signature"] == f"v1={sign}"
    assert json.loads(body)["content"]["title"] == "Tern chat"
    (place,) = await ok(owner, "GET", "/api/publish-destinations")
    (sent,) = await ok(owner, "GET", f"/api/publish-destinations/{place['id']}/publications")
    assert (sent["title"], sent["destination"]) == ("Tern chat", "Blog")
    await ok(owner, "POST", f"/api/publish-destinations/{place['id']}/test")
    assert json.loads(outside.got[-1][1])["event"] == "connection.test"


async def say_yes_in_the_inbox(owner: Browser, asked: dict[str, dict[str, Any]]) -> None:
    """Find what programs ask in the inbox, with nothing done yet, and approve it there."""
    kinds = [one["definition"]["slug"] for one in await ok(owner, "GET", "/api/entity-types")]
    assert "gone-mcp" in kinds, "nothing is done before somebody says yes"
    inbox = {one["id"]: one for one in await ok(owner, "GET", "/api/inbox") if one["isWaiting"]}
    for one in asked.values():
        assert inbox[one["approvalId"]]["runId"] == one["runId"]
        path = f"/api/actions/{one['approvalId']}/tool-approval"
        await ok(owner, "POST", path, {"decision": "approved"})

    async def all_ended() -> bool:
        runs = [await ok(owner, "GET", f"/api/runs/{one['runId']}") for one in asked.values()]
        return all(each["run"]["endedAt"] for each in runs)

    await until(all_ended)


async def test_each_is_called_by_mcp_and_its_effect_is_read_back(
    owner: Browser, outside: Outside, dictionary: McpHost
) -> None:
    known, failed = dict[str, Any](ended=await ended_run(owner)), dict[str, Any]()
    asked: dict[str, dict[str, Any]] = {}
    async with connect(f"{owner.url}/mcp/birds/workspace", await make_key(owner, "admin")) as caller:
        names = {one.name for one in (await caller.client.list_tools()).tools}
        assert names >= {name for name, _ in steps("", "")} | {"agent_handoff_prompt"}
        for tool, given in steps("mcp", f"{outside.url}/tern"):
            result = await caller.client.call_tool(tool, filled(given, known))
            said = json.loads(next(getattr(one, "text", "{}") for one in result.content))
            if result.is_error:
                failed[tool] = said["error"]
                continue
            known[tool] = said.get("result", said)
            if isinstance(known[tool], dict) and known[tool].get("status") == "waiting":
                asked[tool] = known[tool]
        assert set(asked) == {"updateFieldConfig", "publishContent", "deleteEntityType"}
        again = next(given for tool, given in steps("mcp", "") if tool == "deleteEntityType")
        refused = await caller.client.call_tool("deleteEntityType", again)
        assert refused.is_error, "the same question is asked once"
        await say_yes_in_the_inbox(owner, asked)
        for tool, one in asked.items():
            looked = await caller.client.call_tool("getWorkflowStatus", {"runId": one["runId"]})
            assert '"completed"' in str(looked.content), (tool, looked.content)
        refused = await caller.client.call_tool("generateVideo", {"prompt": "what is refused"})
        assert (refused.is_error, "Not this." in str(refused.content)) == (True, True), refused.content
        told = await caller.client.call_tool("agent_handoff_prompt", {"goal": "Count the terns"})
        assert "Count the terns" in str(told.content)
        assert "Ring mcp" in str(told.content)
    async with connect(f"{owner.url}/mcp/birds/site", await make_key(owner, "admin")) as caller:
        made = await caller.client.call_tool("addPage", {"title": "About mcp"})
        assert not made.is_error, made
    assert failed == {}
    await looked_at(owner, "mcp", known, dictionary)


RIGHTS = (
    "role",
    "roles",
    "roleid",
    "permission",
    "permissions",
    "connectionid",
    "apikey",
    "scopes",
    "password",
)


def names_in(schema: Any) -> set[str]:
    """Return every name of a property in a schema, also of those below."""
    if isinstance(schema, list):
        return {name for one in schema for name in names_in(one)}
    if not isinstance(schema, dict):
        return set()
    own = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return own | {name for one in schema.values() for name in names_in(one)}


async def test_no_tool_but_the_one_that_proposes_takes_rights_as_its_input(owner: Browser) -> None:
    takes = {
        spec.name: found
        for spec in owner.studio.registry
        if (found := {n for n in names_in(spec.input_schema) if n.lower().replace("_", "") in RIGHTS})
    }
    assert takes == {}
    tools = {
        spec.name
        for spec in owner.studio.registry
        if names_in(spec.input_schema) & {"toolGroups", "customTools"}
    }
    assert tools == {"updateAgentConfig"}
