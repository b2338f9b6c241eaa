"""Media files for sites and apps, at the addresses that fields of entries store.

An address never changes what stands behind it, so answers may be kept for a year. Everybody may read the
files of a project that publishes to everybody; otherwise `content.read` is needed.
"""

import re
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from proofroom.api.public import has_tag, readable_project
from proofroom.api.security import StudioDep, open_to_all
from proofroom.media import Library, StoredFile
from proofroom.wiring import Studio

router = APIRouter(prefix="/delivery", tags=["delivery"])

YEAR_S = 365 * 24 * 3600
_REASON = "pages of a public project show its pictures; otherwise the route asks for `content.read` itself"
_RANGE = re.compile(r"bytes=([0-9]{1,18})-([0-9]{0,18})")
_ALONE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A drawing opened by itself may style itself and nothing else."""


@router.get("/{project}/media/original/{file}", dependencies=[open_to_all(_REASON)])
async def original(project: str, file: str, request: Request, studio: StudioDep) -> Response:
    """Return a file of the media library as it is kept."""
    return await _deliver(studio, request, project, f"media/original/{file}")


@router.get("/{project}/media/variants/{asset}/{file}", dependencies=[open_to_all(_REASON)])
async def variant(project: str, asset: str, file: str, request: Request, studio: StudioDep) -> Response:
    """Return a variant of a picture."""
    return await _deliver(studio, request, project, f"media/variants/{asset}/{file}")


async def _deliver(studio: Studio, request: Request, name: str, path: str) -> Response:
    project, inside = await readable_project(studio, request, name)
    file = await studio.get(Library).file(project.workspace_id, project.id, path)
    headers = _headers(file, is_open=inside is None)
    if has_tag(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    await studio.get(Library).blobs.verify(file.digest)
    start, end = 0, file.size
    asked = _RANGE.fullmatch(request.headers.get("range", ""))
    if asked is not None:
        start, end = int(asked[1]), min(int(asked[2] or file.size - 1) + 1, file.size)
        if start >= end:
            return Response(status_code=416, headers={"Content-Range": f"bytes */{file.size}"})
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{file.size}"
    headers["Content-Length"] = str(end - start)
    stream: AsyncIterator[bytes] = studio.get(Library).blobs.stream(file.digest, start=start, end=end)
    status = 206 if asked is not None else 200
    return StreamingResponse(stream, status, headers, media_type=file.content_type)


def _headers(file: StoredFile, *, is_open: bool) -> dict[str, str]:
    headers = {
        "ETag": f'"{file.digest[:32]}"',
        "Cache-Control": f"{'public' if is_open else 'private'}, max-age={YEAR_S}, immutable",
        "Accept-Ranges": "bytes",
    }
    if is_open:
        headers |= {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
    if file.content_type == "image/svg+xml":
        headers["Content-Security-Policy"] = _ALONE
    return headers
