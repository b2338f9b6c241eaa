"""How often the tables that are remembered in memory have changed."""

from proofroom.store.columns import table

table_versions = table(
    "table_versions",
    """
    name text(80), number big
    """,
    key="name",
)
