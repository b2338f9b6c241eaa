"""Records of a workspace: their types, themselves with every version, relations, documents, views, tasks."""

import sqlalchemy as sa

from proofroom.store.columns import table

entity_types = table(
    "entity_types",
    """
    id id, workspace_id id, slug text(80), version int, definition json, created_at time, updated_at time,
    deleted_at time?
    """,
    unique=("workspace_id slug",),
    is_remembered=True,
)

entity_type_versions = table(
    "entity_type_versions",
    """
    type_id id, version int, workspace_id id, definition json, by text(200), run_id id?, created_at time
    """,
    key="type_id version",
    index=("workspace_id run_id",),
)
"""What a type said at every version. Version 0 stands for one that did not exist."""

entities = table(
    "entities",
    """
    id id, workspace_id id, type_id id -> entity_types, title text(500), name_key text(500) = '',
    fields json, version int, created_by text(200), updated_by text(200), is_outside bool,
    created_at time, updated_at time, deleted_at time?
    """,
    # All that is asked of very many stands in these, so that no row is read.
    sa.Index("ix_entities_same", "workspace_id", "deleted_at", "type_id", "name_key"),
    sa.Index("ix_entities_newest", "workspace_id", "deleted_at", "id"),
    index=("workspace_id type_id id",),
)
"""`name_key` is what names of the same thing have in common: records that are there twice share it."""

entity_versions = table(
    "entity_versions",
    """
    entity_id id, version int, workspace_id id, state json, by text(200), run_id id?, created_at time
    """,
    key="entity_id version",
    index=("workspace_id run_id",),
)
"""What a record said at every version, and in which run it came to say so: undoing a run reads this."""

entity_relations = table(
    "entity_relations",
    """
    id id, workspace_id id, source_id id -> entities cascade, target_id id -> entities cascade,
    kind text(80), evidence json, created_by text(200), run_id id?, created_at time
    """,
    unique=("source_id target_id kind",),
    index=("target_id id", "source_id id", "workspace_id run_id"),
)

documents = table(
    "documents",
    """
    id id, workspace_id id, entity_id id? -> entities set null, title text(500), mime text(120),
    source_url text, digest text(64), size big, status text(10), error text, chunks int,
    created_by text(200), run_id id?, created_at time, deleted_at time?
    """,
    index=("workspace_id entity_id id", "workspace_id digest"),
)

document_chunks = table(
    "document_chunks",
    """
    document_id id -> documents cascade, ord int, workspace_id id, text text
    """,
    key="document_id ord",
)

entity_views = table(
    "entity_views",
    """
    id id, workspace_id id, slug text(80), name text(120), kind text(12), config json, version int,
    created_by text(200), run_id id?, updated_at time
    """,
    unique=("workspace_id slug",),
)

responses = table(
    "responses",
    """
    id id, workspace_id id, entity_id id -> entities cascade, field_key text(80), version int,
    value json?, citations json, confidence double?, status text(12), agent text(128), run_id id?,
    reviewed_by id?, reviewed_at time?, created_at time
    """,
    unique=("entity_id field_key version",),
    index=("workspace_id status id", "workspace_id run_id"),
)
"""Values for fields, with what they rest on; a person says yes or no where the type says so."""

tasks = table(
    "tasks",
    """
    id id, workspace_id id, slug text(120), title text(300), description text,
    parent_id id? -> tasks cascade, entity_id id? -> entities set null, field_key text(80)?,
    assigned_to id?, agent text(128)?, status text(16), priority int, due_at time?, output text,
    is_outside bool = false, created_by text(200), run_id id?, created_at time, updated_at time
    """,
    unique=("workspace_id slug",),
    index=(
        "workspace_id assigned_to status",
        "workspace_id agent status",
        "parent_id",
        "workspace_id run_id",
    ),
)

task_dependencies = table(
    "task_dependencies",
    """
    task_id id -> tasks cascade, depends_on_id id -> tasks cascade, workspace_id id
    """,
    key="task_id depends_on_id",
    index=("depends_on_id",),
)

briefs = table(
    "briefs",
    """
    id id, workspace_id id, entity_id id -> entities cascade, kind text(40), agent text(128),
    status text(12), headline text, scope json, citations json, run_id id?, task_id id?,
    accepted_by text(200)?, accepted_at time?, created_at time
    """,
    index=("workspace_id entity_id id",),
)

brief_fields = table(
    "brief_fields",
    """
    brief_id id -> briefs cascade, key text(80), workspace_id id, layer int, claims json, run_id id?,
    started_at time?, finished_at time?
    """,
    key="brief_id key",
)

publications = table(
    "publications",
    """
    id id, workspace_id id, entity_id id -> entities cascade, connection_id id, destination text(200),
    key text(40), version int, status text(12), external_id text(200), url text, created_by text(200),
    created_at time, run_id id?
    """,
    unique=("workspace_id key",),
    index=("workspace_id entity_id id",),
)
"""Records as they were published to places outside: the same words are sent there once."""

entity_merges = table(
    "entity_merges",
    """
    id id, workspace_id id, kept_id id -> entities cascade, other_id id -> entities cascade,
    kept_version int, moved json, by text(200), created_at time, undone_at time?
    """,
    index=("workspace_id kept_id",),
)
"""Two records that became one: what was moved, so that it can be taken back."""
