"""An agent fills in fields of a record; tools of every group do what they say, and none raises rights."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from proofroom.agents import Roster
from proofroom.agents.filling import Filling
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import RunId
from proofroom.runtime import Asker
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.conftest import copied_settings

pytestmark = pytest.mark.asyncio(loop_scope="module")

GROUPS = [
    "entity",
    "web",
    "analysis",
    "assessment",
    "planning",
    "workflow",
    "memory",
    "admin",
    "media",
    "tasks",
    "documents",
    "views",
    "content",
    "site",
    "articles",
]
NAMED = [
    "getTaskStatus",
    "delegateToAgent",
    "searchEntities",
    "getEntity",
    "createEntity",
    "updateEntity",
    "batchCreateEntities",
    "batchUpdateEntities",
    "createRelation",
    "batchCreateRelations",
    "searchDocuments",
    "readDocument",
    "webSearch",
    "analyzeEntity",
    "compareEntities",
    "scoreEntities",
    "assessEntity",
    "createPlan",
    "prioritizeEntities",
    "getWorkflowStatus",
    "triggerWorkflow",
    "retryNode",
    "remember",
    "addCorrection",
    "addLesson",
    "getUsageStats",
    "updateFieldConfig",
    "updateEntityTypeSchema",
    "deleteEntityType",
    "updateAgentConfig",
    "manageView",
    "listViews",
    "getView",
    "generateImage",
    "manageTasks",
    "retrySession",
    "submitResponse",
    "loadSkill",
]
PAPER = "# Paper\n\nThe cost of repair is 4.2 million over two years. The tunnel was built in 1936.\n"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def studio(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> AsyncGenerator[Browser]:
    async with serve(copied_settings(tmp_path_factory.mktemp("studio"), sqlite_template)) as browser:
        await browser.set_up()
        yield browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tunnel(studio: Browser) -> str:
    fields = [
        {"key": "cost", "label": "Cost of repair", "review": True},
        {"key": "built", "label": "Tunnel built", "type": "number", "dependsOn": ["cost"]},
        {"key": "mood", "label": "Zeitgeist"},
    ]
    await ok(studio, "POST", "/api/entity-types", {"slug": "tunnel", "name": "Tunnel", "fields": fields})
    made = await ok(studio, "POST", "/api/entities", {"typeSlug": "tunnel", "title": "Kavak"})
    form = aiohttp.FormData()
    form.add_field("file", PAPER.encode(), filename="paper.md")
    form.add_field("entity", made["id"])
    headers = {"X-CSRF-Token": studio.csrf}
    place = f"{studio.url}/api/documents?entity={made['id']}"
    async with studio.http.post(place, data=form, headers=headers) as answer:
        assert answer.status == 201, await answer.text()
    return str(made["id"])


async def use(studio: Browser, name: str, given: dict[str, Any]) -> Any:
    told = await ok(studio, "GET", "/api/session")
    asker = Asker(told["workspace"]["id"], told["person"]["id"])
    return await studio.studio.direct.use(asker, None, name, given)


async def test_empty_fields_are_filled_with_what_says_so_and_wait_where_the_type_says(
    studio: Browser, tunnel: str
) -> None:
    begun = await ok(studio, "POST", f"/api/entities/{tunnel}/fill", {})
    assert begun["fields"] == ["cost", "built", "mood"]
    assert begun["rule"] == "first"
    await studio.studio.engine.wait(RunId(begun["runId"]), studio.studio.workspace_id)
    name = (await ok(studio, "GET", f"/api/runs/{begun['runId']}"))["run"]["title"]
    children = (await ok(studio, "GET", f"/api/runs?parent={begun['runId']}"))["runs"]
    assert {one["title"] for one in children} == {f"{name}: {key}" for key in begun["fields"]}
    answers = {one["fieldKey"]: one for one in await ok(studio, "GET", f"/api/entities/{tunnel}/responses")}
    assert set(answers) == {"cost", "built"}, "what nothing says stays empty"
    (tried,) = await ok(studio, "GET", f"/api/entities/{tunnel}/fill")
    assert (tried["fieldKey"], tried["agent"], tried["runId"]) == ("mood", begun["agent"], begun["runId"])
    cost = answers["cost"]
    assert (cost["status"], cost["citations"][0]["quote"]) == (
        "proposed",
        "The cost of repair is 4.2 million over two years.",
    )
    assert 0.5 <= cost["confidence"] <= 0.9
    # What was read in a document may be somebody else's words: it waits, whatever the type says.
    assert (answers["built"]["value"], answers["built"]["status"]) == (1936, "proposed")
    assert (await ok(studio, "GET", f"/api/entities/{tunnel}"))["fields"] == {}
    said = {"kind": "response", "id": cost["id"], "rating": "down", "comment": "Say the currency."}
    word = await ok(studio, "PUT", "/api/feedback", said)
    assert (word["responseId"], word["entityId"], word["sourceType"]) == (cost["id"], tunnel, "response")
    assert word["agent"] == begun["agent"]
    assert [one["id"] for one in await ok(studio, "GET", f"/api/feedback?entityId={tunnel}")] == [word["id"]]
    assert (await studio.call("PUT", "/api/feedback", said | {"id": tunnel}))[0] == 404
    assert (await studio.call("PUT", "/api/feedback", said | {"kind": "observation"}))[0] == 400
    await ok(studio, "DELETE", f"/api/feedback/response/{cost['id']}")
    await ok(studio, "POST", f"/api/responses/{cost['id']}/decision", {"decision": "approve"})
    assert "4.2 million" in (await ok(studio, "GET", f"/api/entities/{tunnel}"))["fields"]["cost"]


async def test_a_second_press_gets_the_run_that_is_at_it_already(studio: Browser, tunnel: str) -> None:
    path = f"/api/entities/{tunnel}/fill"
    filling, by = studio.studio.get(Filling), await studio.studio.operator()
    at_once = await asyncio.gather(*(filling.begin(by, tunnel, ["mood"]) for _ in range(4)))
    assert len({run_id for run_id, _, _ in at_once}) == 1
    await studio.studio.engine.wait(at_once[0][0], studio.studio.workspace_id)
    later = await ok(studio, "POST", path, {"fields": ["mood"]})
    again = await ok(studio, "POST", path, {"fields": ["mood"]})
    assert at_once[0][0] != later["runId"] == again["runId"]
    await studio.studio.engine.wait(RunId(later["runId"]), studio.studio.workspace_id)


async def test_who_fills_in_is_named_or_of_the_type_or_the_workspaces_or_the_first(
    studio: Browser, tunnel: str
) -> None:
    filling, here = studio.studio.get(Filling), studio.studio.workspace_id
    assert (await filling.choose(here, "analyst", "researcher")).rule == "named"
    of_type = await filling.choose(here, None, "researcher")
    assert (of_type.rule, of_type.agent.record.slug) == ("type", "researcher")
    await ok(studio, "PUT", "/api/agents/first", {"slug": "analyst"})
    chosen = await filling.choose(here, None, None)
    assert (chosen.rule, chosen.agent.record.slug) == ("workspace", "analyst")
    await ok(studio, "PUT", "/api/agents/analyst", {"enabled": False})
    assert (await filling.choose(here, None, None)).rule == "first"
    status, told = await studio.call("POST", f"/api/entities/{tunnel}/fill", {"agent": "analyst"})
    assert status == 400, told
    await ok(studio, "PUT", "/api/agents/analyst", {"enabled": True})
    await ok(studio, "PUT", "/api/agents/first", {"slug": None})


async def test_every_group_has_tools_and_those_of_the_contract_are_there_by_name(studio: Browser) -> None:
    known = {spec.name: spec.group for spec in studio.studio.registry}
    assert set(GROUPS) <= set(known.values())
    assert set(NAMED) <= set(known)


async def test_long_work_is_begun_looked_at_and_done_again_by_tools(studio: Browser, tunnel: str) -> None:
    asked = {"workflowSlug": "fill", "entityId": tunnel, "input": {"fields": ["mood"]}}
    begun = (await use(studio, "triggerWorkflow", asked)).output.data
    await studio.studio.engine.wait(RunId(begun["runId"]), studio.studio.workspace_id)
    seen = (await use(studio, "getWorkflowStatus", {"runId": begun["runId"]})).output.data
    assert (seen["status"], seen["workflowSlug"]) == ("completed", "fill")
    again = (
        await use(studio, "retryNode", {"runId": begun["runId"], "nodeId": seen["nodes"][0]["id"]})
    ).output.data
    assert again["runId"] != begun["runId"]
    listed = (await use(studio, "getWorkflowStatus", {"workflowSlug": "fill"})).output.data
    assert {begun["runId"], again["runId"]} <= {one["runId"] for one in listed["runs"]}


async def test_no_tool_lets_an_agent_raise_rights(studio: Browser) -> None:
    """No tool takes a role, a connection or a permission; changes of agents only wait for a person."""
    roster, here = studio.studio.get(Roster), studio.studio.workspace_id
    forbidden = {
        "role",
        "roleid",
        "role_id",
        "permissions",
        "connectionid",
        "connection_id",
        "externalagentid",
    }
    registry = list(studio.studio.registry)
    assert {one["name"] for one in await ok(studio, "GET", "/api/tools")} == {one.name for one in registry}
    for spec in registry:
        assert not forbidden & set(_names(spec.input_schema)), spec.name
        asked = str(spec.permission or "")
        assert not asked.startswith(("users.", "keys.", "roles.", "workspace.", "connections.")), spec.name
    before = {one.record.slug: one for one in await roster.all(here)}
    patch = {"toolGroups": ["admin", "entity"], "customTools": ["deleteEntityType"], "deniedTools": []}
    for slug in ("assistant", "analyst"):
        given = {"agentSlug": slug, "patch": patch, "note": "More tools, please."}
        assert (await use(studio, "updateAgentConfig", given)).output.ok
        for more in ({"roleId": "owner"}, {"role_id": "owner"}, {"permissions": ["roles.manage"]}):
            with pytest.raises(InvalidInput):
                await use(studio, "updateAgentConfig", given | {"patch": more})
    after = {one.record.slug: one for one in await roster.all(here)}
    assert after == before, "nothing changes before a person has decided"


async def test_versions_are_kept_gone_back_to_and_never_overwritten(studio: Browser) -> None:
    place = "/api/agents/researcher"
    first = await ok(studio, "GET", place)
    changed = await ok(studio, "PUT", place, {"description": "Ours.", "expectedVersion": first["version"]})
    assert changed["version"] == first["version"] + 1
    same = await ok(studio, "PUT", place, {"description": "Ours."})
    assert same["version"] == changed["version"], "saving the same is no version"
    stale = {"description": "Theirs.", "expectedVersion": first["version"]}
    assert (await studio.call("PUT", place, stale))[0] == 409
    back = await ok(studio, "POST", f"{place}/rollback", {"version": first["version"]})
    assert (back["version"], back["description"]) == (changed["version"] + 1, first["description"])
    kept = await ok(studio, "GET", f"{place}/versions")
    assert [one["version"] for one in kept][:3] == [back["version"], changed["version"], first["version"]]

    await ok(studio, "PUT", place, {"enabled": False})
    status, told = await studio.call(
        "POST", "/api/ai/chat/workspace", {"message": "hello", "agent": "researcher"}
    )
    assert status == 400, told
    beat = await ok(studio, "POST", f"{place}/run")
    assert (beat["status"], beat["skipReason"]) == ("skipped", "disabled")
    assert (await studio.call("PUT", "/api/agents/assistant", {"enabled": False}))[0] == 400
    await ok(studio, "PUT", place, {"enabled": True})


async def test_no_agent_is_reached_over_a_connection_that_is_not_there(studio: Browser) -> None:
    envoy = {"slug": "envoy", "name": "Envoy", "connectionId": "elsewhere"}
    status, told = await studio.call("POST", "/api/agents", envoy)
    assert (status, "connection" in told["error"]["message"]) == (400, True)
    host = {"providerId": "ollama", "baseUrl": "http://127.0.0.1:9", "saveAnyway": True}
    made = (await ok(studio, "POST", "/api/ai/credentials", host))["credential"]
    await ok(studio, "POST", "/api/agents", envoy | {"connectionId": made["id"]})


def _names(schema: Any) -> list[str]:
    if isinstance(schema, dict):
        own = [str(name).lower() for name in schema.get("properties", {})]
        return own + [name for part in schema.values() for name in _names(part)]
    return [name for part in schema for name in _names(part)] if isinstance(schema, list) else []
