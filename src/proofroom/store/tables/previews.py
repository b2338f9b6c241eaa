"""Links to drafts that people handed out, so that they can be seen and taken back."""

import sqlalchemy as sa

from proofroom.store.types import id_column, metadata, time_column

preview_links = sa.Table(
    "preview_links",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=False),
    sa.Column("shows", sa.String(10), nullable=False),
    sa.Column("branch", sa.String(250), nullable=False),
    sa.Column("made_by", sa.String(200), nullable=False),
    id_column("person_id", primary_key=False, nullable=True),
    id_column("api_key_id", primary_key=False, nullable=True),
    time_column("created_at"),
    time_column("until"),
    sa.Index(None, "workspace_id", "project_id", "until"),
)
