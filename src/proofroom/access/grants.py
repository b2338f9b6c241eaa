"""The built-in roles: named sets of permissions, as data.

A person has one workspace role; a member's projects add a project role each; a role record can add more for
the whole workspace; an agent that runs by itself has a role record and nothing else; an API key has a key
role. Built-in roles cannot be edited; a workspace makes its own by copying.
"""

from collections.abc import Iterable
from typing import Literal

from proofroom.access.permissions import CATALOGUE, RESOURCES, close
from proofroom.kernel.data import dataclass
from proofroom.kernel.words import word_list

WorkspaceRole = Literal["owner", "admin", "member"]
ProjectRole = Literal["viewer", "reviewer", "editor"]
KeyRole = Literal["viewer", "editor", "admin"]

WORKSPACE_ROLES: tuple[WorkspaceRole, ...] = ("owner", "admin", "member")
PROJECT_ROLES: tuple[ProjectRole, ...] = ("viewer", "reviewer", "editor")
KEY_ROLES: tuple[KeyRole, ...] = ("viewer", "editor", "admin")
DEFAULT_PROJECT_ROLE: ProjectRole = "viewer"


@dataclass(frozen=True, slots=True)
class BuiltinRole:
    """A role that every workspace has."""

    key: str
    name: str
    description: str
    permissions: frozenset[str]


_VERBS = {resource.name: resource.verbs for resource in RESOURCES}
_EVERYTHING = frozenset(CATALOGUE)
_RECORDS = word_list("entities entity_types documents views responses tasks media articles")


def _team(resources: Iterable[str], *verbs: str) -> set[str]:
    """Return the team permissions of resources; with no verbs named, all that mean something."""
    return {
        f"{resource}.team.{verb}"
        for resource in resources
        for verb in _VERBS[resource]
        if not verbs or verb in verbs
    }


_VIEWER = {
    *_team(_RECORDS, "read"),
    *("projects.team.read", "workflows.team.read", "agents.team.read", "skills.team.read"),
    *("content.read", "site.read", "data.read", "ai.chat"),
    *("sessions.own.read", "sessions.own.create", "sessions.own.update", "sessions.own.delete"),
    *("sessions.own.run", "agents.own.run", "tasks.own.update", "usage.own.read", "budgets.own.read"),
    *("feedback.own.read", "feedback.own.create", "feedback.own.update", "feedback.own.delete"),
}
_REVIEWER = {
    *_VIEWER,
    *("content.review", "ai.tools.write", "sessions.own.approve", "sessions.team.read"),
    *("responses.team.approve", "tasks.team.approve", "articles.team.approve", "workflows.team.approve"),
}
_EDITOR = {
    *_VIEWER,
    *_team(("entities", "documents", "views", "responses", "tasks", "sessions", "media", "articles")),
    *("content.write", "ai.tools.write", "data.write"),
    *("site.content.edit", "site.structure.edit", "site.style.edit"),
    *("agents.team.read", "agents.team.run", "web.team.run", "mcp.team.read", "mcp.team.run"),
    *("context.team.read", "context.team.create", "feedback.team.read"),
    *("workflows.team.create", "workflows.team.update", "workflows.team.run", "evals.team.read"),
    *("actions.team.read", "actions.team.run", "connections.team.read"),
}
_MEMBER = {*_VIEWER, "users.team.read", "settings.team.read"}
_ADMIN = _EVERYTHING - {"roles.manage", "workspace.manage"}
_KEY_NEVER = {
    *_team(("users", "keys", "audit", "budgets", "settings", "connections"), "create", "update", "delete"),
    *("roles.manage", "workspace.manage", "studio.manage", "ai.providers.manage", "audit.team.read"),
}
_KEY_VIEWER = _VIEWER
_KEY_EDITOR = _EDITOR - {"workflows.team.create", "workflows.team.update"}
_KEY_ADMIN = _EVERYTHING - close(_KEY_NEVER)

_ALL: tuple[tuple[str, str, str, Iterable[str]], ...] = (
    ("owner", "Owner", "Everything, including roles and the workspace itself.", _EVERYTHING),
    ("admin", "Administrator", "Everything except roles and the workspace itself.", _ADMIN),
    (
        "member",
        "Member",
        "Reads like a viewer, in all projects; a role in a project gives more there.",
        _MEMBER,
    ),
    ("viewer", "Viewer", "Reads content and pages and talks to agents; changes nothing.", _VIEWER),
    ("reviewer", "Reviewer", "Reads, and accepts, rejects and merges the changes of others.", _REVIEWER),
    ("editor", "Editor", "Writes content, pages, media, entities and articles; does not merge.", _EDITOR),
    ("system_admin", "System administrator", "Everything; for agents that administer.", _EVERYTHING),
    (
        "agent_default",
        "Agent",
        "What an agent may do by itself unless it has another role.",
        {
            *("entities.team.read", "entities.team.create", "entities.team.update"),
            *("documents.team.read", "web.team.run", "tasks.team.read", "responses.team.create"),
            *("skills.team.read", "tasks.own.update"),
        },
    ),
    (
        "feedback_reviewer",
        "Feedback reviewer",
        "Turns feedback into memory and better agents; no other administration.",
        {
            *("entities.team.read", "entities.team.update", "agents.team.update"),
            *("feedback.team.read", "feedback.team.update", "context.team.create"),
        },
    ),
    ("key_viewer", "Key: viewer", "An API key that reads.", _KEY_VIEWER),
    ("key_editor", "Key: editor", "An API key that writes content, pages and records.", _KEY_EDITOR),
    (
        "key_admin",
        "Key: administrator",
        "An API key that does all but manage people and keys.",
        _KEY_ADMIN,
    ),
)

BUILTIN_ROLES: dict[str, BuiltinRole] = {
    key: BuiltinRole(key, name, description, close(permissions))
    for key, name, description, permissions in _ALL
}
"""Every built-in role, by key."""


def permissions_of(key: str) -> frozenset[str]:
    """Return the permissions of a built-in role."""
    return BUILTIN_ROLES[key].permissions
