"""Budgets, what each of their periods has spent and holds back, and runs that a budget stopped."""

from proofroom.store.columns import table

budgets = table(
    "budgets",
    """
    id id, workspace_id id, scope_kind text(10),
    -- A project's or person's id, an agent's slug; empty for the workspace, and for "every run".
    scope_id text(80), period text(6), limit_micros big, mode text(4), warn_percent int,
    allows_unpriced bool, created_by id?, created_at time, updated_at time
    """,
    unique=("workspace_id scope_kind scope_id period",),
    is_remembered=True,
)

budget_periods = table(
    "budget_periods",
    """
    budget_id id -> budgets cascade, period_key text(40), workspace_id id, spent_micros big,
    reserved_micros big,
    -- What a person added to the limit for this period only.
    extra_micros big, noticed_percent int
    """,
    key="budget_id period_key",
)

budget_holds = table(
    "budget_holds",
    """
    run_id id, step text(200), budget_id id -> budgets cascade, period_key text(40), workspace_id id,
    amount_micros big, created_at time
    """,
    key="run_id step budget_id",
    index=("budget_id",),
)
"""What a step in progress may still spend. Its sum per period is the period's `reserved_micros`."""

budget_stops = table(
    "budget_stops",
    """
    id id, workspace_id id,
    -- No reference: what was decided stays readable when the budget is gone.
    budget_id id, period_key text(40), scope_kind text(10), scope_id text(80), period text(6), run_id id,
    step text(200), project_id id?, person_id id?, agent text(80), what text(200), reason text,
    needed_micros big?, left_micros big, limit_micros big, status text(10), decided_by id?,
    decided_at time?, created_at time
    """,
    unique=("run_id step",),
    index=("workspace_id status created_at", "budget_id status"),
)
