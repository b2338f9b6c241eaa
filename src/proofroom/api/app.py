"""The web application, assembled from one router per room."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response

from proofroom import __version__
from proofroom.api import agents, ai, conversations, errors, files, health, runs, session, setup
from proofroom.api.openapi import openapi_document
from proofroom.kernel.errors import Unavailable
from proofroom.wiring import Studio

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'"
    ),
}


def create_app(open_studio: Callable[[], Awaitable[Studio]]) -> FastAPI:
    """Return the application; the studio opens and closes with it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        studio = await open_studio()
        app.state.studio = studio
        try:
            yield
        finally:
            await studio.close()

    app = FastAPI(
        title="Proofroom",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    errors.install(app)
    app.middleware("http")(_add_headers)
    for module in (health, setup, session, conversations, ai, runs, agents):
        app.include_router(module.router, prefix="/api")
    app.openapi = lambda: openapi_document(app)
    files.mount(app)
    return app


async def _add_headers(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await call_next(request)
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def describe_api() -> dict[str, Any]:
    """Return the OpenAPI document without opening a studio."""

    async def nothing() -> Studio:
        raise Unavailable("This application only describes itself.")

    return openapi_document(create_app(nothing))
