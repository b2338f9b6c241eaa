"""Every route names who may call it, and every failure has the one shape."""

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts

from proofroom.access.permissions import CATALOGUE
from proofroom.api import create_app
from proofroom.api.app import whole
from proofroom.api.late import LateRouters
from tests.api.conftest import one_app
from tests.api.described import api_document

SIGNED_IN = "(signed in)"

OPEN_ROUTES = {
    "GET /api/health": "supervisors ask whether the process is alive",
    "GET /openapi.json": "the shape of the API is no secret",
    "GET /docs": "the shape of the API is no secret",
    "GET /.well-known/oauth-authorization-server": "a client has to learn how to sign in",
    "POST /oauth/register": "an app makes itself known; what it may do, a person decides",
    "GET /oauth/authorize": "the page asks for the person's session, and for their password without one",
    "POST /oauth/sign-in": "signing in is how one gets a session",
    "POST /oauth/authorize": "the page asks for the person's session, and its token against forged forms",
    "POST /oauth/token": "the code or the refresh token is the credential",
    "POST /oauth/revoke": "the token is the credential",
    "GET /.well-known/oauth-protected-resource": "a client has to learn how to sign in",
    "GET /.well-known/oauth-protected-resource/{path:path}": "a client has to learn how to sign in",
    "GET /api/ready": "supervisors ask whether it can take work",
    "GET /sites/{project}": "what was published is for everybody",
    "GET /sites/{project}/{path:path}": "what was published is for everybody",
    "GET /site-preview/{project}/{token}/{path:path}": "the signed token of the link is the credential",
    "GET /api/setup": "a new studio has nobody who could sign in",
    "GET /api/invite": "somebody invited has no account yet; the link's token is the credential",
    "POST /api/invite": "somebody invited has no account yet; the link's token is the credential",
    "POST /api/setup": "the first person is made with a one-time link",
    "POST /api/session": "signing in is how one gets a session",
    "GET /api/links/{token}": "a reviewer has no account; the link's token is the credential",
    "POST /api/links/{token}/decisions": "a reviewer has no account; the link's token is the credential",
    "POST /api/links/{token}/comments": "a reviewer has no account; the link's token is the credential",
    "POST /api/links/{token}/finish": "a reviewer has no account; the link's token is the credential",
    "POST /api/links/{token}/reject": "a reviewer has no account; the link's token is the credential",
    "POST /api/links/{token}/tool-approval": "a reviewer has no account; the link's token is the credential",
    "GET /api/links/{token}/article": "a reviewer has no account; the link's token is the credential",
    "POST /api/links/{token}/foundations": "a reviewer has no account; the link's token is the credential",
    "GET /api/forms/v1/{project}/{model}/config": "people fill in a public form on any site",
    "OPTIONS /api/forms/v1/{project}/{model}/submit": "people fill in a public form on any site",
    "POST /api/forms/v1/{project}/{model}/submit": "people fill in a public form on any site",
    "GET /api/delivery/{project}/{model}": "a project may publish its content to everybody",
    "GET /api/delivery/{project}/{model}/{entry}": "a project may publish its content to everybody",
    "GET /api/reading/{project}/{model}/{entry}": "a project may publish its pages to everybody",
    "GET /api/delivery/{project}/media/original/{file}": "pages of a public project show its pictures",
    "GET /api/delivery/{project}/media/variants/{asset}/{file}": "a public project shows its pictures",
}
"""Routes without a sign-in. A new one is a decision: write its reason here."""


APP: FastAPI = whole(one_app())
"""The one that all studios of the tests use: made here, it is there before tests are shared out."""


def routes() -> dict[str, RouteContext]:
    """Return every API route by method and path."""
    return {
        f"{method} {route.path}": route
        for route in iter_route_contexts(APP.routes)
        if isinstance(route.original_route, APIRoute)
        for method in sorted(route.methods or ())
    }


def marks(route: RouteContext) -> Iterator[tuple[str, str]]:
    """Return what the route's dependencies say about who may call it."""
    waiting = list(route.dependant.dependencies)
    while waiting:
        dependency = waiting.pop()
        waiting.extend(dependency.dependencies)
        for name in ("permission", "open_reason"):
            value = getattr(dependency.call, name, None)
            if value is not None:
                yield name, value


def test_there_are_routes():
    assert len(routes()) > 5


def test_everything_else_is_the_web_app():
    others = [
        route.path
        for route in iter_route_contexts(APP.routes)
        if not isinstance(route.original_route, APIRoute)
    ]
    assert others == ["/assets/{any_other:path}", "/{any_other:path}"]


@pytest.mark.parametrize("name", routes())
def test_a_route_names_one_permission_or_is_open_for_a_known_reason(name):
    found = set(marks(routes()[name]))
    assert len(found) == 1, f"{name} says {found or 'nothing'} about who may call it"
    ((kind, value),) = found
    if kind == "open_reason":
        assert name in OPEN_ROUTES
        assert value
    else:
        assert value == SIGNED_IN or value in CATALOGUE


@pytest.mark.parametrize("name", OPEN_ROUTES)
def test_a_named_open_route_is_still_there_and_open(name):
    assert [kind for kind, _ in marks(routes()[name])] == ["open_reason"]


@pytest.mark.parametrize("name", routes())
def test_a_route_explains_itself(name):
    text = (routes()[name].endpoint.__doc__ or "").strip()
    assert text.split("\n")[0].endswith(".")


def test_every_operation_promises_the_one_error_shape():
    document = api_document()
    shape = {"$ref": "#/components/schemas/ErrorAnswer"}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            answer = operation["responses"]["default"]["content"]["application/json"]["schema"]
            assert answer == shape, f"{method} {path}"
            assert "422" not in operation["responses"]


def test_the_error_shape_is_fixed():
    schemas = api_document()["components"]["schemas"]
    assert schemas["ErrorAnswer"]["required"] == ["error"]
    assert set(schemas["ErrorBody"]["properties"]) == {
        *("code", "category", "message", "suggestion", "recoverable", "context", "traceId"),
    }


def test_field_names_are_camel_case():
    schemas = api_document()["components"]["schemas"]
    wrong = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field in schema.get("properties", {})
        if "_" in field
    ]
    assert wrong == []


def test_event_schemas_are_part_of_the_document():
    schemas = api_document()["components"]["schemas"]
    assert {"RunEvent", "EventText", "EventDone", "EventError"} <= set(schemas)


def test_every_route_is_imported_with_the_first_request_for_it():
    late: LateRouters = create_app().state.late
    for name, route in routes().items():
        path = re.sub(r"\{[^}]*\}", "x", name.split(" ", 1)[1])
        home = route.endpoint.__module__
        assert any(home.startswith(one.name) for one in late.meant_by(path)), f"nothing would import {name}"


def test_a_screen_does_not_import_what_it_does_not_ask_for():
    late: LateRouters = create_app().state.late
    assert [one.name for one in late.meant_by("/api/inbox")] == ["proofroom.api.inbox"]
    assert late.meant_by("/content") == []


def test_every_module_writes_its_paths_out_so_that_it_can_wait():
    late: LateRouters = create_app().state.late
    assert late.loaded_at_once == []
