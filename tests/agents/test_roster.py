"""Agents as records: seeded, changed by version, rolled back, never overwritten."""

from dataclasses import replace

import pytest

from proofroom.access import Principal, Workspace
from proofroom.access.grants import permissions_of
from proofroom.access.repo import roles, workspaces
from proofroom.agents import AgentConfig, AgentRecord, Roster
from proofroom.agents.system import ASSISTANT, records_of
from proofroom.content.room import EDITOR
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus, NotAllowed, NotFound
from proofroom.kernel.ids import PersonId, WorkspaceId, new_id
from proofroom.store import Database

WORKSPACE = WorkspaceId(new_id())
OWNER = Principal("person", WORKSPACE, "Ada", permissions_of("owner"), person_id=PersonId(new_id()))
HELPER = AgentRecord(slug="helper", name="Helper", system_prompt="Help.")


@pytest.fixture
async def roster(database: Database) -> Roster:
    made = Roster(database, SystemClock())
    await made.backfill(WORKSPACE, records_of([ASSISTANT, EDITOR]))
    return made


async def test_system_agents_are_there_and_edits_survive_the_next_start(roster: Roster) -> None:
    assert [agent.record.slug for agent in await roster.all(WORKSPACE)] == ["assistant", "editor"]
    await roster.change(OWNER, "editor", {"system_prompt": "My own words."})
    await roster.backfill(WORKSPACE, records_of([ASSISTANT, EDITOR]))
    editor = await roster.get(WORKSPACE, "editor")
    assert (editor.record.system_prompt, editor.version) == ("My own words.", 2)


async def test_every_change_is_a_version_and_no_change_is_none(roster: Roster) -> None:
    await roster.create(OWNER, HELPER)
    await roster.change(OWNER, "helper", {"name": "Helper"})
    await roster.change(OWNER, "helper", {"name": "Aide", "config": {"tool_groups": ["content"]}}, note="why")
    versions = await roster.versions(WORKSPACE, "helper")
    assert [(each.version, each.source, each.note) for each in versions] == [
        (2, "update", "why"),
        (1, "create", ""),
    ]
    changes = await roster.diff(WORKSPACE, "helper", 1, 2)
    assert [(change.field, change.before, change.after) for change in changes] == [
        ("config.toolGroups", [], ["content"]),
        ("name", "Helper", "Aide"),
    ]


async def test_an_older_name_of_a_tool_group_is_read_as_the_new_one(roster: Roster) -> None:
    await roster.create(OWNER, HELPER)
    await roster.change(OWNER, "helper", {"config": {"tool_groups": ["context", "web"]}})
    profile = await roster.profile(WORKSPACE, "helper", None)
    assert profile.tools.groups == {"memory", "web"}


async def test_rolling_back_makes_a_new_version_with_the_old_content(roster: Roster) -> None:
    await roster.create(OWNER, HELPER)
    await roster.change(OWNER, "helper", {"system_prompt": "Worse."})
    back = await roster.roll_back(OWNER, "helper", 1)
    assert (back.version, back.record.system_prompt) == (3, "Help.")
    assert (await roster.versions(WORKSPACE, "helper"))[0].rolled_back_to == 1


async def test_a_run_keeps_the_version_it_began_with(roster: Roster) -> None:
    await roster.create(OWNER, HELPER)
    pinned = await roster.profile(WORKSPACE, "helper", None)
    await roster.change(OWNER, "helper", {"system_prompt": "Other."})
    assert (await roster.profile(WORKSPACE, "helper", pinned.version)).instructions == "Help."
    assert (await roster.profile(WORKSPACE, "helper", None)).instructions == "Other."


async def test_a_change_made_on_an_old_copy_is_refused(roster: Roster) -> None:
    await roster.create(OWNER, HELPER)
    await roster.change(OWNER, "helper", {"name": "Second"}, expected=1)
    with pytest.raises(Conflict):
        await roster.change(OWNER, "helper", {"name": "Third"}, expected=1)


async def test_the_studios_agents_cannot_be_deleted_and_the_first_not_switched_off(roster: Roster) -> None:
    with pytest.raises(InvalidStatus):
        await roster.delete(OWNER, "editor")
    with pytest.raises(InvalidStatus):
        await roster.change(OWNER, "assistant", {"enabled": False})
    await roster.change(OWNER, "editor", {"enabled": False})
    with pytest.raises(InvalidStatus):
        await roster.profile(WORKSPACE, "editor", None)


async def test_a_deleted_agent_is_gone_its_slug_is_free_and_its_versions_stay_readable(
    roster: Roster,
) -> None:
    made = await roster.create(OWNER, HELPER)
    await roster.change(OWNER, "helper", {"title": "Help"})
    with pytest.raises(Conflict):
        await roster.create(OWNER, HELPER)
    await roster.delete(OWNER, "helper")
    for slug in ("helper", f"helper~{made.id}"):
        with pytest.raises(NotFound):
            await roster.get(WORKSPACE, slug)
    assert [each.version for each in await roster.versions(WORKSPACE, "helper")] == [2, 1]
    assert [each.field for each in await roster.diff(WORKSPACE, "helper", 1, 2)] == ["title"]
    assert (await roster.create(OWNER, HELPER)).version == 1
    assert [each.version for each in await roster.versions(WORKSPACE, "helper")] == [1]


async def test_bad_fields_and_circles_of_superiors_are_refused(roster: Roster) -> None:
    await roster.create(OWNER, HELPER)
    with pytest.raises(InvalidInput):
        await roster.change(OWNER, "helper", {"config": {"limits": {"max_rounds": 99}}})
    await roster.change(OWNER, "helper", {"reports_to": "editor"})
    with pytest.raises(InvalidInput, match="through Helper"):
        await roster.change(OWNER, "editor", {"reports_to": "helper"})
    with pytest.raises(NotFound):
        await roster.change(OWNER, "helper", {"reports_to": "nobody"})


async def test_another_workspace_does_not_see_them(roster: Roster) -> None:
    await roster.create(OWNER, HELPER)
    stranger = replace(OWNER, workspace_id=WorkspaceId(new_id()))
    with pytest.raises(NotFound):
        await roster.get(stranger.workspace_id, "helper")
    with pytest.raises(NotFound):
        await roster.delete(stranger, "helper")
    assert AgentConfig().limits.max_rounds == 5


async def test_nobody_gives_an_agent_a_role_that_allows_more_than_they_may(
    roster: Roster, database: Database
) -> None:
    now = SystemClock().now()
    async with database.transaction() as connection:
        await workspaces.insert(connection, Workspace(WORKSPACE, "w", "W", now))
        await roles.add_builtin(connection, WORKSPACE, now)
    admin = replace(OWNER, permissions=permissions_of("admin"))
    with pytest.raises(NotAllowed):
        await roster.create(admin, HELPER.model_copy(update={"role_id": "system_admin"}))
    with pytest.raises(InvalidInput, match="no role"):
        await roster.create(OWNER, HELPER.model_copy(update={"role_id": "no_such_role"}))
    made = await roster.create(admin, HELPER.model_copy(update={"role_id": "viewer"}))
    with pytest.raises(NotAllowed):
        await roster.change(admin, made.record.slug, {"role_id": "system_admin"})
    changed = await roster.change(OWNER, made.record.slug, {"role_id": "system_admin"})
    assert (
        await roster.change(admin, "helper", {"name": "Helper two"})
    ).record.role_id == changed.record.role_id
