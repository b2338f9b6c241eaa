"""One ledger row for a search or image call that a tool made, written when its step closes."""

from functools import partial

from proofroom.durable import StepContext
from proofroom.kernel.tool import PaidCall
from proofroom.telemetry import UsageRecord
from proofroom.telemetry.repo import record


def account_for(step: StepContext, agent: str, call: PaidCall) -> None:
    """Write the call's row with the transaction that closes the step."""
    row = UsageRecord(
        id=step.attempt_id(),
        workspace_id=step.run.workspace_id,
        project_id=step.run.project_id,
        conversation_id=step.run.conversation_id,
        person_id=step.run.person_id,
        run_id=step.run.id,
        step=step.key,
        attempt=step.attempt,
        agent=agent,
        source=step.run.source,
        scope="",
        kind=call.kind,
        provider=call.provider,
        model=call.model,
        connection_id=call.connection_id,
        status="failed" if call.has_failed else "ok",
        created_at=step.now(),
        cost_micros=call.cost_micros,
        cost_source="unknown" if call.cost_micros is None else "provider",
        duration_ms=call.duration_ms,
    )
    step.closing(partial(record, usage=row))
