"""The catalogue of permissions and the built-in roles."""

import pytest

from proofroom.access.grants import BUILTIN_ROLES, permissions_of
from proofroom.access.permissions import CATALOGUE, close, meaning_of, unknown_permissions

READ = (
    *("list_models", "get_content", "brain_query", "brain_search", "brain_analyze", "validate"),
    *("validate_schema", "list_branches", "branch_health", "relation_expand", "list_submissions"),
)
TOOLS = {
    **dict.fromkeys(READ, "content.read"),
    **dict.fromkeys(("search_media", "get_media"), "media.team.read"),
    **dict.fromkeys(
        ("save_content", "delete_content", "copy_locale", "update_status", "vocabulary"), "content.write"
    ),
    "upload_media": "media.team.create",
    "update_media": "media.team.update",
    "delete_media": "media.team.delete",
    **dict.fromkeys(
        ("merge_branch", "reject_branch", "approve_submission", "reject_submission"), "content.review"
    ),
    **dict.fromkeys(("save_model", "init_project", "add_locale", "delete_model"), "content.model"),
}
EDITOR_ONLY = {name for name, permission in TOOLS.items() if permission == "content.write"} | {
    "upload_media",
    "update_media",
    "delete_media",
}
REVIEWER_ONLY = {name for name, permission in TOOLS.items() if permission == "content.review"}


def _tools(role: str) -> set[str]:
    return {name for name, permission in TOOLS.items() if permission in permissions_of(role)}


def test_the_matrix_of_content_tools_has_all_of_them() -> None:
    assert len(TOOLS) == 29


@pytest.mark.parametrize(
    ("role", "more"),
    [
        ("viewer", set[str]()),
        ("reviewer", REVIEWER_ONLY),
        ("editor", EDITOR_ONLY),
        ("admin", set(TOOLS)),
        ("owner", set(TOOLS)),
        ("key_viewer", set[str]()),
        ("key_editor", EDITOR_ONLY),
        ("key_admin", set(TOOLS)),
    ],
)
def test_roles_give_the_content_tools_of_the_matrix(role: str, more: set[str]) -> None:
    everybody = {*READ, "search_media", "get_media"}
    assert _tools(role) == everybody | more


def test_built_in_roles_hold_only_what_the_catalogue_has() -> None:
    for role in BUILTIN_ROLES.values():
        assert unknown_permissions(role.permissions) == [], role.key


def test_team_implies_own() -> None:
    assert close({"tasks.team.read"}) == {"tasks.team.read", "tasks.own.read"}
    assert close({"tasks.own.read", "ai.chat"}) == {"tasks.own.read", "ai.chat"}
    for role in BUILTIN_ROLES.values():
        assert close(role.permissions) == role.permissions, role.key


def test_every_permission_has_a_meaning_and_both_scopes() -> None:
    for name, permission in CATALOGUE.items():
        assert permission.name == name
        assert permission.meaning[0].isupper()
        if ".team." in name:
            assert name.replace(".team.", ".own.") in CATALOGUE


def test_agents_by_themselves_have_the_named_permissions_and_no_more() -> None:
    assert permissions_of("agent_default") == close(
        {
            *("entities.team.read", "entities.team.create", "entities.team.update"),
            *("documents.team.read", "web.team.run", "tasks.team.read"),
            # What makes it eligible as a workspace's default agent, and lets it read the skills it is given.
            *("responses.team.create", "skills.team.read"),
            # It completes tasks that were given to it.
            "tasks.own.update",
        }
    )
    assert permissions_of("feedback_reviewer") == close(
        {
            *("entities.team.read", "entities.team.update", "agents.team.update"),
            *("feedback.team.read", "feedback.team.update", "context.team.create"),
        }
    )


def test_an_administrator_has_all_but_roles_and_the_workspace() -> None:
    assert set(CATALOGUE) - permissions_of("admin") == {"roles.manage", "workspace.manage"}
    assert permissions_of("owner") == permissions_of("system_admin") == set(CATALOGUE)


@pytest.mark.parametrize("role", ["key_viewer", "key_editor", "key_admin"])
def test_no_key_can_manage_people_keys_roles_or_secrets(role: str) -> None:
    held = permissions_of(role)
    for name in ("users.team.create", "users.team.update", "keys.team.create", "roles.manage"):
        assert name not in held
    for name in ("ai.providers.manage", "connections.team.update", "studio.manage", "workspace.manage"):
        assert name not in held


def test_roles_of_records_follow_the_seed() -> None:
    editor = permissions_of("editor")
    for resource in ("entities", "documents", "views", "responses", "tasks", "sessions", "media"):
        assert {f"{resource}.team.read", f"{resource}.team.update"} <= editor
    assert {"agents.team.read", "agents.team.run", "web.team.run", "mcp.team.run"} <= editor
    assert "agents.team.update" not in editor
    viewer = permissions_of("viewer")
    assert "entities.team.read" in viewer
    assert not any(name.endswith((".team.create", ".team.update", ".team.delete")) for name in viewer)


def test_what_a_permission_allows_is_said_as_the_catalogue_means_it() -> None:
    for name, permission in CATALOGUE.items():
        said = meaning_of(name)
        assert said == permission.meaning[0].lower() + permission.meaning[1:]
        assert said.to("tr") != said
