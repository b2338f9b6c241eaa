"""Rows of a tool's answer that were written as JSON while their size was measured, and are not written again.

Their JSON stays in parts: a block of some megabytes costs more than what is written into it, as the system
has to find its pages anew.
"""

from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any, cast

import orjson

Json = dict[str, Any]
PART = 96 * 1024
"""About how many bytes one part has."""


class WrittenRows(list[Json]):
    """Rows beside their JSON: objects with commas between them, in parts."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[bytes] = []

    def take(self, rows: Iterator[Json], most_bytes: int, at_once: int) -> bool:
        """Take rows until there are too many bytes, one part at least; tell whether these are all."""
        size, wanted = 0, 1
        while more := list(islice(rows, wanted)):
            part = orjson.dumps(more, default=str)[1:-1]
            size += len(part)
            if self and size > most_bytes:
                return False
            self += more
            self.parts.append(part)
            wanted = max(1, min(at_once, 4 * wanted, PART * len(more) // len(part)))
        return True


def is_written(data: Any) -> bool:
    """Tell whether data are an object that holds such rows."""
    return isinstance(data, dict) and any(
        isinstance(value, WrittenRows) for value in cast("Json", data).values()
    )


def written_json(data: Json) -> Generator[bytes]:
    """Return the JSON of such an object in parts."""
    before = b"{"
    for name, value in data.items():
        yield before + orjson.dumps(name) + b":"
        before = b","
        if not isinstance(value, WrittenRows):
            yield orjson.dumps(value, default=str)
            continue
        between = b"["
        for part in value.parts:
            yield between + part
            between = b","
        yield b"]" if value else b"[]"
    yield b"}"
