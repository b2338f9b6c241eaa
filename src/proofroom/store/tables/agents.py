"""Agents and every version of their configuration."""

import sqlalchemy as sa

from proofroom.store.types import id_column, json_column, metadata, time_column

agents = sa.Table(
    "agents",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("slug", sa.String(80), nullable=False),
    sa.Column("is_system", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    json_column("record"),
    time_column("created_at"),
    time_column("updated_at"),
    time_column("deleted_at", nullable=True),
    sa.UniqueConstraint("workspace_id", "slug"),
)

agent_versions = sa.Table(
    "agent_versions",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("agent_id", sa.String(36), sa.ForeignKey("agents.id", ondelete="CASCADE"), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    json_column("record"),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("source", sa.String(10), nullable=False),
    sa.Column("rolled_back_to", sa.Integer, nullable=True),
    sa.Column("note", sa.Text, nullable=False),
    id_column("person_id", primary_key=False, nullable=True),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("created_at"),
    sa.UniqueConstraint("agent_id", "version"),
)
