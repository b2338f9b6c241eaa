"""Which tools a turn has, and what becomes of them when the project's phase changes in it."""

from collections.abc import Sequence
from dataclasses import replace

from proofroom.durable import Run
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.tool import Adapt, ToolSpec
from proofroom.runtime.delegation.delegate import may_delegate
from proofroom.runtime.facts import Ports, Turn
from proofroom.tools import select_tools
from proofroom.tools.mcp.specs import GROUP as OUTSIDE_GROUP


async def find_tools(ports: Ports, run: Run, turn: Turn) -> None:
    """Give a turn its tools, and remember those that only the project's phase keeps from it."""
    authority, phase = turn.authority, turn.project.phase if turn.project else None
    wish, is_talk = turn.agent.tools, _is_talk(run, turn)
    chosen = select_tools(
        ports.registry if is_talk else [one for one in ports.registry if one.group != OUTSIDE_GROUP],
        replace(wish, groups=wish.groups | {OUTSIDE_GROUP}) if is_talk else wish,
        authority.permissions,
        None,
        authority.only_tools,
        may_write=_may_write(run, turn),
    )
    found = await in_workspace(chosen, run.workspace_id)
    if not may_delegate(run, turn.input):
        found = [spec for spec in found if spec.execution != "agent"]
    turn.tools, turn.barred = [], {}
    for spec in found:
        if spec.phases is None or phase is None or phase in spec.phases:
            turn.tools.append(spec)
        else:
            turn.barred[spec.name] = spec


async def follow_phase(ports: Ports, run: Run, turn: Turn) -> None:
    """Look at the project again after a tool that changed its structure: other tools may fit now."""
    if run.project_id is None or turn.project is None:
        return
    now = await ports.find_project(run.workspace_id, run.project_id, run.conversation_id)
    if now.phase == turn.project.phase:
        return
    turn.project = now
    await find_tools(ports, run, turn)


def _is_talk(run: Run, turn: Turn) -> bool:
    """Tell whether somebody talks with the agent: then it reaches outside servers, by itself never."""
    return run.conversation_id is not None and (run.person_id or turn.input.api_key_id) is not None


def _may_write(run: Run, turn: Turn) -> bool:
    """Tell whether whoever asked lets agents change something; an agent by itself has its role's word."""
    is_asked = run.person_id is not None or turn.input.api_key_id is not None
    return not is_asked or "ai.tools.write" in turn.authority.permissions


async def in_workspace(chosen: Sequence[ToolSpec], workspace_id: WorkspaceId) -> list[ToolSpec]:
    """Return the tools that have a use in a workspace; those that adapt in one way are absent together."""
    found, absent = list[ToolSpec](), set[Adapt | None]()
    for spec in chosen:
        if spec.adapt is not None and spec.adapt in absent:
            continue
        seen = await spec.in_workspace(workspace_id)
        if seen is None:
            absent.add(spec.adapt)
        else:
            found.append(seen)
    return found
