"""Memory: what people and agents have written down for all agents, or for one.

The same twice is one memory; what a newer one replaces stays readable. What a run wrote that had read text
from outside waits for a person.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit, Named
from proofroom.agents.memory import repo
from proofroom.agents.memory.types import ORDER, Memory, MemoryKind, MemoryTrust
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Database

__all__ = ["Memories", "Memory", "MemoryKind", "render_memories", "shown_memories"]

SHOWN, SHOWN_BYTES = 40, 6_144
"""How many memories agents read at most, and how much text."""
MOST = 1_000
LONGEST = 2_000
NEARLY = 0.85
"""Share of words from which on two memories say nearly the same."""


class Memories:
    """The memories of all workspaces."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit

    async def list(self, workspace_id: WorkspaceId, statuses: Sequence[str] = ()) -> list[Memory]:
        """Return memories, newest first."""
        async with self._database.reading() as connection:
            return await repo.find(connection, workspace_id, statuses)

    async def remember(
        self,
        workspace_id: WorkspaceId,
        kind: MemoryKind,
        content: str,
        by: Principal,
        *,
        agent: str | None = None,
        expires_in_days: int | None = None,
        supersedes: str | None = None,
        feedback_id: str | None = None,
        trust: MemoryTrust = "human",
        memory_id: str | None = None,
    ) -> Memory:
        """Write something down; what is known already is not written again. A program's words wait."""
        trust = "untrusted" if by.is_program else trust
        said = " ".join(content.split())
        if not 3 <= len(said) <= LONGEST:
            raise InvalidInput(say("agents.memory_length", most=LONGEST))
        now = self._clock.now()
        memory = Memory(
            id=memory_id or new_id(),
            workspace_id=workspace_id,
            agent=agent,
            kind=kind,
            content=said,
            sha256=_digest(said),
            status="proposed" if trust == "untrusted" else "active",
            superseded_by=None,
            feedback_id=feedback_id,
            trust=trust,
            created_by=by.name[:200],
            run_id=by.run_id,
            expires_at=now + timedelta(days=expires_in_days) if expires_in_days else None,
            last_used_at=None,
            use_count=0,
            created_at=now,
        )
        async with self._database.transaction() as connection:
            same = await repo.same(connection, workspace_id, kind, memory.sha256)
            known = next((one for one in same if _is_told_already(one, memory)), None)
            if known is not None:
                return known
            active = await repo.find(connection, workspace_id, ("active",), MOST + 1)
            if len(active) > MOST:
                raise InvalidInput(say("agents.corrections_full", most=MOST))
            near = next((one for one in active if _is_replaced(one, memory)), None)
            old = await repo.get(connection, workspace_id, supersedes) if supersedes else near
            if await repo.add(connection, memory):
                await self._audit.change(connection, by, "memory.add", None, memory, _named)
            if old is not None and memory.status == "active":
                gone = replace(old, status="superseded", superseded_by=memory.id)
                await repo.update(connection, gone)
                await self._audit.change(connection, by, "memory.supersede", old, gone, _named)
        return memory

    async def change(self, principal: Principal, memory_id: str, changes: dict[str, Any]) -> Memory:
        """Change what a memory says or whether it holds; what is active then is a person's word."""
        async with self._database.transaction() as connection:
            before = await repo.get(connection, principal.workspace_id, memory_id)
            after = replace(before, **changes)
            if "content" in changes:
                said = " ".join(after.content.split())
                if not 3 <= len(said) <= LONGEST:
                    raise InvalidInput(say("agents.memory_length", most=LONGEST))
                after = replace(after, content=said, sha256=_digest(said))
            if after.status == "active":
                principal.require_human()
                after = replace(after, trust="human")
            await repo.update(connection, after)
            await self._audit.change(connection, principal, "memory.change", before, after, _named)
        return after

    async def of_feedback(self, workspace_id: WorkspaceId, feedback_id: str) -> Memory | None:
        """Return the memory that was made of a word."""
        async with self._database.reading() as connection:
            return await repo.of_feedback(connection, workspace_id, feedback_id)

    async def for_agent(self, workspace_id: WorkspaceId, agent: str) -> Sequence[Memory]:
        """Return what an agent is told: what holds now, for it or for all, the weightiest first."""
        now = self._clock.now()
        active = await self._database.remembered(
            ("memories", workspace_id),
            ("memories",),
            lambda connection: repo.find(connection, workspace_id, ("active",)),
        )
        found = [
            one
            for one in active
            if one.agent in (None, agent) and (one.expires_at is None or one.expires_at > now)
        ]
        return sorted(found, key=lambda one: ORDER.index(one.kind))

    async def count_use(self, workspace_id: WorkspaceId, memories: Sequence[Memory]) -> None:
        """Note that a run has read some memories."""
        if memories:
            async with self._database.transaction() as connection:
                await repo.count_use(
                    connection, workspace_id, [one.id for one in memories], self._clock.now()
                )

    async def take_back(
        self, workspace_id: WorkspaceId, run_ids: Sequence[str], by: Principal
    ) -> Sequence[Memory]:
        """Disable what some runs wrote down."""
        async with self._database.transaction() as connection:
            found = await repo.of_runs(connection, workspace_id, run_ids)
            for one in found:
                gone = replace(one, status="disabled")
                await repo.update(connection, gone)
                await self._audit.change(connection, by, "memory.change", one, gone, _named)
        return found

    async def written_by(self, workspace_id: WorkspaceId, run_ids: Sequence[str]) -> bool:
        """Tell whether some runs wrote something down that still holds or waits."""
        async with self._database.reading() as connection:
            return bool(await repo.of_runs(connection, workspace_id, run_ids))


def shown_memories(memories: Sequence[Memory]) -> list[Memory]:
    """Return as many memories as agents are told."""
    shown: list[Memory] = []
    size = 0
    for one in memories[:SHOWN]:
        size += len(one.content.encode()) + 60
        if size > SHOWN_BYTES:
            break
        shown.append(one)
    return shown


def render_memories(memories: Sequence[Memory]) -> str:
    """Return memories as agents read them, with who said it, when, and by which id it can be replaced."""
    lines = [
        f"- [{one.kind}] {one.content} ({one.created_by}, {_day(one.created_at)}, {one.id})"
        for one in shown_memories(memories)
    ]
    if not lines:
        return ""
    return "## What people have corrected\n\nFollow these; the newest stand first.\n\n" + "\n".join(lines)


def _is_told_already(known: Memory, new: Memory) -> bool:
    """Tell whether whoever a new memory is for is told the same already, or a person was asked about it."""
    if known.status == "proposed" and new.status != "proposed":
        return False
    has_expired = known.expires_at is not None and known.expires_at <= new.created_at
    return known.agent in (None, new.agent) and not has_expired


def _is_replaced(old: Memory, new: Memory) -> bool:
    """Tell whether a new memory says nearly the same as an old one, to all whom the old one is for."""
    is_for_them = new.agent in (None, old.agent)
    return is_for_them and old.kind == new.kind and _nearly(old.content, new.content)


def _digest(text: str) -> str:
    return hashlib.sha256(" ".join(_words(text)).encode()).hexdigest()


def _nearly(one: str, other: str) -> bool:
    a, b = set(_words(one)), set(_words(other))
    return bool(a and b) and len(a & b) / max(len(a), len(b)) >= NEARLY


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _day(moment: datetime) -> str:
    return moment.date().isoformat()


def _named(memory: Memory) -> Named:
    return "memory", memory.id, memory.content[:80]
