"""What Alembic runs for every command. The caller brings the connection and its transaction."""

from typing import Any, Literal

import sqlalchemy as sa
from alembic import context
from alembic.autogenerate.api import AutogenContext

import proofroom.store.tables  # pyright: ignore[reportUnusedImport]  # noqa: F401  (fills the metadata)
from proofroom.store.tables.search import PARTS, PARTS_INDEX
from proofroom.store.types import UtcTime, metadata


def render_item(kind: str, item: Any, autogen: AutogenContext) -> str | Literal[False]:
    """Write our own types as what they are in the database, so that a migration outlives our code."""
    if kind == "type" and isinstance(item, UtcTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, sa.JSON):
        autogen.imports.add("from sqlalchemy.dialects import postgresql")
        return 'sa.JSON().with_variant(postgresql.JSONB(), "postgresql")'
    if kind == "server_default" and isinstance(item, sa.DefaultClause):
        # The dialects write truth differently; SQLAlchemy's own words suit both.
        if isinstance(item.arg, sa.True_):
            return "sa.true()"
        if isinstance(item.arg, sa.False_):
            return "sa.false()"
    return False


def include_object(item: Any, name: str | None, kind: str, reflected: bool, counterpart: Any) -> bool:
    """Leave tables alone that are not ours, and the index of words: SQLAlchemy cannot say what it is."""
    if (kind, name) in (("index", PARTS_INDEX), ("column", PARTS)):
        return False
    return not (kind == "table" and reflected and counterpart is None and name not in metadata.tables)


def compare_default(
    migration: Any, found: Any, wanted: Any, found_text: str | None, clause: Any, wanted_text: str | None
) -> bool | None:
    """Know an empty text when SQLite shows one; leave all else to Alembic."""
    if found_text is None or wanted_text is None:
        return None
    are_empty = {found_text.strip("()"), wanted_text.strip("()")} <= {"", "''"}
    return False if are_empty else None


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
    compare_server_default=compare_default,
    render_item=render_item,
    include_object=include_object,
)
context.run_migrations()
