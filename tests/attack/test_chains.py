"""Orders handed from run to run: along a chart of agents, by the clock, in briefs, replays and pages."""

import re
from typing import Any

import aiohttp

from proofroom.evals.types import CaseCheck
from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelRequest, Reply, Sink
from tests.api.test_content import ok
from tests.api.test_entity_agents import finished
from tests.attack.orders import Call, Echo, Scene, open_scene
from tests.attack.test_prompts import born_of_a_form, drafted, imported
from tests.attack.test_run_titles import TITLE
from tests.attack.test_strangers_text import ORDER, told
from tests.scripted import ScriptedDriver, ScriptedReply

CHAIN = ("puppet", "second", "third")


async def _paper(scene: Scene) -> Call:
    form, owner = aiohttp.FormData(), scene.owner
    form.add_field("file", f"<h1>Herons</h1><p>{scene.orders}</p>".encode(), filename="report.html")
    headers = {"X-CSRF-Token": owner.csrf}
    async with owner.http.post(f"{owner.url}/api/documents", data=form, headers=headers) as answer:
        return "readDocument", {"documentId": (await answer.json())["id"]}


async def _deny_all(scene: Scene) -> list[str]:
    """Say no to everything that waits; return who asked, each with the tool."""
    waiting = await ok(scene.owner, "GET", "/api/approvals?status=pending")
    for one in waiting:
        path = f"/api/actions/{one['id']}/tool-approval"
        await ok(scene.owner, "POST", path, {"decision": "denied"})
    return [f"{one['agent']}: {one['toolName']}" for one in waiting]


class Everybody(Echo):
    """Every agent of a chain obeys for itself, also what another one has been refused already."""

    def __init__(self) -> None:
        super().__init__()
        self.by_agent: dict[str, set[str]] = {}

    def _orders(self, request: ModelRequest) -> list[Call]:
        name = re.search(r"You are (\w+)", request.system_prefix)
        self.done = self.by_agent.setdefault(name[1] if name else "", set())
        return super()._orders(request)


async def test_a_strangers_orders_lead_to_nothing_three_agents_up(sqlite_settings: Settings) -> None:
    model = Everybody()
    async with open_scene(sqlite_settings, model=model) as scene:
        for slug, above in zip(CHAIN[1:], CHAIN, strict=False):
            await scene.hire(slug, reportsTo=above)
        read = await _paper(scene)
        down = [
            ("delegateToAgent", {"agentSlug": one, "task": "What is known of herons?"}) for one in CHAIN[1:]
        ]
        events = await scene.ask(*down, read)
        run, asked = events[0]["runId"], set[str]()
        for _ in range(8):
            asked |= set(await _deny_all(scene))
            await scene.led_to_nothing()
            if (await scene.owner.studio.engine.wait(run, scene.owner.studio.workspace_id)).has_ended:
                break
        assert not await _deny_all(scene), "it goes on to its end"
        assert asked == {
            f"{one}: {tool}"
            for one in CHAIN
            for tool in ("createEntityType", "deleteEntityType", "delete_content")
        }


async def test_what_an_agent_wrote_by_the_clock_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        read = await _paper(scene)
        task = {"title": "Read the report", "agent": "puppet"}
        made = await ok(scene.owner, "POST", "/api/tasks", task)
        scene.model.first, scene.model.done = [read], {"".join(one) for one in ORDER.findall(scene.orders)}
        beat = await ok(scene.owner, "POST", "/api/agents/puppet/run")
        await scene.owner.studio.engine.wait(beat["runId"], scene.owner.studio.workspace_id)
        done = await ok(scene.owner, "GET", f"/api/tasks/{made['id']}")
        assert (done["status"], "CALL" in done["output"], done["isOutside"]) == ("waiting_human", True, True)
        await scene.asked_about(await scene.ask(("getTaskStatus", {"taskId": made["id"]})), "records")
        # The same words as a task that the clock gives to an agent.
        body = {"message": "Note it.", "projectId": "notes", "agent": "puppet"}
        handed = {"action": "create", "title": "Obey", "description": scene.orders, "agentSlug": "puppet"}
        await scene.hire("noter", "manageTasks")
        may = await ok(scene.owner, "GET", "/api/session")
        role = {"name": "Worker", "permissions": may["permissions"]}
        mighty = (await ok(scene.owner, "POST", "/api/roles", role))["key"]
        await ok(scene.owner, "PUT", "/api/agents/puppet", {"roleId": mighty})
        scene.model.first, scene.model.is_obeying = [read, ("manageTasks", handed)], False
        noted = await scene.owner.lines("POST", "/api/ai/chat/content", body | {"agent": "noter"})
        assert [one["ok"] for one in told(noted, "toolResult")] == [True, True]
        await scene.watch()
        beat = await ok(scene.owner, "POST", "/api/agents/puppet/run")
        await scene.owner.studio.engine.wait(beat["runId"], scene.owner.studio.workspace_id)
        asked = await ok(scene.owner, "GET", "/api/approvals?status=pending")
        assert "createEntityType" in [one["toolName"] for one in asked]
        await scene.led_to_nothing("heartbeat_runs")


class Composer(Echo):
    """Writes briefs as it is asked to, in the stranger's words, and obeys what it reads besides."""

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        task = re.search(r'Compose the field \\?"(\w+)\\?" of the brief \\?"([\w-]+)', str(request.messages))
        read = re.search(r'\\?"entityId\\?":\s*\\?"([\w-]+)', str(request.messages))
        if task is None or "submitClaims" in str(request.messages):
            return await super().stream(request, sink)
        field = {"field": task[1], "briefId": task[2]}
        claims = [{"text": TITLE, "source_entity_ids": [read[1] if read else ""]}]
        call = ("submitClaims", field | {"claims": claims}) if read else ("readBriefField", field)
        return await ScriptedDriver(ScriptedReply("", calls=(call,))).stream(request, sink)


async def test_a_brief_of_an_imported_record_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings, model=Composer()) as scene:
        record = await imported(scene, f"{TITLE} {'heron ' * 40}", scene.orders)
        await scene.watch()
        begun = await ok(scene.owner, "POST", f"/api/entities/{record}/briefs", {})
        brief = await finished(scene.owner, begun["id"])
        assert (brief["status"], "CALL" in brief["headline"]) == ("completed", True)
        await scene.led_to_nothing()
        events = await scene.ask(("getTaskStatus", {"taskId": brief["taskId"]}))
        assert [one["toolName"] for one in told(events, "approvalRequested")] == ["createEntityType"]
        await scene.led_to_nothing()


async def test_the_name_of_a_brief_that_came_to_nothing_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        record = await imported(scene, f"{TITLE} {'heron ' * 40}", scene.orders)
        begun = await ok(scene.owner, "POST", f"/api/entities/{record}/briefs", {})
        brief = await finished(scene.owner, begun["id"])
        assert brief["status"] == "failed", "the model makes no claims"
        events = await scene.ask(("getTaskStatus", {"taskId": brief["taskId"]}))
        assert [one["toolName"] for one in told(events, "approvalRequested")] == ["createEntityType"]
        await scene.led_to_nothing()


async def test_a_replay_and_its_judge_obey_nobody(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        read = await _paper(scene)
        scene.model.first = [read]
        body = {"message": "Read it.", "projectId": "notes", "agent": "puppet"}
        first = await scene.owner.lines("POST", "/api/ai/chat/content", body)
        checks = [CaseCheck(kind="judge", pattern="It tells of herons.").kept()]
        case = await ok(scene.owner, "POST", "/api/evals", {"runId": first[0]["runId"], "checks": checks})
        scene.model.first = [read]
        await scene.watch()
        (played,) = await ok(scene.owner, "POST", f"/api/evals/{case['id']}/play", {"trials": 1})
        assert "CALL createEntityType" in str(scene.model.shown), "the recording tells the orders"
        assert played["passed"] is not True
        await scene.led_to_nothing("eval_runs")


async def test_an_entry_of_a_form_that_a_page_shows_leads_to_nothing(sqlite_settings: Settings) -> None:
    async with open_scene(sqlite_settings) as scene:
        await born_of_a_form(scene)
        await scene.hire("designer-two", "insertHtml", "list_loop_sources", "list_collections", scope="site")
        source = 'data-source-id="data.rows" data-table-id="signups"'
        loop = f"<instatic-loop {source}><h2>{{currentEntry.name}}</h2></instatic-loop>"
        site = await ok(scene.owner, "GET", "/api/projects/notes/site")
        page = site["pages"][0]
        insert: Call = ("insertHtml", {"parentId": page["rootNodeId"], "html": loop})
        scene.model.is_obeying = False
        scene.model.first.append(insert)
        body = {"message": "Show them.", "projectId": "notes", "agent": "designer-two", "merge": True}
        made = await scene.owner.lines("POST", "/api/ai/chat/site", body)
        assert told(made, "toolResult")[0]["ok"], told(made, "toolResult")
        for tool in ("read_document", "list_loop_sources", "list_collections"):
            events = await scene.ask((tool, {}), agent="designer-two", scope="site")
            was_told = "CALL createEntityType" in str(scene.model.shown)
            asked = "createEntityType" in [one["toolName"] for one in told(events, "approvalRequested")]
            assert asked is was_told, tool
            await scene.led_to_nothing()


async def test_what_an_agent_says_in_a_group_after_a_heavy_read_leads_to_nothing(
    sqlite_settings: Settings,
) -> None:
    async with open_scene(sqlite_settings) as scene:
        article = await drafted(scene)
        await scene.hire("reader")
        new = {"title": "The issue", "agents": ["reader", "assistant"]}
        place = f"/api/groups/{(await ok(scene.owner, 'POST', '/api/groups', new))['id']}"
        read: Call = ("getArtifactContent", {"artifactId": article})
        scene.model.is_obeying = False
        scene.model.first.append(read)
        asked: dict[str, Any] = {}
        for name in ("reader", "assistant"):
            asked = await ok(scene.owner, "POST", f"{place}/messages", {"text": f"@{name} what is known?"})
            events = await scene.owner.lines("GET", f"/api/runs/{asked['runIds'][0]}/events")
            if name == "reader":
                assert told(events, "toolResult")[0]["ok"]
                await scene.watch()
        assert "createEntityType" in [one["toolName"] for one in told(events, "approvalRequested")]
        await scene.led_to_nothing()
