"""Making, changing, testing and removing connections, on both databases."""

import pytest
import sqlalchemy as sa

from proofroom.connections import NewConnection, Trial, fill, preset_for
from proofroom.kernel.errors import Conflict, InvalidInput, KeyMismatch, NotAllowed, NotFound
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.store.secrets import Keyring, rotate
from tests.connections.conftest import Room, openai, person

KEY = "sk-test-0123456789abcdef"
REFUSED = Trial(
    ok=False, message=f"openai did not accept {KEY}", suggestion="Check it.", code="provider_failed"
)


async def test_a_connection_is_tested_then_saved_with_its_secret_sealed(room: Room):
    saved = await room.connections.create(room.owner, openai())
    assert saved.tested is not None
    assert saved.tested.ok
    found = await room.connections.get(room.owner.workspace_id, saved.connection.id)
    assert found == saved.connection
    assert (found.name, found.status, found.last_error) == ("openai", "active", None)
    assert found.last_tested_at == room.clock.now()
    assert KEY not in repr(found)
    assert found.credentials is not None
    assert KEY not in found.credentials
    assert room.connections.open(found).credentials == {"apiKey": KEY}
    assert await room.actions() == ["ai.credential.created"]


async def test_a_failing_credential_is_not_saved_unless_asked_for(room: Room):
    room.answer = REFUSED
    with pytest.raises(InvalidInput) as caught:
        await room.connections.create(room.owner, openai())
    assert KEY not in str(caught.value.as_dict())
    assert caught.value.context["tested"]["code"] == "provider_failed"
    assert await room.connections.list(room.owner.workspace_id) == []
    saved = await room.connections.create(room.owner, openai(), save_anyway=True)
    assert saved.connection.status == "error"
    assert saved.connection.last_error == "openai did not accept [redacted]"


async def test_names_are_unique_per_kind_and_filled_in(room: Room):
    first = await room.connections.create(room.owner, openai())
    second = await room.connections.create(room.owner, openai())
    assert [first.connection.name, second.connection.name] == ["openai", "openai-2"]
    with pytest.raises(Conflict):
        await room.connections.create(room.owner, openai(name="openai"))
    image = NewConnection("image", "openai", "openai", **fill(preset_for("image", "openai"), {"apiKey": "k"}))
    assert (await room.connections.create(room.owner, image)).tested is None
    with pytest.raises(Conflict):
        await room.connections.change(room.owner, second.connection.id, {"name": "openai"})


@pytest.mark.parametrize("name", ["a/b", "x" * 81, "\t"])
async def test_a_name_that_cannot_begin_a_models_name_is_refused(room: Room, name):
    with pytest.raises(InvalidInput):
        await room.connections.create(room.owner, openai(name=name))


async def test_a_change_keeps_the_secret_that_is_left_out(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    change = fill(preset_for("model", "openai"), {"baseUrl": "https://proxy.example/v1"})
    changed = (await room.connections.change(room.owner, made.id, change)).connection
    assert changed.credentials_version == 2
    assert room.probed[-1].connection.url == "https://proxy.example/v1"
    assert room.probed[-1].credentials == {"apiKey": KEY}


async def test_a_null_removes_the_secret_and_a_required_one_is_missed(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    with pytest.raises(InvalidInput, match="needs: API key"):
        await room.connections.change(
            room.owner, made.id, fill(preset_for("model", "openai"), {"apiKey": None})
        )
    ollama = NewConnection("model", "ollama", **fill(preset_for("model", "ollama"), {"apiKey": "k1234"}))
    other = (await room.connections.create(room.owner, ollama)).connection
    changed = await room.connections.change(
        room.owner, other.id, fill(preset_for("model", "ollama"), {"apiKey": None})
    )
    assert changed.connection.credentials is None


async def test_a_new_name_is_not_tested_again(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    room.answer = REFUSED
    saved = await room.connections.change(room.owner, made.id, {"name": "Main"})
    assert (saved.tested, saved.connection.name, saved.connection.credentials_version) == (None, "Main", 1)
    assert len(room.probed) == 1


async def test_two_changes_at_once_do_not_mix(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    change = fill(preset_for("model", "openai"), {"apiKey": "sk-other-0123456789abcdef"})

    async def slow(opened):
        room.connections.test_with("model", room.probe)
        await room.connections.change(room.owner, made.id, {"url": "https://first.example"})
        return await room.probe(opened)

    room.connections.test_with("model", slow)
    with pytest.raises(Conflict):
        await room.connections.change(room.owner, made.id, change)
    kept = await room.connections.get(room.owner.workspace_id, made.id)
    assert kept.url == "https://first.example"
    assert room.connections.open(kept).credentials == {"apiKey": KEY}


async def test_a_test_remembers_how_it_went(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    room.answer = REFUSED
    assert not (await room.connections.test(room.owner, made.id)).ok
    found = await room.connections.get(room.owner.workspace_id, made.id)
    assert (found.status, found.last_error) == ("error", "openai did not accept [redacted]")
    room.answer = Trial(ok=True, message="fine")
    await room.connections.test(room.owner, made.id)
    found = await room.connections.get(room.owner.workspace_id, made.id)
    assert (found.status, found.last_error) == ("active", None)
    assert (await room.actions())[-2:] == ["ai.credential.tested"] * 2


async def test_a_connection_that_was_switched_off_stays_off(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    await room.connections.change(room.owner, made.id, {"status": "inactive"})
    await room.connections.test(room.owner, made.id)
    assert (await room.connections.get(room.owner.workspace_id, made.id)).status == "inactive"


async def test_another_workspace_sees_and_changes_nothing(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    stranger = person(WorkspaceId(new_id()))
    assert await room.connections.list(stranger.workspace_id) == []
    for attempt in (
        room.connections.get(stranger.workspace_id, made.id),
        room.connections.change(stranger, made.id, {"name": "mine"}),
        room.connections.remove(stranger, made.id),
        room.connections.test(stranger, made.id),
    ):
        with pytest.raises(NotFound):
            await attempt
    assert (await room.connections.get(room.owner.workspace_id, made.id)).name == "openai"


async def test_only_those_with_the_permission_touch_connections(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    member = person(room.owner.workspace_id, "member")
    for attempt in (
        room.connections.create(member, openai()),
        room.connections.change(member, made.id, {"name": "mine"}),
        room.connections.remove(member, made.id),
        room.connections.test(member, made.id),
        room.connections.create(member, NewConnection("mcp", "any", "tools", "https://mcp.example")),
    ):
        with pytest.raises(NotAllowed):
            await attempt


async def test_a_kind_without_a_test_is_saved_as_it_is(room: Room):
    draft = NewConnection(
        "mcp", "custom", "Tools", "https://mcp.example", {"token": "t0ken"}, {"authMode": "bearer"}
    )
    saved = await room.connections.create(room.owner, draft)
    assert saved.tested is None
    assert saved.connection.last_tested_at is None
    assert (await room.actions())[-1] == "connection.created"


@pytest.mark.parametrize("credentials", [{"pin": "1234"}, {"token": {"a": "b"}}, {"apiKey": "a\nb"}])
async def test_credentials_of_another_shape_are_refused(room: Room, credentials):
    with pytest.raises(InvalidInput) as caught:
        await room.connections.create(
            room.owner, NewConnection("mcp", "custom", "x", credentials=credentials)
        )
    assert "1234" not in str(caught.value)


@pytest.mark.parametrize(
    "draft",
    [
        NewConnection("mcp", "custom", "x", "https://user:pass@mcp.example"),
        NewConnection("mcp", "custom", "x", "file:///etc/passwd"),
        NewConnection("mcp", "custom", "x", config={"headers": {"Host": "elsewhere"}}),
        NewConnection(
            "mcp", "custom", "x", credentials={"apiKeyHeader": {"name": "Proxy-Key", "value": "v"}}
        ),
        NewConnection("mcp", "custom", "x", credentials={"headers": {"X-A": "a\r\nX-B: b"}}),
    ],
)
async def test_addresses_and_headers_that_change_the_request_are_not_stored(room: Room, draft):
    with pytest.raises(InvalidInput):
        await room.connections.create(room.owner, draft)
    plain = (await room.connections.create(room.owner, NewConnection("mcp", "custom", "plain"))).connection
    with pytest.raises(InvalidInput):
        await room.connections.change(
            room.owner,
            plain.id,
            {"url": draft.url, "config": draft.config, "credentials": draft.credentials},
        )


async def test_secrets_follow_the_key_when_it_is_rotated(room: Room, settings):
    from proofroom.store.secrets import add_key

    made = (await room.connections.create(room.owner, openai())).connection
    ring = add_key(settings)
    assert await rotate(room.database, ring) == 1
    found = await room.connections.get(room.owner.workspace_id, made.id)
    text = ring.open(found.credentials or "", workspace_id=found.workspace_id, row_id=found.id)
    assert KEY in text


async def test_a_lost_key_is_explained_and_the_secret_can_be_entered_again(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    room.connections._keys = Keyring([b"x" * 32])  # type: ignore[reportPrivateUsage]
    with pytest.raises(KeyMismatch):
        room.connections.open(made)
    assert not room.connections.is_readable(made)
    assert (await room.connections.test(room.owner, made.id)).code == "key_mismatch"
    again = fill(preset_for("model", "openai"), {"apiKey": "sk-new-0123456789abcdef"})
    saved = await room.connections.change(room.owner, made.id, again)
    assert room.connections.open(saved.connection).credentials["apiKey"].startswith("sk-new")


async def test_use_is_remembered_roughly(room: Room):
    made = (await room.connections.create(room.owner, openai())).connection
    await room.connections.touch(made)
    first = await room.connections.get(made.workspace_id, made.id)
    assert first.last_used_at == room.clock.now()
    room.clock.advance(60)
    await room.connections.touch(first)
    assert (await room.connections.get(made.workspace_id, made.id)).last_used_at == first.last_used_at


async def test_nothing_readable_is_in_the_table(room: Room):
    await room.connections.create(room.owner, openai())
    async with room.database.reading() as transaction:
        rows = await transaction.execute(sa.text("SELECT * FROM connections"))
        assert KEY not in str(rows.all())


async def test_a_listener_that_fails_does_not_undo_the_connection(room: Room):
    async def fail(principal, connection):
        raise RuntimeError("no")

    room.connections.on_made("model", fail)
    made = (await room.connections.create(room.owner, openai())).connection
    assert await room.connections.list(made.workspace_id) == [made]
