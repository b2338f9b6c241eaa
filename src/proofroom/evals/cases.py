"""Cases: made from a run in one action, replayed against versions of an agent, judged, and kept."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from proofroom.access import Principal
from proofroom.access.actors import studio_actor
from proofroom.access.audit import Audit, Named
from proofroom.agents import Roster
from proofroom.agents.feedback import About, Feedback, Pointer
from proofroom.durable import Engine, NewRun, Run, Step
from proofroom.evals import repo
from proofroom.evals.checks import first_checks, has_lost, has_passed, judge_run, kept_checks, newest_trials
from proofroom.evals.replay import trajectory_of
from proofroom.evals.types import WITHOUT, CaseCheck, EvalCase, EvalRun, Replay, Trajectory
from proofroom.kernel.blocks import TextBlock
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, InvalidStatus, NotFound
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.runtime import Asker, Chat
from proofroom.runtime.context.history import own_part
from proofroom.runtime.delegation.report import collect
from proofroom.runtime.titles import first_words, namer_of
from proofroom.runtime.types import TurnInput
from proofroom.store import Database
from proofroom.telemetry.usage import Usage

FLOW = "eval"
MOST_TRIALS = 10
_NOW = Replay()


class EvalCases:
    """The cases of all workspaces."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        audit: Audit,
        engine: Engine,
        chat: Chat,
        roster: Roster,
        feedback: Feedback,
        usage: Usage,
    ) -> None:
        self._database, self._clock, self._audit, self._engine = database, clock, audit, engine
        self._chat, self._roster, self._feedback, self._usage = chat, roster, feedback, usage

    async def list(self, workspace_id: WorkspaceId, agent: str | None = None) -> list[EvalCase]:
        """Return cases, newest first."""
        async with self._database.reading() as connection:
            return await repo.list_cases(connection, workspace_id, agent)

    async def get(self, workspace_id: WorkspaceId, case_id: str) -> EvalCase:
        """Return a case."""
        async with self._database.reading() as connection:
            return await repo.get_case(connection, workspace_id, case_id)

    async def runs(self, workspace_id: WorkspaceId, case_id: str, limit: int = 50) -> "list[EvalRun]":
        """Return how agents did in a case, newest first."""
        async with self._database.reading() as connection:
            await repo.get_case(connection, workspace_id, case_id)
            return await repo.list_runs(connection, workspace_id, case_id, limit)

    async def make(
        self,
        principal: Principal,
        run: Run,
        *,
        title: str = "",
        checks: "list[CaseCheck] | None" = None,
        feedback_id: str | None = None,
    ) -> EvalCase:
        """Make a case of a run: its request, what tools answered, and what must hold."""
        steps = await self._engine.runs.steps(run.id, run.workspace_id)
        ran = await self._trajectory(run, steps)
        asked, screen = await self._request(run, principal)
        if not asked:
            raise InvalidInput(say("evals.no_request"))
        if feedback_id is not None:
            await self._feedback.get(principal.workspace_id, feedback_id)
        case = EvalCase(
            id=new_id(),
            workspace_id=run.workspace_id,
            agent=run.agent,
            title=(title or first_words(asked))[:300],
            run_id=run.id,
            feedback_id=feedback_id,
            task=asked,
            screen=screen,
            recording=[one.told() for one in ran.calls],
            checks=kept_checks(checks or first_checks(ran)),
            status="active",
            is_gate=False,
            created_by=principal.name[:200],
            created_at=self._clock.now(),
        )
        async with self._database.transaction() as connection:
            await repo.add_case(connection, case)
            await self._audit.change(
                connection, principal, "eval.create", None, case, _named, run_id=case.run_id
            )
        return case

    async def change(self, principal: Principal, case_id: str, changes: Mapping[str, Any]) -> EvalCase:
        """Change what must hold in a case, mute or archive it, or make it a gate."""
        async with self._database.transaction() as connection:
            before = await repo.get_case(connection, principal.workspace_id, case_id)
            after = replace(before, **changes)
            await repo.update_case(connection, after)
            await self._audit.change(
                connection, principal, "eval.change", before, after, _named, run_id=after.run_id
            )
        return after

    async def begin(self, principal: Principal, case: EvalCase, how: Replay = _NOW) -> RunId:
        """Begin a replay of a case: with the agent as it is now, or as a version or a draft has it."""
        agent = await self._roster.profile(principal.workspace_id, case.agent, how.version)
        run_id = RunId(how.id or new_id())
        given = TurnInput(None, 1, case.agent, agent.scope, None, case.screen, task=case.task)
        asked: dict[str, Any] = {
            "caseId": case.id,
            "trial": how.trial,
            "version": how.version,
            "candidate": how.candidate,
            "without": list(how.without),
        }
        await self._engine.start(
            NewRun(
                id=run_id,
                workspace_id=case.workspace_id,
                workflow=FLOW,
                agent=case.agent,
                agent_version=agent.version,
                source="eval",
                person_id=principal.person_id,
                parent_id=how.parent_id,
                title=case.title,
                input=given.as_dict() | asked,
            )
        )
        return run_id

    async def play(
        self, principal: Principal, case_id: str, trials: int = 1, *, version: int | None = None
    ) -> "list[EvalRun]":
        """Replay a case and wait for how it went."""
        case = await self.get(principal.workspace_id, case_id)
        done: list[EvalRun] = []
        for trial in range(1, max(1, min(trials, MOST_TRIALS)) + 1):
            done.append(await self._played(principal, case, Replay(trial=trial, version=version)))
        if version is None:
            await self._close_loop(case, done, principal)
        return done

    async def _played(self, principal: Principal, case: EvalCase, how: Replay) -> EvalRun:
        run_id = await self.begin(principal, case, how)
        await self._engine.wait(run_id, case.workspace_id)
        return await self.judge(await self._engine.runs.get(run_id, case.workspace_id))

    async def check_gate(
        self, principal: Principal, agent: str, candidate: dict[str, Any] | None = None
    ) -> "list[tuple[EvalCase, EvalRun]]":
        """Replay the cases that an agent must pass before a version goes live; refuse if one fails."""
        await self._roster.get(
            principal.workspace_id, agent
        )  # a name that is wrong must not look like a pass
        cases = [one for one in await self.list(principal.workspace_id, agent) if one.status == "active"]
        how = Replay(candidate=candidate)
        played = [(one, await self._played(principal, one, how)) for one in cases if one.is_gate]
        failed = [case.title for case, run in played if not run.passed]
        if failed:
            raise InvalidStatus(say("evals.gate", cases=", ".join(failed)))
        return played

    async def check_candidate(self, principal: Principal, agent: str, version: int, live: int) -> None:
        """Refuse a candidate that was not tried on every case, or fails one that the live version passes."""
        found = await self.list(principal.workspace_id, agent)
        tried: list[tuple[EvalCase, list[EvalRun]]] = []
        for case in found:
            if case.status == "active":
                tried.append((case, await self.runs(principal.workspace_id, case.id)))
        untried = [case.title for case, runs in tried if not newest_trials(runs, version)]
        if untried:
            counts = {"count": len(untried), "all": len(tried), "version": version}
            raise InvalidStatus(say("evals.untried", **counts))
        lost = [case.title for case, runs in tried if has_lost(case, runs, version, live)]
        if lost:
            counts = {"count": len(lost), "all": len(tried), "version": version}
            raise InvalidStatus(say("evals.lost", **counts, cases=", ".join(lost)))

    async def judge(self, run: Run) -> EvalRun:
        """Judge a replay that has ended and keep the judgement; once it is kept it stays."""
        async with self._database.reading() as connection:
            known = await repo.get_run(connection, run.workspace_id, run.id)
            case = await repo.get_case(connection, run.workspace_id, str(run.input["caseId"]))
        if known is not None:
            return known
        steps = await self._engine.runs.steps(run.id, run.workspace_id)
        ran = await self._trajectory(run, steps)
        told: dict[str, Any] = run.result or {}
        judged: list[dict[str, Any]] = told.get("judged") or []
        results = [*judge_run(case.read_checks(), ran), *judged]
        played = EvalRun(
            id=run.id,
            workspace_id=run.workspace_id,
            case_id=case.id,
            agent_version=run.agent_version,
            mode="recorded",
            trial=int(run.input.get("trial", 1)),
            passed=has_passed(run.status, results),
            results=results,
            text=ran.text[:4_000],
            run_id=run.id,
            created_at=self._clock.now(),
            did=ran.did() | {"tookMs": _took_ms(run, self._clock.now())},
        )
        async with self._database.transaction() as connection:
            await repo.add_run(connection, played)
        return played

    async def _close_loop(self, case: EvalCase, done: "list[EvalRun]", by: Principal) -> None:
        """Say of the word a case was made of that it is applied, or that it is open again.

        A case that never failed proves nothing: what was learnt made no difference there.
        """
        if not done:
            return
        if case.feedback_id is None:
            await self._notice(case, done, by)
            return
        word = await self._feedback.get(case.workspace_id, case.feedback_id)
        if all(one.passed for one in done):
            if any(one.passed is False for one in await self.runs(case.workspace_id, case.id)):
                await self._feedback.set_status(case.workspace_id, word.id, "applied", by)
        elif word.status == "applied" and any(one.passed is False for one in done):
            await self._feedback.set_status(case.workspace_id, word.id, "open", by)

    async def _notice(self, case: EvalCase, done: "list[EvalRun]", by: Principal) -> None:
        """Say that a case fails which had passed; when it passes again, that word is applied."""
        failed = [one for one in done if one.passed is False]
        known = {one.id for one in done}
        before = [one for one in await self.runs(case.workspace_id, case.id) if one.id not in known]
        if not failed or not any(one.passed for one in before):
            return
        assert failed[0].run_id is not None
        run = await self._engine.runs.get(failed[0].run_id, case.workspace_id)
        wrong = [str(one.get("kind")) for one in failed[0].results if one.get("passed") is False]
        told = say("evals.now_fails", case=case.title, checks=", ".join(wrong) or "-")
        context = {"case": case.id, "asked": by.name}
        pointer = Pointer("observation", f"case:{case.id}")
        word = await self._feedback.notice(
            studio_actor(case.workspace_id),
            pointer,
            About.run(run),
            str(told),
            context=context,
            outside=await self._namer(case),
        )
        async with self._database.transaction() as connection:
            await repo.update_case(connection, replace(case, feedback_id=word.id))

    async def _namer(self, case: EvalCase) -> str:
        """Return whose words a case is called by if no person typed them: another agent asked its run."""
        try:
            asked = await self._engine.runs.get(case.run_id or RunId(""), case.workspace_id)
        except NotFound:  # forgotten since
            return "delegation"
        return namer_of(asked)

    async def close_word(self, case: EvalCase, before: RunId, after: RunId, by: Principal) -> dict[str, Any]:
        """Judge a replay without and one with what was learnt, and say what came of the word."""
        first, second = [
            await self.judge(await self._engine.runs.get(one, case.workspace_id)) for one in (before, after)
        ]
        assert first.trial == WITHOUT
        await self._close_loop(case, [second], by)
        return {"before": first.passed, "after": second.passed}

    async def of_word(self, workspace_id: WorkspaceId, feedback_id: str) -> EvalCase | None:
        """Return the case that was made of a person's word."""
        async with self._database.reading() as connection:
            return await repo.case_of(connection, workspace_id, feedback_id)

    async def _trajectory(self, run: Run, steps: "list[Step]") -> Trajectory:
        used = await self._usage.of_runs(run.workspace_id, [run.id])
        cost = used[run.id].cost_micros if run.id in used else 0
        return trajectory_of(steps, collect("", run, steps).response, run.status, cost)

    async def _request(self, run: Run, by: Principal) -> tuple[str, dict[str, Any]]:
        """Return what a run was asked, and what the person looked at."""
        screen: dict[str, Any] = run.input.get("screen") or {}
        if run.input.get("task"):
            return str(run.input["task"]), screen
        if run.conversation_id is None:
            return "", screen
        # What the studio asked before it had an owner is the owner's from then on.
        asker = Asker(run.workspace_id, run.person_id or by.person_id)
        try:
            found, is_of_several = await self._chat.messages(asker, run.conversation_id), False
        except NotFound:  # a conversation of several is nobody's alone
            found, is_of_several = (
                await self._chat.messages(Asker(run.workspace_id), run.conversation_id),
                True,
            )
        mine = [one for one in found if one.role == "user" and one.run_id == run.id]
        asked = (
            "".join(block.text for block in mine[-1].blocks if isinstance(block, TextBlock)) if mine else ""
        )
        asked = own_part(asked, run.agent) if is_of_several else asked
        return asked or run.title, screen


def _named(case: EvalCase) -> Named:
    return "eval_case", case.id, case.title


def _took_ms(run: Run, now: datetime) -> int:
    begun, ended = run.started_at or run.created_at, run.ended_at or now
    return round(1000 * (ended - begun).total_seconds())
