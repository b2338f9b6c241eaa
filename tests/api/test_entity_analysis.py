"""Tools that compute and plan from records, and the wall between workspaces for every id."""

from typing import Any

from proofroom.kernel.ids import new_id
from proofroom.runtime import Asker
from tests.api.conftest import Browser
from tests.api.test_content import ok

IDEA = {
    "slug": "idea",
    "name": "Idea",
    "fields": [{"key": key, "type": "number"} for key in ("impact", "confidence", "ease", "score")],
}


async def use(owner: Browser, name: str, given: dict[str, Any]) -> Any:
    told = await ok(owner, "GET", "/api/session")
    asker = Asker(told["workspace"]["id"], told["person"]["id"])
    return (await owner.studio.direct.use(asker, None, name, given)).output.data


async def test_records_are_compared_scored_ranked_and_planned_for(owner: Browser) -> None:
    await ok(owner, "POST", "/api/entity-types", IDEA)
    ids: list[str] = []
    for title, impact in (("Small", 2), ("Large", 8)):
        body = {"typeSlug": "idea", "title": title, "fields": {"impact": impact, "confidence": 5, "ease": 5}}
        ids.append((await ok(owner, "POST", "/api/entities", body))["id"])
    compared = await use(owner, "compareEntities", {"entityIds": ids})
    assert compared["differs"] == ["impact"]
    rubric = [{"key": "impact", "weight": 3}, {"key": "ease", "weight": 1}]
    scored = await use(owner, "scoreEntities", {"entityIds": ids, "rubric": rubric, "writeField": "score"})
    assert [(one["title"], one["score"]) for one in scored["scores"]] == [("Large", 100.0), ("Small", 43.8)]
    assert (await ok(owner, "GET", f"/api/entities/{ids[1]}"))["fields"]["score"] == 100
    ranked = await use(owner, "prioritizeEntities", {"typeSlug": "idea", "method": "ice"})
    assert [one["score"] for one in ranked["ranking"]] == [200, 50]
    analysed = await use(owner, "analyzeEntity", {"entityId": ids[0], "question": "what is it?"})
    assert {one for claim in analysed["claims"] for one in claim["source_entity_ids"]} == {ids[0]}
    assert (await use(owner, "assessEntity", {"entityId": ids[0]}))["filled"] == 4
    plan = await use(owner, "createPlan", {"goal": "Ship it", "steps": ["Write", "Proof"], "entityIds": ids})
    assert [one["status"] for one in plan["tasks"]] == ["open", "blocked"]


async def test_ids_of_another_workspace_are_not_there(owner: Browser) -> None:
    await ok(owner, "POST", "/api/entity-types", IDEA)
    body = {"typeSlug": "idea", "title": "Ours"}
    entity = (await ok(owner, "POST", "/api/entities", body))["id"]
    task = (await ok(owner, "POST", "/api/tasks", {"title": "Ours"}))["id"]
    await ok(owner, "POST", "/api/views", {"name": "Ours"})
    memory = (await ok(owner, "POST", "/api/memory", {"content": "Ours alone."}))["id"]
    await ok(owner, "POST", "/api/skills", {"name": "Ours", "body": "x"})
    brief = (await ok(owner, "POST", f"/api/entities/{entity}/briefs", {}))["id"]
    await ok(owner, "POST", "/api/workspaces", {"name": "Elsewhere"})
    made = await ok(owner, "GET", "/api/session")
    other = next(one for one in made["workspaces"] if one["name"] == "Elsewhere")
    status, switched = await owner.call("POST", f"/api/workspaces/{other['id']}/switch")
    assert status == 200, switched
    owner.csrf = (await ok(owner, "GET", "/api/session"))["csrfToken"]
    asked = [
        ("GET", f"/api/entities/{entity}", None),
        ("PUT", f"/api/entities/{entity}", {"title": "Theirs"}),
        ("DELETE", f"/api/entities/{entity}", None),
        ("GET", f"/api/entities/{entity}/graph", None),
        ("GET", f"/api/entities/{entity}/versions", None),
        ("GET", f"/api/entities/{entity}/responses", None),
        ("POST", f"/api/entities/{entity}/briefs", {}),
        ("GET", f"/api/briefs/{brief}", None),
        ("GET", f"/api/tasks/{task}", None),
        ("PUT", f"/api/tasks/{task}", {"status": "completed"}),
        ("GET", "/api/views/ours", None),
        ("PUT", f"/api/memory/{memory}", {"status": "disabled"}),
        ("PUT", "/api/skills/ours", {"isEnabled": False}),
        ("GET", f"/api/documents/{new_id()}", None),
        ("GET", f"/api/evals/{new_id()}/runs", None),
    ]
    answers = [(path, (await owner.call(method, path, body))[0]) for method, path, body in asked]
    assert [one for one in answers if one[1] != 404] == []
    assert (await ok(owner, "GET", "/api/entities"))["entities"] == []
