"""Every function of the repositories, called with another workspace's ids, finds and changes nothing."""

import importlib
import inspect
import pkgutil
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

import proofroom.access.repo
from proofroom.access import AuditFilter, Restrictions
from proofroom.kernel.ids import WorkspaceId
from proofroom.store.tables import access as tables
from proofroom.store.types import metadata
from tests.access.conftest import Room

pytestmark = pytest.mark.both_databases

NOT_OWNED = {
    "workspaces.insert": "makes a workspace",
    "workspaces.slug_is_taken": "slugs of workspaces are the studio's",
    "workspaces.list_all": "for work done in each workspace",
    "workspaces.list_of_person": "filters by the person",
    "workspaces.find_ownerless": "set-up, before there are people",
    "workspaces.nobody_is_here": "set-up, before there are people",
    "roles.without_builtin": "a start sees to every workspace",
    "projects.insert": "the project names its workspace",
    "people.insert": "people are not owned by a workspace",
    "people.name_of": "people are not owned by a workspace",
    "people.names": "people are not owned by a workspace",
    "people.find": "people are not owned by a workspace",
    "people.find_with_password": "sign-in, before a workspace is known",
    "people.update": "people are not owned by a workspace",
    "sessions.insert": "the session names its workspace",
    "sessions.find_standing": "by the digest of a secret",
    "sessions.list_of_person": "filters by the person",
    "sessions.touch": "by the digest of a secret",
    "sessions.delete": "by the digest of a secret",
    "sessions.delete_of_person": "filters by the person",
    "sessions.delete_expired": "tidies the whole studio",
    "sessions.insert_link": "set-up, before there are people",
    "sessions.link_is_open": "by the digest of a secret",
    "sessions.use_link": "by the digest of a secret",
    "keys.find_live": "by the digest of a secret",
    "apps.insert_app": "apps are the studio's until somebody lets one in",
    "apps.find_app": "apps are the studio's until somebody lets one in",
    "apps.forget_apps": "tidies the whole studio",
    "apps.insert_grant": "the grant names its workspace",
    "apps.find_by_code": "by the digest of a secret",
    "apps.find_by_refresh": "by the digest of a secret",
    "apps.find_by_spent": "by the digest of a secret",
    "apps.find_by_key": "of a key that was found by the digest of its secret",
    "apps.take_code": "of a grant that was found by the digest of a secret",
    "apps.renew": "of a grant that was found by the digest of a secret",
    "invites.find_open": "by the digest of a secret",
    "invites.accept": "by the digest of a secret",
    "rates.count": "counters have no owner",
    "rates.delete_old": "tidies the whole studio",
    "seals.workspaces_to_seal": "housekeeping seals every workspace's log",
    "seals.add_seal": "the seal names its workspace",
}
ADDS = {
    *("roles.add_builtin", "roles.insert", "keys.insert", "invites.insert", "audit.insert"),
    *("people.add_member", "workspaces.add_setting"),
}
"""Functions that add a row to the workspace they are given; the row lands there and nowhere else."""


def _functions() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in pkgutil.iter_modules(proofroom.access.repo.__path__):
        loaded = importlib.import_module(f"proofroom.access.repo.{module.name}")
        for name, function in inspect.getmembers(loaded, inspect.iscoroutinefunction):
            if function.__module__ == loaded.__name__ and not name.startswith("_"):
                found[f"{module.name}.{name}"] = function
    return found


FUNCTIONS = _functions()
OWNED = {name: f for name, f in FUNCTIONS.items() if name not in NOT_OWNED}


def test_every_function_takes_a_workspace_or_says_why_not() -> None:
    without = {n for n, f in FUNCTIONS.items() if "workspace_id" not in inspect.signature(f).parameters}
    assert without == set(NOT_OWNED)


async def _dump(room: Room, workspace_id: str) -> dict[str, list[Any]]:
    """Return every row that belongs to a workspace."""
    found: dict[str, list[Any]] = {}
    async with room.database.reading() as connection:
        for table in metadata.tables.values():
            if table.name in ("workspaces", *_ours()) and table.name != "audit_log":
                column = table.c.id if table.name == "workspaces" else table.c.workspace_id
                rows = await connection.execute(sa.select(table).where(column == workspace_id))
                found[table.name] = sorted(map(repr, rows))
    return found


def _ours() -> set[str]:
    owned = {t.name for t in vars(tables).values() if isinstance(t, sa.Table)}
    return {name for name in owned if "workspace_id" in metadata.tables[name].c}


@pytest.mark.parametrize("name", sorted(OWNED))
async def test_a_foreign_id_finds_and_changes_nothing(sqlite_room: Room, name: str) -> None:
    room = sqlite_room
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    project = await room.access.projects.create(owner.principal, "Site")
    await room.access.projects.put_role(owner.principal, project.id, mia.person.id, "editor")
    role = await room.access.roles.create(owner.principal, "Mine", ["media.team.read"])
    fresh = await room.access.keys.create(owner.principal, "CI")
    sent = await room.access.invites.create(owner.principal, "new@example.test")
    await room.access.workspaces.put_setting(owner.principal, "colour", "red")
    entry = (await room.access.audit.list(owner.workspace.id)).entries[0]
    await room.access.seals.seal()
    foreign = await room.access.workspaces.create(owner.principal, "Foreign")
    later = room.clock.now() + timedelta(hours=1)
    arguments: dict[str, Any] = {
        "workspace_id": foreign.id,
        "project_id": project.id,
        "person_id": mia.person.id,
        "role_id": role.id,
        "key_id": fresh.key.id,
        "key_ids": [fresh.key.id],
        "invite_id": sent.invite.id,
        "token_hash": "0" * 64,
        "key_hash": "0" * 64,
        "until": later,
        "slug": "site",
        "email": "new@example.test",
        "scope": "workspace",
        "key": "colour",
        "value": "blue",
        "values": {"role": "admin"} if name.startswith("people.") else {"name": "Stolen"},
        "by": None,
        "at": later,
        "version": 1,
        "wanted": AuditFilter(),
        "before": later if name.startswith("seals.") else None,
        "limit": 100,
        "limits": Restrictions(models=frozenset({"x"})),
        **{"after": 0, "first": 1, "last": 9, "through": 9},
        "lock": False,
        "name": "Foreign",
        "role": replace(role, name="Stolen") if name.startswith("roles.") else "editor",
        "entry": replace(entry, id="other"),
        "invite": replace(sent.invite, id="other"),
    }
    if name.startswith("keys."):
        arguments["key"] = replace(fresh.key, id="other")  # type: ignore[arg-type]
    if name == "roles.insert":
        arguments["role"] = replace(role, id="other", permissions=frozenset[str]())  # type: ignore[arg-type]
    if name == "people.add_member":
        arguments |= {"role": "member", "role_id": None}
    if name == "roles.find_by_key":
        arguments["key"] = "mine"
    function = OWNED[name]
    wanted = [p for p in inspect.signature(function).parameters if p != "connection"]
    before = await _dump(room, owner.workspace.id)
    async with room.database.transaction() as connection:
        result = await function(connection, **{key: arguments[key] for key in wanted})
    assert await _dump(room, owner.workspace.id) == before
    if name not in ADDS:
        _assert_nothing_of(result, owner.workspace.id, foreign.id)


def _assert_nothing_of(result: Any, ours: WorkspaceId, foreign: WorkspaceId) -> None:
    assert ours not in repr(result)
    for secret in ("Mine", "Site", "CI", "red", "mia@example.test", "new@example.test"):
        assert f"'{secret}'" not in repr(result)


async def test_foreign_ids_are_not_found_rather_than_forbidden(room: Room) -> None:
    from proofroom.kernel.errors import NotFound

    owner = await room.owner()
    project = await room.access.projects.create(owner.principal, "Site")
    mia = await room.join(owner.principal, "Mia")
    role = await room.access.roles.create(owner.principal, "Mine", [])
    fresh = await room.access.keys.create(owner.principal, "CI")
    sent = await room.access.invites.create(owner.principal, "new@example.test")
    await room.access.workspaces.create(owner.principal, "Foreign")
    foreign = (await room.access.workspaces.list_of_person(owner.person.id))[1]
    there = await room.access.sessions.switch_workspace(owner.principal, owner.token, foreign.id)
    access = room.access
    for wish in (
        access.projects.get(there, project.id),
        access.projects.get_by_slug(there, "site"),
        access.projects.update(there, project.id, name="Stolen"),
        access.projects.delete(there, project.id),
        access.projects.put_role(there, project.id, owner.person.id, "editor"),
        access.projects.delete_role(there, project.id, mia.person.id),
        access.members.get(there, mia.person.id),
        access.members.set_role(there, mia.person.id, "admin"),
        access.members.set_role(there, owner.person.id, "owner", role_id=role.id),
        access.members.remove(there, mia.person.id),
        access.people.set_disabled(there, mia.person.id, True),
        access.roles.update(there, role.id, name="Stolen"),
        access.roles.delete(there, role.id),
        access.roles.get(foreign.id, role.id),
        access.principals.for_person(foreign.id, mia.person.id),
        access.principals.for_key_id(foreign.id, fresh.key.id),
        access.keys.get(there, fresh.key.id),
        access.keys.revoke(there, fresh.key.id),
        access.keys.create(there, "CI", project_id=project.id),
        access.invites.revoke(there, sent.invite.id),
        access.invites.create(there, "x@example.test", project_roles={project.id: "editor"}),
        access.members.find(foreign.id, mia.person.id),
    ):
        with pytest.raises(NotFound):
            await wish
    assert await access.projects.list(there) == []
    assert await access.keys.list(there) == []
    assert await access.invites.list(there) == []
    assert {e.workspace_id for e in (await access.audit.list(foreign.id)).entries} <= {foreign.id}
