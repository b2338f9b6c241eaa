"""The web application, assembled from one router per room."""

from typing import Any

from fastapi import FastAPI

from proofroom import __version__
from proofroom.api import (
    agents,
    ai,
    approval_rules,
    approvals,
    audit,
    backups,
    branches,
    budgets,
    changes,
    consumption,
    content,
    context,
    conversation,
    conversations,
    credentials,
    deliveries,
    delivery,
    doctor,
    errors,
    exports,
    feedback,
    files,
    findings,
    forms,
    gateway,
    health,
    inbox,
    intents,
    keys,
    links,
    mcp,
    mcp_servers,
    media,
    metrics,
    passwords,
    people,
    projects,
    proposals,
    providers,
    reading,
    remotes,
    reruns,
    retention,
    runs,
    schedules,
    session,
    setup,
    submissions,
    traces,
    usage,
)
from proofroom.api.bodies import BodyLimit
from proofroom.api.headers import SecurityHeaders
from proofroom.api.openapi import openapi_document
from proofroom.api.peers import Peers
from proofroom.api.requests import Requests

HOUSE = (health, doctor, backups)
PEOPLE = (setup, session, people, passwords, keys)
WORK = (
    conversations,
    runs,
    reruns,
    feedback,
    inbox,
    approvals,
    approval_rules,
    proposals,
    links,
    agents,
    schedules,
    context,
    mcp_servers,
    conversation,
    intents,
)
CONTENT = (projects, content, exports, findings, changes, branches, delivery, reading)
SENT = (submissions, forms, remotes)
MEDIA = (media, deliveries)
SIGHT = (traces, audit, metrics, retention)
MONEY = (usage, budgets)
AI = (ai, credentials, providers, consumption)
"""What is also served under the older prefix `/admin/api`."""


def create_app() -> FastAPI:
    """Return the application; whoever serves it puts an open studio into `app.state.studio`."""
    app = FastAPI(title="Proofroom", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    errors.install(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(Requests)
    app.add_middleware(Peers)
    for module in (*HOUSE, *PEOPLE, *WORK, *CONTENT, *SENT, *MEDIA, *AI, *SIGHT, *MONEY):
        app.include_router(module.router, prefix="/api")
    for module in AI:
        app.include_router(module.router, prefix="/admin/api", include_in_schema=False)
    app.include_router(gateway.router)
    app.include_router(mcp.router)
    app.include_router(metrics.scrape)
    app.openapi = lambda: openapi_document(app)
    files.mount(app)
    return app


def describe_api() -> dict[str, Any]:
    """Return the OpenAPI document without opening a studio."""
    return openapi_document(create_app())
