"""Keep with which data folder a process works."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_durable_folders"
down_revision = "20261116_articles_tables"


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.add_column("executors", sa.Column("folder", sa.String(64), nullable=True))
