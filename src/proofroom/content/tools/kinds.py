"""The three kinds of content tools: to read, to write on a branch, to decide on a branch."""

from collections.abc import Callable
from functools import partial
from typing import Any

from proofroom.kernel.events import Affected
from proofroom.kernel.tool import Handler, Phase, ToolSpec, WorkflowBehavior

GROUP = "content"
WRITE_PHASES: frozenset[Phase] = frozenset({"active"})
DECIDE_PHASES: frozenset[Phase] = frozenset({"active", "init_pending", "error"})
INIT_PHASES: frozenset[Phase] = frozenset({"uninitialized"})
BRANCHES = Affected(branches_changed=True)
SCHEMA = Affected(snapshot_changed=True, branches_changed=True)


def tool_of(handler: Handler, *, group: str = GROUP, **more: Any) -> ToolSpec:
    """Return the tool that a function is: the model sees its name, its docstring and what it takes."""
    described = " ".join(str(handler.__doc__).split())
    return ToolSpec(handler.__name__, described, handler.__annotations__["given"], handler, group, **more)


def read_tool(handler: Handler, *, group: str = GROUP) -> ToolSpec:
    """Make a function a tool that reads: allowed in every phase, for everybody who may read content."""
    return tool_of(handler, group=group, permission="content.read")


def write_tool(
    *,
    permission: str = "content.write",
    affects: Affected = BRANCHES,
    phases: frozenset[Phase] = WRITE_PHASES,
    workflow: WorkflowBehavior = "workflow-dependent",
    **more: Any,
) -> Callable[[Handler], ToolSpec]:
    """Make a function a tool that writes on a branch; repeated after a crash, it finds its own commit."""
    return partial(
        tool_of,
        effect="write",
        permission=permission,
        phases=phases,
        workflow=workflow,
        default_affects=affects,
        on_crash="check",
        **more,
    )


def decide_tool(affects: Affected = BRANCHES, *, destructive: bool = False) -> Callable[[Handler], ToolSpec]:
    """Make a function a tool that decides on a branch: that is a person's, so the call asks one first."""
    return partial(
        tool_of,
        effect="write",
        permission="content.review",
        phases=DECIDE_PHASES,
        workflow="manual",
        default_affects=affects,
        policy="always_ask",
        relaxable=True,
        destructive=destructive,
        on_crash="check",
    )
