"""The statements of every turn on conversations and messages, each compiled once."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import orjson
import sqlalchemy as sa

from proofroom.kernel.blocks import decode_blocks
from proofroom.kernel.ids import ConversationId, WorkspaceId
from proofroom.runtime.types import Conversation, StoredMessage
from proofroom.store.core import AsyncConnection
from proofroom.store.prepared import Later, Prepared
from proofroom.store.remembered import stamp
from proofroom.store.tables.runtime import WAITS, conversations, messages
from proofroom.store.upsert import insert_for

TAKES_TURN = "takes turn"

_PLACE = ("conversation_id", "turn", "position")
CONVERSATION = [conversations.c[name] for name in Conversation.__dataclass_fields__]
MESSAGE = [messages.c[name] for name in StoredMessage.__dataclass_fields__]
BLOCKS = list(StoredMessage.__dataclass_fields__).index("blocks")
META = list(StoredMessage.__dataclass_fields__).index("meta")
BEGIN = Prepared(sa.insert(conversations), (*Conversation.__dataclass_fields__, "next_turn"))
_AS_TEXT = [sa.cast(each, sa.Text) if isinstance(each.type, sa.JSON) else each for each in MESSAGE]
_SAID_HERE = (
    messages.c.workspace_id == sa.bindparam("b_workspace"),
    messages.c.conversation_id == sa.bindparam("b_id"),
)
BESIDE = Prepared(
    sa.select(messages.c.id, messages.c.conversation_id).where(
        sa.or_(
            messages.c.id == sa.bindparam("b_message"),
            sa.and_(*_SAID_HERE, WAITS),
        )
    )
)
HOLD = Prepared(
    sa.select(conversations.c.id)
    .where(
        conversations.c.workspace_id == sa.bindparam("b_workspace"),
        conversations.c.id == sa.bindparam("b_id"),
    )
    .with_for_update()
)
_WAITS = sa.exists().where(*_SAID_HERE, WAITS)


def all_in(workspace_id: WorkspaceId | sa.BindParameter[str]) -> sa.Select[Any]:
    """Return the query of all conversations of a workspace."""
    return sa.select(*CONVERSATION).where(conversations.c.workspace_id == workspace_id)


def visible_in(workspace_id: WorkspaceId | sa.BindParameter[str]) -> sa.Select[Any]:
    """Return the query of those that nobody has deleted."""
    return all_in(workspace_id).where(conversations.c.deleted_at.is_(None))


@cache
def get_one(also_deleted: bool, to_change: bool) -> Prepared:
    """Return what reads one conversation."""
    found = sa.bindparam("b_workspace", type_=sa.String)
    query = (all_in(found) if also_deleted else visible_in(found)).where(
        conversations.c.id == sa.bindparam("b_id")
    )
    return Prepared(query.with_for_update() if to_change else query)


@cache
def post_to(dialect: str) -> Prepared:
    """Return what reads one conversation to say something in it, with how the remembered tables stand.

    On SQLite also whether the message is there, whether its id is taken elsewhere, and whether another one
    waits. On PostgreSQL that is to be asked once nobody else holds the conversation.
    """
    query = visible_in(sa.bindparam("b_workspace", type_=sa.String))
    query = query.add_columns(stamp, conversations.c.next_turn)
    query = query.where(conversations.c.id == sa.bindparam("b_id"))
    if dialect == "postgresql":
        return Prepared(query.with_for_update(of=conversations))
    is_it = messages.c.id == sa.bindparam("b_message")
    is_here = messages.c.conversation_id == sa.bindparam("b_id")
    return Prepared(
        query.add_columns(sa.exists().where(is_it, is_here), sa.exists().where(is_it, ~is_here), _WAITS)
    )


@cache
def free_one(with_context: bool) -> Prepared:
    """Return what frees a conversation in which no message waits, and notes how full its window is.

    It tells who holds the conversation then, and whether a message waits.
    """
    active = conversations.c.active_run_id
    freed = sa.case((sa.and_(active == sa.bindparam("b_run"), ~_WAITS), sa.null()), else_=active)
    free = conversations.update().where(
        conversations.c.workspace_id == sa.bindparam("b_workspace"),
        conversations.c.id == sa.bindparam("b_id"),
    )
    if with_context:
        free = free.values(context_tokens=sa.bindparam("b_context"))
    return Prepared(free.values(active_run_id=freed).returning(active, _WAITS))


@cache
def change_one(names: tuple[str, ...]) -> Prepared:
    """Return what sets these columns of a conversation, and returns the number of its next turn."""
    change = conversations.update().where(
        conversations.c.workspace_id == sa.bindparam("b_workspace"),
        conversations.c.id == sa.bindparam("b_id"),
    )
    if TAKES_TURN in names:
        change = change.values(next_turn=conversations.c.next_turn + 1)
    columns = [name for name in names if name != TAKES_TURN]
    return Prepared(change.returning(conversations.c.next_turn), columns)


SAID = Prepared(
    sa.select(*_AS_TEXT).where(*_SAID_HERE).order_by(messages.c.turn, messages.c.position),
)
"""Reads all messages of a conversation; blocks and what else is known of them come as text."""


@cache
def said_before() -> Prepared:
    """Return what reads the messages up to the request of a turn, after those that are known already.

    If a turn was taken up again since they were read, all messages come. The last column tells.
    """
    reopened = (
        sa.select(conversations.c.reopened)
        .where(conversations.c.id == sa.bindparam("b_id"))
        .scalar_subquery()
    )
    is_known = reopened == sa.bindparam("b_reopened", type_=sa.Integer)
    known = sa.case((is_known, sa.bindparam("b_known", type_=sa.Integer)), else_=-1)
    last = sa.bindparam("b_turn", type_=sa.Integer)
    request = sa.and_(messages.c.turn == last, messages.c.position == 0)
    return Prepared(
        sa.select(*_AS_TEXT, reopened)
        .where(*_SAID_HERE, messages.c.turn > known, sa.or_(messages.c.turn < last, request))
        .order_by(messages.c.turn, messages.c.position)
    )


@cache
def put_one(dialect: str) -> Prepared:
    """Return what writes a message, in the place of one that was there."""
    insert = insert_for(dialect, messages)
    changed = {
        column.name: insert.excluded[column.name] for column in messages.c if column.name not in _PLACE
    }
    is_own = messages.c.workspace_id == insert.excluded.workspace_id
    put = insert.on_conflict_do_update(index_elements=_PLACE, set_=changed, where=is_own)
    return Prepared(put, messages.c.keys())


async def messages_before(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    turn: int,
    known: tuple[int, int],
) -> tuple[list[StoredMessage], int]:
    """Return earlier turns and a turn's request, and how often turns were taken up again.

    `known` is which turn is the last one known and how often that was then: earlier ones come only if it
    has happened since.
    """
    values = _before(workspace_id, conversation_id, turn, known)
    return read_before(await said_before().execute(connection, values))


async def ask_before(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    turn: int,
    known: tuple[int, int],
) -> Later:
    """Ask for the same, to be read when it is answered."""
    return await said_before().execute_later(connection, _before(workspace_id, conversation_id, turn, known))


def _before(
    workspace_id: WorkspaceId, conversation_id: ConversationId, turn: int, known: tuple[int, int]
) -> dict[str, Any]:
    place = {"b_workspace": workspace_id, "b_id": conversation_id, "b_turn": turn}
    return {**place, "b_known": known[0], "b_reopened": known[1]}


def read_before(rows: Sequence[Sequence[Any]]) -> tuple[list[StoredMessage], int]:
    """Return the messages, and how often turns were taken up again."""
    return [from_text(row[:-1]) for row in rows], int(rows[-1][-1]) if rows else 0


def from_text(row: Sequence[Any]) -> StoredMessage:
    """Return a message whose blocks and what else is known of it were read as text."""
    values = list(row)
    values[BLOCKS], values[META] = decode_blocks(values[BLOCKS]), orjson.loads(values[META])
    return StoredMessage(*values)
