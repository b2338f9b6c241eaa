"""What a studio sees of itself: numbers, log lines, audit entries, traces, and what it forgets."""

from contextlib import AsyncExitStack
from datetime import datetime
from functools import partial

from proofroom.access import Access
from proofroom.access.actors import find_actor, person_actor
from proofroom.durable import Engine, Run
from proofroom.house import House
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ApiKeyId
from proofroom.runtime import WORKFLOW
from proofroom.store import Connection
from proofroom.telemetry.lines import log_run, log_step
from proofroom.telemetry.metrics import Metrics, hear_run, hear_step
from proofroom.telemetry.otlp import Exporter
from proofroom.telemetry.trace import Traces
from proofroom.wiring.retention import Retention, build_retention


@dataclass(slots=True, kw_only=True)
class Observability:
    """What doors use to look at the studio."""

    metrics: Metrics
    traces: Traces
    retention: Retention
    opened_at: datetime


_CHAT = {
    "completed": "ai.chat.completed",
    "failed": "ai.chat.failed",
    "interrupted": "ai.chat.failed",
    "cancelled": "ai.chat.cancelled",
}


async def open_observability(house: House, stack: AsyncExitStack) -> Observability:
    """Begin to watch an engine that is not launched yet; traces are sent until after it was closed."""
    settings, clock, engine = house.settings, house.clock, house.engine
    metrics, traces = Metrics(), Traces(house.database)
    _watch(engine, house.access, metrics)
    if settings.otlp_endpoint is not None:
        exporter = Exporter(settings, clock, traces)
        engine.hooks.ended.append(exporter.hear)
        engine.hooks.launched.append(exporter.begin)
        await stack.enter_async_context(exporter.working())
    retention = build_retention(house)
    return Observability(metrics=metrics, traces=traces, retention=retention, opened_at=clock.now())


def _watch(engine: Engine, access: Access, metrics: Metrics) -> None:
    """Let numbers, log lines and audit entries be made of what the engine does."""
    hooks = engine.hooks
    hooks.steps.extend((partial(hear_step, metrics), log_step))
    hooks.ended.extend((partial(hear_run, metrics), log_run))

    async def began(connection: Connection, run: Run) -> None:
        action = "ai.chat.started" if run.workflow == WORKFLOW else "run.started"
        await _record(access, connection, run, action)

    async def ended(connection: Connection, run: Run) -> None:
        if run.workflow == WORKFLOW and run.status in _CHAT:
            await _record(access, connection, run, _CHAT[run.status])

    hooks.beginnings.append(began)
    hooks.endings.append(ended)


async def _record(access: Access, connection: Connection, run: Run, action: str) -> None:
    key = run.input.get("apiKeyId")
    if run.person_id is not None:
        actor = person_actor(run.workspace_id, run.person_id, "")  # named as they are called then
    else:
        key_id = ApiKeyId(str(key)) if key else None
        actor = await find_actor(connection, run.workspace_id, None, key_id, run.agent)
    has_ended = run.status in _CHAT
    await access.audit.record(
        connection,
        actor,
        action,
        ("run", run.id, run.agent or run.title or run.workflow),
        project_id=run.project_id,
        run_id=run.id,
        data={"source": run.source, "conversation": run.conversation_id, "parent": run.parent_id},
        before={"status": "running"} if has_ended else None,
        after={"status": run.status, "result": run.result} if has_ended else {"input": run.input},
    )
