"""Make room for articles, what was read for them, and how they were."""

from proofroom.store.making import make_table

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
    make_table(
        "article_mappings",
        "project_id id, model text(80), workspace_id id, fields json, updated_at time",
        key="project_id model",
    )


def _make_article_sessions() -> None:
    make_table(
        "article_sessions",
        "workspace_id id, actor text(60), session_id text(60), turns json, unclear int, active_at time",
        key="workspace_id actor",
    )


def _make_articles() -> None:
    make_table(
        "articles",
        "id id, workspace_id id, project_id id?, owner_id id?, type text(20), title text(200), content text, "
        "skeleton text, status text(30), tone text(20), locale text(20), tags json, metadata json, "
        "foundations json, sections json, writing_metadata json, visuals_metadata json, report json?, "
        "run_id id?, mark text(300), version int, created_at time, updated_at time, deleted_at time?",
        index=("run_id", "workspace_id owner_id status", "workspace_id updated_at"),
    )


def _make_article_documents() -> None:
    make_table(
        "article_documents",
        "id id, workspace_id id, article_id id -> articles cascade, source_type text(30), name text(300), "
        "url text, title text, text text, sha256 text(64), published_on text(60), trouble text, flags json, "
        "retrieved_at time",
        unique=("article_id sha256 url",),
        index=("workspace_id article_id",),
    )


def _make_article_research() -> None:
    make_table(
        "article_research",
        "id id, workspace_id id, article_id id -> articles cascade, document_id id, number int, "
        "source_type text(30), source_name text(300), source_url text, excerpt text, start int, end int, "
        "excerpt_sha256 text(64), relevance_score float, flags json, created_at time",
        unique=("article_id number",),
        index=("workspace_id article_id",),
    )


def _make_article_versions() -> None:
    make_table(
        "article_versions",
        "id id, workspace_id id, article_id id -> articles cascade, number int, title text(200), "
        "content text, skeleton text, sections json, status text(30), why text(60), by text(200), "
        "run_id id?, created_at time",
        unique=("article_id number",),
        index=("workspace_id",),
    )
