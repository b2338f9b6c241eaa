"""Models, locales, status, glossary and checks through tools."""

from typing import Any

from proofroom.kernel.tool import Actor
from tests.content.tools.conftest import TOPICS, Room

A, B = "aaaaaaaaaaaa", "bbbbbbbbbbbb"
MODEL = {"id": "events", "name": "Events", "kind": "collection", "domain": "blog"}


async def save(room: Room, **fields: Any) -> None:
    await room.data("save_content", {"model": "topics", "data": {A: {"name": "Rivers", **fields}}})


async def test_a_model_is_made_with_a_title_field_and_then_extended(room: Room) -> None:
    fields = {"title": {"type": "string", "required": True}}
    output = await room.use("save_model", MODEL | {"fields": fields})
    assert output.summary == "Made the model events (1 field)"
    assert output.affected.snapshot_changed
    assert '"title" was chosen as the title field.' in output.data["advisories"]
    await room.data("save_model", MODEL | {"fields": {"place": {"type": "string"}}})
    models = {model["id"]: model for model in (await room.data("list_models"))["models"]}
    assert set(models["events"]["fields"]) == {"title", "place"}


async def test_a_change_that_breaks_content_needs_a_word(room: Room) -> None:
    await save(room, color="blue")
    given = {key: TOPICS[key] for key in ("id", "name", "kind", "domain")} | {"remove_fields": ["color"]}
    error = await room.refusal("save_model", given)
    assert 'field "color" is removed' in error["message"]
    assert (await room.data("save_model", given | {"allow_breaking": True}))["merged"] == "pending"


async def test_an_invalid_model_is_refused_with_its_issues(room: Room) -> None:
    error = await room.refusal("save_model", MODEL | {"fields": {"Bad Name": {"type": "string"}}})
    assert "nothing was written" in error["message"]
    assert await room.contents.repositories.branches(room.project_id) == []


async def test_a_model_that_others_point_at_stays(room: Room) -> None:
    await save(room)
    await room.data("save_content", {"model": "articles", "slug": "a", "data": {"title": "A", "topic": A}})
    error = await room.refusal("delete_model", {"model": "topics"})
    assert error["context"]["referencedBy"][0]["model"] == "articles"
    await room.data("delete_content", {"model": "articles", "entryIds": ["a"]})
    output = await room.use("delete_model", {"model": "topics"})
    assert output.ok, output.error
    assert "topics" not in {model["id"] for model in (await room.data("list_models"))["models"]}


async def test_init_makes_models_and_is_merged_at_once(empty_room: Room) -> None:
    models = [MODEL | {"fields": {"title": {"type": "string", "required": True}}}]
    output = await empty_room.use(
        "init_project", {"stack": "astro", "locales": ["en", "tr"], "domains": ["blog"], "models": models}
    )
    assert output.ok, output.error
    assert output.data["merged"] is True
    assert output.affected.models == ["events"]
    assert (await empty_room.contents.phase(empty_room.project_id))[0] == "active"
    error = await empty_room.refusal("init_project", {"stack": "x", "locales": ["en"], "domains": ["d"]})
    assert "Already initialized" in error["message"]


async def test_content_is_copied_into_an_empty_locale_only(room: Room) -> None:
    await save(room)
    output = await room.use("copy_locale", {"model": "topics", "from": "en", "to": "tr"})
    assert output.summary == "Copied 1 entry of topics from en to tr"
    error = await room.refusal("copy_locale", {"model": "topics", "from": "en", "to": "tr"})
    assert "already has content" in error["message"]


async def test_a_locale_is_added_once(room: Room) -> None:
    output = await room.use("add_locale", {"locale": "de"})
    assert output.affected.locales == ["de"]
    assert (await room.refusal("add_locale", {"locale": "de"}))["code"] == "conflict"
    assert (await room.refusal("add_locale", {"locale": "german"}))["code"] == "invalid_input"


async def test_status_changes_say_from_and_to_and_skip_what_is_there(room: Room) -> None:
    await save(room)
    output = await room.use("update_status", {"model": "topics", "entryIds": [A], "status": "published"})
    assert output.data["statusChanges"] == [
        {"entryId": A, "locale": "en", "from": "draft", "to": "published"}
    ]
    assert output.summary == "Published 1 entry of topics"
    await room.end_turn()
    again = await room.data("update_status", {"model": "topics", "entryIds": [A], "status": "published"})
    assert again["branch"] is None
    assert again["statusChanges"][0]["unchanged"] is True
    scheduled = {
        "model": "topics",
        "entryIds": [A],
        "status": "published",
        "publish_at": "2027-01-01T00:00:00Z",
    }
    await room.data("update_status", scheduled)
    meta = (await room.data("brain_query", {"model": "topics", "entryId": A}))["meta"]
    assert meta["publish_at"] == "2027-01-01T00:00:00Z"
    assert (await room.refusal("update_status", scheduled | {"entryIds": [B]}))["code"] == "not_found"


async def test_the_glossary_is_read_and_set(room: Room) -> None:
    assert await room.data("vocabulary", {"action": "get"}) == {"vocabulary": {}}
    await room.data("vocabulary", {"action": "set", "terms": {"swift": {"en": "swift (bird)"}}})
    await room.data("vocabulary", {"action": "set", "terms": {"swift": {"tr": "ebabil"}}})
    assert (await room.data("vocabulary", {"action": "get"}))["vocabulary"] == {
        "swift": {"en": "swift (bird)", "tr": "ebabil"}
    }
    assert (await room.refusal("vocabulary", {"action": "set"}))["code"] == "invalid_input"


async def test_validate_names_issues_and_validate_schema_what_changed_on_the_branch(room: Room) -> None:
    await save(room)
    data = await room.data("validate")
    assert {issue["code"] for issue in data["issues"]} >= {"entry.parity"}
    assert data["summary"]["entries_checked"] >= 1
    assert "healthScore" in data
    only = await room.data("validate", {"model": "topics", "locale": "en"})
    assert "tr" not in {issue.get("locale") for issue in only["issues"]}
    await room.data(
        "save_model",
        {key: TOPICS[key] for key in ("id", "name", "kind", "domain")}
        | {"remove_fields": ["color"], "allow_breaking": True},
    )
    schema = await room.data("validate_schema")
    assert {"field_removed"} <= {warning["type"] for warning in schema["warnings"]}


async def test_reading_an_unset_project_explains_itself(empty_room: Room) -> None:
    assert (await empty_room.data("list_models"))["models"] == []
    assert (await empty_room.data("list_branches"))["branches"] == []
    assert (await empty_room.data("validate"))["issues"][0]["code"] == "project.uninitialized"
    assert (await empty_room.refusal("get_content", {"model": "topics"}))["code"] == "not_found"
    assert (await empty_room.refusal("list_models", project_id=None))["code"] == "missing_context"


async def test_searching_expanding_and_analysing_answer_in_the_seed_shape(room: Room) -> None:
    await save(room)
    await room.data("save_content", {"model": "articles", "slug": "a", "data": {"title": "A", "topic": A}})
    found = await room.data("brain_search", {"query": "rivers"})
    assert found["total"] == 1
    result = found["results"][0]
    assert (result["modelId"], result["entryId"], result["locale"], result["status"]) == (
        "topics",
        A,
        "en",
        "draft",
    )
    forward = await room.data("relation_expand", {"model": "articles", "entryId": "a"})
    assert forward["relations"] == [
        {"field": "topic", "refs": [{"model": "topics", "ref": A, "label": "Rivers"}]}
    ]
    back = await room.data("relation_expand", {"model": "topics", "entryId": A, "direction": "reverse"})
    assert back["referencedBy"] == [{"model": "articles", "ref": "a", "field": "topic", "label": "A"}]
    full = await room.data("brain_analyze", {"type": "full"})
    assert full["analysisType"] == "full"
    limited = Actor("Key", "", "member", only_models=frozenset({"articles"}))
    assert (await room.data("brain_search", {"query": "rivers"}, actor=limited))["total"] == 0
    hidden = await room.data("relation_expand", {"model": "articles", "entryId": "a"}, actor=limited)
    assert hidden["relations"] == []


async def test_missing_content_is_an_error_with_its_place(room: Room) -> None:
    output = await room.use("get_content", {"model": "labels", "locale": "tr"})
    assert output.ok
    assert output.data["data"] == {}
    output = await room.use("get_content", {"model": "articles", "locale": "tr"})
    assert not output.ok
    assert output.data["data"] is None
    assert output.data["error"] == '"articles" has no content in tr.'
