"""Searching and filtering 100,000 rows in SQL, on SQLite and on PostgreSQL."""

import random
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

import proofroom.store.tables  # pyright: ignore[reportUnusedImport]  # noqa: F401  (fills the metadata)
from bench.databases import on_both
from bench.measure import Row
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.search import SearchRow, Where
from proofroom.search.repo import Lookup, SearchTable
from proofroom.store import Connection, Database, open_database
from proofroom.store.types import metadata

ROWS, ASKED, BATCH = 100_000, 300, 500
STATES = ("draft", "in_review", "published", "archived")
HERE = WorkspaceId("bench")
TABLE = SearchTable("record", ("status", "rank", "at", "tags", "owner", "name", "closed_at"))
LIMIT_MS = 20.0


def measure() -> list[Row]:
    """Measure on both databases."""
    return on_both(_measured)


async def _measured(settings: Settings, name: str) -> list[Row]:
    chance = random.Random(1)
    language = Language(chance)
    database = open_database(settings)
    async with database.transaction() as connection:
        await connection.run_sync(metadata.create_all)
    begun = time.perf_counter()
    for first in range(0, ROWS, BATCH):
        async with database.transaction() as connection:
            for number in range(first, first + BATCH):
                await _put(connection, number, chance, language)
    put_ms = 1000 * (time.perf_counter() - begun) / ROWS
    async with database.transaction() as connection:
        await connection.execute(sa.text("ANALYZE"))
    found = [Row(f"put a row of 100,000, {name}", put_ms, "ms")]
    for kind, make in _QUESTIONS.items():
        spent = sorted([await _timed(database, make(chance, language)) for _ in range(ASKED)])
        found.append(Row(f"{kind}, {name}, p50", spent[ASKED // 2], "ms"))
        found.append(Row(f"{kind}, {name}, p95", spent[int(ASKED * 0.95)], "ms", LIMIT_MS))
    await database.close()
    return found


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


async def _put(connection: Connection, number: int, chance: random.Random, language: Language) -> None:
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
    row = SearchRow(name, (("text", language.text(chance, 40)),))
    await TABLE.put(connection, HERE, "", f"r{number:07}", row, values)


async def _timed(database: Database, wanted: Lookup) -> float:
    begun = time.perf_counter()
    async with database.reading() as connection:
        await TABLE.find(connection, HERE, [""], wanted)
    return 1000 * (time.perf_counter() - begun)


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
