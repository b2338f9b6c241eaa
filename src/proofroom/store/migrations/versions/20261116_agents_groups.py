"""Conversations of several people and agents."""

from proofroom.store.making import make_table

revision = "20261116_agents_groups"
down_revision = "20261116_articles_settings"


def upgrade() -> None:
    """Bring the schema to this revision."""
    make_table(
        "group_members",
        "conversation_id id -> conversations cascade, workspace_id id, kind text(6), member text(128), "
        "position int, is_owner bool, seen_turn int, created_at time",
        key="conversation_id kind member",
        index=("workspace_id member",),
    )
