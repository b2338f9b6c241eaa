"""Stored ways to reach something outside, what was accepted of them, and each scope's default model."""

import sqlalchemy as sa

from proofroom.store.types import (
    REMEMBERED,
    id_column,
    json_column,
    metadata,
    sealed_column,
    sentence_column,
    time_column,
)

connections = sa.Table(
    "connections",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("provider", sa.String(40), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    sealed_column("credentials"),
    # Grows with every change of address, credentials or options, so that nothing is used that was replaced.
    sa.Column("credentials_version", sa.Integer, nullable=False),
    json_column("config"),
    sa.Column("status", sa.String(10), nullable=False),
    sentence_column("last_error", nullable=True),
    time_column("last_tested_at", nullable=True),
    time_column("last_used_at", nullable=True),
    id_column("created_by", primary_key=False, nullable=True),
    time_column("created_at"),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "kind", "name"),
    info={REMEMBERED: True},
)

mcp_tool_pins = sa.Table(
    "mcp_tool_pins",
    metadata,
    id_column("connection_id", sa.ForeignKey("connections.id", ondelete="CASCADE")),
    sa.Column("tool_name", sa.String(200), primary_key=True),
    id_column("workspace_id", primary_key=False, nullable=False),
    json_column("accepted", nullable=True),
    sa.Column("accepted_sha256", sa.String(64), nullable=True),
    json_column("seen", nullable=True),
    sa.Column("seen_sha256", sa.String(64), nullable=True),
    sa.Column("policy", sa.String(5), nullable=False),
    time_column("seen_at"),
    id_column("decided_by", primary_key=False, nullable=True),
    time_column("decided_at", nullable=True),
    sa.Index(None, "workspace_id"),
)
"""The tools of MCP servers: what a person accepted of each, and what the server said last."""

ai_defaults = sa.Table(
    "ai_defaults",
    metadata,
    id_column("workspace_id"),
    sa.Column("scope", sa.String(20), primary_key=True),
    id_column("connection_id", sa.ForeignKey("connections.id"), primary_key=False, nullable=False),
    sa.Column("model_id", sa.String(200), nullable=False),
    sa.Column("is_automatic", sa.Boolean, nullable=False),
    id_column("updated_by", primary_key=False, nullable=True),
    time_column("updated_at"),
    sa.Index(None, "connection_id"),
    info={REMEMBERED: True},
)
