"""What of the records asks for a person's eye."""

from typing import Any

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.documents import ResponseInfo
from proofroom.api.entities import READS, EntityInfo, kinds_of, show_entity
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out
from proofroom.entities.checks import Checks
from proofroom.entities.response import FieldResponse
from proofroom.entities.types import Entity, EntityType

router = APIRouter(tags=["entities"])


class WaitingValue(ResponseInfo):
    """A value that waits, or rests on what is gone, with the names of its record and its field."""

    title: str
    type_slug: str
    label: str
    lost: str = ""
    """The document that was deleted."""


class RecordChecks(Out):
    """Values that wait for a yes, records with the same name, values whose document was deleted.

    Each at most a hundred.
    """

    waiting: list[WaitingValue]
    same: list[list[EntityInfo]]
    lost: list[WaitingValue]


@router.get("/record-checks")
async def check_records(studio: StudioDep, principal: Principal = requires(READS)) -> RecordChecks:
    """Return what of the records asks for a person's eye."""
    found = await studio.get(Checks).look(principal.workspace_id)
    kinds = await kinds_of(studio, principal.workspace_id)

    def show(one: FieldResponse, lost: str = "") -> WaitingValue:
        return _show(one, found.entities[one.entity_id], kinds, lost)

    return RecordChecks(
        waiting=[show(one) for one in found.waiting],
        same=[[show_entity(one, kinds) for one in group] for group in found.same],
        lost=[show(one, title) for one, title in found.lost],
    )


def _show(one: FieldResponse, entity: Entity, kinds: dict[str, EntityType], lost: str) -> WaitingValue:
    kind = kinds.get(entity.type_id)
    field = kind.definition.field(one.field_key) if kind else None
    told: dict[str, Any] = ResponseInfo.model_validate(one).model_dump()
    return WaitingValue(
        **told,
        title=entity.title,
        type_slug=kind.slug if kind else "",
        label=field.name if field else one.field_key,
        lost=lost,
    )
