"""Using one tool without a model: a person at a door, a program with a key, another protocol.

A call that reads here is made at once. One that writes or reaches outside is a run of one step, so that the
guard, proposals, undo, ledger and the run's record apply to it as to any agent's.
"""

from typing import Any

import msgspec

from proofroom.durable import Engine, NewRun, Run
from proofroom.durable.failure import revive
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict, ToolFailed
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import ProjectId, RunId, new_id
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Hear, ToolOutput, ToolSpec
from proofroom.reviews.repo import list_approvals
from proofroom.runtime.call_context import at_door
from proofroom.runtime.facts import Ports
from proofroom.runtime.single import CALL, WAITS, check_use
from proofroom.runtime.types import NO_AGENT, Asker
from proofroom.runtime.waiting import RESTING
from proofroom.tools import invoke


@dataclass(frozen=True, slots=True)
class Called:
    """What a call came to; the run is None for one that only read."""

    output: ToolOutput
    run_id: RunId | None = None
    settled: dict[str, Any] | None = None
    """What became of the written branch: state, branch, hunks, commit."""


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
        onto: str = "",
        hear: Hear | None = None,
        run_id: RunId | None = None,
        can_wait: bool = False,
    ) -> Called:
        """Use a tool in somebody's name; a refusal or failure is raised.

        `onto` is the work that it joins; `hear` is told how far it is; `run_id` is for whoever has to name
        the run before it has ended: asked again under that name, it is not done twice. With `can_wait` a
        program's call that needs a person's word stands in the inbox, and the answer says so.
        """
        spec = self._ports.registry.get(tool)
        if spec.effect == "read" and spec.trust == "trusted":
            return Called(_raised(await self._read(spec, asker, project_id, arguments, ref, hear)))
        run_id = run_id or RunId(new_id())
        more = ({"onto": onto} if onto else {}) | ({WAITS: True} if can_wait else {})
        return await self._run(spec, asker, project_id, arguments, source, more, hear, run_id)

    async def _read(
        self,
        spec: ToolSpec,
        asker: Asker,
        project_id: ProjectId | None,
        arguments: dict[str, Any],
        ref: str | None,
        hear: Hear | None,
    ) -> ToolOutput:
        authority = await self._ports.find_authority(asker, project_id, NO_AGENT)
        check_use(spec, authority)
        context = at_door(asker, project_id, authority, self._clock.now, ref)
        context.hear = hear
        return await invoke(spec, context, arguments)

    async def _run(
        self,
        spec: ToolSpec,
        asker: Asker,
        project_id: ProjectId | None,
        arguments: dict[str, Any],
        source: str,
        more: dict[str, Any],
        hear: Hear | None,
        run_id: RunId,
    ) -> Called:
        run = await self._engine.start(
            NewRun(
                id=run_id,
                workspace_id=asker.workspace_id,
                workflow=CALL,
                source=source,
                project_id=project_id,
                person_id=asker.person_id,
                title=spec.name,
                input={"tool": spec.name, "arguments": arguments, "apiKeyId": asker.api_key_id, **more},
            )
        )
        whose = (run.person_id, run.input.get("apiKeyId"), run.input.get("tool"))
        is_ours = whose == (asker.person_id, asker.api_key_id, spec.name)
        if not is_ours or (run.project_id, run.workflow) != (project_id, CALL):
            raise Conflict(say("runs.taken"))
        if hear is not None:
            async for line in self._engine.watch(run_id, asker.workspace_id):
                _tell(line, hear)
        run = await self._engine.wait(run_id, asker.workspace_id)
        if run.status in RESTING:
            return Called(await self._waits(run), run_id)
        if not run.result:
            raise revive(run.error or ToolFailed(say("tools.unexpected", tool=spec.name)).as_dict())
        output = _raised(_output(run.result["output"]))
        return Called(output, run_id, run.result.get("settled"))

    async def _waits(self, run: Run) -> ToolOutput:
        """Return that nothing has happened yet, and where to look for what a person says."""
        async with self._ports.database.reading() as connection:
            found = await list_approvals(connection, run.workspace_id, None, run.id, 1)
        said = say("tools.waits", tool=run.input["tool"])
        data = {"status": "waiting", "message": said, "runId": run.id, "approvalId": found[0].id}
        return ToolOutput(ok=True, data=data, summary=said)


def _tell(lines: bytes, hear: Hear) -> None:
    """Pass on what a run's log says of its progress."""
    for line in lines.splitlines():
        if b'"progress"' in line:
            event = msgspec.json.decode(line, type=dict[str, Any])
            if event.get("type") == "progress":
                hear(str(event.get("text") or ""), event.get("done"), event.get("total"))


def _output(stored: dict[str, Any]) -> ToolOutput:
    return ToolOutput(
        ok=stored["ok"],
        data=stored["data"],
        error=stored["error"],
        summary=stored["summary"],
        affected=msgspec.convert(stored["affected"], Affected),
    )


def data_of(output: ToolOutput) -> Any:
    """Return the data of a tool's answer; a refusal or failure is raised."""
    return _raised(output).data


def _raised(output: ToolOutput) -> ToolOutput:
    if output.ok:
        return output
    raise revive(output.error or {})
