"""Sessions of the front door: thirty minutes, ten turns, one per person, kept in the database."""

import secrets
import string
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from proofroom.articles import repo
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, WorkspaceId
from proofroom.store import Database

IDLE_MS = 1_800_000
TURNS = 10
_LETTERS = string.digits + string.ascii_lowercase


@dataclass(frozen=True, slots=True)
class AgentSession:
    """Somebody's talk with the writer."""

    session_id: str
    active_at: datetime
    turns: tuple[dict[str, Any], ...] = ()
    unclear: int = 0

    @property
    def state(self) -> dict[str, Any]:
        """Return it under the seed's names."""
        return {
            "sessionId": self.session_id,
            "lastActivityTimestamp": int(self.active_at.timestamp() * 1000),
        }

    @property
    def conversation_id(self) -> ConversationId | None:
        """Return the conversation in which the loop answered last, so that it remembers what was said."""
        known = (each["conversationId"] for each in reversed(self.turns) if "conversationId" in each)
        return next(known, None)


def is_over(active_at: datetime, now: datetime) -> bool:
    """Tell whether a session has been idle for too long."""
    return (now - active_at).total_seconds() * 1000 > IDLE_MS


def new_session_id(now: datetime) -> str:
    """Return a fresh id, as the seed spells it."""
    return f"session-{int(now.timestamp() * 1000)}-{''.join(secrets.choice(_LETTERS) for _ in range(7))}"


class Sessions:
    """Everybody's sessions."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    async def get(self, workspace_id: WorkspaceId, actor: str) -> AgentSession:
        """Return somebody's session, a fresh one where the last has been idle for too long."""
        now = self._clock.now()
        async with self._database.reading() as connection:
            row = await repo.session(connection, workspace_id, actor)
        if row is None or is_over(row["active_at"], now):
            return AgentSession(new_session_id(now), now)
        return _session(row)

    async def keep(
        self,
        workspace_id: WorkspaceId,
        actor: str,
        session: AgentSession,
        *turns: dict[str, Any],
        unclear: int,
    ) -> AgentSession:
        """Add turns to a session; of more than ten the oldest go."""
        kept = (*session.turns, *turns)[-TURNS:]
        done = AgentSession(session.session_id, self._clock.now(), kept, unclear)
        async with self._database.transaction() as connection:
            await repo.keep_session(
                connection, workspace_id, actor, done.session_id, list(kept), unclear, done.active_at
            )
        return done

    async def clear(self, workspace_id: WorkspaceId, actor: str) -> None:
        """Forget somebody's session."""
        async with self._database.transaction() as connection:
            await repo.forget_session(connection, workspace_id, actor)


def _session(row: Mapping[Any, Any]) -> AgentSession:
    return AgentSession(row["session_id"], row["active_at"], tuple(row["turns"]), row["unclear"])
