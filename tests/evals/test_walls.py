"""No id of another workspace opens anything: every look-up of these rooms' repositories is walked."""

import inspect
import pkgutil
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import sqlalchemy as sa

from proofroom.agents.feedback.types import Pointer, WordFilter
from proofroom.entities.task import TaskFilter
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.search import Ranking
from proofroom.search.repo import Lookup
from proofroom.store import Database
from proofroom.store.tables import agents as agent_tables
from proofroom.store.tables import entities as tables
from proofroom.store.tables import evals as eval_tables
from proofroom.store.tables.runtime import conversations
from proofroom.store.types import metadata

TABLES = (tables, agent_tables, eval_tables)
ROOMS = ("agents", "entities", "evals")
MAKES = ("add_", "change_agent", "change_version")
"""These are given the whole row that they write."""
HERE, ELSEWHERE = WorkspaceId("here"), WorkspaceId("elsewhere")


def repositories() -> list[ModuleType]:
    """Return every module of these rooms that reads the database."""
    found: list[ModuleType] = []
    for room in ROOMS:
        package = import_module(f"proofroom.{room}")
        [folder] = [Path(place) for place in package.__path__]
        for one in pkgutil.walk_packages([str(folder)], f"proofroom.{room}."):
            if ".repo" in one.name:
                found.append(import_module(one.name))
    return found


def looks() -> dict[str, Callable[..., Any]]:
    """Return every function that looks something up in a workspace."""
    return {
        f"{module.__name__}.{name}": function
        for module in repositories()
        for name, function in inspect.getmembers(module, inspect.iscoroutinefunction)
        if function.__module__ == module.__name__
        and not name.startswith(MAKES)
        and list(inspect.signature(function).parameters)[:2] == ["connection", "workspace_id"]
    }


def test_there_are_looks_in_every_room() -> None:
    assert {name.split(".")[1] for name in looks()} == set(ROOMS)


async def test_what_belongs_to_another_workspace_is_not_there(sqlite_database: Database) -> None:
    async with sqlite_database.transaction() as connection:
        for table in ours():
            await connection.execute(table.insert().values(_row(table)))
    seen: dict[str, Any] = {}
    async with sqlite_database.transaction() as connection:
        for name, function in looks().items():
            try:
                found = await function(connection, ELSEWHERE, *_arguments(function))
            except NotFound:
                found = None
            # What is written there must not have been: a look changes nothing, a change reaches nobody.
            if not _is_nothing(found):
                seen[name] = found
        kept = [
            (await connection.execute(sa.select(sa.func.count()).select_from(table))).scalar_one()
            for table in ours()
        ]
    assert seen == {}
    assert set(kept) == {1}


def ours() -> list[sa.Table]:
    """Return the tables of these rooms, and the conversations that some of their rows belong to."""
    return [
        table
        for table in metadata.sorted_tables
        if table is conversations
        or (any(table in vars(module).values() for module in TABLES) and "workspace_id" in table.columns)
    ]


def _is_nothing(found: Any) -> bool:
    if isinstance(found, tuple):
        return all(_is_nothing(one) for one in found)
    return not found.found if isinstance(found, Ranking) else not found


def _row(table: sa.Table) -> dict[str, Any]:
    """Return a row whose every id is the same, so that all belong together."""
    made: dict[str, Any] = {}
    for column in table.columns:
        kind = str(column.type).partition("(")[0]
        if column.name == "workspace_id":
            made[column.name] = HERE
        elif column.nullable and not column.primary_key and column.name != "run_id":
            made[column.name] = None
        else:
            made[column.name] = _VALUES.get(kind, "same")
    return made


_VALUES: dict[str, Any] = {
    "INTEGER": 1,
    "BIGINT": 1,
    "BOOLEAN": False,
    "DOUBLE": 0.5,
    "JSON": {},
    "DATETIME": datetime(2026, 1, 1, tzinfo=UTC),
}


def _arguments(function: Callable[..., Any]) -> list[Any]:
    """Return the id that is there for all that a look needs."""
    given: list[Any] = []
    for one in list(inspect.signature(function).parameters.values())[2:]:
        if one.default is not inspect.Parameter.empty or one.kind is inspect.Parameter.KEYWORD_ONLY:
            break
        kind = str(one.annotation)
        known = next((value for sign, value in _GIVEN if sign in kind), "same")
        given.append(known)
    return given


_GIVEN: tuple[tuple[str, Any], ...] = (
    ("EntityType", []),
    ("Lookup", Lookup("same")),
    ("TaskFilter", TaskFilter()),
    ("WordFilter", WordFilter()),
    ("Pointer", Pointer("run", "same")),
    ("int", 1),
    ("datetime", datetime(2026, 1, 1, tzinfo=UTC)),
    ("Sequence", ["same"]),
    ("list", ["same"]),
    ("Iterable", ["same"]),
)
