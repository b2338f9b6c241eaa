"""The site's editor through its doors: documents with frames, edits by several hands, steps taken back."""

import asyncio
from typing import Any

from tests.api.conftest import Browser
from tests.api.test_content import ok
from tests.api.test_publishing import get

KEY = "k" * 24


async def make(owner: Browser, workflow: str = "auto-merge") -> str:
    begin = {"locales": ["en"], "domains": ["blog"], "workflow": workflow, "models": []}
    made = await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": begin})
    return f"/api/projects/{made['id']}/site"


async def edit(owner: Browser, path: str, *edits: tuple[str, dict[str, Any]], onto: str = "") -> Any:
    body = {"edits": [{"tool": tool, "input": given} for tool, given in edits]}
    return await ok(owner, "POST", f"{path}/edits{f'?onto={onto}' if onto else ''}", body)


async def two_texts(owner: Browser, path: str) -> tuple[str, str]:
    root = (await ok(owner, "GET", f"{path}/canvas"))["document"]["rootNodeId"]
    made = await edit(owner, path, ("insertHtml", {"parentId": root, "html": "<h1>One</h1><p>Two</p>"}))
    one, two = made["data"]["results"][0]["nodeIds"]
    return one, two


async def test_a_frame_runs_no_script_but_its_own_and_follows_the_branch(owner: Browser) -> None:
    path = await make(owner)
    empty = await ok(owner, "GET", f"{path}/canvas")
    assert (await get(owner, empty["preview"]))[0] == 200, "a site that nobody saved can be looked at"
    one, _ = await two_texts(owner, path)
    seen = await ok(owner, "GET", f"{path}/canvas")
    assert seen["preview"] == empty["preview"]
    assert seen["tip"] != empty["tip"]
    status, page, headers = await get(owner, f"{seen['preview']}?canvas={KEY}")
    policy = headers["Content-Security-Policy"]
    assert (status, f'uid="{one}"' in page, f'nonce="{KEY}"' in page) == (200, True, True)
    assert policy.startswith("sandbox allow-scripts;")
    assert "allow-same-origin" not in policy
    assert f"script-src 'nonce-{KEY}'" in policy
    assert "http-equiv" not in page
    assert "nonce" not in (await get(owner, f"{seen['preview']}?canvas=short'"))[1]


async def test_two_people_edit_different_nodes_and_both_keep_their_work(owner: Browser) -> None:
    path = await make(owner)
    one, two = await two_texts(owner, path)
    await asyncio.gather(
        edit(owner, path, ("updateNodeProps", {"nodeId": one, "patch": {"text": "First"}})),
        edit(owner, path, ("updateNodeProps", {"nodeId": two, "patch": {"text": "Second"}})),
    )
    nodes = (await ok(owner, "GET", f"{path}/canvas"))["document"]["nodes"]
    assert (nodes[one]["props"]["text"], nodes[two]["props"]["text"]) == ("First", "Second")


async def test_an_agent_and_a_person_on_one_node_give_a_conflict_with_both_sides(owner: Browser) -> None:
    path = await make(owner, "review")
    made = await two_texts(owner, path)
    await merge_all(owner)
    asked = {"message": 'Change the text "One" to "Uno"', "projectId": path.split("/")[3]}
    await owner.lines("POST", "/api/ai/chat/site", asked)
    (theirs,) = [one for one in await ok(owner, "GET", "/api/proposals") if one["state"] == "open"]
    await edit(owner, path, ("updateNodeProps", {"nodeId": made[0], "patch": {"text": "Bir"}}))
    await edit(owner, path, ("updateNodeProps", {"nodeId": made[1], "patch": {"text": "Iki"}}))
    await merge_all(owner, but=theirs["id"])
    review = await ok(owner, "GET", f"/api/proposals/{theirs['id']}")
    (conflict,) = review["conflicts"]
    sides = (conflict["conflict"]["ours"], conflict["conflict"]["theirs"])
    assert set(sides) == {"Bir", "Uno"}
    nodes = (await ok(owner, "GET", f"{path}/canvas"))["document"]["nodes"]
    assert [nodes[key]["props"]["text"] for key in made] == ["Bir", "Iki"], "nobody else's work is lost"


async def merge_all(owner: Browser, but: str = "") -> None:
    for one in await ok(owner, "GET", "/api/proposals"):
        if one["id"] != but and one["state"] == "open":
            place = f"/api/proposals/{one['id']}"
            hunks = [hunk["id"] for hunk in (await ok(owner, "GET", place))["hunks"]]
            await ok(owner, "POST", f"{place}/decisions", {"hunks": hunks, "decision": "accepted"})
            await ok(owner, "POST", f"{place}/finish", {})


async def test_a_step_is_taken_back_done_again_and_taken_back_once_more(owner: Browser) -> None:
    path = await make(owner)
    one, _ = await two_texts(owner, path)
    done = await edit(owner, path, ("deleteNode", {"nodeId": one}))

    async def is_there() -> bool:
        return one in (await ok(owner, "GET", f"{path}/canvas"))["document"]["nodes"]

    assert not await is_there()
    back = await ok(owner, "POST", f"/api/runs/{done['runId']}/undo", {})
    assert (back["state"], await is_there()) == ("merged", True)
    again = await ok(owner, "POST", f"/api/proposals/{back['proposalId']}/undo", {})
    assert (again["state"], await is_there()) == ("merged", False)
    last = await ok(owner, "POST", f"/api/proposals/{again['proposalId']}/undo", {})
    assert (last["state"], await is_there()) == ("merged", True)


async def test_a_node_becomes_a_component_that_stands_twice(owner: Browser) -> None:
    path = await make(owner)
    one, _ = await two_texts(owner, path)
    made = await edit(owner, path, ("create_component", {"nodeId": one, "name": "Headline"}))
    first = made["data"]["results"][0]
    seen = await ok(owner, "GET", f"{path}/canvas")
    root = seen["document"]["rootNodeId"]
    assert ("visualComponent", "Headline") in {(doc["type"], doc["title"]) for doc in seen["documents"]}
    assert seen["document"]["nodes"][root]["children"][0] == first["nodeId"]
    given = {"componentId": first["componentId"], "parentId": root}
    await edit(owner, path, ("insert_component", given))
    assert (await get(owner, seen["preview"]))[1].count(">One</h1>") == 2
    alone = await ok(owner, "GET", f"{path}/canvas?document={first['componentId']}")
    page = (await get(owner, f"{alone['preview']}{alone['path'][1:]}"))[1]
    assert (page.count(f'uid="{one}"'), "Two" in page) == (1, False), "its own tree, not a page that holds it"
    inside = {"componentId": first["componentId"], "parentId": one}
    body = {"edits": [{"tool": "insert_component", "input": inside}]}
    assert (await owner.call("POST", f"{path}/edits", body))[0] == 400, "a component in itself"


async def test_what_is_deleted_says_who_uses_it_first_and_comes_back_whole(owner: Browser) -> None:
    path = await make(owner)
    one, two = await two_texts(owner, path)
    script = {"path": "src/menu.js", "type": "script", "content": "1"}
    made = await edit(
        owner,
        path,
        ("applyCss", {"css": ".loud { color: red }"}),
        ("assignClass", {"nodeId": two, "classId": "loud"}),
        ("write_code_asset", script),
        ("create_component", {"nodeId": one, "name": "Headline"}),
        ("addPage", {"title": "About"}),
    )
    root = (await ok(owner, "GET", f"{path}/canvas"))["document"]["rootNodeId"]
    await edit(
        owner,
        path,
        ("insertHtml", {"parentId": root, "html": '<a href="/about#us">Us</a><a href="/x">X</a>'}),
    )
    page = made["data"]["results"][4]["pageId"]
    asset, component = made["data"]["results"][2]["fileId"], made["data"]["results"][3]["componentId"]
    (rule,) = (await ok(owner, "GET", f"{path}/canvas"))["rules"]
    things = {
        rule["id"]: ("delete_rule", {"ruleId": rule["id"]}),
        asset: ("delete_code_asset", {"fileId": asset}),
        component: ("delete_component", {"componentId": component}),
        page: ("deletePage", {"pageId": page}),
    }
    before = await state(owner, path)
    for key, (tool, given) in things.items():
        use, *more = await ok(owner, "GET", f"{path}/uses/{key}")
        assert [one["title"] for one in more] == (["About"] if key == asset else [])
        assert (use["title"], use["type"], use["count"]) == ("Home", "page", 1)
        done = await edit(owner, path, (tool, given))
        assert key not in str(await state(owner, path)), "it is gone, and nothing refers to it"
        back = await ok(owner, "POST", f"/api/runs/{done['runId']}/undo", {})
        assert (back["state"], await state(owner, path)) == ("merged", before)
    await edit(owner, path, ("rename_component", {"componentId": component, "name": " Title "}))
    names = {doc["id"]: doc["title"] for doc in (await ok(owner, "GET", f"{path}/canvas"))["documents"]}
    assert names[component] == "Title"
    assert (await owner.call("GET", f"{path}/uses/nothing"))[0] == 404
    for tool, given in (("delete_rule", {"ruleId": "x"}), ("delete_component", {"componentId": "x"})):
        body = {"edits": [{"tool": tool, "input": given}]}
        assert (await owner.call("POST", f"{path}/edits", body))[0] in (400, 404)


async def state(owner: Browser, path: str) -> dict[str, Any]:
    site = await ok(owner, "GET", path)
    return {key: site[key] for key in ("pages", "visualComponents", "styleRules", "files", "runtime")}


async def test_a_declaration_is_taken_out_at_one_width_only(owner: Browser) -> None:
    path = await make(owner)
    css = ".a { color: red; margin: 0 } @media (max-width: 719px) { .a { color: blue } }"
    await edit(owner, path, ("applyCss", {"css": css}))
    gone = "@media (max-width: 719px) { .a { color: unset } }"
    await edit(owner, path, ("remove_styles", {"css": gone}))
    (rule,) = (await ok(owner, "GET", f"{path}/canvas"))["rules"]
    assert (rule["styles"]["color"], rule["contextStyles"]) == ("red", {})
    colour = {"tokens": [{"slug": "ink", "lightValue": "#123456"}]}
    await edit(owner, path, ("set_type_scale", {"min": {"fontSize": 17}}), ("set_color_tokens", colour))
    seen = await ok(owner, "GET", f"{path}/canvas")
    (scale,) = seen["tokens"]["typography"]
    assert seen["scales"][scale["id"]]["min"] == 17, "what its steps are counted from"
    assert seen["colours"] == {"ink": "#123456"}, "as it was written"


async def test_an_edit_by_hand_joins_the_proposal_that_waits(owner: Browser) -> None:
    path = await make(owner, "review")
    project = path.split("/")[3]
    asked = {"message": "Build a page for a small bakery", "projectId": project}
    events = await owner.lines("POST", "/api/ai/chat/site", asked)
    conversation = next(event["conversationId"] for event in events if event["type"] == "runStarted")
    branch = next(event["branch"] for event in events if event["type"] == "proposal")
    seen = await ok(owner, "GET", f"{path}/canvas?conversation={conversation}")
    assert seen["branch"] == branch
    heading = next(
        node["id"] for node in seen["document"]["nodes"].values() if node["props"].get("tag") == "h1"
    )
    change = ("updateNodeProps", {"nodeId": heading, "patch": {"text": "By hand"}})
    joined = (await edit(owner, path, change, onto=branch))["settled"]
    assert (joined["branch"], joined["state"]) == (branch, "waiting")
    (waiting,) = await ok(owner, "GET", "/api/proposals")
    assert (waiting["branch"], waiting["state"]) == (branch, "open")
    seen = await ok(owner, "GET", f"{path}/canvas?ref={branch}")
    assert seen["document"]["nodes"][heading]["props"]["text"] == "By hand"
    price = ("updateNodeProps", {"nodeId": heading, "patch": {"text": "$0.50"}})
    await edit(owner, path, change, price, onto=branch)
    seen = await ok(owner, "GET", f"{path}/canvas?ref={branch}")
    assert seen["document"]["nodes"][heading]["props"]["text"] == "$0.50", "no value of the first edit"
    still = await ok(owner, "GET", f"{path}/canvas?conversation=nobody")
    assert (still["branch"], heading in still["document"]["nodes"]) == (None, False)
    body = {"edits": [{"tool": change[0], "input": change[1]}]}
    assert (await owner.call("POST", f"{path}/edits?onto=cr/nobody", body))[0] == 400
