"""What routes for strangers share: which project is meant, who may read it, and how often."""

from starlette.requests import Request

from proofroom.access import Principal, Project
from proofroom.api.projects import is_public
from proofroom.api.security import COOKIE, Inside, address_of, find_principal
from proofroom.kernel.errors import NotFound, ProofroomError
from proofroom.kernel.ids import WorkspaceId, is_id
from proofroom.kernel.strings import say
from proofroom.wiring import Studio


async def find_project(studio: Studio, name: str, first: WorkspaceId | None = None) -> Project | None:
    """Return a project by id or slug; whether one may read it is asked next.

    Two workspaces may have a project of one slug: the workspace named counts first, then the oldest.
    """
    known = [each.id for each in await studio.access.workspaces.list_all()]
    for workspace_id in sorted(known, key=lambda each: each != first):
        for project in await studio.access.projects.list_all(workspace_id):
            if (project.id if is_id(name) else project.slug) == name:
                return project
    return None


async def readable_project(studio: Studio, request: Request, name: str) -> tuple[Project, Inside | None]:
    """Return a project that the caller may read; somebody who reads it as a stranger is None."""
    known = await _caller(request)
    project = await find_project(studio, name, known.workspace_id if known else None)
    if project is None:
        _ = known or await find_principal(request)  # strangers learn nothing about which projects there are
        raise NotFound(say("access.no_project"))
    if is_public(project):
        await studio.access.crowd.hit(address_of(request))
        return project, None
    principal = known or await find_principal(request)
    if principal.workspace_id != project.workspace_id:
        raise NotFound(say("access.no_project"))
    principal.require("content.read", project.id)
    return project, Inside(principal, project)


async def _caller(request: Request) -> Principal | None:
    """Return a caller who is known: their own workspace's projects are meant first."""
    if not (request.cookies.get(COOKIE) or request.headers.get("authorization")):
        return None
    try:
        return await find_principal(request)
    except ProofroomError:
        return None


def has_tag(request: Request, tag: str) -> bool:
    """Tell whether the caller has what the tag stands for."""
    held = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    return tag in held or "*" in held
