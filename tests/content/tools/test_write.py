"""Writing entries through tools: on one branch, validated, merged when the turn ends."""

from typing import Any

import pytest

from proofroom.kernel.ids import ConversationId
from proofroom.kernel.tool import Actor
from tests.content.tools.conftest import Room

A, B = "aaaaaaaaaaaa", "bbbbbbbbbbbb"


async def names(room: Room, **changes: Any) -> dict[str, str]:
    output = await room.use("get_content", {"model": "topics", "locale": "en"}, **changes)
    return {key: entry["name"] for key, entry in (output.data["data"] or {}).items()}


async def test_a_save_answers_where_it_is_and_that_it_is_merged_later(room: Room) -> None:
    output = await room.use("save_content", {"model": "topics", "data": {A: {"name": "Rivers"}}})
    assert output.ok, output.error
    data = output.data
    assert data["branch"].startswith("cr/chat/c1/")
    assert (data["merged"], data["workflow"], data["filesChanged"]) == ("pending", "review", 2)
    assert data["reviewBranch"] == data["branch"]
    assert (data["valid"], data["errors"]) == (True, [])
    assert data["results"] == [{"action": "created", "id": A, "locale": "en"}]
    assert output.summary == "Added “Rivers” to topics (en)"
    assert output.affected.models == ["topics"]
    assert output.affected.locales == ["en"]
    assert output.affected.branches_changed
    assert output.affected.branch == data["branch"]


async def test_an_administrator_in_the_review_workflow_gets_no_review_branch(room: Room) -> None:
    admin = Actor("Ada", "ada@example.com", "admin")
    data = await room.data("save_content", {"model": "topics", "data": {A: {"name": "R"}}}, actor=admin)
    assert "reviewBranch" not in data


async def test_the_conversation_reads_its_own_branch_and_nobody_else_does(room: Room) -> None:
    await room.data("save_content", {"model": "topics", "data": {A: {"name": "Rivers"}}})
    assert await names(room) == {A: "Rivers"}
    assert await names(room, conversation_id=ConversationId("c2")) == {}
    await room.end_turn()
    assert await names(room, conversation_id=ConversationId("c2")) == {A: "Rivers"}


async def test_only_the_given_fields_change(room: Room) -> None:
    await room.data("save_content", {"model": "topics", "data": {A: {"name": "Rivers", "color": "blue"}}})
    output = await room.use("save_content", {"model": "topics", "data": {A: {"color": "red"}}})
    assert output.summary == "Changed 1 field of “Rivers” in topics (en)"
    found = await room.data("brain_query", {"model": "topics", "entryId": A})
    assert found["data"] == {"name": "Rivers", "color": "red"}
    assert found["meta"]["source"] == "agent"
    assert found["meta"]["updated_by"] == "ada@example.com"


async def test_an_entry_is_called_as_in_the_content_while_its_new_title_waits(room: Room) -> None:
    await room.data("save_content", {"model": "topics", "data": {A: {"name": "Rivers"}}})
    await room.end_turn(workflow="auto-merge")
    output = await room.use("save_content", {"model": "topics", "data": {A: {"name": "Streams"}}})
    assert output.summary == "Changed 1 field of “Rivers” in topics (en)"


async def test_new_entries_get_ids_that_a_repeated_step_makes_again(room: Room) -> None:
    given = {"model": "topics", "data": {"new": {"name": "One"}, "new-2": {"name": "Two"}}}
    step = "007.tool.00"
    first = await room.data("save_content", given, step=step)
    again = await room.data("save_content", given, step=step)
    assert first["commitSha"] == again["commitSha"]
    assert sorted((await names(room)).values()) == ["One", "Two"]
    assert all(len(key) == 12 for key in await names(room))


async def test_bare_fields_are_one_new_entry_and_other_shapes_are_explained(room: Room) -> None:
    await room.data("save_content", {"model": "topics", "data": {"name": "Bare"}})
    assert list((await names(room)).values()) == ["Bare"]
    error = await room.refusal("save_content", {"model": "topics", "data": {"x": 1}})
    assert "entries by id" in error["message"]


async def test_an_invalid_entry_is_refused_with_its_field_and_leaves_no_branch(room: Room) -> None:
    error = await room.refusal("save_content", {"model": "topics", "data": {A: {"color": "blue"}}})
    assert "nothing was written" in error["message"]
    assert error["context"]["issues"][0]["field"] == "name"
    assert await room.contents.repositories.branches(room.project_id) == []


async def test_documents_singletons_and_dictionaries_are_saved_by_their_own_shape(room: Room) -> None:
    document = {"model": "articles", "slug": "swifts", "data": {"title": "Swifts"}, "body": "They came."}
    await room.data("save_content", document)
    await room.data("save_content", {"model": "settings", "data": {"tagline": "Notes"}})
    await room.data("save_content", {"model": "labels", "locale": "tr", "data": {"nav.home": "Ana sayfa"}})
    article = await room.data("brain_query", {"model": "articles", "entryId": "swifts"})
    assert (article["data"]["title"], article["data"]["body"]) == ("Swifts", "They came.")
    settings = await room.data("get_content", {"model": "settings"})
    assert settings["data"] == {"tagline": "Notes"}
    labels = await room.data("get_content", {"model": "labels", "locale": "tr"})
    assert labels["data"] == {"nav.home": "Ana sayfa"}
    error = await room.refusal("save_content", {"model": "articles", "data": {"title": "No slug"}})
    assert "slug" in error["message"]


async def test_the_locale_on_screen_is_the_default(room: Room) -> None:
    screen = {"activeLocale": "tr"}
    data = await room.data("save_content", {"model": "topics", "data": {A: {"name": "Nehir"}}}, screen=screen)
    assert data["results"][0]["locale"] == "tr"
    error = await room.refusal(
        "save_content", {"model": "topics", "locale": "de", "data": {A: {"name": "F"}}}
    )
    assert "not supported" in error["message"]


async def test_a_schedule_can_be_set_and_cleared_with_a_save(room: Room) -> None:
    given = {"model": "topics", "data": {A: {"name": "R"}}}
    await room.data("save_content", given | {"publish_at": "2027-01-01T00:00:00Z"})
    found = await room.data("brain_query", {"model": "topics", "entryId": A})
    assert found["meta"]["publish_at"] == "2027-01-01T00:00:00Z"
    await room.data("save_content", given | {"publish_at": None})
    found = await room.data("brain_query", {"model": "topics", "entryId": A})
    assert "publish_at" not in found["meta"]


async def test_saving_what_is_there_already_writes_nothing(room: Room) -> None:
    await room.data("save_content", {"model": "settings", "data": {"tagline": "Notes"}})
    await room.end_turn()
    data = await room.data("vocabulary", {"action": "set", "terms": {"swift": {"en": "swift"}}})
    assert data["merged"] == "pending"
    await room.end_turn()
    data = await room.data("vocabulary", {"action": "set", "terms": {"swift": {"en": "swift"}}})
    assert (data["branch"], data["filesChanged"]) == (None, 0)
    assert await room.contents.repositories.branches(room.project_id) == []


async def test_deleting_is_refused_while_others_point_there(room: Room) -> None:
    await room.data(
        "save_content", {"model": "topics", "data": {A: {"name": "R"}, B: {"name": "S", "parent": A}}}
    )
    error = await room.refusal("delete_content", {"model": "topics", "entryIds": [A]})
    assert error["context"]["referencedBy"][0]["ref"] == B
    output = await room.use("delete_content", {"model": "topics", "entryIds": [B]})
    assert output.summary == "Deleted 1 entry of topics"
    assert await names(room) == {A: "R"}


async def test_one_field_over_twenty_entries_is_one_write(room: Room) -> None:
    entries = {f"{number:012x}": {"name": f"Topic {number}"} for number in range(20)}
    await room.data("save_content", {"model": "topics", "data": entries})
    output = await room.use(
        "save_content", {"model": "topics", "data": {key: {"color": "green"} for key in entries}}
    )
    assert output.summary == "Changed 20 entries of topics (en)"
    found = await room.data("brain_query", {"model": "topics", "where": {"color": "green"}, "limit": 100})
    assert found["total"] == 20


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("save_content", {"model": "topics", "data": {A: {"name": "R"}}}),
        ("get_content", {"model": "topics"}),
        ("brain_query", {"model": "topics"}),
        ("brain_search", {"query": "rivers", "model": "topics"}),
        ("delete_content", {"model": "topics", "entryIds": [A]}),
        ("update_status", {"model": "topics", "entryIds": [A], "status": "draft"}),
        ("copy_locale", {"model": "topics", "from": "en", "to": "tr"}),
        ("save_model", {"id": "topics", "name": "T", "kind": "collection", "domain": "blog"}),
        ("delete_model", {"model": "topics"}),
        ("relation_expand", {"model": "topics", "entryId": A}),
        ("validate", {"model": "topics"}),
    ],
)
async def test_a_key_limited_to_models_touches_no_others(
    room: Room, tool: str, given: dict[str, Any]
) -> None:
    limited = Actor("Key", "", "member", only_models=frozenset({"articles"}))
    error = await room.refusal(tool, given, actor=limited)
    assert error["code"] == "not_allowed"


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("save_content", {"model": "topics", "locale": "tr", "data": {A: {"name": "R"}}}),
        ("get_content", {"model": "topics", "locale": "tr"}),
        ("delete_content", {"model": "topics", "entryIds": [A]}),
        ("update_status", {"model": "topics", "entryIds": [A], "status": "draft"}),
        ("copy_locale", {"model": "topics", "from": "en", "to": "tr"}),
        ("add_locale", {"locale": "de"}),
        ("vocabulary", {"action": "set", "terms": {"swift": {"tr": "ebabil"}}}),
    ],
)
async def test_a_key_limited_to_locales_touches_no_others(
    room: Room, tool: str, given: dict[str, Any]
) -> None:
    limited = Actor("Key", "", "member", only_locales=frozenset({"en"}))
    error = await room.refusal(tool, given, actor=limited)
    assert error["code"] == "not_allowed"


async def test_several_documents_get_the_same_fields_in_one_call(room: Room) -> None:
    for slug in ("one", "two"):
        await room.data("save_content", {"model": "articles", "slug": slug, "data": {"title": slug}})
    given = {"model": "articles", "entryIds": ["one", "two"], "data": {"featured": True}}
    output = await room.use("save_content", given)
    assert output.summary == "Changed 2 entries of articles (en)"
    page = await room.data("brain_query", {"model": "articles"})
    assert [(row["title"], row["featured"]) for row in page["data"]] == [("one", True), ("two", True)]


async def test_one_unknown_document_among_several_changes_none(room: Room) -> None:
    await room.data("save_content", {"model": "articles", "slug": "one", "data": {"title": "One"}})
    given = {"model": "articles", "entryIds": ["one", "missing"], "data": {"featured": True}}
    assert '"missing"' in (await room.refusal("save_content", given))["message"]
    found = await room.data("brain_query", {"model": "articles", "entryId": "one"})
    assert "featured" not in found["data"]
