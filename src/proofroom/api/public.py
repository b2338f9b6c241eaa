"""What routes for strangers share: which project is meant, who may read it, and how often."""

from starlette.requests import Request

from proofroom.access import Project
from proofroom.api.projects import is_public
from proofroom.api.security import Inside, address_of, find_principal
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import is_id
from proofroom.kernel.strings import say
from proofroom.wiring import Studio


async def find_project(studio: Studio, name: str) -> Project | None:
    """Return a project of the studio's workspace, by id or slug; whether one may read it is asked next."""
    for project in await studio.access.projects_of(studio.workspace_id):
        if (project.id if is_id(name) else project.slug) == name:
            return project
    return None


async def readable_project(studio: Studio, request: Request, name: str) -> tuple[Project, Inside | None]:
    """Return a project that the caller may read; somebody who reads it as a stranger is None."""
    project = await find_project(studio, name)
    if project is None:
        await find_principal(request)  # strangers learn nothing about which projects there are
        raise NotFound(say("access.no_project"))
    if is_public(project):
        await studio.access.crowd.hit(address_of(request))
        return project, None
    principal = await find_principal(request)
    if principal.workspace_id != project.workspace_id:
        raise NotFound(say("access.no_project"))
    principal.require("content.read", project.id)
    return project, Inside(principal, project)


def has_tag(request: Request, tag: str) -> bool:
    """Tell whether the caller has what the tag stands for."""
    held = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    return tag in held or "*" in held
