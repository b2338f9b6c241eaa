"""Who may do what: workspaces, projects, people, roles, sessions, keys, invites, limits, audit."""

import sqlalchemy as sa

from proofroom.store.types import REMEMBERED, id_column, json_column, metadata, sentence_column, time_column


def _workspace() -> sa.Column[str]:
    return id_column(
        "workspace_id", sa.ForeignKey("workspaces.id", ondelete="CASCADE"), primary_key=False, nullable=False
    )


def _person(name: str, *, ondelete: str = "SET NULL", nullable: bool = True) -> sa.Column[str]:
    return id_column(
        name, sa.ForeignKey("people.id", ondelete=ondelete), primary_key=False, nullable=nullable
    )


workspaces = sa.Table(
    "workspaces",
    metadata,
    id_column(),
    sa.Column("slug", sa.String(80), nullable=False, unique=True),
    sa.Column("name", sa.String(200), nullable=False),
    time_column("created_at"),
    time_column("updated_at"),
)

workspace_settings = sa.Table(
    "workspace_settings",
    metadata,
    id_column("workspace_id", sa.ForeignKey("workspaces.id", ondelete="CASCADE")),
    sa.Column("scope", sa.String(80), primary_key=True),
    sa.Column("key", sa.String(80), primary_key=True),
    json_column("value"),
    sa.Column("version", sa.Integer, nullable=False),
    _person("updated_by"),
    time_column("updated_at"),
    info={REMEMBERED: True},
)

projects = sa.Table(
    "projects",
    metadata,
    id_column(),
    _workspace(),
    sa.Column("slug", sa.String(80), nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sentence_column("status_reason"),
    json_column("settings"),
    time_column("created_at"),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "slug"),
)

people = sa.Table(
    "people",
    metadata,
    id_column(),
    sa.Column("email", sa.String(320), nullable=False, unique=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("password_hash", sa.Text),
    sa.Column("is_disabled", sa.Boolean, nullable=False),
    time_column("created_at"),
    time_column("updated_at"),
    info={REMEMBERED: True},
)

roles = sa.Table(
    "roles",
    metadata,
    id_column(),
    _workspace(),
    sa.Column("key", sa.String(80), nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("is_builtin", sa.Boolean, nullable=False),
    time_column("created_at"),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "key"),
    info={REMEMBERED: True},
)

role_permissions = sa.Table(
    "role_permissions",
    metadata,
    id_column("role_id", sa.ForeignKey("roles.id", ondelete="CASCADE")),
    sa.Column("permission", sa.String(80), primary_key=True),
    _workspace(),
)

workspace_members = sa.Table(
    "workspace_members",
    metadata,
    id_column("workspace_id", sa.ForeignKey("workspaces.id", ondelete="CASCADE")),
    id_column("person_id", sa.ForeignKey("people.id", ondelete="CASCADE")),
    sa.Column("role", sa.String(20), nullable=False),
    id_column("role_id", sa.ForeignKey("roles.id", ondelete="SET NULL"), primary_key=False),
    time_column("created_at"),
    sa.Index(None, "person_id"),
    info={REMEMBERED: True},
)

project_members = sa.Table(
    "project_members",
    metadata,
    id_column("project_id", sa.ForeignKey("projects.id", ondelete="CASCADE")),
    id_column("person_id", sa.ForeignKey("people.id", ondelete="CASCADE")),
    _workspace(),
    sa.Column("role", sa.String(20), nullable=False),
    json_column("limits", server_default=sa.text("'{}'")),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "person_id"),
    info={REMEMBERED: True},
)

sessions = sa.Table(
    "sessions",
    metadata,
    id_column(),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    _person("person_id", ondelete="CASCADE", nullable=False),
    _workspace(),
    sa.Column("address", sa.String(64), nullable=False),
    sa.Column("device", sa.String(400), nullable=False),
    time_column("created_at"),
    time_column("seen_at"),
    time_column("expires_at"),
    sa.Index(None, "person_id"),
)

api_keys = sa.Table(
    "api_keys",
    metadata,
    id_column(),
    _workspace(),
    id_column("project_id", sa.ForeignKey("projects.id", ondelete="CASCADE"), primary_key=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("prefix", sa.String(16), nullable=False),
    sa.Column("key_hash", sa.String(64), nullable=False, unique=True),
    json_column("limits"),
    sa.Column("requests_per_minute", sa.Integer),
    _person("created_by"),
    time_column("created_at"),
    time_column("expires_at", nullable=True),
    time_column("revoked_at", nullable=True),
    time_column("used_at", nullable=True),
    sa.Index(None, "workspace_id"),
)

apps = sa.Table(
    "apps",
    metadata,
    id_column(),
    sa.Column("name", sa.String(200), nullable=False),
    json_column("redirect_uris"),
    time_column("created_at"),
)

app_grants = sa.Table(
    "app_grants",
    metadata,
    id_column(),
    _workspace(),
    id_column("app_id", sa.ForeignKey("apps.id", ondelete="CASCADE"), primary_key=False, nullable=False),
    _person("person_id", ondelete="CASCADE", nullable=False),
    id_column(
        "project_id", sa.ForeignKey("projects.id", ondelete="CASCADE"), primary_key=False, nullable=False
    ),
    id_column("key_id", sa.ForeignKey("api_keys.id", ondelete="CASCADE"), primary_key=False),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("redirect_uri", sa.Text, nullable=False),
    sa.Column("challenge", sa.String(128), nullable=False),
    sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
    time_column("code_expires_at"),
    sa.Column("refresh_hash", sa.String(64), unique=True),
    sa.Column("spent_hash", sa.String(64)),
    time_column("access_expires_at", nullable=True),
    time_column("created_at"),
    sa.Index(None, "key_id"),
    sa.Index(None, "spent_hash"),
    sa.Index(None, "workspace_id"),
)

setup_links = sa.Table(
    "setup_links",
    metadata,
    id_column(),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    time_column("created_at"),
    time_column("expires_at"),
    time_column("used_at", nullable=True),
)

invites = sa.Table(
    "invites",
    metadata,
    id_column(),
    _workspace(),
    sa.Column("email", sa.String(320), nullable=False),
    sa.Column("role", sa.String(20), nullable=False),
    json_column("project_roles"),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    _person("invited_by"),
    time_column("created_at"),
    time_column("expires_at"),
    time_column("accepted_at", nullable=True),
    time_column("revoked_at", nullable=True),
    sa.Index(None, "workspace_id", "email"),
)

rate_windows = sa.Table(
    "rate_windows",
    metadata,
    sa.Column("subject", sa.String(120), primary_key=True),
    sa.Column("window_s", sa.Integer, primary_key=True),
    sa.Column("bucket", sa.BigInteger, nullable=False),
    sa.Column("hits", sa.Integer, nullable=False),
    sa.Column("hits_before", sa.Integer, nullable=False),
)

audit_log = sa.Table(
    "audit_log",
    metadata,
    id_column(),
    # No foreign key: what was done in a workspace stays known when the workspace is gone.
    id_column("workspace_id", primary_key=False, nullable=False),
    time_column("at"),
    sa.Column("actor_kind", sa.String(20), nullable=False),
    sa.Column("actor_id", sa.String(36)),
    sa.Column("actor_name", sa.String(200), nullable=False),
    sa.Column("action", sa.String(80), nullable=False),
    sa.Column("target_kind", sa.String(40), nullable=False),
    sa.Column("target_id", sa.String(200), nullable=False),
    sa.Column("target_name", sa.String(200), nullable=False),
    sa.Column("project_id", sa.String(36)),
    sa.Column("run_id", sa.String(36)),
    sa.Column("before_digest", sa.String(64)),
    sa.Column("after_digest", sa.String(64)),
    json_column("data"),
    sa.Column("address", sa.String(64), nullable=False),
    # Which seal covers the entry; none until the next one is made.
    sa.Column("batch", sa.Integer, nullable=True),
    sa.Index(None, "workspace_id", "at", "id"),
    sa.Index(None, "workspace_id", "target_kind", "target_id"),
    sa.Index(None, "workspace_id", "batch"),
)

audit_seals = sa.Table(
    "audit_seals",
    metadata,
    id_column("workspace_id"),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    time_column("sealed_at"),
    sa.Column("count", sa.Integer, nullable=False),
    # The digest of every entry by id; gone when retention removed the entries. `entries_digest` stays.
    json_column("entries", nullable=True),
    sa.Column("entries_digest", sa.String(64), nullable=False),
    sa.Column("previous", sa.String(64), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("signature", sa.String(64), nullable=False),
    sa.Column("key_id", sa.String(16), nullable=False),
    time_column("trimmed_at", nullable=True),
)
"""Links of a chain over the audit log: each holds the hash of the one before."""
