"""Published content for sites and apps, as plain JSON with entity tags.

A project may let everybody read; otherwise a key or a sign-in with `content.read` is needed. A signed preview
token shows one branch with its drafts.
"""

from fastapi import APIRouter, Request
from starlette.responses import Response

from proofroom.access import Project
from proofroom.api.projects import is_public
from proofroom.api.security import Inside, StudioDep, find_principal, open_to_all
from proofroom.content.delivery import Wish, deliver, read_token, render
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId, is_id
from proofroom.store import load_keyring
from proofroom.wiring import Studio

router = APIRouter(prefix="/delivery", tags=["delivery"])
_REASON = "a project may publish to everybody; otherwise the route asks for `content.read` itself"


@router.get("/{project}/{model}", dependencies=[open_to_all(_REASON)])
async def published_entries(
    project: str,
    model: str,
    request: Request,
    studio: StudioDep,
    locale: str | None = None,
    preview: str | None = None,
) -> Response:
    """Return the published entries of a model in a locale."""
    return await _deliver(studio, request, project, Wish(model, locale, None, preview is not None), preview)


@router.get("/{project}/{model}/{entry}", dependencies=[open_to_all(_REASON)])
async def published_entry(
    project: str,
    model: str,
    entry: str,
    request: Request,
    studio: StudioDep,
    locale: str | None = None,
    preview: str | None = None,
) -> Response:
    """Return one published entry in a locale."""
    return await _deliver(studio, request, project, Wish(model, locale, entry, preview is not None), preview)


async def _deliver(studio: Studio, request: Request, name: str, wish: Wish, preview: str | None) -> Response:
    project = await _find(studio, name)
    if project is None:
        await find_principal(request)  # strangers learn nothing about which projects there are
        raise NotFound("There is no such project.")
    now = studio.clock.now()
    branch, is_open = None, is_public(project)
    if preview is not None:
        keyring = load_keyring(studio.settings)
        branch = read_token(keyring, project.workspace_id, project.id, preview, now)
    elif not is_open:
        inside = Inside(await find_principal(request), project)
        inside.principal.require("content.read", project.id)
        inside.require_models(wish.model)
        inside.require_locales(wish.locale)
    data = await studio.brain.look(project.id, branch, lambda view: deliver(view, wish, now))
    raw, tag = render(data)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if is_open and preview is None:
        headers |= {"Cache-Control": "public, no-cache", "Access-Control-Allow-Origin": "*"}
    if tag in [each.strip() for each in request.headers.get("if-none-match", "").split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(raw, media_type="application/json", headers=headers)


async def _find(studio: Studio, name: str) -> Project | None:
    """Return a project of the studio's workspace, by id or slug; whether one may read it is asked next."""
    found = await studio.access.projects_of(studio.workspace_id)
    for project in found:
        if (project.id == ProjectId(name)) if is_id(name) else project.slug == name:
            return project
    return None
