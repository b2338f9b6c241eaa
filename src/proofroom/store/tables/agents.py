"""Agents and every version of their configuration."""

import sqlalchemy as sa

from proofroom.store.types import REMEMBERED, id_column, json_column, metadata, time_column

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
    info={REMEMBERED: True},
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
    # Empty for a candidate, which is tried but not used.
    time_column("live_at", nullable=True),
    sa.UniqueConstraint("agent_id", "version"),
)

feedback = sa.Table(
    "feedback",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    # Nobody where the studio or an agent has noticed it by itself.
    id_column("person_id", primary_key=False, nullable=True),
    # What it is about, by its id: a message, a tool call, a run, an answer for a field, or what was noticed.
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("subject_id", sa.String(80), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    id_column("conversation_id", primary_key=False, nullable=True),
    sa.Column("agent", sa.String(128), nullable=False),
    sa.Column("agent_version", sa.Integer, nullable=False),
    sa.Column("rating", sa.String(4), nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    # What came of it: open, reviewed (a memory was made), applied (a replay passed), dismissed.
    sa.Column("status", sa.String(10), nullable=False, server_default="open"),
    id_column("entity_id", primary_key=False, nullable=True),
    json_column("context", server_default="{}"),
    sa.Column("is_outside", sa.Boolean, nullable=False, server_default=sa.false()),
    time_column("created_at"),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "person_id", "kind", "subject_id"),
    sa.Index(None, "workspace_id", "agent", "created_at"),
    sa.Index(None, "workspace_id", "run_id"),
    info={REMEMBERED: True},
)
"""A person's word on what an agent did: one per person and subject."""

actions = sa.Table(
    "actions",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("slug", sa.String(120), nullable=False),
    sa.Column("agent", sa.String(128), nullable=False),
    sa.Column("schedule", sa.String(120), nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    time_column("next_run_at", nullable=True),
    time_column("last_run_at", nullable=True),
    time_column("created_at"),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "slug"),
    sa.Index(None, "status", "next_run_at"),
)
"""What agents do by the clock: a heartbeat per agent. What it tells the agent stands in its record."""

heartbeat_runs = sa.Table(
    "heartbeat_runs",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("action_id", sa.String(36), sa.ForeignKey("actions.id", ondelete="CASCADE"), nullable=False),
    sa.Column("agent", sa.String(128), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("scheduled_for"),
    sa.Column("trigger", sa.String(8), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("skip_reason", sa.String(12), nullable=False),
    sa.Column("missed", sa.Integer, nullable=False),
    sa.Column("claimed", sa.Integer, nullable=False),
    sa.Column("output", sa.Text, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
    time_column("started_at"),
    time_column("ended_at", nullable=True),
    # The lock of a tick: of several processes that see it due, one writes the row.
    sa.UniqueConstraint("action_id", "scheduled_for"),
    sa.Index(None, "workspace_id", "agent", "id"),
)

memories = sa.Table(
    "memories",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("agent", sa.String(128), nullable=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("status", sa.String(12), nullable=False),
    id_column("superseded_by", primary_key=False, nullable=True),
    id_column("feedback_id", primary_key=False, nullable=True),
    sa.Column("trust", sa.String(10), nullable=False),
    sa.Column("created_by", sa.String(200), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("expires_at", nullable=True),
    time_column("last_used_at", nullable=True),
    sa.Column("use_count", sa.Integer, nullable=False),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "status", "created_at"),
    sa.Index(None, "workspace_id", "run_id"),
    info={REMEMBERED: True},
)
"""What agents have learnt: who said it, whether it still holds, and in how many runs it was read."""

skills = sa.Table(
    "skills",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("slug", sa.String(80), nullable=False),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("description", sa.String(500), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("is_enabled", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("updated_by", sa.String(200), nullable=False),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "slug"),
    info={REMEMBERED: True},
)

group_members = sa.Table(
    "group_members",
    metadata,
    sa.Column(
        "conversation_id",
        sa.String(36),
        sa.ForeignKey("conversations.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("kind", sa.String(6), primary_key=True),
    sa.Column("member", sa.String(128), primary_key=True),
    sa.Column("position", sa.Integer, nullable=False),
    sa.Column("is_owner", sa.Boolean, nullable=False),
    sa.Column("seen_turn", sa.Integer, nullable=False),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "member"),
)
"""Who takes part in a conversation of several: people by id, agents by slug."""
