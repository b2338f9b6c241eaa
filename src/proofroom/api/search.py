"""Finding things by words in every room at once, as the palette does."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from proofroom.access import Principal
from proofroom.api.security import StudioDep, signed_in
from proofroom.api.shapes import Out

router = APIRouter(prefix="/search", tags=["search"])

MOST = 10
"""How many of a room are shown."""


class DestinationInfo(Out):
    """Something that was found, and where the app shows it."""

    room: str
    kind: str
    id: str
    title: str
    href: str
    detail: str


@router.get("")
async def search_everything(
    query: Annotated[str, Query(min_length=1, max_length=200)],
    studio: StudioDep,
    project: str | None = None,
    principal: Principal = signed_in(),
) -> list[DestinationInfo]:
    """Return what has these words and the caller may see: in a project, and in the workspace."""
    project_id = await studio.check_project(principal, project)
    sources = [find for room in studio.rooms for find in room.search]
    found = await asyncio.gather(*(find(principal, project_id, query, MOST) for find in sources))
    return [DestinationInfo.model_validate(one) for each in found for one in each]


@router.get("/global")
async def search_globally(
    query: Annotated[str, Query(min_length=1, max_length=200)],
    studio: StudioDep,
    project: str | None = None,
    principal: Principal = signed_in(),
) -> list[DestinationInfo]:
    """Return the same under the name that reference pickers ask for."""
    return await search_everything(query, studio, project, principal)
