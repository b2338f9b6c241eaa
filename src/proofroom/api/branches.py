"""Branches of a project's content: what waits, what it changes, merge, reject, preview."""

from datetime import datetime
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from proofroom.api.content import Json, door_of, read
from proofroom.api.proposals import FinishInfo, HunkInfo
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import Done, In, Out
from proofroom.content.preview_links import PreviewLinks
from proofroom.content.tools.limits import allow_hunks
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say
from proofroom.store import load_keyring
from proofroom.wiring import Studio

router = APIRouter(prefix="/projects/{project_id}/content", tags=["content"])


class BranchInfo(Out):
    """A branch that waits to be merged: so many commits ahead of the content, so many behind it.

    `about` and `subjects` are those of its proposal: what the first change is about, and how many things
    all of them are. `title` is what was asked for.
    """

    name: str
    sha: str
    subject: str
    author: str
    updated_at: datetime
    ahead: int = 0
    behind: int = 0
    proposal_id: str | None = None
    title: str = ""
    about: str = ""
    subjects: int = 0


class BranchHealth(Out):
    """How many branches wait against the limits."""

    status: str
    unmerged_branches: int
    warn_limit: int
    block_limit: int


class BranchDiff(Out):
    """What a branch changes, and what conflicts with the content as it is now."""

    branch: str
    sha: str
    hunks: list[HunkInfo]
    conflicts: list[HunkInfo]


class BranchName(In):
    """A branch."""

    branch: str


class BranchMerge(In):
    """A branch to merge: as a whole, or only what is accepted. What is neither stays a proposal."""

    branch: str
    accept: list[str] = Field(default_factory=list[str])
    reject: list[str] = Field(default_factory=list[str])


class PreviewWish(In):
    """A branch to show to others, and for how long."""

    branch: str
    hours: int = Field(24, ge=1, le=720)


class PreviewLink(Out):
    """A token for `/api/delivery`, as `?preview=`."""

    id: str
    token: str
    expires_at: datetime


@router.get("/branches")
async def list_branches(studio: StudioDep, inside: Inside = in_project("content.read")) -> list[BranchInfo]:
    """Return the branches that wait to be merged."""
    found: list[Json] = (await read(studio, inside, "list_branches", {}))["branches"]
    known = await studio.proposals.find(inside.principal, inside.project.id)
    told = {
        one.branch: {"proposalId": one.id, "title": one.title, "about": one.subject, "subjects": one.subjects}
        for one in known
    }
    return [BranchInfo.model_validate({**one, **told.get(one["name"], {})}) for one in found]


@router.get("/branches/health")
async def health(studio: StudioDep, inside: Inside = in_project("content.read")) -> BranchHealth:
    """Tell how many branches wait, and whether that is too many."""
    return BranchHealth.model_validate(await read(studio, inside, "branch_health", {}))


@router.get("/diff")
async def diff(branch: str, studio: StudioDep, inside: Inside = in_project("content.read")) -> BranchDiff:
    """Return what a branch changes, field by field."""
    review = await studio.repositories.review(inside.project.id, branch)
    allow_hunks(door_of(inside), review.hunks)
    view = await studio.repositories.show(inside.project.id, review)
    return BranchDiff(
        branch=branch,
        sha=view.sha,
        hunks=[HunkInfo.model_validate(hunk) for hunk in view.hunks],
        conflicts=[HunkInfo.model_validate(hunk) for hunk in view.conflicts],
    )


@router.post("/merge")
async def merge(
    body: BranchMerge, studio: StudioDep, inside: Inside = in_project("content.review")
) -> FinishInfo:
    """Merge a branch, whole or only the accepted changes; only a person may."""
    inside.principal.require_human()
    if body.accept or body.reject:
        return await _finish(studio, inside, body)
    called = await studio.direct.use(inside.asker, inside.project.id, "merge_branch", {"branch": body.branch})
    data: dict[str, Any] = called.output.data
    return FinishInfo(
        state="merged", accepted=0, rejected=0, undecided=0, commit=data["sha"], carried_to=None
    )


@router.post("/reject")
async def reject(body: BranchName, studio: StudioDep, inside: Inside = in_project("content.review")) -> Done:
    """Throw a branch away; it can be brought back for a while. Only a person may."""
    inside.principal.require_human()
    await studio.direct.use(inside.asker, inside.project.id, "reject_branch", {"branch": body.branch})
    return Done()


@router.post("/preview", status_code=201)
async def make_preview(
    body: PreviewWish, studio: StudioDep, inside: Inside = in_project("content.read")
) -> PreviewLink:
    """Make a token that shows a branch to whoever has it, until it expires."""
    inside.require_everything()
    project = inside.project
    known = {branch.name for branch in await studio.repositories.branches(project.id)}
    if body.branch not in known:
        raise NotFound(say("content.no_branch", branch=body.branch))
    links, keyring = studio.get(PreviewLinks), load_keyring(studio.settings)
    made, token = await links.make(
        keyring, inside.principal, project, body.branch, body.hours, shows="content"
    )
    return PreviewLink(id=made.id, token=token, expires_at=made.until)


async def _finish(studio: Studio, inside: Inside, body: BranchMerge) -> FinishInfo:
    proposal = await studio.proposals.of_branch(inside.project.workspace_id, inside.project.id, body.branch)
    if proposal is None or not proposal.is_open:
        raise NotFound(say("reviews.no_open_proposal", branch=body.branch))
    if body.accept:
        await studio.proposals.decide(inside.principal, proposal.id, body.accept, "accepted")
    if body.reject:
        await studio.proposals.decide(inside.principal, proposal.id, body.reject, "rejected")
    return FinishInfo.model_validate(await studio.proposals.finish(inside.principal, proposal.id))
