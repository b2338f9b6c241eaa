"""Every request: a trace id, one log line, its figures, and a note in the audit log where no room writes one.

Changes are written by the rooms that make them, in the transaction of the change. The door notes what was
sent to change something and did not: what was refused, and what changes nothing by its nature.

Plain ASGI, like the other wrappers: it looks at the head of an answer and never at its stream.
"""

import logging
import time
from typing import TYPE_CHECKING, Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from proofroom.api.addresses import SAFE_METHODS
from proofroom.api.errors import TRACE_HEADER
from proofroom.api.language import reader, wished_language
from proofroom.kernel.trace import current_trace, new_trace_id, noted, read_traceparent
from proofroom.safety.redaction import redact

if TYPE_CHECKING:
    from proofroom.access import Principal
    from proofroom.wiring import Studio

log = logging.getLogger(__name__)

PREFIXES = ("/admin/api", "/api")

QUIET = frozenset({"/api/health", "/api/ready", "/api/status", "/metrics"})
"""What machines ask all the time: logged on level debug only."""


HARMLESS = frozenset(
    {"/api/ai/addressee", "/api/ai/intent/{scope}", "/api/ai/tool-result", "/mcp", "/mcp/{project_id}"}
)
"""What is posted often and changes nothing by itself: what comes of it is written down where it happens."""

REFUSED = 403


class Requests:
    """Watches requests from their first byte to the last of their answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and note how it went."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # Every request is a task of its own, so that no variable has to be set back.
        current_trace.set(_trace_of(scope))
        reader.set(wished_language(scope))
        noted.set([])
        begun = time.perf_counter()
        status = 500

        async def watching(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message).setdefault(TRACE_HEADER, current_trace.get())
                await note_request(scope, status)
            await send(message)

        try:
            await self._app(scope, receive, watching)
        finally:
            _note(scope, status, time.perf_counter() - begun)


def _trace_of(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"traceparent":
            return read_traceparent(value.decode("latin-1")) or new_trace_id()
    return new_trace_id()


def _note(scope: Scope, status: int, seconds: float) -> None:
    method, route = scope["method"], route_of(scope)
    studio = _studio(scope)
    if studio is not None:
        studio.metrics.count("http_requests_total", (method, route, str(status)))
        studio.metrics.time("http_request_seconds", (method, route), seconds)
    is_quiet = status < 400 and (route in QUIET or route == "(file)")
    level = logging.ERROR if status >= 500 else logging.DEBUG if is_quiet else logging.INFO
    if not log.isEnabledFor(level):
        return
    fields: dict[str, Any] = {
        "method": method,
        "route": route,
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
    principal = _principal(scope)
    if principal is not None:
        fields |= {"workspace": principal.workspace_id, "actor": principal.kind}
        if principal.actor_id is not None:
            fields[principal.kind] = principal.actor_id
    log.log(level, "request", extra={"fields": fields})


async def note_request(scope: Scope, status: int) -> None:
    """Note who tried something, unless a room wrote more about it already."""
    principal, studio, route = _principal(scope), _studio(scope), route_of(scope)
    if scope["method"] in SAFE_METHODS or route in HARMLESS or noted.get():
        return
    if principal is None or studio is None or (status >= 400 and status != REFUSED):
        return
    is_refused = status == REFUSED
    client = scope.get("client")
    parts: dict[str, Any] = scope.get("path_params") or {}
    try:
        await studio.access.audit.note(
            principal,
            "request.refused" if is_refused else f"request.{scope['method'].lower()}",
            ("route", route[:200]),
            data=redact({name: str(value)[:200] for name, value in parts.items()}),
            address=client[0] if client else "",
        )
    except Exception:
        log.exception("a request could not be written to the audit log")


def route_of(scope: Scope) -> str:
    """Return the route's pattern, never the path: a path holds ids, and a file's may be anything."""
    pattern = getattr(scope.get("route"), "path", None)
    if pattern is None:
        return "(file)"
    # A route knows its router's prefix, but not the one under which the app includes the router.
    prefix = next((each for each in PREFIXES if scope["path"].startswith(f"{each}/")), "")
    return pattern if pattern.startswith(prefix) else prefix + pattern


def _principal(scope: Scope) -> "Principal | None":
    return scope.get("state", {}).get("principal")


def _studio(scope: Scope) -> "Studio | None":
    return getattr(scope["app"].state, "studio", None)
