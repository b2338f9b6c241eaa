"""SQLite files that belong to a library with tables of its own, opened the way it needs them."""

import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA busy_timeout=30000",
    "PRAGMA foreign_keys=ON",
)


def open_embedded(path: Path) -> sa.Engine:
    """Open a SQLite file for a library that brings its own tables and works in threads."""
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    # Python's own transactions begin at the first write and leave out CREATE TABLE: a kill in the middle of
    # the library's migrations would leave a file that no later start can use.
    connection.isolation_level = None
    if sqlite3.sqlite_version_info < (3, 42):
        # The engine asks for `unixepoch('subsec')`, which an older SQLite answers with NULL.
        connection.create_function("unixepoch", 1, _now)
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # waits for other writers instead of failing in between


def _now(_modifier: str) -> float:
    return time.time()
