"""The web application, assembled from the routers that are found here."""

import warnings
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from fastapi import FastAPI
from pydantic.warnings import UnsupportedFieldAttributeWarning

import proofroom.api as here
from proofroom import __version__
from proofroom.api import errors, files
from proofroom.api.bodies import BodyLimit
from proofroom.api.headers import SecurityHeaders
from proofroom.api.late import API, LateRouters, LoadsRouters
from proofroom.api.openapi import openapi_document
from proofroom.api.peers import Peers
from proofroom.api.requests import Requests


def create_app(more: Sequence[ModuleType] = ()) -> FastAPI:
    """Return the application; whoever serves it puts an open studio into `app.state.studio`.

    Every module of this room that has a `router` is served under `/api`, and under the older prefix too where
    it says so (`ALSO_UNDER`); what has its own place in the world is its `root`; `late.py` imports them when
    they are needed. `more` are routers of rooms that live elsewhere.
    """
    # FastAPI silences it around each route, which another thread may undo while routers arrive later.
    warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)
    app = FastAPI(title="Proofroom", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    errors.install(app)
    files.mount_assets(app)
    late = LateRouters(app, here.__name__, Path(here.__path__[0]))
    app.add_middleware(LoadsRouters, late=late)
    app.add_middleware(BodyLimit)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Requests)
    app.add_middleware(Peers)
    for module in more:
        if router := getattr(module, "router", None):
            app.include_router(router, prefix=API)
        if root := getattr(module, "root", None):
            app.include_router(root)
    app.openapi = lambda: openapi_document(whole(app))
    app.state.late = late
    files.mount(app)
    return app


def whole(app: FastAPI) -> FastAPI:
    """Return the application with every router imported."""
    app.state.late.load_all()
    return app


def describe_api() -> dict[str, Any]:
    """Return the OpenAPI document without opening a studio."""
    return openapi_document(whole(create_app()))
