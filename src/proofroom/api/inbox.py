"""The inbox: everything that waits for a person, whichever room it comes from."""

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.families import FamilyInfo, families_of
from proofroom.api.security import StudioDep, signed_in
from proofroom.api.shapes import fields_of
from proofroom.reviews.types import InboxItem

router = APIRouter(tags=["inbox"])


class InboxItemInfo(fields_of(InboxItem)):
    """One line of the inbox. `title` is an English sentence; `about` and `count` are for other languages.

    `slug` is its name among tasks: a task's own, or `approve-tool-<name>-<timestamp>` of a call that waits.
    `run` tells of the run that a waiting call belongs to, so that its calls can stand together.
    """

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
