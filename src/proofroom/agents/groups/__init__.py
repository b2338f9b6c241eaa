"""Conversations of several people and agents: who takes part, who is addressed, who answers in which order.

An agent that is addressed answers in a run of its own, with the rights and the budget of the person who
addressed it. It must not know how a turn works: messages and runs are those of any conversation.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from proofroom.access import Access, Principal
from proofroom.access.audit import Audit
from proofroom.agents.groups import repo
from proofroom.agents.groups.mentions import addressed
from proofroom.agents.groups.types import GroupMember, GroupMessage, GroupTalk, MemberKind, Said
from proofroom.agents.groups.watching import Bells, News, Shown, SpokenPart, Watch, heard, rung
from proofroom.agents.roster import Roster
from proofroom.kernel.blocks import Message
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import (
    ConversationId,
    MessageId,
    PersonId,
    ProjectId,
    RunId,
    WorkspaceId,
    new_id,
)
from proofroom.kernel.strings import plain, say
from proofroom.runtime import Asker, Chat, Conversation, StoredMessage
from proofroom.runtime.posting import check_message
from proofroom.runtime.types import Speaker
from proofroom.store import Database

__all__ = ["GroupMember", "GroupTalk", "Groups", "News", "SpokenPart"]

MOST = 20
"""People and agents of one conversation."""
MOST_NEWS = 200
"""Lines that wait for a slow reader; what speaks waits then."""


class Groups:
    """The conversations of several in all workspaces. They belong to nobody alone."""

    def __init__(self, database: Database, clock: Clock, access: Access, chat: Chat, roster: Roster) -> None:
        self._database, self._clock, self._access = database, clock, access
        self._chat, self._roster = chat, roster
        self._audit = Audit(database, clock)
        self._bells = Bells()

    async def open(
        self,
        principal: Principal,
        title: str,
        agents: Sequence[str],
        people: Sequence[str],
        project_id: ProjectId | None = None,
    ) -> GroupTalk:
        """Begin a conversation of several, about a project or none; whoever begins it takes part."""
        me = _person(principal)
        everybody = list(dict.fromkeys([me, *people]))
        members = await self._members(principal, ConversationId(""), agents, everybody)
        first = next(one.member for one in members if one.kind == "agent")
        conversation = await self._chat.open(
            _nobody(principal.workspace_id),
            scope="workspace",
            agent=first,
            project_id=project_id,
            title=title.strip()[:200],
        )
        kept = [replace(one, conversation_id=conversation.id) for one in members]
        async with self._database.transaction() as connection:
            await repo.add_members(connection, kept)
        group = self._group(conversation, kept)
        await self._record(principal, "group.create", None, group)
        return group

    async def list(self, principal: Principal) -> list[GroupTalk]:
        """Return the conversations in which somebody takes part, the newest first."""
        me, found = _person(principal), list[GroupTalk]()
        async with self._database.reading() as connection:
            ids = await repo.groups_of(connection, principal.workspace_id, me)
        for conversation_id in ids:
            try:
                found.append((await self.read(principal, conversation_id))[0])
            except NotFound:
                continue  # it was deleted
        return sorted(found, key=lambda one: one.updated_at, reverse=True)

    async def read(
        self, principal: Principal, conversation_id: ConversationId, *, looks: bool = False
    ) -> "tuple[GroupTalk, list[GroupMessage]]":
        """Return a conversation and what was said in it; looking at it marks it as seen."""
        me = _person(principal)
        members = await self._of(principal.workspace_id, conversation_id)
        mine = next((one for one in members if (one.kind, one.member) == ("person", me)), None)
        if mine is None:
            raise NotFound(say("chat.no_conversation"))
        nobody = _nobody(principal.workspace_id)
        conversation = await self._chat.get(nobody, conversation_id)
        stored = await self._chat.messages(nobody, conversation_id)
        shown = _messages(stored, members)
        last = max((one.turn for one in shown), default=0)
        if looks and last > mine.seen_turn:
            async with self._database.transaction() as connection:
                await repo.mark_seen(connection, principal.workspace_id, conversation_id, me, last)
        is_unread = any(one.turn > mine.seen_turn and one.author != me for one in shown)
        return replace(self._group(conversation, members), is_unread=is_unread), shown

    async def say(self, principal: Principal, conversation_id: ConversationId, text: str) -> Said:
        """Say something; every agent that is addressed answers, one after the other."""
        check_message(text)
        group, _ = await self.read(principal, conversation_id)
        if group.project_id is not None:
            await self._access.projects.get(principal, group.project_id)
        asked = addressed(text, group.members)
        nobody, me = _nobody(principal.workspace_id), _person(principal)
        name = next(one.name for one in group.people if one.member == me)
        runs, first = list[RunId](), MessageId(new_id())
        for number, slug in enumerate(asked):
            agent = await self._roster.profile(principal.workspace_id, slug, None)
            posted = await self._chat.post(
                nobody,
                conversation_id,
                text,
                _seen(group, name),
                first if number == 0 else None,
                speaker=Speaker(me, name, agent.slug, agent.scope, is_again=number > 0),
            )
            runs.append(posted.run_id)
        if not asked:
            await self._chat.note(nobody, conversation_id, text, first, Speaker(me, name))
        self._bells.ring(conversation_id)
        after = {"message": first, "agents": asked}
        await self._record(principal, "group.say", None, after, group)
        return Said(first, asked, runs)

    async def change(
        self,
        principal: Principal,
        conversation_id: ConversationId,
        title: str | None,
        agents: Sequence[str] | None,
        people: Sequence[str] | None,
    ) -> GroupTalk:
        """Change the title, and who takes part; only whoever began it may, but anybody may leave."""
        before, _ = await self.read(principal, conversation_id)
        me = _person(principal)
        now_people = [one.member for one in before.people]
        wanted = list(dict.fromkeys(people)) if people is not None else now_people
        is_owner = any(one.is_owner and one.member == me for one in before.people)
        leaves = title is None and agents is None and set(wanted) == set(now_people) - {me}
        if not is_owner and not leaves:
            raise NotAllowed(say("groups.not_yours"))
        if is_owner and me not in wanted:
            raise InvalidInput(say("groups.owner_stays"))
        named = list(agents) if agents is not None else [one.member for one in before.agents]
        seen = {(one.kind, one.member): one for one in before.members}
        made = await self._members(principal, conversation_id, named, wanted)
        kept = [
            replace(one, is_owner=old.is_owner, seen_turn=old.seen_turn, created_at=old.created_at)
            if (old := seen.get((one.kind, one.member)))
            else replace(one, is_owner=False)
            for one in made
        ]
        async with self._database.transaction() as connection:
            await repo.remove_members(connection, principal.workspace_id, conversation_id)
            await repo.add_members(connection, kept)
        nobody = _nobody(principal.workspace_id)
        first = next(one.member for one in kept if one.kind == "agent")
        values: dict[str, Any] = {"agent": first} | ({"title": title.strip()[:200]} if title else {})
        conversation = await self._chat.change(nobody, conversation_id, **values)
        after = self._group(conversation, kept)
        await self._record(principal, "group.change", before, after)
        self._bells.ring(conversation_id)
        return after

    async def delete(self, principal: Principal, conversation_id: ConversationId) -> None:
        """Delete a conversation; only whoever began it may. Its runs stay readable."""
        group, _ = await self.read(principal, conversation_id)
        if not any(one.is_owner and one.member == principal.person_id for one in group.people):
            raise NotAllowed(say("groups.not_yours"))
        await self._chat.delete(_nobody(principal.workspace_id), conversation_id)
        await self._record(principal, "group.delete", group, None, group)
        self._bells.ring(conversation_id)

    async def follow(
        self, principal: Principal, conversation_id: ConversationId, watch: Watch
    ) -> AsyncGenerator[News]:
        """Yield the conversation whenever it has changed, and what agents say while they say it.

        It ends when whoever watches takes part no more.
        """
        news: asyncio.Queue[News | None] = asyncio.Queue(MOST_NEWS)
        looking = asyncio.create_task(self._look(principal, conversation_id, watch, news))
        try:
            while (one := await news.get()) is not None:
                yield one
        finally:
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)

    async def _look(
        self,
        principal: Principal,
        conversation_id: ConversationId,
        watch: Watch,
        news: "asyncio.Queue[News | None]",
    ) -> None:
        bell, seen = self._bells.attach(conversation_id), None
        hearing: asyncio.Task[None] | None = None
        heard_run: RunId | None = None
        try:
            while True:
                group, messages = await self.read(principal, conversation_id, looks=True)
                now = (
                    group.title,
                    group.members,
                    group.active_run_id,
                    [(one.id, one.is_waiting) for one in messages],
                )
                if now != seen:
                    seen = now
                    await news.put(Shown(group, messages))
                if group.active_run_id not in (None, heard_run):
                    heard_run = group.active_run_id
                    hearing = asyncio.create_task(heard(heard_run, watch, news, bell))
                await rung(bell, is_busy=group.active_run_id is not None)
        except NotFound:
            await news.put(None)
        finally:
            self._bells.detach(conversation_id, bell)
            if hearing is not None:
                hearing.cancel()

    async def _members(
        self,
        principal: Principal,
        conversation_id: ConversationId,
        agents: Sequence[str],
        people: Sequence[str],
    ) -> "list[GroupMember]":
        """Return those who shall take part, all of whom exist here."""
        slugs = list(dict.fromkeys(agents))
        if not slugs or len(slugs) + len(people) > MOST:
            raise InvalidInput(say("groups.how_many", most=MOST))
        me, now = _person(principal), self._clock.now()
        profiles = [await self._roster.profile(principal.workspace_id, slug, None) for slug in slugs]
        found = [
            (one, (await self._access.members.find(principal.workspace_id, PersonId(one))).person.name)
            for one in people
        ]
        everybody: list[tuple[MemberKind, str, str]] = [
            *(("agent", one.slug, one.name) for one in profiles),
            *(("person", person, name) for person, name in found),
        ]
        return [
            GroupMember(
                conversation_id=conversation_id,
                workspace_id=principal.workspace_id,
                kind=kind,
                member=member,
                position=position,
                is_owner=kind == "person" and member == me,
                seen_turn=0,
                created_at=now,
                name=name,
            )
            for position, (kind, member, name) in enumerate(everybody)
        ]

    async def _of(self, workspace_id: WorkspaceId, conversation_id: ConversationId) -> "list[GroupMember]":
        """Return who takes part, by name."""
        async with self._database.reading() as connection:
            members = await repo.members_of(connection, workspace_id, conversation_id)
        people = await self._access.people.names(
            PersonId(one.member) for one in members if one.kind == "person"
        )
        agents = {one.record.slug: one.record.name for one in await self._roster.all(workspace_id)}
        names = {**people, **agents}
        return [replace(one, name=names.get(one.member, one.member)) for one in members]

    def _group(self, conversation: Conversation, members: Sequence[GroupMember]) -> GroupTalk:
        return GroupTalk(
            conversation.id,
            conversation.title,
            [*members],
            conversation.active_run_id,
            conversation.updated_at,
            conversation.project_id,
        )

    async def _record(
        self, principal: Principal, action: str, before: Any, after: Any, group: GroupTalk | None = None
    ) -> None:
        about = group or after
        await self._audit.record_outside(
            principal, action, ("conversation", about.id, about.title), before=before, after=after
        )


def _nobody(workspace_id: WorkspaceId) -> Asker:
    """Return whose conversation it is: nobody's alone. Who takes part is checked before."""
    return Asker(workspace_id)


def _person(principal: Principal) -> PersonId:
    person_id = principal.person_id
    if person_id is None:
        raise NotAllowed(say("groups.only_people"))
    return person_id


def _seen(group: GroupTalk, name: str) -> dict[str, Any]:
    """Return what an agent is told of the conversation it answers in."""
    others = ", ".join([*(one.name for one in group.people), *(f"@{one.member}" for one in group.agents)])
    told = f"{group.title}, with {others}. {name} speaks to you now; what others said is context."
    return {"conversation": told}


def _messages(stored: "list[StoredMessage]", members: Sequence[GroupMember]) -> "list[GroupMessage]":
    """Return what was said, each with its author; what was asked of a second agent is not said twice."""
    names = {one.member: one.name for one in members}
    asked = {one.turn: str(one.meta.get("agent") or "") for one in stored if one.role == "user"}
    shown: list[GroupMessage] = []
    for one in stored:
        text = Message(one.role, one.blocks).text
        if one.role == "tool" or one.meta.get("again") or not (text or one.blocks):
            continue
        is_person = one.role == "user"
        author = str(one.meta.get("speaker") or "") if is_person else asked.get(one.turn, "")
        shown.append(
            GroupMessage(
                id=one.id,
                turn=one.turn,
                kind="person" if is_person else "agent",
                author=author,
                name=str(one.meta.get("name") or "") if is_person else names.get(author, author),
                text=text,
                to=asked.get(one.turn, "") if is_person else "",
                run_id=one.run_id,
                is_waiting=one.state == "queued",
                blocks=msgspec.to_builtins(one.blocks, enc_hook=plain),
                created_at=one.created_at,
            )
        )
    return shown
