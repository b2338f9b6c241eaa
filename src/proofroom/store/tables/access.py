"""Who may do what: workspaces, projects, people, roles, sessions, keys, invites, limits, audit."""

from proofroom.store.columns import table

workspaces = table(
    "workspaces",
    """
    id id, slug text(80), name text(200), created_at time, updated_at time
    """,
    unique=("slug",),
)

workspace_settings = table(
    "workspace_settings",
    """
    workspace_id id -> workspaces cascade, scope text(80), key text(80), value json, version int,
    updated_by id? -> people set null, updated_at time
    """,
    key="workspace_id scope key",
    is_remembered=True,
)

projects = table(
    "projects",
    """
    id id, workspace_id id -> workspaces cascade, slug text(80), name text(200), status text(20),
    status_reason sentence, settings json, created_at time, updated_at time
    """,
    unique=("workspace_id slug",),
)

people = table(
    "people",
    """
    id id, email text(320), name text(200), password_hash text?, is_disabled bool, created_at time,
    updated_at time
    """,
    unique=("email",),
    is_remembered=True,
)

roles = table(
    "roles",
    """
    id id, workspace_id id -> workspaces cascade, key text(80), name text(200), description text,
    is_builtin bool, created_at time, updated_at time
    """,
    unique=("workspace_id key",),
    is_remembered=True,
)

role_permissions = table(
    "role_permissions",
    """
    role_id id -> roles cascade, permission text(80), workspace_id id -> workspaces cascade
    """,
    key="role_id permission",
)

workspace_members = table(
    "workspace_members",
    """
    workspace_id id -> workspaces cascade, person_id id -> people cascade, role text(20),
    role_id id? -> roles set null, created_at time
    """,
    key="workspace_id person_id",
    index=("person_id",),
    is_remembered=True,
)

project_members = table(
    "project_members",
    """
    project_id id -> projects cascade, person_id id -> people cascade,
    workspace_id id -> workspaces cascade, role text(20), limits json = {}, created_at time
    """,
    key="project_id person_id",
    index=("workspace_id person_id",),
    is_remembered=True,
)

sessions = table(
    "sessions",
    """
    id id, token_hash text(64), person_id id -> people cascade, workspace_id id -> workspaces cascade,
    address text(64), device text(400), created_at time, seen_at time, expires_at time
    """,
    unique=("token_hash",),
    index=("person_id",),
)

api_keys = table(
    "api_keys",
    """
    id id, workspace_id id -> workspaces cascade, project_id id? -> projects cascade, name text(200),
    role text(20), prefix text(16), key_hash text(64), limits json, requests_per_minute int?,
    created_by id? -> people set null, created_at time, expires_at time?, revoked_at time?, used_at time?
    """,
    unique=("key_hash",),
    index=("workspace_id",),
)

apps = table(
    "apps",
    """
    id id, name text(200), redirect_uris json, created_at time
    """,
)

app_grants = table(
    "app_grants",
    """
    id id, workspace_id id -> workspaces cascade, app_id id -> apps cascade,
    person_id id -> people cascade, project_id id -> projects cascade, key_id id? -> api_keys cascade,
    role text(20), redirect_uri text, challenge text(128), code_hash text(64), code_expires_at time,
    refresh_hash text(64)?, spent_hash text(64)?, access_expires_at time?, created_at time
    """,
    unique=("code_hash", "refresh_hash"),
    index=("key_id", "spent_hash", "workspace_id"),
)

setup_links = table(
    "setup_links",
    """
    id id, token_hash text(64), created_at time, expires_at time, used_at time?
    """,
    unique=("token_hash",),
)

invites = table(
    "invites",
    """
    id id, workspace_id id -> workspaces cascade, email text(320), role text(20), project_roles json,
    token_hash text(64), invited_by id? -> people set null, created_at time, expires_at time,
    accepted_at time?, revoked_at time?
    """,
    unique=("token_hash",),
    index=("workspace_id email",),
)

rate_windows = table(
    "rate_windows",
    """
    subject text(120), window_s int, bucket big, hits int, hits_before int
    """,
    key="subject window_s",
)

audit_log = table(
    "audit_log",
    """
    id id,
    -- No foreign key: what was done in a workspace stays known when the workspace is gone.
    workspace_id id, at time, actor_kind text(20), actor_id id?, actor_name text(200), action text(80),
    target_kind text(40), target_id text(200), target_name text(200), project_id id?, run_id id?,
    before_digest text(64)?, after_digest text(64)?, data json, address text(64),
    -- Which seal covers the entry; none until the next one is made.
    batch int?
    """,
    index=("workspace_id at id", "workspace_id target_kind target_id", "workspace_id batch"),
)

audit_seals = table(
    "audit_seals",
    """
    workspace_id id, number int, sealed_at time, count int,
    -- The digest of every entry by id; gone when retention removed the entries. `entries_digest` stays.
    entries json?, entries_digest text(64), previous text(64), hash text(64), signature text(64),
    key_id text(16), trimmed_at time?
    """,
    key="workspace_id number",
)
"""Links of a chain over the audit log: each holds the hash of the one before."""
