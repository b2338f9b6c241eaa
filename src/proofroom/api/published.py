"""Published sites and previews, as readers see them.

They come from the studio's own address, so that one command shows everything; and they must not act as the
studio. Every answer has a sandbox without an origin: a script on a page cannot read the session, and what it
asks of `/api` goes there as a stranger's and is not shown to it. Anybody may frame them: a page without an
origin cannot be told from a stranger, and pages frame other pages of their site.
"""

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from proofroom.access import Project
from proofroom.api.public import find_project, has_tag
from proofroom.api.security import StudioDep, address_of, open_to_all
from proofroom.content.preview_links import PreviewLinks
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.strings import say
from proofroom.site.canvas import frame_policy, framed, is_key
from proofroom.site.publish import PublishedFile, Publisher, Release
from proofroom.site.publish.build import HTML
from proofroom.site.publish.publisher import SITES, no_site
from proofroom.site.rendering.elements import PLAYER
from proofroom.store import load_keyring
from proofroom.wiring import Studio

root = APIRouter(include_in_schema=False)

SANDBOX = (
    "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals "
    "allow-top-navigation-by-user-activation; default-src 'self'; img-src 'self' data: https:; "
    f"style-src 'self' 'unsafe-inline'; frame-src 'self' {PLAYER}; connect-src 'none'; object-src 'none'; "
    "base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": SANDBOX,
    "X-Frame-Options": "ALLOWALL",
    "Access-Control-Allow-Origin": "*",
    "Referrer-Policy": "strict-origin-when-cross-origin",
}
FOREVER = "public, max-age=31536000, immutable"
_REASON = "what was published is for everybody"
_SIGNED = "the token of the link is the credential"


@root.get("/sites/{project}", dependencies=[open_to_all(_REASON)])
async def open_site(project: str) -> Response:
    """Lead to the homepage."""
    return RedirectResponse(f"{SITES}/{project}/", headers=HEADERS)


@root.get("/sites/{project}/{path:path}", dependencies=[open_to_all(_REASON)])
async def read_site(project: str, path: str, request: Request, studio: StudioDep) -> Response:
    """Return a published file, the page for what is not there, or where it moved."""
    await _count(studio, request, path)
    found = await find_project(studio, project)
    release = await _release(studio, found, path) if found else None
    if found is None or release is None:
        raise no_site()
    moved = release.redirects.get(f"/{path}".rstrip("/") or "/")
    if moved is not None:
        return RedirectResponse(moved, status_code=301, headers=HEADERS)
    name, file = _find(release, path)
    if file is None:
        first = path.split("/", 1)[0]
        missing = release.files.get(f"{first}/404.html") or release.files.get("404.html")
        if missing is None:
            raise no_site()
        return _send(studio, found, "404.html", missing, request, status=404)
    return _send(studio, found, name, file, request)


@root.get("/site-preview/{project}/{token}/{path:path}", dependencies=[open_to_all(_SIGNED)])
async def read_preview(project: str, token: str, path: str, request: Request, studio: StudioDep) -> Response:
    """Return a page of a branch's site, made now, for whoever has the link."""
    await _count(studio, request, path)
    found = await find_project(studio, project)
    if found is None:
        raise NotAllowed(say("content.preview_invalid"), suggestion=say("content.new_link"))
    links, keyring = studio.get(PreviewLinks), load_keyring(studio.settings)
    branch = await links.open(keyring, found, token, shows="site")
    publisher = studio.get(Publisher)
    builder = await publisher.preview(found, branch, token)
    headers = HEADERS | {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex"}
    made = await publisher.preview_file(builder, path)
    if made is None:
        page = await publisher.preview_missing(builder, path)
        return Response(page, status_code=404, media_type="text/html", headers=headers)
    data, type = made
    key = request.query_params.get("canvas", "")
    if type == HTML and is_key(key):
        headers |= {"Content-Security-Policy": frame_policy(SANDBOX, key)}
        return Response(framed(data, key), media_type=type, headers=headers)
    return Response(data, media_type=type, headers=headers)


async def _release(studio: Studio, project: Project, path: str) -> Release | None:
    publisher = studio.get(Publisher)
    if path.startswith("assets/"):
        return publisher.current(project)
    return await publisher.follow(project)


async def _count(studio: Studio, request: Request, path: str) -> None:
    """Count pages, not what they load: one page has many pictures."""
    if not path.startswith("assets/"):
        await studio.access.crowd.hit(address_of(request))


def _find(release: Release, path: str) -> tuple[str, PublishedFile | None]:
    plain = path.strip("/")
    for name in (plain, f"{plain}/index.html".lstrip("/")):
        if name in release.files:
            return name, release.files[name]
    return plain, None


def _send(
    studio: Studio, project: Project, name: str, file: PublishedFile, request: Request, *, status: int = 200
) -> Response:
    tag = f'"{file.digest[:32]}"'
    cache = FOREVER if name.startswith("assets/") else "public, no-cache"
    headers = HEADERS | {"ETag": tag, "Cache-Control": cache}
    if status == 200 and has_tag(request, tag):
        return Response(status_code=304, headers=headers)
    data = studio.get(Publisher).releases.object(project.id, file.digest).read_bytes()
    return Response(data, status_code=status, media_type=file.type, headers=headers)
