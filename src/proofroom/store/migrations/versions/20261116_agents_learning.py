"""Make room for heartbeats, memories, skills and evaluations."""

import sqlalchemy as sa
from alembic import op

from proofroom.store.making import make_table

revision = "20261116_agents_learning"
down_revision = "20261116_access_reasons"


def _make_actions() -> None:
    make_table(
        "actions",
        "id id, workspace_id id, slug text(120), agent text(128), schedule text(120), zone text(64), "
        "status text(10), next_run_at time?, last_run_at time?, created_at time, updated_at time",
        unique=("workspace_id slug",),
        index=("status next_run_at",),
    )


def _make_eval_cases() -> None:
    make_table(
        "eval_cases",
        "id id, workspace_id id, agent text(128), title text(300), run_id id?, feedback_id id?, task text, "
        "screen json, recording json, checks json, status text(10), is_gate bool, created_by text(200), "
        "created_at time",
        index=("workspace_id agent id",),
    )


def _make_memories() -> None:
    make_table(
        "memories",
        "id id, workspace_id id, agent text(128)?, kind text(12), content text, sha256 text(64), "
        "status text(12), superseded_by id?, feedback_id id?, trust text(10), created_by text(200), "
        "run_id id?, expires_at time?, last_used_at time?, use_count int, created_at time",
        index=("workspace_id run_id", "workspace_id status created_at"),
    )


def _make_skills() -> None:
    make_table(
        "skills",
        "id id, workspace_id id, slug text(80), name text(120), description text(500), body text, "
        "is_enabled bool, version int, updated_by text(200), updated_at time",
        unique=("workspace_id slug",),
    )


def _make_eval_runs() -> None:
    make_table(
        "eval_runs",
        "id id, workspace_id id, case_id id -> eval_cases cascade, agent_version int, mode text(10), "
        "trial int, passed bool?, results json, text text, run_id id?, created_at time",
        index=("workspace_id case_id id",),
    )


def _make_heartbeat_runs() -> None:
    make_table(
        "heartbeat_runs",
        "id id, workspace_id id, action_id id -> actions cascade, agent text(128), run_id id?, "
        "scheduled_for time, trigger text(8), status text(10), skip_reason text(12), missed int, "
        "claimed int, output text, error text, started_at time, ended_at time?",
        unique=("action_id scheduled_for",),
        index=("workspace_id agent id",),
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
