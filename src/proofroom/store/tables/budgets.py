"""Budgets, what each of their periods has spent and holds back, and runs that a budget stopped."""

import sqlalchemy as sa

from proofroom.store.types import REMEMBERED, id_column, metadata, time_column

budgets = sa.Table(
    "budgets",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("scope_kind", sa.String(10), nullable=False),
    # A project's or person's id, an agent's slug; empty for the workspace, and for "every run".
    sa.Column("scope_id", sa.String(80), nullable=False),
    sa.Column("period", sa.String(6), nullable=False),
    sa.Column("limit_micros", sa.BigInteger, nullable=False),
    sa.Column("mode", sa.String(4), nullable=False),
    sa.Column("warn_percent", sa.Integer, nullable=False),
    sa.Column("allows_unpriced", sa.Boolean, nullable=False),
    id_column("created_by", primary_key=False, nullable=True),
    time_column("created_at"),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "scope_kind", "scope_id", "period"),
    info={REMEMBERED: True},
)

budget_periods = sa.Table(
    "budget_periods",
    metadata,
    id_column("budget_id", sa.ForeignKey("budgets.id", ondelete="CASCADE")),
    sa.Column("period_key", sa.String(40), primary_key=True),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("spent_micros", sa.BigInteger, nullable=False),
    sa.Column("reserved_micros", sa.BigInteger, nullable=False),
    # What a person added to the limit for this period only.
    sa.Column("extra_micros", sa.BigInteger, nullable=False),
    sa.Column("noticed_percent", sa.Integer, nullable=False),
)

budget_holds = sa.Table(
    "budget_holds",
    metadata,
    id_column("run_id"),
    sa.Column("step", sa.String(200), primary_key=True),
    id_column("budget_id", sa.ForeignKey("budgets.id", ondelete="CASCADE")),
    sa.Column("period_key", sa.String(40), nullable=False),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("amount_micros", sa.BigInteger, nullable=False),
    time_column("created_at"),
    sa.Index(None, "budget_id"),
)
"""What a step in progress may still spend. Its sum per period is the period's `reserved_micros`."""

budget_stops = sa.Table(
    "budget_stops",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    # No reference: what was decided stays readable when the budget is gone.
    id_column("budget_id", primary_key=False, nullable=False),
    sa.Column("period_key", sa.String(40), nullable=False),
    sa.Column("scope_kind", sa.String(10), nullable=False),
    sa.Column("scope_id", sa.String(80), nullable=False),
    sa.Column("period", sa.String(6), nullable=False),
    id_column("run_id", primary_key=False, nullable=False),
    sa.Column("step", sa.String(200), nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    id_column("person_id", primary_key=False, nullable=True),
    sa.Column("agent", sa.String(80), nullable=False),
    sa.Column("what", sa.String(200), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("needed_micros", sa.BigInteger, nullable=True),
    sa.Column("left_micros", sa.BigInteger, nullable=False),
    sa.Column("limit_micros", sa.BigInteger, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    id_column("decided_by", primary_key=False, nullable=True),
    time_column("decided_at", nullable=True),
    time_column("created_at"),
    sa.UniqueConstraint("run_id", "step"),
    sa.Index(None, "workspace_id", "status", "created_at"),
    sa.Index(None, "budget_id", "status"),
)
