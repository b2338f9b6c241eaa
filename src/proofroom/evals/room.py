"""What evaluations bring to the house."""

from dataclasses import replace

from proofroom.agents import Roster
from proofroom.agents.feedback import Feedback
from proofroom.durable import Run
from proofroom.evals.cases import FLOW, EvalCases
from proofroom.evals.replay import recorded_registry
from proofroom.house import House, Room
from proofroom.runtime.flow import Closed, Flow
from proofroom.runtime.flows import NewFlow
from proofroom.runtime.turn import run_turn


def room(house: House) -> Room:
    """Return cases made from runs, and how they are replayed."""
    floor = (house.database, house.clock, house.access.audit)
    cases = EvalCases(*floor, house.engine, house.chat, house.get(Roster), house.get(Feedback))

    async def replay(flow: Flow) -> Closed:
        run = flow.run
        case = await cases.get(run.workspace_id, str(run.input["caseId"]))
        registry = recorded_registry(flow.ports.registry, case)
        ports = replace(flow.ports, registry=registry, end_turn=None)
        return await run_turn(Flow(flow.handle, ports))

    async def judge(run: Run) -> None:
        await cases.judge(await house.engine.runs.get(run.id, run.workspace_id))

    new = NewFlow(replay, permission="evals.team.run", can_rerun=False, announces=False, after=judge)
    return Room(name="evals", offers=[cases], flows={FLOW: new})
