"""The web application, assembled from the routers that are found here."""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from fastapi import FastAPI

import proofroom.api as here
from proofroom import __version__
from proofroom.api import errors, files
from proofroom.api.bodies import BodyLimit
from proofroom.api.headers import SecurityHeaders
from proofroom.api.openapi import openapi_document
from proofroom.api.peers import Peers
from proofroom.api.requests import Requests


def create_app(more: Sequence[ModuleType] = ()) -> FastAPI:
    """Return the application; whoever serves it puts an open studio into `app.state.studio`.

    Every module of this room that has a `router` is served under `/api`, and under the older prefix too where
    it says so (`ALSO_UNDER`); what has its own place in the world is its `root`. `more` are routers of rooms
    that live elsewhere.
    """
    app = FastAPI(title="Proofroom", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    errors.install(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Requests)
    app.add_middleware(Peers)
    found = [import_module(f"{here.__name__}.{each.name}") for each in iter_modules(here.__path__)]
    for module in (*found, *more):
        if router := getattr(module, "router", None):
            app.include_router(router, prefix="/api")
        if older := getattr(module, "ALSO_UNDER", None):
            app.include_router(module.router, prefix=older, include_in_schema=False)
        if root := getattr(module, "root", None):
            app.include_router(root)
    app.openapi = lambda: openapi_document(app)
    files.mount(app)
    return app


def describe_api() -> dict[str, Any]:
    """Return the OpenAPI document without opening a studio."""
    return openapi_document(create_app())
