"""Records at size: 100,000 with 300,000 relations, on SQLite and on PostgreSQL."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import cache

import sqlalchemy as sa

import proofroom.store.tables  # pyright: ignore[reportUnusedImport]  # noqa: F401  (fills the metadata)
from bench.databases import Processor, fill_once, kept_name, look_after, on_both
from bench.measure import Row
from bench.search_fill import HERE, Line, Lines, Place, fill, search_lines
from bench.searching import Language
from proofroom.access.audit import Audit
from proofroom.entities.checks import Checks
from proofroom.entities.records import Entities
from proofroom.entities.searching import KIND as SEARCHED
from proofroom.entities.searching import filtered, searched, table_for
from proofroom.entities.types import Entity, EntityId, EntityType, FieldDef, Query, TypeDef, TypeId
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.ids import new_id
from proofroom.kernel.settings import Settings
from proofroom.store import Database, open_database
from proofroom.store.tables.entities import entities, entity_relations, entity_types, entity_versions
from proofroom.store.types import metadata

RECORDS, RELATIONS, ASKED = 100_000, 300_000, 80
LEAST, MOST_S = 20, 8.0
"""On a busy machine fewer are asked: as many as fit into so many seconds, but never less than these."""
TRIES = 3
"""How often each question is asked; the quickest answer counts, so that a busy machine is not measured."""
LIMIT_MS = 50.0
STATES = ("lead", "talking", "partner", "past")
COUNTRIES = ("Norway", "Spain", "Türkiye", "Kenya", "Japan", "Peru")
NOW = datetime(2026, 11, 1, tzinfo=UTC)
KIND = TypeDef(
    slug="organisation",
    name="Organisation",
    fields=(
        FieldDef(key="country"),
        FieldDef(key="status", type="select", options=STATES),
        FieldDef(key="founded", type="number"),
        FieldDef(key="notes", type="longText"),
    ),
)


def prepare() -> None:
    """Fill both databases, which takes minutes on a busy machine, outside of what measuring may take."""

    async def fill_only(settings: Settings, _name: str) -> list[Row]:
        await fill_once(settings, _fill)
        return []

    on_both(fill_only, _kept())


def measure() -> list[Row]:
    """Measure on both databases."""
    return on_both(_measured, _kept())


def _kept() -> str:
    made_by = ("bench/records.py", "bench/search*.py", "src/proofroom/entities/searching.py")
    return kept_name("records", *made_by, "src/proofroom/search/*.py", "src/proofroom/store/tables/*.py")


async def _fill(settings: Settings) -> None:
    database = open_database(settings)
    async with database.transaction() as connection:
        await connection.run_sync(metadata.create_all)
    await database.close()
    await asyncio.to_thread(fill, settings, _lines()[0])
    look_after(settings)


async def _measured(settings: Settings, name: str) -> list[Row]:
    await fill_once(settings, _fill)
    chance, language = random.Random(2), Language(random.Random(1))
    database = open_database(settings)
    async with database.reading() as connection:
        ids: list[str] = list((await connection.execute(sa.select(entities.c.id))).scalars())
    found = await ask_all(database, chance, language, sorted(ids), name)
    await database.close()
    return found


async def ask_all(
    database: Database, chance: random.Random, language: Language, ids: list[str], name: str
) -> list[Row]:
    """Ask a filled database every question, each of many kinds of words, values and records."""
    records = Entities(database, SystemClock(), Audit(database, SystemClock()))
    found: list[Row] = []
    checks = Checks(database)
    questions = _questions(records, chance, language, ids)
    for what, ask in (questions | {"what asks for an eye": lambda: checks.look(HERE)}).items():
        await ask()  # opens what is not open yet
        processor = await Processor.of(database)
        asked, until = list[tuple[float, float]](), time.perf_counter() + MOST_S
        while len(asked) < LEAST or (len(asked) < ASKED and time.perf_counter() < until):
            asked.append(await _best(ask, chance, processor))
        note = "" if len(asked) == ASKED else f"of {len(asked)} questions"
        for number, kind in enumerate(("", ", processor time")):
            spent = sorted(one[number] for one in asked)
            middle, late = spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
            found.append(Row(f"records: {what}, {name}{kind}, p50", middle, "ms", note=note))
            found.append(Row(f"records: {what}, {name}{kind}, p95", late, "ms", LIMIT_MS, note))
    return found


async def _best(
    ask: Callable[[], Awaitable[object]], chance: random.Random, processor: Processor
) -> tuple[float, float]:
    """Return the least milliseconds of some tries of the same question, on the clock and of processors."""
    state, least, spent = chance.getstate(), float("inf"), float("inf")
    for _ in range(TRIES):
        chance.setstate(state)
        begun, before = time.perf_counter(), processor.spent_ms()
        await ask()
        least = min(least, 1000 * (time.perf_counter() - begun))
        spent = min(spent, processor.spent_ms() - before)
    return least, spent


@cache
def _lines() -> tuple[Lines, list[str]]:
    """Return what both databases are filled with, and the ids of the records."""
    kind = EntityType(TypeId(new_id()), HERE, KIND, 1, NOW, NOW)
    type_line = (kind.id, HERE, KIND.slug, 1, KIND.model_dump(mode="json"), NOW, NOW, None)
    lines, ids = record_lines(kind, RECORDS, RELATIONS)
    return {entity_types: [type_line], **lines}, ids


def record_lines(kind: EntityType, records: int, relations: int) -> tuple[Lines, list[str]]:
    """Return records of a type with their versions, relations and searched rows, and their ids."""
    chance, language, here = random.Random(3), Language(random.Random(1)), kind.workspace_id
    made = [_record(kind, chance, language) for _ in range(records)]
    ids: list[str] = [one.id for one in made]
    items = [(one.id, searched(kind, one), filtered(one)) for one in made]
    place = Place(here, SEARCHED, kind.id)
    return {
        entities: [tuple(getattr(one, column.name) for column in entities.columns) for one in made],
        entity_versions: [(one.id, 1, here, one.state(), "bench", None, NOW) for one in made],
        entity_relations: [_relation(chance, kind, ids, number) for number in range(relations)],
        **search_lines(items, place, table_for([kind]).fields),
    }, ids


def _record(kind: EntityType, chance: random.Random, language: Language) -> Entity:
    title = language.text(chance, 3)
    fields = {
        "country": chance.choice(COUNTRIES),
        "status": chance.choice(STATES),
        "founded": chance.randint(1800, 2026),
        "notes": language.text(chance, 20),
    }
    return Entity(
        EntityId(new_id()), kind.workspace_id, kind.id, title, fields, 1, "bench", "bench", NOW, NOW
    )


def _relation(chance: random.Random, kind: EntityType, ids: list[str], number: int) -> Line:
    # A few records have very many relations, as a country or a publisher has.
    source = chance.choice(ids)
    target = ids[chance.randint(0, 20)] if number % 10 == 0 else chance.choice(ids)
    return (new_id(), kind.workspace_id, source, target, f"knows {number}", {}, "bench", None, NOW)


def _questions(
    records: Entities, chance: random.Random, language: Language, ids: list[str]
) -> dict[str, Callable[[], Awaitable[object]]]:
    def find(**asked: object) -> Awaitable[object]:
        return records.find(HERE, Query(**asked))  # pyright: ignore[reportArgumentType]

    def low() -> int:
        return chance.randint(1800, 2020)

    return {
        "newest": lambda: find(type_slug="organisation"),
        "filter": lambda: find(
            type_slug="organisation",
            where=[{"field": "country", "op": "eq", "value": chance.choice(COUNTRIES)}],
        ),
        "filter and sort": lambda: find(
            type_slug="organisation",
            where=[
                {"field": "status", "op": "eq", "value": chance.choice(STATES)},
                {"field": "founded", "op": "gt", "value": low()},
            ],
            sort=("-founded",),
        ),
        "search one word": lambda: find(query=language.text(chance, 1)),
        "search two words": lambda: find(query=language.text(chance, 2)),
        "search two words and filter": lambda: find(
            query=language.text(chance, 2),
            type_slug="organisation",
            where=[{"field": "country", "op": "eq", "value": chance.choice(COUNTRIES)}],
        ),
        "graph of one": lambda: records.around(HERE, chance.choice(ids)),
        "graph of one, two steps": lambda: records.around(HERE, chance.choice(ids), depth=2),
        "graph of one with thousands": lambda: records.around(HERE, ids[chance.randint(0, 20)], depth=2),
    }
