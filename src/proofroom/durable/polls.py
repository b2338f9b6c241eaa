"""What DBOS asks its SQLite file again and again, answered from memory while the file stays as it is.

Its threads look some nine times a second for queues, schedules and work, each time in a transaction that
takes the lock for writing. SQLite tells in a few microseconds whether anybody, in whatever process, has
changed the file meanwhile.
"""

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

_NEXT_DELAYED = "SELECT min(delay_until_epoch_ms) FROM workflow_status WHERE status = 'DELAYED'"


class Polls:
    """The last answers, each with the state of the file that it was read from or an earlier one."""

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._answers: dict[tuple[Any, ...], tuple[int, Any]] = {}

    def answer_for(self, system: Any) -> None:
        """Stand between the polling threads and the tables of DBOS."""
        system.get_queue = partial(self._queue, system.get_queue)
        system.list_queues = partial(self._list, system.list_queues)
        system.list_schedules = partial(self._list, system.list_schedules)
        system.start_queued_workflows = partial(self._claimed, system.start_queued_workflows)
        system.transition_delayed_workflows = partial(self._let_begin, system.transition_delayed_workflows)

    def close(self) -> None:
        """Close the connection; whoever asks after this is answered by the tables."""
        with self._lock:
            self._connection.close()

    def _queue(self, ask: Callable[..., Any], name: str, **named: Any) -> Any:
        if any(named.values()):
            return ask(name, **named)
        return self._remembered(("queue", name), lambda: ask(name), bool)

    def _list(self, ask: Callable[..., list[Any]], **named: Any) -> list[Any]:
        if named.keys() != {"application_name"}:  # a filter, or inside of somebody's transaction
            return ask(**named)
        return self._remembered((ask, named["application_name"]), lambda: ask(**named), lambda _: True)

    def _claimed(self, ask: Callable[..., Any], queue: Any, *given: Any, **named: Any) -> Any:
        """Claim what waits in a queue. That nothing waits is remembered, that a limit is reached is not."""
        partition = given[2] if len(given) > 2 else named.get("queue_partition_key")
        key = ("waiting", queue.name, partition)
        return self._remembered(key, lambda: ask(queue, *given, **named), lambda found: found == ([], None))

    def _let_begin(self, act: Callable[[], None]) -> None:
        """Let what was delayed begin when its time has come."""
        if self._remembered(("delayed",), self._next_delayed, lambda _: True) <= time.time():
            act()

    def _next_delayed(self) -> float:
        with self._lock:
            (due_ms,) = self._connection.execute(_NEXT_DELAYED).fetchone()
        return math.inf if due_ms is None else due_ms / 1000

    def _remembered(self, key: tuple[Any, ...], ask: Callable[[], Any], lasts: Callable[[Any], bool]) -> Any:
        state = self._state()
        before = self._answers.get(key)
        if before is not None and before[0] == state:
            return before[1]
        answer = ask()
        if state is not None and lasts(answer):
            self._answers[key] = state, answer  # what changed while it was read shows in the next state
        return answer

    def _state(self) -> int | None:
        """Return a number that another commit to the file changes; None if it cannot be told."""
        with self._lock:
            try:
                (state,) = self._connection.execute("PRAGMA data_version").fetchone()
            except sqlite3.Error:
                return None
        return state
