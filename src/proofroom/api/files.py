"""The web app's files: hashed assets cached for ever, every other address answers with the app itself."""

from functools import lru_cache
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
_ASSETS = "assets/"
_KEPT = 512
"""Files that are kept in memory, each of at most so many bytes:"""
_KEPT_BYTES = 2**20


def mount(app: FastAPI) -> None:
    """Serve the built web app below everything else."""
    app.add_route("/{any_other:path}", _files().answer, methods=["GET", "HEAD"], include_in_schema=False)


def mount_assets(app: FastAPI) -> None:
    """Serve what the web app's page brings along before anything else.

    A screen asks for dozens of them, and no other route has to be tried for each.
    """
    path = f"/{_ASSETS}{{any_other:path}}"
    app.add_route(path, _files().asset, methods=["GET", "HEAD"], include_in_schema=False)


def _files() -> "_Files":
    return _Files(Path(str(resources.files("proofroom"))) / "ui")


class _Files:
    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def asset(self, request: Request) -> Response:
        return self._answer(request, _ASSETS + request.path_params["any_other"])

    async def answer(self, request: Request) -> Response:
        return self._answer(request, request.path_params["any_other"])

    def _answer(self, request: Request, path: str) -> Response:
        if path.startswith(_PROGRAMS):
            return answer_to(request, NotFound(say("api.nothing_here")))
        found = self._find(path)
        if found is not None:
            return _send(found, request, FOREVER if path.startswith(_ASSETS) else "no-cache")
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


def _send(file: Path, request: Request, cache: str) -> Response:
    """Send a file, packed as the build left it beside the plain one where the browser takes that."""
    accepted = request.headers.get("accept-encoding", "")
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    for suffix, name in ((".br", "br"), (".gz", "gzip")):
        packed = file.with_name(file.name + suffix)
        if name in accepted and packed.is_file():
            kind = guess_type(file.name)[0] or "application/octet-stream"
            return _sent(packed, kind, headers | {"Content-Encoding": name})
    return _sent(file, guess_type(file.name)[0] or "text/plain", headers)


def _sent(file: Path, kind: str, headers: dict[str, str]) -> Response:
    about = file.stat()
    if about.st_size > _KEPT_BYTES:
        return FileResponse(file, media_type=kind, headers=headers)
    return Response(_read(file, about.st_mtime_ns), media_type=kind, headers=headers)


@lru_cache(maxsize=_KEPT)
def _read(file: Path, changed_at: int) -> bytes:
    """Return what a file holds, from memory until it is written anew."""
    return file.read_bytes()
