"""Records at size: 100,000 with 300,000 relations, on SQLite and on PostgreSQL."""

import random
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import proofroom.store.tables  # pyright: ignore[reportUnusedImport]  # noqa: F401  (fills the metadata)
from bench.databases import Processor, look_after, on_both
from bench.measure import Row
from bench.searching import Language
from proofroom.access.audit import Audit
from proofroom.entities.checks import Checks
from proofroom.entities.records import Entities
from proofroom.entities.repo import records as repo
from proofroom.entities.types import Entity, EntityId, EntityType, FieldDef, Query, TypeDef, TypeId
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.settings import Settings
from proofroom.store import Database, open_database
from proofroom.store.tables.entities import entities, entity_relations, entity_types
from proofroom.store.types import metadata

RECORDS, RELATIONS, ASKED, BATCH = 100_000, 300_000, 200, 1_000
TRIES = 3
"""How often each question is asked; the quickest answer counts, so that a busy machine is not measured."""
HERE = WorkspaceId("bench")
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


def measure() -> list[Row]:
    """Measure on both databases."""
    return on_both(_measured)


async def _measured(settings: Settings, name: str) -> list[Row]:
    chance = random.Random(1)
    language = Language(chance)
    database = open_database(settings)
    async with database.transaction() as connection:
        await connection.run_sync(metadata.create_all)
    ids = await _fill(database, chance, language)
    look_after(settings)
    found = await ask_all(database, chance, language, ids, name)
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
        asked = [await _best(ask, chance, processor) for _ in range(ASKED)]
        for number, kind in enumerate(("", ", processor time")):
            spent = sorted(one[number] for one in asked)
            found.append(Row(f"records: {what}, {name}{kind}, p50", spent[ASKED // 2], "ms"))
            found.append(Row(f"records: {what}, {name}{kind}, p95", spent[int(ASKED * 0.95)], "ms", LIMIT_MS))
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


async def _fill(database: Database, chance: random.Random, language: Language) -> list[str]:
    kind = EntityType(TypeId(new_id()), HERE, KIND, 1, NOW, NOW)
    async with database.transaction() as connection:
        row = {"id": kind.id, "workspace_id": HERE, "slug": KIND.slug, "version": 1}
        row |= {"definition": KIND.model_dump(mode="json"), "created_at": NOW, "updated_at": NOW}
        await connection.execute(entity_types.insert().values(**row))
    ids: list[str] = []
    names = [column.name for column in entities.columns]
    for _ in range(0, RECORDS, BATCH):
        made = [_record(kind, chance, language) for _ in range(BATCH)]
        ids += [one.id for one in made]
        async with database.transaction() as connection:
            await connection.execute(
                entities.insert(), [{name: getattr(one, name) for name in names} for one in made]
            )
            await repo.index_many(connection, kind, made)
    for start in range(0, RELATIONS, BATCH):
        lines = [_relation(chance, ids, start + number) for number in range(BATCH)]
        async with database.transaction() as connection:
            await connection.execute(entity_relations.insert(), lines)
    return ids


def _record(kind: EntityType, chance: random.Random, language: Language) -> Entity:
    title = language.text(chance, 3)
    fields = {
        "country": chance.choice(COUNTRIES),
        "status": chance.choice(STATES),
        "founded": chance.randint(1800, 2026),
        "notes": language.text(chance, 20),
    }
    return Entity(EntityId(new_id()), HERE, kind.id, title, fields, 1, "bench", "bench", NOW, NOW)


def _relation(chance: random.Random, ids: list[str], number: int) -> dict[str, object]:
    # A few records have very many relations, as a country or a publisher has.
    source = chance.choice(ids)
    target = ids[chance.randint(0, 20)] if number % 10 == 0 else chance.choice(ids)
    line: dict[str, object] = {"id": new_id(), "workspace_id": HERE, "source_id": source, "target_id": target}
    line |= {"kind": f"knows {number}", "evidence": dict[str, str](), "created_by": "bench"}
    return line | {"created_at": NOW, "run_id": None}


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
