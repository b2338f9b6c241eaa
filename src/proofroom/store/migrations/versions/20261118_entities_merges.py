"""entities: two records that became one, and what was moved."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261118_entities_merges"
down_revision = "20261118_agents_candidates"


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.create_table(
        "entity_merges",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("kept_id", sa.String(length=36), nullable=False),
        sa.Column("other_id", sa.String(length=36), nullable=False),
        sa.Column("kept_version", sa.Integer(), nullable=False),
        sa.Column("moved", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("by", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["kept_id"], ["entities.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other_id"], ["entities.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_entity_merges_workspace_id_kept_id", "entity_merges", ["workspace_id", "kept_id"])
