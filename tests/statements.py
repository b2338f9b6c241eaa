"""One memory of compiled statements for all databases of a kind; SQLAlchemy keeps one for each."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

import sqlalchemy as sa
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

OPTIONS: Final = ("_json_serializer", "_json_deserializer", "server_version_info", "paramstyle")
"""What makes two dialects of one class compile differently."""


def _kind(dialect: Any) -> tuple[Any, ...]:
    return type(dialect), *(getattr(dialect, name, None) for name in OPTIONS)


@contextmanager
def share_statements() -> Iterator[None]:
    """Let every engine that is made meanwhile look a statement up where all others did."""
    memory: LRUCache[Any, Any] = LRUCache(20_000)
    begin = sa.Engine.__init__

    def share(self: sa.Engine, *given: Any, **more: Any) -> None:
        begin(self, *given, **more)
        self._compiled_cache = memory  # pyright: ignore[reportAttributeAccessIssue]

    with (
        patch.object(sa.Engine, "__init__", share),
        patch.object(DefaultDialect, "__hash__", lambda self: hash(_kind(self)), create=True),
        patch.object(DefaultDialect, "__eq__", lambda self, other: _kind(self) == _kind(other), create=True),
    ):
        yield
