"""Content as something that can be reviewed: the port that `reviews` reaches it by."""

from collections.abc import Sequence
from typing import Any, cast

from proofroom.access import Principal
from proofroom.content.desk import Job, Repositories
from proofroom.content.format.project import Project
from proofroom.content.format.types import Field
from proofroom.content.merge.review import Decisions, Review
from proofroom.content.merge.types import Choice, Hunk
from proofroom.content.merge.words import word_diff
from proofroom.content.validation.project import validate_project
from proofroom.content.validation.types import Issue
from proofroom.kernel.clock import Clock
from proofroom.kernel.ids import ProjectId
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.reviews import Decided, Finding, HunkTarget, HunkView, Proposal, ReviewView, TextView
from proofroom.reviews.types import count_things

FINDINGS_SHOWN = 50
KIND = "content"


class ContentReviewable:
    """Reviews of content branches."""

    reads, decides = "content.read", "content.review"

    def __init__(self, repositories: Repositories, clock: Clock) -> None:
        self._repositories, self._clock = repositories, clock

    async def view(self, proposal: Proposal) -> ReviewView:
        """Return the changes a branch holds now, with checks of its result."""
        job = self._job(proposal.project_id, proposal.branch, None)
        review = await self._repositories.review(job, proposal.branch)
        return await show_review(self._repositories, proposal.project_id, proposal.branch, review)

    async def finish(
        self,
        proposal: Proposal,
        by: Principal,
        accepted: frozenset[str],
        rejected: frozenset[str],
        choices: dict[str, dict[str, Any]],
        expected: str | None,
    ) -> Decided:
        """Merge what was accepted, take out what was rejected, carry on what is undecided."""
        answers = {key: Choice(choice["take"], choice.get("value")) for key, choice in choices.items()}
        done = await self._repositories.finish(
            self._job(proposal.project_id, proposal.branch, by),
            proposal.branch,
            Decisions(accepted - set(answers), rejected - set(answers), answers or None),
            expected,
        )
        state = "open" if done.status == "waiting" else done.status
        return Decided(
            state=state,
            accepted=len(done.accepted),
            rejected=len(done.rejected),
            undecided=len(done.undecided),
            commit=done.landing.commit if done.landing else None,
            carried_to=done.carried,
        )

    async def reject(self, proposal: Proposal, by: Principal) -> None:
        """Throw the branch away; it can be brought back for a while."""
        await self._repositories.reject(proposal.project_id, proposal.branch)

    def _job(self, project_id: ProjectId, branch: str, by: Principal | None) -> Job:
        identity = identity_of(by) if by else Identity("Proofroom", "studio@localhost")
        provenance = Provenance(approved_by=f"{identity.name} <{identity.email}>" if by else None)
        return Job(project_id, identity, self._clock.now(), branch, provenance, source="review")


async def show_review(
    repositories: Repositories, project_id: ProjectId, ref: str | None, review: Review
) -> ReviewView:
    """Return a review as people see it, with titles and checks from the content as it is on a branch."""
    titles, labels, findings = await repositories.read(
        project_id,
        ref,
        lambda project: (
            titles_of(project, review.hunks),
            labels_of(project, (*review.hunks, *review.conflicts)),
            _findings(project, review),
        ),
    )
    targets = {(hunk.subject, hunk.locale, hunk.path): target_of(hunk) for hunk in review.hunks}
    return ReviewView(
        sha=review.sha,
        hunks=[show_hunk(hunk, titles, labels) for hunk in review.hunks],
        conflicts=[show_hunk(hunk, titles, labels) for hunk in review.conflicts],
        findings=findings,
        texts=[
            TextView(targets[text[:3]], [(p.kind, p.value) for p in text.pieces]) for text in review.passages
        ],
    )


async def about(
    repositories: Repositories, project_id: ProjectId, ref: str | None, review: Review
) -> tuple[str, int]:
    """Return what the first change of a review is about, and how many things all of them are about."""
    if not review.hunks:
        return "", 0
    titles = await repositories.read(project_id, ref, lambda project: titles_of(project, review.hunks))
    return _title(review.hunks[0], titles)[:200], count_things(map(target_of, review.hunks))


def target_of(hunk: Hunk) -> HunkTarget:
    """Return what a change is about."""
    thing = hunk.file if hunk.kind == "file" else hunk.entry or hunk.model or ""
    return HunkTarget("content", hunk.kind, thing, hunk.model or "", hunk.locale, tuple(hunk.path))


def identity_of(principal: Principal) -> Identity:
    """Return whom commits of this principal name."""
    return Identity(principal.name or "Proofroom", principal.email or "studio@localhost")


Titles = dict[tuple[str, str, str | None], str]
"""What entries are called, by model, entry and locale."""


def titles_of(project: Project, hunks: Sequence[Hunk]) -> Titles:
    """Return what the touched entries are called, as far as they exist there."""
    titles: Titles = {}
    for hunk in hunks:
        if hunk.model and hunk.entry and hunk.model in project.models:
            model = project.model(hunk.model)
            entry = project.entry(model, hunk.entry, hunk.locale or project.locales(model)[0])
            label = entry.data.get(model.title_field or "title") if entry else None
            if isinstance(label, str):
                titles[hunk.model, hunk.entry, hunk.locale] = label
    return titles


Labels = dict[str, dict[str, dict[str, str]]]
"""What fields are called, by model, field and language."""


def labels_of(project: Project, hunks: Sequence[Hunk]) -> Labels:
    """Return what the fields of the touched models are called, where a model says so."""
    touched = {hunk.model for hunk in hunks}
    return {
        model_id: {name: label for name, field in model.fields.items() if (label := _label(field))}
        for model_id, model in project.models.items()
        if model_id in touched
    }


def _label(field: Field) -> dict[str, str]:
    label: Any = field.raw.get("label")
    if isinstance(label, str):
        return {"en": label}
    words = cast("dict[str, Any]", label) if isinstance(label, dict) else {}
    return {language: word for language, word in words.items() if isinstance(word, str)}


def _named(hunk: Hunk, labels: Labels) -> dict[str, dict[str, str]]:
    """Return what the field of a change is called, or all fields where it is about a whole entry."""
    fields = labels.get(hunk.model or "", {})
    return {name: label for name, label in fields.items() if not hunk.path or name == hunk.path[0]}


def _title(hunk: Hunk, titles: Titles) -> str:
    title = titles.get((hunk.model or "", hunk.entry or "", hunk.locale))
    return title or hunk.entry or hunk.model or hunk.file


def _findings(project: Project, review: Review) -> list[Finding]:
    """Return what validation says of the touched models."""
    touched = sorted({hunk.model for hunk in review.hunks if hunk.model and hunk.model in project.models})
    findings = [
        Finding(
            "error" if issue.severity == "error" else "warning",
            issue.message,
            _place_of(project, issue),
        )
        for model_id in touched
        for issue in validate_project(project, model_id).issues
    ]
    return findings[:FINDINGS_SHOWN]


def _place_of(project: Project, issue: Issue) -> HunkTarget:
    model = issue.model or ""
    kind = project.model(model).kind if model in project.models else "file"
    thing = issue.entry or issue.slug or model or issue.path or ""
    path = (issue.field,) if issue.field else ()
    return HunkTarget("content", "entry" if kind == "collection" else kind, thing, model, issue.locale, path)


def show_hunk(hunk: Hunk, titles: Titles, labels: Labels) -> HunkView:
    """Return one change as people see it."""
    words: list[tuple[str, str]] = []
    if isinstance(hunk.old, str) and isinstance(hunk.new, str):
        words = [(span.op, span.text) for span in word_diff(hunk.old, hunk.new)]
    conflict = None
    if hunk.conflict is not None:
        sides = hunk.conflict
        conflict = {
            "base": sides.base,
            "ours": sides.ours,
            "theirs": sides.theirs,
            "suggested": sides.suggested,
        }
    return HunkView(
        id=hunk.id,
        target=target_of(hunk),
        title=_title(hunk, titles),
        op=hunk.op,
        old=hunk.old,
        new=hunk.new,
        is_prose=hunk.is_prose,
        words=words,
        requires=list(hunk.requires),
        conflict=conflict,
        labels=_named(hunk, labels),
    )
