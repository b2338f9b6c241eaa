"""Assets of projects, and the files each one consists of."""

import sqlalchemy as sa

from proofroom.store.types import id_column, json_column, metadata, time_column

assets = sa.Table(
    "assets",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=False),
    sa.Column("filename", sa.String(200), nullable=False),
    sa.Column("path", sa.String(250), nullable=False),
    sa.Column("content_type", sa.String(60), nullable=False),
    sa.Column("format", sa.String(10), nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("width", sa.Integer, nullable=True),
    sa.Column("height", sa.Integer, nullable=True),
    sa.Column("blurhash", sa.String(60), nullable=True),
    sa.Column("alt", sa.Text, nullable=True),
    json_column("focal_point", nullable=True),
    json_column("tags"),
    json_column("variants"),
    sa.Column("preset", sa.String(20), nullable=False),
    sa.Column("source", sa.String(10), nullable=False),
    sa.Column("uploaded_by", sa.String(200), nullable=False),
    sa.Column("content_hash", sa.String(64), nullable=False),
    # Whether a program wrote its name, alternative text or tags, and no person has since.
    sa.Column("is_outside", sa.Boolean, nullable=False, server_default=sa.false()),
    time_column("created_at"),
    time_column("updated_at"),
    time_column("deleted_at", nullable=True),
    sa.UniqueConstraint("project_id", "content_hash"),
    sa.UniqueConstraint("project_id", "path"),
    sa.Index(None, "workspace_id", "project_id", "id"),
)

asset_files = sa.Table(
    "asset_files",
    metadata,
    sa.Column("asset_id", sa.String(36), sa.ForeignKey("assets.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("path", sa.String(250), primary_key=True),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("content_type", sa.String(60), nullable=False),
    sa.UniqueConstraint("project_id", "path"),
    sa.Index(None, "digest"),
    sa.Index(None, "workspace_id"),
)
"""The master and its variants: which blob each path is. The same blob may stand behind several paths."""
