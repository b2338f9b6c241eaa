"""Every tool of the site through chat, HTTP and MCP on one studio: a success, the errors agents meet."""

import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from proofroom.kernel.settings import Settings
from proofroom.providers.offline import Answer, Call, OfflineDriver, Plan, Playbook, Request, Result, Skill
from proofroom.providers.offline.slots import value_at
from proofroom.site.tools.all import TOOLS
from tests.api.conftest import Browser, serve
from tests.api.test_mcp import connect, make_key
from tests.api.test_site import make_project
from tests.conformance.site.calling import run_tool
from tests.site.designing import new_desk

SECTION = '<style>.box{color:red}</style><section class="box"><h2>One</h2><p>Two</p></section>'
OUTLET = "<instatic-outlet></instatic-outlet>"
ASSET = {"path": "src/scripts/a.js", "type": "script", "content": "let a = 1; // let e be"}
# Tool and input; `$name.path` stands for a value in the data of an earlier call of that tool.
STEPS: list[tuple[str, dict[str, Any]]] = [
    ("list_documents", {}),
    ("list_modules", {"category": "Media"}),
    ("list_tokens", {}),
    ("list_post_types", {}),
    ("list_loop_sources", {}),
    ("list_breakpoints", {}),
    ("read_document", {}),
    ("insertHtml", {"parentId": "$list_documents.documents.0.rootNodeId", "html": SECTION}),
    ("getNodeHtml", {"nodeId": "$insertHtml.nodeIds.0"}),
    ("replaceNodeHtml", {"nodeId": "$insertHtml.nodeIds.0", "html": "<h2>Three</h2><p>Four</p>"}),
    ("updateNodeProps", {"nodeId": "$replaceNodeHtml.nodeIds.0", "patch": {"text": "Five"}}),
    (
        "moveNode",
        {"nodeId": "$replaceNodeHtml.nodeIds.1", "newParentId": "$insertHtml.nodeIds.0", "newIndex": 0},
    ),
    ("renameNode", {"nodeId": "$insertHtml.nodeIds.0", "label": "Box"}),
    ("duplicateNode", {"nodeId": "$replaceNodeHtml.nodeIds.0"}),
    ("deleteNode", {"nodeId": "$replaceNodeHtml.nodeIds.1"}),
    ("applyCss", {"css": ".box{color:blue}"}),
    ("assignClass", {"nodeId": "$replaceNodeHtml.nodeIds.0", "classId": "box"}),
    ("removeClass", {"nodeId": "$replaceNodeHtml.nodeIds.0", "classId": "box"}),
    ("write_code_asset", ASSET),
    ("list_code_assets", {}),
    ("read_code_asset", {"path": "src/scripts/a.js"}),
    (
        "patch_code_asset",
        {
            "path": "src/scripts/a.js",
            "expectedHash": "$write_code_asset.hash",
            "replacements": [{"oldText": "1", "newText": "2"}],
        },
    ),
    ("inspect_code_runtime", {}),
    ("addPage", {"title": "About"}),
    ("renamePage", {"pageId": "$addPage.pageId", "title": "About us"}),
    ("duplicatePage", {"pageId": "$addPage.pageId", "title": "Copy"}),
    ("setPageTemplate", {"pageId": "$duplicatePage.pageId", "target": {"kind": "everywhere"}}),
    ("clearPageTemplate", {"pageId": "$duplicatePage.pageId"}),
    ("open_document", {"document": {"type": "page", "id": "$addPage.pageId"}}),
    ("set_color_tokens", {"tokens": [{"slug": "ink", "lightValue": "#112233"}]}),
    ("set_font_tokens", {"tokens": [{"name": "Body", "fallback": "serif"}]}),
    ("set_type_scale", {}),
    ("set_spacing_scale", {}),
    ("deletePage", {"pageId": "$duplicatePage.pageId"}),
]
ALONE = ("last page", "could not be installed")
"""What is not so on a site of several pages, and what asks the network first (`test_site_fonts.py`)."""
# tests/api/test_snapshot_doors.py and tests/api/test_publishing.py: one needs a browser, one content.
ELSEWHERE = {"render_snapshot", "set_collection"}


def filled(value: Any, known: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: filled(one, known) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one, known) for one in value]
    return value_at(known, value[1:]) if isinstance(value, str) and value.startswith("$") else value


async def walk(use: Callable[[str, Any], Awaitable[Any]]) -> dict[str, Any]:
    known = dict[str, Any]()
    for tool, given in STEPS:
        known[tool] = await use(tool, filled(given, known))
    return known


def asked_wrongly(known: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield every error that a site of several pages can meet, with the ids of what the walk made."""
    first = known["list_documents"]["documents"][0]
    names = {"ROOT": first["rootNodeId"], "PAGE": first["document"]["id"]}
    names |= {"BOX": known["insertHtml"]["nodeIds"][0], "TEXT": known["replaceNodeHtml"]["nodeIds"][0]}
    names |= {"FILE": known["write_code_asset"]["fileId"], "HASH": known["patch_code_asset"]["hash"]}
    for tool, given, error in ERRORS:
        if tool in {name for name, _ in STEPS} and error not in ALONE:
            yield tool, {key: names.get(str(value), value) for key, value in given.items()}, error


def test_every_tool_has_its_turn() -> None:
    assert {name for name, _ in STEPS} | ELSEWHERE == {tool.name for tool in TOOLS}


def all_tools(request: Request) -> Plan:
    known = dict[str, Any]()
    for tool, given in STEPS:
        result: Result = yield Call(tool, filled(given, known))
        if not result.ok:
            return Answer(f"{tool}: {result.problem}")
        known[tool] = result.data
    wrong = list(asked_wrongly(known))
    refused: list[Result] = yield [Call(tool, given) for tool, given, _ in wrong]
    for (tool, given, error), one in zip(wrong, refused, strict=True):
        if one.ok or error not in str(one.problem):
            return Answer(f"{tool} {given}: {one.problem or one.text}, not {error}")
    return Answer("All went well.")


@pytest.mark.timeout(180)
async def test_each_tool_by_chat_and_http(sqlite_settings: Settings) -> None:
    offered = list[frozenset[str]]()

    def plan(request: Request) -> Plan:
        offered.append(request.tools)
        return all_tools(request)

    driver = OfflineDriver([Playbook("test", (Skill("all", lambda request: 1.0, plan),))])
    async with serve(sqlite_settings, {"offline": driver}) as owner:
        await owner.set_up()
        path = await make_project(owner)
        project = path.split("/")[3]
        asked = {"message": "Use all of them", "projectId": project}
        events = await owner.lines("POST", "/api/ai/chat/site", asked)
        said = "".join(event["text"] for event in events if event["type"] == "text")
        assert said == "All went well."

        secret = await make_key(owner, "viewer")
        await owner.lines("POST", "/api/ai/chat/site", asked, Authorization=f"Bearer {secret}")
        every = {tool.name for tool in TOOLS}
        assert offered[0] >= every
        assert offered[-1] & every == {tool.name for tool in TOOLS if not tool.writes}, "a viewer only reads"

        async def by_http(tool: str, given: Any) -> Any:
            spec = next(one for one in TOOLS if one.name == tool)
            if spec.writes:
                status, answer = await owner.call("POST", f"{path}/tools/{tool}", given)
            else:
                place = f"{path}/tools/{tool}?input={json.dumps(given)}"
                status, answer = await owner.call("GET", place)
            if status != 200:
                return answer["error"]["message"]
            return answer["data"]

        for tool, given, error in asked_wrongly(await walk(by_http)):
            said = await by_http(tool, given)
            assert error in str(said), (tool, given)


@pytest.mark.timeout(180)
async def test_each_tool_by_mcp_and_none_that_writes_for_a_viewer(owner: Browser) -> None:
    # A client from outside has a branch per call: what one call made, the next sees where it is merged.
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "auto-merge", "models": []}
    _, merging = await owner.call("POST", "/api/projects", {"name": "Merging", "start": start})
    address = f"{owner.url}/mcp/{merging['slug']}/site"
    async with connect(address, await make_key(owner, "admin", requestsPerMinute=1_000)) as caller:

        async def by_mcp(tool: str, given: Any) -> Any:
            result = await caller.client.call_tool(tool, given)
            text = next((getattr(one, "text", "") for one in result.content), "")
            told = json.loads(text) if text.startswith("{") else None
            return (told or {"error": text})["error"] if result.is_error else told

        for tool, given, error in asked_wrongly(await walk(by_mcp)):
            said = await by_mcp(tool, given)
            assert error in str(said), (tool, given)
    secret = await make_key(owner, "viewer")
    async with connect(address, secret) as caller:
        assert await caller.names() == {tool.name for tool in TOOLS if not tool.writes}
    for tool in TOOLS:
        if tool.writes:
            place = f"/api/projects/{merging['id']}/site/tools/{tool.name}"
            status, _ = await owner.call("POST", place, {}, Authorization=f"Bearer {secret}")
            assert status == 403, tool.name


ERRORS: list[tuple[str, dict[str, Any], str]] = [
    (
        "read_document",
        {"document": {"type": "page", "id": "nope"}},
        "Document not found. Call list_documents",
    ),
    ("open_document", {"document": {"type": "page", "id": "nope"}}, "Document not found"),
    ("insertHtml", {"parentId": "nope", "html": "<p>x</p>"}, "Parent node not found"),
    ("insertHtml", {"parentId": "ROOT", "html": "<script>x</script>"}, "write_code_asset"),
    ("insertHtml", {"parentId": "ROOT", "html": "<!-- -->"}, "No importable HTML"),
    ("insertHtml", {"parentId": "ROOT"}, "Expected required property"),
    ("insertHtml", {"parentId": "TEXT", "html": "<p>x</p>"}, "does not accept children"),
    ("insertHtml", {"parentId": "ROOT", "html": OUTLET * 2}, "one outlet at most"),
    ("replaceNodeHtml", {"nodeId": "BOX", "html": f"<div>{OUTLET * 2}</div>"}, "one outlet at most"),
    ("replaceNodeHtml", {"nodeId": "BOX", "html": "<!-- -->"}, "No importable HTML"),
    ("replaceNodeHtml", {"nodeId": "TEXT", "html": "<p>x</p>"}, "does not accept children"),
    ("duplicateNode", {"nodeId": "TEXT", "count": 0}, "Expected integer to be greater or equal to 1"),
    ("assignClass", {"nodeId": "nope", "classId": "box"}, "Node not found: nope"),
    ("removeClass", {"nodeId": "nope", "classId": "box"}, "Node not found: nope"),
    ("list_modules", {"category": 5.5}, "Expected"),
    ("list_tokens", {"family": "x"}, "Expected union value"),
    (
        "patch_code_asset",
        {"path": ASSET["path"], "expectedHash": "HASH", "replacements": [{"oldText": "e", "newText": "b"}]},
        "ambiguous",
    ),
    ("inspect_code_runtime", {"document": {"type": "page", "id": "nope"}}, "Document not found"),
    ("getNodeHtml", {"nodeId": "PAGE"}, "is a page document id"),
    ("getNodeHtml", {"nodeId": "nope"}, "Node not found: nope"),
    ("replaceNodeHtml", {"nodeId": "nope", "html": "<p>x</p>"}, "Parent node not found"),
    ("updateNodeProps", {"nodeId": "nope", "patch": {}}, "Node not found: nope"),
    (
        "updateNodeProps",
        {"nodeId": "TEXT", "patch": {}, "breakpointId": "huge"},
        "Breakpoint not found: huge",
    ),
    (
        "updateNodeProps",
        {"nodeId": "TEXT", "patch": {"text": "x"}, "breakpointId": "mobile"},
        "non-responsive prop(s)",
    ),
    ("moveNode", {"nodeId": "nope", "newParentId": "ROOT", "newIndex": 0}, 'Node "nope" not found'),
    ("moveNode", {"nodeId": "TEXT", "newParentId": "nope", "newIndex": 0}, 'New parent "nope" not found'),
    ("moveNode", {"nodeId": "BOX", "newParentId": "BOX", "newIndex": 0}, "into its own descendant"),
    ("deleteNode", {"nodeId": "nope"}, "Node not found: nope"),
    ("deleteNode", {"nodeId": "ROOT"}, "cannot be moved or deleted"),
    ("duplicateNode", {"nodeId": "nope"}, "Could not duplicate node: nope"),
    ("duplicateNode", {"nodeId": "TEXT", "count": 51}, "Expected integer to be less or equal to 50"),
    ("renameNode", {"nodeId": "nope", "label": "x"}, "Node not found: nope"),
    ("applyCss", {"css": "nothing"}, "No CSS rules could be parsed"),
    ("assignClass", {"nodeId": "TEXT", "classId": "nope"}, "Class not found: nope"),
    ("removeClass", {"nodeId": "TEXT", "classId": "nope"}, "Class not found: nope"),
    ("read_code_asset", {}, "Pass either fileId or path"),
    ("read_code_asset", {"path": "src/none.js"}, "Code asset not found"),
    ("read_code_asset", {"path": "src/scripts/a.js", "part": 9}, "out of range"),
    ("read_code_asset", {"path": "src/other.js", "fileId": "FILE"}, "is not at path"),
    ("write_code_asset", ASSET | {"path": "../x.js"}, "Invalid code asset path"),
    ("write_code_asset", ASSET | {"type": "style"}, "cannot write it as style"),
    (
        "patch_code_asset",
        {"path": ASSET["path"], "expectedHash": "0", "replacements": [{"oldText": "a", "newText": "b"}]},
        "hash mismatch",
    ),
    (
        "patch_code_asset",
        {"path": ASSET["path"], "expectedHash": "HASH", "replacements": [{"oldText": "zz", "newText": "b"}]},
        "not found in",
    ),
    ("deletePage", {"pageId": "nope"}, "Page not found: nope"),
    ("deletePage", {"pageId": "PAGE"}, "last page"),
    ("renamePage", {"pageId": "nope", "title": "x"}, "Page not found: nope"),
    ("duplicatePage", {"pageId": "nope", "title": "x"}, "Page not found: nope"),
    ("setPageTemplate", {"pageId": "nope", "target": {"kind": "everywhere"}}, "Page not found: nope"),
    ("setPageTemplate", {"pageId": "PAGE", "target": {"kind": "x"}}, "Expected union value"),
    ("clearPageTemplate", {"pageId": "PAGE"}, "Page is not a template"),
    ("set_color_tokens", {"tokens": []}, "Expected array length"),
    ("set_font_tokens", {"tokens": [{"name": "A", "familyId": "nope"}]}, "Font family not found: nope"),
    ("set_font_tokens", {"tokens": [{"name": "A", "googleFamily": "X"}]}, "could not be installed"),
    ("set_collection", {"modelId": "nope", "routeBase": "/x"}, "Content model not found: nope"),
    ("set_type_scale", {"groupId": "nope"}, "Typography group not found: nope"),
    ("set_spacing_scale", {"groupId": "nope"}, "Spacing group not found: nope"),
    ("site_delete_node", {"nodeId": "nope"}, "Node not found: nope"),
    ("no_such_tool", {}, "Unknown instatic tool: no_such_tool"),
]


@pytest.mark.parametrize(("tool", "given", "error"), ERRORS)
def test_each_error_is_said_in_band(tool: str, given: dict[str, Any], error: str) -> None:
    desk = new_desk()
    page = desk.site.pages[0]
    made = run_tool(desk, "insertHtml", {"parentId": page.root_id, "html": SECTION})["data"]["created"]
    asset = run_tool(desk, "write_code_asset", ASSET)["data"]
    names = {"ROOT": page.root_id, "PAGE": page.id, "BOX": made[0]["id"], "TEXT": made[1]["id"]}
    names |= {"FILE": asset["fileId"], "HASH": asset["hash"]}
    answer = run_tool(desk, tool, {key: names.get(str(value), value) for key, value in given.items()})
    assert (answer["ok"], error in str(answer.get("error"))) == (False, True), answer


def test_a_document_keeps_the_outlet_that_it_has_and_takes_no_second() -> None:
    desk = new_desk()
    root = desk.site.pages[0].root_id
    assert run_tool(desk, "insertHtml", {"parentId": root, "html": f"<main>{OUTLET}</main>"})["ok"]
    again = run_tool(desk, "insertHtml", {"parentId": root, "html": OUTLET})
    assert (again["ok"], "one outlet" in again["error"]) == (False, True)
    assert run_tool(desk, "replaceNodeHtml", {"nodeId": root, "html": OUTLET})["ok"]
    assert [node.module_id for node in desk.site.pages[0].nodes.values()].count("base.outlet") == 1


def test_a_page_becomes_the_homepage_and_the_old_one_gets_an_address_from_its_title() -> None:
    desk = new_desk()
    old = desk.site.pages[0]
    assert run_tool(desk, "renamePage", {"pageId": old.id, "title": "Old times"})["ok"]
    new = run_tool(desk, "addPage", {"title": "New times"})["data"]["pageId"]
    assert run_tool(desk, "renamePage", {"pageId": new, "title": "New times", "slug": "index"})["ok"]
    assert {page.id: page.slug for page in desk.site.pages} == {old.id: "old-times", new: "index"}


async def test_an_error_is_the_same_at_every_door(owner: Browser) -> None:
    path = await make_project(owner)
    status, answer = await owner.call("POST", f"{path}/tools/deletePage", {"pageId": "nope"})
    assert (status, answer["error"]["message"]) == (400, "Page not found: nope")
    async with connect(
        f"{owner.url}/mcp/{path.split('/')[3]}/site", await make_key(owner, "admin")
    ) as caller:
        refused = await caller.client.call_tool("deletePage", {"pageId": "nope"})
        assert "Page not found: nope" in str(refused.content)
