"""Signing in and out."""

import pytest

from proofroom.access import Principal
from proofroom.access.csrf import check_csrf, csrf_token
from proofroom.access.grants import permissions_of
from proofroom.kernel.errors import BadCsrfToken, NotAllowed, NotFound, NotSignedIn, RateLimited
from tests.access.conftest import PASSWORD, Room

DAY = 24 * 3600


async def test_the_right_password_opens_a_session(room: Room) -> None:
    owner = await room.owner()
    done = await room.access.sessions.sign_in(
        "OWNER@example.test ", PASSWORD, address="127.0.0.1", device="Firefox"
    )
    principal = await room.access.principals.for_session(done.token)
    assert principal == done.principal
    assert principal.person_id == owner.person.id
    assert (done.session.address, done.session.device) == ("127.0.0.1", "Firefox")


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("owner@example.test", "wrong password"),
        ("nobody@example.test", PASSWORD),
        ("", ""),
        ("x", "y" * 5000),
    ],
)
async def test_a_wrong_password_and_an_unknown_person_get_the_same_answer(
    room: Room, email: str, password: str
) -> None:
    await room.owner()
    with pytest.raises(NotSignedIn) as caught:
        await room.access.sessions.sign_in(email, password, address="127.0.0.1")
    assert caught.value.message == "The email address or the password is not right."


async def test_an_unknown_person_costs_a_password_check_too(
    sqlite_room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    hashing = sqlite_room.access.sessions._passwords._hash
    real = hashing.verify_and_update
    monkeypatch.setattr(hashing, "verify_and_update", lambda p, h: (checked.append(h), real(p, h))[1])
    with pytest.raises(NotSignedIn):
        await sqlite_room.access.sessions.sign_in("nobody@example.test", PASSWORD, address="a")
    assert len(checked) == 1
    assert checked[0].startswith("$argon2id$")


async def test_guessing_is_limited_per_person_and_address(room: Room) -> None:
    await room.owner()
    for _ in range(5):
        with pytest.raises(NotSignedIn):
            await room.access.sessions.sign_in("owner@example.test", "wrong password", address="10.0.0.1")
    with pytest.raises(RateLimited) as caught:
        await room.access.sessions.sign_in("owner@example.test", PASSWORD, address="10.0.0.1")
    assert 0 < caught.value.retry_after_s <= 120
    await room.access.sessions.sign_in("owner@example.test", PASSWORD, address="10.0.0.2")
    room.clock.advance(120)
    await room.access.sessions.sign_in("owner@example.test", PASSWORD, address="10.0.0.1")


async def test_trying_many_people_from_one_address_is_limited(sqlite_room: Room) -> None:
    refused = None
    for number in range(40):
        try:
            await sqlite_room.access.sessions.sign_in(
                f"p{number}@example.test", "whatever it is", address="10.0.0.1"
            )
        except RateLimited:
            refused = number
            break
        except NotSignedIn:
            continue
    assert refused == 30


async def test_a_session_expires(room: Room) -> None:
    owner = await room.owner()
    room.clock.advance(room.settings.session_days * DAY - 1)
    await room.access.principals.for_session(owner.token)
    room.clock.advance(1)
    with pytest.raises(NotSignedIn):
        await room.access.principals.for_session(owner.token)
    assert await room.access.sessions.tidy() == 2, "the session and the used set-up link"


async def test_signing_out_ends_this_session_only(room: Room) -> None:
    owner = await room.owner()
    other = await room.access.sessions.sign_in("owner@example.test", PASSWORD, address="a")
    assert await room.access.sessions.sign_out(owner.token)
    assert not await room.access.sessions.sign_out(owner.token)
    with pytest.raises(NotSignedIn):
        await room.access.principals.for_session(owner.token)
    await room.access.principals.for_session(other.token)


async def test_signing_out_everywhere_can_keep_this_session(room: Room) -> None:
    owner = await room.owner()
    others = [
        await room.access.sessions.sign_in("owner@example.test", PASSWORD, address="a") for _ in range(3)
    ]
    assert await room.access.sessions.sign_out_everywhere(owner.principal, keep=owner.token) == 3
    await room.access.principals.for_session(owner.token)
    for other in others:
        with pytest.raises(NotSignedIn):
            await room.access.principals.for_session(other.token)
    assert await room.access.sessions.sign_out_everywhere(owner.principal) == 1


async def test_a_person_ends_their_own_sessions_and_nobody_elses(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    with pytest.raises(NotFound):
        await room.access.sessions.end(mia.principal, owner.session.id)
    assert [s.id for s in await room.access.sessions.list(mia.principal)] == [mia.session.id]
    await room.access.sessions.end(mia.principal, mia.session.id)
    with pytest.raises(NotSignedIn):
        await room.access.principals.for_session(mia.token)


async def test_last_use_is_remembered_coarsely(room: Room) -> None:
    owner = await room.owner()
    start = room.clock.now()
    room.clock.advance(599)
    await room.access.principals.for_session(owner.token)
    assert (await room.access.sessions.list(owner.principal))[0].seen_at == start
    room.clock.advance(1)
    await room.access.principals.for_session(owner.token)
    assert (await room.access.sessions.list(owner.principal))[0].seen_at == room.clock.now()


async def test_rights_are_those_of_this_moment(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia", "admin")
    assert (await room.access.principals.for_session(mia.token)).can("users.team.update")
    await room.access.members.set_role(owner.principal, mia.person.id, "member")
    assert not (await room.access.principals.for_session(mia.token)).can("users.team.update")
    await room.access.members.remove(owner.principal, mia.person.id)
    with pytest.raises(NotSignedIn):
        await room.access.principals.for_session(mia.token)
    with pytest.raises(NotAllowed, match="not a member"):
        await room.access.sessions.sign_in("mia@example.test", PASSWORD, address="a")


async def test_a_session_moves_between_the_workspaces_of_its_person_only(room: Room) -> None:
    owner = await room.owner()
    second = await room.access.workspaces.create(owner.principal, "Second")
    mia = await room.join(owner.principal, "Mia")
    with pytest.raises(NotFound):
        await room.access.sessions.switch_workspace(mia.principal, mia.token, second.id)
    moved = await room.access.sessions.switch_workspace(owner.principal, owner.token, second.id)
    assert moved.workspace_id == second.id
    assert (await room.access.principals.for_session(owner.token)).workspace_id == second.id
    found = await room.access.workspaces.list_of_person(owner.person.id)
    assert [w.name for w in found] == ["Acme", "Second"]


async def test_the_csrf_token_belongs_to_one_session(sqlite_room: Room) -> None:
    one = await sqlite_room.owner()
    two = await sqlite_room.access.sessions.sign_in("owner@example.test", PASSWORD, address="a")
    token = csrf_token(one.token)
    check_csrf(one.token, token)
    for wrong in (None, "", token[:-1], csrf_token(two.token), "ü"):
        with pytest.raises(BadCsrfToken):
            check_csrf(one.token, wrong)
    assert one.token not in token


async def test_work_that_nobody_asked_for_has_little_rights_once_there_are_people(room: Room) -> None:
    workspace = await room.access.ensure_workspace()
    assert (await room.access.principal_for_run(workspace.id, None)).kind == "studio"
    await room.owner()
    nobody = await room.access.principal_for_run(workspace.id, None)
    assert nobody.kind == "agent"
    assert not nobody.can("content.write")
    assert nobody.can("entities.team.read")
    reader = await room.access.principal_for_run(workspace.id, None, agent_role="viewer")
    assert reader.permissions == permissions_of("viewer")
    gone = await room.access.principal_for_run(workspace.id, None, agent_role="no_such_role")
    assert gone.permissions == permissions_of("agent_default")  # a role that was deleted gives nothing more


async def test_a_person_can_be_resolved_without_a_session(room: Room) -> None:
    owner = await room.owner()
    found: Principal = await room.access.principal_for_run(owner.workspace.id, owner.person.id)
    assert found.permissions == owner.principal.permissions
    await room.access.people.set_disabled(
        room.access.principals.for_studio(owner.workspace.id), owner.person.id, True
    )
    with pytest.raises(NotFound):
        await room.access.principal_for_run(owner.workspace.id, owner.person.id)
