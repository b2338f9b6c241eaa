"""Cases and how agents did in them in the database."""

from proofroom.evals.types import EvalCase, EvalRun
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.evals import eval_cases, eval_runs

_CASES, _RUNS = Mapped(eval_cases, EvalCase), Mapped(eval_runs, EvalRun)
_CHANGED = ("title", "checks", "status", "is_gate", "task", "feedback_id")


async def add_case(connection: Connection, case: EvalCase) -> None:
    """Write a case."""
    await _CASES.insert_if_absent(connection, case)


async def update_case(connection: Connection, case: EvalCase) -> None:
    """Write what changed of a case."""
    await _CASES.change(connection, case, _CHANGED)


async def get_case(connection: Connection, workspace_id: WorkspaceId, case_id: str) -> EvalCase:
    """Return a case, or say that there is none."""
    return await _CASES.get(connection, say("evals.no_case"), workspace_id=workspace_id, id=case_id)


async def case_of(connection: Connection, workspace_id: WorkspaceId, feedback_id: str) -> EvalCase | None:
    """Return the case that was made of a person's word, unless it was put away."""
    is_kept = eval_cases.c.status != "archived"
    mine = {"workspace_id": workspace_id, "feedback_id": feedback_id}
    return await _CASES.find(connection, is_kept, order_by=eval_cases.c.id.desc(), **mine)


async def list_cases(
    connection: Connection, workspace_id: WorkspaceId, agent: str | None = None
) -> list[EvalCase]:
    """Return the cases of a workspace, newest first."""
    wanted = given(workspace_id=workspace_id, agent=agent)
    return await _CASES.list(connection, order_by=eval_cases.c.id.desc(), **wanted)


async def add_run(connection: Connection, run: EvalRun) -> None:
    """Write how an agent did."""
    await _RUNS.insert_if_absent(connection, run)


async def list_runs(
    connection: Connection, workspace_id: WorkspaceId, case_id: str, limit: int = 50
) -> list[EvalRun]:
    """Return how agents did in a case, newest first."""
    mine = {"workspace_id": workspace_id, "case_id": case_id}
    return await _RUNS.list(connection, order_by=eval_runs.c.id.desc(), limit=limit, **mine)


async def get_run(connection: Connection, workspace_id: WorkspaceId, eval_run_id: str) -> EvalRun | None:
    """Return how an agent did once."""
    return await _RUNS.find(connection, workspace_id=workspace_id, id=eval_run_id)
