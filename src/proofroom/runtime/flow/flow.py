"""A flow: what everything durable has in common, from a chat turn to a crew of agents.

A flow is a function over steps. Each step happens once and for all; after a kill the function runs again and
every finished step returns what it returned. So the code between steps decides and has no effects.

Steps stand one after another or side by side in named branches. A flow can start an agent in a run of its
own, and it can ask: then it rests, nothing is kept in memory, and the answer takes it up again. How a flow is
registered, begun and closed is in `flows.py`; how one is done again, in `rerun.py`.

The keys of steps are what a run is resumed, retried and forked by. Branches stand before the key as
`group/branch/`; `<key>.ask` and `<key>.start` belong to the step `<key>`, which holds what came of them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field, replace
from typing import Any, TypeVar

from proofroom.durable import Run, RunHandle, StepContext, StepKind, Stopped
from proofroom.durable.step import StepBody, StepOpening, StepPrepare
from proofroom.kernel import events
from proofroom.kernel.data import dataclass
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import ApiKeyId
from proofroom.runtime.budget import within_budget
from proofroom.runtime.facts import Ending, Ports
from proofroom.runtime.rest import Paused, WaitsForPerson
from proofroom.runtime.spent import spent_by
from proofroom.runtime.types import NO_AGENT, Asker, Authority

T = TypeVar("T")

FIRST_STEP = "000.begin"
"""The step in which a flow says that it has begun, and in which format it keeps its state."""

Look = Callable[[], Awaitable[Any]]
"""Returns the answer to what was asked, or None while there is none."""


@dataclass(frozen=True, slots=True)
class Closed:
    """How a flow ended: its result, what it changed, and the error it ended with."""

    result: Any = None
    affected: Affected = field(default_factory=Affected)
    error: events.Error | None = None


@dataclass(slots=True)
class _Shared:
    """What the branches of one flow have in common."""

    finished: set[str] = field(default_factory=set[str])
    total: int | None = None
    ending: Callable[[], Ending | None] = lambda: None


class Flow:
    """One execution of a flow, or of a branch of it."""

    def __init__(self, handle: RunHandle, ports: Ports) -> None:
        self.handle, self.ports = handle, ports
        self._prefix = ""
        self._shared = _Shared()

    @property
    def run(self) -> Run:
        """The run as it is now."""
        return self.handle.run

    @property
    def asker(self) -> Asker:
        """Who stands behind the run."""
        key = self.run.input.get("apiKeyId")
        return Asker(self.run.workspace_id, self.run.person_id, ApiKeyId(key) if key else None)

    async def authority(self) -> Authority:
        """Return what whoever stands behind the run may do now."""
        return await self.ports.find_authority(self.asker, self.run.project_id, NO_AGENT)

    def place(self, key: str) -> str:
        """Return a step's whole key, with the branch it stands in."""
        return self._prefix + key

    def expect(self, steps: int) -> None:
        """Say how many steps there will be: from then on each one tells how far the work is."""
        self._shared.total = steps

    async def step(
        self,
        key: str,
        name: str,
        body: StepBody,
        *,
        kind: StepKind = "workflow",
        input: Any = None,
        prepare: StepPrepare | None = None,
        opening: StepOpening | None = None,
    ) -> Any:
        """Do something once and for all, and return its result as JSON gives it back.

        Where a budget refuses it, the flow rests until a person raises that or declines.
        """
        place = self.place(key)

        async def work(step: StepContext) -> Any:
            value = await body(step)
            await self._tell_progress(step, name)
            return value

        async def make() -> Any:
            return await self.handle.step(
                place, kind, name, work, input=input, prepare=prepare, opening=opening
            )

        result = await within_budget(self.handle, self.ports.database, self.run.agent, place, make)
        self._shared.finished.add(place)
        return result

    async def together(
        self,
        group: str,
        branches: Mapping[str, Callable[["Flow"], Awaitable[T]]],
        *,
        limit: int | None = None,
    ) -> dict[str, T]:
        """Work in branches side by side, at most `limit` at once, and return what each came to.

        A branch that rests or fails leaves the others time to finish what they began; after a failure no
        further one begins.
        """
        room = asyncio.Semaphore(limit or max(1, len(branches)))
        has_failed = False

        async def work(name: str, body: Callable[["Flow"], Awaitable[T]]) -> T:
            nonlocal has_failed
            async with room:
                if has_failed:
                    raise _NotBegun
                try:
                    return await body(self._branch(group, name))
                except Paused:
                    raise
                except BaseException:
                    has_failed = True
                    raise

        made = await asyncio.gather(
            *(work(name, body) for name, body in branches.items()), return_exceptions=True
        )
        return dict(zip(branches, _results(made), strict=True))

    async def ask(self, key: str, name: str, question: StepBody, look: Look) -> Any:
        """Ask once, rest until there is an answer, and return it: the same one for ever.

        `question` puts it where it can be answered (a row that a registered wait knows of), `look` returns
        the answer or None.
        """
        place = self.place(key)
        if not self.handle.has_finished(place):
            await self.handle.step(f"{place}.ask", "guard", name, question)
            if await look() is None:
                raise WaitsForPerson

        async def keep(step: StepContext) -> Any:
            answer = await look()
            await self._tell_progress(step, name)
            return answer

        answer = await self.handle.step(place, "guard", name, keep)
        self._shared.finished.add(place)
        return answer

    def ends_with(self, ending: Callable[[], Ending | None]) -> None:
        """Say what is to be known when the flow ends or rests, if it wrote something by then."""
        self._shared.ending = ending

    async def writes(self, title: str = "") -> None:
        """Say that the flow, or an agent it starts, writes to its project: it ends as one proposal."""
        run, authority = self.run, await self.authority()
        if run.project_id is None:
            return
        project = await self.ports.find_project(run.workspace_id, run.project_id, run.conversation_id)
        name = authority.name or "Proofroom"
        ending = Ending(authority, project, run.agent, name, model=None, title=title or run.title)
        self.ends_with(lambda: ending)

    async def end_branch(self, key: str = "999.settle", *, is_whole: bool = True) -> Any:
        """Merge what the flow wrote, or leave it waiting as a proposal. What was cut off only waits."""
        ending, end_turn = self._shared.ending(), self.ports.end_turn
        if ending is None or end_turn is None:
            return None
        ending = replace(ending, is_whole=is_whole)

        async def end(step: StepContext) -> object:
            return await end_turn(step, ending)

        return await self.handle.step(key, "git", "end the turn", end, despite_stop=not is_whole)

    def _branch(self, group: str, name: str) -> "Flow":
        branch = Flow(self.handle, self.ports)
        branch._prefix, branch._shared = f"{self._prefix}{group}/{name}/", self._shared
        return branch

    async def _tell_progress(self, step: StepContext, name: str) -> None:
        shared = self._shared
        if shared.total is None:
            return
        spent = await spent_by(self.ports, self.run)
        shared.finished.add(step.key)
        done = min(len(shared.finished), shared.total)
        step.emit(
            events.Progress(
                text=name,
                done=done,
                total=shared.total,
                percent=100 * done // shared.total if shared.total else 100,
                cost_micros=spent,
            )
        )


class _NotBegun(Exception):
    """A branch that did not begin, because another one had failed by then."""


def _results(made: list[T | BaseException]) -> list[T]:
    """Return the results of branches, or raise what weighs most: a cut, a stop, a failure, a rest."""
    raised = [each for each in made if isinstance(each, BaseException)]
    for error in sorted(raised, key=_weight):
        raise error
    return [each for each in made if not isinstance(each, BaseException)]


def _weight(error: BaseException) -> int:
    if not isinstance(error, Exception):
        return 0
    if isinstance(error, Stopped):
        return 1
    if isinstance(error, _NotBegun):
        return 4
    return 3 if isinstance(error, Paused) else 2
