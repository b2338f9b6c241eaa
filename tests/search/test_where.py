"""The filter language, in memory."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from proofroom.kernel.errors import InvalidInput
from proofroom.search import Where

ROW: dict[str, Any] = {
    "name": "İstanbul",
    "rank": 3,
    "is_open": True,
    "tags": ["Sea", "city"],
    "topic": {"model": "topics", "ref": "t1"},
    "topics": [{"ref": "t1"}, {"ref": "t2"}],
    "at": datetime(2026, 6, 1, 12, tzinfo=UTC),
    "empty": "",
    "none": None,
    "nothing": [],
}


def value_at(path: str) -> Callable[[dict[str, Any]], Any]:
    return lambda row: row.get(path)


@pytest.mark.parametrize(
    ("where", "fits"),
    [
        ({}, True),
        ({"name": "İstanbul"}, True),
        ({"name": "istanbul"}, False),
        ({"name": {"contains": "ISTAN"}}, True),
        ({"rank": {"gte": 3, "lt": 4}}, True),
        ({"rank": {"gt": "2"}}, False),
        ({"rank": "3"}, False),
        ({"is_open": True}, True),
        ({"is_open": 1}, False),
        ({"tags": "city"}, True),
        ({"tags": {"in": ["lake", "city"]}}, True),
        ({"tags": {"contains": "se"}}, True),
        ({"topic": "t1"}, True),
        ({"topics": {"in": ["t2", "t9"]}}, True),
        ({"topics": "t3"}, False),
        ({"at": {"gte": "2026-06-01", "lt": "2026-06-02"}}, True),
        ({"none": None}, True),
        ({"missing": None}, True),
        ({"nothing": None}, True),
        ({"rank": None}, False),
        ({"empty": {"exists": False}}, True),
        ({"$or": [{"rank": 1}, {"rank": 3}]}, True),
        ({"$and": [{"rank": 1}, {"rank": 3}]}, False),
        ({"$not": {"rank": 3, "name": "Ankara"}}, True),
        ({"$not": {"rank": 3}}, False),
        ({"rank": {"ne": 4}, "$or": [{"tags": "x"}, {"$not": {"tags": "x"}}]}, True),
        ([{"field": "rank", "op": "neq", "value": 3}], False),
        ([{"field": "rank", "op": "eq", "value": 3}, {"field": "tags", "op": "in", "value": ["Sea"]}], True),
    ],
)
def test_conditions_fit_a_row(where: Any, fits: bool) -> None:
    assert Where.parse(where).fitting(value_at)(ROW) is fits


def test_what_reads_a_value_is_asked_for_once_however_many_rows_there_are() -> None:
    asked: list[str] = []

    def reader(path: str) -> Callable[[dict[str, Any]], Any]:
        asked.append(path)
        return value_at(path)

    where = Where.parse({"name": "a", "$or": [{"rank": {"gt": 6, "lt": 8}}, {"$not": {"rank": 3}}]})
    fits = where.fitting(reader)
    rows = [{"name": name, "rank": rank} for name in "ab" for rank in range(9)]
    assert [row["rank"] for row in rows if fits(row)] == [0, 1, 2, 4, 5, 6, 7, 8]
    assert asked == ["name", "rank", "rank"]


def _nested(depth: int) -> dict[str, Any]:
    return {"$not": _nested(depth - 1)} if depth else {"rank": 1}


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("rank = 3", "JSON object"),
        (_nested(900), "within each other"),
        ({"$or": [{"rank": number} for number in range(100)]}, "60 conditions"),
        ({"$or": []}, "list of conditions"),
        ({"$or": {"rank": 1}}, "list of conditions"),
        ({"": 1}, "no name"),
        ({"x" * 1_000: 1}, "no name"),
        ({"a\0b": 1}, "no name"),
        ({"rank": {"about": 1}}, "no way to compare"),
        ({"$where": {"javascript": 1}}, "no way to compare"),
        ({"name": {"in": "abc"}}, "needs a list"),
        ({"name": {"in": list(range(1_000))}}, "needs a list"),
        ({"name": "x" * 1_000_000}, "2000 characters"),
        ({"name": {"contains": "a\0b"}}, "can be kept"),
        ({"rank": {"gt": None}}, "number or a text"),
        ({"rank": {"gt": float("nan")}}, "too large"),
        ({"rank": 10**400}, "too large"),
        ([{"field": "rank"}], "`field`, `op`"),
    ],
)
def test_a_mistake_or_an_attack_is_told(where: Any, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        Where.parse(where)


def test_the_fields_that_are_asked_about_are_known() -> None:
    where = Where.parse({"a": 1, "$or": [{"b": 2}, {"$not": {"a": 3, "c.d": 4}}]})
    assert where.paths == ["a", "b", "c.d"]
