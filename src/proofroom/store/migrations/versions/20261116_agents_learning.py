"""Make room for heartbeats, memories, skills and evaluations."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261116_agents_learning"
down_revision = "20261116_access_reasons"


def _make_actions() -> None:
    op.create_table(
        "actions",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(length=120), nullable=False),
        sa.Column("agent", sa.String(length=128), nullable=False),
        sa.Column("schedule", sa.String(length=120), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("next_run_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_run_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_actions")),
        sa.UniqueConstraint("workspace_id", "slug", name=op.f("uq_actions_workspace_id_slug")),
    )
    with op.batch_alter_table("actions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_actions_status_next_run_at"), ["status", "next_run_at"], unique=False
        )


def _make_eval_cases() -> None:
    op.create_table(
        "eval_cases",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("agent", sa.String(length=128), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("feedback_id", sa.String(length=36), nullable=True),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("screen", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("recording", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("checks", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("is_gate", sa.Boolean(), nullable=False),
        sa.Column("created_by", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_eval_cases")),
    )
    with op.batch_alter_table("eval_cases", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_eval_cases_workspace_id_agent_id"), ["workspace_id", "agent", "id"], unique=False
        )


def _make_memories() -> None:
    op.create_table(
        "memories",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("agent", sa.String(length=128), nullable=True),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("superseded_by", sa.String(length=36), nullable=True),
        sa.Column("feedback_id", sa.String(length=36), nullable=True),
        sa.Column("trust", sa.String(length=10), nullable=False),
        sa.Column("created_by", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("use_count", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memories")),
    )
    with op.batch_alter_table("memories", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_memories_workspace_id_run_id"), ["workspace_id", "run_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_memories_workspace_id_status_created_at"),
            ["workspace_id", "status", "created_at"],
            unique=False,
        )


def _make_skills() -> None:
    op.create_table(
        "skills",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("description", sa.String(length=500), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("is_enabled", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("updated_by", sa.String(length=200), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_skills")),
        sa.UniqueConstraint("workspace_id", "slug", name=op.f("uq_skills_workspace_id_slug")),
    )


def _make_eval_runs() -> None:
    op.create_table(
        "eval_runs",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("case_id", sa.String(length=36), nullable=False),
        sa.Column("agent_version", sa.Integer(), nullable=False),
        sa.Column("mode", sa.String(length=10), nullable=False),
        sa.Column("trial", sa.Integer(), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=True),
        sa.Column("results", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["case_id"], ["eval_cases.id"], name=op.f("fk_eval_runs_case_id_eval_cases"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_eval_runs")),
    )
    with op.batch_alter_table("eval_runs", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_eval_runs_workspace_id_case_id_id"),
            ["workspace_id", "case_id", "id"],
            unique=False,
        )


def _make_heartbeat_runs() -> None:
    op.create_table(
        "heartbeat_runs",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("action_id", sa.String(length=36), nullable=False),
        sa.Column("agent", sa.String(length=128), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("scheduled_for", sa.DateTime(timezone=True), nullable=False),
        sa.Column("trigger", sa.String(length=8), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("skip_reason", sa.String(length=12), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("claimed", sa.Integer(), nullable=False),
        sa.Column("output", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["action_id"],
            ["actions.id"],
            name=op.f("fk_heartbeat_runs_action_id_actions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat_runs")),
        sa.UniqueConstraint(
            "action_id", "scheduled_for", name=op.f("uq_heartbeat_runs_action_id_scheduled_for")
        ),
    )
    with op.batch_alter_table("heartbeat_runs", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_heartbeat_runs_workspace_id_agent_id"),
            ["workspace_id", "agent", "id"],
            unique=False,
        )

    with op.batch_alter_table("feedback", schema=None) as batch_op:
        batch_op.add_column(sa.Column("status", sa.String(length=10), server_default="open", nullable=False))


def upgrade() -> None:
    """Bring the schema to this revision."""
    _make_actions()
    _make_eval_cases()
    _make_memories()
    _make_skills()
    _make_eval_runs()
    _make_heartbeat_runs()
