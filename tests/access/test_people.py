"""A person's own record."""

import pytest

from proofroom.kernel.errors import Conflict, InvalidInput, NotAllowed, NotFound, NotSignedIn
from tests.access.conftest import PASSWORD, Room

NEW = "another horse battery"


async def test_changing_the_password_needs_the_old_one_and_ends_other_sessions(room: Room) -> None:
    owner = await room.owner()
    other = await room.access.sessions.sign_in("owner@example.test", PASSWORD, address="a")
    change = room.access.people.change_my_password
    with pytest.raises(InvalidInput, match="current password"):
        await change(owner.principal, "not my password", NEW, address="a", keep=owner.token)
    with pytest.raises(InvalidInput, match="at least 10"):
        await change(owner.principal, PASSWORD, "short", address="a", keep=owner.token)
    fresh = await change(owner.principal, PASSWORD, NEW, address="a", keep=owner.token)
    assert fresh is not None
    await room.access.principals.for_session(fresh)
    for ended in (owner.token, other.token):
        with pytest.raises(NotSignedIn):
            await room.access.principals.for_session(ended)
    with pytest.raises(NotSignedIn):
        await room.access.sessions.sign_in("owner@example.test", PASSWORD, address="b")
    await room.access.sessions.sign_in("owner@example.test", NEW, address="b")


async def test_an_administrator_sets_a_new_password_for_a_member(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    await room.access.people.reset_password(owner.principal, mia.person.id, NEW)
    with pytest.raises(NotSignedIn):
        await room.access.principals.for_session(mia.token)
    await room.access.sessions.sign_in("mia@example.test", NEW, address="a")


async def test_an_administrator_cannot_take_over_an_owner(room: Room) -> None:
    owner = await room.owner()
    adam = await room.join(owner.principal, "Adam", "admin")
    with pytest.raises(NotAllowed, match="rights"):
        await room.access.people.reset_password(adam.principal, owner.person.id, NEW)
    with pytest.raises(NotAllowed):
        await room.access.people.set_disabled(adam.principal, owner.person.id, True)


async def test_a_workspace_decides_only_about_people_who_are_its_own(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    second = await room.access.workspaces.create(owner.principal, "Second")
    there = await room.access.sessions.switch_workspace(owner.principal, owner.token, second.id)
    with pytest.raises(NotFound):
        await room.access.people.reset_password(there, mia.person.id, NEW)
    sent = await room.access.invites.create(there, "mia@example.test")
    await room.access.invites.accept(sent.token, password=PASSWORD)
    with pytest.raises(Conflict, match="other workspaces"):
        await room.access.people.reset_password(there, mia.person.id, NEW)


async def test_a_disabled_person_is_out_at_once(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    await room.access.people.set_disabled(owner.principal, mia.person.id, True)
    with pytest.raises(NotSignedIn):
        await room.access.principals.for_session(mia.token)
    with pytest.raises(NotSignedIn):
        await room.access.sessions.sign_in("mia@example.test", PASSWORD, address="a")
    await room.access.people.set_disabled(owner.principal, mia.person.id, False)
    await room.access.sessions.sign_in("mia@example.test", PASSWORD, address="a")
    with pytest.raises(Conflict, match="yourself"):
        await room.access.people.set_disabled(owner.principal, owner.person.id, True)
