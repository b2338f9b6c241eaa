"""Projects of a workspace."""

import asyncio

import pytest

from proofroom.access import Restrictions
from proofroom.access.names import clean_email, clean_name, slugify
from proofroom.kernel.errors import Conflict, InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import PersonId, ProjectId
from tests.access.conftest import Room


async def test_a_project_gets_a_free_slug(room: Room) -> None:
    owner = await room.owner()
    made = [await room.access.projects.create(owner.principal, "Köy Dergisi!") for _ in range(3)]
    assert [p.slug for p in made] == ["koy-dergisi", "koy-dergisi-2", "koy-dergisi-3"]
    assert await room.access.projects.get_by_slug(owner.principal, "koy-dergisi-2") == made[1]
    with pytest.raises(Conflict, match="koy-dergisi"):
        await room.access.projects.create(owner.principal, "X", slug="koy-dergisi")
    with pytest.raises(InvalidInput, match="lower-case"):
        await room.access.projects.create(owner.principal, "X", slug="Köy Dergisi")


async def test_a_members_limits_hold_in_one_project_only(room: Room) -> None:
    owner = await room.owner()
    mia = await room.join(owner.principal, "Mia")
    site, other = [await room.access.projects.create(owner.principal, name) for name in ("Site", "Other")]
    limits = Restrictions(models=frozenset({"notes"}), tools=frozenset())
    with pytest.raises(NotFound, match="no role"):
        await room.access.projects.set_limits(owner.principal, site.id, mia.person.id, limits)
    for project in (site, other):
        await room.access.projects.put_role(owner.principal, project.id, mia.person.id, "editor")
    await room.access.projects.set_limits(owner.principal, site.id, mia.person.id, limits)
    with pytest.raises(NotAllowed):
        await room.access.projects.set_limits(mia.principal, site.id, mia.person.id, Restrictions())
    now = await room.access.principal_for_run(owner.workspace.id, mia.person.id)
    assert now.limits_in(site.id) == limits
    assert now.limits_in(other.id) == now.limits_in(None) == Restrictions()
    assert (await room.access.members.get(owner.principal, mia.person.id)).project_limits == {site.id: limits}


async def test_many_can_make_projects_of_the_same_name_at_once(room: Room) -> None:
    owner = await room.owner()
    made = await asyncio.gather(*(room.access.projects.create(owner.principal, "Site") for _ in range(6)))
    assert len({p.slug for p in made}) == 6


async def test_a_member_sees_projects_but_does_not_change_them(room: Room) -> None:
    owner = await room.owner()
    project = await room.access.projects.create(owner.principal, "Site", settings={"workflow": "review"})
    mia = await room.join(owner.principal, "Mia")
    assert [p.id for p in await room.access.projects.list(mia.principal)] == [project.id]
    for wish in (
        room.access.projects.create(mia.principal, "Mine"),
        room.access.projects.update(mia.principal, project.id, name="Mine"),
        room.access.projects.delete(mia.principal, project.id),
        room.access.projects.put_role(mia.principal, project.id, mia.person.id, "editor"),
    ):
        with pytest.raises(NotAllowed):
            await wish


async def test_a_project_is_changed_and_deleted(room: Room) -> None:
    owner = await room.owner()
    project = await room.access.projects.create(owner.principal, "Site")
    room.clock.advance(5)
    changed = await room.access.projects.update(owner.principal, project.id, name="Pages", settings={"a": 1})
    assert await room.access.projects.get(owner.principal, project.id) == changed
    assert (changed.name, changed.slug, changed.settings) == ("Pages", "site", {"a": 1})
    assert changed.updated_at == room.clock.now()
    await room.access.projects.set_status(owner.workspace.id, project.id, "error", "no repository")
    broken = await room.access.projects.get(owner.principal, project.id)
    assert (broken.status, broken.status_reason) == ("error", "no repository")
    await room.access.projects.delete(owner.principal, project.id)
    with pytest.raises(NotFound):
        await room.access.projects.get(owner.principal, project.id)
    with pytest.raises(NotFound):
        await room.access.projects.set_status(owner.workspace.id, project.id, "active")


async def test_project_roles_are_given_and_taken(room: Room) -> None:
    owner = await room.owner()
    project = await room.access.projects.create(owner.principal, "Site")
    mia = await room.join(owner.principal, "Mia")
    for role in ("editor", "reviewer"):
        await room.access.projects.put_role(owner.principal, project.id, mia.person.id, role)
        assert (await room.access.principals.for_session(mia.token)).project_role(project.id) == role
    await room.access.projects.delete_role(owner.principal, project.id, mia.person.id)
    assert (await room.access.principals.for_session(mia.token)).project_role(project.id) == "viewer"
    with pytest.raises(NotFound):
        await room.access.projects.delete_role(owner.principal, project.id, mia.person.id)
    with pytest.raises(NotFound):
        await room.access.projects.put_role(owner.principal, project.id, PersonId("nobody"), "editor")
    with pytest.raises(NotFound):
        await room.access.projects.put_role(owner.principal, ProjectId("nowhere"), mia.person.id, "editor")
    with pytest.raises(InvalidInput):
        await room.access.projects.put_role(owner.principal, project.id, mia.person.id, "king")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Hello, World!", "hello-world"),
        ("Işık Ağacı", "isik-agaci"),
        ("Straße & Øre", "strasse-ore"),
        ("日本語", "untitled"),
        ("a" * 100, "a" * 64),
        ("--x--", "x"),
    ],
)
def test_slugs_are_plain(name: str, slug: str) -> None:
    assert slugify(name) == slug


def test_names_and_addresses_are_kept_clean() -> None:
    assert clean_name(" a\x00b \u202e c ") == "a b c"
    assert clean_email(" A@B.C ") == "a@b.c"
    for wrong in ("", "a", "a@", "@b", "a b@c", "a@b@c", "x" * 320 + "@b"):
        with pytest.raises(InvalidInput):
            clean_email(wrong)
    with pytest.raises(InvalidInput, match="200"):
        clean_name("x" * 201)
