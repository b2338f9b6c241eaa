"""store: how often the tables that are remembered in memory have changed."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_store_versions"
down_revision = "20261116_agents_groups"


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "table_versions",
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_table_versions")),
    )
