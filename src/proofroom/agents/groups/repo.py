"""Who takes part in conversations of several, in the database."""

from collections.abc import Sequence

import sqlalchemy as sa

from proofroom.agents.groups.types import GroupMember
from proofroom.kernel.ids import ConversationId, PersonId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.agents import group_members

_MEMBERS = Mapped(group_members, GroupMember, beside=("name",))


async def add_members(connection: Connection, members: Sequence[GroupMember]) -> None:
    """Write who takes part."""
    await _MEMBERS.insert_many(connection, members)


async def remove_members(
    connection: Connection, workspace_id: WorkspaceId, conversation_id: ConversationId
) -> None:
    """Let nobody take part, before who does is written anew."""
    await _MEMBERS.delete(connection, workspace_id=workspace_id, conversation_id=conversation_id)


async def members_of(
    connection: Connection, workspace_id: WorkspaceId, conversation_id: ConversationId
) -> list[GroupMember]:
    """Return who takes part, in their order."""
    which = given(workspace_id=workspace_id, conversation_id=conversation_id)
    order = (group_members.c.position, group_members.c.member)
    return await _MEMBERS.list(connection, order_by=order, **which)


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
    whose = {"workspace_id": workspace_id, "conversation_id": conversation_id}
    is_earlier = group_members.c.seen_turn < turn
    await _MEMBERS.update(
        connection, {"seen_turn": turn}, is_earlier, kind="person", member=person_id, **whose
    )
