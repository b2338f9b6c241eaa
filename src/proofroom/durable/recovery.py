"""Runs that nobody executes: start them, hand them on, or close them visibly. None stays running for ever."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from proofroom.durable.driver import Driver, interruption
from proofroom.durable.late_door import LateDoor
from proofroom.durable.ownership import repo as ownership
from proofroom.durable.ownership.repo import OpenRun
from proofroom.durable.types import own_version
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.store.database import Database
from proofroom.store.processes import Executor, is_gone, now_of, read_executors

if TYPE_CHECKING:
    from proofroom.durable.door import KnownWorkflow

logger = logging.getLogger(__name__)

Decision = Literal["leave", "start", "take_up", "hand_on", "interrupt"]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known when a run's fate is decided."""

    me: str
    version: str
    gone: frozenset[str]
    live_versions: frozenset[str]
    serves: bool = True
    """Whether this process stays and works for others; a command does not."""

    def lives(self, executor_id: str | None) -> bool:
        """Tell whether this is another process that still works."""
        return executor_id is not None and executor_id != self.me and executor_id not in self.gone


def decide(run: OpenRun, entry: "KnownWorkflow | None", scene: Scene) -> Decision:
    """Decide what to do with a run that is open and not executed by this process."""
    if scene.lives(run.holder):
        return "leave"
    if entry is None and (version := own_version(run.workflow_id)) is not None:
        if version != scene.version:
            return "leave" if version in scene.live_versions else "interrupt"
        return "take_up" if scene.serves else "leave"
    if entry is None:
        # The studio stopped between our record of the run and the engine's; but if it had begun already,
        # the engine's records were lost, as when a backup is restored into another database.
        has_begun = run.step_count > 0 and run.workflow_id == run.id
        return "interrupt" if has_begun else "start"
    is_foreign = entry.version is not None and entry.version not in scene.live_versions
    match entry.status:
        case "ENQUEUED" | "DELAYED":
            return "interrupt" if is_foreign else "leave"
        case "PENDING" if scene.lives(entry.executor_id):
            return "leave"
        case "PENDING" if entry.version != scene.version:
            return "interrupt"
        case "PENDING":
            return "leave" if entry.executor_id == scene.me else "hand_on"
        case _:
            return "interrupt"


def look_around(executors: Mapping[str, Executor], me: str, version: str, now: datetime) -> Scene:
    """Return who is gone and which versions are still served."""
    gone = frozenset(name for name, found in executors.items() if name != me and is_gone(found, now))
    live = {found.version for name, found in executors.items() if name != me and name not in gone}
    return Scene(me, version, gone, frozenset({*live, version}))


class Recovery:
    """Looks after runs that nobody executes, at launch and from time to time."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        driver: Driver,
        door: LateDoor,
        me: str,
        version: str,
        *,
        serves: bool,
    ) -> None:
        self._database = database
        self._clock = clock
        self._driver = driver
        self._door = door
        self._me = me
        self._version = version
        self._serves = serves

    async def sweep(self) -> None:
        """Give every open run to somebody, or close it."""
        left = frozenset(self._driver.unclosed)
        async with self._database.reading() as connection:
            executors = await read_executors(connection)
            found = await ownership.open_runs(connection)
            now = await now_of(connection, self._clock)
        runs = [run for run in found if not self._driver.is_busy_with(run.id)]
        if not runs:
            return
        unknown = {run.holder for run in runs if run.holder} - executors.keys()
        scene = look_around(executors, self._me, self._version, now)
        scene = replace(scene, gone=scene.gone | (unknown - {self._me}), serves=self._serves)
        entries = await (await self._door()).entries([run.workflow_id for run in runs])
        for run in runs:
            is_left = run.id in left and run.holder == self._me
            decision = decide(run, entries.get(run.workflow_id), scene)
            await self._apply(run, "interrupt" if is_left else decision)
        self._driver.unclosed -= left

    async def is_orphaned(self, holder: str | None) -> bool:
        """Tell whether nobody executes a run that this process is thought to hold."""
        if holder is None or holder == self._me:
            return True
        async with self._database.reading() as connection:
            executors = await read_executors(connection)
            return is_gone(executors.get(holder), await now_of(connection, self._clock))

    async def _apply(self, run: OpenRun, decision: Decision) -> None:
        if decision == "leave":
            return
        logger.info("run %s is not executed by anybody: %s", run.id, decision)
        if decision == "interrupt":
            async with self._database.transaction() as connection:
                taken = await ownership.seize_run(connection, run.id, run.holder, self._me)
            if taken is not None:
                await self._driver.end_quietly(taken, "interrupted", interruption())
                await (await self._door()).cancel(run.workflow_id)
        elif decision == "take_up":
            await self._take_up(run)
        elif decision == "hand_on":
            await (await self._door()).hand_on(run.workflow_id)
        elif run.queue is None:
            await (await self._door()).start(run.workflow_id, run.id)
        else:
            await (await self._door()).enqueue(
                run.queue, run.workflow_id, run.id, partition=run.partition, dedupe=run.dedupe, delay_s=None
            )

    async def _take_up(self, run: OpenRun) -> None:
        """Go on with a run that its process had started itself, unless another process does."""
        if run.holder != self._me:
            async with self._database.transaction() as connection:
                if await ownership.seize_run(connection, run.id, run.holder, self._me) is None:
                    return
        # Whoever left in good order let go of it first: that is not held against it.
        self._driver.begin_again(run.id, run.workflow_id, is_counted=run.holder is not None)
