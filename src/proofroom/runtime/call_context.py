"""Where a tool call happens: inside a step of a run, or at a door that only reads or looks ahead."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import field
from datetime import datetime
from typing import Any

from proofroom.durable import Run, StepContext
from proofroom.kernel import events
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ToolFailed
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Actor, Hand, Hear, PaidCall
from proofroom.providers.account import account_for
from proofroom.runtime.types import Asker, Authority


@dataclass(slots=True, kw_only=True)
class CallContext:
    """`kernel.tool.ToolContext`. Without a step nobody watches, nothing is timed and nothing may cost."""

    workspace_id: WorkspaceId
    project_id: ProjectId | None
    person_id: PersonId | None
    conversation_id: ConversationId | None = None
    run_id: RunId
    root_run_id: RunId
    step: str
    tool_call_id: str
    agent: str = ""
    permissions: frozenset[str]
    actor: Actor
    ref: str | None = None
    onto: str = ""
    outside: str = ""
    hand: Hand = "agent"
    screen: dict[str, Any] = field(default_factory=dict[str, Any])
    now: Callable[[], datetime]
    new_id: Callable[[], str] = new_id
    within: StepContext | None = field(default=None, repr=False)
    hear: Hear | None = None
    """Who is told how far it is, where no run tells it."""

    @property
    def idempotency_key(self) -> str:
        """Return the key an outside system sees."""
        return self.within.idempotency_key if self.within else f"{self.run_id}:{self.step}"

    def progress(self, text: str, done: int | None = None, total: int | None = None) -> None:
        """Tell watchers how far the work is."""
        if self.within:
            self.within.emit(events.Progress(text=text, done=done, total=total))
        elif self.hear:
            self.hear(text, done, total)

    def account(self, call: PaidCall) -> None:
        """Write a call of an outside provider to the ledger; what costs something needs a run."""
        if self.within is None:
            raise ToolFailed(say("tools.needs_run"))
        account_for(self.within, self.agent, call)

    def timed(self, kind: str, name: str) -> AbstractContextManager[dict[str, Any]]:
        """Time a part of the call."""
        return self.within.timed(kind, name) if self.within else nullcontext({})


def in_step(
    step: StepContext,
    authority: Authority,
    tool_call_id: str,
    *,
    agent: str = "",
    ref: str | None = None,
    outside: str = "",
    screen: dict[str, Any] | None = None,
) -> CallContext:
    """Return where a call inside a step happens; ids and times are the step's."""
    context = ahead_of(step.run, authority, step.key, tool_call_id, step.now, agent=agent, screen=screen)
    context.new_id, context.within = step.new_id, step
    context.ref, context.outside = ref, outside
    return context


def ahead_of(
    run: Run,
    authority: Authority,
    step: str,
    tool_call_id: str,
    now: Callable[[], datetime],
    *,
    agent: str = "",
    screen: dict[str, Any] | None = None,
) -> CallContext:
    """Return where a call of a run would happen, to look ahead; ids are nobody's."""
    return CallContext(
        workspace_id=run.workspace_id,
        project_id=run.project_id,
        person_id=run.person_id,
        conversation_id=run.conversation_id,
        run_id=run.id,
        root_run_id=run.root_id,
        step=step,
        tool_call_id=tool_call_id,
        agent=agent,
        permissions=authority.permissions,
        actor=authority.actor,
        onto=str(run.input.get("onto") or ""),
        screen=screen or {},
        now=now,
    )


def at_door(
    asker: Asker,
    project_id: ProjectId | None,
    authority: Authority,
    now: Callable[[], datetime],
    ref: str | None = None,
) -> CallContext:
    """Return where a call happens that only reads, outside of any run."""
    call = RunId(new_id())
    return CallContext(
        workspace_id=asker.workspace_id,
        project_id=project_id,
        person_id=asker.person_id,
        run_id=call,
        root_run_id=call,
        step="read",
        tool_call_id="read",
        permissions=authority.permissions,
        actor=authority.actor,
        ref=ref,
        now=now,
    )
