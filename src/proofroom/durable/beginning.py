"""Beginning a run that this process has just written, at the latest when that is committed."""

import asyncio
from dataclasses import replace
from types import TracebackType

from proofroom.durable.broker import Broker
from proofroom.durable.driver import Driver
from proofroom.durable.ownership.repo import Claimed


class Beginning:
    """Begins one run once. It is left when the transaction that writes the run has ended, well or not."""

    def __init__(self, driver: Driver, broker: Broker, *, watched: bool) -> None:
        self._driver, self._broker, self._is_watched = driver, broker, watched
        self._written: asyncio.Future[bool] | None = None

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._written is not None and not self._written.done():
            self._written.set_result(error is None)

    def begin_early(self, taken: Claimed) -> None:
        """Begin the run while the transaction that writes it is committed."""
        self._written = asyncio.get_running_loop().create_future()
        self._begin(replace(taken, written=self._written))

    def begin(self, taken: Claimed) -> None:
        """Begin the run, unless it has begun early."""
        if self._written is None:
            self._begin(taken)

    def _begin(self, taken: Claimed) -> None:
        if self._is_watched:
            self._broker.open(taken.run.id).expect(taken.run.workspace_id, taken.run.trace_id)
        self._driver.begin(taken)
