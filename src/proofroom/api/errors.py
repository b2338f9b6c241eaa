"""One error shape for the whole API: `error` with code, category, message, suggestion and trace id."""

import logging
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from proofroom.api.addresses import GIT_PATH, MCP_PATH, RESOURCE_METADATA, address_here
from proofroom.api.bodies import NOT_KNOWN, TOO_LONG, TOO_SLOW
from proofroom.api.compatible import PREFIX, compatible_response
from proofroom.api.language import tell
from proofroom.kernel.errors import (
    InvalidInput,
    MethodNotAllowed,
    NotFound,
    NotSignedIn,
    ProofroomError,
    RateLimited,
    TooLarge,
    Unavailable,
)
from proofroom.kernel.strings import say
from proofroom.kernel.trace import current_trace
from proofroom.store.trouble import DatabaseFailure, explain_any

TRACE_HEADER = "X-Trace-Id"
_PREFIX = "Value error, "  # the checker's own words before ours

log = logging.getLogger(__name__)


class ErrorBody(BaseModel):
    """What went wrong, in words for a person and codes for a program."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    code: str
    category: str
    message: str
    suggestion: str
    recoverable: bool
    trace_id: str = ""
    context: dict[str, Any] | None = None


class ErrorAnswer(BaseModel):
    """The body of every answer that is not a success."""

    error: ErrorBody


def install(app: FastAPI) -> None:
    """Turn every error into the one shape."""
    app.add_exception_handler(ProofroomError, _ours)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(OverflowError, _beyond)
    app.add_exception_handler(OSError, _stored)
    app.add_exception_handler(DatabaseFailure, _stored)
    app.add_exception_handler(Exception, _unexpected)


def error_response(error: ProofroomError) -> JSONResponse:
    """Return the answer for an error, in the reader's language."""
    headers: dict[str, str] = {TRACE_HEADER: current_trace.get()}
    if isinstance(error, RateLimited):
        headers["Retry-After"] = str(max(1, round(error.retry_after_s)))
    if error.status == Unavailable.status:
        headers["Retry-After"] = "5"
    return JSONResponse({"error": tell(describe(error))}, status_code=error.status, headers=headers)


def describe(error: ProofroomError) -> dict[str, Any]:
    """Return an error with the trace under which log lines about it are found."""
    return {**error.as_dict(), "traceId": current_trace.get()}


async def _ours(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ProofroomError)
    return answer_to(request, error)


def answer_to(request: Request, error: ProofroomError) -> JSONResponse:
    """Return the answer for an error in the shape that belongs to the address."""
    studio = getattr(request.app.state, "studio", None)
    if studio is not None:
        studio.metrics.count("errors_total", (error.category, error.code))
    is_gateway = request.url.path.startswith(PREFIX)
    answer = compatible_response(error) if is_gateway else error_response(error)
    if error.status == 401 and not request.cookies:
        answer.headers["WWW-Authenticate"] = _challenge(request)
    return answer


def _challenge(request: Request) -> str:
    """Return how to sign in, as the programs of that address look for it."""
    path = request.url.path
    if path.startswith(GIT_PATH):
        return 'Basic realm="proofroom"'
    if path == MCP_PATH or path.startswith(f"{MCP_PATH}/"):
        place = f"{address_here(request)}{RESOURCE_METADATA}{quote(path)}"
        return f'Bearer realm="proofroom", resource_metadata="{place}"'
    return 'Bearer realm="proofroom"'


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if any(item["type"] == "json_invalid" for item in found):
        return answer_to(request, InvalidInput(say("api.not_json")))
    problems = [
        {"field": ".".join(map(str, item["loc"][1:])), "problem": item["msg"].removeprefix(_PREFIX)}
        for item in found
    ]
    first = problems[0] if problems else {"field": "", "problem": "invalid"}
    place = first["field"] or "The request"
    return answer_to(
        request,
        InvalidInput(say("api.field_problem", field=place, problem=first["problem"]), problems=problems),
    )


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    # The web app's own route fits every address: a method that it does not take is asked of nothing.
    is_nowhere = error.status_code == 405 and "any_other" in request.path_params
    if error.status_code == 404 or is_nowhere:
        return answer_to(request, NotFound(say("api.nothing_here")))
    if error.status_code == 405:
        return answer_to(request, MethodNotAllowed(say("api.method")))
    if error.status_code == TOO_LONG:
        return answer_to(request, TooLarge(say("api.too_long")))
    if error.status_code == NOT_KNOWN:
        return answer_to(request, NotSignedIn(say("access.signed_out")))
    if error.status_code == TOO_SLOW:
        slow = answer_to(request, InvalidInput(say("api.too_slow")))
        slow.status_code, slow.headers["Connection"] = TOO_SLOW, "close"
        return slow
    invalid = InvalidInput(str(error.detail))
    return JSONResponse({"error": describe(invalid)}, status_code=error.status_code)


async def _beyond(request: Request, error: Exception) -> JSONResponse:
    """A number or a date was given that cannot be reckoned with: 2^63, or the year 1 in another zone."""
    return answer_to(request, InvalidInput(say("api.beyond")))


async def _stored(request: Request, error: Exception) -> JSONResponse:
    """The disk is full, or a library's own database does not answer: said as that, not as an accident."""
    explained = explain_any(error)
    return answer_to(request, explained) if explained else await _unexpected(request, error)


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    log.error("unexpected error at %s %s", request.method, request.url.path, exc_info=error)
    return answer_to(request, ProofroomError(say("api.unforeseen")))
