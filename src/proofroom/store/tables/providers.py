"""What models cost, as last read from the public catalogue."""

import sqlalchemy as sa

from proofroom.store.types import metadata, time_column

ai_model_pricing = sa.Table(
    "ai_model_pricing",
    metadata,
    sa.Column("pricing_key", sa.String(200), primary_key=True),
    sa.Column("model_id", sa.String(200), nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("input_micros_per_mtok", sa.BigInteger, nullable=True),
    sa.Column("output_micros_per_mtok", sa.BigInteger, nullable=True),
    sa.Column("cache_read_micros_per_mtok", sa.BigInteger, nullable=True),
    sa.Column("cache_write_micros_per_mtok", sa.BigInteger, nullable=True),
    sa.Column("context_window", sa.Integer, nullable=True),
    sa.Column("max_output", sa.Integer, nullable=True),
    sa.Column("vision", sa.Boolean, nullable=True),
    sa.Column("tools", sa.Boolean, nullable=True),
    sa.Column("thinking", sa.Boolean, nullable=True),
    time_column("refreshed_at"),
)
