"""access: apps that people let act for them, and what they granted."""

import sqlalchemy as sa
from alembic import op

from proofroom.store.making import make_table

revision = "20261116_access_apps"
down_revision = "20261116_store_versions"


def upgrade() -> None:
    """Bring the schema to this revision."""
    make_table(
        "apps",
        "id id, name text(200), redirect_uris json, created_at time",
    )
    op.create_table(
        "app_grants",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("app_id", sa.String(length=36), nullable=False),
        sa.Column("person_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.String(length=36), nullable=False),
        sa.Column("key_id", sa.String(length=36), nullable=True),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("redirect_uri", sa.Text(), nullable=False),
        sa.Column("challenge", sa.String(length=128), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("code_expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("refresh_hash", sa.String(length=64), nullable=True),
        sa.Column("spent_hash", sa.String(length=64), nullable=True),
        sa.Column("access_expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        *(
            sa.ForeignKeyConstraint(
                [column],
                [f"{table}.id"],
                name=op.f(f"fk_app_grants_{column}_{table}"),
                ondelete="CASCADE",
            )
            for column, table in (
                ("app_id", "apps"),
                ("key_id", "api_keys"),
                ("person_id", "people"),
                ("project_id", "projects"),
                ("workspace_id", "workspaces"),
            )
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_app_grants")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_app_grants_code_hash")),
        sa.UniqueConstraint("refresh_hash", name=op.f("uq_app_grants_refresh_hash")),
    )
    for column in ("key_id", "spent_hash", "workspace_id"):
        op.create_index(op.f(f"ix_app_grants_{column}"), "app_grants", [column], unique=False)
