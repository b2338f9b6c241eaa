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

feedback = sa.Table(
    "feedback",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    id_column("person_id", primary_key=False, nullable=False),
    # What it is about: a message, a tool call or a whole run, by its id.
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("subject_id", sa.String(80), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    id_column("conversation_id", primary_key=False, nullable=True),
    sa.Column("agent", sa.String(128), nullable=False),
    sa.Column("agent_version", sa.Integer, nullable=False),
    sa.Column("rating", sa.String(4), nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    time_column("created_at"),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "person_id", "kind", "subject_id"),
    sa.Index(None, "workspace_id", "agent", "created_at"),
    sa.Index(None, "workspace_id", "run_id"),
)
"""A person's word on what an agent did: one per person and subject."""
