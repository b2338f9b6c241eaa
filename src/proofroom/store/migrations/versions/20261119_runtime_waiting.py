"""runtime: which messages were typed ahead, without looking through all of their conversation."""

import sqlalchemy as sa
from alembic import op

revision = "20261119_runtime_waiting"
down_revision = "20261118_content_previews"


def upgrade() -> None:
    """Bring the schema to this revision."""
    waits = sa.text("state = 'queued'")
    op.create_index(
        "ix_messages_waiting", "messages", ["conversation_id"], sqlite_where=waits, postgresql_where=waits
    )
