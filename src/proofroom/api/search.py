"""Finding things by words in every room at once, as the palette does."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from proofroom.access import Principal
from proofroom.api.app_places import find_people, find_places, find_runs
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, signed_in
from proofroom.api.shapes import fields_of
from proofroom.house import Destination
from proofroom.wiring import Studio

router = APIRouter(prefix="/search", tags=["search"])

MOST = 10
"""How many of a room are shown."""


class DestinationInfo(fields_of(Destination)):
    """Something that was found, and where the app shows it."""

    title: Told


@router.get("")
async def search_everything(
    query: Annotated[str, Query(min_length=1, max_length=200)],
    studio: StudioDep,
    project: str | None = None,
    principal: Principal = signed_in(),
) -> list[DestinationInfo]:
    """Return what has these words and the caller may see: in a project, and in the workspace."""
    return _shown(await _in_rooms(studio, principal, project, query))


@router.get("/global")
async def search_globally(
    query: Annotated[str, Query(min_length=1, max_length=200)],
    studio: StudioDep,
    project: str | None = None,
    principal: Principal = signed_in(),
) -> list[DestinationInfo]:
    """Return the same and what belongs to no room, as a palette shows it.

    `room` groups what is found: `content`, `site`, `media`, `articles`, `entities`, `agents`, `people`,
    `runs`, `setting` (parts of the settings) and `action` (what one can begin).
    """
    found = await asyncio.gather(
        _in_rooms(studio, principal, project, query),
        find_people(studio, principal, query, MOST),
        find_runs(studio, principal, query, MOST),
    )
    return _shown([*(one for each in found for one in each), *find_places(principal, query, MOST)])


async def _in_rooms(
    studio: Studio, principal: Principal, project: str | None, query: str
) -> list[Destination]:
    project_id = await studio.check_project(principal, project)
    sources = [find for room in studio.rooms for find in room.search]
    found = await asyncio.gather(*(find(principal, project_id, query, MOST) for find in sources))
    return [one for each in found for one in each]


def _shown(found: list[Destination]) -> list[DestinationInfo]:
    return [DestinationInfo.model_validate(one) for one in found]
