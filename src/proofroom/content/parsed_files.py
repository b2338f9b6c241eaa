"""Parsed files by content id: the same bytes are parsed once, whichever branch or project has them."""

import threading
from collections import OrderedDict
from typing import Any

from proofroom.content.format.collection import CollectionFile
from proofroom.content.format.types import Document

BUDGET = 256 * 1024 * 1024
"""Bytes kept over all projects, estimated; the least recently used files go first."""
_EXPANSION = 4
_SMALL = 2_000

Key = tuple[str, str]


class ParsedFiles(OrderedDict[Key, Any]):
    """A bounded memory of parsed files, safe to share between threads."""

    def __init__(self, budget: int = BUDGET) -> None:
        super().__init__()
        self._budget = budget
        self._lock = threading.Lock()
        self.size = 0

    def get(self, key: Key, default: Any = None) -> Any:
        """Return a parsed file, and remember that it was used."""
        with self._lock:
            found = super().get(key, default)
            if found is not default:
                self.move_to_end(key)
            return found

    def __setitem__(self, key: Key, value: Any) -> None:
        with self._lock:
            if key in self:
                self.size -= _weight(super().__getitem__(key))
            super().__setitem__(key, value)
            self.move_to_end(key)
            self.size += _weight(value)
            while self.size > self._budget and len(self) > 1:
                oldest = next(iter(self))
                self.size -= _weight(super().__getitem__(oldest))
                super().__delitem__(oldest)


def _weight(value: Any) -> int:
    """Return about how many bytes a parsed file takes."""
    if isinstance(value, CollectionFile):
        return _SMALL + _EXPANSION * len(value.raw)
    if isinstance(value, Document):
        return _SMALL + len(value.body) + len(value.block or "")
    return _SMALL
