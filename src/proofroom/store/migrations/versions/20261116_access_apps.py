"""access: apps that people let act for them, and what they granted."""

from proofroom.store.making import make_table

revision = "20261116_access_apps"
down_revision = "20261116_store_versions"


def upgrade() -> None:
    """Bring the schema to this revision."""
    make_table(
        "apps",
        "id id, name text(200), redirect_uris json, created_at time",
    )
    make_table(
        "app_grants",
        "id id, workspace_id id -> workspaces cascade, app_id id -> apps cascade, "
        "person_id id -> people cascade, project_id id -> projects cascade, key_id id? -> api_keys cascade, "
        "role text(20), redirect_uri text, challenge text(128), code_hash text(64), code_expires_at time, "
        "refresh_hash text(64)?, spent_hash text(64)?, access_expires_at time?, created_at time",
        unique=("code_hash", "refresh_hash"),
        index=("key_id", "spent_hash", "workspace_id"),
    )
