"""Doing a run again: go on where it stopped, retry from a step, or fork it with another message.

Finished steps never run again inside a run. So a retry is a new run on the finished steps before one step.
A fork of a turn with another message is a new run on the turns before it, in a conversation of its own; a
fork of any other flow is a new run on the steps before one, with other values to begin with.
"""

from dataclasses import replace
from typing import Any

from proofroom.durable import Engine, NewRun, Run, Step, again
from proofroom.kernel.blocks import TextBlock
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus
from proofroom.kernel.ids import ConversationId, MessageId, RunId, new_id
from proofroom.kernel.strings import say
from proofroom.runtime import repo
from proofroom.runtime.context.weights import message_tokens
from proofroom.runtime.flow.again import find_step, kept_steps
from proofroom.runtime.flow.flow import FIRST_STEP
from proofroom.runtime.flow.flows import Flows
from proofroom.runtime.posting import check_message
from proofroom.runtime.titles import first_words
from proofroom.runtime.turn import WORKFLOW
from proofroom.runtime.types import Asker, StoredMessage, TurnInput
from proofroom.store import Database

CONTINUABLE = frozenset({"failed", "interrupted"})


class Reruns:
    """What people do with a run that did not go as they wanted."""

    def __init__(self, database: Database, engine: Engine, clock: Clock, flows: Flows) -> None:
        self._database, self._engine, self._clock = database, engine, clock
        self._flows = flows

    def permission_for(self, run: Run) -> str | None:
        """Return what somebody must be allowed to do to start such a run again, beside talking to agents."""
        flow = self._flows.known.get(run.workflow)
        return flow.permission if flow else None

    async def resume(self, run: Run) -> Run:
        """Go on with a run that failed or was interrupted, at the step that did not finish."""
        if run.status not in CONTINUABLE:
            raise InvalidStatus(say("runs.not_resumable", status=run.status))
        before = await self._occupy(run, run.id)
        try:
            # The number of its last event names this rest: asking twice resumes once.
            await self._engine.resume(run.id, run.workspace_id, f"again:{run.last_number}")
        except InvalidStatus:
            await self._give_back(run, run.id, before)
            raise
        return await self._engine.runs.get(run.id, run.workspace_id)

    async def retry(self, run: Run, step: str | None = None) -> Run:
        """Do a flow or a conversation's last turn again from a step; without one, go on or begin anew."""
        if step is None and run.status in CONTINUABLE:
            return await self.resume(run)
        self._check(run)
        if not is_turn(run):
            return await self._begin_anew(again(run, id=RunId(new_id())), run, step)
        given = TurnInput.from_dict(run.input)
        if not run.has_ended:
            raise InvalidStatus(say("runs.at_work"))
        steps = await self._engine.runs.steps(run.id, run.workspace_id)
        point = retry_point(steps, step or FIRST_STEP)
        fresh = RunId(new_id())
        await self._occupy(run, fresh)
        await self._make_room(run, given, fresh, point)
        return await self._engine.fork(again(run, id=fresh), run.id, at_step=point)

    async def fork(
        self, asker: Asker, run: Run, message: str, *, agent: str | None = None, model: str | None = None
    ) -> Run:
        """Ask something else at this place: a new conversation with the turns before, and its own branch."""
        check_message(message)
        self._check(run)
        given = TurnInput.from_dict(run.input) if is_turn(run) else None
        if given is None or given.conversation_id is None:
            raise InvalidInput(say("runs.fork_turn"))
        fresh, conversation_id, now = RunId(new_id()), ConversationId(new_id()), self._clock.now()
        async with self._database.transaction() as connection:
            source = await repo.get_conversation(
                connection, run.workspace_id, ConversationId(given.conversation_id), also_deleted=True
            )
            forked = replace(
                source,
                id=conversation_id,
                person_id=asker.person_id,
                api_key_id=asker.api_key_id,
                agent=agent or source.agent,
                model=model or source.model,
                title=first_words(message),
                active_run_id=None,
                created_at=now,
                updated_at=now,
            )
            await repo.add_conversation(connection, forked, next_turn=given.turn + 1)
            await repo.copy_turns(connection, run.workspace_id, source.id, conversation_id, given.turn)
            await repo.put_message(
                connection,
                run.workspace_id,
                conversation_id,
                _message(fresh, given, message, self._clock),
            )
            await repo.occupy(connection, run.workspace_id, conversation_id, fresh, instead_of=None)
        changed = replace(
            given,
            conversation_id=conversation_id,
            agent=forked.agent,
            model=forked.model,
            api_key_id=asker.api_key_id,
        )
        new = again(
            run,
            id=fresh,
            agent=forked.agent,
            agent_version=0,
            conversation_id=conversation_id,
            person_id=asker.person_id,
            title=first_words(message),
            input=changed.as_dict(),
        )
        # Nothing is kept: the old run may not have begun, or retention may have removed its steps.
        return await self._engine.fork(new, run.id, keep=())

    async def fork_flow(
        self, asker: Asker, run: Run, changes: dict[str, Any], step: str | None = None
    ) -> Run:
        """Do a flow again with other values, for whoever asks: from a step, or from its beginning."""
        self._check(run)
        if is_turn(run):
            raise InvalidInput(say("runs.fork_message"))
        if unknown := sorted(set(changes) - set(run.input) - {"apiKeyId"}):
            known = ", ".join(key for key in run.input if key != "apiKeyId")
            raise InvalidInput(
                say("runs.no_value", names=", ".join(unknown)),
                suggestion=say("next.one_of_listed", known=known),
            )
        values = {**run.input, **changes, "apiKeyId": asker.api_key_id}
        new = again(run, id=RunId(new_id()), person_id=asker.person_id, input=values)
        return await self._begin_anew(new, run, step)

    async def messages(self, run: Run) -> list[StoredMessage]:
        """Return the messages of a run's turn, for an export."""
        given = TurnInput.from_dict(run.input) if is_turn(run) else None
        if given is None or given.conversation_id is None:
            return []
        async with self._database.reading() as connection:
            found = await repo.list_messages(
                connection, run.workspace_id, ConversationId(given.conversation_id)
            )
        return [message for message in found if message.turn == given.turn]

    def _check(self, run: Run) -> None:
        """Refuse what cannot be done again by itself: single calls, and what another run has started."""
        flow = self._flows.known.get(run.workflow)
        if flow is None or not flow.can_rerun:
            raise InvalidInput(say("runs.single_call"))
        if run.parent_id is not None:
            raise InvalidInput(say("runs.handed_on"))

    async def _begin_anew(self, new: NewRun, source: Run, step: str | None) -> Run:
        if not source.has_ended:
            raise InvalidStatus(say("runs.at_work"))
        steps = await self._engine.runs.steps(source.id, source.workspace_id)
        return await self._engine.fork(new, source.id, keep=kept_steps(steps, step or FIRST_STEP))

    async def _occupy(self, run: Run, holder: RunId) -> RunId | None:
        """Make a run the only one at work in its conversation; return the one that held it before."""
        if run.conversation_id is None or run.parent_id is not None or not is_turn(run):
            return None
        async with self._database.transaction() as connection:
            found = await repo.get_conversation(
                connection, run.workspace_id, run.conversation_id, to_change=True
            )
            before = found.active_run_id
            if before is not None and before != holder:
                active = await self._engine.runs.find(before, run.workspace_id)
                if active is None or not active.has_ended:
                    raise Conflict(say("chat.busy"))
            place = run.workspace_id, found.id
            await repo.occupy(connection, *place, holder, instead_of=before, reopens=True)
            return before

    async def _give_back(self, run: Run, holder: RunId, before: RunId | None) -> None:
        if run.conversation_id is not None and before is None:
            async with self._database.transaction() as connection:
                await repo.release(connection, run.workspace_id, run.conversation_id, holder)

    async def _make_room(self, run: Run, given: TurnInput, fresh: RunId, point: str) -> None:
        """Take out what the old run said from this step on, and hand the turn to the new run."""
        if given.conversation_id is None:
            return
        conversation_id = ConversationId(given.conversation_id)
        async with self._database.transaction() as connection:
            is_last = await repo.last_turn(connection, run.workspace_id, conversation_id) == given.turn
            if is_last:
                place = _position(point)
                await repo.cut_turn(connection, run.workspace_id, conversation_id, given.turn, place, fresh)
            else:
                await repo.release(connection, run.workspace_id, conversation_id, fresh)
        if not is_last:
            raise Conflict(say("runs.later_turns"))


def retry_point(steps: list[Step], key: str) -> str:
    """Return the step to begin with so that a step is done anew: its approval and its child included."""
    find_step(steps, key)
    by_key = {step.key: step for step in steps}
    round_no = key.split(".", 1)[0]
    wanted = [key, f"{key}.start", f"{round_no}.pause"] if ".tool." in key else [key]
    found = [by_key[each] for each in wanted if each in by_key]
    return min(found, key=lambda step: step.number).key


def is_turn(run: Run) -> bool:
    """Tell whether a run is a turn of an agent, and no other flow."""
    return run.workflow == WORKFLOW


def _position(step: str) -> int:
    """Return where in its turn the messages of a step, and of all after it, begin."""
    round_no, _, rest = step.partition(".")
    if rest.startswith("tool."):
        return int(round_no) * repo.ROUND + 1 + int(rest.split(".")[1])
    if rest == "model":
        return int(round_no) * repo.ROUND
    return int(round_no) * repo.ROUND + 1


def _message(run_id: RunId, given: TurnInput, text: str, clock: Clock) -> StoredMessage:
    meta: dict[str, Any] = {"screen": given.screen}
    return StoredMessage(
        id=MessageId(run_id),
        turn=given.turn,
        position=0,
        run_id=run_id,
        role="user",
        state="sent",
        blocks=[TextBlock(text)],
        meta=meta,
        created_at=clock.now(),
        tokens=message_tokens([TextBlock(text)]),
    )
