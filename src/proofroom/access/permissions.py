"""The one catalogue of permissions.

A permission names what may be done, not who may do it. Two spellings live side by side because both are on
the wire: `<resource>.<own|team>.<verb>` for records of a workspace, where `team` implies `own`, and
capabilities such as `ai.chat` or `content.review` for what is not a record. There are no wildcards.
"""

from collections.abc import Iterable

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Text, say


@dataclass(frozen=True, slots=True)
class Permission:
    """One thing that may be done, and its sentence for people."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Resource:
    """A kind of record, and the verbs that mean something for it."""

    name: str
    noun: str
    verbs: tuple[str, ...]


_CRUD = ("read", "create", "update", "delete")

RESOURCES: tuple[Resource, ...] = (
    Resource("entities", "entities", (*_CRUD, "publish")),
    Resource("entity_types", "entity types", _CRUD),
    Resource("documents", "documents", _CRUD),
    Resource("views", "views", (*_CRUD, "publish")),
    Resource("responses", "field responses", (*_CRUD, "approve")),
    Resource("tasks", "tasks", (*_CRUD, "run", "approve")),
    Resource("actions", "actions and schedules", (*_CRUD, "run")),
    Resource("sessions", "runs and conversations", (*_CRUD, "run", "approve")),
    Resource("agents", "agents", (*_CRUD, "run", "publish")),
    Resource("connections", "connections", (*_CRUD, "run")),
    Resource("context", "shared memory", _CRUD),
    Resource("feedback", "feedback", _CRUD),
    Resource("settings", "workspace settings", ("read", "update")),
    Resource("usage", "usage and cost", ("read",)),
    Resource("budgets", "budgets", _CRUD),
    Resource("web", "web searches and pages", ("run",)),
    Resource("media", "media assets", (*_CRUD, "publish")),
    Resource("mcp", "MCP tools", ("read", "run", "approve")),
    Resource("skills", "skills", _CRUD),
    Resource("evals", "evaluations", (*_CRUD, "run")),
    Resource("articles", "articles", (*_CRUD, "run", "approve", "publish")),
    Resource("workflows", "workflows and templates", (*_CRUD, "run", "approve", "publish")),
    Resource("projects", "projects", _CRUD),
    Resource("users", "memberships", _CRUD),
    Resource("keys", "API keys", _CRUD),
    Resource("audit", "entries of the audit log", ("read",)),
)

CAPABILITIES: tuple[Permission, ...] = (
    Permission("ai.chat", "Talk to agents"),
    Permission("ai.tools.write", "Let agents use tools that change something"),
    Permission("ai.providers.manage", "Add, change and remove model providers and their keys"),
    Permission("ai.audit.read", "See what everybody's agents did and cost"),
    Permission("content.read", "Read content, models, branches and submissions of a project"),
    Permission("content.write", "Write and delete entries, translations, status and vocabulary"),
    Permission("content.review", "Accept, reject and merge changes and submissions"),
    Permission("content.model", "Change content models and locales, and initialise a project"),
    Permission("site.read", "Read pages, styles, tokens and code assets"),
    Permission("site.content.edit", "Edit texts and properties on pages"),
    Permission("site.structure.edit", "Add, move and delete pages, nodes and code assets"),
    Permission("site.style.edit", "Edit styles and design tokens"),
    Permission("site.publish", "Publish the site"),
    Permission("data.read", "Read the tables a site shows in loops"),
    Permission("data.write", "Write the tables a site shows in loops"),
    Permission("roles.manage", "Make, change and delete roles"),
    Permission("workspace.manage", "Rename or delete the workspace"),
    Permission("studio.manage", "See the studio's health, back it up and upgrade it"),
)

OF_STUDIO = frozenset({"studio.manage"})
"""What concerns the whole studio: it counts in the workspace the studio was set up with, nowhere else."""

_VERB_WORDS = {
    "read": "Read",
    "update": "Change",
    "delete": "Delete",
    "run": "Run or use",
    "approve": "Approve",
    "publish": "Publish",
}
_SCOPE_WORDS = {"own": "one's own", "team": "all"}


def _expand(resource: Resource) -> list[Permission]:
    return [
        Permission(f"{resource.name}.{scope}.{verb}", _meaning(resource.noun, scope, verb))
        for verb in resource.verbs
        for scope in _SCOPE_WORDS
    ]


def _meaning(noun: str, scope: str, verb: str) -> str:
    if verb == "create":
        return f"Add {noun} of one's own" if scope == "own" else f"Add {noun} for everybody"
    return f"{_VERB_WORDS[verb]} {_SCOPE_WORDS[scope]} {noun}"


CATALOGUE: dict[str, Permission] = {
    permission.name: permission
    for permission in (*CAPABILITIES, *(p for resource in RESOURCES for p in _expand(resource)))
}
"""Every permission there is, by name."""


def meaning_of(name: str) -> Text:
    """Return what a permission of the catalogue allows, as part of a sentence in any language."""
    resource, _, rest = name.partition(".")
    scope = rest.partition(".")[0]
    if scope in _SCOPE_WORDS:
        return say(f"permission.{rest}", things=say(f"resource.{resource}"))
    return say(f"permission.{name}")


def unknown_permissions(names: Iterable[str]) -> list[str]:
    """Return the names that the catalogue does not have, sorted."""
    return sorted({name for name in names if name not in CATALOGUE})


def close(names: Iterable[str]) -> frozenset[str]:
    """Add what is implied: `team` implies `own`."""
    found = set(names)
    found.update(name.replace(".team.", ".own.") for name in tuple(found) if ".team." in name)
    return frozenset(found)
