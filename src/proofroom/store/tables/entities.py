"""Records of a workspace: their types, themselves with every version, relations, documents, views, tasks."""

import sqlalchemy as sa

from proofroom.store.types import REMEMBERED, id_column, json_column, metadata, time_column

entity_types = sa.Table(
    "entity_types",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("slug", sa.String(80), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    json_column("definition"),
    time_column("created_at"),
    time_column("updated_at"),
    time_column("deleted_at", nullable=True),
    sa.UniqueConstraint("workspace_id", "slug"),
    info={REMEMBERED: True},
)

entity_type_versions = sa.Table(
    "entity_type_versions",
    metadata,
    id_column("type_id"),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    id_column("workspace_id", primary_key=False, nullable=False),
    json_column("definition"),
    sa.Column("by", sa.String(200), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "run_id"),
)
"""What a type said at every version. Version 0 stands for one that did not exist."""

entities = sa.Table(
    "entities",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("type_id", sa.String(36), sa.ForeignKey("entity_types.id"), nullable=False),
    sa.Column("title", sa.String(500), nullable=False),
    sa.Column("name_key", sa.String(500), nullable=False, server_default=""),
    json_column("fields"),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created_by", sa.String(200), nullable=False),
    sa.Column("updated_by", sa.String(200), nullable=False),
    sa.Column("is_outside", sa.Boolean, nullable=False),
    time_column("created_at"),
    time_column("updated_at"),
    time_column("deleted_at", nullable=True),
    sa.Index(None, "workspace_id", "type_id", "id"),
    # All that is asked of very many stands in these, so that no row is read.
    sa.Index("ix_entities_same", "workspace_id", "deleted_at", "type_id", "name_key"),
    sa.Index("ix_entities_newest", "workspace_id", "deleted_at", "id"),
)
"""`name_key` is what names of the same thing have in common: records that are there twice share it."""

entity_versions = sa.Table(
    "entity_versions",
    metadata,
    id_column("entity_id"),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    id_column("workspace_id", primary_key=False, nullable=False),
    json_column("state"),
    sa.Column("by", sa.String(200), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "run_id"),
)
"""What a record said at every version, and in which run it came to say so: undoing a run reads this."""

entity_relations = sa.Table(
    "entity_relations",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("source_id", sa.String(36), sa.ForeignKey("entities.id", ondelete="CASCADE"), nullable=False),
    sa.Column("target_id", sa.String(36), sa.ForeignKey("entities.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.String(80), nullable=False),
    json_column("evidence"),
    sa.Column("created_by", sa.String(200), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("created_at"),
    sa.UniqueConstraint("source_id", "target_id", "kind"),
    sa.Index(None, "target_id", "id"),
    sa.Index(None, "source_id", "id"),
    sa.Index(None, "workspace_id", "run_id"),
)

documents = sa.Table(
    "documents",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("entity_id", sa.String(36), sa.ForeignKey("entities.id", ondelete="SET NULL"), nullable=True),
    sa.Column("title", sa.String(500), nullable=False),
    sa.Column("mime", sa.String(120), nullable=False),
    sa.Column("source_url", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("chunks", sa.Integer, nullable=False),
    sa.Column("created_by", sa.String(200), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("created_at"),
    time_column("deleted_at", nullable=True),
    sa.Index(None, "workspace_id", "entity_id", "id"),
    sa.Index(None, "workspace_id", "digest"),
)

document_chunks = sa.Table(
    "document_chunks",
    metadata,
    sa.Column(
        "document_id", sa.String(36), sa.ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("ord", sa.Integer, primary_key=True, autoincrement=False),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

entity_views = sa.Table(
    "entity_views",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("slug", sa.String(80), nullable=False),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    json_column("config"),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created_by", sa.String(200), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "slug"),
)

responses = sa.Table(
    "responses",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("entity_id", sa.String(36), sa.ForeignKey("entities.id", ondelete="CASCADE"), nullable=False),
    sa.Column("field_key", sa.String(80), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    json_column("value", nullable=True),
    json_column("citations"),
    sa.Column("confidence", sa.Double, nullable=True),
    sa.Column("status", sa.String(12), nullable=False),
    sa.Column("agent", sa.String(128), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    id_column("reviewed_by", primary_key=False, nullable=True),
    time_column("reviewed_at", nullable=True),
    time_column("created_at"),
    sa.UniqueConstraint("entity_id", "field_key", "version"),
    sa.Index(None, "workspace_id", "status", "id"),
    sa.Index(None, "workspace_id", "run_id"),
)
"""Values for fields, with what they rest on; a person says yes or no where the type says so."""

tasks = sa.Table(
    "tasks",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("slug", sa.String(120), nullable=False),
    sa.Column("title", sa.String(300), nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("parent_id", sa.String(36), sa.ForeignKey("tasks.id", ondelete="CASCADE"), nullable=True),
    sa.Column("entity_id", sa.String(36), sa.ForeignKey("entities.id", ondelete="SET NULL"), nullable=True),
    sa.Column("field_key", sa.String(80), nullable=True),
    id_column("assigned_to", primary_key=False, nullable=True),
    sa.Column("agent", sa.String(128), nullable=True),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("priority", sa.Integer, nullable=False),
    time_column("due_at", nullable=True),
    sa.Column("output", sa.Text, nullable=False),
    sa.Column("is_outside", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("created_by", sa.String(200), nullable=False),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("created_at"),
    time_column("updated_at"),
    sa.UniqueConstraint("workspace_id", "slug"),
    sa.Index(None, "workspace_id", "assigned_to", "status"),
    sa.Index(None, "workspace_id", "agent", "status"),
    sa.Index(None, "parent_id"),
    sa.Index(None, "workspace_id", "run_id"),
)

task_dependencies = sa.Table(
    "task_dependencies",
    metadata,
    sa.Column("task_id", sa.String(36), sa.ForeignKey("tasks.id", ondelete="CASCADE"), primary_key=True),
    sa.Column(
        "depends_on_id", sa.String(36), sa.ForeignKey("tasks.id", ondelete="CASCADE"), primary_key=True
    ),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Index(None, "depends_on_id"),
)

briefs = sa.Table(
    "briefs",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("entity_id", sa.String(36), sa.ForeignKey("entities.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("agent", sa.String(128), nullable=False),
    sa.Column("status", sa.String(12), nullable=False),
    sa.Column("headline", sa.Text, nullable=False),
    json_column("scope"),
    json_column("citations"),
    id_column("run_id", primary_key=False, nullable=True),
    id_column("task_id", primary_key=False, nullable=True),
    sa.Column("accepted_by", sa.String(200), nullable=True),
    time_column("accepted_at", nullable=True),
    time_column("created_at"),
    sa.Index(None, "workspace_id", "entity_id", "id"),
)

brief_fields = sa.Table(
    "brief_fields",
    metadata,
    sa.Column("brief_id", sa.String(36), sa.ForeignKey("briefs.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("key", sa.String(80), primary_key=True),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("layer", sa.Integer, nullable=False),
    json_column("claims"),
    id_column("run_id", primary_key=False, nullable=True),
    time_column("started_at", nullable=True),
    time_column("finished_at", nullable=True),
)

publications = sa.Table(
    "publications",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("entity_id", sa.String(36), sa.ForeignKey("entities.id", ondelete="CASCADE"), nullable=False),
    id_column("connection_id", primary_key=False, nullable=False),
    sa.Column("destination", sa.String(200), nullable=False),
    sa.Column("key", sa.String(40), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("status", sa.String(12), nullable=False),
    sa.Column("external_id", sa.String(200), nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("created_by", sa.String(200), nullable=False),
    time_column("created_at"),
    id_column("run_id", primary_key=False, nullable=True),
    sa.UniqueConstraint("workspace_id", "key"),
    sa.Index(None, "workspace_id", "entity_id", "id"),
)
"""Records as they were published to places outside: the same words are sent there once."""

entity_merges = sa.Table(
    "entity_merges",
    metadata,
    id_column(),
    id_column("workspace_id", primary_key=False, nullable=False),
    sa.Column("kept_id", sa.String(36), sa.ForeignKey("entities.id", ondelete="CASCADE"), nullable=False),
    sa.Column("other_id", sa.String(36), sa.ForeignKey("entities.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kept_version", sa.Integer, nullable=False),
    json_column("moved"),
    sa.Column("by", sa.String(200), nullable=False),
    time_column("created_at"),
    time_column("undone_at", nullable=True),
    sa.Index(None, "workspace_id", "kept_id"),
)
"""Two records that became one: what was moved, so that it can be taken back."""
