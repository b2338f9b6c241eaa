"""Words on agents' work that the studio or an agent says by itself, and words on answers."""

import sqlalchemy as sa
from alembic import op

from proofroom.store.types import JSON

revision = "20261116_agents_observations"
down_revision = "20261116_search_vectors"


def upgrade() -> None:
    """Bring the schema to this revision."""
    with op.batch_alter_table("feedback", schema=None) as batch_op:
        batch_op.alter_column("person_id", existing_type=sa.String(length=36), nullable=True)
        batch_op.alter_column("kind", existing_type=sa.String(length=10), type_=sa.String(length=12))
        batch_op.add_column(sa.Column("entity_id", sa.String(length=36), nullable=True))
        batch_op.add_column(sa.Column("context", JSON, nullable=False, server_default="{}"))
        batch_op.add_column(sa.Column("is_outside", sa.Boolean(), nullable=False, server_default=sa.false()))
