"""No id of another workspace opens anything: every function of every room's repositories is walked.

The functions are found, not listed. One that asks for a workspace is called with another one's and with the
id that every row has; one that takes what was read before takes its workspace with it; every other is named
here with its reason, so that a new one fails until somebody has thought about it. `access` is walked beside
its own room (`tests/access/test_tenancy.py`), with real people, roles and keys.
"""

import dataclasses
import inspect
import pkgutil
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from importlib import import_module
from typing import Any

import sqlalchemy as sa
from pydantic import BaseModel
from sqlalchemy.exc import IntegrityError

import proofroom
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Database
from proofroom.store.prepared import Later
from proofroom.store.types import metadata

HERE, ELSEWHERE, SAME = WorkspaceId("here"), WorkspaceId("elsewhere"), "same"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def repositories() -> Iterable[types.ModuleType]:
    """Return every module that reads the database, but those of `access`."""
    for one in pkgutil.walk_packages(proofroom.__path__, "proofroom."):
        parts = one.name.split(".")
        if "repo" in parts and parts[1] != "access":
            yield import_module(one.name)


def functions() -> dict[str, Callable[..., Any]]:
    """Return their public functions by name."""
    return {
        f"{module.__name__.removeprefix('proofroom.')}.{name}": function
        for module in repositories()
        for name, function in inspect.getmembers(module, _is_awaited)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }


def _is_awaited(found: Any) -> bool:
    return inspect.iscoroutinefunction(found) or inspect.isasyncgenfunction(found)


FUNCTIONS = functions()
ASKING = {n: f for n, f in FUNCTIONS.items() if "workspace_id" in inspect.signature(f).parameters}


def brings_its_workspace(function: Callable[..., Any]) -> bool:
    """Tell whether something that a function takes says of which workspace it is."""
    hints = typing.get_type_hints(function)
    return any(_says_whose(hint) for name, hint in hints.items() if name != "return")


def _says_whose(hint: Any) -> bool:
    owners = (hint, *typing.get_args(hint))
    names = ({*getattr(one, "__annotations__", {}), *dir(one)} for one in owners)
    return any("workspace_id" in each for each in names)


ENGINE = "of a run that this process drives: its id comes from the engine's own lease"
DUE = "work done by the clock for every workspace, each row with its own"
TIDIES = "tidies the whole studio"
SETTLES = "of a budget that was found by the spender's workspace in the same transaction"
CATALOGUE = "models of providers are the studio's"
STUDIO_WIDE = {
    **dict.fromkeys(
        [
            *(f"durable.ownership.repo.{name}" for name in ("delete_run", "driving_workflow", "let_go")),
            *(f"durable.ownership.repo.{name}" for name in ("open_runs", "recoveries_of", "seize_run")),
            *(f"durable.ownership.repo.{name}" for name in ("stop_requests", "take_again", "take_run")),
            *("durable.ownership.repo.write_executor", "durable.ownership.repo.forget_executors"),
            *("durable.repo.known_steps", "durable.repo.step_outcome", "durable.steps.repo.insert_steps"),
        ],
        ENGINE,
    ),
    **dict.fromkeys(
        [
            *("agents.heartbeats.repo.due", "reviews.repo.overdue", "reviews.proposals.repo.find_open"),
            *("runtime.repo.busy_conversations", "runtime.repo.idle_conversations"),
        ],
        DUE,
    ),
    **dict.fromkeys(
        [
            *("durable.trimming.repo.count_old", "durable.trimming.repo.set_beginning"),
            *("durable.trimming.repo.trim_old", "media.repo.blobs_in_use", "media.repo.still_named"),
            *("media.repo.sweep_deleted", "wiring.retention.repo.budget_counts"),
            *("wiring.retention.repo.deleted_conversations", "wiring.retention.repo.usage"),
        ],
        TIDIES,
    ),
    **dict.fromkeys(
        [
            *(f"telemetry.budgets.repo.periods.{name}" for name in ("add_extra", "forget_notices", "hold")),
            *(f"telemetry.budgets.repo.periods.{name}" for name in ("give_back", "note", "read")),
            *(f"telemetry.budgets.repo.periods.release_{name}" for name in ("ended", "run", "step")),
        ],
        SETTLES,
    ),
    **dict.fromkeys(
        [f"providers.repo.{name}" for name in ("list_models", "refreshed_at", "replace_models")], CATALOGUE
    ),
    "connections.repo.count": "told to nobody: how many secrets a change of the key seals anew",
    "entities.repo.publications.add": "the row names its workspace",
    "reviews.links.repo.find_open": "by the digest of a secret",
    "search.repo.sql.ask": "a question whose parts name its workspace",
}


def test_every_function_asks_for_a_workspace_or_says_why_not() -> None:
    without = {n for n, f in FUNCTIONS.items() if n not in ASKING and not brings_its_workspace(f)}
    assert without == set(STUDIO_WIDE)
    assert len({name.partition(".")[0] for name in ASKING}) > 10, "every room is walked"


CHANGES: dict[str, dict[str, Any]] = {
    "connections.repo.update": {"values": {"name": "Stolen"}},
    "telemetry.budgets.repo.budgets.change": {"values": {"period": "day"}},
    "reviews.proposals.repo.change": {"title": "Stolen"},
    "reviews.repo.decide": {"status": "approved"},
    "runtime.repo.change_conversation": {"title": "Stolen"},
}
"""What functions write that are given columns."""
ADDS = {"agents.repo.add_version", "connections.repo.add_default", "reviews.proposals.repo.add_comment"}
"""These add a row to the workspace that they are given; it lands there and nowhere else."""
STANDARD = {"telemetry.budgets.repo.budgets.zone_of": "UTC"}
"""What is told of a workspace that has said nothing."""


async def test_what_belongs_to_another_workspace_is_neither_found_nor_changed(
    sqlite_database: Database,
) -> None:
    seen: dict[str, Any] = {}
    async with sqlite_database.transaction() as connection:
        # A row of each table will do, whatever its states may be.
        await connection.execute(sa.text("PRAGMA ignore_check_constraints = 1"))
        for table in metadata.sorted_tables:
            await connection.execute(table.insert().values(_row(table)))
        before, written = await _all(connection), await _written(connection)
        for name, function in ASKING.items():
            async with connection.begin_nested() as point:
                found = await _found(connection, name, function)
                if not _is_nothing(found) and found != STANDARD.get(name) and name not in ADDS:
                    seen[name] = found
                if (now := await _written(connection)) != written and await _all(connection) != before:
                    seen[name] = "changed"
                written = now
                await point.rollback()
    assert seen == {}


async def _found(connection: Any, name: str, function: Callable[..., Any]) -> Any:
    hints = typing.get_type_hints(function)
    given: dict[str, Any] = {}
    for each, one in list(inspect.signature(function).parameters.items())[1:]:
        if each == "workspace_id":
            given[each] = ELSEWHERE
        elif one.default is inspect.Parameter.empty and one.kind is not inspect.Parameter.VAR_KEYWORD:
            given[each] = value_of(hints[each])
    made = function(connection, **given | CHANGES.get(name, {}))
    try:
        found = [one async for one in made] if inspect.isasyncgen(made) else await made
        return await found.now() if isinstance(found, Later) else found
    except NotFound:
        return None
    except IntegrityError:
        return None if name in ADDS else "taken"


async def _written(connection: Any) -> int:
    """Return how many rows were ever written on the connection."""
    return (await connection.execute(sa.text("SELECT total_changes()"))).scalar_one()


async def _all(connection: Any) -> dict[str, list[str]]:
    """Return every row of every table that says whose it is, but those of the other workspace."""
    found: dict[str, list[str]] = {}
    for table in metadata.sorted_tables:
        if "workspace_id" in table.c:
            rows = await connection.execute(sa.select(table).where(table.c.workspace_id == HERE))
            found[table.name] = sorted(map(repr, rows))
    return found


def value_of(hint: Any) -> Any:
    """Return a value of a type that leads to the row that is there, and is of the other workspace."""
    hint = getattr(hint, "__value__", hint)
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, typing.NewType):
        return ELSEWHERE if hint is WorkspaceId else value_of(hint.__supertype__)
    if origin in (typing.Union, types.UnionType):
        return value_of(parts[0])
    if origin is typing.Literal:
        return parts[0]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {SAME: value_of(parts[1])}
    if isinstance(origin, type) and issubclass(origin, Iterable):
        many = [value_of(one) for one in (parts if origin is tuple else parts[:1]) if one is not Ellipsis]
        return origin(many) if origin in (tuple, set, frozenset) else many
    return _KNOWN[hint] if hint in _KNOWN else _made(hint)


def _made(hint: Any) -> Any:
    """Return an instance of a class, with what it cannot be without."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        needed = {n: f.annotation for n, f in hint.model_fields.items() if f.is_required()}
        return hint.model_construct(**{name: value_of(one) for name, one in needed.items()})
    if not (isinstance(hint, type) and dataclasses.is_dataclass(hint)):
        return {}
    hints = typing.get_type_hints(hint)
    has_none = (dataclasses.MISSING, dataclasses.MISSING)
    needed = [
        one for one in dataclasses.fields(hint) if one.init and (one.default, one.default_factory) == has_none
    ]
    return hint(**{one.name: value_of(hints[one.name]) for one in needed})


_KNOWN: dict[Any, Any] = {
    **{str: SAME, int: 1, float: 1.0, bool: False, datetime: NOW, date: NOW.date()},
    **{Any: SAME, object: SAME},
}


def _is_nothing(found: Any) -> bool:
    if isinstance(found, tuple):
        return all(map(_is_nothing, found))
    if isinstance(found, Mapping):
        return all(map(_is_nothing, found.values()))
    return not getattr(found, "found", found)


def _row(table: sa.Table) -> dict[str, Any]:
    """Return a row whose every id is the same, so that all belong together."""
    made: dict[str, Any] = {}
    for column in table.columns:
        kind = str(column.type).partition("(")[0]
        if column.name == "workspace_id" or (table.name == "workspaces" and column.name == "id"):
            made[column.name] = HERE
        elif column.nullable and not column.primary_key and column.name not in ("run_id", "project_id"):
            made[column.name] = None
        else:
            made[column.name] = _VALUES.get(kind, SAME)
    return made


_VALUES: dict[str, Any] = {
    "INTEGER": 1,
    "BIGINT": 1,
    "BOOLEAN": False,
    "DOUBLE": 0.5,
    "FLOAT": 0.5,
    "JSON": {},
    "DATETIME": NOW,
    "BLOB": b"same",
}
