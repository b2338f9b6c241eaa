"""The inbox: everything that waits for a person, whichever room it comes from."""

from datetime import datetime

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.families import FamilyInfo, families_of
from proofroom.api.security import StudioDep, signed_in
from proofroom.api.shapes import Out

router = APIRouter(tags=["inbox"])


class InboxItemInfo(Out):
    """One line of the inbox. `title` is an English sentence; `about` and `count` are for other languages.

    `slug` is its name among tasks: a task's own, or `approve-tool-<name>-<timestamp>` of a call that waits.
    `run` tells of the run that a waiting call belongs to, so that its calls can stand together.
    """

    kind: str
    id: str
    title: str
    state: str
    is_waiting: bool
    is_high_risk: bool
    project_id: str | None
    run_id: str | None
    asked_by: str
    for_person_id: str | None
    created_at: datetime
    decided_at: datetime | None
    expires_at: datetime | None
    about: str
    more: int | None
    count: int
    detail: str
    slug: str
    run: FamilyInfo | None


@router.get("/inbox")
async def inbox(studio: StudioDep, principal: Principal = signed_in()) -> list[InboxItemInfo]:
    """Return everything that waits for this person, and what was decided lately."""
    items = await studio.inbox.items(principal)
    calls = {
        item.id: item.run_id for item in items if item.kind == "approval" and item.is_waiting and item.run_id
    }
    families = await families_of(studio, principal.workspace_id, list(calls.values()))
    return [
        InboxItemInfo.of(item, run=families.get(calls[item.id]) if item.id in calls else None)
        for item in items
    ]
