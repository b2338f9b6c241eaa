"""What strangers sent through the forms of projects."""

import sqlalchemy as sa

from proofroom.store.types import id_column, json_column, metadata, time_column

submissions = sa.Table(
    "submissions",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=False),
    sa.Column("model_id", sa.String(80), nullable=False),
    sa.Column("locale", sa.String(10), nullable=False),
    json_column("data"),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("source_ip", sa.String(64), nullable=False),
    sa.Column("user_agent", sa.String(300), nullable=False),
    sa.Column("referrer", sa.String(500), nullable=False),
    sa.Column("entry_id", sa.String(40), nullable=True),
    sa.Column("decided_by", sa.String(200), nullable=True),
    time_column("decided_at", nullable=True),
    # Which attempt decided: a step repeated after a crash may go on, anybody else is too late.
    sa.Column("claim", sa.String(120), nullable=True),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "project_id", "model_id", "status", "id"),
    sa.Index(None, "workspace_id", "status", "id"),
)
