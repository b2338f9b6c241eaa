"""What evaluations bring to the house."""

from dataclasses import replace

from proofroom.access import Principal
from proofroom.agents import AgentRecord, Roster
from proofroom.agents.candidates import Candidates
from proofroom.agents.feedback import Feedback
from proofroom.agents.heartbeats import Heartbeats
from proofroom.agents.memory import Memories
from proofroom.agents.system import REVIEWER
from proofroom.agents.types import Agent, AgentVersion
from proofroom.durable import Run
from proofroom.evals.cases import FLOW, EvalCases
from proofroom.evals.judging import Judge
from proofroom.evals.loop import FLOW as LOOP
from proofroom.evals.loop import FeedbackLoop, replay_flow
from proofroom.evals.replay import agent_of_replay, authority_of_replay, recorded_registry, replay_prompts
from proofroom.evals.review_tools import review_tools
from proofroom.house import House, Room
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.flow.flows import NewFlow
from proofroom.runtime.turn import run_turn


def room(house: House) -> Room:
    """Return cases made from runs, how they are replayed, and how feedback is closed by them."""
    floor = (house.database, house.clock, house.access.audit)
    roster, feedback, memories = house.get(Roster), house.get(Feedback), house.get(Memories)
    cases = EvalCases(*floor, house.engine, house.chat, roster, feedback, house.usage)
    loop = FeedbackLoop(house.engine, cases, roster, feedback, memories)
    judge = Judge(house.access.workspaces, house.models, house.engine)

    heartbeats = house.get(Heartbeats)
    heartbeats.add_work(REVIEWER, loop.has_due)
    heartbeats.add_after(REVIEWER, loop.begin_due)

    async def gate(principal: Principal, record: AgentRecord) -> None:
        await cases.check_gate(principal, record.slug, record.model_dump(mode="json", by_alias=True))

    async def try_candidate(principal: Principal, agent: Agent, made: AgentVersion) -> None:
        await cases.check_candidate(principal, agent.record.slug, made.version, agent.version)

    roster.add_gate(gate)
    house.get(Candidates).add_gate(try_candidate)

    async def replay(flow: Flow) -> Closed:
        run = flow.run
        case = await cases.get(run.workspace_id, str(run.input["caseId"]))
        asked = await house.engine.runs.find(case.run_id, run.workspace_id) if case.run_id else None
        ports = replace(
            flow.ports,
            find_authority=authority_of_replay(flow.ports.find_authority, asked),
            registry=recorded_registry(flow.ports.registry, case),
            prompts=replay_prompts(flow.ports.prompts, memories, run),
            find_agent=agent_of_replay(flow.ports.find_agent, run),
            end_turn=None,
        )
        closed = await run_turn(Flow(flow.handle, ports))
        judged = await judge.judge(flow, case)
        return replace(closed, result={**(closed.result or {}), "judged": judged})

    async def keep(run: Run) -> None:
        await cases.judge(await house.engine.runs.get(run.id, run.workspace_id))

    new = NewFlow(replay, permission="evals.team.run", can_rerun=False, announces=False, after=keep)
    return Room(
        name="evals",
        offers=[cases, loop],
        tools=review_tools(house.access, feedback, memories, loop),
        flows={FLOW: new, LOOP: replay_flow(loop)},
    )
