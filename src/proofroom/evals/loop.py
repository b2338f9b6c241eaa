"""What a person disliked until it is applied: a case of it, replayed without and with what was learnt."""

from typing import Any

from proofroom.access import Principal
from proofroom.access.actors import studio_actor
from proofroom.agents import Roster
from proofroom.agents.feedback import Feedback, Word
from proofroom.agents.memory import Memories, Memory
from proofroom.durable import Engine, NewRun, Run, StepContext
from proofroom.evals.cases import EvalCases
from proofroom.evals.types import WITHOUT, CaseCheck, EvalCase, Replay
from proofroom.kernel.errors import InvalidInput, InvalidStatus, NotFound
from proofroom.kernel.ids import RunId, WorkspaceId, derived_id
from proofroom.kernel.strings import say
from proofroom.runtime.delegation.child import report_of_child
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.flow.flows import NewFlow

FLOW = "feedback-replay"


class FeedbackLoop:
    """Closes what people disliked: from a memory to `applied`, once a replay shows that it helps."""

    def __init__(
        self, engine: Engine, cases: EvalCases, roster: Roster, feedback: Feedback, memories: Memories
    ) -> None:
        self.cases = cases
        self._engine, self._roster, self._feedback, self._memories = engine, roster, feedback, memories

    async def seed(self, by: Principal, word: Word, checks: list[CaseCheck]) -> EvalCase | None:
        """Make a case of what somebody disliked; None where nothing was asked that could be asked again."""
        known = await self.cases.of_word(word.workspace_id, word.id)
        if known is not None or word.run_id is None:
            return known
        try:
            run = await self._engine.runs.get(word.run_id, word.workspace_id)
            return await self.cases.make(by, run, checks=checks, feedback_id=word.id)
        except (NotFound, InvalidInput):
            return None

    async def has_due(self, workspace_id: WorkspaceId) -> bool:
        """Tell whether something was learnt that no replay has tried yet."""
        return bool(await self._due(workspace_id))

    async def begin_due(self, workspace_id: WorkspaceId) -> None:
        """Begin to replay what was learnt since; what was tried is not tried again."""
        for word in await self._due(workspace_id):
            await self.begin(studio_actor(workspace_id), word)

    async def begin(self, by: Principal, word: Word) -> Run:
        """Begin to replay the case of a word without and with its memory; the same twice is one run."""
        case, memory = await self._parts(word)
        if case is None or memory is None:
            raise InvalidStatus(say("evals.not_reviewed"))
        return await self._engine.start(
            NewRun(
                id=await self._run_id(word, case, memory),
                workspace_id=word.workspace_id,
                workflow=FLOW,
                agent=word.agent,
                source="eval",
                person_id=by.person_id,
                title=case.title,
                input={"wordId": word.id, "caseId": case.id, "memoryId": memory.id},
            )
        )

    async def close(self, by: Principal, word: Word) -> Word:
        """Replay a word's case now and return what came of the word."""
        run = await self.begin(by, word)
        await self._engine.wait(run.id, run.workspace_id)
        return await self._feedback.get(word.workspace_id, word.id)

    async def _due(self, workspace_id: WorkspaceId) -> list[Word]:
        due: list[Word] = []
        for status in ("reviewed", "applied"):
            for word in await self._feedback.with_status(workspace_id, status):
                case, memory = await self._parts(word)
                if case is None or memory is None or case.status != "active" or memory.status != "active":
                    continue
                try:
                    await self._engine.runs.get(await self._run_id(word, case, memory), workspace_id)
                except NotFound:
                    due.append(word)
        return due

    async def _parts(self, word: Word) -> tuple[EvalCase | None, Memory | None]:
        case = await self.cases.of_word(word.workspace_id, word.id)
        return case, await self._memories.of_feedback(word.workspace_id, word.id)

    async def _run_id(self, word: Word, case: EvalCase, memory: Memory) -> RunId:
        """Return the run that tries exactly this: another wording, check or version is tried anew."""
        try:
            version = (await self._roster.get(word.workspace_id, word.agent)).version
        except NotFound:
            version = 0
        told = (word.id, memory.id, memory.sha256, memory.status, str(case.checks), str(version))
        return RunId(derived_id(int(memory.created_at.timestamp() * 1000), *told))


def replay_flow(loop: FeedbackLoop) -> NewFlow:
    """Return the flow: one replay without what was learnt, one with it, then what came of the word."""

    async def body(flow: Flow) -> Closed:
        run, cases = flow.run, loop.cases
        by = studio_actor(run.workspace_id)
        case = await cases.get(run.workspace_id, str(run.input["caseId"]))

        async def play(key: str, trial: int, without: tuple[str, ...]) -> RunId:
            async def begin(step: StepContext) -> dict[str, Any]:
                how = Replay(trial=trial, without=without, id=step.new_id(), parent_id=run.id)
                return {"runId": await cases.begin(by, case, how), "name": case.agent}

            started = await flow.step(key, case.title, begin, kind="delegation")
            child, *_ = await report_of_child(flow.handle, flow.ports, started, key)
            return child.id

        before = await play("010.before", WITHOUT, (str(run.input["memoryId"]),))
        after = await play("020.after", 1, ())

        async def close(_step: StepContext) -> object:
            return await cases.close_word(case, before, after, by)

        return Closed(await flow.step("900.close", "close", close))

    return NewFlow(body, permission="evals.team.run", can_rerun=False)
