"""Conversations and messages in the database. Every function asks for the workspace."""

from datetime import datetime
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from proofroom.kernel.blocks import AnyBlock
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConversationId, MessageId, PersonId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import plain, say
from proofroom.runtime.types import Asker, Conversation, StoredMessage
from proofroom.store.prepared import Prepared
from proofroom.store.tables.runtime import conversations, messages
from proofroom.store.upsert import insert_for

ROUND = 1_000
"""Positions a round may fill in its turn: the model's message first, the tools' results behind it."""

_PLACE = ("conversation_id", "turn", "position")


async def add_conversation(
    connection: AsyncConnection, conversation: Conversation, next_turn: int = 1
) -> None:
    """Write a new conversation."""
    values = {name: getattr(conversation, name) for name in Conversation.__dataclass_fields__}
    del values["active_run_id"], values["context_tokens"]
    await connection.execute(conversations.insert().values(**values, next_turn=next_turn))


async def get_conversation(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    *,
    also_deleted: bool = False,
    to_change: bool = False,
) -> Conversation:
    """Return a conversation of the workspace; `to_change` keeps others off it until the transaction ends."""
    query = _all(workspace_id) if also_deleted else _visible(workspace_id)
    if to_change:
        query = query.with_for_update()
    row = (await connection.execute(query.where(conversations.c.id == conversation_id))).first()
    if row is None:
        raise NotFound(say("chat.no_conversation"))
    return _conversation(row)


async def own_conversation(
    connection: AsyncConnection, asker: Asker, conversation_id: ConversationId, *, to_change: bool = False
) -> Conversation:
    """Return a conversation that this person or key began; to others it does not exist."""
    conversation = await get_conversation(
        connection, asker.workspace_id, conversation_id, to_change=to_change
    )
    if (conversation.person_id, conversation.api_key_id) != (asker.person_id, asker.api_key_id):
        raise NotFound(say("chat.no_conversation"))
    return conversation


async def list_conversations(
    connection: AsyncConnection, asker: Asker, scope: str | None, limit: int
) -> list[Conversation]:
    """Return a person's or key's conversations, newest first."""
    query = _visible(asker.workspace_id).where(
        conversations.c.person_id == asker.person_id, conversations.c.api_key_id == asker.api_key_id
    )
    if scope is not None:
        query = query.where(conversations.c.scope == scope)
    rows = await connection.execute(query.order_by(conversations.c.updated_at.desc()).limit(limit))
    return [_conversation(row) for row in rows]


async def change_conversation(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    **values: Any,
) -> None:
    """Set columns of a conversation."""
    done = await connection.execute(
        conversations.update().where(*_one(workspace_id, conversation_id)).values(**values)
    )
    if done.rowcount == 0:
        raise NotFound(say("chat.no_conversation"))


async def adopt_conversations(
    connection: AsyncConnection, workspace_id: WorkspaceId, person_id: PersonId
) -> None:
    """Make a person the owner of the conversations that belong to nobody."""
    nobodys = (conversations.c.person_id.is_(None), conversations.c.api_key_id.is_(None))
    await connection.execute(
        conversations.update()
        .where(conversations.c.workspace_id == workspace_id, *nobodys)
        .values(person_id=person_id)
    )


async def take_turn(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    now: datetime,
    **changes: Any,
) -> int:
    """Give out the next turn number of a conversation, with other changes of it."""
    taken = await connection.execute(
        conversations.update()
        .where(*_one(workspace_id, conversation_id))
        .values(next_turn=conversations.c.next_turn + 1, updated_at=now, **changes)
        .returning(conversations.c.next_turn)
    )
    row = taken.first()
    if row is None:
        raise NotFound(say("chat.no_conversation"))
    return int(row[0]) - 1


async def occupy(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    run_id: RunId,
    instead_of: RunId | None,
) -> bool:
    """Make a run the conversation's only active one, if `instead_of` still is (compare and set)."""
    active = conversations.c.active_run_id
    done = await connection.execute(
        conversations.update()
        .where(
            *_one(workspace_id, conversation_id),
            active.is_(None) if instead_of is None else active == instead_of,
        )
        .values(active_run_id=run_id)
    )
    return done.rowcount == 1


async def release(
    connection: AsyncConnection, workspace_id: WorkspaceId, conversation_id: ConversationId, run_id: RunId
) -> None:
    """Free the conversation, if this run still holds it."""
    await connection.execute(
        conversations.update()
        .where(
            *_one(workspace_id, conversation_id),
            conversations.c.active_run_id == run_id,
        )
        .values(active_run_id=None)
    )


async def release_if_idle(
    connection: AsyncConnection, workspace_id: WorkspaceId, conversation_id: ConversationId, run_id: RunId
) -> bool:
    """Free the conversation, if this run still holds it and no message waits."""
    held = _one(workspace_id, conversation_id)
    if connection.dialect.name == "postgresql":  # else a message that is just being kept could be overlooked
        await connection.execute(sa.select(conversations.c.id).where(*held).with_for_update())
    waiting = sa.exists().where(*_said_in(workspace_id, conversation_id), messages.c.state == "queued")
    done = await connection.execute(
        conversations.update()
        .where(*held, conversations.c.active_run_id == run_id, ~waiting)
        .values(active_run_id=None)
    )
    return done.rowcount == 1


async def busy_conversations(connection: AsyncConnection) -> list[tuple[WorkspaceId, ConversationId, RunId]]:
    """Return every conversation that a run holds, of all workspaces (the studio's own housekeeping)."""
    columns = (conversations.c.workspace_id, conversations.c.id, conversations.c.active_run_id)
    rows = await connection.execute(sa.select(*columns).where(conversations.c.active_run_id.is_not(None)))
    return [(WorkspaceId(row[0]), ConversationId(row[1]), RunId(row[2])) for row in rows]


async def idle_conversations(connection: AsyncConnection) -> list[tuple[WorkspaceId, ConversationId]]:
    """Return, in all workspaces, which conversations have a message that waits though nothing goes on."""
    waiting = sa.select(messages.c.conversation_id).where(messages.c.state == "queued")
    query = sa.select(conversations.c.workspace_id, conversations.c.id).where(
        conversations.c.active_run_id.is_(None),
        conversations.c.deleted_at.is_(None),
        conversations.c.id.in_(waiting),
    )
    return [(WorkspaceId(row[0]), ConversationId(row[1])) for row in await connection.execute(query)]


async def put_message(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    message: StoredMessage,
) -> None:
    """Write a message; a repeated step replaces what it wrote before at the same place."""
    values = {name: getattr(message, name) for name in StoredMessage.__dataclass_fields__}
    values["blocks"] = msgspec.to_builtins(message.blocks, enc_hook=plain)
    values |= {"workspace_id": workspace_id, "conversation_id": conversation_id}
    await _put_message(connection.dialect.name).execute(connection, values)


@cache
def _put_message(dialect: str) -> Prepared:
    insert = insert_for(dialect, messages)
    changed = {
        column.name: insert.excluded[column.name] for column in messages.c if column.name not in _PLACE
    }
    is_own = messages.c.workspace_id == insert.excluded.workspace_id
    put = insert.on_conflict_do_update(index_elements=_PLACE, set_=changed, where=is_own)
    return Prepared(put, messages.c.keys())


async def list_messages(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    before_turn: int | None = None,
) -> list[StoredMessage]:
    """Return the messages in order; with `before_turn`, only earlier turns and that turn's request."""
    query = sa.select(messages).where(*_said_in(workspace_id, conversation_id))
    if before_turn is not None:
        request = sa.and_(messages.c.turn == before_turn, messages.c.position == 0)
        query = query.where(sa.or_(messages.c.turn < before_turn, request))
    rows = await connection.execute(query.order_by(messages.c.turn, messages.c.position))
    return [_message(row) for row in rows]


async def find_message(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    message_id: MessageId,
) -> StoredMessage | None:
    """Return one message of a conversation, if it is there."""
    query = sa.select(messages).where(*_said_in(workspace_id, conversation_id), messages.c.id == message_id)
    row = (await connection.execute(query)).first()
    return _message(row) if row else None


async def beside_message(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    message_id: MessageId,
) -> tuple[bool, bool, bool]:
    """Tell whether a message is there, whether its id is taken elsewhere, and whether another one waits."""
    here = sa.and_(*_said_in(workspace_id, conversation_id))
    query = sa.select(messages.c.id, messages.c.conversation_id == conversation_id).where(
        sa.or_(messages.c.id == message_id, sa.and_(here, messages.c.state == "queued"))
    )
    rows = (await connection.execute(query)).all()
    found = [bool(row[1]) for row in rows if row[0] == message_id]
    return any(found), found == [False], any(row[0] != message_id for row in rows)


async def run_of_message(
    connection: AsyncConnection, workspace_id: WorkspaceId, message_id: MessageId
) -> RunId | None:
    """Return the run that a message belongs to."""
    query = sa.select(messages.c.run_id).where(
        messages.c.workspace_id == workspace_id, messages.c.id == message_id
    )
    return await connection.scalar(query)


async def next_queued(
    connection: AsyncConnection, workspace_id: WorkspaceId, conversation_id: ConversationId
) -> StoredMessage | None:
    """Return the oldest message that was typed ahead."""
    query = (
        sa.select(messages)
        .where(*_said_in(workspace_id, conversation_id), messages.c.state == "queued")
        .order_by(messages.c.turn)
        .limit(1)
    )
    row = (await connection.execute(query)).first()
    return _message(row) if row else None


async def mark_sent(connection: AsyncConnection, workspace_id: WorkspaceId, message_id: MessageId) -> None:
    """Say that a queued message's turn has begun."""
    await connection.execute(
        messages.update()
        .where(messages.c.workspace_id == workspace_id, messages.c.id == message_id)
        .values(state="sent")
    )


async def remove_queued(
    connection: AsyncConnection, workspace_id: WorkspaceId, conversation_id: ConversationId, message_id: str
) -> bool:
    """Take back a message that was typed ahead and has not begun."""
    done = await connection.execute(
        messages.delete().where(
            *_said_in(workspace_id, conversation_id),
            messages.c.id == message_id,
            messages.c.state == "queued",
        )
    )
    return done.rowcount == 1


async def last_turn(
    connection: AsyncConnection, workspace_id: WorkspaceId, conversation_id: ConversationId
) -> int:
    """Return the number of the newest turn, also of one typed ahead."""
    query = sa.select(sa.func.max(messages.c.turn)).where(*_said_in(workspace_id, conversation_id))
    return await connection.scalar(query) or 0


async def cut_turn(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    turn: int,
    position: int,
    run_id: RunId,
) -> None:
    """Remove the messages of a turn from a position on, and name the run that goes on with it."""
    here = (*_said_in(workspace_id, conversation_id), messages.c.turn == turn)
    await connection.execute(messages.delete().where(*here, messages.c.position >= max(position, 1)))
    await connection.execute(messages.update().where(*here, messages.c.position == 0).values(run_id=run_id))


async def copy_turns(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    source: ConversationId,
    target: ConversationId,
    before_turn: int,
) -> None:
    """Copy the turns before one into another conversation."""
    query = sa.select(messages).where(
        messages.c.workspace_id == workspace_id,
        messages.c.conversation_id == source,
        messages.c.turn < before_turn,
    )
    rows = [
        {**row, "id": new_id(), "conversation_id": target}
        for row in (await connection.execute(query)).mappings()
    ]
    if rows:
        await connection.execute(messages.insert(), rows)


def _one(workspace_id: WorkspaceId, conversation_id: ConversationId) -> tuple[sa.ColumnElement[bool], ...]:
    return conversations.c.workspace_id == workspace_id, conversations.c.id == conversation_id


def _said_in(
    workspace_id: WorkspaceId, conversation_id: ConversationId
) -> tuple[sa.ColumnElement[bool], ...]:
    return messages.c.workspace_id == workspace_id, messages.c.conversation_id == conversation_id


def _all(workspace_id: WorkspaceId) -> sa.Select[Any]:
    return sa.select(conversations).where(conversations.c.workspace_id == workspace_id)


def _visible(workspace_id: WorkspaceId) -> sa.Select[Any]:
    return _all(workspace_id).where(conversations.c.deleted_at.is_(None))


def _conversation(row: Any) -> Conversation:
    return Conversation(
        id=row.id,
        workspace_id=row.workspace_id,
        project_id=row.project_id,
        person_id=row.person_id,
        api_key_id=row.api_key_id,
        scope=row.scope,
        agent=row.agent,
        model=row.model,
        title=row.title,
        active_run_id=row.active_run_id,
        context_tokens=row.context_tokens,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _message(row: Any) -> StoredMessage:
    return StoredMessage(
        id=row.id,
        turn=row.turn,
        position=row.position,
        run_id=row.run_id,
        role=row.role,
        state=row.state,
        blocks=msgspec.convert(row.blocks, list[AnyBlock]),
        meta=row.meta,
        created_at=row.created_at,
        tokens=row.tokens,
    )
