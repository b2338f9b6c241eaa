"""Make room for topics that could be written about."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_articles_topics"
down_revision = "20261116_agents_learning"


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.create_table(
        "article_topics",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.String(length=36), nullable=True),
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("rationale", sa.Text(), nullable=False),
        sa.Column("angle", sa.Text(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("competition", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("article_id", sa.String(length=36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_article_topics")),
    )
    with op.batch_alter_table("article_topics", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_article_topics_workspace_id_state"), ["workspace_id", "state"], unique=False
        )
