"""Published content for sites and apps, as plain JSON with entity tags.

A project may let everybody read; otherwise a key or a sign-in with `content.read` is needed. A signed preview
token shows one branch with its drafts.
"""

from fastapi import APIRouter, Request
from starlette.responses import Response

from proofroom.access import Project
from proofroom.api.public import find_project, has_tag, readable_project
from proofroom.api.security import StudioDep, address_of, open_to_all
from proofroom.content.brain import Brain
from proofroom.content.delivery import Wish, deliver, render
from proofroom.content.preview_links import PreviewLinks
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.strings import say
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


async def readable_view(
    studio: Studio, request: Request, name: str, wish: Wish, preview: str | None
) -> tuple[Project, str | None, bool]:
    """Return the project and branch that the caller may read, and whether everybody may."""
    if preview is not None:
        project = await _previewed(studio, request, name)
        links, keyring = studio.get(PreviewLinks), load_keyring(studio.settings)
        return project, await links.open(keyring, project, preview), False
    project, inside = await readable_project(studio, request, name)
    if inside is not None:
        inside.require_models(wish.model)
        inside.require_locales(wish.locale)
    return project, None, inside is None


async def _deliver(studio: Studio, request: Request, name: str, wish: Wish, preview: str | None) -> Response:
    project, branch, is_open = await readable_view(studio, request, name, wish, preview)
    now = studio.clock.now()
    data = await studio.get(Brain).look(project.id, branch, lambda view: deliver(view, wish, now))
    raw, tag = render(data)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if is_open:
        headers |= {"Cache-Control": "public, no-cache", "Access-Control-Allow-Origin": "*"}
    if has_tag(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(raw, media_type="application/json", headers=headers)


async def _previewed(studio: Studio, request: Request, name: str) -> Project:
    await studio.access.crowd.hit(address_of(request))
    project = await find_project(studio, name)
    if project is None:
        raise NotAllowed(say("content.preview_invalid"), suggestion=say("content.new_link"))
    return project
