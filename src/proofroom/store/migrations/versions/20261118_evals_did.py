"""evals, entities: what a trial did and cost; who accepted a brief."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261118_evals_did"
down_revision = "20261116_search_parts"


def upgrade() -> None:
    """Bring the schema to this revision."""
    with op.batch_alter_table("eval_runs", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("did", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=True)
        )
    with op.batch_alter_table("briefs", schema=None) as batch_op:
        batch_op.add_column(sa.Column("accepted_by", sa.String(length=200), nullable=True))
        batch_op.add_column(sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True))
