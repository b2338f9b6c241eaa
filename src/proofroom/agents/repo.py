"""Agents and their versions in the database."""

import json
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from proofroom.agents.diff import digest
from proofroom.agents.stored import old_clock, read_stored, without_old_clock
from proofroom.agents.types import Agent, AgentRecord, AgentVersion
from proofroom.durable.types import ENDED
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import AgentId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.access import audit_log
from proofroom.store.tables.agents import agent_versions, agents
from proofroom.store.tables.connections import connections
from proofroom.store.tables.durable import runs
from proofroom.store.tables.entities import entities
from proofroom.store.upsert import insert_if_absent


def _dump(record: AgentRecord) -> dict[str, Any]:
    return record.model_dump(mode="json")


def _read(record: Any) -> AgentRecord:
    return read_stored("agent", record).record


_VERSIONS = Mapped(agent_versions, AgentVersion, record=(_dump, _read))


async def add_agent(connection: Connection, agent: Agent) -> bool:
    """Write a new agent; False if its slug is taken."""
    return await insert_if_absent(
        connection,
        agents,
        {
            "id": agent.id,
            "workspace_id": agent.workspace_id,
            "slug": agent.record.slug,
            "is_system": agent.is_system,
            "version": agent.version,
            "record": _dump(agent.record),
            "created_at": agent.created_at,
            "updated_at": agent.updated_at,
        },
    )


async def add_version(
    connection: Connection, workspace_id: WorkspaceId, agent_id: AgentId, version: AgentVersion
) -> None:
    """Write a snapshot."""
    whose = {"workspace_id": workspace_id, "agent_id": agent_id}
    await _VERSIONS.insert(connection, version, id=new_id(), sha256=digest(version.record), **whose)


async def next_number(connection: Connection, workspace_id: WorkspaceId, agent_id: AgentId) -> int:
    """Return the number of the next version; candidates have theirs too."""
    mine = (agent_versions.c.workspace_id == workspace_id, agent_versions.c.agent_id == agent_id)
    query = sa.select(sa.func.max(agent_versions.c.version)).where(*mine)
    last = (await connection.execute(query)).scalar_one()
    if last is None:
        raise NotFound(say("agents.none_called", name=agent_id))
    return int(last) + 1


async def change_version(
    connection: Connection, workspace_id: WorkspaceId, agent_id: AgentId, version: AgentVersion
) -> None:
    """Write what became of a candidate: it went live, or was withdrawn."""
    which = {"workspace_id": workspace_id, "agent_id": agent_id, "version": version.version}
    await _VERSIONS.update(connection, {"source": version.source, "live_at": version.live_at}, **which)


async def change_agent(
    connection: Connection,
    workspace_id: WorkspaceId,
    agent_id: AgentId,
    record: AgentRecord,
    *,
    expected: int,
    version: int,
    at: datetime,
) -> bool:
    """Write the next version, if the agent is still at the expected one (compare and set)."""
    done = await connection.execute(
        agents.update()
        .where(agents.c.workspace_id == workspace_id, agents.c.id == agent_id, agents.c.version == expected)
        .values(record=_dump(record), version=version, updated_at=at)
    )
    return done.rowcount == 1


async def mark_deleted(
    connection: Connection, workspace_id: WorkspaceId, agent_id: AgentId, slug: str, at: datetime
) -> None:
    """Delete an agent; its versions stay readable and its slug becomes free."""
    await connection.execute(
        agents.update()
        .where(agents.c.workspace_id == workspace_id, agents.c.id == agent_id)
        .values(deleted_at=at, slug=_freed(slug, agent_id))
    )


async def get_agent(connection: Connection, workspace_id: WorkspaceId, slug: str) -> Agent:
    """Return an agent by its slug; one that was deleted is not there."""
    query = sa.select(agents).where(
        agents.c.workspace_id == workspace_id, agents.c.slug == slug, agents.c.deleted_at.is_(None)
    )
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("agents.none_called", name=slug))
    return _agent(row)


async def get_last_agent(connection: Connection, workspace_id: WorkspaceId, slug: str) -> Agent:
    """Return the agent with a slug, or the last one that had it: its versions stay readable."""
    is_it = sa.or_(agents.c.slug == slug, agents.c.slug.startswith(_freed(slug, ""), autoescape=True))
    query = (
        sa.select(agents)
        .where(agents.c.workspace_id == workspace_id, is_it)
        .order_by(agents.c.deleted_at.is_not(None), agents.c.deleted_at.desc())
    )
    row = (await connection.execute(query.limit(1))).mappings().first()
    if row is None:
        raise NotFound(say("agents.none_called", name=slug))
    return _agent(row)


def _freed(slug: str, agent_id: str) -> str:
    return f"{slug[:40]}~{agent_id}"


async def list_agents(connection: Connection, workspace_id: WorkspaceId) -> list[Agent]:
    """Return the agents of a workspace, system agents first."""
    query = (
        sa.select(agents)
        .where(agents.c.workspace_id == workspace_id, agents.c.deleted_at.is_(None))
        .order_by(agents.c.is_system.desc(), agents.c.slug)
    )
    return [_agent(row) for row in (await connection.execute(query)).mappings()]


async def slugs(connection: Connection, workspace_id: WorkspaceId) -> set[str]:
    """Return the slugs that are taken, by removed agents too."""
    query = sa.select(agents.c.slug).where(agents.c.workspace_id == workspace_id)
    return set((await connection.execute(query)).scalars())


async def older_clocks(
    connection: Connection, workspace_id: WorkspaceId
) -> list[tuple[AgentId, str, bool, str | None]]:
    """Return agents whose stored configuration says when they work, as older ones did."""
    query = sa.select(agents.c.id, agents.c.slug, agents.c.record).where(
        agents.c.workspace_id == workspace_id, agents.c.deleted_at.is_(None)
    )
    rows = (await connection.execute(query)).all()
    return [(row.id, row.slug, *clock) for row in rows if (clock := old_clock(row.record)) is not None]


async def forget_clock(connection: Connection, workspace_id: WorkspaceId, agent_id: AgentId) -> None:
    """Take out of an agent's stored configuration when it works."""
    mine = (agents.c.workspace_id == workspace_id, agents.c.id == agent_id)
    record = (await connection.execute(sa.select(agents.c.record).where(*mine))).scalar_one_or_none()
    if record is not None:
        await connection.execute(agents.update().where(*mine).values(record=without_old_clock(record)))


async def list_versions(
    connection: Connection, workspace_id: WorkspaceId, agent_id: AgentId
) -> list[AgentVersion]:
    """Return every version, newest first."""
    newest, whose = agent_versions.c.version.desc(), given(workspace_id=workspace_id, agent_id=agent_id)
    return await _VERSIONS.list(connection, order_by=newest, **whose)


async def get_version(
    connection: Connection, workspace_id: WorkspaceId, agent_id: AgentId, version: int
) -> AgentVersion:
    """Return one version."""
    which = {"workspace_id": workspace_id, "agent_id": agent_id, "version": version}
    return await _VERSIONS.get(connection, say("agents.no_version", version=version), **which)


def _agent(row: sa.RowMapping) -> Agent:
    found = read_stored(row["slug"].partition("~")[0], row["record"])
    return Agent(
        id=row["id"],
        workspace_id=row["workspace_id"],
        record=found.record,
        version=row["version"],
        is_system=row["is_system"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        is_deleted=row["deleted_at"] is not None,
        notices=found.notices,
    )


async def filling_in(
    connection: Connection, workspace_id: WorkspaceId, entity_id: str, workflow: str
) -> list[tuple[RunId, dict[str, Any]]]:
    """Return the runs that fill in fields of a record now, each with what it was given.

    Whoever asks holds the record until the end of the transaction, so that two who ask at once begin one run.
    """
    held = sa.select(entities.c.id).where(entities.c.workspace_id == workspace_id, entities.c.id == entity_id)
    await connection.execute(held.with_for_update())
    query = sa.select(runs.c.id, runs.c.input).where(
        runs.c.workspace_id == workspace_id,
        runs.c.workflow == workflow,
        runs.c.status.not_in(ENDED),
        runs.c.input.contains(entity_id),
    )
    return [(row.id, json.loads(row.input)) for row in await connection.execute(query.order_by(runs.c.id))]


async def filled_before(
    connection: Connection, workspace_id: WorkspaceId, entity_id: str, workflow: str, limit: int = 10
) -> list[dict[str, Any]]:
    """Return the ended runs that filled in fields of a record, newest first, as the audit log knows them."""
    told = sa.and_(
        audit_log.c.workspace_id == workspace_id,
        audit_log.c.target_kind == "entity",
        audit_log.c.target_id == entity_id,
        audit_log.c.run_id == runs.c.id,
    )
    query = (
        sa.select(runs.c.id, runs.c.agent, runs.c.ended_at, runs.c.result)
        .join(audit_log, told)
        .where(runs.c.workspace_id == workspace_id, runs.c.workflow == workflow, runs.c.status == "completed")
        .order_by(runs.c.id.desc())
        .limit(limit)
    )
    found = (await connection.execute(query)).mappings()
    return [{**row, "result": json.loads(row["result"] or "{}")} for row in found]


async def has_connection(connection: Connection, workspace_id: WorkspaceId, connection_id: str) -> bool:
    """Tell whether a workspace has a connection."""
    mine = sa.and_(connections.c.workspace_id == workspace_id, connections.c.id == connection_id)
    return (await connection.execute(sa.select(connections.c.id).where(mine))).first() is not None
