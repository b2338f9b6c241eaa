"""Workspaces and their settings."""

import asyncio

import pytest

from proofroom.kernel.errors import Conflict, NotAllowed, NotFound
from proofroom.kernel.ids import WorkspaceId
from tests.access.conftest import Room


async def test_settings_have_versions_and_scopes(room: Room) -> None:
    owner = await room.owner()
    spaces, where = room.access.workspaces, owner.workspace.id
    assert await spaces.find_setting(where, "default_agent") is None
    first = await spaces.put_setting(owner.principal, "default_agent", "editor")
    assert (first.value, first.version) == ("editor", 1)
    second = await spaces.put_setting(owner.principal, "default_agent", None, expected_version=1)
    assert (second.value, second.version) == (None, 2)
    with pytest.raises(Conflict, match="meanwhile") as caught:
        await spaces.put_setting(owner.principal, "default_agent", "x", expected_version=1)
    assert caught.value.context == {"version": 2}
    with pytest.raises(Conflict):
        await spaces.put_setting(owner.principal, "default_agent", "x", expected_version=0)
    await spaces.put_setting(owner.principal, "theme", {"dark": True}, scope="project:1")
    assert await spaces.find_setting(where, "theme") is None
    themed = await spaces.find_setting(where, "theme", scope="project:1")
    assert themed is not None
    assert themed.value == {"dark": True}


async def test_of_many_who_set_a_version_one_wins(room: Room) -> None:
    owner = await room.owner()
    put = room.access.workspaces.put_setting
    for version in (0, 1):
        tries = [put(owner.principal, "x", n, expected_version=version) for n in range(5)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(not isinstance(one, Exception) for one in done) == 1
        assert {type(one) for one in done if isinstance(one, Exception)} == {Conflict}, done


async def test_members_set_only_what_is_their_own(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    put = room.access.workspaces.put_setting
    await put(mia.principal, "theme", "dark", scope=f"person:{mia.person.id}")
    for scope in ("workspace", "project:1", f"person:{owner.person.id}"):
        with pytest.raises(NotAllowed):
            await put(mia.principal, "theme", "dark", scope=scope)


async def test_workspaces_are_made_and_renamed(room: Room) -> None:
    owner = await room.owner()
    second = await room.access.workspaces.create(owner.principal, "Acme")
    assert second.slug == "acme-2"
    renamed = await room.access.workspaces.rename(owner.principal, "Acme & Sons")
    assert (renamed.name, renamed.slug) == ("Acme & Sons", "acme")
    assert await room.access.workspaces.get(owner.workspace.id) == renamed
    mia = await room.join(owner.principal, "Mia")
    with pytest.raises(NotAllowed):
        await room.access.workspaces.create(mia.principal, "Mine")
    with pytest.raises(NotAllowed):
        await room.access.workspaces.rename(mia.principal, "Mine")
    with pytest.raises(NotFound):
        await room.access.workspaces.get(WorkspaceId("nowhere"))
