"""Conversations and messages in the database. Every function asks for the workspace."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from proofroom.kernel.blocks import AnyBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConversationId, MessageId, PersonId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import plain, say
from proofroom.runtime.hot.repo import (
    BEGIN,
    BESIDE,
    BLOCKS,
    CONVERSATION,
    HOLD,
    MESSAGE,
    SAID,
    TAKES_TURN,
    change_one,
    free_one,
    from_text,
    get_one,
    post_to,
    put_one,
    visible_in,
)
from proofroom.runtime.types import Asker, Conversation, StoredMessage
from proofroom.store.core import AsyncConnection
from proofroom.store.prepared import Later
from proofroom.store.tables.runtime import WAITS, conversations, messages

ROUND = 1_000
"""Positions a round may fill in its turn: the model's message first, the tools' results behind it."""


async def add_conversation(
    connection: AsyncConnection, conversation: Conversation, next_turn: int = 1
) -> None:
    """Write a new conversation."""
    values = {name: getattr(conversation, name) for name in Conversation.__dataclass_fields__}
    begun = {"active_run_id": None, "context_tokens": 0, "next_turn": next_turn}
    await BEGIN.execute(connection, values | begun)


async def get_conversation(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    *,
    also_deleted: bool = False,
    to_change: bool = False,
) -> Conversation:
    """Return a conversation of the workspace; `to_change` keeps others off it until the transaction ends."""
    values = {"b_workspace": workspace_id, "b_id": conversation_id}
    rows = await get_one(also_deleted, to_change).execute(connection, values)
    if not rows:
        raise NotFound(say("chat.no_conversation"))
    return Conversation(*rows[0])


async def own_conversation(
    connection: AsyncConnection, asker: Asker, conversation_id: ConversationId, *, to_change: bool = False
) -> Conversation:
    """Return a conversation that this person or key began; to others it does not exist."""
    conversation = await get_conversation(
        connection, asker.workspace_id, conversation_id, to_change=to_change
    )
    return _own(conversation, asker)


async def list_conversations(
    connection: AsyncConnection, asker: Asker, scope: str | None, limit: int
) -> list[Conversation]:
    """Return a person's or key's conversations, newest first."""
    query = visible_in(asker.workspace_id).where(
        conversations.c.person_id == asker.person_id, conversations.c.api_key_id == asker.api_key_id
    )
    if scope is not None:
        query = query.where(conversations.c.scope == scope)
    rows = await connection.execute(query.order_by(conversations.c.updated_at.desc()).limit(limit))
    return [Conversation(*row) for row in rows]


async def change_conversation(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    **values: Any,
) -> None:
    """Set columns of a conversation."""
    place = {"b_workspace": workspace_id, "b_id": conversation_id}
    if not await change_one(tuple(values)).execute(connection, {**place, **values}):
        raise NotFound(say("chat.no_conversation"))


async def note_context(
    connection: AsyncConnection, workspace_id: WorkspaceId, conversation_id: ConversationId, tokens: int
) -> None:
    """Note how full the window of a conversation is, if it is there still."""
    values = {"b_workspace": workspace_id, "b_id": conversation_id, "context_tokens": tokens}
    await change_one(("context_tokens",)).execute_later(connection, values)


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
) -> int:
    """Give out the next turn number of a conversation."""
    values = {"b_workspace": workspace_id, "b_id": conversation_id, "updated_at": now}
    rows = await change_one((TAKES_TURN, "updated_at")).execute(connection, values)
    if not rows:
        raise NotFound(say("chat.no_conversation"))
    return int(rows[0][0]) - 1


async def take_known_turn(
    connection: AsyncConnection, conversation: Conversation, now: datetime, changes: dict[str, Any]
) -> None:
    """Do the same for a conversation whose next turn is known, as it is kept from others; change it too."""
    place = {"b_workspace": conversation.workspace_id, "b_id": conversation.id}
    take = change_one((TAKES_TURN, "updated_at", *changes))
    await take.execute_later(connection, {**place, "updated_at": now, **changes})


async def occupy(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    run_id: RunId,
    instead_of: RunId | None,
    *,
    reopens: bool = False,
) -> bool:
    """Make a run the conversation's only active one, if `instead_of` still is (compare and set).

    `reopens` is for a run that takes up a turn again which others may remember as it was.
    """
    active = conversations.c.active_run_id
    done = await connection.execute(
        conversations.update()
        .where(
            *_one(workspace_id, conversation_id),
            active.is_(None) if instead_of is None else active == instead_of,
        )
        .values(active_run_id=run_id, reopened=conversations.c.reopened + int(reopens))
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
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    run_id: RunId,
    context_tokens: int | None = None,
) -> Later:
    """Free the conversation, if this run still holds it and no message waits; note how full its window is.

    The answer tells who holds it then, and whether a message waits.
    """
    values: dict[str, Any] = {"b_workspace": workspace_id, "b_id": conversation_id, "b_run": run_id}
    if connection.dialect.name == "postgresql":  # else a message that is just being kept could be overlooked
        await HOLD.execute_later(connection, values)
    if context_tokens is not None:
        values["b_context"] = context_tokens
    return await free_one(context_tokens is not None).execute_later(connection, values)


async def busy_conversations(connection: AsyncConnection) -> list[tuple[WorkspaceId, ConversationId, RunId]]:
    """Return every conversation that a run holds, of all workspaces (the studio's own housekeeping)."""
    columns = (conversations.c.workspace_id, conversations.c.id, conversations.c.active_run_id)
    rows = await connection.execute(sa.select(*columns).where(conversations.c.active_run_id.is_not(None)))
    return [(WorkspaceId(row[0]), ConversationId(row[1]), RunId(row[2])) for row in rows]


async def idle_conversations(connection: AsyncConnection) -> list[tuple[WorkspaceId, ConversationId]]:
    """Return, in all workspaces, which conversations have a message that waits though nothing goes on."""
    waiting = sa.select(messages.c.conversation_id).where(WAITS)
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
    await put_one(connection.dialect.name).execute(connection, values)


async def list_messages(
    connection: AsyncConnection, workspace_id: WorkspaceId, conversation_id: ConversationId
) -> list[StoredMessage]:
    """Return the messages of a conversation in order."""
    rows = await SAID.execute(connection, {"b_workspace": workspace_id, "b_id": conversation_id})
    return [from_text(row) for row in rows]


async def find_message(
    connection: AsyncConnection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    message_id: MessageId,
) -> StoredMessage | None:
    """Return one message of a conversation, if it is there."""
    query = sa.select(*MESSAGE).where(*_said_in(workspace_id, conversation_id), messages.c.id == message_id)
    row = (await connection.execute(query)).first()
    return _message(row) if row else None


@dataclass(frozen=True, slots=True)
class MessagePlace:
    """Where a message is to go: the conversation, what is there already, how the remembered tables stand."""

    conversation: Conversation
    stamp: int
    turn: int
    """The number of its next turn."""
    is_here: bool
    is_taken: bool
    """Its id is that of a message elsewhere."""
    others_wait: bool


async def place_for(
    connection: AsyncConnection, asker: Asker, conversation_id: ConversationId, message_id: MessageId
) -> MessagePlace:
    """Find the asker's own conversation for a message; others are kept off it until the transaction ends."""
    values = {"b_workspace": asker.workspace_id, "b_id": conversation_id, "b_message": message_id}
    dialect = connection.dialect.name
    found = await post_to(dialect).execute_later(connection, values)
    # A statement of its own on PostgreSQL: it sees what is there once nobody else holds the conversation.
    beside = await BESIDE.execute(connection, values) if dialect == "postgresql" else []
    if not found.rows:
        raise NotFound(say("chat.no_conversation"))
    row, width = found.rows[0], len(CONVERSATION)
    conversation, stamp, turn = _own(Conversation(*row[:width]), asker), int(row[width]), int(row[width + 1])
    if dialect == "postgresql":
        here = [each[1] == conversation_id for each in beside if each[0] == message_id]
        others = any(each[0] != message_id for each in beside)
        return MessagePlace(conversation, stamp, turn, any(here), here == [False], others)
    return MessagePlace(conversation, stamp, turn, *row[width + 2 :])


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
        sa.select(*MESSAGE)
        .where(*_said_in(workspace_id, conversation_id), WAITS)
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
            WAITS,
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


def _own(conversation: Conversation, asker: Asker) -> Conversation:
    if (conversation.person_id, conversation.api_key_id) != (asker.person_id, asker.api_key_id):
        raise NotFound(say("chat.no_conversation"))
    return conversation


def _said_in(
    workspace_id: WorkspaceId, conversation_id: ConversationId
) -> tuple[sa.ColumnElement[bool], ...]:
    return messages.c.workspace_id == workspace_id, messages.c.conversation_id == conversation_id


def _message(row: Sequence[Any]) -> StoredMessage:
    values = list(row)
    values[BLOCKS] = msgspec.convert(values[BLOCKS], list[AnyBlock])
    return StoredMessage(*values)
