"""Conversations and their messages."""

import sqlalchemy as sa

from proofroom.store.types import id_column, json_column, metadata, time_column

conversations = sa.Table(
    "conversations",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    id_column("person_id", primary_key=False, nullable=True),
    id_column("api_key_id", primary_key=False, nullable=True),
    sa.Column("scope", sa.String(20), nullable=False),
    sa.Column("agent", sa.String(80), nullable=False),
    sa.Column("model", sa.String(200), nullable=True),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("next_turn", sa.Integer, nullable=False),
    id_column("active_run_id", primary_key=False, nullable=True),
    sa.Column("context_tokens", sa.Integer, nullable=False, server_default="0"),
    # Earlier turns stay as they are, unless one is taken up again: whoever remembers them looks at this.
    sa.Column("reopened", sa.Integer, nullable=False, server_default="0"),
    time_column("created_at"),
    time_column("updated_at"),
    time_column("deleted_at", nullable=True),
    sa.Index(None, "workspace_id", "person_id", "updated_at"),
)

messages = sa.Table(
    "messages",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column(
        "conversation_id",
        sa.String(36),
        sa.ForeignKey("conversations.id", ondelete="CASCADE"),
        nullable=False,
    ),
    # A person's message opens a turn; what the run adds to it stands behind, by position. So a message typed
    # ahead keeps its place, and a run reads exactly the turns before its own.
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("position", sa.Integer, nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    sa.Column("role", sa.String(10), nullable=False),
    sa.Column("state", sa.String(10), nullable=False),
    json_column("blocks"),
    json_column("meta"),
    sa.Column("tokens", sa.Integer, nullable=False, server_default="0"),
    time_column("created_at"),
    sa.UniqueConstraint("conversation_id", "turn", "position"),
)
WAITS = messages.c.state == sa.literal_column("'queued'")
"""Was typed ahead. Written out, so that the index is used, which holds next to nothing."""
sa.Index("ix_messages_waiting", messages.c.conversation_id, sqlite_where=WAITS, postgresql_where=WAITS)
