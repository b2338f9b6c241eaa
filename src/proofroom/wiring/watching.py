"""Hearing what the engine tells: numbers, log lines, audit entries."""

from functools import partial

from proofroom.access import Access
from proofroom.access.principal import Principal
from proofroom.access.repo import people
from proofroom.durable import Engine, Run
from proofroom.kernel.ids import ApiKeyId
from proofroom.runtime import WORKFLOW
from proofroom.store import Connection
from proofroom.telemetry.lines import log_run, log_step
from proofroom.telemetry.metrics import Metrics, hear_run, hear_step

NOBODY: frozenset[str] = frozenset()

_CHAT = {"completed": "ai.chat.completed", "failed": "ai.chat.failed", "interrupted": "ai.chat.failed"}


def watch_engine(engine: Engine, access: Access, metrics: Metrics) -> None:
    """Let numbers, log lines and audit entries be made of what the engine does. Call it before launch."""
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
    await access.audit.record(
        await _actor(connection, run),
        action,
        target_kind="run",
        target_id=run.id,
        target_name=run.agent or run.title or run.workflow,
        project_id=run.project_id,
        run_id=run.id,
        data={"source": run.source, "conversation": run.conversation_id, "parent": run.parent_id},
        connection=connection,
    )


async def _actor(connection: Connection, run: Run) -> Principal:
    """Return who stands behind a run, by name: an entry must be readable when the person is gone."""
    if run.person_id is not None:
        name = (await people.names(connection, [run.person_id])).get(run.person_id, "")
        return Principal("person", run.workspace_id, name, NOBODY, person_id=run.person_id)
    if key := run.input.get("apiKeyId"):
        return Principal("key", run.workspace_id, "API key", NOBODY, api_key_id=ApiKeyId(str(key)))
    return Principal("agent", run.workspace_id, run.agent or "Proofroom", NOBODY)
