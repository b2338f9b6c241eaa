"""Column types that behave the same on SQLite and PostgreSQL."""

from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator

from proofroom.kernel.lazily import postponed
from proofroom.kernel.strings import keep, kept

_UNUSED = ("asyncpg", "pg8000", "psycopg2", "psycopg2cffi")
"""Drivers of PostgreSQL that nobody uses here."""
with postponed(*(f"sqlalchemy.dialects.postgresql.{name}" for name in _UNUSED)):
    from sqlalchemy.dialects.postgresql import JSONB

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

SEALED = "proofroom_sealed"
"""The mark in `Column.info` of columns that hold sealed secrets, by which key rotation finds them.

Their table needs `id` and `workspace_id`: a secret is bound to both.
"""

REMEMBERED = "proofroom_remembered"
"""The mark in `Table.info` of tables whose answers are kept in memory until somebody writes to them."""

JSON = sa.JSON().with_variant(JSONB(), "postgresql")
"""JSONB on PostgreSQL, text on SQLite."""

metadata = sa.MetaData(naming_convention=NAMING)
"""All tables of the studio. Alembic names constraints by the convention, so that both databases agree."""


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the zone, PostgreSQL may show its own; naive times are refused."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Store in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time must know its zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Return an aware time in UTC, whatever zone the server shows."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class StoredText(TypeDecorator[str]):
    """A sentence of ours, stored by its key and values; what somebody wrote is stored as it is."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:
        """Store the key and the values."""
        return None if value is None else keep(value)

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> str | None:
        """Return a `Text`, or a plain string as older releases stored it."""
        return None if value is None else kept(value)
