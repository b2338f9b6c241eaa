"""Make room for how articles are written: models by step, and each project's style."""

from proofroom.store.making import make_table

revision = "20261116_articles_settings"
down_revision = "20261116_entities_publications"


def upgrade() -> None:
    """Bring the schema to this revision."""
    make_table(
        "article_settings",
        "workspace_id id, project_id id, told json, updated_at time",
        key="workspace_id project_id",
    )
