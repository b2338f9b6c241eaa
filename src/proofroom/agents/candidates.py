"""Candidates: versions of an agent that are tried against its cases before they go live, or never do."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.agents import repo
from proofroom.agents.diff import digest
from proofroom.agents.roster import Roster, changed_record
from proofroom.agents.types import Agent, AgentVersion
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

CandidateGate = Callable[[Principal, Agent, AgentVersion], Awaitable[None]]
"""Refuses a candidate that has not shown that it may go live."""


class Candidates:
    """The candidates of all agents."""

    def __init__(self, database: Database, clock: Clock, audit: Audit, roster: Roster) -> None:
        self._database, self._clock, self._audit, self._roster = database, clock, audit, roster
        self._gate: CandidateGate | None = None

    def add_gate(self, gate: CandidateGate) -> None:
        """Say what a candidate must have shown before it goes live."""
        self._gate = gate

    async def make(
        self, principal: Principal, slug: str, changes: dict[str, Any], *, expected: int | None, note: str
    ) -> AgentVersion:
        """Keep a changed agent as a version that nobody talks to yet."""
        async with self._database.transaction() as connection:
            agent = await repo.get_agent(connection, principal.workspace_id, slug)
            if expected is not None and expected != agent.version:
                asked = {"version": agent.version, "expected": expected}
                raise Conflict(say("agents.newer_version", name=agent.record.name, **asked))
            record = changed_record(agent.record, changes)
            if digest(record) == digest(agent.record):
                raise InvalidInput(say("agents.candidate_same", name=agent.record.name))
            await self._roster.check_change(connection, principal, agent, record)
            number = await repo.next_number(connection, principal.workspace_id, agent.id)
            now = self._clock.now()
            made = AgentVersion(number, record, "candidate", now, None, note, person_id=principal.person_id)
            await repo.add_version(connection, principal.workspace_id, agent.id, made)
            await self._record(connection, principal, "agent.candidate", agent, made)
        return made

    async def publish(self, principal: Principal, slug: str, version: int) -> Agent:
        """Let a candidate go live, if it has passed what it must and nobody changed the agent since."""
        async with self._database.reading() as connection:
            agent = await repo.get_agent(connection, principal.workspace_id, slug)
            made = await self._candidate(connection, agent, version)
            known = await repo.list_versions(connection, principal.workspace_id, agent.id)
        if any(one.live_at is not None and one.live_at > made.created_at for one in known):
            asked = {"name": agent.record.name, "version": version, "live": agent.version}
            raise Conflict(say("agents.candidate_old", **asked))
        if self._gate is not None:
            await self._gate(principal, agent, made)
        changes = made.record.model_dump()
        return await self._roster.change(principal, slug, changes, expected=agent.version, candidate=made)

    async def withdraw(self, principal: Principal, slug: str, version: int) -> None:
        """Put a candidate away; its trials stay readable and its number is not given again."""
        async with self._database.transaction() as connection:
            agent = await repo.get_agent(connection, principal.workspace_id, slug)
            made = await self._candidate(connection, agent, version)
            away = replace(made, source="withdrawn")
            await repo.change_version(connection, principal.workspace_id, agent.id, away)
            await self._record(connection, principal, "agent.withdraw", agent, made)

    async def _candidate(self, connection: Connection, agent: Agent, version: int) -> AgentVersion:
        found = await repo.get_version(connection, agent.workspace_id, agent.id, version)
        if found.source != "candidate" or found.live_at is not None:
            raise InvalidStatus(say("agents.no_candidate", version=version))
        return found

    async def _record(
        self, connection: Connection, principal: Principal, action: str, agent: Agent, made: AgentVersion
    ) -> None:
        about = ("agent", agent.record.slug, agent.record.name)
        await self._audit.record(connection, principal, action, about, before=agent.record, after=made.record)
