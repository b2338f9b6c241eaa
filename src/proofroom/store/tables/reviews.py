"""Proposals with people's decisions, approvals of tool calls, and the rules people made about them."""

import sqlalchemy as sa

from proofroom.store.types import REMEMBERED, id_column, json_column, metadata, sentence_column, time_column

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
    sentence_column("reason"),
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
    info={REMEMBERED: True},
)

proposals = sa.Table(
    "proposals",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    # Changes are on a branch of a project, or they are about a configuration: exactly one of the two.
    id_column("project_id", primary_key=False, nullable=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("branch", sa.String(250), nullable=True),
    sa.Column("config_kind", sa.String(20), nullable=True),
    sa.Column("config_id", sa.String(80), nullable=True),
    sa.Column("base_version", sa.Integer, nullable=True),
    sa.Column("state", sa.String(12), nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("agent", sa.String(80), nullable=False),
    id_column("conversation_id", primary_key=False, nullable=True),
    id_column("run_id", primary_key=False, nullable=True),
    id_column("person_id", primary_key=False, nullable=True),
    sa.Column("hunks", sa.Integer, nullable=False),
    sa.Column("subject", sa.String(200), nullable=False, server_default=""),
    sa.Column("subjects", sa.Integer, nullable=False, server_default="0"),
    sa.Column("carried_to", sa.String(250), nullable=True),
    sa.Column("commit", sa.String(40), nullable=True),
    id_column("decided_by", primary_key=False, nullable=True),
    time_column("decided_at", nullable=True),
    time_column("created_at"),
    time_column("updated_at"),
    sa.Column("merged_onto", sa.String(40), nullable=True),
    id_column("undoes_id", primary_key=False, nullable=True),
    id_column("undoes_run", primary_key=False, nullable=True),
    sa.UniqueConstraint("project_id", "branch"),
    sa.Index(None, "workspace_id", "state", "updated_at"),
    sa.CheckConstraint(
        "(project_id IS NOT NULL AND branch IS NOT NULL AND config_id IS NULL)"
        " OR (branch IS NULL AND config_kind IS NOT NULL AND config_id IS NOT NULL"
        " AND base_version IS NOT NULL)",
        name="place",
    ),
)

sa.Index(
    "uq_proposals_open_config",
    proposals.c.workspace_id,
    proposals.c.config_kind,
    proposals.c.config_id,
    proposals.c.run_id,
    unique=True,
    sqlite_where=proposals.c.state.in_(("open", "conflicts")),
    postgresql_where=proposals.c.state.in_(("open", "conflicts")),
)
"""A run has at most one proposal that waits about a configuration."""

proposal_drafts = sa.Table(
    "proposal_drafts",
    metadata,
    sa.Column(
        "proposal_id", sa.String(36), sa.ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True
    ),
    id_column("workspace_id", primary_key=False, nullable=False),
    json_column("draft"),
)
"""The configuration that a proposal would make; what is on a branch needs none."""

proposal_turns = sa.Table(
    "proposal_turns",
    metadata,
    sa.Column(
        "proposal_id", sa.String(36), sa.ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True
    ),
    id_column("run_id"),
    id_column("workspace_id", primary_key=False, nullable=False),
    json_column("hunks"),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "run_id"),
)
"""Which changes of a proposal each turn has made: several turns go on in one proposal."""

proposal_views = sa.Table(
    "proposal_views",
    metadata,
    id_column("proposal_id"),
    id_column("workspace_id", primary_key=False, nullable=False),
    json_column("view"),
)
"""What a proposal held when it was decided: its branch is gone then, and people still want to look."""

hunk_decisions = sa.Table(
    "hunk_decisions",
    metadata,
    sa.Column(
        "proposal_id", sa.String(36), sa.ForeignKey("proposals.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("hunk_id", sa.String(64), primary_key=True),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("decision", sa.String(10), nullable=False),
    json_column("choice", nullable=True),
    id_column("person_id", primary_key=False, nullable=True),
    time_column("decided_at"),
)

review_comments = sa.Table(
    "review_comments",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column(
        "proposal_id", sa.String(36), sa.ForeignKey("proposals.id", ondelete="CASCADE"), nullable=False
    ),
    sa.Column("hunk_id", sa.String(64), nullable=True),
    id_column("person_id", primary_key=False, nullable=True),
    sa.Column("author", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    time_column("created_at"),
    sa.Index(None, "proposal_id", "created_at"),
)

review_links = sa.Table(
    "review_links",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    sa.Column("subject_kind", sa.String(10), nullable=False),
    id_column("subject_id", primary_key=False, nullable=False),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("note", sa.String(200), nullable=False),
    id_column("given_by", primary_key=False, nullable=True),
    time_column("created_at"),
    time_column("expires_at"),
    time_column("revoked_at", nullable=True),
    time_column("opened_at", nullable=True),
    sa.Index(None, "workspace_id", "subject_id"),
)
"""Links by which somebody without an account sees and decides one thing. Of the token only a digest."""
