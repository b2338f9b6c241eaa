"""Talking to an agent: a message starts a turn at once, or waits its turn if the conversation is busy."""

from collections import OrderedDict
from dataclasses import replace
from typing import Any

from proofroom.access.actors import find_actor
from proofroom.access.audit import Audit
from proofroom.durable import Engine, NewRun, Run
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, NotFound
from proofroom.kernel.ids import ConversationId, MessageId, PersonId, ProjectId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.providers.types import ToolChoice
from proofroom.runtime import repo
from proofroom.runtime.context.past import Asked, Pasts
from proofroom.runtime.posting import Admit, Admitted, Posted, anybody, check_message
from proofroom.runtime.requested import new_run, said
from proofroom.runtime.titles import first_words
from proofroom.runtime.turn import WORKFLOW
from proofroom.runtime.types import (
    Asker,
    Conversation,
    Scope,
    Speaker,
    StoredMessage,
    dump_choices,
)
from proofroom.store import Connection, Database
from proofroom.store.prepared import Later

NEW_TITLE = "New conversation"


class Chat:
    """Conversations and the turns in them."""

    def __init__(self, database: Database, engine: Engine, clock: Clock) -> None:
        self._database, self._engine, self._clock = database, engine, clock
        self._audit, self.pasts = Audit(database, clock), Pasts()
        self._freed: OrderedDict[RunId, Later] = OrderedDict()
        """How the end of a turn left its conversation; the newest, as they are asked for at once."""
        self._filled: OrderedDict[RunId, int] = OrderedDict()
        """How full the windows of turns are that go on."""

    async def open(
        self,
        asker: Asker,
        *,
        scope: Scope,
        agent: str,
        project_id: ProjectId | None = None,
        model: str | None = None,
        title: str = NEW_TITLE,
    ) -> Conversation:
        """Begin a conversation."""
        now = self._clock.now()
        conversation = Conversation(
            id=ConversationId(new_id()),
            workspace_id=asker.workspace_id,
            project_id=project_id,
            person_id=asker.person_id,
            api_key_id=asker.api_key_id,
            scope=scope,
            agent=agent,
            model=model,
            title=title,
            active_run_id=None,
            context_tokens=0,
            created_at=now,
            updated_at=now,
        )
        async with self._database.transaction(quick=True) as connection:
            await repo.add_conversation(connection, conversation)
            await self._record(connection, asker, "conversation.create", conversation, None, conversation)
        return conversation

    async def get(self, asker: Asker, conversation_id: ConversationId) -> Conversation:
        """Return a person's own conversation."""
        async with self._database.reading() as connection:
            return await repo.own_conversation(connection, asker, conversation_id)

    async def conversations(
        self, asker: Asker, scope: str | None = None, limit: int = 50
    ) -> list[Conversation]:
        """Return a person's conversations, newest first."""
        async with self._database.reading() as connection:
            return await repo.list_conversations(connection, asker, scope, limit)

    async def messages(self, asker: Asker, conversation_id: ConversationId) -> list[StoredMessage]:
        """Return the messages of a person's own conversation."""
        async with self._database.reading() as connection:
            await repo.own_conversation(connection, asker, conversation_id)
            return await repo.list_messages(connection, asker.workspace_id, conversation_id)

    async def change(
        self,
        asker: Asker,
        conversation_id: ConversationId,
        **values: Any,
    ) -> Conversation:
        """Change a conversation's title, model or agent."""
        async with self._database.transaction() as connection:
            before = await repo.own_conversation(connection, asker, conversation_id)
            await repo.change_conversation(
                connection, asker.workspace_id, conversation_id, **values, updated_at=self._clock.now()
            )
            after = await repo.get_conversation(connection, asker.workspace_id, conversation_id)
            await self._record(connection, asker, "conversation.update", after, before, after)
        return after

    async def adopt(self, workspace_id: WorkspaceId, person_id: PersonId) -> None:
        """Give the studio's own conversations, begun before there was anybody, to its owner."""
        async with self._database.transaction() as connection:
            await repo.adopt_conversations(connection, workspace_id, person_id)

    async def delete(self, asker: Asker, conversation_id: ConversationId) -> None:
        """Delete a conversation; its runs stay readable. A turn in progress is stopped."""
        async with self._database.transaction() as connection:
            conversation = await repo.own_conversation(connection, asker, conversation_id)
            await repo.change_conversation(
                connection, asker.workspace_id, conversation_id, deleted_at=self._clock.now()
            )
            await self._record(connection, asker, "conversation.delete", conversation, conversation, None)
        if conversation.active_run_id is not None:
            await self._engine.stop(conversation.active_run_id, asker.workspace_id)

    async def post(
        self,
        asker: Asker,
        conversation_id: ConversationId,
        text: str,
        screen: dict[str, Any] | None = None,
        message_id: MessageId | None = None,
        *,
        merge: bool = False,
        bridge: bool = False,
        choices: tuple[ToolChoice, ...] = (),
        watched: bool = False,
        speaker: Speaker | None = None,
        admit: Admit | None = None,
    ) -> Posted:
        """Keep a message, and start its turn at once unless another one is going on.

        `merge` asks that what the turn writes is merged at its end, where the role of the asker allows that.
        `bridge` says that a browser follows the run and answers the tools that need one. `choices` narrows
        or forces the tools of the turn's rounds. `watched` is for whoever follows the turn at once.
        `speaker` is who says it where several talk. `admit` may refuse it, in the transaction that keeps it.
        """
        check_message(text)
        message_id = message_id or MessageId(new_id())
        meta = {"screen": screen or {}, "merge": merge, "bridge": bridge, "choices": dump_choices(choices)}
        meta |= speaker.meta() if speaker else {}
        kept: _Kept | None = None
        admitted: Admitted = anybody

        async def keep(connection: Connection) -> NewRun | None:
            nonlocal kept, admitted
            place = await repo.place_for(connection, asker, conversation_id, message_id)
            if admit is not None:
                admitted = await admit(connection, place.conversation, place.stamp)
            kept = await self._keep(connection, place, message_id, text, meta)
            if kept is None or kept.message.state != "sent":
                await admitted()
                return None
            return new_run(kept.conversation, kept.message)

        async def read(connection: Connection, run: NewRun) -> Asked:
            asked = await self.pasts.ask(connection, run.workspace_id, conversation_id, run.input["turn"])
            await admitted()
            return asked

        started = await self._engine.start_with(RunId(message_id), keep, watched=watched, reads=read)
        if kept is not None and kept.message.state == "sent":
            if started is None:
                raise Conflict(say("chat.id_taken"))
            return Posted(kept.conversation, message_id, RunId(message_id), is_queued=False)
        started = await self.start_next(asker.workspace_id, conversation_id)
        async with self._database.reading() as connection:
            conversation = await repo.get_conversation(connection, asker.workspace_id, conversation_id)
            found = await repo.find_message(connection, asker.workspace_id, conversation_id, message_id)
        is_queued = found is None or found.state == "queued"
        if found is not None and not is_queued and started != message_id:
            # The turn before took it up as it ended, and may be about to start it: this waits for that, so
            # that whoever is told that the turn has begun can follow it.
            await self._engine.start(new_run(conversation, found))
        return Posted(conversation, message_id, RunId(message_id), is_queued)

    async def note(
        self,
        asker: Asker,
        conversation_id: ConversationId,
        text: str,
        message_id: MessageId,
        speaker: Speaker,
    ) -> None:
        """Keep a message that no agent answers."""
        check_message(text)
        async with self._database.transaction() as connection:
            await repo.own_conversation(connection, asker, conversation_id, to_change=True)
            now = self._clock.now()
            turn = await repo.take_turn(connection, asker.workspace_id, conversation_id, now)
            message = said(message_id, turn, text, speaker.meta(), now)
            await repo.put_message(connection, asker.workspace_id, conversation_id, message)

    async def _keep(
        self,
        connection: Connection,
        place: repo.MessagePlace,
        message_id: MessageId,
        text: str,
        meta: dict[str, Any],
    ) -> "_Kept | None":
        """Store a message; None if it is there already: a repeated request, e.g. after a lost answer.

        Where nothing goes on and nothing waits it takes the conversation at once, in the same transaction.
        """
        if place.is_here:
            return None
        if place.is_taken:
            raise Conflict(say("chat.id_taken"))
        conversation = place.conversation
        workspace_id, conversation_id = conversation.workspace_id, conversation.id
        is_free = conversation.active_run_id is None and not place.others_wait
        changes: dict[str, Any] = {"active_run_id": RunId(message_id)} if is_free else {}
        if conversation.title == NEW_TITLE:
            changes["title"] = first_words(text)
        now = self._clock.now()
        await repo.take_known_turn(connection, conversation, now, changes)
        sent = said(message_id, place.turn, text, meta, now)
        message = replace(sent, run_id=RunId(message_id), state="sent" if is_free else "queued")
        await repo.put_message(connection, workspace_id, conversation_id, message)
        return _Kept(replace(conversation, updated_at=now, **changes), message)

    async def take_back(
        self,
        asker: Asker,
        conversation_id: ConversationId,
        message_id: str,
    ) -> None:
        """Remove a message that was typed ahead and has not begun."""
        async with self._database.transaction() as connection:
            conversation = await repo.own_conversation(connection, asker, conversation_id)
            if not await repo.remove_queued(connection, asker.workspace_id, conversation_id, message_id):
                raise NotFound(say("chat.not_waiting"))
            taken = {"message": message_id}
            await self._record(connection, asker, "conversation.take_back", conversation, taken, None)

    async def _record(
        self,
        connection: Connection,
        asker: Asker,
        action: str,
        conversation: Conversation,
        before: Any,
        after: Any,
    ) -> None:
        await self._audit.record(
            connection,
            await find_actor(connection, asker.workspace_id, asker.person_id, asker.api_key_id),
            action,
            ("conversation", conversation.id, conversation.title),
            project_id=conversation.project_id,
            before=before,
            after=after,
        )

    async def start_next(self, workspace_id: WorkspaceId, conversation_id: ConversationId) -> RunId | None:
        """Start the oldest waiting message, if no turn is going on. Safe to call at any time, twice too."""
        async with self._database.transaction(quick=True) as connection:
            # Held until the end: were it freed between reading and occupying, nobody would start the message.
            conversation = await repo.get_conversation(
                connection, workspace_id, conversation_id, to_change=True
            )
            before = conversation.active_run_id
            if before is not None and not await self._is_over(before, workspace_id):
                return None
            message = await self._take_next(connection, conversation)
        return await self._start(conversation, message)

    async def free(self, connection: Connection, run: Run) -> None:
        """Free the conversation of a turn with the transaction that ends it, if nothing was typed ahead."""
        if run.workflow != WORKFLOW or run.conversation_id is None or run.parent_id is not None:
            return
        place, filled = (run.workspace_id, run.conversation_id), self._filled.get(run.id)
        if run.has_ended:
            self._freed[run.id] = await repo.release_if_idle(connection, *place, run.id, filled)
            if len(self._freed) > 256:
                self._freed.popitem(last=False)
        elif filled is not None:
            await repo.note_context(connection, *place, filled)

    def note_context(self, run_id: RunId, tokens: int) -> None:
        """Remember how full a turn's window is until its end writes it."""
        self._filled[run_id] = tokens
        if len(self._filled) > 1_000:
            self._filled.popitem(last=False)

    async def after_turn(
        self, workspace_id: WorkspaceId, conversation_id: ConversationId, run_id: RunId
    ) -> None:
        """Go on with what was typed ahead, or free the conversation."""
        freed = self._freed.get(run_id)
        if freed is not None and freed.rows == [(None, False)]:
            return
        try:
            async with self._database.transaction(quick=True) as connection:
                conversation = await repo.get_conversation(
                    connection, workspace_id, conversation_id, to_change=True
                )
                if conversation.active_run_id not in (None, run_id):
                    return  # another turn has begun
                message = await self._take_next(connection, conversation)
                if message is None:
                    await repo.release(connection, workspace_id, conversation_id, run_id)
        except NotFound:
            return  # the conversation was deleted meanwhile
        await self._start(conversation, message)

    async def _take_next(self, connection: Connection, conversation: Conversation) -> StoredMessage | None:
        """Let the oldest waiting message take a conversation in which no turn goes on."""
        workspace_id = conversation.workspace_id
        message = await repo.next_queued(connection, workspace_id, conversation.id)
        if message is None:
            return None
        run_id, before = RunId(message.id), conversation.active_run_id
        if not await repo.occupy(connection, workspace_id, conversation.id, run_id, instead_of=before):
            return None
        await repo.mark_sent(connection, workspace_id, message.id)
        return message

    async def _start(self, conversation: Conversation, message: StoredMessage | None) -> RunId | None:
        if message is None:
            return None
        await self._engine.start(new_run(conversation, message))
        return RunId(message.id)

    async def tidy(self) -> None:
        """Free or continue conversations whose run ended while nobody was looking (after a crash)."""
        async with self._database.reading() as connection:
            busy = await repo.busy_conversations(connection)
            idle = await repo.idle_conversations(connection)
        for workspace_id, conversation_id, run_id in busy:
            if await self._is_missing(run_id, workspace_id):
                await self._start_again(workspace_id, conversation_id, run_id)
            elif await self._is_over(run_id, workspace_id):
                await self.after_turn(workspace_id, conversation_id, run_id)
        for workspace_id, conversation_id in idle:
            await self.start_next(workspace_id, conversation_id)

    async def _is_over(self, run_id: RunId, workspace_id: WorkspaceId) -> bool:
        try:
            run = await self._engine.runs.get(run_id, workspace_id)
        except NotFound:
            return False  # it is about to be written by whoever occupied the conversation
        return run.has_ended

    async def _is_missing(self, run_id: RunId, workspace_id: WorkspaceId) -> bool:
        try:
            await self._engine.runs.get(run_id, workspace_id)
        except NotFound:
            return True
        return False

    async def _start_again(
        self, workspace_id: WorkspaceId, conversation_id: ConversationId, run_id: RunId
    ) -> None:
        """Start a turn whose process died between taking the conversation and starting the run."""
        async with self._database.reading() as connection:
            conversation = await repo.get_conversation(connection, workspace_id, conversation_id)
            message = await repo.find_message(connection, workspace_id, conversation_id, MessageId(run_id))
        if message is not None:
            await self._engine.start(new_run(conversation, message))
        else:  # a retry that was cut off before its run was written
            await self.after_turn(workspace_id, conversation_id, run_id)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A message that was stored, and its conversation as it is since."""

    conversation: Conversation
    message: StoredMessage
