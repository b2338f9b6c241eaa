"""Runs, their steps and numbered events, and the processes that execute them.

Payloads are JSON kept as text: they are written once, read whole and never searched, and PostgreSQL's own
JSON type refuses texts that contain U+0000.
"""

import sqlalchemy as sa

from proofroom.store.types import id_column, metadata, time_column

runs = sa.Table(
    "runs",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("workflow", sa.String(64), nullable=False),
    sa.Column("agent", sa.String(128), nullable=False),
    sa.Column("agent_version", sa.Integer, nullable=False),
    sa.Column("source", sa.String(32), nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    id_column("conversation_id", primary_key=False, nullable=True),
    id_column("person_id", primary_key=False, nullable=True),
    # Who started it, in which step, and the run at the beginning of it all: itself if nobody started it.
    id_column("parent_id", primary_key=False, nullable=True),
    sa.Column("parent_step", sa.String(200), nullable=True),
    id_column("root_id", primary_key=False, nullable=False),
    id_column("forked_from", primary_key=False, nullable=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("input", sa.Text, nullable=False),
    sa.Column("result", sa.Text, nullable=True),
    sa.Column("error", sa.Text, nullable=True),
    time_column("created_at"),
    time_column("started_at", nullable=True),
    time_column("ended_at", nullable=True),
    time_column("trimmed_at", nullable=True),
    time_column("exported_at", nullable=True),
    # The number of the last stored event, and the highest number that may have been shown to somebody.
    sa.Column("last_number", sa.BigInteger, nullable=False),
    sa.Column("reserved_number", sa.BigInteger, nullable=False),
    sa.Column("step_count", sa.Integer, nullable=False),
    # Who executes it now: the engine's workflow, the process, and a count that fences off earlier executions.
    sa.Column("workflow_id", sa.String(200), nullable=False),
    sa.Column("holder", sa.String(128), nullable=True),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("recoveries", sa.Integer, nullable=False),
    time_column("stop_requested_at", nullable=True),
    sa.Column("queue", sa.String(64), nullable=True),
    sa.Column("partition", sa.String(200), nullable=True),
    sa.Column("dedupe", sa.String(200), nullable=True),
    sa.Index(None, "workspace_id", "id"),
    sa.Index(None, "workspace_id", "conversation_id", "id"),
    sa.Index(None, "workspace_id", "status", "id"),
    sa.Index(None, "parent_id"),
    sa.Index(None, "workspace_id", "root_id"),
    sa.Index(None, "status", "ended_at"),
)

steps = sa.Table(
    "steps",
    metadata,
    id_column("run_id", sa.ForeignKey("runs.id", ondelete="CASCADE")),
    sa.Column("key", sa.String(200), primary_key=True),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("workflow_id", sa.String(200), nullable=False),
    sa.Column("input", sa.Text, nullable=True),
    sa.Column("result", sa.Text, nullable=True),
    sa.Column("error", sa.Text, nullable=True),
    time_column("started_at"),
    time_column("ended_at", nullable=True),
)

events = sa.Table(
    "events",
    metadata,
    id_column("run_id", sa.ForeignKey("runs.id", ondelete="CASCADE")),
    sa.Column("n", sa.BigInteger, primary_key=True, autoincrement=False),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("step", sa.String(200), nullable=False),
    sa.Column("type", sa.String(32), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

executors = sa.Table(
    "executors",
    metadata,
    sa.Column("id", sa.String(128), primary_key=True),
    sa.Column("host", sa.String(255), nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("born", sa.String(64), nullable=False),
    sa.Column("version", sa.String(32), nullable=False),
    time_column("seen_at"),
    time_column("closed_at", nullable=True),
    sa.Column("folder", sa.String(64), nullable=True),
)
"""Processes that execute runs. They belong to the installation, not to a workspace."""
