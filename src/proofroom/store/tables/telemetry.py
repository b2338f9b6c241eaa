"""The usage ledger: one row per call of a model, image or search provider."""

from proofroom.store.columns import table

usage_records = table(
    "usage_records",
    """
    id id, workspace_id id, project_id id?, conversation_id id?, run_id id?, step text(80), attempt int,
    call_number int, agent text(80), person_id id?, api_key_id id?, source text(20), scope text(20),
    kind text(10), provider text(40), model text(200), connection_id id?, status text(12),
    input_tokens int, cache_read_tokens int, cache_write_tokens int, output_tokens int,
    reasoning_tokens int, cleared_tool_uses int, cleared_input_tokens int, is_estimate bool = false,
    cost_micros big?, cost_source text(10), duration_ms int, created_at time
    """,
    unique=("run_id step attempt call_number",),
    index=("workspace_id created_at", "workspace_id conversation_id"),
)
