"""Cases made from runs, and how agents did in them."""

import sqlalchemy as sa

from proofroom.store.types import id_column, json_column, metadata, time_column

eval_cases = sa.Table(
    "eval_cases",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("agent", sa.String(128), nullable=False),
    sa.Column("title", sa.String(300), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    id_column("feedback_id", primary_key=False, nullable=True),
    sa.Column("task", sa.Text, nullable=False),
    json_column("screen"),
    json_column("recording"),
    json_column("checks"),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("is_gate", sa.Boolean, nullable=False),
    sa.Column("created_by", sa.String(200), nullable=False),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "agent", "id"),
)

eval_runs = sa.Table(
    "eval_runs",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("case_id", sa.String(36), sa.ForeignKey("eval_cases.id", ondelete="CASCADE"), nullable=False),
    sa.Column("agent_version", sa.Integer, nullable=False),
    sa.Column("mode", sa.String(10), nullable=False),
    sa.Column("trial", sa.Integer, nullable=False),
    sa.Column("passed", sa.Boolean, nullable=True),
    json_column("results"),
    json_column("did", nullable=True),
    sa.Column("text", sa.Text, nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "case_id", "id"),
)
