"""What a database's error means for a person: full, read-only, busy, damaged or out of reach."""

import sqlite3

from sqlalchemy.exc import DBAPIError

from proofroom.kernel.errors import StorageFailed
from proofroom.kernel.strings import say

_SQLITE = {
    sqlite3.SQLITE_FULL: "store.full",
    sqlite3.SQLITE_READONLY: "store.read_only",
    sqlite3.SQLITE_BUSY: "store.busy",
    sqlite3.SQLITE_LOCKED: "store.busy",
    sqlite3.SQLITE_IOERR: "store.disk",
    sqlite3.SQLITE_CANTOPEN: "store.disk",
    sqlite3.SQLITE_CORRUPT: "store.damaged",
    sqlite3.SQLITE_NOTADB: "store.damaged",
}
_PRIMARY = 0xFF
"""The part of an SQLite code that names the kind of error; the rest tells more of it."""

_POSTGRES = {"53100": "store.full", "25006": "store.read_only", "55P03": "store.busy"}
_LOST = ("08", "57P", "53300")
"""Beginnings of PostgreSQL's codes for a connection that is gone or was not given."""


def explain(error: DBAPIError) -> StorageFailed | None:
    """Return what stopped the database; None for errors that are not the storage's, such as a duplicate."""
    key = _key(error)
    return StorageFailed(say(key)) if key is not None else None


def _key(error: DBAPIError) -> str | None:
    if isinstance(error.orig, sqlite3.Error):
        code: int | None = getattr(error.orig, "sqlite_errorcode", None)
        return _SQLITE.get(code & _PRIMARY) if code is not None else None
    state: str | None = getattr(error.orig, "sqlstate", None)
    if error.connection_invalidated or (state or "").startswith(_LOST):
        return "store.unreachable"
    return _POSTGRES.get(state or "")
