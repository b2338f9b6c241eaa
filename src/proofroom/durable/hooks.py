"""What rooms above may hear of: runs that begin and end, and steps that end."""

from collections.abc import Awaitable, Callable
from dataclasses import field
from typing import Any

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
