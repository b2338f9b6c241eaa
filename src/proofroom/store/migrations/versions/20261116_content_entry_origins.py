"""Keep which entries hold a stranger's words."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_content_entry_origins"
down_revision = "20261116_reviews_places"


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.create_table(
        "entry_origins",
        sa.Column("project_id", sa.String(36), nullable=False),
        sa.Column("model", sa.String(80), nullable=False),
        sa.Column("entry", sa.String(200), nullable=False),
        sa.Column("workspace_id", sa.String(36), nullable=False),
        sa.Column("origin", sa.String(80), nullable=False),
        sa.Column("branch_key", sa.String(120), nullable=False),
        sa.Column("run_id", sa.String(36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("project_id", "model", "entry", name=op.f("pk_entry_origins")),
    )
