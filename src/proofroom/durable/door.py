"""The only file that talks to DBOS.

DBOS remembers which workflows must be executed, by whom, and from which queue or schedule; a workflow is
nothing but the id of a run. Importing it takes long: `late_door.py` does it when it is first needed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croniter import croniter
from dbos import (
    DBOS,
    DBOSConfig,
    DBOSPortableJSONSerializer,
    EnqueueOptions,
    ScheduleInput,
    SetWorkflowID,
    WorkflowSchedule,
)
from dbos import error as dbos_error

from proofroom.durable.polls import Polls
from proofroom.durable.threads import THREADS, end_in_words, give_threads
from proofroom.durable.types import QueueRule
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store.database import postgres_url, time_limits
from proofroom.store.embedded import open_embedded

APPLICATION = "proofroom"
SCHEMA = "durable"
RUN_WORKFLOW = "run"
TICK_WORKFLOW = "tick"
TICK_QUEUE = "ticks"

Execute = Callable[[str, str], Awaitable[None]]
Tick = Callable[[datetime, dict[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class KnownWorkflow:
    """What DBOS knows of one workflow."""

    id: str
    status: str
    executor_id: str | None
    version: str | None


@dataclass(frozen=True, slots=True)
class StoredSchedule:
    """A schedule as DBOS keeps it."""

    name: str
    cron: str
    zone: str
    context: dict[str, Any]
    is_paused: bool
    last_fired_at: datetime | None
    next_at: datetime | None


class Door:
    """One launched DBOS; `LateDoor` sees to it that there is only one per process."""

    def __init__(self, settings: Settings, version: str, execute: Execute, tick: Tick) -> None:
        _quieten()
        self._engine = None if settings.is_postgres else open_embedded(settings.durable_path)
        self._path = settings.durable_path
        self._polls: Polls | None = None
        self._version = version
        # Anything an earlier launch in this process registered is bound to an engine that is closed.
        DBOS.destroy(destroy_registry=True)
        DBOS(config=self._config(settings))
        self._run, self._tick = _register(execute, tick)

    def _config(self, settings: Settings) -> DBOSConfig:
        config: DBOSConfig = {
            "name": APPLICATION,
            "application_version": self._version,
            "executor_id": settings.executor_id,
            "serializer": DBOSPortableJSONSerializer(),
            "enable_otlp": False,
            "max_executor_threads": THREADS,
            "notification_listener_polling_interval_sec": 0.05,  # nobody sends any: see `launch`
            "scheduler_polling_interval_sec": 5.0,
            "log_level": "WARNING",
        }
        if self._engine is None:
            config["system_database_url"] = postgres_url(settings)
            config["dbos_system_schema"] = SCHEMA
            config["sys_db_pool_size"] = 5
            config["db_engine_kwargs"] = {"connect_args": time_limits()}
        else:
            config["system_database_url"] = f"sqlite:///{settings.durable_path}"
            config["system_database_engine"] = self._engine
        return config

    async def launch(self, queues: Sequence[QueueRule], *, serve: bool) -> None:
        """Open the engine's tables, recover this process's workflows, and serve the queues if wanted."""
        if not serve:
            DBOS.listen_queues([])
        # Inside the running loop, so that recovered and queued workflows run on it too.
        DBOS.launch()
        instance = _instance()
        end_in_words(instance._executor)
        instance._workflow_timeout_stop_event.set()  # no workflow of ours has a deadline to look for
        if self._engine is not None:
            self._polls = Polls(self._path)
            self._polls.answer_for(instance._sys_db)
            instance._sys_db._run_background_processes = False  # the thread that looks for messages
        for queue in (QueueRule(TICK_QUEUE), *queues):
            await DBOS.register_queue_async(
                queue.name,
                worker_concurrency=queue.per_process,
                global_concurrency=queue.everywhere,
                partition_concurrency=queue.per_partition,
                limiter={"limit": queue.rate[0], "period": queue.rate[1]} if queue.rate else None,
                polling_interval_sec=queue.poll_s,
                on_conflict="always_update",
            )

    async def start(self, workflow_id: str, run_id: str) -> None:
        """Start a workflow in this process at once. An id that exists is left alone."""
        with SetWorkflowID(workflow_id):
            await DBOS.start_workflow_async(self._run, workflow_id, run_id)

    async def enqueue(
        self,
        queue: str,
        workflow_id: str,
        run_id: str,
        *,
        partition: str | None,
        dedupe: str | None,
        delay_s: float | None,
    ) -> bool:
        """Put a workflow on a queue; return False if the queue holds one with this deduplication key."""
        options: EnqueueOptions = {
            "workflow_name": RUN_WORKFLOW,
            "queue_name": queue,
            "workflow_id": workflow_id,
        }
        if partition is not None:
            options["queue_partition_key"] = partition
        if dedupe is not None:
            options["deduplication_id"] = dedupe
        if delay_s is not None:
            options["delay_seconds"] = delay_s
        try:
            await DBOS.enqueue_workflow_with_options_async(options, workflow_id, run_id)
        except dbos_error.DBOSQueueDeduplicatedError:
            return False
        return True

    async def entries(self, workflow_ids: Sequence[str]) -> dict[str, KnownWorkflow]:
        """Return what is known of these workflows."""
        found: dict[str, KnownWorkflow] = {}
        for start in range(0, len(workflow_ids), 500):
            part = list(workflow_ids[start : start + 500])
            for status in await DBOS.list_workflows_async(
                workflow_ids=part, load_input=False, load_output=False
            ):
                found[status.workflow_id] = KnownWorkflow(
                    status.workflow_id, status.status, status.executor_id, status.app_version
                )
        return found

    async def hand_on(self, workflow_id: str) -> None:
        """Let any live process execute a workflow whose process is gone."""
        await DBOS.resume_workflow_async(workflow_id)

    async def cancel(self, workflow_id: str) -> None:
        """Take a workflow off its queue, or leave it unrecovered."""
        await DBOS.cancel_workflow_async(workflow_id)

    async def forget_before(self, moment: datetime, *, is_dry_run: bool) -> int:
        """Remove what DBOS keeps of workflows that ended before this moment; return how many there were."""
        count = 0
        while True:
            found = await DBOS.list_workflows_async(
                completed_before=moment.isoformat(),
                load_input=False,
                load_output=False,
                limit=500,
                offset=count if is_dry_run else 0,
            )
            count += len(found)
            if not found:
                return count
            if not is_dry_run:
                await DBOS.delete_workflows_async([status.workflow_id for status in found])

    async def put_schedule(
        self, name: str, *, cron: str, zone: str, context: dict[str, Any], catch_up: bool
    ) -> None:
        """Create a schedule, or replace its definition."""
        if not croniter.is_valid(cron, second_at_beginning=True):
            raise InvalidInput(say("durable.cron", cron=repr(cron)), cron=cron)
        _zone(zone)
        entry: ScheduleInput = {
            "schedule_name": name,
            "workflow_fn": self._tick,
            "schedule": cron,
            "context": context,
            "automatic_backfill": catch_up,
            "cron_timezone": zone,
            "queue_name": TICK_QUEUE,
        }
        await DBOS.apply_schedules_async([entry])

    async def schedules(self, prefix: str) -> list[StoredSchedule]:
        """Return the schedules whose names begin like this."""
        return [_stored(found) for found in await DBOS.list_schedules_async(schedule_name_prefix=prefix)]

    async def pause_schedule(self, name: str) -> None:
        """Let a schedule rest."""
        await asyncio.to_thread(DBOS.pause_schedule, name)

    async def resume_schedule(self, name: str) -> None:
        """Let a schedule run again."""
        await asyncio.to_thread(DBOS.resume_schedule, name)

    async def delete_schedule(self, name: str) -> None:
        """Remove a schedule."""
        await DBOS.delete_schedule_async(name)

    def rest(self) -> None:
        """Look no more for what waits in queues or is due."""
        for event in _instance().background_thread_stop_events:
            event.set()

    async def close(self) -> None:
        """Shut DBOS down and give the loop its threads back."""
        await self._settle()
        await asyncio.to_thread(DBOS.destroy, destroy_registry=True)
        # DBOS made its own pool the loop's default and has just shut it down.
        give_threads()
        if self._polls is not None:
            self._polls.close()
        if self._engine is not None:
            self._engine.dispose()

    async def _settle(self) -> None:
        # The outcome of a workflow is written after its function has returned.
        tasks: set[asyncio.Task[Any]] = getattr(_instance(), "_workflow_tasks", set[Any]())
        if tasks:
            await asyncio.wait(tuple(tasks), timeout=5)


def _instance() -> Any:
    from dbos._dbos import _get_dbos_instance  # pyright: ignore[reportPrivateUsage]

    return _get_dbos_instance()


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput(say("durable.zone", zone=repr(name)), zone=name) from error


def _stored(found: WorkflowSchedule) -> StoredSchedule:
    zone = found["cron_timezone"] or "UTC"
    is_paused = found["status"] != "ACTIVE"
    last = found["last_fired_at"]
    next_at: datetime | None = None
    if not is_paused:
        times: Any = croniter(found["schedule"], datetime.now(_zone(zone)), second_at_beginning=True)
        next_at = times.get_next(datetime).astimezone(UTC)
    return StoredSchedule(
        found["schedule_name"],
        found["schedule"],
        zone,
        found["context"],
        is_paused,
        datetime.fromisoformat(last).astimezone(UTC) if last else None,
        next_at,
    )


def _register(execute: Execute, tick: Tick) -> tuple[Any, Any]:
    # Recoveries are counted by ourselves, against progress, and end in a visible event.
    @DBOS.workflow(name=RUN_WORKFLOW, max_recovery_attempts=None)
    async def run(workflow_id: str, run_id: str) -> None:
        await execute(workflow_id, run_id)

    @DBOS.workflow(name=TICK_WORKFLOW, max_recovery_attempts=3)
    async def fire(at: datetime, context: dict[str, Any]) -> None:
        await tick(at, context)

    return cast(Any, run), cast(Any, fire)


class _Noise(logging.Filter):
    """Leaves out what DBOS says about runs we stopped, handed on or left for the next launch ourselves."""

    _BEGINNINGS = (
        "Asyncio task cancelled for workflow",
        "Exception encountered in asynchronous workflow",
        "Current version ",
    )

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        return not text.startswith(self._BEGINNINGS) and "Waiting for the" not in text


def _quieten() -> None:
    # With a handler of its own DBOS adds none for the console; what is left goes to the studio's log.
    logger = logging.getLogger("dbos")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())
        logger.addFilter(_Noise())
    logger.setLevel(logging.WARNING)
