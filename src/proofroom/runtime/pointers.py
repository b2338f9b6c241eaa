"""Finding what somebody points at: a message, a tool call or a run, and the run it belongs to."""

import re
from typing import Literal

from proofroom.durable import Run, Runs
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import MessageId, RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.runtime import repo
from proofroom.store import Database

_CALL = re.compile(r"[0-9a-f]{12}\.(\d+)\.(\d+)")


async def find_run(
    database: Database,
    runs: Runs,
    workspace_id: WorkspaceId,
    kind: Literal["message", "toolCall", "run"],
    subject_id: str,
    run_id: RunId | None = None,
) -> Run:
    """Return the run that a message, a tool call or a run id belongs to; a tool call needs its run."""
    match kind:
        case "run":
            return await runs.get(RunId(subject_id), workspace_id)
        case "message":
            async with database.reading() as connection:
                found = await repo.run_of_message(connection, workspace_id, MessageId(subject_id))
            if found is None:
                raise NotFound(say("chat.no_message"))
            return await runs.get(found, workspace_id)
        case "toolCall":
            run = await runs.get(run_id or RunId(""), workspace_id)
            await _check_call(runs, run, subject_id)
            return run


async def _check_call(runs: Runs, run: Run, call_id: str) -> None:
    """Refuse a call that the run did not make. Ids of calls hold their round and place."""
    match = _CALL.fullmatch(call_id)
    if match is not None and run.id.endswith(call_id[:12]):
        key = f"{int(match[1]):03d}.tool.{int(match[2]):02d}"
        if any(step.key == key for step in await runs.steps(run.id, run.workspace_id)):
            return
    raise NotFound(say("runs.no_call"))
