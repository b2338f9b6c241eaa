"""entities: keep what names of the same thing have in common, and find the newest records of a workspace."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_entities_same"
down_revision = "20261118_runtime_reopened"


def upgrade() -> None:
    """Bring the schema to this revision."""
    with op.batch_alter_table("entities", schema=None) as batch_op:
        batch_op.add_column(sa.Column("name_key", sa.String(length=500), server_default="", nullable=False))
    # As records were compared until now; who saves one again gives it the key of its name.
    op.execute("UPDATE entities SET name_key = lower(title)")
    for name, columns in (("same", ["type_id", "name_key"]), ("newest", ["id"])):
        op.create_index(f"ix_entities_{name}", "entities", ["workspace_id", "deleted_at", *columns])
