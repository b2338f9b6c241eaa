"""Feedback in the database."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from proofroom.agents.feedback.types import Pointer, Word, WordFilter
from proofroom.kernel.ids import PersonId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.agents import feedback
from proofroom.store.upsert import insert_or

_WORDS = Mapped(feedback, Word)
_SAID = ("rating", "comment", "updated_at")
_NOTICED = ("comment", "run_id", "agent_version", "context", "is_outside", "updated_at")


async def put(connection: Connection, word: Word) -> Word:
    """Write a word, or change the one this person said before; return it as it stands."""
    return await _put(connection, word, ("workspace_id", "person_id", "kind", "subject_id"), _SAID)


async def put_noticed(connection: Connection, word: Word) -> Word:
    """Write what nobody said but was noticed; noticed again it is open again."""
    return await _put(connection, word, ("id",), _NOTICED)


async def _put(connection: Connection, word: Word, same: Sequence[str], names: Sequence[str]) -> Word:
    values = _WORDS.values(word)
    changed = {"status": "open", **{name: values[name] for name in names}}
    statement = insert_or(connection, feedback).values(**values)
    statement = statement.on_conflict_do_update(index_elements=same, set_=changed)
    return _WORDS.read((await connection.execute(statement.returning(*_WORDS.columns))).one())


async def get(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId, pointer: Pointer
) -> Word | None:
    """Return a person's word on something, if they said one."""
    return await _WORDS.find(connection, **_one(workspace_id, person_id, pointer))


async def remove(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId, pointer: Pointer
) -> bool:
    """Take a person's word back; False if there was none."""
    return await _WORDS.delete(connection, **_one(workspace_id, person_id, pointer)) == 1


def _one(workspace_id: WorkspaceId, person_id: PersonId, pointer: Pointer) -> dict[str, Any]:
    whose = {"workspace_id": workspace_id, "person_id": person_id}
    return {**whose, "kind": pointer.kind, "subject_id": pointer.id}


async def find(
    connection: Connection, workspace_id: WorkspaceId, which: WordFilter, limit: int
) -> list[Word]:
    """Return words, newest first."""
    wanted = given(workspace_id=workspace_id, **asdict(which))
    return await _WORDS.list(connection, order_by=feedback.c.created_at.desc(), limit=limit, **wanted)


async def by_id(connection: Connection, workspace_id: WorkspaceId, word_id: str) -> Word | None:
    """Return a word by its id."""
    return await _WORDS.find(connection, workspace_id=workspace_id, id=word_id)


async def set_status(connection: Connection, word: Word, status: str) -> None:
    """Write what came of a word."""
    await _WORDS.update(connection, {"status": status}, workspace_id=word.workspace_id, id=word.id)
