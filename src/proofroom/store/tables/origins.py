"""Which entries hold words that no person of the workspace wrote or accepted."""

from proofroom.store.columns import table

entry_origins = table(
    "entry_origins",
    """
    project_id id, model text(80),
    -- The id of an entry or the slug of a document; empty for a singleton or a dictionary.
    entry text(200), workspace_id id, origin text(80), branch_key text(120), run_id id?, created_at time
    """,
    key="project_id model entry",
)
