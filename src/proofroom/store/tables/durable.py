"""Runs, their steps and numbered events, and the processes that execute them.

Payloads are JSON kept as text: they are written once, read whole and never searched, and PostgreSQL's own
JSON type refuses texts that contain U+0000.
"""

from proofroom.store.columns import table

runs = table(
    "runs",
    """
    id id, workspace_id id, workflow text(64), agent text(128), agent_version int, source text(32),
    project_id id?, conversation_id id?, person_id id?,
    -- Who started it, in which step, and the run at the beginning of it all: itself if nobody started it.
    parent_id id?, parent_step text(200)?, root_id id, forked_from id?, title text, status text(16),
    input text, result text?, error text?, created_at time, started_at time?, ended_at time?,
    trimmed_at time?, exported_at time?,
    -- The number of the last stored event, and the highest number that may have been shown to somebody.
    last_number big, reserved_number big, step_count int,
    -- Who executes it now: the engine's workflow, the process, and a count that fences earlier ones off.
    workflow_id text(200), holder text(128)?, epoch int, recoveries int, stop_requested_at time?,
    queue text(64)?, partition text(200)?, dedupe text(200)?
    """,
    index=(
        "workspace_id id",
        "workspace_id conversation_id id",
        "workspace_id status id",
        "parent_id",
        "workspace_id root_id",
        "status ended_at",
    ),
)

steps = table(
    "steps",
    """
    run_id id -> runs cascade, key text(200), workspace_id id, number int, kind text(16), name text(200),
    status text(16), attempt int, workflow_id text(200), input text?, result text?, error text?,
    started_at time, ended_at time?
    """,
    key="run_id key",
)

events = table(
    "events",
    """
    run_id id -> runs cascade, n big, workspace_id id, step text(200), type text(32), body text
    """,
    key="run_id n",
)

executors = table(
    "executors",
    """
    id text(128), host text(255), pid int, born text(64), version text(32), seen_at time, closed_at time?,
    folder text(64)?
    """,
)
"""Processes that execute runs. They belong to the installation, not to a workspace."""
