"""Cases and how agents did in them in the database."""

from typing import Any

import sqlalchemy as sa

from proofroom.evals.types import EvalCase, EvalRun
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.store import Connection
from proofroom.store.tables.evals import eval_cases, eval_runs
from proofroom.store.upsert import insert_if_absent

_CASE = tuple(column.name for column in eval_cases.columns)
_RUN = tuple(column.name for column in eval_runs.columns)


async def add_case(connection: Connection, case: EvalCase) -> None:
    """Write a case."""
    await insert_if_absent(connection, eval_cases, {name: getattr(case, name) for name in _CASE})


async def update_case(connection: Connection, case: EvalCase) -> None:
    """Write what changed of a case."""
    names = ("title", "checks", "status", "is_gate", "task", "feedback_id")
    await connection.execute(
        eval_cases.update()
        .where(eval_cases.c.workspace_id == case.workspace_id, eval_cases.c.id == case.id)
        .values({name: getattr(case, name) for name in names})
    )


async def get_case(connection: Connection, workspace_id: WorkspaceId, case_id: str) -> EvalCase:
    """Return a case, or say that there is none."""
    query = sa.select(eval_cases).where(eval_cases.c.workspace_id == workspace_id, eval_cases.c.id == case_id)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        raise NotFound(say("evals.no_case"))
    return _case(row)


async def case_of(connection: Connection, workspace_id: WorkspaceId, feedback_id: str) -> EvalCase | None:
    """Return the case that was made of a person's word, unless it was put away."""
    query = sa.select(eval_cases).where(
        eval_cases.c.workspace_id == workspace_id,
        eval_cases.c.feedback_id == feedback_id,
        eval_cases.c.status != "archived",
    )
    row = (await connection.execute(query.order_by(eval_cases.c.id.desc()))).mappings().first()
    return _case(row) if row else None


async def list_cases(
    connection: Connection, workspace_id: WorkspaceId, agent: str | None = None
) -> list[EvalCase]:
    """Return the cases of a workspace, newest first."""
    query = sa.select(eval_cases).where(eval_cases.c.workspace_id == workspace_id)
    if agent is not None:
        query = query.where(eval_cases.c.agent == agent)
    rows = await connection.execute(query.order_by(eval_cases.c.id.desc()))
    return [_case(row) for row in rows.mappings()]


async def add_run(connection: Connection, run: EvalRun) -> None:
    """Write how an agent did."""
    await insert_if_absent(connection, eval_runs, {name: getattr(run, name) for name in _RUN})


async def list_runs(
    connection: Connection, workspace_id: WorkspaceId, case_id: str, limit: int = 50
) -> list[EvalRun]:
    """Return how agents did in a case, newest first."""
    query = (
        sa.select(eval_runs)
        .where(eval_runs.c.workspace_id == workspace_id, eval_runs.c.case_id == case_id)
        .order_by(eval_runs.c.id.desc())
        .limit(limit)
    )
    return [_run(row) for row in (await connection.execute(query)).mappings()]


async def get_run(connection: Connection, workspace_id: WorkspaceId, eval_run_id: str) -> EvalRun | None:
    """Return how an agent did once."""
    query = sa.select(eval_runs).where(
        eval_runs.c.workspace_id == workspace_id, eval_runs.c.id == eval_run_id
    )
    row = (await connection.execute(query)).mappings().first()
    return _run(row) if row else None


def _case(row: sa.RowMapping) -> EvalCase:
    values: dict[str, Any] = {name: row[name] for name in _CASE}
    return EvalCase(**values)


def _run(row: sa.RowMapping) -> EvalRun:
    values: dict[str, Any] = {name: row[name] for name in _RUN}
    return EvalRun(**values)
