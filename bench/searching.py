"""Searching and filtering 100,000 rows in SQL, on SQLite and on PostgreSQL."""

import asyncio
import random
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import proofroom.store.tables  # pyright: ignore[reportUnusedImport]  # noqa: F401  (fills the metadata)
from bench.databases import Processor, fill_once, kept_name, look_after, on_both
from bench.measure import Row
from bench.search_fill import HERE, Lines, Place, fill, search_lines
from proofroom.kernel.settings import Settings
from proofroom.search import SearchRow, Where
from proofroom.search.repo import Lookup, SearchTable
from proofroom.store import Database, open_database
from proofroom.store.types import metadata

ROWS, ASKED, ALONE = 100_000, 120, 50
STATES = ("draft", "in_review", "published", "archived")
KIND = "record"
FIELDS = ("status", "rank", "at", "tags", "owner", "name", "closed_at")
TABLE = SearchTable(KIND, FIELDS)
LIMIT_MS = 20.0
TRIES = 3
"""How often each question is asked; the quickest answer counts, so that a busy machine is not measured."""


def prepare() -> None:
    """Fill both databases, outside of what measuring may take."""

    async def fill_only(settings: Settings, _name: str) -> list[Row]:
        await fill_once(settings, _fill)
        return []

    on_both(fill_only, _kept())


def measure() -> list[Row]:
    """Measure on both databases."""
    return on_both(_measured, _kept())


def _kept() -> str:
    made_by = ("bench/search*.py", "src/proofroom/search/*.py", "src/proofroom/store/tables/*.py")
    return kept_name("searching", *made_by)


async def _fill(settings: Settings) -> None:
    database = open_database(settings)
    async with database.transaction() as connection:
        await connection.run_sync(metadata.create_all)
    await database.close()
    await asyncio.to_thread(fill, settings, _lines())
    look_after(settings)


async def _measured(settings: Settings, name: str) -> list[Row]:
    await fill_once(settings, _fill)
    chance, language = random.Random(2), Language(random.Random(1))
    database = open_database(settings)
    found = [Row(f"put a row beside 100,000, {name}", await _put_one(database, chance, language), "ms")]
    for kind, make in _QUESTIONS.items():
        processor = await Processor.of(database)
        asked = [await _timed(database, make(chance, language), processor) for _ in range(ASKED)]
        for number, what in enumerate(("", ", processor time")):
            spent = sorted(one[number] for one in asked)
            found.append(Row(f"{kind}, {name}{what}, p50", spent[ASKED // 2], "ms"))
            found.append(Row(f"{kind}, {name}{what}, p95", spent[int(ASKED * 0.95)], "ms", LIMIT_MS))
    await database.close()
    return found


@cache
def _lines() -> Lines:
    """Make the rows, the same for both databases."""
    chance, language = random.Random(3), Language(random.Random(1))
    rows = [_row(number, chance, language) for number in range(ROWS)]
    return search_lines(rows, Place(HERE, KIND, ""), FIELDS)


class Language:
    """Words as unevenly spread as in a language."""

    def __init__(self, chance: random.Random) -> None:
        letters = "abcdefghijklmnoprstuvyz"
        self.words = ["".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(20_000)]
        self.weights = [1 / (rank + 1) for rank in range(len(self.words))]
        self._cumulated = [sum(self.weights[:1])]
        for weight in self.weights[1:]:
            self._cumulated.append(self._cumulated[-1] + weight)

    def text(self, chance: random.Random, count: int) -> str:
        """Return some words."""
        return " ".join(chance.choices(self.words, cum_weights=self._cumulated, k=count))


def _row(number: int, chance: random.Random, language: Language) -> tuple[str, SearchRow, dict[str, Any]]:
    name = language.text(chance, 4)
    values: dict[str, Any] = {
        "status": chance.choice(STATES),
        "rank": chance.randint(0, 10_000),
        "at": f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T10:00:00Z",
        "tags": chance.sample(language.words[:400], 3),
        "owner": {"ref": f"person-{chance.randint(1, 500)}"},
        "name": name,
        "closed_at": None if chance.random() < 0.5 else "2026-11-01",
    }
    return f"r{number:07}", SearchRow(name, (("text", language.text(chance, 40)),)), values


async def _put_one(database: Database, chance: random.Random, language: Language) -> float:
    """Return the milliseconds that one more row takes, in a transaction of its own, at the middle of some."""
    spent, ids = list[float](), list[str]()
    for number in range(ROWS, ROWS + ALONE):
        item_id, row, values = _row(number, chance, language)
        ids.append(item_id)
        begun = time.perf_counter()
        async with database.transaction() as connection:
            await TABLE.put(connection, HERE, "", item_id, row, values)
        spent.append(1000 * (time.perf_counter() - begun))
    async with database.transaction() as connection:  # for the next time
        for item_id in ids:
            await TABLE.delete(connection, HERE, "", item_id)
    return sorted(spent)[ALONE // 2]


async def _timed(database: Database, wanted: Lookup, processor: Processor) -> tuple[float, float]:
    """Return the least milliseconds of some tries of one question, on the clock and of processors."""
    least, spent = float("inf"), float("inf")
    for _ in range(TRIES):
        begun, before = time.perf_counter(), processor.spent_ms()
        async with database.reading() as connection:
            await TABLE.find(connection, HERE, [""], wanted)
        least = min(least, 1000 * (time.perf_counter() - begun))
        spent = min(spent, processor.spent_ms() - before)
    return least, spent


def _words(chance: random.Random, language: Language) -> Lookup:
    return Lookup(language.text(chance, chance.randint(1, 4)))


def _condition(chance: random.Random, language: Language) -> dict[str, Any]:
    low = chance.randint(0, 9_000)
    return chance.choice(
        (
            {"status": chance.choice(STATES)},
            {"rank": {"gte": low, "lt": low + chance.choice((20, 1_000))}},
            {"at": {"gte": f"2026-{chance.randint(1, 12):02}-15"}},
            {"tags": {"in": chance.sample(language.words[:400], 2)}},
            {"owner": f"person-{chance.randint(1, 500)}"},
            {"closed_at": None, "status": {"ne": "draft"}},
            {"$or": [{"rank": low}, {"$not": {"status": {"in": ["draft", "archived"]}}}]},
            {"name": {"contains": chance.choice(language.words)[:4]}},
        )
    )


def _filter(chance: random.Random, language: Language) -> Lookup:
    sort = chance.choice(((), ("rank",), ("-at",), ("name",)))
    return Lookup(where=Where.parse(_condition(chance, language)), sort=sort)


def _both(chance: random.Random, language: Language) -> Lookup:
    where = Where.parse(_condition(chance, language))
    return Lookup(language.text(chance, chance.randint(1, 3)), where)


_QUESTIONS: dict[str, Callable[[random.Random, Language], Lookup]] = {
    "search 100,000 rows": _words,
    "filter and sort 100,000 rows": _filter,
    "search and filter 100,000 rows": _both,
}
