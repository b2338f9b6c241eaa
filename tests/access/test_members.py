"""Who belongs to a workspace."""

import asyncio

import pytest

from proofroom.kernel.errors import Conflict, InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import PersonId, WorkspaceId, new_id
from tests.access.conftest import Room


async def test_members_are_listed_with_their_roles(room: Room) -> None:
    owner = await room.owner()
    project = await room.access.projects.create(owner.principal, "Site")
    await room.join(owner.principal, "Adam", "admin")
    await room.join(owner.principal, "Mia", **{project.id: "editor"})
    found = await room.access.members.list(owner.principal)
    assert [(m.person.name, m.role, dict(m.project_roles)) for m in found] == [
        ("Adam", "admin", {}),
        ("Mia", "member", {project.id: "editor"}),
        ("Olga Owner", "owner", {}),
    ]


async def test_nobody_gives_more_than_they_have(room: Room) -> None:
    owner = await room.owner()
    adam = await room.join(owner.principal, "Adam", "admin")
    mia = await room.join(owner.principal, "Mia")
    with pytest.raises(NotAllowed, match="rights that you do not have"):
        await room.access.members.set_role(adam.principal, mia.person.id, "owner")
    system_admin = await room.role(owner.principal, "system_admin")
    with pytest.raises(NotAllowed):
        await room.access.members.set_role(adam.principal, mia.person.id, "member", role_id=system_admin.id)
    with pytest.raises(NotAllowed):
        await room.access.members.set_role(adam.principal, owner.person.id, "member")
    with pytest.raises(NotAllowed):
        await room.access.members.remove(adam.principal, owner.person.id)
    with pytest.raises(NotAllowed, match="change all memberships"):
        await room.access.members.set_role(mia.principal, mia.person.id, "admin")
    assert (await room.access.members.set_role(adam.principal, mia.person.id, "admin")).role == "admin"


async def test_the_last_owner_stays(room: Room) -> None:
    owner = await room.owner()
    with pytest.raises(Conflict, match="only owner"):
        await room.access.members.set_role(owner.principal, owner.person.id, "member")
    with pytest.raises(Conflict, match="only owner"):
        await room.access.members.remove(owner.principal, owner.person.id)
    mia = await room.join(owner.principal, "Mia", "owner")
    await room.access.members.remove(owner.principal, owner.person.id)
    assert (await room.access.principals.for_operator(owner.workspace.id)).person_id == mia.person.id


async def test_two_owners_who_leave_at_once_do_not_leave_none(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia", "owner")
    done = await asyncio.gather(
        room.access.members.remove(owner.principal, owner.person.id),
        room.access.members.remove(mia.principal, mia.person.id),
        return_exceptions=True,
    )
    assert sorted(type(one) for one in done if one is not None) == [Conflict]


async def test_a_role_record_adds_to_what_a_member_may_do(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    editor = await room.role(owner.principal, "editor")
    await room.access.members.set_role(owner.principal, mia.person.id, "member", role_id=editor.id)
    now = await room.access.principals.for_session(mia.token)
    assert now.can("entities.team.update")
    assert now.can("content.write")


async def test_unknown_people_and_roles_are_not_found(room: Room) -> None:
    owner = await room.owner()
    with pytest.raises(NotFound):
        await room.access.members.get(owner.principal, PersonId("nobody"))
    with pytest.raises(NotFound):
        await room.access.members.set_role(owner.principal, PersonId("nobody"), "member")
    with pytest.raises(InvalidInput, match="owner, admin, member"):
        await room.access.members.set_role(owner.principal, owner.person.id, "king")  # type: ignore[arg-type]


async def test_a_member_can_leave(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    adam = await room.join(owner.principal, "Adam")
    with pytest.raises(NotAllowed):
        await room.access.members.remove(mia.principal, adam.person.id)
    await room.access.members.remove(mia.principal, mia.person.id)
    assert len(await room.access.members.list(owner.principal)) == 2


async def test_whether_anybody_fits_is_asked_of_those_who_can_sign_in(room: Room) -> None:
    owner = await room.owner()
    workspace, ask = owner.workspace.id, room.access.principals.anybody
    assert await ask(workspace, lambda one: one.can("sessions.team.approve"))
    assert not await ask(workspace, lambda one: one.person_id != owner.person.id)
    mia = await room.join(owner.principal, "Mia")
    assert await ask(workspace, lambda one: one.person_id != owner.person.id)
    await room.access.people.set_disabled(owner.principal, mia.person.id, True)
    assert not await ask(workspace, lambda one: one.person_id != owner.person.id)
    assert await ask(WorkspaceId(new_id()), lambda one: one.kind == "studio")
