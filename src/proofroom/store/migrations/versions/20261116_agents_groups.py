"""Conversations of several people and agents."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_agents_groups"
down_revision = "20261116_articles_settings"


def upgrade() -> None:
    """Bring the schema to this revision."""
    op.create_table(
        "group_members",
        sa.Column("conversation_id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("member", sa.String(length=128), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_owner", sa.Boolean(), nullable=False),
        sa.Column("seen_turn", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"],
            ["conversations.id"],
            name=op.f("fk_group_members_conversation_id_conversations"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("conversation_id", "kind", "member", name=op.f("pk_group_members")),
    )
    with op.batch_alter_table("group_members", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_group_members_workspace_id_member"), ["workspace_id", "member"], unique=False
        )
