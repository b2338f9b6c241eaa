"""The end of a turn: its branch is merged once, or waits as a proposal."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

from proofroom.access.actors import find_actor
from proofroom.durable import Run, StepContext
from proofroom.kernel import events
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import ApiKeyId, ProjectId, WorkspaceId
from proofroom.repository.calls import NOWHERE
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.repository.proposing import about_turn, propose
from proofroom.repository.repositories import Repositories, TreeJudge
from proofroom.repository.types import Job, TurnEnd
from proofroom.reviews import Origin, Proposal, Proposals
from proofroom.reviews.proposals import repo as proposals
from proofroom.runtime.facts import Ending
from proofroom.store import Connection

MergeFailed = Callable[[WorkspaceId, ProjectId, str, ProofroomError], Awaitable[None]]
"""Is told of a branch that could not be merged, and why."""


HoldsMarked = Callable[[WorkspaceId, ProjectId, str], Awaitable[bool]]
"""Tells whether a conversation's branch has held a stranger's words that nobody has accepted yet."""

JudgeOf = Callable[[dict[str, Any]], TreeJudge | None]
"""Returns what judges the content that a run is merged onto, by the run's input; None judges nothing."""


class EndTurn:
    """The runtime's hook for turns that wrote into a repository."""

    def __init__(
        self,
        repositories: Repositories,
        proposals: Proposals,
        on_failed: MergeFailed,
        holds_marked: HoldsMarked,
        judge_of: JudgeOf,
    ) -> None:
        self._repositories, self._proposals, self._on_failed = repositories, proposals, on_failed
        self._holds_marked, self._judge_of = holds_marked, judge_of

    async def __call__(self, step: StepContext, ending: Ending) -> dict[str, object]:
        """End the turn's branch, record its proposal, and tell watchers."""
        run = step.run
        if run.project_id is None or ending.project is None:
            return {"state": "nothing"}
        job = turn_job(step, ending)
        with step.timed("git", "review") as part:
            end = await self._end(step, job, ending)
            if end.state == "merged":  # from now on it is what readers get
                part |= {"kind": "publish", "name": "publish", "branch": end.branch, "commit": end.commit}
        if end.state == "nothing" or end.branch is None:
            return {"state": end.state}
        proposal = await self._proposal(step, ending, end)
        step.closing(partial(self._write, run=run, proposal=proposal, end=end))
        if end.state == "merged" and end.review is not None:
            view = await self._repositories.show(job.project_id, end.review)
            step.closing(partial(proposals.keep_view, proposal=proposal, view=view))
        step.emit(
            events.Proposal(proposal_id=proposal.id, branch=end.branch, state=proposal.state, hunks=end.hunks)
        )
        told = {"state": end.state, "branch": end.branch, "hunks": end.hunks, "commit": end.commit}
        return {**told, "parts": step.parts}

    async def _proposal(self, step: StepContext, ending: Ending, end: TurnEnd) -> Proposal:
        run = step.run
        assert run.project_id is not None
        made = propose(
            end,
            run.project_id,
            Origin(run.workspace_id, ending.name, run.person_id, run.id, run.conversation_id),
            proposal_id=step.new_id(),
            title=ending.title,
            at=step.now(),
            about=await about_turn(self._repositories, run.project_id, end),
        )
        known = await self._proposals.of_branch(run.workspace_id, run.project_id, end.branch or "")
        return replace(made, id=known.id) if known else made

    async def _write(self, connection: Connection, run: Run, proposal: Proposal, end: TurnEnd) -> None:
        key = run.input.get("apiKeyId")
        actor = await find_actor(
            connection, run.workspace_id, run.person_id, ApiKeyId(str(key)) if key else None, run.agent
        )
        await self._proposals.put(connection, proposal, actor.in_run(run.id))
        hunks = [hunk.id for hunk in end.review.hunks] if end.review else []
        await proposals.keep_turn(connection, proposal, run.id, hunks, proposal.updated_at)

    async def _end(self, step: StepContext, job: Job, ending: Ending) -> TurnEnd:
        assert ending.project is not None
        may_merge = ending.may_merge and not await self._holds_marked(
            step.run.workspace_id, job.project_id, job.branch_key
        )
        try:
            return await self._repositories.end_turn(
                job,
                ending.project.workflow,
                ending.authority.merging_role,
                may_merge=may_merge,
                judge=self._judge_of(step.run.input),
            )
        except ProofroomError as error:
            branch = await self._repositories.open_branch(job.project_id, job.branch_key)
            if branch is not None:
                await self._on_failed(step.run.workspace_id, job.project_id, branch, error)
            raise


def turn_job(step: StepContext, ending: Ending) -> Job:
    """Return how this turn's commits are signed."""
    run = step.run
    assert run.project_id is not None
    own = f"chat/{run.conversation_id}" if run.conversation_id else f"run/{run.id}"
    branch_key = str(run.input.get("onto") or own)
    name = ending.authority.name or ending.name
    return Job(
        project_id=run.project_id,
        by=Identity(name, ending.authority.email or NOWHERE),
        at=step.now(),
        branch_key=branch_key,
        provenance=Provenance(run=run.id, agent=ending.agent or None, model=ending.model, step=step.key),
    )
