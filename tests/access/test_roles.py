"""Roles of a workspace's own making."""

import pytest

from proofroom.access.grants import BUILTIN_ROLES
from proofroom.kernel.errors import Conflict, InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import RoleId
from tests.access.conftest import Room


async def test_every_workspace_has_the_built_in_roles(room: Room) -> None:
    owner = await room.owner()
    found = await room.access.roles.list(owner.principal)
    assert [role.key for role in found] == list(BUILTIN_ROLES)
    for role in found:
        assert role.permissions == BUILTIN_ROLES[role.key].permissions


async def test_a_newer_release_adds_its_roles_to_old_workspaces(room: Room) -> None:
    owner = await room.owner()
    async with room.database.transaction() as connection:
        await connection.exec_driver_sql("DELETE FROM roles WHERE key = 'key_admin'")
    await room.access.ensure_workspace()
    assert (await room.role(owner.principal, "key_admin")).is_builtin


async def test_a_role_is_made_changed_and_deleted(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    role = await room.access.roles.create(owner.principal, "Media team", ["media.team.create"])
    assert (role.key, role.permissions) == ("media-team", {"media.team.create", "media.own.create"})
    await room.access.members.set_role(owner.principal, mia.person.id, "member", role_id=role.id)
    assert (await room.access.principals.for_session(mia.token)).can("media.own.create")
    await room.access.roles.update(owner.principal, role.id, permissions=["media.team.delete"], name="Media")
    now = await room.access.principals.for_session(mia.token)
    assert now.can("media.team.delete")
    assert not now.can("media.team.create")
    await room.access.roles.delete(owner.principal, role.id)
    assert not (await room.access.principals.for_session(mia.token)).can("media.team.delete")
    with pytest.raises(NotFound):
        await room.access.roles.get(owner.workspace.id, role.id)


async def test_built_in_roles_stay_as_they_are(room: Room) -> None:
    owner = await room.owner()
    viewer = await room.role(owner.principal, "viewer")
    with pytest.raises(Conflict, match="built-in"):
        await room.access.roles.update(owner.principal, viewer.id, permissions=["content.write"])
    with pytest.raises(Conflict, match="built-in"):
        await room.access.roles.delete(owner.principal, viewer.id)
    with pytest.raises(Conflict, match="viewer"):
        await room.access.roles.create(owner.principal, "Viewer", [])


async def test_roles_hold_only_known_permissions_and_are_made_by_owners(sqlite_room: Room) -> None:
    owner = await sqlite_room.owner()
    adam = await sqlite_room.join(owner.principal, "Adam", "admin")
    with pytest.raises(InvalidInput, match=r"content\.wrte"):
        await sqlite_room.access.roles.create(owner.principal, "X", ["content.wrte"])
    with pytest.raises(NotAllowed):
        await sqlite_room.access.roles.create(adam.principal, "X", ["content.write"])
    with pytest.raises(NotFound):
        await sqlite_room.access.roles.get(owner.workspace.id, RoleId("nothing"))
