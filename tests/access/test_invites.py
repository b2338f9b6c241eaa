"""Invites."""

import asyncio

import pytest

from proofroom.kernel.errors import Conflict, InvalidInput, NotAllowed, NotFound, NotSignedIn
from proofroom.kernel.ids import ProjectId
from tests.access.conftest import PASSWORD, Room

DAY = 24 * 3600


async def test_an_invite_makes_a_member_with_project_roles(room: Room) -> None:
    owner = await room.owner()
    project = await room.access.projects.create(owner.principal, "Site")
    sent = await room.access.invites.create(
        owner.principal, "Mia@Example.test", project_roles={project.id: "reviewer"}
    )
    offer = await room.access.invites.look_at(sent.token)
    assert (offer.email, offer.workspace.name, offer.is_known) == ("mia@example.test", "Acme", False)
    mia = await room.access.invites.accept(sent.token, name="Mia", password=PASSWORD, address="a")
    assert mia.principal.workspace_role == "member"
    assert mia.principal.can("content.review", project.id)
    assert not mia.principal.can("content.write", project.id)
    assert await room.access.invites.list(owner.principal) == []


async def test_an_invite_works_once_even_for_two_at_once(room: Room) -> None:
    owner = await room.owner()
    sent = await room.access.invites.create(owner.principal, "mia@example.test")
    done = await asyncio.gather(
        *(room.access.invites.accept(sent.token, name="Mia", password=PASSWORD) for _ in range(3)),
        return_exceptions=True,
    )
    assert sum(not isinstance(one, Exception) for one in done) == 1
    assert {type(one) for one in done if isinstance(one, Exception)} <= {NotFound, Conflict}
    with pytest.raises(NotFound, match="invite"):
        await room.access.invites.accept(sent.token, name="Mia", password=PASSWORD)


async def test_an_invite_expires_can_be_taken_back_and_is_replaced(room: Room) -> None:
    owner = await room.owner()
    first = await room.access.invites.create(owner.principal, "a@example.test")
    second = await room.access.invites.create(owner.principal, "a@example.test")
    with pytest.raises(NotFound):
        await room.access.invites.look_at(first.token)
    await room.access.invites.look_at(second.token)
    await room.access.invites.revoke(owner.principal, second.invite.id)
    with pytest.raises(NotFound):
        await room.access.invites.accept(second.token, name="A", password=PASSWORD)
    with pytest.raises(NotFound):
        await room.access.invites.revoke(owner.principal, second.invite.id)
    third = await room.access.invites.create(owner.principal, "a@example.test")
    room.clock.advance(7 * DAY)
    with pytest.raises(NotFound):
        await room.access.invites.look_at(third.token)


async def test_somebody_known_gives_their_own_password(room: Room) -> None:
    owner = await room.owner()
    await room.join(owner.principal, "Mia")
    second = await room.access.workspaces.create(owner.principal, "Second")
    there = await room.access.sessions.switch_workspace(owner.principal, owner.token, second.id)
    sent = await room.access.invites.create(there, "mia@example.test")
    assert (await room.access.invites.look_at(sent.token)).is_known
    with pytest.raises(NotSignedIn):
        await room.access.invites.accept(sent.token, password="a guessed password", address="a")
    mia = await room.access.invites.accept(sent.token, password=PASSWORD, address="a")
    assert mia.workspace.id == second.id
    found = await room.access.workspaces.list_of_person(mia.person.id)
    assert [w.name for w in found] == ["Acme", "Second"]


async def test_invites_are_checked_before_they_are_sent(room: Room) -> None:
    owner = await room.owner()
    adam = await room.join(owner.principal, "Adam", "admin")
    mia = await room.join(owner.principal, "Mia")
    create = room.access.invites.create
    with pytest.raises(NotAllowed):
        await create(mia.principal, "x@example.test")
    with pytest.raises(NotAllowed, match="rights"):
        await create(adam.principal, "x@example.test", role="owner")
    with pytest.raises(Conflict, match="member already"):
        await create(owner.principal, "mia@example.test")
    with pytest.raises(NotFound, match="project"):
        await create(owner.principal, "x@example.test", project_roles={ProjectId("nowhere"): "editor"})
    with pytest.raises(InvalidInput, match="email"):
        await create(owner.principal, "x")
    assert await room.access.invites.list(owner.principal) == []
