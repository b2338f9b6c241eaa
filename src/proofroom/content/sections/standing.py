"""The state of the project, what the caller may do, and what becomes of changes."""

from collections.abc import Sequence
from typing import Any, cast

from proofroom.content.format.project import Project
from proofroom.kernel.tool import ToolSpec
from proofroom.repository.git.branch import Branch
from proofroom.repository.merge.land import should_auto_merge
from proofroom.runtime import Authority, ProjectState

BRANCHES_SHOWN = 5


def state_text(state: ProjectState, project: Project | None, waiting: Sequence[Branch]) -> str:
    """Return the phase, waiting branches, the last operation and the size of the project."""
    lines = [f"- Phase: {state.phase}"]
    if state.cause:
        lines.append(f"- Cause: {state.cause}")
    is_set_up = project is not None and project.config is not None
    lines.append(f"- Initialised: {'yes' if is_set_up else 'no'}")
    names = ", ".join(branch.name for branch in waiting[:BRANCHES_SHOWN])
    more = f" and {len(waiting) - BRANCHES_SHOWN} more" if len(waiting) > BRANCHES_SHOWN else ""
    lines.append(f"- Waiting branches: {len(waiting)}" + (f" ({names}{more})" if waiting else ""))
    if state.ref is not None:
        lines.append(f"- This conversation works on {state.ref}, which waits to be merged")
    if project is not None and project.context is not None:
        lines += _history(project.context)
    return "## Project state\n" + "\n".join(lines)


def permissions_text(authority: Authority, tools: Sequence[ToolSpec]) -> str:
    """Return the caller's role, tools and limits."""
    role = authority.workspace_role
    if role == "member" and authority.project_role:
        role = f"member, {authority.project_role} in this project"
    lines = [f"- Role: {role}", f"- Tools: {', '.join(tool.name for tool in tools) or 'none'}"]
    if authority.only_models is not None:
        lines.append(f"- Only these models: {', '.join(sorted(authority.only_models)) or 'none'}")
    if authority.only_locales is not None:
        lines.append(f"- Only these locales: {', '.join(sorted(authority.only_locales)) or 'none'}")
    lines.append("What is not in this list cannot be done for this person; say so and name who could.")
    return "## Permissions\n" + "\n".join(lines)


def workflow_text(workflow: str, workspace_role: str | None) -> str:
    """Return what becomes of changes when the turn ends."""
    if should_auto_merge(workflow, workspace_role):
        return "- Your changes are merged together when this turn ends. Say that they are done."
    return (
        "- Your changes wait on one branch until a person has reviewed them. "
        "Say that they wait for review, not that they are live."
    )


def _history(context: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    last = context.get("lastOperation")
    if isinstance(last, dict):
        told = cast("dict[str, Any]", last)
        what = " ".join(str(told[key]) for key in ("tool", "model") if told.get(key))
        lines.append(f"- Last merged: {what} at {told.get('timestamp', 'an unknown time')}")
    stats = context.get("stats")
    if isinstance(stats, dict):
        size = cast("dict[str, Any]", stats)
        lines.append(f"- Size: {size.get('models', 0)} models, {size.get('entries', 0)} entries")
    return lines
