"""Approvals of tool calls and the rules people made about them."""

import sqlalchemy as sa

from proofroom.store.types import id_column, json_column, metadata, time_column

approvals = sa.Table(
    "approvals",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    id_column("run_id", primary_key=False, nullable=False),
    sa.Column("step", sa.String(80), nullable=False),
    sa.Column("tool_call_id", sa.String(80), nullable=False),
    sa.Column("tool_name", sa.String(64), nullable=False),
    sa.Column("permission", sa.String(80), nullable=True),
    json_column("input"),
    sa.Column("input_sha256", sa.String(64), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("agent", sa.String(80), nullable=False),
    sa.Column("agent_version", sa.Integer, nullable=False),
    id_column("person_id", primary_key=False, nullable=True),
    sa.Column("needs_second_person", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    json_column("edited_input", nullable=True),
    sa.Column("decision_reason", sa.Text, nullable=False, server_default=""),
    id_column("decided_by", primary_key=False, nullable=True),
    time_column("decided_at", nullable=True),
    time_column("executed_at", nullable=True),
    time_column("expires_at"),
    time_column("created_at"),
    sa.UniqueConstraint("run_id", "tool_call_id"),
    sa.Index(None, "workspace_id", "status", "created_at"),
)

approval_rules = sa.Table(
    "approval_rules",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("tool_name", sa.String(64), nullable=False),
    sa.Column("agent", sa.String(80), nullable=True),
    id_column("conversation_id", primary_key=False, nullable=True),
    sa.Column("effect", sa.String(5), nullable=False),
    id_column("created_by", primary_key=False, nullable=True),
    time_column("expires_at", nullable=True),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "tool_name"),
)
