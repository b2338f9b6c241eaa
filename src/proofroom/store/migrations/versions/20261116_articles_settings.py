"""Make room for how articles are written: models by step, and each project's style."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261116_articles_settings"
down_revision = "20261116_entities_publications"


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.create_table(
        "article_settings",
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.String(length=36), nullable=False),
        sa.Column("told", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "project_id", name=op.f("pk_article_settings")),
    )
