"""How often the tables that are remembered in memory have changed."""

import sqlalchemy as sa

from proofroom.store.types import metadata

table_versions = sa.Table(
    "table_versions",
    metadata,
    sa.Column("name", sa.String(80), primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
)
