"""agents: versions that are tried before they go live."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_agents_candidates"
down_revision = "20261118_entities_same"


def upgrade() -> None:
    """Bring the schema to this revision."""
    with op.batch_alter_table("agent_versions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("live_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE agent_versions SET live_at = created_at")
