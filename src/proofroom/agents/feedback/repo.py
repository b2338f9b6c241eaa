"""Feedback in the database."""

from dataclasses import asdict, fields

import sqlalchemy as sa

from proofroom.agents.feedback.types import Pointer, Word, WordFilter
from proofroom.kernel.ids import PersonId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.agents import feedback
from proofroom.store.upsert import insert_or

_SAME = ["workspace_id", "person_id", "kind", "subject_id"]


async def put(connection: Connection, word: Word) -> Word:
    """Write a word, or change the one this person said before; return it as it stands."""
    changed = {
        "rating": word.rating,
        "comment": word.comment,
        "updated_at": word.updated_at,
        "status": "open",
    }
    statement = (
        insert_or(connection, feedback)
        .values(**asdict(word))
        .on_conflict_do_update(index_elements=_SAME, set_=changed)
        .returning(*feedback.c)
    )
    return Word(**(await connection.execute(statement)).mappings().one())


async def put_noticed(connection: Connection, word: Word) -> Word:
    """Write what nobody said but was noticed; noticed again it is open again."""
    changed = {
        "comment": word.comment,
        "run_id": word.run_id,
        "agent_version": word.agent_version,
        "context": word.context,
        "is_outside": word.is_outside,
        "updated_at": word.updated_at,
        "status": "open",
    }
    statement = (
        insert_or(connection, feedback)
        .values(**asdict(word))
        .on_conflict_do_update(index_elements=["id"], set_=changed)
        .returning(*feedback.c)
    )
    return Word(**(await connection.execute(statement)).mappings().one())


async def get(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId, pointer: Pointer
) -> Word | None:
    """Return a person's word on something, if they said one."""
    query = sa.select(feedback).where(*_one(workspace_id, person_id, pointer))
    row = (await connection.execute(query)).mappings().one_or_none()
    return Word(**row) if row else None


async def remove(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId, pointer: Pointer
) -> bool:
    """Take a person's word back; False if there was none."""
    done = await connection.execute(feedback.delete().where(*_one(workspace_id, person_id, pointer)))
    return done.rowcount == 1


def _one(
    workspace_id: WorkspaceId, person_id: PersonId, pointer: Pointer
) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        feedback.c.workspace_id == workspace_id,
        feedback.c.person_id == person_id,
        feedback.c.kind == pointer.kind,
        feedback.c.subject_id == pointer.id,
    )


async def find(
    connection: Connection, workspace_id: WorkspaceId, which: WordFilter, limit: int
) -> list[Word]:
    """Return words, newest first."""
    query = sa.select(feedback).where(feedback.c.workspace_id == workspace_id)
    for each in fields(which):
        value = getattr(which, each.name)
        if value is not None:
            query = query.where(feedback.c[each.name] == value)
    rows = await connection.execute(query.order_by(feedback.c.created_at.desc()).limit(limit))
    return [Word(**row) for row in rows.mappings()]


async def by_id(connection: Connection, workspace_id: WorkspaceId, word_id: str) -> Word | None:
    """Return a word by its id."""
    query = sa.select(feedback).where(feedback.c.workspace_id == workspace_id, feedback.c.id == word_id)
    row = (await connection.execute(query)).mappings().one_or_none()
    return Word(**row) if row else None


async def set_status(connection: Connection, word: Word, status: str) -> None:
    """Write what came of a word."""
    await connection.execute(
        feedback.update()
        .where(feedback.c.workspace_id == word.workspace_id, feedback.c.id == word.id)
        .values(status=status)
    )
