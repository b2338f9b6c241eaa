"""The site of a project through its doors."""

from typing import Any

import aiohttp

from proofroom.kernel.settings import Settings
from proofroom.providers.types import Driver
from proofroom.site.tools.all import TOOLS
from tests.api.conftest import Browser, serve
from tests.api.test_mcp import connect, make_key
from tests.scripted import ScriptedDriver, ScriptedReply


async def make_project(browser: Browser) -> str:
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "review", "models": []}
    status, made = await browser.call("POST", "/api/projects", {"name": "Notes", "start": start})
    assert status in (200, 201), made
    return f"/api/projects/{made['slug']}/site"


async def read(browser: Browser, path: str) -> Any:
    status, found = await browser.call("GET", path)
    assert status == 200, found
    return found


async def test_a_project_has_a_site_with_an_empty_homepage(owner: Browser) -> None:
    path = await make_project(owner)
    site = await read(owner, path)
    (page,) = site["pages"]
    assert (page["slug"], [one["id"] for one in site["breakpoints"]]) == (
        "index",
        ["mobile", "tablet", "desktop"],
    )
    assert await read(owner, f"{path}/pages/{page['id']}") == page
    assert (await owner.call("GET", f"{path}/pages/nope"))[0] == 404
    assert (await owner.call("GET", f"{path}/components/nope"))[0] == 404


async def use(browser: Browser, path: str, tool: str, given: dict[str, Any]) -> Any:
    status, answer = await browser.call("POST", f"{path}/tools/{tool}", given)
    assert status == 200, answer
    return answer


async def test_a_section_is_inserted_recorded_by_node_and_rule_and_read_back(owner: Browser) -> None:
    path = await make_project(owner)
    root = (await read(owner, path))["pages"][0]["rootNodeId"]
    html = '<style>.hero{color:red}</style><section class="hero"><h1>Hello</h1><p>World</p></section>'
    made = await use(owner, path, "insertHtml", {"parentId": root, "html": html})
    assert [one["moduleId"] for one in made["data"]["created"]] == [
        "base.container",
        "base.text",
        "base.text",
    ]
    _, inbox = await owner.call("GET", "/api/inbox")
    (waiting,) = [line for line in inbox if line["kind"] == "proposal"]
    proposal = f"/api/proposals/{waiting['id']}"
    _, review = await owner.call("GET", proposal)
    found = {(hunk["target"]["type"], hunk["title"]) for hunk in review["hunks"]}
    assert ("node", "Home · Hello") in found
    assert ("rule", ".hero") in found
    shown = (await read(owner, f"{path}/tools/read_document"))["data"]
    assert ">Hello</h1>" in shown["html"]
    assert ".hero {\n  color: red;\n}" in shown["css"]


async def test_edits_are_applied_together_or_not_at_all(owner: Browser) -> None:
    path = await make_project(owner)
    edits = [
        {"tool": "addPage", "input": {"title": "About"}},
        {"tool": "insertHtml", "input": {"parentId": "$0.rootNodeId", "html": "<h1>About</h1>"}},
    ]
    status, answer = await owner.call("POST", f"{path}/edits", {"edits": edits})
    assert status == 200, answer
    branch = answer["settled"]["branch"]
    site = await read(owner, f"{path}?ref={branch}")
    assert [page["slug"] for page in site["pages"]] == ["index", "about"]
    assert len(site["pages"][1]["nodes"]) == 2
    status, refused = await owner.call(
        "POST", f"{path}/edits", {"edits": [*edits, {"tool": "deleteNode", "input": {"nodeId": "nope"}}]}
    )
    assert (status, refused["error"]["message"]) == (400, "Node not found: nope")


async def test_a_tool_is_known_by_its_prefixed_name_and_by_what_it_does(owner: Browser) -> None:
    path = await make_project(owner)
    found = await read(owner, f"{path}/tools/site_list_documents")
    assert [one["summary"] for one in found["data"]["documents"]] == ["Homepage"]
    assert (await owner.call("GET", f"{path}/tools/insertHtml"))[0] == 400
    assert (await owner.call("POST", f"{path}/tools/list_tokens", {}))[0] == 400
    assert (await owner.call("GET", f"{path}/tools/nonsense"))[0] == 404


async def test_the_designer_builds_in_chat_people_decide_by_hunk_and_editors_follow(
    sqlite_settings: Settings,
) -> None:
    calls = (
        ScriptedReply(calls=(("addPage", {"title": "About"}),)),
        ScriptedReply(calls=(("site_list_documents", {}),)),
    )
    drivers: dict[str, Driver] = {"scripted": ScriptedDriver(*calls, ScriptedReply("Done."))}
    async with serve(sqlite_settings, drivers) as owner:
        await owner.set_up()
        path = await make_project(owner)
        project = path.split("/")[3]
        asked = {"message": "Add a page about us", "projectId": project}
        events = await owner.lines("POST", "/api/ai/chat/site", asked)
        assert [event["toolName"] for event in events if event["type"] == "toolCall"][:1] == ["addPage"]
        (opened,) = [event for event in events if event["type"] == "documentOpened"]
        assert opened["document"]["type"] == "page"
        listed = [event for event in events if event["type"] == "toolResult"][-1]
        assert [one["slug"] for one in listed["data"]["documents"]] == ["index", "about"]
        _, inbox = await owner.call("GET", "/api/inbox")
        (waiting,) = [line for line in inbox if line["kind"] == "proposal"]
        _, review = await owner.call("GET", f"/api/proposals/{waiting['id']}")
        assert {hunk["target"]["room"] for hunk in review["hunks"]} == {"site"}


async def test_a_turn_without_a_screen_begins_at_the_homepage_whatever_the_one_before_opened(
    sqlite_settings: Settings,
) -> None:
    looks = ScriptedReply(calls=(("list_documents", {}),))
    driver = ScriptedDriver(
        ScriptedReply(calls=(("addPage", {"title": "Prices"}),)), looks, ScriptedReply("Done.")
    )
    async with serve(sqlite_settings, {"scripted": driver}) as owner:
        await owner.set_up()
        path = await make_project(owner)
        home = (await read(owner, path))["pages"][0]["id"]

        async def turn(**more: Any) -> tuple[str, str]:
            """Return the conversation, and what is open in the end."""
            asked = {"message": "Go on", "projectId": path.split("/")[3], **more}
            events = await owner.lines("POST", "/api/ai/chat/site", asked)
            seen = [event["data"] for event in events if event["type"] == "toolResult" and event.get("data")]
            return events[0]["conversationId"], seen[-1]["currentDocument"]["id"]

        conversation, prices = await turn()
        assert prices != home, "what a turn makes is open for the rest of it"
        driver.plan(looks, ScriptedReply("Done."))
        here = {"conversationId": conversation}
        for screen, opened in (
            (None, home),
            ({"currentDocument": {"type": "page", "id": prices}}, prices),
            ({"currentDocument": {"type": "page", "id": home}}, home),
            ({"currentDocument": "prices"}, home),
        ):
            more = {"context": screen} if screen else {}
            assert (await turn(**here, **more))[1] == opened


async def test_a_review_says_what_a_change_breaks(sqlite_settings: Settings) -> None:
    html = '<h1>Hello</h1><h4>Too deep</h4><a href="/gone">Away</a><img src="/a.png">'
    given = {"parentId": "", "html": html}
    insert = ScriptedReply(calls=(("insertHtml", given),))
    drivers: dict[str, Driver] = {"scripted": ScriptedDriver(insert, ScriptedReply("Done."))}
    async with serve(sqlite_settings, drivers) as owner:
        await owner.set_up()
        path = await make_project(owner)
        given["parentId"] = (await read(owner, path))["pages"][0]["rootNodeId"]
        asked = {"message": "Greet people", "projectId": path.split("/")[3]}
        await owner.lines("POST", "/api/ai/chat/site", asked)
        _, inbox = await owner.call("GET", "/api/inbox")
        (waiting,) = [line for line in inbox if line["kind"] == "proposal" and line["isWaiting"]]
        _, review = await owner.call("GET", f"/api/proposals/{waiting['id']}")
    told = " ".join(one["message"] for one in review["findings"])
    assert "“Too deep” has level 4 behind one of level 1" in told
    assert "/gone leads nowhere" in told
    assert "no alternative text" in told


async def test_the_offline_designer_builds_a_page_from_a_sentence(owner: Browser) -> None:
    path = await make_project(owner)
    text = "Diş hekimi için hero, fiyatlar ve SSS olan bir sayfa yap"
    asked = {"message": text, "projectId": path.split("/")[3]}
    events = await owner.lines("POST", "/api/ai/chat/site", asked)
    used = [event["toolName"] for event in events if event["type"] == "toolCall"]
    assert used.count("insertHtml") == 5
    assert [event["error"] for event in events if event["type"] == "toolResult" and not event["ok"]] == []
    said = "".join(event["text"] for event in events if event["type"] == "text")
    assert "Fiyatlar" in said
    _, inbox = await owner.call("GET", "/api/inbox")
    (waiting,) = [line for line in inbox if line["kind"] == "proposal"]
    _, review = await owner.call("GET", f"/api/proposals/{waiting['id']}")
    assert {"node", "rule"} <= {hunk["target"]["type"] for hunk in review["hunks"]}


async def test_mcp_clients_use_the_same_tools_and_a_viewer_only_those_that_read(owner: Browser) -> None:
    path = await make_project(owner)
    address = f"{owner.url}/mcp/{path.split('/')[3]}/site"
    async with connect(address, await make_key(owner, "viewer")) as caller:
        seen = await caller.names()
    wanted = {tool.name for tool in TOOLS}
    assert {tool.name for tool in TOOLS if not tool.writes} == seen
    async with connect(address, await make_key(owner, "admin")) as caller:
        tools = {tool.name: tool.input_schema for tool in (await caller.client.list_tools()).tools}
        assert set(tools) == wanted
        registry = owner.studio.registry
        assert all(schema == registry.get(name).input_schema for name, schema in tools.items()), "one schema"
        made = await caller.client.call_tool("addPage", {"title": "About"})
        assert not made.is_error, made
        refused = await caller.client.call_tool("deleteNode", {"nodeId": "nope"})
        assert refused.is_error
        assert "Node not found: nope" in str(refused.content)


async def test_edits_asked_for_again_under_the_same_run_are_done_once(owner: Browser) -> None:
    path = await make_project(owner)
    site = await read(owner, path)
    edits = {"edits": [{"tool": "addPage", "input": {"title": "About"}}]}
    run = "01890a5d-ac96-774b-bcce-b302099a8057"
    answers = [await owner.call("POST", f"{path}/edits?run={run}", edits) for _ in range(2)]
    assert [status for status, _ in answers] == [200, 200]
    first, again = (answer for _, answer in answers)
    assert first == again
    assert first["runId"] == run
    assert first["settled"]["hunks"] > 0
    other = await make_project(owner)
    assert (await owner.call("POST", f"{other}/edits?run={run}", edits))[0] == 409
    assert (await owner.call("POST", f"{path}/edits?run=mine", edits))[0] == 400
    assert len(site["pages"]) == 1
    statuses = list[int]()
    for name in ("one", "other"):  # what one key did is told to no other
        made = await owner.call("POST", "/api/keys", {"name": name, "role": "admin"})
        key = {"Authorization": f"Bearer {made[1]['secret']}"}
        url = f"{owner.url}{path}/edits?run={run[:-1]}8"
        async with aiohttp.ClientSession(headers=key) as http, http.post(url, json=edits) as answer:
            statuses.append(answer.status)
    assert statuses == [200, 409]
