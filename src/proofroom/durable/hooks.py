"""What rooms above may hear of: runs that begin and end, and steps that end."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import field
from typing import Any

from proofroom.durable.step import StepContext
from proofroom.durable.types import Run, StepKind
from proofroom.kernel.data import dataclass
from proofroom.store.database import Connection


@dataclass(frozen=True, slots=True)
class StepEnded:
    """One attempt of a step, and how it went: its result or its failure, and what it counted."""

    run: Run
    key: str
    kind: StepKind
    name: str
    attempt: int
    duration_s: float
    result: Any
    error: dict[str, Any] | None
    figures: dict[str, float]


@dataclass(frozen=True, slots=True)
class Hooks:
    """Who wants to hear. What is heard inside a transaction is written with it or not at all."""

    beginnings: list[Callable[[Connection, Run], Awaitable[None]]] = field(default_factory=list[Any])
    """Called in the transaction that stores a new run."""
    endings: list[Callable[[Connection, Run], Awaitable[None]]] = field(default_factory=list[Any])
    """Called in the transaction that ends a run or lets it wait, with the run as it will be."""
    cut_off: list[Callable[[Connection, Run], Awaitable[None]]] = field(default_factory=list[Any])
    """Called in the same transaction, but only where a step may not have closed in good order."""
    ended: list[Callable[[Run], None]] = field(default_factory=list[Any])
    """Called after a run came to rest."""
    launched: list[Callable[[], None]] = field(default_factory=list[Any])
    """Called when the engine is open. While it opens, nobody may hold a transaction: its migrations wait."""
    steps: list[Callable[[StepEnded], None]] = field(default_factory=list[Any])
    """Called after a step ended."""

    def tell_step(self, run: Run, context: StepContext, error: dict[str, Any] | None) -> None:
        """Tell how one attempt of a step went."""
        if not self.steps:
            return
        ended = StepEnded(
            run,
            context.key,
            context.kind,
            context.name,
            context.attempt,
            time.perf_counter() - context.begun,
            None if error else context.result,
            error,
            context.figures,
        )
        for hear in self.steps:
            hear(ended)
