"""A circuit breaker per key: after five failures in a row a provider rests, then one probe decides."""

import math
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import (
    AddressRefused,
    OutsideFailed,
    ProviderFailed,
    ProviderRateLimited,
    Unavailable,
)
from proofroom.kernel.strings import say

State = Literal["closed", "open", "half_open"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How one key stands, for the health page."""

    key: str
    state: State
    failures: int
    retry_in_s: float


@dataclass(frozen=True, slots=True)
class Permit:
    """Leave for one call, in one period of its circuit; a result from an earlier period counts nothing."""

    key: str
    period: int
    is_probe: bool


@dataclass(slots=True)
class _Circuit:
    failures: int = 0
    period: int = 0
    opened_at: float | None = None
    is_probing: bool = False


def counts_as_failure(error: BaseException) -> bool:
    """Tell whether an error says that the other side is down, not that it declined or asked us to wait."""
    if isinstance(error, AddressRefused | ProviderRateLimited):
        return False
    return isinstance(error, OutsideFailed | ProviderFailed)


class Breaker:
    """Keeps one circuit per key."""

    def __init__(
        self, *, threshold: int = 5, rest_s: float = 60.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._threshold = threshold
        self._rest_s = rest_s
        self._now = now
        self._circuits: dict[str, _Circuit] = {}

    def admit(self, key: str) -> Permit:
        """Return leave for one call, or raise `Unavailable` while the key rests or is being probed."""
        circuit = self._circuits.setdefault(key, _Circuit())
        if circuit.opened_at is None:
            return Permit(key, circuit.period, is_probe=False)
        wait_s = self._wait_s(circuit)
        if wait_s > 0 or circuit.is_probing:
            left = max(wait_s, 1.0)
            raise Unavailable(
                say("net.resting", name=key, seconds=math.ceil(left)), retry_after_s=round(left, 3)
            )
        circuit.is_probing = True
        return Permit(key, circuit.period, is_probe=True)

    def succeed(self, permit: Permit) -> None:
        """Record a success: it zeroes the count, and a probe's success closes the circuit."""
        circuit = self._circuits[permit.key]
        if permit.period != circuit.period:
            return
        circuit.failures = 0
        if permit.is_probe:
            self._turn(circuit, opened_at=None)

    def fail(self, permit: Permit) -> None:
        """Record a failure: the fifth in a row opens the circuit, a probe's failure opens it again."""
        circuit = self._circuits[permit.key]
        if permit.period != circuit.period:
            return
        circuit.failures += 1
        if permit.is_probe or circuit.failures >= self._threshold:
            self._turn(circuit, opened_at=self._now())

    def release(self, permit: Permit) -> None:
        """Give leave back without a verdict, after a cancel or an error that says nothing about the key."""
        circuit = self._circuits[permit.key]
        if permit.is_probe and permit.period == circuit.period:
            circuit.is_probing = False

    @asynccontextmanager
    async def watch(
        self, key: str, *, is_failure: Callable[[BaseException], bool] = counts_as_failure
    ) -> AsyncGenerator[None]:
        """Admit one call and record how it ends."""
        permit = self.admit(key)
        try:
            yield
        except BaseException as error:
            if is_failure(error):
                self.fail(permit)
            else:
                self.release(permit)
            raise
        self.succeed(permit)

    def snapshot(self) -> list[Snapshot]:
        """Return how every key stands, in order of their names."""
        return [self._describe(key, circuit) for key, circuit in sorted(self._circuits.items())]

    def _describe(self, key: str, circuit: _Circuit) -> Snapshot:
        wait_s = self._wait_s(circuit)
        state: State = "closed"
        if circuit.opened_at is not None:
            state = "open" if wait_s > 0 else "half_open"
        return Snapshot(key, state, circuit.failures, round(wait_s, 3))

    def _wait_s(self, circuit: _Circuit) -> float:
        if circuit.opened_at is None:
            return 0.0
        return max(0.0, circuit.opened_at + self._rest_s - self._now())

    def _turn(self, circuit: _Circuit, *, opened_at: float | None) -> None:
        circuit.period += 1
        circuit.opened_at = opened_at
        circuit.is_probing = False
