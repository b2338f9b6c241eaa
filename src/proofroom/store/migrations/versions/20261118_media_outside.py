"""media outside."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_media_outside"
down_revision = "20261118_entities_merges"


def upgrade() -> None:
    """Bring the schema to this revision."""
    with op.batch_alter_table("assets", schema=None) as batch_op:
        batch_op.add_column(sa.Column("is_outside", sa.Boolean(), server_default=sa.false(), nullable=False))
