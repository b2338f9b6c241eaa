"""reviews: a proposal is about a branch or a configuration; whose turn changed what; what an undo undoes."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from proofroom.store.making import make_table

revision = "20261116_reviews_places"
down_revision = "0002"

_PLACE = (
    "(project_id IS NOT NULL AND branch IS NOT NULL AND config_id IS NULL)"
    " OR (branch IS NULL AND config_kind IS NOT NULL AND config_id IS NOT NULL"
    " AND base_version IS NOT NULL)"
)


def upgrade() -> None:
    """Bring the schema to this revision."""
    with op.batch_alter_table("proposals", schema=None) as batch_op:
        batch_op.alter_column("project_id", existing_type=sa.String(length=36), nullable=True)
        batch_op.alter_column("branch", existing_type=sa.String(length=250), nullable=True)
        batch_op.add_column(sa.Column("config_kind", sa.String(length=20), nullable=True))
        batch_op.add_column(sa.Column("config_id", sa.String(length=80), nullable=True))
        batch_op.add_column(sa.Column("base_version", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("merged_onto", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("undoes_id", sa.String(length=36), nullable=True))
        batch_op.add_column(sa.Column("undoes_run", sa.String(length=36), nullable=True))
        batch_op.create_check_constraint(batch_op.f("ck_proposals_place"), sa.text(_PLACE))
        batch_op.create_index(
            "uq_proposals_open_config",
            ["workspace_id", "config_kind", "config_id", "run_id"],
            unique=True,
            sqlite_where=sa.text("state IN ('open', 'conflicts')"),
            postgresql_where=sa.text("state IN ('open', 'conflicts')"),
        )
    make_table(
        "proposal_drafts",
        "proposal_id id -> proposals cascade, workspace_id id, draft json",
        key="proposal_id",
    )
    make_table(
        "proposal_turns",
        "proposal_id id -> proposals cascade, run_id id, workspace_id id, hunks json, created_at time",
        key="proposal_id run_id",
        index=("workspace_id run_id",),
    )
    _key_views_by_proposal()


def _key_views_by_proposal() -> None:
    op.rename_table("proposal_views", "proposal_views_before")
    op.create_table(
        "proposal_views",
        sa.Column("proposal_id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("view", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        # The old table keeps the usual name until it goes; PostgreSQL names keys per schema.
        sa.PrimaryKeyConstraint("proposal_id", name="pk_proposal_views_by_proposal"),
    )
    op.execute(
        "INSERT INTO proposal_views (proposal_id, workspace_id, view)"
        " SELECT p.id, v.workspace_id, v.view FROM proposal_views_before v"
        " JOIN proposals p ON p.project_id = v.project_id AND p.branch = v.branch"
    )
    op.drop_table("proposal_views_before")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "ALTER TABLE proposal_views RENAME CONSTRAINT pk_proposal_views_by_proposal TO pk_proposal_views"
        )
