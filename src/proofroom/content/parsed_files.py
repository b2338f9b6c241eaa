"""Parsed files by content id: the same bytes are parsed once, whichever branch or project has them.

Every save makes a new version of the collection it writes to, and the version before is hardly read again:
versions have a small share of their own, so that many writers do not fill the memory with what has passed.
Parts of documents (a few short texts each) have another: all of a model's are asked for one after the other,
and would drive one another out of a memory that forgets what was used longest ago.
"""

import threading
from collections import OrderedDict
from typing import Any, cast

from proofroom.content.format.collection import CollectionFile
from proofroom.content.format.types import Document

BUDGET = 128 * 1024 * 1024
"""Bytes kept over all projects, estimated; the least recently used files go first."""
FOR_COLLECTIONS = 24 * 1024 * 1024
"""Bytes of them for collections."""
_FEWEST = 4
"""Collections that stay however large they are: entries and their records, before and after a save."""
MOST_PARTS = 200_000
"""Parts of documents that are kept, of 300 bytes or so each."""
_EXPANSION = 4
_SMALL = 2_000
_MEMBER = 700

Key = tuple[str, str]


class ParsedFiles(OrderedDict[Key, Any]):
    """A bounded memory of parsed files, safe to share between threads."""

    def __init__(self, budget: int = BUDGET, for_collections: int = FOR_COLLECTIONS) -> None:
        super().__init__()
        self._budget, self._for_collections = budget, for_collections
        self._collections = OrderedDict[Key, int]()
        self._parts: dict[Key, tuple[str | None, ...]] = {}
        self._lock = threading.Lock()
        self.size = self.collections_size = 0

    def get(self, key: Key, default: Any = None) -> Any:
        """Return a parsed file, and remember that it was used."""
        if (part := self._parts.get(key)) is not None:
            return part
        with self._lock:
            found = super().get(key, default)
            if found is not default:
                self.move_to_end(key)
                if key in self._collections:
                    self._collections.move_to_end(key)
            return found

    def __setitem__(self, key: Key, value: Any) -> None:
        with self._lock:
            if isinstance(value, tuple):
                if len(self._parts) >= MOST_PARTS:
                    self._parts.clear()
                self._parts[key] = cast("tuple[str | None, ...]", value)
                return
            if key in self:
                self._drop(key)
            weight = _weight(value)
            super().__setitem__(key, value)
            self.size += weight
            if isinstance(value, CollectionFile | dict):
                self._collections[key] = weight
                self.collections_size += weight
            while self.collections_size > self._for_collections and len(self._collections) > _FEWEST:
                self._drop(next(iter(self._collections)))
            while self.size > self._budget and len(self) > 1:
                self._drop(next(iter(self)))

    def _drop(self, key: Key) -> None:
        self.size -= _weight(super().__getitem__(key))
        self.collections_size -= self._collections.pop(key, 0)
        super().__delitem__(key)


def _weight(value: Any) -> int:
    """Return about how many bytes a parsed file takes."""
    if isinstance(value, CollectionFile):
        return _SMALL + _EXPANSION * len(value.raw)
    if isinstance(value, Document):
        return _SMALL + len(value.body) + len(value.block or "")
    if isinstance(value, dict):  # the records beside a collection: one small object for every entry
        return _SMALL + _MEMBER * len(cast("dict[Any, Any]", value))
    return _SMALL
