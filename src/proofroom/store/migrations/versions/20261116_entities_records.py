"""Make room for records, relations, documents, views, tasks and briefs."""

from proofroom.store.making import make_table

revision = "20261116_entities_records"
down_revision = "20261116_durable_folders"


def _make_entity_type_versions() -> None:
    make_table(
        "entity_type_versions",
        "type_id id, version int, workspace_id id, definition json, by text(200), run_id id?, "
        "created_at time",
        key="type_id version",
        index=("workspace_id run_id",),
    )


def _make_entity_types() -> None:
    make_table(
        "entity_types",
        "id id, workspace_id id, slug text(80), version int, definition json, created_at time, "
        "updated_at time, deleted_at time?",
        unique=("workspace_id slug",),
    )


def _make_entity_versions() -> None:
    make_table(
        "entity_versions",
        "entity_id id, version int, workspace_id id, state json, by text(200), run_id id?, created_at time",
        key="entity_id version",
        index=("workspace_id run_id",),
    )


def _make_entity_views() -> None:
    make_table(
        "entity_views",
        "id id, workspace_id id, slug text(80), name text(120), kind text(12), config json, version int, "
        "created_by text(200), run_id id?, updated_at time",
        unique=("workspace_id slug",),
    )


def _make_entities() -> None:
    make_table(
        "entities",
        "id id, workspace_id id, type_id id -> entity_types, title text(500), fields json, version int, "
        "created_by text(200), updated_by text(200), is_outside bool, created_at time, updated_at time, "
        "deleted_at time?",
        index=("workspace_id type_id id",),
    )


def _make_briefs() -> None:
    make_table(
        "briefs",
        "id id, workspace_id id, entity_id id -> entities cascade, kind text(40), agent text(128), "
        "status text(12), headline text, scope json, citations json, run_id id?, task_id id?, "
        "created_at time",
        index=("workspace_id entity_id id",),
    )


def _make_documents() -> None:
    make_table(
        "documents",
        "id id, workspace_id id, entity_id id? -> entities set null, title text(500), mime text(120), "
        "source_url text, digest text(64), size big, status text(10), error text, chunks int, "
        "created_by text(200), run_id id?, created_at time, deleted_at time?",
        index=("workspace_id digest", "workspace_id entity_id id"),
    )


def _make_entity_relations() -> None:
    make_table(
        "entity_relations",
        "id id, workspace_id id, source_id id -> entities cascade, target_id id -> entities cascade, "
        "kind text(80), evidence json, created_by text(200), run_id id?, created_at time",
        unique=("source_id target_id kind",),
        index=("source_id id", "target_id id", "workspace_id run_id"),
    )


def _make_responses() -> None:
    make_table(
        "responses",
        "id id, workspace_id id, entity_id id -> entities cascade, field_key text(80), version int, "
        "value json?, citations json, confidence double?, status text(12), agent text(128), run_id id?, "
        "reviewed_by id?, reviewed_at time?, created_at time",
        unique=("entity_id field_key version",),
        index=("workspace_id run_id", "workspace_id status id"),
    )


def _make_tasks() -> None:
    make_table(
        "tasks",
        "id id, workspace_id id, slug text(120), title text(300), description text, "
        "parent_id id? -> tasks cascade, entity_id id? -> entities set null, field_key text(80)?, "
        "assigned_to id?, agent text(128)?, status text(16), priority int, due_at time?, output text, "
        "created_by text(200), run_id id?, created_at time, updated_at time",
        unique=("workspace_id slug",),
        index=(
            "parent_id",
            "workspace_id agent status",
            "workspace_id assigned_to status",
            "workspace_id run_id",
        ),
    )


def _make_brief_fields() -> None:
    make_table(
        "brief_fields",
        "brief_id id -> briefs cascade, key text(80), workspace_id id, layer int, claims json, run_id id?, "
        "started_at time?, finished_at time?",
        key="brief_id key",
    )


def _make_document_chunks() -> None:
    make_table(
        "document_chunks",
        "document_id id -> documents cascade, ord int, workspace_id id, text text",
        key="document_id ord",
    )


def _make_task_dependencies() -> None:
    make_table(
        "task_dependencies",
        "task_id id -> tasks cascade, depends_on_id id -> tasks cascade, workspace_id id",
        key="task_id depends_on_id",
        index=("depends_on_id",),
    )


def upgrade() -> None:
    """Bring the schema to this revision."""
    _make_entity_type_versions()
    _make_entity_types()
    _make_entity_versions()
    _make_entity_views()
    _make_entities()
    _make_briefs()
    _make_documents()
    _make_entity_relations()
    _make_responses()
    _make_tasks()
    _make_brief_fields()
    _make_document_chunks()
    _make_task_dependencies()
