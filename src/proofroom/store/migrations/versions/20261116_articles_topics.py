"""Make room for topics that could be written about."""

from proofroom.store.making import make_table

revision = "20261116_articles_topics"
down_revision = "20261116_agents_learning"


def upgrade() -> None:
    """Bring the schema to this revision."""
    make_table(
        "article_topics",
        "id id, workspace_id id, project_id id?, type text(20), title text(200), description text, "
        "rationale text, angle text, score float, competition text(20), state text(20), article_id id?, "
        "created_at time",
        index=("workspace_id state",),
    )
