"""Rows in the database: the same rules and the same order as in memory, on both databases."""

import random
import string
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import WorkspaceId
from proofroom.search import SearchRow, Where
from proofroom.search.index import Index
from proofroom.search.repo import Lookup, SearchTable
from proofroom.search.repo.look import Look
from proofroom.search.repo.ranking import BestFirst
from proofroom.search.where import order_key
from proofroom.store import Database

HERE, ELSEWHERE = WorkspaceId("here"), WorkspaceId("elsewhere")
FIELDS = ("rank", "name", "tags", "topic", "is_open", "at", "deep.inner", "score")
TABLE = SearchTable("thing", FIELDS)
WORDS = [
    "bus",
    "busy",
    "night",
    "nights",
    "ferry",
    "istanbul",
    "İstanbul",
    "ılık",
    "東京",
    "x9",
    "tramway",
    "tram",
]


def _values(chance: random.Random) -> dict[str, Any]:
    return {
        "rank": chance.choice([1, 2, 3, None, 2.5]),
        "name": chance.choice(["Ankara", "İzmir", "izmir", "", None, "a%b_c"]),
        "tags": chance.choice([[], ["sea"], ["sea", "City"], None]),
        "topic": chance.choice([{"ref": "t1"}, [{"ref": "t1"}, {"ref": "t2"}], None, {}]),
        "is_open": chance.choice([True, False, None]),
        "at": chance.choice(["2026-01-01", "2026-06-15T10:00:00Z", None]),
        "deep": {"inner": chance.choice(["x", 1, None])},
        "score": chance.choice([[1, 9], [4], 3, None]),
    }


def _row(chance: random.Random) -> SearchRow:
    title = " ".join(chance.sample(WORDS, 2))
    return SearchRow(title, (("text", " ".join(chance.sample(WORDS, chance.randint(0, 5)))),))


async def _filled(database: Database, count: int) -> dict[str, tuple[SearchRow, dict[str, Any]]]:
    chance = random.Random(3)
    made = {f"r{number:03}": (_row(chance), _values(chance)) for number in range(count)}
    async with database.transaction() as connection:
        for key, (row, values) in made.items():
            await TABLE.put(connection, HERE, "p", key, row, values)
        await TABLE.put(connection, ELSEWHERE, "p", "r000", SearchRow("night bus"), {"rank": 1})
        await TABLE.put(connection, HERE, "q", "r000", SearchRow("night bus"), {"rank": 1})
    return made


async def _find(database: Database, **wanted: Any) -> list[str]:
    async with database.reading() as connection:
        found = await TABLE.find(connection, HERE, ["p"], Lookup(**wanted))
    return [one.key for one in found.found]


def value_of(rows: dict[str, Any], path: str) -> Callable[[str], Any]:
    """Return what gives the value at a path of the row with a key."""
    return lambda key: rows[key][1].get(path)


@pytest.mark.parametrize("counted", [1_000, 5])
async def test_the_order_and_the_passages_are_those_of_memory(
    database: Database, counted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Look, "COUNTED", counted)
    monkeypatch.setattr(BestFirst, "READ", counted)  # with 5, rows are fetched level by level
    made = await _filled(database, 120)
    index = Index([(key, row) for key, (row, _) in made.items()])
    chance = random.Random(4)
    for _ in range(25):
        query = " ".join(chance.sample([*WORDS, "nothing", "busses", "night's"], chance.randint(1, 4)))
        async with database.reading() as connection:
            found = await TABLE.find(connection, HERE, ["p"], Lookup(query))
        assert found.found == index.find(query, 20).found, query


CONDITIONS: list[Any] = [
    {"rank": 2},
    {"rank": {"gt": 1, "lte": 2.5}},
    {"rank": None},
    {"rank": {"ne": 2}},
    {"rank": "2"},
    {"rank": {"in": [1, None, "x", True]}},
    {"name": "izmir"},
    {"name": {"contains": "IZM"}},
    {"name": {"contains": "%b_"}},
    {"name": {"contains": "a"}},
    {"name": {"gte": "a"}},
    {"name": {"exists": True}},
    {"name": {"exists": False}},
    {"tags": "sea"},
    {"tags": {"in": ["City", "x"]}},
    {"tags": None},
    {"tags": {"contains": "cit"}},
    {"topic": "t2"},
    {"topic": {"in": ["t1", "t9"]}},
    {"topic": {"exists": True}},
    {"is_open": True},
    {"is_open": 1},
    {"at": {"gte": "2026-06-01", "lt": "2026-07-01"}},
    {"deep.inner": "x"},
    {"deep.inner": 1},
    {"score": {"gt": 3, "lt": 5}},
    {"$or": [{"rank": 1}, {"tags": "sea", "is_open": False}]},
    {"$not": {"$or": [{"rank": 1}, {"name": None}]}},
    {"rank": {"in": []}},
    {"rank": {"gt": 1, "lt": "x"}},
    {},
]


@pytest.mark.parametrize("few", [4_000, 5])
async def test_conditions_fit_the_same_rows_as_in_memory(
    database: Database, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Look, "FEW", few)  # with 5, every row is tested
    made = await _filled(database, 60)
    for given in CONDITIONS:
        where = Where.parse(given)

        def get(path: str, key: str) -> Any:
            first, _, rest = path.partition(".")
            value = made[key][1].get(first)
            return value.get(rest) if rest and isinstance(value, dict) else value

        is_fit = where.fitting(lambda path: partial(get, path))
        fits = [key for key in made if is_fit(key)]
        assert await _find(database, where=where, limit=100) == fits[::-1], given
        both = set(await _find(database, query="night", where=where, limit=100))
        assert both == set(fits) & set(await _find(database, query="night", limit=100)), given


@pytest.mark.parametrize("walked", [10, 1_000])
async def test_words_that_many_rows_have_are_ranked_with_conditions_as_in_memory(
    database: Database, walked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, count in {"READ": 5, "FEW": 5, "COMMON": 1, "FIRST_TESTED": 3, "WALKED": walked}.items():
        monkeypatch.setattr(BestFirst, name, count)  # nothing is few: all is common, or read by the index
    made = await _filled(database, 120)
    index = Index([(key, row) for key, (row, _) in made.items()])
    chance = random.Random(6)
    for given in ({"is_open": True}, {"rank": {"ne": 2}}, {"name": {"exists": True}}):
        where = Where.parse(given)
        query = " ".join(chance.sample(WORDS, 2))
        is_fit = where.fitting(partial(value_of, made))
        fits = {key for key in made if is_fit(key)}
        expected = [one.key for one in index.find(query, 20, fits.__contains__).found]
        assert await _find(database, query=query, where=where) == expected, (query, given)


@pytest.mark.parametrize("few", [4_000, 5])
async def test_rows_within_bounds_are_sorted_by_what_is_bounded(
    database: Database, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Look, "FEW", few)  # with 5, rows are read from where the bounds stand in the order
    made = await _filled(database, 60)
    for field, bounds in (
        ("at", {"gte": "2026-02-01"}),
        ("at", {"lt": "2026-02-01"}),
        ("name", {"gt": "a"}),
        ("rank", {"gte": 2}),
    ):
        where = Where.parse({field: bounds})
        is_fit = where.fitting(partial(value_of, made))
        fits = [key for key in made if is_fit(key)]
        rising = sorted(fits, key=lambda key: order_key(made[key][1][field]))
        for sort, expected in ((field, rising), (f"-{field}", rising[::-1])):
            async with database.reading() as connection:
                found = await TABLE.find(connection, HERE, ["p"], Lookup(where=where, sort=[sort], limit=10))
            assert [one.key for one in found.found] == expected[:10], (sort, bounds)
            assert found.total == len(fits), (sort, bounds)


@pytest.mark.parametrize("field", ["rank", "name", "tags", "is_open", "at", "score"])
async def test_rows_are_sorted_as_in_memory(database: Database, field: str) -> None:
    made = await _filled(database, 60)
    rising = sorted(made, key=lambda key: order_key(made[key][1][field]))
    assert await _find(database, sort=[field], limit=100) == rising
    assert await _find(database, sort=[f"-{field}"], limit=100) == rising[::-1]
    some = [key for key in rising if made[key][1]["is_open"] is True]
    assert await _find(database, sort=[field], limit=100, where=Where.parse({"is_open": True})) == some


async def test_a_row_follows_what_was_put_and_deleted(database: Database) -> None:
    await _filled(database, 3)
    async with database.transaction() as connection:
        await TABLE.put(connection, HERE, "p", "r001", SearchRow("Zeppelin"), {"rank": 77})
    assert await _find(database, query="zeppelin") == ["r001"]
    assert await _find(database, where=Where.parse({"rank": 77})) == ["r001"]
    async with database.transaction() as connection:
        await TABLE.delete(connection, HERE, "p", "r001")
    assert await _find(database, query="zeppelin") == []
    assert await _find(database) == ["r002", "r000"]


async def test_pages_go_on_after_a_row_and_the_count_is_bounded(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Look, "COUNTED", 10)
    made = list(await _filled(database, 30))[::-1]
    async with database.reading() as connection:
        first = await TABLE.find(connection, HERE, ["p"], Lookup(limit=7))
        rest = await TABLE.find(connection, HERE, ["p"], Lookup(limit=50, after=first.found[-1].key))
    assert [one.key for one in (*first.found, *rest.found)] == made
    assert (first.total, first.is_more) == (10, True)


@pytest.mark.parametrize(
    "query", ["\0", '"', "'", "a' | 'b", '" OR "', "bus) OR (", ":*", "@", "%", "\\", "*", "t:night", "<->"]
)
async def test_no_query_means_anything_but_words(database: Database, query: str) -> None:
    await _filled(database, 5)
    await _find(database, query=query)
    await _find(database, query=query, is_newest=True, is_every_word=True)


async def test_mistakes_and_attacks_are_told(database: Database) -> None:
    for wanted, words in (
        (Lookup(where=Where.parse({"colour": 1})), 'no field "colour"'),
        (Lookup(sort=["-colour"]), 'no field "colour"'),
        (Lookup(where=Where.parse({"tags": ["a"]})), "list or an object"),
        (Lookup(where=Where.parse({"name": "x" * 300})), "200 characters"),
        (Lookup("x" * 1_000_000), "2000 characters"),
    ):
        async with database.reading() as connection:
            with pytest.raises(InvalidInput, match=words):
                await TABLE.find(connection, HERE, ["p"], wanted)


async def test_long_and_odd_texts_are_kept(database: Database) -> None:
    odd = SearchRow("\0 " + "x" * 500, (("text", string.printable + "ß" * 3_000 + " w" * 10_000),))
    async with database.transaction() as connection:
        await TABLE.put(connection, HERE, "p", "odd", odd, {"name": "y\0" + "z" * 5_000})
    assert await _find(database, query="x" * 500) == ["odd"]
    assert await _find(database, where=Where.parse({"name": {"contains": "zzz"}})) == ["odd"]
