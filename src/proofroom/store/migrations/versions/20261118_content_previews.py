"""content previews."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_content_previews"
down_revision = "20261118_media_outside"


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.create_table(
        "preview_links",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.String(length=36), nullable=False),
        sa.Column("shows", sa.String(length=10), nullable=False),
        sa.Column("branch", sa.String(length=250), nullable=False),
        sa.Column("made_by", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_preview_links")),
    )
    with op.batch_alter_table("preview_links", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_preview_links_workspace_id_project_id_until"),
            ["workspace_id", "project_id", "until"],
            unique=False,
        )
