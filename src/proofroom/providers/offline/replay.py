"""Going through a plan over the results there are, and on from there when its next ones have come.

A plan depends on nothing but its request and those results, so that it can always be gone through anew, as
after a restart. Reading takes a while, though: one that waits for its calls is kept, and goes on.
"""

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, cast

import orjson

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.plan import READING, Answer, Ask, Call, Made, Plan, Request, Result

Move = list[Call] | Answer | Ask
_LASTING: Final = ("list_models", "getTime")
_REBUILDS: Final = ("save_model", "delete_model", "add_locale")
"""What no entry changes, and tools after which everything is to be read anew."""
_MOST_KEPT: Final = 16


class DivergedError(Exception):
    """A plan wants something else than it did when it was first gone through."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Calls that are still to be made."""

    calls: list[Call]


class Replay:
    """A plan on its way.

    What it reads again is not asked for again, unless something was written that may have changed it: a turn
    has few rounds. In the first `same` rounds it has to want what it wanted when they were made.
    """

    def __init__(self, plan: Plan, same: int = 0) -> None:
        self._plan, self._same = plan, same
        self._wanted: Call | list[Call] | None = None
        self._known: dict[str, Made] = {}
        self.rounds: Sequence[list[Made]] = ()
        """What it has been given."""

    def move(self, made: Sequence[list[Made]]) -> Move:
        """Return its next move, given all rounds so far: those it knows, and what came since."""
        answered = iter(list(enumerate(made))[len(self.rounds) :])
        self.rounds = tuple(made)
        try:
            if self._wanted is None:
                self._wanted = next(self._plan)
            while True:
                wanted = self._wanted
                told = self._told(wanted if isinstance(wanted, list) else [wanted], answered)
                if isinstance(told, Unanswered):
                    return told.calls
                self._wanted = self._plan.send(told if isinstance(wanted, list) else told[0])
        except StopIteration as end:
            return cast("Answer | Ask", end.value)

    def _told(
        self, calls: list[Call], answered: Iterator[tuple[int, list[Made]]]
    ) -> "list[Result] | Unanswered":
        """Return what calls brought, now or when they were made before, or those that nothing answers yet."""
        names = [f"{call.tool} {orjson.dumps(call.input, option=orjson.OPT_SORT_KEYS)}" for call in calls]
        writes = any(call.tool not in READING for call in calls)
        known = {name: one for name, one in self._known.items() if not _may_change(calls, one.call)}
        fresh = {name: call for name, call in zip(names, calls, strict=True) if name not in known}
        asked = list(fresh.values()) if known else calls
        at, round_made = next(answered, (self._same, None)) if fresh else (self._same, [])
        while writes and at < self._same and _only_reads(round_made):
            at, round_made = next(answered, (self._same, None))  # read for what was not agreed to
        if at < self._same and [one.call.tool for one in round_made or ()] != [one.tool for one in asked]:
            raise DivergedError
        if round_made is None:
            return Unanswered(asked)
        results = [one.result for one in round_made]
        news = dict(zip(list(fresh) if known else names, results, strict=False))
        told = [news[name] if name in news else known[name].result for name in names]
        self._known = known | {name: Made(fresh[name], one) for name, one in news.items() if not writes}
        return told


def _only_reads(made: Sequence[Made] | None) -> bool:
    return bool(made) and all(one.call.tool in READING for one in made)


def _may_change(calls: list[Call], read: Call) -> bool:
    """Tell whether calls may change what was read: entries of the same model, or of whichever it was."""
    writes = [call for call in calls if call.tool not in READING]
    if any(call.tool in _REBUILDS for call in writes):
        return True
    models = {call.input.get("model") for call in writes}
    is_near = None in models or read.input.get("model") in {None, *models}
    return bool(writes) and is_near and read.tool not in _LASTING


@dataclass(frozen=True, slots=True)
class Begun:
    """A plan on its way, with what was asked and as what that was read."""

    asked: Request
    read: Request
    replay: Replay

    def comes_to(self, asked: Request, rounds: Sequence[list[Made]]) -> bool:
        """Tell whether a request with these rounds is the next thing it waits for."""
        given = len(self.replay.rounds)
        return given < len(rounds) and self.asked == asked and [*self.replay.rounds] == [*rounds[:given]]


class KeptPlans:
    """The plans that wait for what their calls bring; the oldest are forgotten."""

    def __init__(self) -> None:
        self._kept: deque[Begun] = deque(maxlen=_MOST_KEPT)
        self._lock = threading.Lock()

    def take(self, asked: Request, rounds: Sequence[list[Made]]) -> Begun | None:
        """Take out the plan that has come so far; nobody else can go on with it then."""
        with self._lock:
            for at, one in enumerate(self._kept):
                if one.comes_to(asked, rounds):
                    del self._kept[at]
                    return one
        return None

    def keep(self, begun: Begun) -> None:
        """Keep a plan until its calls have been made."""
        with self._lock:
            self._kept.append(begun)
