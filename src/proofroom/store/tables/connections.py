"""Stored ways to reach something outside, what was accepted of them, and each scope's default model."""

from proofroom.store.columns import table

connections = table(
    "connections",
    """
    id id, workspace_id id, kind text(20), provider text(40), name text(80), url text,
    credentials sealed?,
    -- Grows with every change of address, credentials or options, so that nothing is used that was replaced.
    credentials_version int, config json, status text(10), last_error sentence?, last_tested_at time?,
    last_used_at time?, created_by id?, created_at time, updated_at time
    """,
    unique=("workspace_id kind name",),
    is_remembered=True,
)

mcp_tool_pins = table(
    "mcp_tool_pins",
    """
    connection_id id -> connections cascade, tool_name text(200), workspace_id id, accepted json?,
    accepted_sha256 text(64)?, seen json?, seen_sha256 text(64)?, policy text(5), seen_at time,
    decided_by id?, decided_at time?
    """,
    key="connection_id tool_name",
    index=("workspace_id",),
)
"""The tools of MCP servers: what a person accepted of each, and what the server said last."""

ai_defaults = table(
    "ai_defaults",
    """
    workspace_id id, scope text(20), connection_id id -> connections, model_id text(200),
    is_automatic bool, updated_by id?, updated_at time
    """,
    key="workspace_id scope",
    index=("connection_id",),
    is_remembered=True,
)
