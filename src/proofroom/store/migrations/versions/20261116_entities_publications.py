"""Keep what was published of records, and where."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_entities_publications"
down_revision = "20261116_entities_task_words"


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.create_table(
        "publications",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("entity_id", sa.String(length=36), nullable=False),
        sa.Column("connection_id", sa.String(length=36), nullable=False),
        sa.Column("destination", sa.String(length=200), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("external_id", sa.String(length=200), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("created_by", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(
            ["entity_id"],
            ["entities.id"],
            name=op.f("fk_publications_entity_id_entities"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_publications")),
        sa.UniqueConstraint("workspace_id", "key", name=op.f("uq_publications_workspace_id_key")),
    )
    op.create_index(
        op.f("ix_publications_workspace_id_entity_id_id"),
        "publications",
        ["workspace_id", "entity_id", "id"],
        unique=False,
    )
