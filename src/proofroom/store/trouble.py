"""What a database's error means for a person: full, read-only, busy, damaged or out of reach."""

import errno
import os
import sqlite3
from collections.abc import Callable
from contextvars import ContextVar

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from proofroom.kernel.errors import StorageFailed, StorageLost
from proofroom.kernel.strings import say

DatabaseFailure = SQLAlchemyError
"""Whatever a database raises; for those who may not know the library."""

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

_POSTGRES = {
    "53100": "store.full",
    "25006": "store.read_only",
    "55P03": "store.busy",
    "57014": "store.busy",
    "40P01": "store.busy",
}
_FILES = {
    errno.ENOSPC: "store.no_room",
    errno.EDQUOT: "store.no_room",
    errno.EFBIG: "store.no_room",
    errno.EROFS: "store.not_permitted",
    errno.EACCES: "store.not_permitted",
    errno.EPERM: "store.not_permitted",
    errno.EMFILE: "store.too_many_open",
    errno.ENFILE: "store.too_many_open",
    errno.EIO: "store.disk_fails",
}
_LOST = ("08", "57P", "53300", "25P03")
"""Beginnings of PostgreSQL's codes for a connection that is gone or was not given."""

hears_loss: ContextVar[Callable[[], None] | None] = ContextVar("hears_loss", default=None)
"""Who is to know that the database was lost on the way, whatever becomes of the error."""


def explain(error: SQLAlchemyError) -> StorageFailed | None:
    """Return what stopped the database; None for errors that are not the storage's, such as a duplicate."""
    key = _key(error)
    if key is None:
        return None
    if key != "store.unreachable":
        return StorageFailed(say(key))
    if hear := hears_loss.get():
        hear()
    return StorageLost(say(key))


def explain_any(error: BaseException) -> StorageFailed | None:
    """Return what stopped the storage, whichever layer noticed it; None for anything else."""
    if isinstance(error, SQLAlchemyError):
        return explain(error)
    if isinstance(error, sqlite3.Error):
        code: int | None = getattr(error, "sqlite_errorcode", None)
        key = _SQLITE.get(code & _PRIMARY) if code is not None else None
    else:
        key = _FILES.get(error.errno or 0) if isinstance(error, OSError) else None
    return StorageFailed(say(key)) if key is not None else None


def explain_file(error: Exception) -> StorageFailed | None:
    """Return why the file system refused, also where a library passes on its words and not its number."""
    if getattr(error, "errno", None):
        return explain_any(error)
    text = str(error)
    key = next((key for code, key in _FILES.items() if os.strerror(code) in text), None)
    return StorageFailed(say(key)) if key is not None else None


def is_lost(error: SQLAlchemyError) -> bool:
    """Tell whether an error means that the database is out of reach for a while."""
    return _key(error) == "store.unreachable"


def _key(error: SQLAlchemyError) -> str | None:
    if isinstance(error, PoolTimeout):
        return "store.busy"
    if not isinstance(error, DBAPIError):
        return None
    if isinstance(error.orig, sqlite3.Error):
        code: int | None = getattr(error.orig, "sqlite_errorcode", None)
        return _SQLITE.get(code & _PRIMARY) if code is not None else None
    state: str | None = getattr(error.orig, "sqlstate", None)
    # Without a code: nobody answered, or the connection ended in the middle of a word.
    is_silent = state is None and type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout")
    if error.connection_invalidated or is_silent or (state or "").startswith(_LOST):
        return "store.unreachable"
    return _POSTGRES.get(state or "")
