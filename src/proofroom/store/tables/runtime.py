"""Conversations and their messages."""

import sqlalchemy as sa

from proofroom.store.columns import table

conversations = table(
    "conversations",
    """
    id id, workspace_id id, project_id id?, person_id id?, api_key_id id?, scope text(20), agent text(80),
    model text(200)?, title text(200), next_turn int, active_run_id id?, context_tokens int = 0,
    -- Earlier turns stay as they are, unless one is taken up again: whoever remembers them looks at this.
    reopened int = 0, created_at time, updated_at time, deleted_at time?
    """,
    index=("workspace_id person_id updated_at",),
)

messages = table(
    "messages",
    """
    id id, workspace_id id, conversation_id id -> conversations cascade,
    -- A person's message opens a turn; what the run adds to it stands behind, by position. So a message typed
    -- ahead keeps its place, and a run reads exactly the turns before its own.
    turn int, position int, run_id id?, role text(10), state text(10), blocks json, meta json,
    tokens int = 0, created_at time
    """,
    unique=("conversation_id turn position",),
)
WAITS = messages.c.state == sa.literal_column("'queued'")
"""Was typed ahead. Written out, so that the index is used, which holds next to nothing."""
sa.Index("ix_messages_waiting", messages.c.conversation_id, sqlite_where=WAITS, postgresql_where=WAITS)
