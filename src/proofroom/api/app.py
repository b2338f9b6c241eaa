"""The web application, assembled from one router per room."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from proofroom import __version__
from proofroom.api import (
    agents,
    ai,
    conversations,
    doctor,
    errors,
    files,
    health,
    inbox,
    proposals,
    runs,
    session,
    setup,
)
from proofroom.api.headers import SecurityHeaders
from proofroom.api.openapi import openapi_document
from proofroom.kernel.errors import Unavailable
from proofroom.wiring import Studio


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
    app.add_middleware(SecurityHeaders)
    for module in (health, doctor, setup, session, conversations, ai, runs, inbox, proposals, agents):
        app.include_router(module.router, prefix="/api")
    app.openapi = lambda: openapi_document(app)
    files.mount(app)
    return app


def describe_api() -> dict[str, Any]:
    """Return the OpenAPI document without opening a studio."""

    async def nothing() -> Studio:
        raise Unavailable("This application only describes itself.")

    return openapi_document(create_app(nothing))
