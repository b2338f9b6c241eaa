"""The first person of a studio."""

import asyncio

import pytest

from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from tests.access.conftest import PASSWORD, Room


async def test_a_fresh_studio_is_closed_until_the_link_is_used(room: Room) -> None:
    assert await room.access.setup.is_needed()
    link = await room.access.setup.make_link()
    assert await room.access.setup.is_open(link.token)
    done = await room.access.setup.complete(link.token, "Acme", "Olga", " Olga@Example.TEST ", PASSWORD)
    assert not await room.access.setup.is_needed()
    assert done.person.email == "olga@example.test"
    assert done.workspace.slug == "acme"
    assert done.principal.workspace_role == "owner"
    assert done.principal.can("roles.manage")
    assert (await room.access.principals.for_session(done.token)).person_id == done.person.id


async def test_the_link_works_once(room: Room) -> None:
    link = await room.access.setup.make_link()
    await room.access.setup.complete(link.token, "Acme", "Olga", "o@example.test", PASSWORD)
    assert not await room.access.setup.is_open(link.token)
    with pytest.raises(NotFound, match="set-up link"):
        await room.access.setup.complete(link.token, "Evil", "Eve", "e@example.test", PASSWORD)
    with pytest.raises(Conflict, match="owner already"):
        await room.access.setup.make_link()


async def test_of_two_who_use_the_link_at_once_one_becomes_owner(room: Room) -> None:
    link = await room.access.setup.make_link()
    tries = [
        room.access.setup.complete(link.token, "Acme", "Olga", f"o{n}@example.test", PASSWORD)
        for n in range(4)
    ]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(not isinstance(one, Exception) for one in done) == 1
    assert all(isinstance(one, NotFound) for one in done if isinstance(one, Exception))
    assert len(await room.access.workspaces.list_all()) == 1


async def test_the_link_expires(room: Room) -> None:
    link = await room.access.setup.make_link()
    room.clock.advance(24 * 3600)
    assert not await room.access.setup.is_open(link.token)
    with pytest.raises(NotFound) as caught:
        await room.access.setup.complete(link.token, "Acme", "Olga", "o@example.test", PASSWORD)
    assert "proofroom up" in caught.value.suggestion


async def test_a_fresh_link_replaces_the_earlier_one(room: Room) -> None:
    old, new = await room.access.setup.make_link(), await room.access.setup.make_link()
    assert not await room.access.setup.is_open(old.token)
    assert await room.access.setup.is_open(new.token)


@pytest.mark.parametrize(
    ("name", "email", "password"),
    [
        ("", "o@example.test", PASSWORD),
        ("Olga", "nonsense", PASSWORD),
        ("Olga", "o@example.test", "short"),
        ("Olga", "longenough@example.test", "longenough"),
        ("Olga", "o@example.test", "aaaaaaaaaaaaaaaa"),
    ],
)
async def test_what_cannot_be_used_does_not_use_the_link_up(
    sqlite_room: Room, name: str, email: str, password: str
) -> None:
    link = await sqlite_room.access.setup.make_link()
    with pytest.raises(InvalidInput):
        await sqlite_room.access.setup.complete(link.token, "Acme", name, email, password)
    assert await sqlite_room.access.setup.is_open(link.token)
    assert await sqlite_room.access.setup.is_needed()


async def test_the_owner_takes_over_the_workspace_that_was_prepared(room: Room) -> None:
    prepared = await room.access.ensure_workspace()
    assert await room.access.ensure_workspace() == prepared
    studio = await room.access.principals.for_operator(prepared.id)
    assert studio.kind == "studio"
    project = await room.access.projects.create(studio, "Demo")
    done = await room.owner()
    assert done.workspace.id == prepared.id
    assert (done.workspace.name, done.workspace.slug) == ("Acme", "acme")
    assert [p.id for p in await room.access.projects.list(done.principal)] == [project.id]
    assert (await room.access.principals.for_operator(prepared.id)).person_id == done.person.id


async def test_the_token_is_not_stored(sqlite_room: Room) -> None:
    link = await sqlite_room.access.setup.make_link()
    done = await sqlite_room.access.setup.complete(link.token, "Acme", "Olga", "o@example.test", PASSWORD)
    stored = sqlite_room.settings.sqlite_path.read_bytes()
    wal = sqlite_room.settings.sqlite_path.with_name("studio.db-wal")
    stored += wal.read_bytes() if wal.exists() else b""
    for secret in (link.token, done.token, PASSWORD):
        assert secret.encode() not in stored
