"""Errors as programs that speak to OpenAI expect them: `{"error": {message, type, param, code}}`."""

from typing import Any

from starlette.responses import JSONResponse

from proofroom.kernel.errors import (
    BudgetExceeded,
    NotAllowed,
    NotSignedIn,
    ProofroomError,
    ProviderRateLimited,
    RateLimited,
)

PREFIX = "/v1/"

_TYPES: tuple[tuple[type[ProofroomError], str], ...] = (
    (NotSignedIn, "authentication_error"),
    (NotAllowed, "permission_error"),
    (RateLimited, "rate_limit_error"),
    (ProviderRateLimited, "rate_limit_error"),
    (BudgetExceeded, "insufficient_quota"),
)


def compatible_error(error: ProofroomError) -> dict[str, Any]:
    """Return the body for an error."""
    usual = "server_error" if error.status >= 500 else "invalid_request_error"
    kind = next((name for known, name in _TYPES if isinstance(error, known)), usual)
    said = f"{error.message} {error.suggestion}".strip()
    return {"error": {"message": said, "type": kind, "param": error.context.get("field"), "code": error.code}}


def compatible_response(error: ProofroomError) -> JSONResponse:
    """Return the whole answer for an error."""
    wait = error.context.get("retry_after_s")
    headers = {"Retry-After": str(max(1, round(wait)))} if wait else {}
    return JSONResponse(compatible_error(error), status_code=error.status, headers=headers)
