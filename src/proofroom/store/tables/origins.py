"""Which entries hold words that no person of the workspace wrote or accepted."""

import sqlalchemy as sa

from proofroom.store.types import id_column, metadata, time_column

entry_origins = sa.Table(
    "entry_origins",
    metadata,
    id_column("project_id"),
    sa.Column("model", sa.String(80), primary_key=True),
    # The id of an entry or the slug of a document; empty for a singleton or a dictionary.
    sa.Column("entry", sa.String(200), primary_key=True),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("origin", sa.String(80), nullable=False),
    sa.Column("branch_key", sa.String(120), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("created_at"),
)
