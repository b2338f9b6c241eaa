"""What a case is, what is checked in it, and how an agent did."""

from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId, WorkspaceId

CheckKind = Literal[
    "called",
    "not_called",
    "order",
    "output_matches",
    "output_lacks",
    "json_path_equals",
    "citations_subset",
    "max_cost",
    "max_steps",
    "no_error",
    "judge",
]


NEEDED: dict[CheckKind, str] = {
    "called": "tool",
    "not_called": "tool",
    "order": "tools",
    "output_matches": "pattern",
    "output_lacks": "pattern",
    "json_path_equals": "path",
    "max_cost": "limit",
    "max_steps": "limit",
}
"""What a check of a kind cannot be decided without."""


class CaseCheck(BaseModel):
    """One thing that must hold. Which fields count depends on its kind."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True)

    kind: CheckKind
    tool: str = ""
    where: dict[str, Any] = Field(default_factory=dict[str, Any])
    """Arguments that a call must have had."""
    tools: tuple[str, ...] = ()
    pattern: str = Field(default="", max_length=500)
    """What an answer has or lacks; for a judge, what a good answer does."""
    path: str = ""
    value: Any = None
    limit: int | None = None

    def kept(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True) | {"kind": self.kind}


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A call of a tool and what it answered."""

    tool: str
    input: dict[str, Any]
    output: dict[str, Any]

    def told(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return {"tool": self.tool, "input": self.input, "output": self.output}


@dataclass(frozen=True, slots=True)
class EvalCase:
    """A request that was made once, what tools answered then, and what must hold when it is made again."""

    id: str
    workspace_id: WorkspaceId
    agent: str
    title: str
    run_id: RunId | None
    feedback_id: str | None
    task: str
    screen: dict[str, Any]
    recording: list[dict[str, Any]]
    checks: list[dict[str, Any]]
    status: Literal["active", "muted", "archived"]
    is_gate: bool
    created_by: str
    created_at: datetime

    def read_checks(self) -> list[CaseCheck]:
        """Return what must hold."""
        return [CaseCheck.model_validate(one) for one in self.checks]


@dataclass(frozen=True, slots=True)
class EvalRun:
    """How an agent at a version did in a case."""

    id: str
    workspace_id: WorkspaceId
    case_id: str
    agent_version: int
    mode: str
    trial: int
    passed: bool | None
    results: list[dict[str, Any]]
    text: str
    run_id: RunId | None
    created_at: datetime
    did: dict[str, Any] | None = None
    """The tools it called in order, what it cost and how long it took; None where that was not kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """How a case is made again: which time, by which version or record, without which memories."""

    trial: int = 1
    version: int | None = None
    candidate: dict[str, Any] | None = None
    """A record that is not live yet."""
    without: tuple[str, ...] = ()
    id: str | None = None
    parent_id: RunId | None = None


WITHOUT = 0
"""The trial that is made without what was learnt: how it was before."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """What a run did, as checks look at it."""

    text: str
    calls: list[RecordedCall] = field(default_factory=list[RecordedCall])
    failed: list[str] = field(default_factory=list[str])
    """Tools whose calls failed."""
    diverged: list[str] = field(default_factory=list[str])
    """Tools that were called as they were not in the recording."""
    cost_micros: int = 0
    status: str = "completed"

    def did(self) -> dict[str, Any]:
        """Return what is kept of it beside the checks, so that versions are compared by more than passing."""
        return {"tools": [one.tool for one in self.calls], "costMicros": self.cost_micros}
