"""runtime: how often an earlier turn of a conversation was taken up again."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_runtime_reopened"
down_revision = "20261118_search_words"


def upgrade() -> None:
    """Bring the schema to this revision."""
    with op.batch_alter_table("conversations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reopened", sa.Integer(), server_default="0", nullable=False))
