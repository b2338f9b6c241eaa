"""content previews."""

from proofroom.store.making import make_table

revision = "20261118_content_previews"
down_revision = "20261118_media_outside"


def upgrade() -> None:
    """Bring the schema to this revision."""
    make_table(
        "preview_links",
        "id id, workspace_id id, project_id id, shows text(10), branch text(250), made_by text(200), "
        "created_at time, until time",
        index=("workspace_id project_id until",),
    )
