"""Keep what was published of records, and where."""

from alembic import op

from proofroom.store.making import make_table

revision = "20261116_entities_publications"
down_revision = "20261116_entities_task_words"


def upgrade() -> None:
    """Bring the schema to this revision."""
    make_table(
        "publications",
        "id id, workspace_id id, entity_id id -> entities cascade, connection_id id, destination text(200), "
        "key text(40), version int, status text(12), external_id text(200), url text, created_by text(200), "
        "created_at time, run_id id?",
        unique=("workspace_id key",),
    )
    op.create_index(
        op.f("ix_publications_workspace_id_entity_id_id"),
        "publications",
        ["workspace_id", "entity_id", "id"],
        unique=False,
    )
