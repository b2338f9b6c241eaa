"""The agents of a workspace: list, make, change, roll back, switch off, delete."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from proofroom.access import Principal
from proofroom.access.audit import Audit, Named
from proofroom.access.roles import check_role_grant
from proofroom.agents import repo
from proofroom.agents.diff import compare, digest
from proofroom.agents.system import PRIMARY
from proofroom.agents.types import Agent, AgentRecord, AgentVersion, FieldChange, VersionSource
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus
from proofroom.kernel.ids import AgentId, RunId, WorkspaceId, new_id
from proofroom.kernel.scope import Scope
from proofroom.kernel.strings import say
from proofroom.runtime import WORKFLOW, AgentProfile, Limits
from proofroom.runtime.types import Delegate
from proofroom.store import Connection, Database
from proofroom.tools import ToolWish

FindDefault = Callable[[WorkspaceId], Awaitable[str | None]]
"""Returns the agent that a workspace wants to talk to first, if it has said one."""


Gate = Callable[[Principal, AgentRecord], Awaitable[None]]
"""Refuses a record that must not go live."""


async def _no_default(_workspace_id: WorkspaceId) -> str | None:
    return None


class Roster:
    """All agents, in every workspace."""

    def __init__(self, database: Database, clock: Clock, find_default: FindDefault = _no_default) -> None:
        self._database, self._clock, self._find_default = database, clock, find_default
        self._audit = Audit(database, clock)
        self._defaults: dict[str, AgentRecord] = {}
        self._gate: Gate | None = None

    def add_gate(self, gate: Gate) -> None:
        """Say what a record must pass before it goes live, where its agent wants that."""
        self._gate = gate

    async def backfill(self, workspace_id: WorkspaceId, records: Iterable[AgentRecord]) -> None:
        """Add system agents that are missing; those that are there stay as people left them."""
        known = list(records)
        self._defaults |= {record.slug: record for record in known}
        async with self._database.reading(quick=True) as connection:
            there = await repo.slugs(connection, workspace_id)
        missing = [record for record in known if record.slug not in there]
        if not missing:
            return
        async with self._database.transaction() as connection:
            for record in missing:
                await self._add(connection, workspace_id, record, source="seed", is_system=True)

    async def take_clocks(self, workspace_id: WorkspaceId) -> list[tuple[str, bool, str | None]]:
        """Return agents that say in their configuration when they work, and take it out of there."""
        async with self._database.reading() as connection:
            found = await repo.older_clocks(connection, workspace_id)
        if found:
            async with self._database.transaction() as connection:
                for agent_id, *_ in found:
                    await repo.forget_clock(connection, workspace_id, agent_id)
        return [(slug, enabled, schedule) for _, slug, enabled, schedule in found]

    async def newer_default(self, workspace_id: WorkspaceId, slug: str) -> list[FieldChange]:
        """Return where the studio's own version of an agent has changed since this one was made."""
        agent, default = await self.get(workspace_id, slug), self._defaults.get(slug)
        if default is None or not agent.is_system:
            return []
        async with self._database.reading() as connection:
            first = await repo.get_version(connection, workspace_id, agent.id, 1)
        moved = {change.field for change in compare(first.record, default)}
        return [change for change in compare(agent.record, default) if change.field in moved]

    async def take_default(self, principal: Principal, slug: str, fields: list[str]) -> Agent:
        """Take fields of the studio's own version over."""
        agent = await self.get(principal.workspace_id, slug)
        offered = {one.field: one.after for one in await self.newer_default(principal.workspace_id, slug)}
        unknown = sorted(set(fields) - set(offered))
        if unknown:
            raise InvalidInput(say("agents.no_default", field=unknown[0]))
        value = agent.record.model_dump(mode="json", by_alias=True)
        for field in fields:
            *path, last = field.split(".")
            inner: dict[str, Any] = value
            for part in path:
                inner = inner.setdefault(part, {}) or {}
            inner[last] = offered[field]
        changes = read_record(value).model_dump()
        return await self.change(
            principal, slug, changes, expected=agent.version, note=str(say("agents.default_note"))
        )

    async def all(self, workspace_id: WorkspaceId) -> list[Agent]:
        """Return the agents of a workspace."""
        found = await self._database.remembered(
            ("agents", workspace_id),
            ("agents",),
            lambda connection: repo.list_agents(connection, workspace_id),
        )
        return list(found)

    async def get(self, workspace_id: WorkspaceId, slug: str) -> Agent:
        """Return one agent."""
        async with self._database.reading() as connection:
            return await repo.get_agent(connection, workspace_id, slug)

    async def profile(self, workspace_id: WorkspaceId, slug: str, version: int | None) -> AgentProfile:
        """Return an agent as a run uses it, pinned to a version if one is given."""
        agent = await self._database.remembered(
            ("agent", workspace_id, slug),
            ("agents",),
            lambda connection: repo.get_agent(connection, workspace_id, slug),
        )
        if not agent.record.enabled:
            raise InvalidStatus(say("agents.switched_off", name=agent.record.name))
        if version is None or version == agent.version:
            return profile_of(agent.record, agent.version)
        async with self._database.reading() as connection:
            pinned = await repo.get_version(connection, workspace_id, agent.id, version)
        return profile_of(pinned.record, version)

    async def slug_for(self, workspace_id: WorkspaceId, scope: Scope | None, slug: str | None) -> str:
        """Return the agent to talk to: the named one, or the first of the scope."""
        if slug is not None:
            return (await self.profile(workspace_id, slug, None)).slug
        first = await self._find_default(workspace_id) if scope == "workspace" else None
        found = [one.record for one in await self.all(workspace_id) if one.record.enabled]
        for record in sorted(found, key=lambda one: (one.slug != first, one.slug != PRIMARY)):
            if record.scope == scope:
                return record.slug
        raise InvalidInput(say("agents.no_scope", scope=scope), suggestion=say("kernel.plugins.next"))

    async def target(self, workspace_id: WorkspaceId, slug: str) -> Delegate:
        """Return an agent that a task can be handed to."""
        agent = await self.get(workspace_id, slug)
        if agent.record.connection_id is not None:
            raise InvalidStatus(say("agents.outside", name=agent.record.name))
        found = await self.profile(workspace_id, slug, None)
        return Delegate(found.slug, found.name, found.version, found.scope, WORKFLOW)

    async def create(self, principal: Principal, record: AgentRecord) -> Agent:
        """Make an agent."""
        async with self._database.transaction() as connection:
            await self._check_chart(connection, principal.workspace_id, record)
            await _check_connection(connection, principal, record)
            if record.role_id is not None:
                await check_role_grant(connection, principal, record.role_id)
            made = await self._add(
                connection, principal.workspace_id, record, source="create", principal=principal
            )
            if not made:
                raise Conflict(say("agents.taken", slug=record.slug))
            await self._audit.change(connection, principal, "agent.create", None, record, _named)
            return await repo.get_agent(connection, principal.workspace_id, record.slug)

    async def change(
        self,
        principal: Principal,
        slug: str,
        changes: dict[str, Any],
        *,
        expected: int | None = None,
        note: str = "",
        source: VersionSource = "update",
        rolled_back_to: int | None = None,
        run_id: RunId | None = None,
        candidate: AgentVersion | None = None,
    ) -> Agent:
        """Change fields of an agent; a change that changes nothing makes no version.

        A candidate goes live under the number that it was tried under.
        """
        if candidate is None:
            await self._pass_gate(principal, slug, changes)
        async with self._database.transaction() as connection:
            agent = await repo.get_agent(connection, principal.workspace_id, slug)
            if expected is not None and expected != agent.version:
                raise Conflict(
                    say(
                        "agents.newer_version",
                        name=agent.record.name,
                        version=agent.version,
                        expected=expected,
                    )
                )
            record = changed_record(agent.record, changes)
            if digest(record) == digest(agent.record):
                return agent
            await self.check_change(connection, principal, agent, record)
            now, mine = self._clock.now(), (principal.workspace_id, agent.id)
            number = candidate.version if candidate else await repo.next_number(connection, *mine)
            if not await repo.change_agent(
                connection, *mine, record, expected=agent.version, version=number, at=now
            ):
                raise Conflict(say("agents.meanwhile", name=agent.record.name))
            if candidate is not None:
                await repo.change_version(connection, *mine, replace(candidate, live_at=now))
            else:
                by = (note, rolled_back_to, principal.person_id, run_id)
                await repo.add_version(connection, *mine, AgentVersion(number, record, source, now, now, *by))
            action = "agent.roll_back" if source == "rollback" else "agent.change"
            await self._audit.change(
                connection, principal, action, agent.record, record, _named, run_id=run_id
            )
            return await repo.get_agent(connection, principal.workspace_id, slug)

    async def check_change(
        self, connection: Connection, principal: Principal, agent: Agent, record: AgentRecord
    ) -> None:
        """Refuse a record that an agent must not have.

        That is: none left on, a circle, a connection that is not there, a role above whoever asks.
        """
        _check_switch(agent, record)
        if agent.record.enabled and not record.enabled:
            others = await repo.list_agents(connection, principal.workspace_id)
            if not any(one.record.enabled and one.id != agent.id for one in others):
                raise InvalidStatus(say("agents.last_one", name=agent.record.name))
        await self._check_chart(connection, principal.workspace_id, record)
        if record.connection_id != agent.record.connection_id:
            await _check_connection(connection, principal, record)
        if record.role_id is not None and record.role_id != agent.record.role_id:
            await check_role_grant(connection, principal, record.role_id)

    async def _pass_gate(self, principal: Principal, slug: str, changes: dict[str, Any]) -> None:
        """Try a draft before it is written: what its gates do takes longer than a transaction may."""
        before = (await self.get(principal.workspace_id, slug)).record
        record = changed_record(before, changes)
        is_other = digest(record) != digest(before)
        if self._gate is not None and is_other and record.config.auto_gate and record.enabled:
            await self._gate(principal, record)

    async def roll_back(self, principal: Principal, slug: str, version: int) -> Agent:
        """Make an old version the newest: a new version with the old content."""
        async with self._database.reading() as connection:
            agent = await repo.get_agent(connection, principal.workspace_id, slug)
            old = await repo.get_version(connection, principal.workspace_id, agent.id, version)
        if old.live_at is None:
            raise InvalidStatus(say("agents.never_live", version=version))
        changes = old.record.model_dump()
        return await self.change(
            principal, slug, changes, expected=agent.version, source="rollback", rolled_back_to=version
        )

    async def delete(self, principal: Principal, slug: str) -> None:
        """Delete an agent; its runs and versions stay readable."""
        async with self._database.transaction() as connection:
            agent = await repo.get_agent(connection, principal.workspace_id, slug)
            if agent.is_system:
                raise InvalidStatus(say("agents.builtin", name=agent.record.name))
            await repo.mark_deleted(connection, principal.workspace_id, agent.id, slug, self._clock.now())
            await self._audit.change(connection, principal, "agent.delete", agent.record, None, _named)

    async def versions(self, workspace_id: WorkspaceId, slug: str) -> list[AgentVersion]:
        """Return every version of an agent, newest first."""
        async with self._database.reading() as connection:
            agent = await repo.get_last_agent(connection, workspace_id, slug)
            return await repo.list_versions(connection, workspace_id, agent.id)

    async def version(self, workspace_id: WorkspaceId, slug: str, version: int) -> AgentVersion:
        """Return one version of an agent."""
        async with self._database.reading() as connection:
            agent = await repo.get_agent(connection, workspace_id, slug)
            return await repo.get_version(connection, workspace_id, agent.id, version)

    async def diff(self, workspace_id: WorkspaceId, slug: str, before: int, after: int) -> list[FieldChange]:
        """Return what differs between two versions."""
        async with self._database.reading() as connection:
            agent = await repo.get_last_agent(connection, workspace_id, slug)
            old = await repo.get_version(connection, workspace_id, agent.id, before)
            new = await repo.get_version(connection, workspace_id, agent.id, after)
        return compare(old.record, new.record)

    async def _add(
        self,
        connection: Connection,
        workspace_id: WorkspaceId,
        record: AgentRecord,
        *,
        source: VersionSource,
        is_system: bool = False,
        principal: Principal | None = None,
    ) -> bool:
        now = self._clock.now()
        agent = Agent(AgentId(new_id()), workspace_id, record, 1, is_system, now, now)
        if not await repo.add_agent(connection, agent):
            return False
        person_id = principal.person_id if principal else None
        version = AgentVersion(1, record, source, now, now, person_id=person_id)
        await repo.add_version(connection, workspace_id, agent.id, version)
        return True

    async def _check_chart(
        self, connection: Connection, workspace_id: WorkspaceId, record: AgentRecord
    ) -> None:
        """Refuse a superior that does not exist, and a circle of superiors."""
        above, last, seen = record.reports_to, record, {record.slug}
        while above is not None:
            if above in seen:
                raise InvalidInput(say("agents.reports_to_itself", name=record.name, above=last.name))
            seen.add(above)
            last = (await repo.get_agent(connection, workspace_id, above)).record
            above = last.reports_to


async def _check_connection(connection: Connection, principal: Principal, record: AgentRecord) -> None:
    used = record.connection_id
    if used is not None and not await repo.has_connection(connection, principal.workspace_id, used):
        raise InvalidInput(say("agents.no_connection", name=record.name))


def _named(record: AgentRecord) -> Named:
    return "agent", record.slug, record.name


def changed_record(record: AgentRecord, changes: dict[str, Any]) -> AgentRecord:
    """Return a record with some fields changed; its slug stays."""
    return read_record(record.model_dump() | {key: one for key, one in changes.items() if key != "slug"})


def read_record(value: dict[str, Any]) -> AgentRecord:
    """Return a record that somebody wrote, or say which field of it is wrong."""
    try:
        return AgentRecord.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InvalidInput(say("api.field_problem", field=place, problem=first["msg"])) from None


def _check_switch(agent: Agent, record: AgentRecord) -> None:
    if agent.record.slug == PRIMARY and not record.enabled:
        raise InvalidStatus(say("agents.must_stay", name=agent.record.name))


def profile_of(record: AgentRecord, version: int) -> AgentProfile:
    """Return a record as a run uses it."""
    config = record.config
    return AgentProfile(
        slug=record.slug,
        name=record.name,
        version=version,
        instructions=record.system_prompt,
        scope=record.scope,
        tools=ToolWish(
            _groups(config.tool_groups), frozenset(config.custom_tools), frozenset(config.denied_tools)
        ),
        model=record.model,
        fallback_models=config.fallback_models,
        limits=Limits(
            max_rounds=config.limits.max_rounds,
            result_cap=config.limits.result_cap,
            max_output_tokens=config.limits.max_output_tokens,
            history_turns=config.limits.history_turns,
            session_minutes=config.limits.session_minutes,
            elide_heavy=config.limits.elide_heavy,
            history_tokens=config.limits.history_tokens,
            research_tokens=config.limits.research_tokens,
        ),
        temperature=config.temperature,
        suggestions=config.suggestions,
        role=record.role_id,
        skills=config.skills,
        is_external=record.connection_id is not None,
    )


BRINGS = {"entity": "documents", "admin": "views"}
"""Groups that bring another along."""


def _groups(named: tuple[str, ...]) -> frozenset[str]:
    return frozenset({*named, *(BRINGS[one] for one in named if one in BRINGS)})
