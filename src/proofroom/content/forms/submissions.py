"""Submissions: what strangers send through forms is taken, kept, and handed to people."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

from proofroom.access import Principal, Project
from proofroom.access.audit import Audit
from proofroom.access.rates import MINUTE, Limit, Rates
from proofroom.content.brain import Brain
from proofroom.content.format.form import Form, form_of
from proofroom.content.format.types import Model
from proofroom.content.forms import repo
from proofroom.content.forms.intake import Receipt, Sent, examine
from proofroom.content.forms.types import Submission, SubmissionStatus
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import (
    Conflict,
    InvalidInput,
    NotAllowed,
    NotFound,
    RateLimited,
    Unavailable,
)
from proofroom.kernel.ids import ProjectId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.reviews import InboxItem
from proofroom.store import Connection, Database

DAY_S: Final = 86_400.0
IN_INBOX: Final = 100
DECIDED: Final = 20
"""How many submissions with an answer the inbox still shows."""


class Submissions:
    """Submissions of all projects."""

    def __init__(self, database: Database, clock: Clock, brain: Brain, rates: Rates, audit: Audit) -> None:
        self._database, self._clock, self._brain, self._rates = database, clock, brain, rates
        self._audit = audit

    # --- strangers

    async def form(self, project_id: ProjectId, model_id: str) -> tuple[Model, Form]:
        """Return a public form; one that is switched off does not exist for strangers."""
        models = await self._brain.look(project_id, None, lambda view: view.project.models)
        model = models.get(model_id)
        form = form_of(model) if model else None
        if model is None or form is None or not form.is_public:
            raise NotFound(say("forms.none"))
        return model, form

    async def submit(self, project: Project, model_id: str, sent: Sent) -> Receipt:
        """Take what somebody sent, or say what is wrong with it."""
        model, form = await self.form(project.id, model_id)
        check_origin(form, sent.origin)
        place = f"form:{project.id}:{model.id}:{sent.address}"
        await self._rates.hit(place, (Limit(form.per_minute, MINUTE),))
        if form.captcha is not None:
            raise Unavailable(say("forms.captcha"))
        thanks = form.success_message or say("forms.thanks").to(sent.language)
        is_trapped = form.has_honeypot and bool(sent.honeypot)
        kept, wrong = examine(model, form, sent.data)
        if wrong and not is_trapped:
            return Receipt("wrong", errors=wrong)
        locales = await self._brain.look(project.id, None, lambda view: view.project.locales(model))
        submission = Submission(
            id=new_id(),
            workspace_id=project.workspace_id,
            project_id=project.id,
            model_id=model.id,
            locale=sent.locale if sent.locale in locales else locales[0],
            data=kept,
            status="spam" if is_trapped else "pending",
            created_at=self._clock.now(),
            source_ip=sent.address[:64],
            user_agent=sent.user_agent[:300],
            referrer=sent.referrer[:500],
        )
        await self._take(submission, form)
        return Receipt("taken", thanks, submission_id=None if is_trapped else submission.id)

    async def _take(self, submission: Submission, form: Form) -> None:
        async with self._database.transaction() as connection:
            if form.per_month is not None and submission.status != "spam":
                begun = _month(submission.created_at)
                taken = await repo.count_since(
                    connection, submission.workspace_id, submission.project_id, submission.model_id, begun
                )
                if taken >= form.per_month:
                    raise RateLimited(say("forms.month_over"), retry_after_s=DAY_S)
            await repo.add(connection, submission)

    async def put(self, submission: Submission) -> None:
        """Keep a submission that came another way than through the form."""
        async with self._database.transaction() as connection:
            await repo.add(connection, submission)

    # --- people

    async def find(
        self,
        workspace_id: WorkspaceId,
        project_id: ProjectId,
        model_id: str | None = None,
        status: SubmissionStatus | None = "pending",
        limit: int = 20,
    ) -> tuple[list[Submission], int]:
        """Return submissions of a project, newest first, and how many there are."""
        async with self._database.reading() as connection:
            return await repo.find(connection, workspace_id, project_id, model_id, status, limit)

    async def get(self, workspace_id: WorkspaceId, project_id: ProjectId, submission_id: str) -> Submission:
        """Return one submission."""
        async with self._database.reading() as connection:
            return await repo.get(connection, workspace_id, project_id, submission_id)

    async def decide(
        self,
        submission: Submission,
        status: SubmissionStatus,
        *,
        claim: str,
        by: str,
        at: datetime,
        principal: Principal,
        entry_id: str | None = None,
    ) -> Submission:
        """Decide on a submission once; the same attempt may say so again."""
        async with self._database.transaction() as connection:
            is_first = await repo.decide(connection, submission, status, claim, by, at, entry_id)
            now = await repo.get(connection, submission.workspace_id, submission.project_id, submission.id)
            if is_first:
                await self._record(connection, principal, f"submission.{status}", submission, now)
        if not is_first and now.claim != claim:
            raise Conflict(say("forms.decided", status=now.status))
        return now

    async def release(self, submission: Submission, claim: str, principal: Principal) -> None:
        """Let a submission wait again, because what was to become of it could not be written."""
        async with self._database.transaction() as connection:
            claimed = await repo.get(
                connection, submission.workspace_id, submission.project_id, submission.id
            )
            await repo.release(connection, submission, claim)
            await self._record(connection, principal, "submission.released", claimed, submission)

    async def _record(
        self, connection: Connection, principal: Principal, action: str, before: Submission, after: Submission
    ) -> None:
        await self._audit.record(
            connection,
            principal,
            action,
            ("submission", before.id),
            project_id=before.project_id,
            before=before,
            after=after,
            data={"model": before.model_id},
        )

    async def for_inbox(self, workspace_id: WorkspaceId) -> list[Submission]:
        """Return what waits in a workspace, and what was decided on lately."""
        async with self._database.reading() as connection:
            waiting = await repo.with_status(connection, workspace_id, ("pending",), IN_INBOX)
            decided = await repo.with_status(connection, workspace_id, ("approved", "rejected"), DECIDED)
        return [*waiting, *decided]


def submission_source(submissions: Submissions) -> Callable[[Principal], Awaitable[list[InboxItem]]]:
    """Return the inbox source for submissions: for those who may decide on them."""

    async def items(principal: Principal) -> list[InboxItem]:
        found = await submissions.for_inbox(principal.workspace_id)
        return [_item(one) for one in found if principal.can("content.review", one.project_id)]

    return items


def check_origin(form: Form, origin: str | None) -> None:
    """Refuse a page of a site that the form does not name."""
    if form.origins and (origin or "").rstrip("/") not in form.origins:
        raise NotAllowed(say("forms.other_site"))


def check_data(data: object) -> None:
    """Refuse a request that brings no data."""
    if not isinstance(data, dict) or not data:
        raise InvalidInput(say("forms.no_data"))


def _month(at: datetime) -> datetime:
    return at.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _item(submission: Submission) -> InboxItem:
    said = ", ".join(str(value) for value in submission.data.values() if value)[:120]
    return InboxItem(
        kind="submission",
        id=submission.id,
        title=f"Somebody sent {said or 'something'} to {submission.model_id}",
        state=submission.status,
        is_waiting=submission.status == "pending",
        is_high_risk=False,
        project_id=submission.project_id,
        run_id=None,
        asked_by=submission.model_id,
        for_person_id=None,
        created_at=submission.created_at,
        decided_at=submission.decided_at,
        about=said,
    )
