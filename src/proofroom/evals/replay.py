"""A case made again: the model is live, tools answer from the recording, and nothing is ever written."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import orjson
from pydantic import BaseModel, ValidationError

from proofroom.agents.context_sections import corrections_section
from proofroom.agents.memory import Memories
from proofroom.agents.roster import profile_of, read_record
from proofroom.durable import Run, Step
from proofroom.evals.types import EvalCase, RecordedCall, Trajectory
from proofroom.kernel.errors import InvalidStatus, NotFound
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Handler, ToolContext, ToolOutput, ToolSpec
from proofroom.runtime import AgentProfile, Asker, PromptBuilder
from proofroom.runtime.types import Authority, FindAgent, FindAuthority
from proofroom.tools import Registry

DIVERGED = "evals.diverged"


def recorded_registry(known: Iterable[ToolSpec], case: EvalCase) -> Registry:
    """Return all tools by name, each answering only what it answered in the recording."""
    recording = [RecordedCall(one["tool"], one["input"], one["output"]) for one in case.recording]
    registry = Registry()
    registry.add(
        replace(
            spec,
            handler=_answering(spec, recording),
            effect="read",
            policy="auto",
            execution="server",
            destructive=False,
            weigh=None,
            most_it_costs=None,
            trust="trusted",
        )
        for spec in known
    )
    return registry


def replay_prompts(builder: PromptBuilder, memories: Memories, run: Run) -> PromptBuilder:
    """Return the prompt of a replay: no use of a memory is counted, and only what was learnt helps."""
    without = frozenset(str(one) for one in run.input.get("without") or ())
    kept = [one for one in builder.sections if one.name not in ("corrections", "feedback")]
    made = PromptBuilder(kept)
    made.add(corrections_section(memories, counts=False, without=without))
    return made


def agent_of_replay(find_agent: FindAgent, run: Run) -> FindAgent:
    """Return how a replay finds its agent: as it is, at a version, or as a draft has it."""
    version, candidate = run.input.get("version"), run.input.get("candidate")

    async def find(workspace_id: WorkspaceId, slug: str, pinned: int | None) -> AgentProfile:
        if slug != run.agent:
            return await find_agent(workspace_id, slug, pinned)
        if candidate is not None:
            return profile_of(read_record(candidate), run.agent_version)
        return await find_agent(workspace_id, slug, version or pinned)

    return find


def authority_of_replay(find: FindAuthority, asked: Run | None) -> FindAuthority:
    """Return in whose name a replay acts: of whoever begins it, else of who asked when it was recorded.

    What an agent may do decides which tools it is shown, and so what it does; these only tell what they told.
    """

    async def find_authority(asker: Asker, project_id: ProjectId | None, agent: AgentProfile) -> Authority:
        if asked is not None and asked.person_id is not None and asker.person_id is None:
            with suppress(NotFound):  # they have left
                return await find(replace(asker, person_id=asked.person_id), project_id, agent)
        return await find(asker, project_id, agent)

    return find_authority


def _answering(spec: ToolSpec, recording: list[RecordedCall]) -> Handler:
    async def answer(_where: ToolContext, given: BaseModel) -> ToolOutput:
        asked = canonical(spec, given.model_dump(mode="json", by_alias=True, exclude_unset=True))
        for one in recording:
            if one.tool == spec.name and canonical(spec, one.input) == asked:
                output = one.output
                return ToolOutput(
                    ok=bool(output.get("ok")),
                    data=output.get("data"),
                    error=output.get("error"),
                    summary=str(output.get("summary") or ""),
                )
        raise InvalidStatus(say(DIVERGED, tool=spec.name))

    return answer


def canonical(spec: ToolSpec, given: dict[str, Any]) -> bytes:
    """Return the input of a call as it is compared: what is left out equals what is its default."""
    try:
        read = spec.input_model.model_validate(given).model_dump(mode="json", by_alias=True)
    except ValidationError:
        read = given
    return orjson.dumps(read, option=orjson.OPT_SORT_KEYS, default=str)


def trajectory_of(steps: Iterable[Step], text: str, status: str, cost_micros: int = 0) -> Trajectory:
    """Return what a run did, from its steps, in the order in which the model asked for it.

    Calls of one round run side by side: which of them ends first differs from time to time.
    """
    calls, failed, diverged = list[RecordedCall](), list[str](), list[str]()
    for step in sorted(steps, key=lambda one: one.key):
        if step.kind not in ("tool", "delegation"):
            continue
        stored: dict[str, Any] = step.result or {}
        output: dict[str, Any] = stored.get("output") or stored
        given: dict[str, Any] = step.input or {}
        calls.append(RecordedCall(step.name, given, output))
        if not output.get("ok", True):
            error: dict[str, Any] = output.get("error") or {}
            told = str(error.get("message") or "")
            (diverged if told == str(say(DIVERGED, tool=step.name)) else failed).append(step.name)
    return Trajectory(text, calls, failed, diverged, cost_micros, status)
