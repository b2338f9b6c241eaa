"""Records through their doors: types, records, relations, sheets, documents, tasks, views, tools, undo."""

from collections.abc import AsyncGenerator
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.runtime import Asker
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.conftest import copied_settings
from tests.entities.test_parse import FILES

pytestmark = pytest.mark.asyncio(loop_scope="module")
numbers = count()
PLACE = {
    "name": "Place",
    "fields": [
        {"key": "country", "label": "Country"},
        {"key": "people", "type": "number"},
        {"key": "note", "type": "longText", "review": True},
    ],
}


async def make(owner: Browser, kind: str, title: str, **fields: Any) -> str:
    made = await ok(owner, "POST", "/api/entities", {"typeSlug": kind, "title": title, "fields": fields})
    return str(made["id"])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def places(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> AsyncGenerator[Browser]:
    """One studio for all tests here; each has a type of its own."""
    async with serve(copied_settings(tmp_path_factory.mktemp("studio"), sqlite_template)) as browser:
        await browser.set_up()
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def kind(places: Browser) -> str:
    slug = f"place{next(numbers)}"
    await ok(places, "POST", "/api/entity-types", PLACE | {"slug": slug})
    return slug


async def tool(owner: Browser, name: str, given: dict[str, Any]) -> Any:
    """Call a tool as an outside client does: a run of one step."""
    return await owner.studio.direct.use(await _asker(owner), None, name, given)


async def _asker(owner: Browser) -> Asker:
    told = await ok(owner, "GET", "/api/session")
    return Asker(told["workspace"]["id"], told["person"]["id"])


async def test_a_record_is_made_found_changed_by_version_and_rolled_back(places: Browser, kind: str) -> None:
    bonn = await make(places, kind, "Bonn", country="Germany", people=330_000)
    await make(places, kind, "Lyon", country="France", people="522000")
    page = await ok(places, "GET", f'/api/entities?type={kind}&where={{"people":{{"gt":400000}}}}')
    assert [(one["title"], one["fields"]["people"]) for one in page["entities"]] == [("Lyon", 522_000)]
    found = await ok(places, "GET", f"/api/entities?query=germany&type={kind}")
    assert [one["title"] for one in found["entities"]] == ["Bonn"]
    change = {"fields": {"people": 331_000}, "expectedVersion": 1}
    assert (await ok(places, "PUT", f"/api/entities/{bonn}", change))["version"] == 2
    assert (await places.call("PUT", f"/api/entities/{bonn}", change))[0] == 409
    same = {"fields": {"people": 331_000}}
    assert (await ok(places, "PUT", f"/api/entities/{bonn}", same))["version"] == 2
    back = await ok(places, "POST", f"/api/entities/{bonn}/rollback", {"version": 1})
    assert (back["version"], back["fields"]["people"]) == (3, 330_000)
    await ok(places, "DELETE", f"/api/entities/{bonn}")
    assert (await places.call("GET", f"/api/entities/{bonn}"))[0] == 404
    assert (await ok(places, "GET", f"/api/entities?query=bonn&type={kind}"))["entities"] == []
    assert (await ok(places, "POST", f"/api/entities/{bonn}/restore"))["title"] == "Bonn"
    assert [one["title"] for one in (await ok(places, "GET", "/api/search?query=bonn"))] == ["Bonn"]


async def test_a_list_goes_on_page_by_page_in_every_order(places: Browser, kind: str) -> None:
    rows = "".join(f"Town {n:03},{n if n % 7 else ''}\n" for n in range(130))
    await ok(places, "POST", f"/api/entity-types/{kind}/import", {"text": f"title,people\n{rows}"})
    for asked in ("", "&sort=people", "&sort=-title", "&query=town", "&query=town&sort=people"):
        titles, after = list[str](), ""
        while True:
            page = await ok(places, "GET", f"/api/entities?type={kind}&limit=60{asked}&after={after}")
            titles += [one["title"] for one in page["entities"]]
            if (after := page["next"]) is None:
                break
        assert sorted(titles) == [f"Town {n:03}" for n in range(130)], asked
        if "sort=-title" in asked:
            assert titles == sorted(titles, reverse=True)


async def test_a_wrong_value_says_what_would_be_right(places: Browser, kind: str) -> None:
    body = {"typeSlug": kind, "title": "Bonn", "fields": {"people": "many"}}
    status, answer = await places.call("POST", "/api/entities", body, **{"Accept-Language": "tr"})
    assert (status, "değil" in answer["error"]["message"]) == (400, True)
    status, answer = await places.call("POST", "/api/entities", body | {"fields": {"size": 3}})
    assert "country, people" in answer["error"]["suggestion"]


async def test_the_checks_tell_what_waits_what_is_there_twice_and_whose_source_is_gone(
    places: Browser, kind: str
) -> None:
    bonn = await make(places, kind, "Bonn")
    twin = await make(places, kind, "BONN Ltd.")
    form = aiohttp.FormData()
    form.add_field("file", b"# Paper\n\nBonn lies on the Rhine.", filename="paper.md")
    form.add_field("entity", bonn)
    headers = {"X-CSRF-Token": places.csrf}
    async with places.http.post(f"{places.url}/api/documents", data=form, headers=headers) as answer:
        paper = (await answer.json())["id"]
    cited = [{"documentId": paper, "quote": "Bonn lies on the Rhine."}]
    given = {"entityId": bonn, "fieldKey": "note", "value": "On the Rhine", "citations": cited}
    await tool(places, "submitResponse", given)

    async def seen() -> tuple[list[Any], list[Any], list[Any]]:
        told = await ok(places, "GET", "/api/record-checks")
        mine = {bonn, twin}
        return (
            [(one["title"], one["label"]) for one in told["waiting"] if one["entityId"] in mine],
            [[one["title"] for one in group] for group in told["same"] if group[0]["id"] in mine],
            [(one["title"], one["lost"]) for one in told["lost"] if one["entityId"] in mine],
        )

    assert await seen() == ([("Bonn", "note")], [["Bonn", "BONN Ltd."]], [])
    [of_type] = [
        one for one in await ok(places, "GET", "/api/entity-types") if one["definition"]["slug"] == kind
    ]
    assert (of_type["count"], of_type["waiting"]) == (2, 1)
    page = await ok(places, "GET", f"/api/entities?type={kind}&sort=title")
    assert {one["title"]: one["waiting"] for one in page["entities"]} == {"Bonn": 1, "BONN Ltd.": 0}
    await ok(places, "DELETE", f"/api/documents/{paper}")
    await ok(places, "DELETE", f"/api/entities/{twin}")
    assert await seen() == ([("Bonn", "note")], [], [("Bonn", "Paper")])


async def test_a_graph_of_many_the_way_between_two_and_a_sheet_of_some(places: Browser, kind: str) -> None:
    ids = [await make(places, kind, name) for name in ("A", "B", "C", "D", "E")]
    for source, target in ((0, 1), (2, 1), (2, 3)):
        body = {"sourceId": ids[source], "targetId": ids[target], "kind": "near"}
        await ok(places, "POST", "/api/relations", body)
    asked = f'/api/entity-graph?type={kind}&where={{"title":{{"in":["A","E"]}}}}'
    near = await ok(places, "GET", asked)
    assert {one["title"] for one in near["entities"]} == {"A", "B", "E"}
    far = await ok(places, "GET", f"{asked}&depth=2")
    assert {one["title"] for one in far["entities"]} == {"A", "B", "C", "E"}
    way = await ok(places, "GET", f"/api/entities/{ids[0]}/way?to={ids[3]}")
    assert [one["title"] for one in way["entities"]] == ["A", "B", "C", "D"]
    assert len(way["relations"]) == 3
    assert (await ok(places, "GET", f"/api/entities/{ids[0]}/way?to={ids[4]}"))["entities"] == []
    assert (await places.call("GET", f"/api/entities/{ids[0]}/way?to={kind}"))[0] == 404
    place = f"{places.url}/api/entity-types/{kind}/export?ids={ids[1]},{ids[3]}"
    async with places.http.get(place) as answer:
        rows = (await answer.text()).splitlines()
    assert [row.split(",")[1] for row in rows[1:]] == ["B", "D"]


async def test_records_are_related_both_ways_and_shown_as_a_graph(places: Browser, kind: str) -> None:
    ids = [await make(places, kind, name) for name in ("A", "B", "C")]
    for source, target in ((0, 1), (1, 2)):
        body = {
            "sourceId": ids[source],
            "targetId": ids[target],
            "kind": "near",
            "evidence": {"quote": "it is"},
        }
        assert len(await ok(places, "POST", "/api/relations", body)) == 1
    assert await ok(places, "POST", "/api/relations", body) == []
    near = await ok(places, "GET", f"/api/entities/{ids[2]}/graph")
    assert {one["title"] for one in near["entities"]} == {"B", "C"}
    far = await ok(places, "GET", f"/api/entities/{ids[2]}/graph?depth=2")
    assert {one["title"] for one in far["entities"]} == {"A", "B", "C"}
    assert (await places.call("POST", "/api/relations", body | {"targetId": "nobody"}))[0] == 404
    await ok(places, "DELETE", f"/api/relations/{near['relations'][0]['id']}")
    assert len((await ok(places, "GET", f"/api/entities/{ids[2]}/graph"))["relations"]) == 0


async def test_a_sheet_is_tried_then_taken_in_and_written_out(places: Browser, kind: str) -> None:
    sheet = {"text": "Ort,Country,people\nBonn,Germany,330000\nLyon,France,x\n", "dryRun": True}
    tried = await ok(places, "POST", f"/api/entity-types/{kind}/import", sheet)
    assert (tried["isDryRun"], tried["mapping"]["Ort"]) == (True, "title")
    assert [one["row"] for one in tried["problems"]] == [3]
    text = "Ort,Country,people\nBonn,Germany,330000\nLyon,France,522000\n"
    done = await ok(places, "POST", f"/api/entity-types/{kind}/import", {"text": text})
    assert (done["created"], done["isDryRun"]) == (2, False)
    again = await ok(places, "POST", f"/api/entity-types/{kind}/import", {"text": text.replace("330", "331")})
    assert (again["created"], again["updated"], again["unchanged"]) == (0, 1, 1)
    raw = await ok(places, "GET", f"/api/entity-types/{kind}/export")
    assert b"Bonn,Germany,331000," in raw


async def test_fields_are_renamed_with_their_values_and_a_used_type_stays(places: Browser, kind: str) -> None:
    bonn = await make(places, kind, "Bonn", country="Germany")
    changes = {"operations": [{"op": "renameField", "key": "country", "to": "land"}]}
    changed = await ok(places, "POST", f"/api/entity-types/{kind}/fields", changes)
    assert (changed["version"], changed["definition"]["fields"][0]["key"]) == (2, "land")
    assert (await ok(places, "GET", f"/api/entities/{bonn}"))["fields"] == {"land": "Germany"}
    assert (
        len((await ok(places, "GET", f'/api/entities?type={kind}&where={{"land":"Germany"}}'))["entities"])
        == 1
    )
    assert (await places.call("DELETE", f"/api/entity-types/{kind}"))[0] == 409
    assert len(await ok(places, "GET", f"/api/entity-types/{kind}/versions")) == 2


async def test_a_document_is_read_into_pieces_found_and_cited(places: Browser, kind: str) -> None:
    bonn = await make(places, kind, "Bonn")
    form = aiohttp.FormData()
    form.add_field("file", b"# Rhine\n\nSwifts nest under the bridge.\n", filename="notes.md")
    form.add_field("entity", bonn)
    headers = {"X-CSRF-Token": places.csrf}
    async with places.http.post(f"{places.url}/api/documents", data=form, headers=headers) as answer:
        made = await answer.json()
        assert (answer.status, made["title"], made["chunks"]) == (201, "Rhine", 1)
    for name, data in FILES.items():  # each format by the same door, found and cited
        form = aiohttp.FormData()
        form.add_field("file", data, filename=name)
        form.add_field("entity", bonn)
        async with places.http.post(f"{places.url}/api/documents", data=form, headers=headers) as answer:
            paper = await answer.json()
            assert answer.status == 201, paper
        (passage,) = await ok(places, "GET", "/api/documents/search?query=eaves+mill")
        assert passage["documentId"] == paper["id"], name
        cited = [{"documentId": paper["id"], "quote": "the old mill"}]
        given = {"entityId": bonn, "fieldKey": "note", "value": name, "citations": cited}
        assert (await tool(places, "submitResponse", given)).output.ok
        await ok(places, "DELETE", f"/api/documents/{paper['id']}")
    form = aiohttp.FormData()
    form.add_field("file", FILES["mill.docx"][:200], filename="cut.docx")
    async with places.http.post(f"{places.url}/api/documents", data=form, headers=headers) as answer:
        told = await answer.json()
        assert (answer.status, told["error"]["message"]) == (400, "This is not a readable DOCX file.")
    [found] = await ok(places, "GET", "/api/documents/search?query=swifts")
    assert (found["documentId"], found["entityId"]) == (made["id"], bonn)
    text = await ok(places, "GET", f"/api/documents/{made['id']}")
    assert "Swifts" in text["text"]
    called = await tool(places, "searchDocuments", {"query": "bridge", "entityId": bonn})
    assert called.output.data[0]["title"] == "Rhine"
    value = {"entityId": bonn, "fieldKey": "note", "value": "Swifts nest here"}
    good = [{"documentId": made["id"], "quote": "Swifts nest"}]
    submitted = (
        await tool(places, "submitResponse", value | {"citations": good, "confidence": 0.8})
    ).output.data
    assert submitted["status"] == "proposed"
    assert (await ok(places, "GET", f"/api/entities/{bonn}"))["fields"] == {}
    await ok(places, "POST", f"/api/responses/{submitted['id']}/decision", {"decision": "approve"})
    assert (await ok(places, "GET", f"/api/entities/{bonn}"))["fields"]["note"] == "Swifts nest here"
    kept, *_ = await ok(places, "GET", f"/api/entities/{bonn}/responses")
    assert kept["reviewedByName"]
    with pytest.raises(InvalidInput, match="made-up"):
        await tool(places, "submitResponse", value | {"citations": [{"entityId": "made-up"}]})
    await ok(places, "DELETE", f"/api/documents/{made['id']}")
    assert await ok(places, "GET", "/api/documents/search?query=swifts") == []


async def test_a_value_is_edited_before_a_person_says_yes(places: Browser, kind: str) -> None:
    bonn = await make(places, kind, "Bonn")
    other = await make(places, kind, "Cologne")
    await ok(places, "POST", "/api/relations", {"sourceId": bonn, "targetId": other, "kind": "near"})
    cited = [{"entityId": other, "quote": "ten swifts"}]
    given = {
        "entityId": bonn,
        "fieldKey": "note",
        "value": "Ten swifts",
        "citations": cited,
        "confidence": 0.6,
    }
    proposed = (await tool(places, "submitResponse", given)).output.data
    path = f"/api/responses/{proposed['id']}/decision"
    mine = await ok(places, "POST", path, {"decision": "approve", "value": "About ten swifts"})
    assert (mine["value"], mine["agent"], mine["status"]) == ("About ten swifts", "", "approved")
    assert mine["citations"] == cited
    assert (await ok(places, "GET", f"/api/entities/{bonn}"))["fields"]["note"] == "About ten swifts"
    found = await ok(places, "GET", f"/api/entities/{bonn}/responses")
    assert [(one["value"], one["status"]) for one in found] == [
        ("About ten swifts", "approved"),
        ("Ten swifts", "superseded"),
    ]
    assert all(one["reviewedByName"] for one in found)
    status, told = await places.call("POST", path, {"decision": "approve", "value": "Again"})
    assert (status, told["error"]["code"]) == (400, "invalid_status")


async def test_undo_of_a_run_brings_records_back_to_their_versions(places: Browser, kind: str) -> None:
    bonn = await make(places, kind, "Bonn", people=1)
    items = [{"typeSlug": kind, "title": f"P{n}"} for n in range(3)]
    made = await tool(places, "batchCreateEntities", {"items": items})
    ids = [one["id"] for one in made.output.data["entities"]]
    await ok(places, "POST", f"/api/runs/{made.run_id}/undo")
    assert (await ok(places, "GET", f"/api/entities?type={kind}"))["total"] == 1
    changed = await tool(places, "updateEntity", {"entityId": bonn, "fields": {"people": 2}})
    await ok(places, "PUT", f"/api/entities/{bonn}", {"fields": {"people": 3}})
    undone = await ok(places, "POST", f"/api/runs/{changed.run_id}/undo")
    assert undone["rooms"][0]["left"] == ["Bonn"]
    assert (await ok(places, "GET", f"/api/entities/{bonn}"))["fields"]["people"] == 3
    shape = await tool(places, "createEntityType", {"slug": f"{kind}-new", "name": "New"})
    await ok(places, "POST", f"/api/runs/{shape.run_id}/undo")
    assert (await places.call("GET", f"/api/entity-types/{kind}-new/versions"))[0] == 404
    with pytest.raises(NotFound):  # it was taken back
        await tool(places, "createRelation", {"sourceId": bonn, "targetId": ids[0], "kind": "near"})


async def test_nobody_waits_for_an_agent_that_is_not_there(places: Browser) -> None:
    for_nobody = {"title": "Look", "agent": "nobody-there"}
    assert (await places.call("POST", "/api/tasks", for_nobody))[0] == 404
    task = await ok(places, "POST", "/api/tasks", {"title": "Look", "agent": "analyst"})
    assert (await places.call("PUT", f"/api/tasks/{task['id']}", {"agent": "nobody-there"}))[0] == 404
    told = await places.studio.direct.use(
        await _asker(places),
        None,
        "manageTasks",
        {"action": "assign", "taskId": task["id"], "agentSlug": "analyst"},
    )
    assert told.output.data["agentSlug"] == "analyst"
    never = {"enabled": True, "schedule": "0 0 31 2 *"}
    assert (await places.call("PUT", "/api/agents/analyst/heartbeat", never))[0] == 400
    models = [
        (await ok(places, "PUT", "/api/agents/analyst", {"model": one}))["model"]
        for one in (" some-model ", "  ")
    ]
    assert models == ["some-model", None]


@pytest.mark.parametrize("key", ["id", "title"])
async def test_no_field_is_called_as_what_every_record_has(places: Browser, key: str) -> None:
    made = {"slug": "odd", "name": "Odd", "fields": [{"key": key}]}
    status, told = await places.call("POST", "/api/entity-types", made)
    assert (status, key in told["error"]["message"]) == (400, True)


async def test_a_task_waits_for_another_and_a_goal_is_one_with_children(places: Browser, kind: str) -> None:
    goal = await ok(places, "POST", "/api/tasks", {"title": "Publish the guide"})
    first = await ok(places, "POST", "/api/tasks", {"title": "Write", "parentId": goal["id"]})
    body = {"title": "Proof", "parentId": goal["id"], "dependsOn": [first["id"]]}
    second = await ok(places, "POST", "/api/tasks", body)
    assert second["status"] == "blocked"
    circle = {"dependsOn": [second["id"]]}
    assert (await places.call("PUT", f"/api/tasks/{first['id']}", circle))[0] == 400
    await ok(places, "PUT", f"/api/tasks/{first['id']}", {"status": "completed"})
    detail = await ok(places, "GET", f"/api/tasks/{goal['id']}")
    assert [one["status"] for one in detail["children"]] == ["completed", "open"]
    assert [one["title"] for one in await ok(places, "GET", "/api/tasks?goals=true")] == ["Publish the guide"]
    mine = await tool(places, "getTaskStatus", {"slug": second["slug"]})
    assert mine.output.data[0]["status"] == "open"


async def test_a_task_for_a_person_stands_in_their_inbox_until_it_is_done(places: Browser, kind: str) -> None:
    me = (await ok(places, "GET", "/api/session"))["person"]["id"]
    task = await ok(
        places, "POST", "/api/tasks", {"title": "Ask Bonn", "assignedTo": me, "description": "By letter."}
    )
    [item] = [one for one in await ok(places, "GET", "/api/inbox") if one["id"] == task["id"]]
    assert (item["kind"], item["about"], item["isWaiting"]) == ("task", "Ask Bonn", True)
    await ok(places, "PUT", f"/api/tasks/{task['id']}", {"status": "completed"})
    assert task["id"] not in [one["id"] for one in await ok(places, "GET", "/api/inbox")]


async def test_a_view_is_saved_changed_and_refused_on_an_old_copy(places: Browser, kind: str) -> None:
    body = {"name": "Large places", "kind": "board", "config": {"type": kind, "group": "country"}}
    view = await ok(places, "POST", "/api/views", body)
    assert view["slug"] == "large-places"
    await ok(places, "PUT", "/api/views/large-places", {"kind": "table", "expectedVersion": 1})
    assert (await places.call("PUT", "/api/views/large-places", {"name": "X", "expectedVersion": 1}))[
        0
    ] == 409
    assert (await places.call("POST", "/api/views", body | {"config": {"colour": 1}}))[0] == 400
    managed = await tool(places, "manageView", {"action": "create", "slug": "near", "name": "Near"})
    assert managed.output.data["version"] == 1
    assert len(await ok(places, "GET", "/api/views")) == 2


async def test_a_schema_change_that_loses_values_asks_first(places: Browser, kind: str) -> None:
    spec = places.studio.registry.get("updateEntityTypeSchema")
    workspace = (await _asker(places)).workspace_id
    add: dict[str, Any] = {"operations": [{"op": "addField", "field": {"key": "size"}}]}
    remove: dict[str, Any] = {"operations": [{"op": "removeField", "key": "note"}]}
    assert (await spec.for_call(workspace, add)).policy == "auto"
    assert (await spec.for_call(workspace, remove)).policy == "always_ask"


async def test_two_records_become_one_and_are_two_again(places: Browser, kind: str) -> None:
    one = await make(places, kind, "Bonn", country="Germany", note="By the river.")
    two = await make(places, kind, "Bonn am Rhein", country="Deutschland", people=330_000)
    third = await make(places, kind, "Köln")
    for source, target in ((one, third), (two, third), (third, two), (two, one)):
        await ok(places, "POST", "/api/relations", {"sourceId": source, "targetId": target, "kind": "near"})
    task = await ok(places, "POST", "/api/tasks", {"title": "Look", "entityId": two})
    path = f"/api/entities/{one}/merge"
    assert (await places.call("POST", path, {"otherId": one}))[0] == 400
    assert (await places.call("POST", path, {"otherId": two, "take": ["colour"]}))[0] == 400
    done = await ok(places, "POST", path, {"otherId": two, "take": ["country"]})
    fields = {"country": "Deutschland", "people": 330_000, "note": "By the river."}
    assert (done["entity"]["title"], done["entity"]["fields"]) == ("Bonn", fields)
    assert (await places.call("GET", f"/api/entities/{two}"))[0] == 404

    async def near(entity: str) -> set[tuple[str, str]]:
        found = await ok(places, "GET", f"/api/entities/{entity}/graph")
        return {(each["sourceId"], each["targetId"]) for each in found["relations"]}

    assert await near(one) == {(one, third), (third, one)}, "each once, and none to itself"
    assert (await ok(places, "GET", f"/api/tasks/{task['id']}"))["entityId"] == one
    [merge] = await ok(places, "GET", f"/api/entities/{one}/merges")
    assert (merge["otherTitle"], merge["id"]) == ("Bonn am Rhein", done["merge"]["id"])

    undo = f"/api/entity-merges/{merge['id']}/undo"
    back = await ok(places, "POST", undo)
    assert (back["wentBack"], back["entity"]["fields"]) == (
        True,
        {"country": "Germany", "note": "By the river."},
    )
    assert (await ok(places, "GET", f"/api/entities/{two}"))["fields"]["people"] == 330_000
    assert await near(one) == {(one, third), (two, one)}
    assert await near(two) == {(two, third), (third, two), (two, one)}
    assert (await ok(places, "GET", f"/api/tasks/{task['id']}"))["entityId"] == two
    assert (await places.call("POST", undo))[0] == 400, "a second press"

    # What somebody writes after a merge stays when it is taken back.
    again = await ok(places, "POST", path, {"otherId": two, "take": ["title"]})
    await ok(places, "PUT", f"/api/entities/{one}", {"fields": {"note": "On the Rhine."}})
    left = await ok(places, "POST", f"/api/entity-merges/{again['merge']['id']}/undo")
    assert (left["wentBack"], left["entity"]["fields"]["note"]) == (False, "On the Rhine.")
    assert (await ok(places, "GET", f"/api/entities/{two}"))["title"] == "Bonn am Rhein"
