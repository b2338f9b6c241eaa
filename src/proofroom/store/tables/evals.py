"""Cases made from runs, and how agents did in them."""

from proofroom.store.columns import table

eval_cases = table(
    "eval_cases",
    """
    id id, workspace_id id, agent text(128), title text(300), run_id id?, feedback_id id?, task text,
    screen json, recording json, checks json, status text(10), is_gate bool, created_by text(200),
    created_at time
    """,
    index=("workspace_id agent id",),
)

eval_runs = table(
    "eval_runs",
    """
    id id, workspace_id id, case_id id -> eval_cases cascade, agent_version int, mode text(10), trial int,
    passed bool?, results json, did json?, text text, run_id id?, created_at time
    """,
    index=("workspace_id case_id id",),
)
