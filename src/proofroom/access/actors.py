"""Who is written down as having done something: somebody by name, with no rights.

An entry must be readable when the person or the key is gone, so that the name is read as it is now.
"""

from proofroom.access.principal import Principal
from proofroom.access.repo import keys, people
from proofroom.access.types import ActorKind
from proofroom.kernel.ids import ApiKeyId, PersonId, WorkspaceId
from proofroom.kernel.tool import ToolContext
from proofroom.store import Connection

_NO_RIGHTS: frozenset[str] = frozenset()


def principal_of(context: ToolContext) -> Principal:
    """Return who stands behind a tool call: a person, an agent that works by itself, or a key."""
    name, workspace_id = context.actor.name, context.workspace_id
    if context.person_id is not None:
        return person_actor(workspace_id, context.person_id, name).in_run(context.run_id)
    kind: ActorKind = "agent" if context.agent else "key"
    return Principal(
        kind,
        workspace_id,
        context.agent or name,
        _NO_RIGHTS,
        api_key_id=context.actor.api_key_id,
        only_project=context.actor.only_project,
        run_id=context.run_id,
    )


def studio_actor(workspace_id: WorkspaceId) -> Principal:
    """Return the studio itself as an actor."""
    return Principal("studio", workspace_id, "Proofroom", _NO_RIGHTS)


def person_actor(workspace_id: WorkspaceId, person_id: PersonId, name: str) -> Principal:
    """Return a person as an actor."""
    return Principal("person", workspace_id, name, _NO_RIGHTS, person_id=person_id)


async def find_actor(
    connection: Connection,
    workspace_id: WorkspaceId,
    person_id: PersonId | None = None,
    api_key_id: ApiKeyId | None = None,
    agent: str = "",
) -> Principal:
    """Return the person, else the key, else the agent or the studio as an actor."""
    if person_id is not None:
        return person_actor(workspace_id, person_id, await people.name_of(connection, person_id))
    if api_key_id is not None:
        key = await keys.find(connection, workspace_id, api_key_id)
        name = key.name if key else "API key"
        return Principal("key", workspace_id, name, _NO_RIGHTS, api_key_id=api_key_id)
    return Principal("agent", workspace_id, agent, _NO_RIGHTS) if agent else studio_actor(workspace_id)
