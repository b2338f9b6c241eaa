"""Two records that are the same thing: make one of them, and take that back."""

from datetime import datetime

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.entities import DELETES, READS, EntityInfo, kinds_of, show_entity
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import In, Out
from proofroom.entities.merging import Merges
from proofroom.entities.types import Merge

router = APIRouter(tags=["entities"])


class NewMerge(In):
    """The record that goes, and what of it is taken: keys of fields, or `title`."""

    other_id: str
    take: list[str] = Field(default_factory=list[str], max_length=61)


class MergeInfo(Out):
    """Another record that became part of this one."""

    id: str
    other_id: str
    other_title: str
    by: str
    created_at: datetime


class MergedInfo(Out):
    """The record that stays, and the merge by which it is taken back."""

    entity: EntityInfo
    merge: MergeInfo


class UnmergedInfo(Out):
    """The record that stayed; `wentBack` is false where somebody has changed it since, and it was left so."""

    entity: EntityInfo
    went_back: bool


@router.post("/entities/{entity_id}/merge")
async def merge_entity(
    entity_id: str, body: NewMerge, studio: StudioDep, principal: Principal = requires(DELETES)
) -> MergedInfo:
    """Make one record of two: fields are chosen, relations, documents and tasks are moved."""
    kept, made = await studio.get(Merges).merge(principal, entity_id, body.other_id, body.take)
    kinds = await kinds_of(studio, principal.workspace_id)
    return MergedInfo(entity=show_entity(kept, kinds), merge=_show(made))


@router.get("/entities/{entity_id}/merges")
async def list_merges(
    entity_id: str, studio: StudioDep, principal: Principal = requires(READS)
) -> list[MergeInfo]:
    """Return what was merged into a record and not taken back, newest first."""
    return [_show(one) for one in await studio.get(Merges).of_entity(principal.workspace_id, entity_id)]


@router.post("/entity-merges/{merge_id}/undo")
async def undo_merge(
    merge_id: str, studio: StudioDep, principal: Principal = requires(DELETES)
) -> UnmergedInfo:
    """Bring the other record back with all that hung on it."""
    kept, went_back = await studio.get(Merges).undo(principal, merge_id)
    kinds = await kinds_of(studio, principal.workspace_id)
    return UnmergedInfo(entity=show_entity(kept, kinds), went_back=went_back)


def _show(made: Merge) -> MergeInfo:
    return MergeInfo(
        id=made.id,
        other_id=made.other_id,
        other_title=str(made.moved["otherTitle"]),
        by=made.by,
        created_at=made.created_at,
    )
