"""Using one tool without a model: a person at a door, a program with a key, another protocol.

A call that reads here is made at once. One that writes or reaches outside is a run of one step, so that the
guard, proposals, undo, ledger and the run's record apply to it as to any agent's.
"""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec

from proofroom.durable import Engine, NewRun
from proofroom.durable.failure import revive
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import ToolFailed
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Actor, PaidCall, ToolContext, ToolOutput, ToolSpec
from proofroom.runtime.facts import Ports
from proofroom.runtime.single import CALL, check_use
from proofroom.runtime.types import NO_AGENT, Asker
from proofroom.tools import invoke


@dataclass(frozen=True, slots=True)
class Called:
    """What a call came to; the run is None for one that only read."""

    output: ToolOutput
    run_id: RunId | None = None
    settled: dict[str, Any] | None = None
    """What became of the written branch: state, branch, hunks, commit."""


@dataclass(slots=True)
class DoorContext:
    """`kernel.tool.ToolContext` of a call that only reads, outside of any run."""

    workspace_id: WorkspaceId
    project_id: ProjectId | None
    person_id: PersonId | None
    permissions: frozenset[str]
    actor: Actor
    ref: str | None
    run_id: RunId
    root_run_id: RunId
    clock: Clock
    conversation_id: ConversationId | None = None
    step: str = "read"
    tool_call_id: str = "read"
    agent: str = ""
    outside: str = ""
    screen: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def idempotency_key(self) -> str:
        """Return a key that no other call has."""
        return f"{self.run_id}:{self.step}"

    def now(self) -> datetime:
        """Return the time."""
        return self.clock.now()

    def new_id(self) -> str:
        """Return a fresh id."""
        return new_id()

    def account(self, call: PaidCall) -> None:
        """Refuse: what costs something is written down with a run."""
        raise ToolFailed(say("tools.needs_run"))

    def timed(self, kind: str, name: str) -> AbstractContextManager[dict[str, Any]]:
        """Time nothing: a read has no trace."""
        return nullcontext({})

    def progress(self, text: str, done: int | None = None, total: int | None = None) -> None:
        """Tell nobody: nobody watches a read."""


class Direct:
    """Tools for doors."""

    def __init__(self, ports: Ports, engine: Engine, clock: Clock) -> None:
        self._ports, self._engine, self._clock = ports, engine, clock

    async def use(
        self,
        asker: Asker,
        project_id: ProjectId | None,
        tool: str,
        arguments: dict[str, Any],
        *,
        ref: str | None = None,
        source: str = "hand",
    ) -> Called:
        """Use a tool in somebody's name; a refusal or failure is raised."""
        spec = self._ports.registry.get(tool)
        if spec.effect == "read" and spec.trust == "trusted":
            return Called(_raised(await self._read(spec, asker, project_id, arguments, ref)))
        return await self._run(spec, asker, project_id, arguments, source)

    async def _read(
        self,
        spec: ToolSpec,
        asker: Asker,
        project_id: ProjectId | None,
        arguments: dict[str, Any],
        ref: str | None,
    ) -> ToolOutput:
        authority = await self._ports.find_authority(asker, project_id, NO_AGENT)
        check_use(spec, authority)
        call = RunId(new_id())
        context: ToolContext = DoorContext(
            workspace_id=asker.workspace_id,
            project_id=project_id,
            person_id=asker.person_id,
            permissions=authority.permissions,
            actor=authority.actor,
            ref=ref,
            run_id=call,
            root_run_id=call,
            clock=self._clock,
        )
        return await invoke(spec, context, arguments)

    async def _run(
        self,
        spec: ToolSpec,
        asker: Asker,
        project_id: ProjectId | None,
        arguments: dict[str, Any],
        source: str,
    ) -> Called:
        run_id = RunId(new_id())
        await self._engine.start(
            NewRun(
                id=run_id,
                workspace_id=asker.workspace_id,
                workflow=CALL,
                source=source,
                project_id=project_id,
                person_id=asker.person_id,
                title=spec.name,
                input={"tool": spec.name, "arguments": arguments, "apiKeyId": asker.api_key_id},
            )
        )
        run = await self._engine.wait(run_id, asker.workspace_id)
        if not run.result:
            raise revive(run.error or ToolFailed(say("tools.unexpected", tool=spec.name)).as_dict())
        output = _raised(_output(run.result["output"]))
        return Called(output, run_id, run.result.get("settled"))


def _output(stored: dict[str, Any]) -> ToolOutput:
    return ToolOutput(
        ok=stored["ok"],
        data=stored["data"],
        error=stored["error"],
        summary=stored["summary"],
        affected=msgspec.convert(stored["affected"], Affected),
    )


def _raised(output: ToolOutput) -> ToolOutput:
    if output.ok:
        return output
    raise revive(output.error or {})
