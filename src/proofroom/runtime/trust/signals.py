"""What looks like an order to the model, in messages and in text from outside: told, recorded, never a wall.

The wall is the mark on the run. A signal tells people what to look at before they decide.
"""

from functools import partial

from proofroom.access.actors import find_actor
from proofroom.access.audit import Audit
from proofroom.durable import Run, StepContext
from proofroom.kernel import events
from proofroom.kernel.clock import Clock
from proofroom.kernel.ids import ApiKeyId
from proofroom.kernel.strings import say
from proofroom.runtime.trust.sources import told_source
from proofroom.safety import Signal, scan
from proofroom.safety.injection import SourceKind
from proofroom.store import Connection, Database

LOOKED_AT = 50_000
"""Characters of a text that are looked at: the loop waits for it."""


def tell_outside(step: StepContext, source: str) -> None:
    """Tell whoever follows that the run has read a stranger's text, and what that means."""
    message, then = say("notice.outside_text", source=told_source(source)), say("notice.outside_text.next")
    step.emit(events.Notice(code="outside_text", message=message, suggestion=then))


def tell_signal(
    step: StepContext, database: Database, clock: Clock, text: str, *, source: str, origin: SourceKind
) -> None:
    """Tell and record that a text may try to give orders to the model; silent where nothing is seen."""
    signal = scan(text[:LOOKED_AT], origin=origin)
    if not signal.is_flagged:
        return
    seen = ", ".join(signal.families)
    message = say("notice.injection_signal", source=told_source(source), families=seen)
    then = say("notice.injection_signal.next")
    step.emit(events.Notice(code="injection_signal", message=message, suggestion=then))
    step.closing(partial(_record, run=step.run, audit=Audit(database, clock), signal=signal, source=source))


async def _record(connection: Connection, *, run: Run, audit: Audit, signal: Signal, source: str) -> None:
    key = run.input.get("apiKeyId")
    key_id = ApiKeyId(str(key)) if key else None
    actor = await find_actor(connection, run.workspace_id, run.person_id, key_id, run.agent)
    found = dict(signal.hits)
    await audit.record(
        connection,
        actor,
        "safety.signal",
        ("run", run.id, run.title),
        after=found,
        project_id=run.project_id,
        run_id=run.id,
        data={"source": source, "families": list(signal.families), "severe": signal.is_severe},
    )
