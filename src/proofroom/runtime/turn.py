"""One chat turn from its message to its last event."""

from dataclasses import field, replace
from typing import Any

from proofroom.durable import Run, RunHandle, StepContext
from proofroom.kernel import events
from proofroom.kernel.blocks import Message, user
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidStatus
from proofroom.kernel.ids import ConversationId
from proofroom.kernel.strings import say
from proofroom.providers.types import OpenModel
from proofroom.reviews.proposals import repo as proposals
from proofroom.runtime.context.history import name_speakers, outside_text_in, shown_turns, this_session
from proofroom.runtime.context.past import Past
from proofroom.runtime.context.recap import Standing
from proofroom.runtime.context.thread import Thread
from proofroom.runtime.facts import Ending, Ports, Turn
from proofroom.runtime.fallback import open_first
from proofroom.runtime.flow.flow import FIRST_STEP, Closed, Flow
from proofroom.runtime.loop import run_loop
from proofroom.runtime.offered import find_tools
from proofroom.runtime.trust.signals import tell_signal
from proofroom.runtime.types import AgentProfile, Asker, Authority, StoredMessage, TurnInput

WORKFLOW = "turn"
MESSAGE = "message"
"""What a signal in the person's own words is said to come from."""
FORMAT = 1
"""How a turn keeps its state in its steps. A turn begun in a format that this code does not know is not
resumed: what somebody approved then might mean something else now."""


async def run_turn(flow: Flow) -> Closed:
    """Run a turn from its message to its answer."""
    handle, ports = flow.handle, flow.ports
    given = TurnInput.from_dict(flow.run.input)

    opened = _Opened()

    async def begin(step: StepContext) -> object:
        async with ports.database.phase(ports.database.versions_at(handle.stamp)) as phase:
            opened.past = await _past(ports, handle, given)
            pinned = await _begin(step, ports, given, opened)
            opened.turn = await _whole_turn(ports, handle, given, pinned, opened)
            opened.turn.versions = phase.versions
        asked = _request_text(given, opened.past)
        tell_signal(step, ports.database, ports.clock, asked, source=MESSAGE, origin="person")
        return pinned

    pinned = await handle.step(FIRST_STEP, "other", "begin", begin, is_pure=True)
    if pinned.get("format", FORMAT) != FORMAT:
        raise InvalidStatus(say("runs.other_format"))
    turn = opened.turn
    if turn is None:  # begun by an execution before this one
        async with ports.database.phase():
            opened.past = await _past(ports, handle, given)
            turn = await _whole_turn(ports, handle, given, pinned, opened)
    limits, session = turn.agent.limits, opened.past
    if limits.session_minutes is not None:
        session = Past.of(this_session(session.messages, limits.session_minutes))
    messages = session.shown
    if limits.history_turns is not None:
        messages = shown_turns(session.messages, limits.history_turns, turn.standing)
    messages = messages or Thread([user(given.task)])
    turn.screen = given.screen
    # A handed task was written by a model: of its addresses only those count that its caller had been given.
    handed = given.delegation.addresses if given.delegation else None
    turn.addresses = turn.named_by(messages, given.screen) if handed is None else frozenset(handed)
    # Of turns that are not shown any more a recap is, in the words of whoever had read a stranger's.
    turn.mark(outside_text_in(session.answers, turn.research))
    turn.correction = _last_correction(opened.past.messages, turn.model.label)
    flow.ends_with(lambda: _ending(flow.run, turn))
    outcome = await run_loop(handle, ports, turn, messages)
    result = None if flow.run.parent_id is None else {"response": outcome.answer}
    return Closed(result, outcome.affected)


def _ending(run: Run, turn: Turn) -> Ending | None:
    """Return what the end of the turn needs to know; None where there is nothing to end.

    What an agent wrote that was handed a task belongs to whoever handed it on.
    """
    is_child = turn.input.delegation is not None
    if not turn.may_have_written or turn.project is None or is_child:
        return None
    return Ending(
        authority=turn.authority,
        project=turn.project,
        agent=turn.agent.slug,
        name=turn.agent.name,
        model=turn.model.label,
        title=run.title or turn.request_text[:200],
        outside=turn.outside,
    )


@dataclass(slots=True)
class _Opened:
    """What the first step has read; nothing after a restart, when it is not executed again."""

    agent: AgentProfile | None = None
    model: OpenModel | None = None
    past: Past = field(default_factory=Past)
    """What was said before, with what is asked now."""
    turn: Turn | None = None


async def _begin(step: StepContext, ports: Ports, given: TurnInput, opened: _Opened) -> dict[str, Any]:
    """Pin the agent's version and the model, and say that the run has begun."""
    run = step.run
    agent = await ports.find_agent(run.workspace_id, given.agent, None)
    wanted = given.model or agent.model
    model, missed = await open_first(
        ports.find_model, run.workspace_id, given.scope, wanted, agent.fallback_models
    )
    opened.agent, opened.model = agent, model
    step.set_run(agent_version=agent.version)
    step.emit(
        events.RunStarted(
            run_id=run.id,
            conversation_id=given.conversation_id,
            agent=agent.slug,
            model=model.label,
            at=step.now().isoformat(),
        )
    )
    if given.bridge:
        step.emit(events.BridgeReady(bridge_id=run.id))
    if missed is not None:
        step.emit(events.ModelSwitched(before=wanted or "", after=model.label, reason=missed.message))
    return {"format": FORMAT, "agentVersion": agent.version, "model": model.label}


async def _whole_turn(
    ports: Ports, handle: RunHandle, given: TurnInput, pinned: dict[str, Any], opened: _Opened
) -> Turn:
    turn = await _turn(ports, handle, given, pinned, opened, _request_text(given, opened.past))
    turn.standing = await _standing(ports, handle.run) if given.turn > 1 else ()
    return turn


async def _turn(
    ports: Ports,
    handle: RunHandle,
    given: TurnInput,
    pinned: dict[str, Any],
    opened: _Opened,
    request_text: str,
) -> Turn:
    run = handle.run
    agent = opened.agent or await ports.find_agent(run.workspace_id, given.agent, pinned["agentVersion"])
    authority = await _authority(ports, run, given, agent)
    model = opened.model or await ports.find_model(run.workspace_id, given.scope, pinned["model"])
    project = None
    if run.project_id is not None:
        project = await ports.find_project(run.workspace_id, run.project_id, run.conversation_id)
    rules = await ports.find_rules(run.workspace_id, run.conversation_id)
    outside = given.delegation.outside if given.delegation else ""
    turn = Turn(given, agent, authority, model, project, [], request_text, rules, outside)
    await turn.mark_screen(ports, run)
    await find_tools(ports, run, turn)
    return turn


async def _authority(ports: Ports, run: Run, given: TurnInput, agent: AgentProfile) -> Authority:
    """Return what the run may do now: never more than any agent above it, then or now."""
    asker = Asker(run.workspace_id, run.person_id, given.api_key_id)
    found = await ports.find_authority(asker, run.project_id, agent)
    authority = replace(found, wants_merge=given.merge)
    if given.delegation is None:
        return authority
    for slug in given.delegation.chain:
        caller = await ports.find_agent(run.workspace_id, slug, None)
        above = await ports.find_authority(asker, run.project_id, caller)
        authority = authority.within(above.permissions, above.only_tools)
    return authority.within(given.delegation.permissions, given.delegation.only_tools)


async def _past(ports: Ports, handle: RunHandle, given: TurnInput) -> Past:
    if given.conversation_id is None:
        return Past()
    place = handle.run.workspace_id, ConversationId(given.conversation_id), given.turn
    found = ports.pasts.find(*place, handle.read)
    if found is None:
        await handle.until_written()
        async with ports.database.reading() as connection:
            found = await ports.pasts.read(connection, *place)
    return Past.of(name_speakers(found.messages, given.agent)) if found.is_of_several else found


async def _standing(ports: Ports, run: Run) -> tuple[Standing, ...]:
    """Return what became of the conversation's proposals, the newest first."""
    if run.project_id is None or run.conversation_id is None:
        return ()
    async with ports.database.reading() as connection:
        found = await proposals.of_conversation(connection, run.workspace_id, run.conversation_id)
    return tuple(Standing(each.title, each.branch, each.state) for each in found if each.branch)


def _last_correction(stored: list[StoredMessage], model: str) -> float:
    """Return how wrong our token estimate was when this model answered last in the conversation."""
    for message in reversed(stored):
        if message.role == "assistant" and message.meta.get("model") == model:
            return float(message.meta.get("correction") or 1.0)
    return 1.0


def _request_text(given: TurnInput, past: Past) -> str:
    asked = next((item for item in reversed(past.messages) if item.role == "user"), None)
    return Message("user", asked.blocks).text if asked else given.task
