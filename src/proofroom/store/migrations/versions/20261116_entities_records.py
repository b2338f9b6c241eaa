"""Make room for records, relations, documents, views, tasks and briefs."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261116_entities_records"
down_revision = "20261116_durable_folders"


def _make_entity_type_versions() -> None:
    op.create_table(
        "entity_type_versions",
        sa.Column("type_id", sa.String(length=36), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("definition", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("by", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("type_id", "version", name=op.f("pk_entity_type_versions")),
    )
    with op.batch_alter_table("entity_type_versions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_entity_type_versions_workspace_id_run_id"),
            ["workspace_id", "run_id"],
            unique=False,
        )


def _make_entity_types() -> None:
    op.create_table(
        "entity_types",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("definition", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entity_types")),
        sa.UniqueConstraint("workspace_id", "slug", name=op.f("uq_entity_types_workspace_id_slug")),
    )


def _make_entity_versions() -> None:
    op.create_table(
        "entity_versions",
        sa.Column("entity_id", sa.String(length=36), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("state", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("by", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("entity_id", "version", name=op.f("pk_entity_versions")),
    )
    with op.batch_alter_table("entity_versions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_entity_versions_workspace_id_run_id"), ["workspace_id", "run_id"], unique=False
        )


def _make_entity_views() -> None:
    op.create_table(
        "entity_views",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("config", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entity_views")),
        sa.UniqueConstraint("workspace_id", "slug", name=op.f("uq_entity_views_workspace_id_slug")),
    )


def _make_entities() -> None:
    op.create_table(
        "entities",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("type_id", sa.String(length=36), nullable=False),
        sa.Column("title", sa.String(length=500), nullable=False),
        sa.Column("fields", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.String(length=200), nullable=False),
        sa.Column("updated_by", sa.String(length=200), nullable=False),
        sa.Column("is_outside", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["type_id"], ["entity_types.id"], name=op.f("fk_entities_type_id_entity_types")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entities")),
    )
    with op.batch_alter_table("entities", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_entities_workspace_id_type_id_id"), ["workspace_id", "type_id", "id"], unique=False
        )


def _make_briefs() -> None:
    op.create_table(
        "briefs",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("entity_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("agent", sa.String(length=128), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("headline", sa.Text(), nullable=False),
        sa.Column("scope", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("citations", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("task_id", sa.String(length=36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entity_id"], ["entities.id"], name=op.f("fk_briefs_entity_id_entities"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_briefs")),
    )
    with op.batch_alter_table("briefs", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_briefs_workspace_id_entity_id_id"),
            ["workspace_id", "entity_id", "id"],
            unique=False,
        )


def _make_documents() -> None:
    op.create_table(
        "documents",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("entity_id", sa.String(length=36), nullable=True),
        sa.Column("title", sa.String(length=500), nullable=False),
        sa.Column("mime", sa.String(length=120), nullable=False),
        sa.Column("source_url", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["entity_id"], ["entities.id"], name=op.f("fk_documents_entity_id_entities"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_documents")),
    )
    with op.batch_alter_table("documents", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_documents_workspace_id_digest"), ["workspace_id", "digest"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_documents_workspace_id_entity_id_id"),
            ["workspace_id", "entity_id", "id"],
            unique=False,
        )


def _make_entity_relations() -> None:
    op.create_table(
        "entity_relations",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("source_id", sa.String(length=36), nullable=False),
        sa.Column("target_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=80), nullable=False),
        sa.Column("evidence", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("created_by", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["source_id"],
            ["entities.id"],
            name=op.f("fk_entity_relations_source_id_entities"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["target_id"],
            ["entities.id"],
            name=op.f("fk_entity_relations_target_id_entities"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entity_relations")),
        sa.UniqueConstraint(
            "source_id", "target_id", "kind", name=op.f("uq_entity_relations_source_id_target_id_kind")
        ),
    )
    with op.batch_alter_table("entity_relations", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_entity_relations_source_id_id"), ["source_id", "id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_entity_relations_target_id_id"), ["target_id", "id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_entity_relations_workspace_id_run_id"), ["workspace_id", "run_id"], unique=False
        )


def _make_responses() -> None:
    op.create_table(
        "responses",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("entity_id", sa.String(length=36), nullable=False),
        sa.Column("field_key", sa.String(length=80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("value", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=True),
        sa.Column("citations", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("confidence", sa.Double, nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("agent", sa.String(length=128), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("reviewed_by", sa.String(length=36), nullable=True),
        sa.Column("reviewed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entity_id"], ["entities.id"], name=op.f("fk_responses_entity_id_entities"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_responses")),
        sa.UniqueConstraint(
            "entity_id", "field_key", "version", name=op.f("uq_responses_entity_id_field_key_version")
        ),
    )
    with op.batch_alter_table("responses", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_responses_workspace_id_run_id"), ["workspace_id", "run_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_responses_workspace_id_status_id"), ["workspace_id", "status", "id"], unique=False
        )


def _make_tasks() -> None:
    op.create_table(
        "tasks",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("slug", sa.String(length=120), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("parent_id", sa.String(length=36), nullable=True),
        sa.Column("entity_id", sa.String(length=36), nullable=True),
        sa.Column("field_key", sa.String(length=80), nullable=True),
        sa.Column("assigned_to", sa.String(length=36), nullable=True),
        sa.Column("agent", sa.String(length=128), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("output", sa.Text(), nullable=False),
        sa.Column("created_by", sa.String(length=200), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entity_id"], ["entities.id"], name=op.f("fk_tasks_entity_id_entities"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["tasks.id"], name=op.f("fk_tasks_parent_id_tasks"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tasks")),
        sa.UniqueConstraint("workspace_id", "slug", name=op.f("uq_tasks_workspace_id_slug")),
    )
    with op.batch_alter_table("tasks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tasks_parent_id"), ["parent_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_tasks_workspace_id_agent_status"),
            ["workspace_id", "agent", "status"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_tasks_workspace_id_assigned_to_status"),
            ["workspace_id", "assigned_to", "status"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_tasks_workspace_id_run_id"), ["workspace_id", "run_id"], unique=False
        )


def _make_brief_fields() -> None:
    op.create_table(
        "brief_fields",
        sa.Column("brief_id", sa.String(length=36), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("layer", sa.Integer(), nullable=False),
        sa.Column("claims", sa.JSON().with_variant(postgresql.JSONB(), "postgresql"), nullable=False),
        sa.Column("run_id", sa.String(length=36), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["brief_id"], ["briefs.id"], name=op.f("fk_brief_fields_brief_id_briefs"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("brief_id", "key", name=op.f("pk_brief_fields")),
    )


def _make_document_chunks() -> None:
    op.create_table(
        "document_chunks",
        sa.Column("document_id", sa.String(length=36), nullable=False),
        sa.Column("ord", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
            name=op.f("fk_document_chunks_document_id_documents"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("document_id", "ord", name=op.f("pk_document_chunks")),
    )


def _make_task_dependencies() -> None:
    op.create_table(
        "task_dependencies",
        sa.Column("task_id", sa.String(length=36), nullable=False),
        sa.Column("depends_on_id", sa.String(length=36), nullable=False),
        sa.Column("workspace_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["depends_on_id"],
            ["tasks.id"],
            name=op.f("fk_task_dependencies_depends_on_id_tasks"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["task_id"], ["tasks.id"], name=op.f("fk_task_dependencies_task_id_tasks"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("task_id", "depends_on_id", name=op.f("pk_task_dependencies")),
    )
    with op.batch_alter_table("task_dependencies", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_task_dependencies_depends_on_id"), ["depends_on_id"], unique=False
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
