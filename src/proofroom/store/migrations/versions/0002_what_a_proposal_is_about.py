"""what a proposal is about."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Bring the schema to this revision."""
    with op.batch_alter_table("proposals", schema=None) as batch_op:
        batch_op.add_column(sa.Column("subject", sa.String(length=200), server_default="", nullable=False))
        batch_op.add_column(sa.Column("subjects", sa.Integer(), server_default="0", nullable=False))
