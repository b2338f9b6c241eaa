"""Rows that are written while they are measured: the same JSON, in parts, up to a size."""

from datetime import date
from itertools import count
from typing import Any

import orjson
import pytest

from proofroom.tools.written import PART, WrittenRows, is_written, written_json

LARGE = "x" * 10_000


@pytest.mark.parametrize("at_once", [1, 7, 1_000])
def test_rows_are_written_once_and_read_as_any_others(at_once: int) -> None:
    given: list[dict[str, Any]] = [{"id": f"é{number}", "text": LARGE[:number]} for number in range(2_000)]
    rows = WrittenRows()
    assert rows.take(iter(given), 10**9, at_once)
    data = {"kind": "collection", "data": rows, "none": WrittenRows(), "total": 3}
    assert orjson.loads(b"".join(written_json(data))) == {**data, "data": given, "none": []}
    assert orjson.loads(orjson.dumps(data)) == {**data, "data": given, "none": []}
    assert max(map(len, rows.parts)) < 4 * PART
    assert is_written(data)
    assert not is_written({"data": given})


def test_rows_end_where_they_are_too_many_bytes_and_the_first_is_always_given() -> None:
    asked = count()
    rows = WrittenRows()
    assert not rows.take(({"n": next(asked), "text": LARGE} for _ in range(1_000)), 100_000, 1)
    assert (len(rows), next(asked)) == (9, 10), "no more is made than one row that does not fit"
    rows = WrittenRows()
    assert rows.take(iter([{"text": LARGE}]), 10, 1_000)
    assert len(rows) == 1


def test_what_json_does_not_know_is_written_as_text() -> None:
    rows = WrittenRows()
    rows.take(iter([{"at": date(2026, 11, 19), "size": 1 + 2j}]), 1_000, 1)
    assert orjson.loads(b"".join(written_json({"rows": rows}))) == {
        "rows": [{"at": "2026-11-19", "size": "(1+2j)"}]
    }
