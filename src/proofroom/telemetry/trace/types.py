"""A trace: a tree of spans, each a run, a step of it, or one of several calls within a step."""

from collections.abc import Iterator
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.durable import Run
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId

SpanStatus = Literal["queued", "running", "waiting", "ok", "failed", "cancelled"]
Attribute = str | int | float | bool


@dataclass(slots=True)
class Span:
    """Something that took time. `step` is empty for a run; `cost_micros` is None where nothing is known.

    `is_part` marks one of several calls of a step, whose figures the step's span holds already.
    """

    id: str
    parent_id: str | None
    run_id: RunId
    step: str
    kind: str
    name: str
    status: SpanStatus
    started_at: datetime
    ended_at: datetime | None
    attributes: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    error: dict[str, Any] | None = None
    cost_micros: int | None = None
    is_part: bool = False
    children: "list[Span]" = field(default_factory=list["Span"])

    def walk(self) -> "Iterator[Span]":
        """Yield this span and everything below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything that happened because of one run. `root` is the span of the run at the beginning."""

    trace_id: str
    root: Span
    runs: tuple[Run, ...]

    def span_of(self, run_id: RunId) -> Span:
        """Return the span of one of its runs; the root where the run is not in it."""
        return next((span for span in self.root.walk() if span.run_id == run_id and not span.step), self.root)
