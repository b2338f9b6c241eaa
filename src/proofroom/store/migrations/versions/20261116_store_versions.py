"""store: how often the tables that are remembered in memory have changed."""

from proofroom.store.making import make_table

revision = "20261116_store_versions"
down_revision = "20261116_agents_groups"


def upgrade() -> None:
    """Apply."""
    make_table(
        "table_versions",
        "name text(80), number big",
        key="name",
    )
