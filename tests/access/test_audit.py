"""Who did what to what."""

import pytest

from proofroom.access import AuditFilter
from proofroom.access.audit import digest_of
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import RunId
from tests.access.conftest import PASSWORD, Room


async def test_every_change_of_rights_leaves_an_entry(room: Room) -> None:
    owner = await room.owner()
    project = await room.access.projects.create(owner.principal, "Site")
    mia = await room.join(owner.principal, "Mia", **{project.id: "editor"})
    await room.access.members.set_role(owner.principal, mia.person.id, "admin")
    fresh = await room.access.keys.create(owner.principal, "CI")
    await room.access.keys.revoke(owner.principal, fresh.key.id)
    await room.access.sessions.sign_in("mia@example.test", PASSWORD, address="10.0.0.9")
    await room.access.members.remove(owner.principal, mia.person.id)
    page = await room.access.audit.list(owner.workspace.id)
    assert [entry.action for entry in reversed(page.entries)] == [
        "workspace.set_up",
        "project.create",
        "invite.create",
        "invite.accept",
        "member.role",
        "key.create",
        "key.revoke",
        "session.sign_in",
        "member.remove",
    ]
    signed = next(entry for entry in page.entries if entry.action == "session.sign_in")
    assert (signed.actor_kind, signed.actor_id, signed.actor_name) == ("person", mia.person.id, "Mia")
    assert signed.address == "10.0.0.9"
    text = repr(page.entries)
    assert fresh.secret not in text
    assert PASSWORD not in text


async def test_the_log_keeps_digests_and_not_the_things(room: Room) -> None:
    owner = await room.owner()
    project = await room.access.projects.create(owner.principal, "Site")
    await room.access.projects.update(owner.principal, project.id, settings={"note": "confidential"})
    entry = (await room.access.audit.list(owner.workspace.id, AuditFilter(action="project.update"))).entries[
        0
    ]
    now = await room.access.projects.get(owner.principal, project.id)
    assert (entry.before_digest, entry.after_digest) == (digest_of(project), digest_of(now))
    assert entry.before_digest != entry.after_digest
    assert "confidential" not in repr(entry)
    assert digest_of(None) is None


async def test_a_change_tells_what_was_or_is_there_and_a_digest_does_not_depend_on_order(room: Room) -> None:
    owner = await room.owner()
    with pytest.raises(ValueError, match="neither"):
        await room.access.audit.record_outside(
            owner.principal, "page.publish", ("page", "1"), before=None, after=None
        )
    names = [f"permission.{number}" for number in range(50)]
    assert digest_of(frozenset(names)) == digest_of(frozenset(reversed(names))) == digest_of(sorted(names))


async def test_entries_are_filtered(room: Room) -> None:
    owner = await room.owner()
    note = room.access.audit.note
    for number in range(4):
        room.clock.advance(60)
        await note(
            owner.principal,
            "page.publish" if number % 2 else "page_x.delete",
            ("page", str(number)),
            run_id=f"run-{number}",
            data={"n": number},
        )
    # Without a run of its own an entry names the one in which its actor acts.
    await note(owner.principal.in_run(RunId("run-0")), "test", ("t", "acts in it", "Its name"))
    page = await room.access.audit.list(owner.workspace.id, AuditFilter(run_id="run-0"))
    assert [(one.target_id, one.target_name) for one in page.entries] == [
        ("acts in it", "Its name"),
        ("0", ""),
    ]

    async def found(**wanted: object) -> list[str]:
        page = await room.access.audit.list(owner.workspace.id, AuditFilter(**wanted))  # type: ignore[arg-type]
        return [entry.target_id for entry in page.entries if entry.target_kind == "page"]

    assert await found(action="page.publish") == ["3", "1"]
    assert await found(action="page.") == ["3", "1"]
    assert await found(action="page_x.") == ["2", "0"]
    assert await found(action="page") == []
    assert await found(target_kind="page", target_id="2") == ["2"]
    assert await found(run_id="run-0") == ["0"]
    assert await found(actor_id=owner.person.id) == ["3", "2", "1", "0"]
    assert await found(actor_id="nobody") == []
    now = room.clock.now()
    assert await found(since=now) == ["3"]
    assert await found(until=now) == ["2", "1", "0"]


async def test_the_log_is_read_in_pages_and_exported_whole(room: Room) -> None:
    owner = await room.owner()
    async with room.database.transaction() as connection:
        for number in range(1200):
            await room.access.audit.note(owner.principal, "test", ("t", str(number)), connection=connection)
            if number % 7 == 0:
                room.clock.advance(1)
    wanted, place, seen = AuditFilter(action="test"), None, list[str]()
    while True:
        page = await room.access.audit.list(owner.workspace.id, wanted, after=place, limit=490)
        seen += [entry.target_id for entry in page.entries]
        place = page.next
        if place is None:
            break
    assert seen == [str(number) for number in reversed(range(1200))]
    exported = [entry.target_id async for entry in room.access.audit.export(owner.workspace.id, wanted)]
    assert exported == seen
    for wrong in ("x", "2026-01-01T00:00:00", "2026-01-01T00:00:00/x", ""):
        with pytest.raises(InvalidInput):
            await room.access.audit.list(owner.workspace.id, after=wrong)


async def test_an_entry_is_part_of_the_callers_transaction(room: Room) -> None:
    owner = await room.owner()

    async def fail() -> None:
        async with room.database.transaction() as connection:
            await room.access.audit.note(owner.principal, "test", ("t", "1"), connection=connection)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    assert (await room.access.audit.list(owner.workspace.id, AuditFilter(action="test"))).entries == []
