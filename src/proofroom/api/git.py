"""A project's repository for every Git client: clone, fetch and push, with an API key as password."""

import re
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.kernel.errors import InvalidInput, TooLarge
from proofroom.kernel.strings import say
from proofroom.repository.git.serve import Spoken, add_words, read_push, refuse_push, speak
from proofroom.repository.pushes import Pushes
from proofroom.wiring import Studio

root = APIRouter(prefix="/git/{project_id}.git", tags=["git"], include_in_schema=False)

UPLOAD, RECEIVE = "git-upload-pack", "git-receive-pack"
MAX_ASKED = 16 * 1024 * 1024
"""Bytes in which a client says what it wants and has."""
PART = 64 * 1024
_VERSION = re.compile(r"[a-z0-9=:]{1,40}\Z")


@root.get("/info/refs")
async def refs(
    service: str, request: Request, studio: StudioDep, inside: Inside = in_project("content.read")
) -> Response:
    """Tell a Git client what the repository has."""
    if service not in (UPLOAD, RECEIVE):
        raise InvalidInput(say("git.only_smart"))
    if service == RECEIVE:
        inside.principal.require("content.write", inside.project.id)
    return _stream(await _speak(studio, inside, request, "info/refs", _parts(b"")))


@root.post("/git-upload-pack")
async def upload_pack(
    request: Request, studio: StudioDep, inside: Inside = in_project("content.read")
) -> Response:
    """Send a Git client what it lacks."""
    return _stream(await _speak(studio, inside, request, UPLOAD, _parts(await _asked(request))))


@root.post("/git-receive-pack")
async def receive_pack(
    request: Request, studio: StudioDep, inside: Inside = in_project("content.write")
) -> Response:
    """Take what a Git client sends: the base branch as a commit by hand, any other branch as a proposal."""
    if request.headers.get("content-encoding", "identity") != "identity":
        raise InvalidInput(say("git.push_unreadable"))
    inside.require_everything()
    pushes, body = studio.get(Pushes), request.stream()
    head = await read_push(body)
    kind = f"application/x-{RECEIVE}-result"
    refused = await pushes.refusals(inside.principal, inside.project, head.updates)
    if refused:
        async for _ in body:  # a client that may not finish speaking reads no answer
            pass
        return Response(refuse_push(head, refused), media_type=kind)
    spoken = await _speak(studio, inside, request, RECEIVE, _again(head.raw, body))
    answer = b"".join([part async for part in spoken.body])
    words = await pushes.take_in(inside.principal, inside.project, head.updates)
    return Response(add_words(answer, head, words), status_code=spoken.status, media_type=kind)


async def _speak(
    studio: Studio, inside: Inside, request: Request, action: str, body: AsyncIterator[bytes]
) -> Spoken:
    inside.require_everything()
    version = request.headers.get("git-protocol", "")
    return await speak(
        studio.repositories.path(inside.project.id),
        action,
        {
            "REQUEST_METHOD": request.method,
            "QUERY_STRING": request.url.query,
            "CONTENT_TYPE": request.headers.get("content-type", ""),
            "HTTP_CONTENT_ENCODING": request.headers.get("content-encoding", ""),
            "REMOTE_USER": "proofroom",
            **({"GIT_PROTOCOL": version} if _VERSION.match(version) else {}),
        },
        body,
    )


def _stream(spoken: Spoken) -> StreamingResponse:
    return StreamingResponse(spoken.body, status_code=spoken.status, headers=dict(spoken.headers))


async def _asked(request: Request) -> bytes:
    """Return all that a client asks: while its answer is sent, nobody else may listen to the request."""
    asked = bytearray()
    async for part in request.stream():
        asked += part
        if len(asked) > MAX_ASKED:
            raise TooLarge(say("git.asks_too_much"))
    return bytes(asked)


async def _parts(whole: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(whole), PART):
        yield whole[start : start + PART]


async def _again(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for part in rest:
        yield part
