"""The default model of each scope."""

import pytest

from proofroom.connections import NewConnection
from proofroom.kernel.errors import Conflict, InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.scope import SCOPES, read_scope
from tests.connections.conftest import Room, openai, person

pytestmark = pytest.mark.both_databases


async def test_a_default_is_set_read_and_cleared(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    await room.defaults.put(room.owner, "content", made.id, "gpt-5.5")
    await room.defaults.put(room.owner, "content", made.id, "gpt-5.6")
    found = await room.defaults.get(room.owner.workspace_id, "content")
    assert found is not None
    assert (found.model_id, found.is_automatic, found.updated_by) == ("gpt-5.6", False, room.owner.person_id)
    assert await room.defaults.get(room.owner.workspace_id, "site") is None
    assert await room.defaults.clear(room.owner, "content")
    assert not await room.defaults.clear(room.owner, "content")
    assert await room.defaults.all(room.owner.workspace_id) == []
    assert (await room.actions())[1:] == ["ai.default.updated", "ai.default.updated", "ai.default.cleared"]


async def test_seeding_fills_only_scopes_without_a_default_and_is_marked_as_automatic(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    await room.defaults.put(room.owner, "site", made.id, "chosen")
    seeded = await room.defaults.seed(room.owner, made, "first")
    assert seeded == [scope for scope in SCOPES if scope != "site"]
    assert await room.defaults.seed(room.owner, made, "second") == []
    models = {each.scope: each.model_id for each in await room.defaults.all(room.owner.workspace_id)}
    assert models == dict.fromkeys(SCOPES, "first") | {"site": "chosen"}
    page = await room.audit.list(room.owner.workspace_id)
    assert [entry.data.get("auto") for entry in page.entries[:4]] == [True] * 4


async def test_a_credential_that_is_a_default_cannot_be_deleted_and_the_scopes_are_named(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    await room.defaults.put(room.owner, "content", made.id, "m")
    await room.defaults.put(room.owner, "articles", made.id, "m")
    with pytest.raises(Conflict) as caught:
        await room.connections.remove(room.owner, made.id)
    assert caught.value.context["scopes"] == ["articles", "content"]
    assert "articles, content" in caught.value.message
    await room.defaults.clear(room.owner, "content")
    await room.defaults.clear(room.owner, "articles")
    await room.connections.remove(room.owner, made.id)
    assert await room.connections.list(room.owner.workspace_id) == []


async def test_a_default_must_name_a_model_of_a_model_connection_of_the_workspace(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    tools = (await room.connections.create(room.owner, NewConnection("mcp", "custom", "Tools"))).connection
    with pytest.raises(InvalidInput):
        await room.defaults.put(room.owner, "site", made.id, " ")
    with pytest.raises(InvalidInput):
        await room.defaults.put(room.owner, "site", tools.id, "m")
    with pytest.raises(NotFound):
        await room.defaults.put(person(WorkspaceId(new_id())), "site", made.id, "m")


async def test_members_cannot_change_defaults(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    member = person(room.owner.workspace_id, "member")
    with pytest.raises(NotAllowed):
        await room.defaults.put(member, "site", made.id, "m")
    with pytest.raises(NotAllowed):
        await room.defaults.clear(member, "site")


def test_scopes_are_read_as_the_wire_spells_them():
    assert [read_scope(scope) for scope in SCOPES] == list(SCOPES)
    assert read_scope("data") == "workspace"
    with pytest.raises(InvalidInput, match="Plugins"):
        read_scope("plugin")
    with pytest.raises(InvalidInput, match="no scope"):
        read_scope("elsewhere")
