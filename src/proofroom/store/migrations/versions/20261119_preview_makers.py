"""content: who made a link to drafts, so that it ends with what they may see."""

import sqlalchemy as sa
from alembic import op

revision = "20261119_preview_makers"
down_revision = "20261119_runtime_waiting"


def upgrade() -> None:
    """Bring the schema to this revision."""
    with op.batch_alter_table("preview_links", schema=None) as batch_op:
        batch_op.add_column(sa.Column("person_id", sa.String(length=36), nullable=True))
        batch_op.add_column(sa.Column("api_key_id", sa.String(length=36), nullable=True))
