"""A published entry as a page reads it. Who may read it is decided as for delivery."""

import re

from fastapi import APIRouter, Request

from proofroom.api.delivery import readable_view
from proofroom.api.security import StudioDep, open_to_all
from proofroom.api.shapes import Out
from proofroom.content.brain import Brain
from proofroom.content.delivery import Wish
from proofroom.content.reading import compose
from proofroom.site.publish import Publisher
from proofroom.site.rendering.markdown import markdown_html

router = APIRouter(prefix="/reading", tags=["delivery"])
_REASON = "readers of a public project read its pages; otherwise the route asks for `content.read` itself"
_PICTURE = re.compile(r'(<img src=)"(media/[^"]+)"')


class Fact(Out):
    """A short value under its label; a relation has the titles of what it points at."""

    field: str
    type: str
    label: str
    values: list[str]


class Section(Out):
    """A long text in Markdown, and as HTML with its footnotes and pictures, drawn as on a published site."""

    label: str | None
    text: str
    html: str


class Reading(Out):
    """A published entry, composed for reading. `cover` is an address in this studio."""

    project: str
    model_id: str
    entry_id: str
    locale: str
    locales: list[str]
    title: str
    standfirst: str | None
    cover: str | None
    facts: list[Fact]
    sections: list[Section]
    site_path: str | None
    """Where it is on the project's published site, which is where readers are meant to read it."""


@router.get("/{project}/{model}/{entry}", dependencies=[open_to_all(_REASON)])
async def read_published(
    project: str,
    model: str,
    entry: str,
    request: Request,
    studio: StudioDep,
    locale: str | None = None,
    preview: str | None = None,
) -> Reading:
    """Return one published entry in a locale, composed for reading."""
    wish = Wish(model, locale, entry, preview is not None)
    found, branch, _ = await readable_view(studio, request, project, wish, preview)
    now = studio.clock.now()
    data = await studio.get(Brain).look(found.id, branch, lambda view: compose(view, wish, now))
    cover = data["cover"]
    if isinstance(cover, str) and cover.startswith("media/"):
        data["cover"] = f"/api/delivery/{found.slug}/{cover}"
    for section in data["sections"]:
        section["html"] = _drawn(section["text"], found.slug)
    site_path = None
    if preview is None:
        site_path = await studio.get(Publisher).entry_path(found, model, entry, data["locale"])
    return Reading.model_validate({**data, "project": found.name, "sitePath": site_path})


def _drawn(text: str, slug: str) -> str:
    """Return a text as a published site draws it, its pictures from where this studio delivers them."""
    return _PICTURE.sub(lambda found: f'{found[1]}"/api/delivery/{slug}/{found[2]}"', markdown_html(text))
