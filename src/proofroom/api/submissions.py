"""What people sent through the forms of a project: look, approve, reject."""

from datetime import datetime
from typing import Literal

from fastapi import APIRouter

from proofroom.api.changes import ChangeAnswer, answer_of
from proofroom.api.content import Json
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import Out
from proofroom.content.brain import Brain, View
from proofroom.content.format.form import Form, form_of
from proofroom.content.format.types import Model
from proofroom.content.forms import Submissions, describe_form

router = APIRouter(prefix="/projects/{project_id}/content", tags=["forms"])


class FormInfo(Out):
    """A model's form. `submitUrl` and `configUrl` are where pages send and ask."""

    model_id: str
    name: str
    is_public: bool
    fields: dict[str, Json]
    honeypot: bool
    captcha: str | None
    success_message: str
    origins: list[str]
    per_minute: int
    per_month: int | None
    approves_itself: bool
    waiting: int
    config_url: str
    submit_url: str


class SubmissionInfo(Out):
    """What somebody sent, and what became of it."""

    id: str
    model_id: str
    locale: str
    data: Json
    status: str
    referrer: str
    user_agent: str
    entry_id: str | None
    decided_by: str | None
    decided_at: datetime | None
    created_at: datetime


class SubmissionPage(Out):
    """Submissions, newest first, and how many there are."""

    submissions: list[SubmissionInfo]
    total: int


class SubmissionApproved(ChangeAnswer):
    """The entry that was made of a submission, merged at once or waiting for review."""

    entry_id: str
    submission: SubmissionInfo


@router.get("/forms")
async def list_forms(studio: StudioDep, inside: Inside = in_project("content.read")) -> list[FormInfo]:
    """Return the models that have a form, and how many submissions wait in each."""
    project, only = inside.project, inside.principal.limits_in(inside.project.id).models
    found = await studio.get(Brain).look(project.id, None, _forms)
    shown: list[FormInfo] = []
    for model, form in found:
        if only is not None and model.id not in only:
            continue
        _, waiting = await studio.get(Submissions).find(project.workspace_id, project.id, model.id, limit=1)
        base = f"/api/forms/v1/{project.slug}/{model.id}"
        shown.append(
            FormInfo.of(
                form,
                model_id=model.id,
                name=model.name or model.id,
                fields=describe_form(model, form)["fields"],
                honeypot=form.has_honeypot,
                origins=list(form.origins),
                waiting=waiting,
                config_url=f"{base}/config",
                submit_url=f"{base}/submit",
            )
        )
    return shown


@router.get("/submissions")
async def list_submissions(
    studio: StudioDep,
    model_id: str | None = None,
    status: Literal["pending", "approved", "rejected", "spam", "all"] = "pending",
    limit: int = 50,
    inside: Inside = in_project("content.read"),
) -> SubmissionPage:
    """Return what people sent, newest first; without a model, for all forms."""
    inside.require_models(model_id)
    project = inside.project
    found, total = await studio.get(Submissions).find(
        project.workspace_id,
        project.id,
        model_id,
        None if status == "all" else status,
        max(1, min(limit, 200)),
    )
    return SubmissionPage(submissions=[SubmissionInfo.model_validate(one) for one in found], total=total)


@router.post("/submissions/{submission_id}/approve")
async def approve_submission(
    submission_id: str, studio: StudioDep, inside: Inside = in_project("content.review")
) -> SubmissionApproved:
    """Make an entry of a submission, as a draft; it is merged at once or waits for review."""
    given = {"submissionId": submission_id}
    called = await studio.direct.use(inside.asker, inside.project.id, "approve_submission", given)
    return SubmissionApproved(
        **answer_of(called).model_dump(),
        entry_id=called.output.data["entryId"],
        submission=await _read(studio, inside, submission_id),
    )


@router.post("/submissions/{submission_id}/reject")
async def reject_submission(
    submission_id: str, studio: StudioDep, inside: Inside = in_project("content.review")
) -> SubmissionInfo:
    """Turn a submission down."""
    given = {"submissionId": submission_id}
    await studio.direct.use(inside.asker, inside.project.id, "reject_submission", given)
    return await _read(studio, inside, submission_id)


async def _read(studio: StudioDep, inside: Inside, submission_id: str) -> SubmissionInfo:
    project = inside.project
    found = await studio.get(Submissions).get(project.workspace_id, project.id, submission_id)
    return SubmissionInfo.model_validate(found)


def _forms(view: View) -> list[tuple[Model, Form]]:
    return [(model, form) for model in view.project.models.values() if (form := form_of(model))]
