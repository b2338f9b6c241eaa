"""Keep which entries hold a stranger's words."""

from proofroom.store.making import make_table

revision = "20261116_content_entry_origins"
down_revision = "20261116_reviews_places"


def upgrade() -> None:
    """Bring the schema to this revision."""
    make_table(
        "entry_origins",
        "project_id id, model text(80), entry text(200), workspace_id id, origin text(80), "
        "branch_key text(120), run_id id?, created_at time",
        key="project_id model entry",
    )
