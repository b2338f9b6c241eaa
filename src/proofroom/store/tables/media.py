"""Assets of projects, and the files each one consists of."""

from proofroom.store.columns import table

assets = table(
    "assets",
    """
    id id, workspace_id id, project_id id, filename text(200), path text(250), content_type text(60),
    format text(10), size big, width int?, height int?, blurhash text(60)?, alt text?, focal_point json?,
    tags json, variants json, preset text(20), source text(10), uploaded_by text(200),
    content_hash text(64),
    -- Whether a program wrote its name, alternative text or tags, and no person has since.
    is_outside bool = false, created_at time, updated_at time, deleted_at time?
    """,
    unique=("project_id content_hash", "project_id path"),
    index=("workspace_id project_id id",),
)

asset_files = table(
    "asset_files",
    """
    asset_id id -> assets cascade, path text(250), workspace_id id, project_id id, digest text(64),
    size big, content_type text(60)
    """,
    key="asset_id path",
    unique=("project_id path",),
    index=("digest", "workspace_id"),
)
"""The master and its variants: which blob each path is. The same blob may stand behind several paths."""
