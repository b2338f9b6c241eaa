"""Marked entries in the database."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa

from proofroom.content.origins.types import FORM, PROGRAM, STANDING, EntryOrigin
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped
from proofroom.store.tables.origins import entry_origins
from proofroom.store.upsert import insert_or

_ORIGINS = Mapped(entry_origins, EntryOrigin)
_KEYS = ["project_id", "model", "entry"]
_AT_ONCE = 500


async def put(connection: Connection, origins: Sequence[EntryOrigin], *, replaces: bool = False) -> None:
    """Mark entries; an older mark stays unless it is replaced."""
    for start in range(0, len(origins), _AT_ONCE):
        rows = [_ORIGINS.values(one) for one in origins[start : start + _AT_ONCE]]
        statement = insert_or(connection, entry_origins)
        if replaces:
            new = {name: statement.excluded[name] for name in ("origin", "branch_key", "run_id")}
            statement = statement.on_conflict_do_update(index_elements=_KEYS, set_=new)
        else:
            statement = statement.on_conflict_do_nothing(index_elements=_KEYS)
        await connection.execute(statement, rows)


async def forget(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    model: str,
    entry: str,
    *,
    but: Collection[str] = (),
    brought_by: str | None = None,
) -> None:
    """Take a mark away, unless it is of some origins, or a program's who wrote on another branch."""
    found = entry_origins.delete().where(
        _of(workspace_id, project_id), entry_origins.c.model == model, entry_origins.c.entry == entry
    )
    if but:
        found = found.where(entry_origins.c.origin.not_in(but))
    if brought_by is not None:
        is_its_own = entry_origins.c.branch_key == brought_by
        found = found.where(sa.or_(entry_origins.c.origin != PROGRAM, is_its_own))
    await connection.execute(found)


async def forget_branch(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, model: str, branch_key: str
) -> None:
    """Take away what a conversation's or run's branch marked of another room."""
    mine = _of(workspace_id, project_id)
    await _ORIGINS.delete(connection, mine, model=model, branch_key=branch_key)


async def forget_decided(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, branch_key: str
) -> None:
    """Take away what a program's branch marked of rooms and structure, when all of it is decided."""
    mine = (_of(workspace_id, project_id), entry_origins.c.model.startswith("@"))
    await _ORIGINS.delete(connection, *mine, origin=PROGRAM, branch_key=branch_key)


async def forget_all(connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId) -> None:
    """Take a project's marks away, except those of words that wait on a branch for somebody's decision."""
    decided = entry_origins.c.origin.in_((*STANDING, PROGRAM))
    await _ORIGINS.delete(connection, _of(workspace_id, project_id), decided)


async def of_project(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, limit: int | None = None
) -> list[EntryOrigin]:
    """Return the marked entries of a project."""
    order = (entry_origins.c.model, entry_origins.c.entry)
    return await _ORIGINS.list(connection, _of(workspace_id, project_id), order_by=order, limit=limit)


async def first_entry(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId
) -> EntryOrigin | None:
    """Return a marked entry of a project, whichever; None where only structure is marked, or nothing."""
    return await _ORIGINS.find(
        connection, _of(workspace_id, project_id), entry_origins.c.model.not_like("@%")
    )


async def count(connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId) -> int:
    """Return how many entries of a project are marked."""
    return await _ORIGINS.count(connection, _of(workspace_id, project_id))


async def named(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    names: Collection[str],
    *,
    also_everywhere: bool = False,
) -> list[EntryOrigin]:
    """Return marked entries that are among some names, and what every run of the project reads."""
    told, found = list(names), list[EntryOrigin]()
    for start in range(0, max(len(told), 1), _AT_ONCE):
        some = told[start : start + _AT_ONCE]
        meant = sa.or_(
            entry_origins.c.entry.in_(some),
            sa.and_(entry_origins.c.entry == "", entry_origins.c.model.in_(some)),
        )
        if also_everywhere:
            # What a program wrote may be merged by now: nothing kept it from that.
            is_there = sa.or_(entry_origins.c.branch_key == "", entry_origins.c.origin == PROGRAM)
            always = sa.and_(entry_origins.c.model.startswith("@"), is_there)
            meant = sa.or_(meant, always) if some else always
        found += await _ORIGINS.list(connection, _of(workspace_id, project_id), meant, limit=_AT_ONCE)
        if found:
            break
    return found


async def on_branch(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, branch_key: str
) -> bool:
    """Tell whether a branch has held words that nobody has accepted yet."""
    query = sa.select(sa.literal(1)).where(
        _of(workspace_id, project_id),
        entry_origins.c.branch_key == branch_key,
        entry_origins.c.origin.not_in((FORM, PROGRAM)),
    )
    return (await connection.execute(query.limit(1))).first() is not None


def _of(workspace_id: WorkspaceId, project_id: ProjectId) -> sa.ColumnElement[bool]:
    return sa.and_(entry_origins.c.workspace_id == workspace_id, entry_origins.c.project_id == project_id)
