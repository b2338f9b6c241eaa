"""What the body of a step gets: emit events, stream text, register what the closing transaction does."""

import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, TypedDict, Unpack

from proofroom.durable.log import Log, PieceKind, Segment
from proofroom.durable.types import Run, RunStatus, StepKind
from proofroom.kernel.events import Event
from proofroom.kernel.ids import ConversationId, ProjectId, RunId, derived_id
from proofroom.store.database import Connection

Closing = Callable[[Connection], Awaitable[None]]

current_step: ContextVar[tuple[RunId, str] | None] = ContextVar("current_step", default=None)
"""The run and step whose body executes now: a run that is started in it belongs to it."""


class RunChanges(TypedDict, total=False):
    """Fields of the run that a step may change."""

    status: RunStatus | None
    title: str | None
    agent: str | None
    agent_version: int | None
    project_id: ProjectId | None
    conversation_id: ConversationId | None


class StepContext:
    """One attempt of one step. `started_at` is the first attempt's, so that ids and times come out again.

    `opened_at` is this attempt's, for what belongs to it alone: its price and its day. `was_cut_off` tells
    that the studio stopped in the middle of the attempt before.
    """

    __slots__ = (
        "_ids",
        "_log",
        "_open",
        "_text",
        "_thinking",
        "attempt",
        "begun",
        "changes",
        "closings",
        "figures",
        "is_before_looks",
        "key",
        "kind",
        "name",
        "opened_at",
        "parts",
        "result",
        "run",
        "stamp",
        "started_at",
        "was_cut_off",
    )

    def __init__(
        self,
        run: Run,
        key: str,
        attempt: int,
        started_at: datetime,
        log: Log,
        *,
        opened_at: datetime | None = None,
        was_cut_off: bool = False,
    ) -> None:
        self.run = run
        self.key = key
        self.attempt = attempt
        self.started_at = started_at
        self.opened_at = opened_at or started_at
        self.was_cut_off = was_cut_off
        self.kind: StepKind = "other"
        self.name = ""
        self.result: Any = None
        self.begun = time.perf_counter()
        self.stamp: int | None = None  # how the remembered tables stood when the step was opened
        self.closings: list[Closing] = []
        self.changes: dict[str, Any] = {}
        self.figures: dict[str, float] = {}
        self.parts: list[dict[str, Any]] = []
        # Its body knows that only steps without effect follow, or the run's end: it is closed with what
        # is written next.
        self.is_before_looks = False
        self._log = log
        self._ids = 0
        self._open: dict[tuple[str, int], Segment] = {}
        self._text: Segment | None = None
        self._thinking: Segment | None = None

    @property
    def idempotency_key(self) -> str:
        """The same for every attempt of this step and for no other: send it with every outside effect."""
        return f"{self.run.id}:{self.key}"

    def emit(self, event: Event) -> None:
        """Number an event, show it to watchers at once, and store it when the step closes or sooner."""
        self._log.append(event, self.key)

    def text(self, block: int, piece: str) -> None:
        """Add a piece to the answer."""
        segment = self._text
        if segment is None or segment.block != block:
            segment = self._text = self._find("text", block)
        segment.fresh.append(piece)
        if not self._log.is_awake:
            self._log.wake()

    def thinking(self, block: int, piece: str) -> None:
        """Add a piece to the model's reasoning."""
        segment = self._thinking
        if segment is None or segment.block != block:
            segment = self._thinking = self._find("thinking", block)
        segment.fresh.append(piece)
        if not self._log.is_awake:
            self._log.wake()

    def closing(self, action: Closing) -> None:
        """Run this inside the closing transaction, also when the step fails or is stopped."""
        self.closings.append(action)

    def count(self, **figures: float) -> None:
        """Add to what this attempt counted, such as tokens, for whoever watches the studio."""
        for name, value in figures.items():
            self.figures[name] = self.figures.get(name, 0) + value

    @contextmanager
    def timed(self, kind: str, name: str) -> Generator[dict[str, Any]]:
        """Time a part of the step that is worth a line in a trace; what is put into it goes there too.

        `parts` holds them, in order; whoever makes the step's result keeps them in it.
        """
        began = time.perf_counter()
        part: dict[str, Any] = {"kind": kind, "name": name, "afterMs": _ms(began - self.begun)}
        try:
            yield part
        finally:
            part["ms"] = _ms(time.perf_counter() - began)
            self.parts.append(part)

    def set_run(self, **changes: Unpack[RunChanges]) -> None:
        """Change the run in the closing transaction."""
        self.changes.update({name: value for name, value in changes.items() if value is not None})

    def new_id(self) -> str:
        """Return an id; the n-th id of this step is the same in every attempt."""
        self._ids += 1
        at_ms = int(self.started_at.timestamp() * 1000)
        return derived_id(at_ms, self.run.id, self.key, str(self._ids))

    def attempt_id(self) -> str:
        """Return an id for what happens anew in every attempt, such as a call that costs something."""
        self._ids += 1
        at_ms = int(self.started_at.timestamp() * 1000)
        return derived_id(at_ms, self.run.id, self.key, f"{self.attempt}/{self._ids}")

    def now(self) -> datetime:
        """Return when the first attempt of this step began."""
        return self.started_at

    def _find(self, kind: PieceKind, block: int) -> Segment:
        segment = self._open.get((kind, block))
        if segment is None:
            segment = self._open[kind, block] = self._log.open(self.key, kind, block)
        return segment


StepBody = Callable[[StepContext], Awaitable[Any]]
StepOpening = Callable[[Connection, StepContext], Awaitable[None]]
StepPrepare = Callable[[StepContext], Awaitable[None]]


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)
