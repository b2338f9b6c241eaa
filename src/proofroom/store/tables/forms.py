"""What strangers sent through the forms of projects."""

from proofroom.store.columns import table

submissions = table(
    "submissions",
    """
    id id, workspace_id id, project_id id, model_id text(80), locale text(10), data json, status text(10),
    source_ip text(64), user_agent text(300), referrer text(500), entry_id text(40)?,
    decided_by text(200)?, decided_at time?,
    -- Which attempt decided: a step repeated after a crash may go on, anybody else is too late.
    claim text(120)?, created_at time
    """,
    index=("workspace_id project_id model_id status id", "workspace_id status id"),
)
