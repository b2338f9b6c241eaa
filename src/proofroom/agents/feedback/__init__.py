"""Words on what agents did: up or down and why, on a message, a tool call, a run or an answer for a field.

People say them; the studio and agents say what they notice by themselves (the seed's `createSystemFeedback`).
It keeps pointers and what agent and version they are about; it reads nothing of a run but that, and draws no
conclusions: memory and evaluations do.
"""

from dataclasses import replace
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit, Facts, Named
from proofroom.agents.feedback import repo
from proofroom.agents.feedback.types import About, Pointer, Rating, SubjectKind, Word, WordFilter, WordStatus
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import NotAllowed, NotFound
from proofroom.kernel.ids import PersonId, WorkspaceId, derived_id, new_id
from proofroom.kernel.strings import say
from proofroom.store import Database

__all__ = ["About", "Feedback", "Pointer", "Rating", "SubjectKind", "Word", "WordFilter", "WordStatus"]


class Feedback:
    """Takes words and gives them out."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock
        self._audit = Audit(database, clock)

    async def say(
        self, principal: Principal, pointer: Pointer, about: About, rating: Rating, comment: str = ""
    ) -> Word:
        """Keep a person's word on something; saying it again changes it."""
        made = self._word(principal, pointer, about, comment)
        person_id = _person(principal)
        word = replace(made, person_id=person_id, rating=rating)
        async with self._database.transaction() as connection:
            before = await repo.get(connection, word.workspace_id, person_id, pointer)
            kept = await repo.put(connection, word)
            await self._audit.change(
                connection, principal, "feedback.say", before, kept, _named, **_where(kept)
            )
        return kept

    async def notice(
        self,
        by: Principal,
        pointer: Pointer,
        about: About,
        comment: str,
        *,
        context: dict[str, Any] | None = None,
        outside: str = "",
    ) -> Word:
        """Keep what the studio or an agent has noticed by itself; the same noticed twice is one word."""
        made = self._word(by, pointer, about, comment)
        told = (by.workspace_id, pointer.kind, pointer.id, about.agent)
        known = {"by": by.name, **(context or {})}
        word = replace(made, id=derived_id(0, *told), context=known, is_outside=bool(outside))
        async with self._database.transaction() as connection:
            before = await repo.by_id(connection, word.workspace_id, word.id)
            kept = await repo.put_noticed(connection, word)
            await self._audit.change(connection, by, "feedback.notice", before, kept, _named, **_where(kept))
        return kept

    def _word(self, by: Principal, pointer: Pointer, about: About, comment: str) -> Word:
        now = self._clock.now()
        return Word(
            id=new_id(),
            workspace_id=by.workspace_id,
            project_id=about.project_id,
            person_id=None,
            kind=pointer.kind,
            subject_id=pointer.id,
            run_id=about.run_id,
            conversation_id=about.conversation_id,
            agent=about.agent,
            agent_version=about.agent_version,
            rating="down",
            comment=comment.strip(),
            created_at=now,
            updated_at=now,
            entity_id=about.entity_id,
        )

    async def take_back(self, principal: Principal, pointer: Pointer) -> None:
        """Remove a person's own word."""
        person_id = _person(principal)
        async with self._database.transaction() as connection:
            before = await repo.get(connection, principal.workspace_id, person_id, pointer)
            if before is None or not await repo.remove(
                connection, principal.workspace_id, person_id, pointer
            ):
                raise NotFound(say("agents.not_rated"))
            await self._audit.change(
                connection, principal, "feedback.take_back", before, None, _named, **_where(before)
            )

    async def recent(self, workspace_id: WorkspaceId, agent: str, limit: int) -> list[Word]:
        """Return what people disliked of an agent, with their reasons, and nothing came of yet."""
        which = WordFilter(agent=agent, rating="down", status="open")
        found = await self._database.remembered(
            ("recent feedback", workspace_id, agent, limit),
            ("feedback",),
            lambda connection: repo.find(connection, workspace_id, which, limit * 3),
        )
        return [word for word in found if word.comment and not word.is_outside][:limit]

    async def waiting(self, workspace_id: WorkspaceId, limit: int = 50) -> list[Word]:
        """Return the words of disapproval that nothing came of yet, of all agents."""
        async with self._database.reading() as connection:
            return await repo.find(connection, workspace_id, WordFilter(rating="down", status="open"), limit)

    async def with_status(self, workspace_id: WorkspaceId, status: WordStatus, limit: int = 50) -> list[Word]:
        """Return the newest words of which this came."""
        async with self._database.reading() as connection:
            return await repo.find(connection, workspace_id, WordFilter(status=status), limit)

    async def has_waiting(self, workspace_id: WorkspaceId) -> bool:
        """Tell whether a word of disapproval waits."""
        return bool(await self.waiting(workspace_id, 1))

    async def get(self, workspace_id: WorkspaceId, word_id: str) -> Word:
        """Return a word by its id."""
        async with self._database.reading() as connection:
            found = await repo.by_id(connection, workspace_id, word_id)
        if found is None:
            raise NotFound(say("agents.no_feedback"))
        return found

    async def set_status(
        self, workspace_id: WorkspaceId, word_id: str, status: WordStatus, by: Principal
    ) -> Word:
        """Say what came of a word."""
        before = await self.get(workspace_id, word_id)
        if before.status == status:
            return before
        after = replace(before, status=status)
        async with self._database.transaction() as connection:
            await repo.set_status(connection, before, status)
            await self._audit.record(
                connection,
                by,
                "feedback.status",
                (before.kind, before.subject_id, before.agent),
                before=before,
                after=after,
            )
        return after

    async def find(self, principal: Principal, which: WordFilter, limit: int = 100) -> list[Word]:
        """Return words, newest first."""
        async with self._database.reading() as connection:
            return await repo.find(connection, principal.workspace_id, which, limit)


def _person(principal: Principal) -> PersonId:
    person_id = principal.require_human()
    if person_id is None:
        raise NotAllowed(say("agents.only_people_rate"))
    return person_id


def _where(word: Word) -> Facts:
    return {"project_id": word.project_id, "run_id": word.run_id}


def _named(word: Word) -> Named:
    return word.kind, word.subject_id, word.agent
