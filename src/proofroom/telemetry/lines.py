"""One log line per step and per run."""

import logging
from typing import Any

from proofroom.durable import Run, StepEnded
from proofroom.telemetry.metrics.hear import failure_of

log = logging.getLogger("proofroom.runs")


def log_step(ended: StepEnded) -> None:
    """Write how a step went."""
    code = failure_of(ended)
    level = logging.INFO if code is None else logging.WARNING
    if not log.isEnabledFor(level):
        return
    fields: dict[str, Any] = {
        "run": ended.run.id,
        "step": ended.key,
        "kind": ended.kind,
        "name": ended.name,
        "ms": round(ended.duration_s * 1000, 1),
        "workspace": ended.run.workspace_id,
    }
    if ended.attempt > 1:
        fields["attempt"] = ended.attempt
    if code is not None:
        fields["error"] = code
    log.log(level, "step", extra={"fields": fields})


def log_run(run: Run) -> None:
    """Write how a run came to rest."""
    failed = run.status in ("failed", "interrupted")
    fields: dict[str, Any] = {
        "run": run.id,
        "agent": run.agent,
        "source": run.source,
        "status": run.status,
        "workspace": run.workspace_id,
    }
    if run.started_at is not None and run.ended_at is not None:
        fields["ms"] = round((run.ended_at - run.started_at).total_seconds() * 1000, 1)
    if run.person_id is not None:
        fields["person"] = run.person_id
    if run.error is not None:
        fields["error"] = run.error.get("code")
    log.log(logging.WARNING if failed else logging.INFO, "run", extra={"fields": fields})
