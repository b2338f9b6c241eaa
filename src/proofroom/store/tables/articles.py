"""Articles: the pieces, what was read for them, their versions, sessions, field mappings."""

from proofroom.store.columns import table

articles = table(
    "articles",
    """
    id id, workspace_id id, project_id id?, owner_id id?, type text(20), title text(200), content text,
    skeleton text, status text(30), tone text(20), locale text(20), tags json, metadata json,
    foundations json, sections json, writing_metadata json, visuals_metadata json, report json?,
    run_id id?, mark text(300), version int, created_at time, updated_at time, deleted_at time?
    """,
    index=("workspace_id owner_id status", "workspace_id updated_at", "run_id"),
)
"""`run_id` is the run that works on it, `mark` the last step that wrote: a repeated step finds its own."""

article_documents = table(
    "article_documents",
    """
    id id, workspace_id id, article_id id -> articles cascade, source_type text(30), name text(300),
    url text, title text, text text, sha256 text(64), published_on text(60), trouble text, flags json,
    retrieved_at time
    """,
    unique=("article_id sha256 url",),
    index=("workspace_id article_id",),
)
"""The text of what was read, as it was when it was read: excerpts are cut from it by their offsets."""

article_research = table(
    "article_research",
    """
    id id, workspace_id id, article_id id -> articles cascade, document_id id, number int,
    source_type text(30), source_name text(300), source_url text, excerpt text, start int, end int,
    excerpt_sha256 text(64), relevance_score float, flags json, created_at time
    """,
    unique=("article_id number",),
    index=("workspace_id article_id",),
)

article_versions = table(
    "article_versions",
    """
    id id, workspace_id id, article_id id -> articles cascade, number int, title text(200), content text,
    skeleton text, sections json, status text(30), why text(60), by text(200), run_id id?, created_at time
    """,
    unique=("article_id number",),
    index=("workspace_id",),
)

article_sessions = table(
    "article_sessions",
    """
    workspace_id id, actor text(60), session_id text(60), turns json, unclear int, active_at time
    """,
    key="workspace_id actor",
)

article_mappings = table(
    "article_mappings",
    """
    project_id id, model text(80), workspace_id id, fields json, updated_at time
    """,
    key="project_id model",
)

article_settings = table(
    "article_settings",
    """
    workspace_id id, project_id id, told json, updated_at time
    """,
    key="workspace_id project_id",
)
"""How articles are written: of the workspace where the project is empty, else of a project."""

article_topics = table(
    "article_topics",
    """
    id id, workspace_id id, project_id id?, type text(20), title text(200), description text,
    rationale text, angle text, score float, competition text(20), state text(20), article_id id?,
    created_at time
    """,
    index=("workspace_id state",),
)
"""What could be written about next, and why."""
