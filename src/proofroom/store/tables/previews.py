"""Links to drafts that people handed out, so that they can be seen and taken back."""

from proofroom.store.columns import table

preview_links = table(
    "preview_links",
    """
    id id, workspace_id id, project_id id, shows text(10), branch text(250), made_by text(200),
    person_id id?, api_key_id id?, created_at time, until time
    """,
    index=("workspace_id project_id until",),
)
