"""Keep which tasks hold a stranger's words."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_entities_task_words"
down_revision = "20261116_articles_topics"


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.add_column("tasks", sa.Column("is_outside", sa.Boolean(), nullable=False, server_default=sa.false()))
