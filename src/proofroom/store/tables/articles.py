"""Articles: the pieces, what was read for them, their versions, sessions, field mappings."""

import sqlalchemy as sa

from proofroom.store.types import id_column, json_column, metadata, time_column

articles = sa.Table(
    "articles",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    id_column("owner_id", primary_key=False, nullable=True),
    sa.Column("type", sa.String(20), nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("skeleton", sa.Text, nullable=False),
    sa.Column("status", sa.String(30), nullable=False),
    sa.Column("tone", sa.String(20), nullable=False),
    sa.Column("locale", sa.String(20), nullable=False),
    json_column("tags"),
    json_column("metadata"),
    json_column("foundations"),
    json_column("sections"),
    json_column("writing_metadata"),
    json_column("visuals_metadata"),
    json_column("report", nullable=True),
    id_column("run_id", primary_key=False, nullable=True),
    sa.Column("mark", sa.String(300), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    time_column("created_at"),
    time_column("updated_at"),
    time_column("deleted_at", nullable=True),
    sa.Index(None, "workspace_id", "owner_id", "status"),
    sa.Index(None, "workspace_id", "updated_at"),
    sa.Index(None, "run_id"),
)
"""`run_id` is the run that works on it, `mark` the last step that wrote: a repeated step finds its own."""

article_documents = sa.Table(
    "article_documents",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("article_id", sa.String(36), sa.ForeignKey("articles.id", ondelete="CASCADE"), nullable=False),
    sa.Column("source_type", sa.String(30), nullable=False),
    sa.Column("name", sa.String(300), nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("published_on", sa.String(60), nullable=False),
    sa.Column("trouble", sa.Text, nullable=False),
    json_column("flags"),
    time_column("retrieved_at"),
    sa.UniqueConstraint("article_id", "sha256", "url"),
    sa.Index(None, "workspace_id", "article_id"),
)
"""The text of what was read, as it was when it was read: excerpts are cut from it by their offsets."""

article_research = sa.Table(
    "article_research",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("article_id", sa.String(36), sa.ForeignKey("articles.id", ondelete="CASCADE"), nullable=False),
    id_column("document_id", primary_key=False, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("source_type", sa.String(30), nullable=False),
    sa.Column("source_name", sa.String(300), nullable=False),
    sa.Column("source_url", sa.Text, nullable=False),
    sa.Column("excerpt", sa.Text, nullable=False),
    sa.Column("start", sa.Integer, nullable=False),
    sa.Column("end", sa.Integer, nullable=False),
    sa.Column("excerpt_sha256", sa.String(64), nullable=False),
    sa.Column("relevance_score", sa.Float, nullable=False),
    json_column("flags"),
    time_column("created_at"),
    sa.UniqueConstraint("article_id", "number"),
    sa.Index(None, "workspace_id", "article_id"),
)

article_versions = sa.Table(
    "article_versions",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("article_id", sa.String(36), sa.ForeignKey("articles.id", ondelete="CASCADE"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("skeleton", sa.Text, nullable=False),
    json_column("sections"),
    sa.Column("status", sa.String(30), nullable=False),
    sa.Column("why", sa.String(60), nullable=False),
    sa.Column("by", sa.String(200), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("created_at"),
    sa.UniqueConstraint("article_id", "number"),
    sa.Index(None, "workspace_id"),
)

article_sessions = sa.Table(
    "article_sessions",
    metadata,
    id_column("workspace_id"),
    sa.Column("actor", sa.String(60), primary_key=True),
    sa.Column("session_id", sa.String(60), nullable=False),
    json_column("turns"),
    sa.Column("unclear", sa.Integer, nullable=False),
    time_column("active_at"),
)

article_mappings = sa.Table(
    "article_mappings",
    metadata,
    id_column("project_id"),
    sa.Column("model", sa.String(80), primary_key=True),
    id_column("workspace_id", primary_key=False, nullable=False),
    json_column("fields"),
    time_column("updated_at"),
)

article_settings = sa.Table(
    "article_settings",
    metadata,
    id_column("workspace_id"),
    sa.Column("project_id", sa.String(36), primary_key=True),
    json_column("told"),
    time_column("updated_at"),
)
"""How articles are written: of the workspace where the project is empty, else of a project."""

article_topics = sa.Table(
    "article_topics",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    id_column("project_id", primary_key=False, nullable=True),
    sa.Column("type", sa.String(20), nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("rationale", sa.Text, nullable=False),
    sa.Column("angle", sa.Text, nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("competition", sa.String(20), nullable=False),
    sa.Column("state", sa.String(20), nullable=False),
    id_column("article_id", primary_key=False, nullable=True),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "state"),
)
"""What could be written about next, and why."""
