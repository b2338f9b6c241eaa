"""API keys."""

from datetime import timedelta

import pytest

from proofroom.access import Restrictions
from proofroom.kernel.errors import InvalidInput, NotAllowed, NotFound, NotSignedIn
from proofroom.kernel.ids import ApiKeyId, ProjectId
from tests.access.conftest import Room


async def test_a_key_stands_for_its_role_and_limits(room: Room) -> None:
    owner = await room.owner()
    limits = Restrictions(models=frozenset({"posts"}), locales=frozenset({"en", "tr"}))
    fresh = await room.access.keys.create(owner.principal, "CI", role="editor", limits=limits)
    assert fresh.secret.startswith("pr_")
    assert len(fresh.secret) == 46
    assert fresh.key.prefix == fresh.secret[:10]
    found = await room.access.principals.for_key(fresh.secret)
    assert (found.kind, found.name, found.person_id) == ("key", "CI", None)
    assert found.limits == limits
    assert found.limits.tools is None
    assert found.can("content.write")
    assert not found.can("content.model")
    assert not found.can("content.review")


@pytest.mark.parametrize("secret", ["", "pr_", "pr_" + "x" * 43, "sk-something", "Bearer x"])
async def test_unknown_keys_are_refused(sqlite_room: Room, secret: str) -> None:
    await sqlite_room.owner()
    with pytest.raises(NotSignedIn):
        await sqlite_room.access.principals.for_key(secret)


async def test_a_revoked_key_is_out_at_once(room: Room) -> None:
    owner = await room.owner()
    fresh = await room.access.keys.create(owner.principal, "CI")
    await room.access.keys.revoke(owner.principal, fresh.key.id)
    await room.access.keys.revoke(owner.principal, fresh.key.id)
    with pytest.raises(NotSignedIn):
        await room.access.principals.for_key(fresh.secret)
    with pytest.raises(NotFound, match="revoked"):
        await room.access.principal_for_run(owner.workspace.id, None, fresh.key.id)
    assert (await room.access.keys.get(owner.principal, fresh.key.id)).revoked_at == room.clock.now()


async def test_a_key_expires(room: Room) -> None:
    owner = await room.owner()
    until = room.clock.now() + timedelta(hours=1)
    fresh = await room.access.keys.create(owner.principal, "CI", expires_at=until)
    await room.access.principals.for_key(fresh.secret)
    assert (await room.access.principal_for_run(owner.workspace.id, None, fresh.key.id)).kind == "key"
    room.clock.advance(3600)
    with pytest.raises(NotSignedIn):
        await room.access.principals.for_key(fresh.secret)
    with pytest.raises(InvalidInput, match="expired already"):
        await room.access.keys.create(owner.principal, "CI", expires_at=until)


async def test_a_key_can_be_for_one_project(room: Room) -> None:
    owner = await room.owner()
    one = await room.access.projects.create(owner.principal, "One")
    two = await room.access.projects.create(owner.principal, "Two")
    fresh = await room.access.keys.create(owner.principal, "CI", role="admin", project_id=one.id)
    key = await room.access.principals.for_key(fresh.secret)
    assert [p.id for p in await room.access.projects.list(key)] == [one.id]
    assert await room.access.projects.get(key, one.id) == one
    with pytest.raises(NotFound):
        await room.access.projects.get(key, two.id)
    with pytest.raises(NotFound):
        await room.access.projects.get_by_slug(key, "two")
    with pytest.raises(NotFound):
        await room.access.keys.create(owner.principal, "CI", project_id=ProjectId("nowhere"))


async def test_no_key_makes_keys_or_people(room: Room) -> None:
    owner = await room.owner()
    fresh = await room.access.keys.create(owner.principal, "CI", role="admin")
    key = await room.access.principals.for_key(fresh.secret)
    with pytest.raises(NotAllowed):
        await room.access.keys.create(key, "Another")
    with pytest.raises(NotAllowed):
        await room.access.invites.create(key, "eve@example.test")
    with pytest.raises(NotAllowed):
        await room.access.people.me(key)


async def test_members_cannot_see_or_make_keys(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    fresh = await room.access.keys.create(owner.principal, "CI")
    for wish in (
        room.access.keys.list(mia.principal),
        room.access.keys.get(mia.principal, fresh.key.id),
        room.access.keys.revoke(mia.principal, fresh.key.id),
        room.access.keys.create(mia.principal, "Mine"),
    ):
        with pytest.raises(NotAllowed):
            await wish


async def test_last_use_is_remembered_coarsely(room: Room) -> None:
    owner = await room.owner()
    fresh = await room.access.keys.create(owner.principal, "CI")
    await room.access.principals.for_key(fresh.secret)
    first = room.clock.now()
    room.clock.advance(300)
    await room.access.principals.for_key(fresh.secret)
    assert [k.used_at for k in await room.access.keys.list(owner.principal)] == [first]
    room.clock.advance(300)
    await room.access.principals.for_key(fresh.secret)
    assert [k.used_at for k in await room.access.keys.list(owner.principal)] == [room.clock.now()]


async def test_what_cannot_be_a_key_is_refused(sqlite_room: Room) -> None:
    owner = await sqlite_room.owner()
    create = sqlite_room.access.keys.create
    with pytest.raises(InvalidInput, match="viewer, editor, admin"):
        await create(owner.principal, "CI", role="owner")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="request a minute"):
        await create(owner.principal, "CI", requests_per_minute=0)
    with pytest.raises(InvalidInput, match="name"):
        await create(owner.principal, "  ")
    with pytest.raises(NotFound):
        await sqlite_room.access.keys.get(owner.principal, ApiKeyId("nothing"))
