"""The site of a project: read the document."""

from typing import Any

from fastapi import APIRouter

from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say
from proofroom.site import Sites
from proofroom.site.document.dump import dump_component, dump_page, dump_site

router = APIRouter(prefix="/projects/{project_id}/site", tags=["site"])


@router.get("")
async def get_site(
    studio: StudioDep, ref: str | None = None, inside: Inside = in_project("site.read")
) -> dict[str, Any]:
    """Return the whole document on a branch, or on the content branch."""
    return dump_site(await studio.get(Sites).read(inside.project.id, ref))


@router.get("/pages/{page_id}")
async def get_page(
    page_id: str, studio: StudioDep, ref: str | None = None, inside: Inside = in_project("site.read")
) -> dict[str, Any]:
    """Return a page or template with its nodes."""
    page = (await studio.get(Sites).read(inside.project.id, ref)).page(page_id)
    if page is None:
        raise NotFound(say("site.no_page", id=page_id))
    return dump_page(page)


@router.get("/components/{component_id}")
async def get_component(
    component_id: str, studio: StudioDep, ref: str | None = None, inside: Inside = in_project("site.read")
) -> dict[str, Any]:
    """Return a component with its nodes."""
    component = (await studio.get(Sites).read(inside.project.id, ref)).component(component_id)
    if component is None:
        raise NotFound(say("site.no_component", id=component_id))
    return dump_component(component)
