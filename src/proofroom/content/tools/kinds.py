"""The three kinds of content tools: to read, to write on a branch, to decide on a branch."""

from pydantic import BaseModel

from proofroom.kernel.events import Affected
from proofroom.kernel.tool import Handler, Phase, ToolSpec, WorkflowBehavior

GROUP = "content"
WRITE_PHASES: frozenset[Phase] = frozenset({"active"})
DECIDE_PHASES: frozenset[Phase] = frozenset({"active", "init_pending", "error"})
INIT_PHASES: frozenset[Phase] = frozenset({"uninitialized"})
BRANCHES = Affected(branches_changed=True)
SCHEMA = Affected(snapshot_changed=True, branches_changed=True)


def read_tool(name: str, description: str, input_model: type[BaseModel], handler: Handler) -> ToolSpec:
    """Return a tool that reads: allowed in every phase, for everybody who may read content."""
    return ToolSpec(name, description, input_model, handler, GROUP, permission="content.read")


def write_tool(
    name: str,
    description: str,
    input_model: type[BaseModel],
    handler: Handler,
    *,
    permission: str = "content.write",
    affects: Affected = BRANCHES,
    phases: frozenset[Phase] = WRITE_PHASES,
    workflow: WorkflowBehavior = "workflow-dependent",
    destructive: bool = False,
) -> ToolSpec:
    """Return a tool that writes on a branch; repeated after a crash, it finds its own commit."""
    return ToolSpec(
        name,
        description,
        input_model,
        handler,
        GROUP,
        effect="write",
        permission=permission,
        phases=phases,
        workflow=workflow,
        default_affects=affects,
        destructive=destructive,
        on_crash="check",
    )


def decide_tool(
    name: str,
    description: str,
    input_model: type[BaseModel],
    handler: Handler,
    affects: Affected = BRANCHES,
    *,
    destructive: bool = False,
) -> ToolSpec:
    """Return a tool that decides on a branch: a decision is a person's, so the call asks one first."""
    return ToolSpec(
        name,
        description,
        input_model,
        handler,
        GROUP,
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
