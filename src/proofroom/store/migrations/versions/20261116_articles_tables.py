"""Make room for articles, what was read for them, and how they were."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261116_articles_tables"
down_revision = "20261116_search_rows"


def upgrade() -> None:
    """Bring the schema to this revision."""
    _make_article_mappings()
    _make_article_sessions()
    _make_articles()
    _make_article_documents()
    _make_article_research()
    _make_article_versions()


def _make_article_mappings() -> None:
    op.create_table(
        "article_mappings",
        sa.Column("project_id", sa.String(length=36), nullable=False),
        sa.Column("model", sa.String(length=80), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("fields", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("project_id", "model", name=op.f("pk_article_mappings")),
    )


def _make_article_sessions() -> None:
    op.create_table(
        "article_sessions",
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("actor", sa.String(length=60), nullable=False),
        sa.Column("session_id", sa.String(length=60), nullable=False),
        sa.Column("turns", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("unclear", sa.Integer(), nullable=False),
        sa.Column("active_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("workspace_id", "actor", name=op.f("pk_article_sessions")),
    )


def _make_articles() -> None:
    op.create_table(
        "articles",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.String(length=36), nullable=True),
        sa.Column("owner_id", sa.String(length=36), nullable=True),
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("skeleton", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("tone", sa.String(length=20), nullable=False),
        sa.Column("locale", sa.String(length=20), nullable=False),
        sa.Column("tags", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("metadata", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("foundations", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("sections", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column(
            "writing_metadata", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False
        ),
        sa.Column(
            "visuals_metadata", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False
        ),
        sa.Column("report", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=True),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("mark", sa.String(length=300), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_articles")),
    )
    with op.batch_alter_table("articles", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_articles_run_id"), ["run_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_articles_workspace_id_owner_id_status"),
            ["workspace_id", "owner_id", "status"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_articles_workspace_id_updated_at"), ["workspace_id", "updated_at"], unique=False
        )


def _make_article_documents() -> None:
    op.create_table(
        "article_documents",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("article_id", sa.String(length=36), nullable=False),
        sa.Column("source_type", sa.String(length=30), nullable=False),
        sa.Column("name", sa.String(length=300), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("published_on", sa.String(length=60), nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("flags", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("retrieved_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"],
            ["articles.id"],
            name=op.f("fk_article_documents_article_id_articles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_article_documents")),
        sa.UniqueConstraint(
            "article_id", "sha256", "url", name=op.f("uq_article_documents_article_id_sha256_url")
        ),
    )
    with op.batch_alter_table("article_documents", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_article_documents_workspace_id_article_id"),
            ["workspace_id", "article_id"],
            unique=False,
        )


def _make_article_research() -> None:
    op.create_table(
        "article_research",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("article_id", sa.String(length=36), nullable=False),
        sa.Column("document_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("source_type", sa.String(length=30), nullable=False),
        sa.Column("source_name", sa.String(length=300), nullable=False),
        sa.Column("source_url", sa.Text(), nullable=False),
        sa.Column("excerpt", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("excerpt_sha256", sa.String(length=64), nullable=False),
        sa.Column("relevance_score", sa.Float(), nullable=False),
        sa.Column("flags", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"],
            ["articles.id"],
            name=op.f("fk_article_research_article_id_articles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_article_research")),
        sa.UniqueConstraint("article_id", "number", name=op.f("uq_article_research_article_id_number")),
    )
    with op.batch_alter_table("article_research", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_article_research_workspace_id_article_id"),
            ["workspace_id", "article_id"],
            unique=False,
        )


def _make_article_versions() -> None:
    op.create_table(
        "article_versions",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("article_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("skeleton", sa.Text(), nullable=False),
        sa.Column("sections", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("why", sa.String(length=60), nullable=False),
        sa.Column("by", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["article_id"],
            ["articles.id"],
            name=op.f("fk_article_versions_article_id_articles"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_article_versions")),
        sa.UniqueConstraint("article_id", "number", name=op.f("uq_article_versions_article_id_number")),
    )
    with op.batch_alter_table("article_versions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_article_versions_workspace_id"), ["workspace_id"], unique=False)
