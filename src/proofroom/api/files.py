"""The web app's files: hashed assets cached for ever, every other address answers with the app itself."""

from importlib import resources
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from proofroom.api.errors import answer_to
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say

_NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Proofroom</title>
<p>The studio runs, but its web app is not built. Run <code>make up</code>, or install the wheel.</p>"""
_PROGRAMS = ("api/", "v1/", "admin/api/", "git/", "mcp/", "oauth/", ".well-known/")
"""Addresses that only programs ask for: one that reads the app's page instead of an error goes astray."""
FOREVER = "public, max-age=31536000, immutable"


def mount(app: FastAPI) -> None:
    """Serve the built web app below everything else."""
    folder = Path(str(resources.files("proofroom"))) / "ui"
    app.add_route(
        "/{any_other:path}", _Files(folder).answer, methods=["GET", "HEAD"], include_in_schema=False
    )


class _Files:
    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def answer(self, request: Request) -> Response:
        path = request.path_params["any_other"]
        if path.startswith(_PROGRAMS):
            return answer_to(request, NotFound(say("api.nothing_here")))
        found = self._find(path)
        if found is not None:
            return _send(found, request, FOREVER if path.startswith("assets/") else "no-cache")
        index = self._folder / "index.html"
        if not index.is_file():
            return HTMLResponse(_NOT_BUILT, status_code=503)
        return _send(index, request, "no-cache")

    def _find(self, path: str) -> Path | None:
        try:
            found = (self._folder / path).resolve()
            return found if found.is_relative_to(self._folder) and found.is_file() else None
        except (OSError, ValueError):  # a name that no file can have
            return None


def _send(file: Path, request: Request, cache: str) -> FileResponse:
    """Send a file, packed as the build left it beside the plain one where the browser takes that."""
    accepted = request.headers.get("accept-encoding", "")
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    for suffix, name in ((".br", "br"), (".gz", "gzip")):
        packed = file.with_name(file.name + suffix)
        if name in accepted and packed.is_file():
            kind = guess_type(file.name)[0] or "application/octet-stream"
            return FileResponse(packed, media_type=kind, headers=headers | {"Content-Encoding": name})
    return FileResponse(file, headers=headers)
