"""What the site's editor works with: a document on a branch, and where its frames come from."""

from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Query

from proofroom.api.publishing import SignedPath, sign
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import Out
from proofroom.repository.git.branch import CONTENT_BRANCH
from proofroom.site.canvas import canvas_view
from proofroom.site.publish import Publisher
from proofroom.wiring import Studio

router = APIRouter(prefix="/projects/{project_id}/site", tags=["site"])
HOURS = 12
"""How long the frames of an editor can be read."""


class CanvasInfo(Out):
    """A document with its nodes, what its frames show, and what there is to change it with.

    `around` are the templates it is shown in, `uses` counts the nodes here that have each class, `preview` is
    the signed place of the branch's site, below which `path` shows the document. `tip` moves with the branch,
    which is null for the content as it stands.
    """

    tip: str
    branch: str | None
    preview: str
    path: str
    document: dict[str, Any]
    around: list[dict[str, Any]]
    documents: list[dict[str, Any]]
    breakpoints: list[dict[str, Any]]
    conditions: list[dict[str, Any]]
    rules: list[dict[str, Any]]
    uses: dict[str, int]
    tokens: dict[str, Any]
    scales: dict[str, Any]
    colours: dict[str, str]
    files: list[dict[str, Any]]
    collections: dict[str, Any]


@router.get("/canvas")
async def get_canvas(
    studio: StudioDep,
    document: str | None = None,
    ref: str | None = None,
    conversation: Annotated[
        str | None,
        Query(
            description="Whose open branch is shown, if it has one: an agent at work.",
            pattern=r"^[\w-]{1,80}$",
        ),
    ] = None,
    inside: Inside = in_project("site.read"),
) -> CanvasInfo:
    """Return a page, template or component as an editor shows it, on a branch or on the content branch."""
    publisher, project = studio.get(Publisher), inside.project
    repositories = publisher.sites.repositories
    working = await repositories.open_branch(project.id, f"chat/{conversation}") if conversation else None
    shown = working or ref
    branch = shown or CONTENT_BRANCH
    signed = _signed(studio, inside, branch)
    tip = await repositories.tips(project.id, branch)
    builder = await publisher.preview(project, branch, signed.token)
    view = canvas_view(builder.site, document, builder.path_of)
    return CanvasInfo(tip=tip, branch=shown, preview=signed.path, **view)


def _signed(studio: Studio, inside: Inside, branch: str) -> SignedPath:
    """Return a link to a branch's frames, the same one for a while: what was made for it is used again."""
    inside.require_everything()
    links, key = studio.get(Publisher).links, (inside.project.id, branch)
    known = links.get(key)
    if known is None or known.until - studio.clock.now() < timedelta(hours=HOURS / 2):
        known = links[key] = sign(studio, inside, branch, HOURS)
    return known
