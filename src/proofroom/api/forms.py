"""Public forms of content models: strangers see what to fill in, and send it."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import orjson
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from proofroom.access import Project
from proofroom.api.errors import error_response
from proofroom.api.language import reader
from proofroom.api.public import find_project
from proofroom.api.security import StudioDep, address_of, asker, open_to_sites
from proofroom.content.forms import Receipt, Sent, Submissions, describe_form
from proofroom.content.forms.submissions import check_data
from proofroom.kernel.errors import NotFound, ProofroomError, TooLarge
from proofroom.kernel.strings import say
from proofroom.wiring import Studio

router = APIRouter(prefix="/forms/v1/{project}/{model}", tags=["forms"])

BODY_BYTES = 64 * 1024
_REASON = "people fill in a public form on any site; the form's own rules say from where and how often"


@router.get("/config", dependencies=[open_to_sites(_REASON)])
async def form_config(project: str, model: str, request: Request, studio: StudioDep) -> Response:
    """Return what a page needs to show a public form."""

    async def answer() -> Response:
        await studio.access.crowd.hit(address_of(request))
        found = await _project(studio, project)
        return JSONResponse(describe_form(*await studio.get(Submissions).form(found.id, model)))

    return await _openly(request, answer)


@router.post("/submit", dependencies=[open_to_sites(_REASON)])
async def submit_form(project: str, model: str, request: Request, studio: StudioDep) -> Response:
    """Send a form: `{data, _hp?}`. It waits for a person; the answer is `{success, message}` or errors."""

    async def answer() -> Response:
        found = await _project(studio, project)
        outcome = await studio.get(Submissions).submit(found, model, await _sent(request))
        if outcome.state == "wrong":
            errors = [{"field": field, "message": message} for field, message in outcome.errors]
            return JSONResponse({"success": False, "errors": errors}, status_code=400)
        await _approve_itself(studio, found, model, outcome)
        return JSONResponse({"success": True, "message": outcome.message})

    return await _openly(request, answer)


@router.options("/submit", dependencies=[open_to_sites(_REASON)])
async def may_submit(project: str, model: str) -> Response:
    """Tell a browser that pages of other sites may send this form."""
    return Response(
        status_code=204,
        headers={
            **_OPEN,
            "Access-Control-Allow-Methods": "POST, OPTIONS",
            "Access-Control-Allow-Headers": "content-type",
            "Access-Control-Max-Age": "86400",
        },
    )


_OPEN = {"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}
"""Whether a site may really send is the form's rule; here every page may read why it may not."""


async def _openly(request: Request, answer: Callable[[], Awaitable[Response]]) -> Response:
    try:
        response = await answer()
    except ProofroomError as error:
        response = error_response(error)
    response.headers.update(_OPEN)
    return response


async def _project(studio: Studio, name: str) -> Project:
    found = await find_project(studio, name)
    if found is None:
        raise NotFound(say("forms.none"))
    return found


async def _sent(request: Request) -> Sent:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_BYTES:
            raise TooLarge(say("forms.too_large", size=f"{BODY_BYTES:,}"))
    try:
        found: Any = orjson.loads(bytes(body))
    except ValueError:
        found = None
    said = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    data = said.get("data")
    check_data(data)
    headers = request.headers
    return Sent(
        data=cast("dict[str, Any]", data),
        honeypot=str(said.get("_hp") or ""),
        captcha=said.get("captchaToken"),
        locale=request.query_params.get("locale"),
        address=address_of(request),
        user_agent=headers.get("user-agent", ""),
        referrer=headers.get("referer", ""),
        origin=headers.get("origin"),
        language=reader.get(),
    )


async def _approve_itself(studio: Studio, project: Project, model: str, outcome: Receipt) -> None:
    """Make a draft at once, in the owner's name, where the form says so; if that fails, it waits."""
    _, form = await studio.get(Submissions).form(project.id, model)
    if not form.approves_itself or outcome.submission_id is None:
        return
    given = {"submissionId": outcome.submission_id}
    try:
        owner = asker(await studio.access.principals.for_operator(project.workspace_id))
        await studio.direct.use(owner, project.id, "approve_submission", given, source="form")
    except ProofroomError:
        return
