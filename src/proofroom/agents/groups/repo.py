"""Who takes part in conversations of several, in the database."""

from collections.abc import Sequence

import sqlalchemy as sa

from proofroom.agents.groups.types import GroupMember
from proofroom.kernel.ids import ConversationId, PersonId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.agents import group_members

_COLUMNS = tuple(column.name for column in group_members.columns)


async def add_members(connection: Connection, members: Sequence[GroupMember]) -> None:
    """Write who takes part."""
    if members:
        rows = [{name: getattr(one, name) for name in _COLUMNS} for one in members]
        await connection.execute(group_members.insert(), rows)


async def remove_members(
    connection: Connection, workspace_id: WorkspaceId, conversation_id: ConversationId
) -> None:
    """Let nobody take part, before who does is written anew."""
    await connection.execute(group_members.delete().where(*_of(workspace_id, conversation_id)))


async def members_of(
    connection: Connection, workspace_id: WorkspaceId, conversation_id: ConversationId
) -> list[GroupMember]:
    """Return who takes part, in their order."""
    query = sa.select(group_members).where(*_of(workspace_id, conversation_id))
    rows = await connection.execute(query.order_by(group_members.c.position, group_members.c.member))
    return [GroupMember(**row) for row in rows.mappings()]


async def groups_of(
    connection: Connection, workspace_id: WorkspaceId, person_id: PersonId
) -> list[ConversationId]:
    """Return the conversations in which a person takes part."""
    query = sa.select(group_members.c.conversation_id).where(
        group_members.c.workspace_id == workspace_id,
        group_members.c.kind == "person",
        group_members.c.member == person_id,
    )
    return [ConversationId(one) for one in (await connection.execute(query)).scalars()]


async def mark_seen(
    connection: Connection,
    workspace_id: WorkspaceId,
    conversation_id: ConversationId,
    person_id: PersonId,
    turn: int,
) -> None:
    """Note how far a person has read."""
    await connection.execute(
        group_members.update()
        .where(
            *_of(workspace_id, conversation_id),
            group_members.c.kind == "person",
            group_members.c.member == person_id,
            group_members.c.seen_turn < turn,
        )
        .values(seen_turn=turn)
    )


def _of(workspace_id: WorkspaceId, conversation_id: ConversationId) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        group_members.c.workspace_id == workspace_id,
        group_members.c.conversation_id == conversation_id,
    )
