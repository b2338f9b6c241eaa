"""The usage ledger: one row per call of a model, image or search provider."""

import sqlalchemy as sa

from proofroom.store.types import id_column, metadata, time_column

usage_records = sa.Table(
    "usage_records",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    id_column("conversation_id", primary_key=False, nullable=True),
    id_column("run_id", primary_key=False, nullable=True),
    sa.Column("step", sa.String(80), nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("call_number", sa.Integer, nullable=False),
    sa.Column("agent", sa.String(80), nullable=False),
    id_column("person_id", primary_key=False, nullable=True),
    id_column("api_key_id", primary_key=False, nullable=True),
    sa.Column("source", sa.String(20), nullable=False),
    sa.Column("scope", sa.String(20), nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("provider", sa.String(40), nullable=False),
    sa.Column("model", sa.String(200), nullable=False),
    id_column("connection_id", primary_key=False, nullable=True),
    sa.Column("status", sa.String(12), nullable=False),
    sa.Column("input_tokens", sa.Integer, nullable=False),
    sa.Column("cache_read_tokens", sa.Integer, nullable=False),
    sa.Column("cache_write_tokens", sa.Integer, nullable=False),
    sa.Column("output_tokens", sa.Integer, nullable=False),
    sa.Column("reasoning_tokens", sa.Integer, nullable=False),
    sa.Column("cleared_tool_uses", sa.Integer, nullable=False),
    sa.Column("cleared_input_tokens", sa.Integer, nullable=False),
    sa.Column("is_estimate", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("cost_micros", sa.BigInteger, nullable=True),
    sa.Column("cost_source", sa.String(10), nullable=False),
    sa.Column("duration_ms", sa.Integer, nullable=False),
    time_column("created_at"),
    sa.UniqueConstraint("run_id", "step", "attempt", "call_number"),
    sa.Index(None, "workspace_id", "created_at"),
    sa.Index(None, "workspace_id", "conversation_id"),
)
