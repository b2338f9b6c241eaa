"""The OpenAPI document: every route, the one error shape, and the schemas of all run events."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from proofroom import __version__
from proofroom.api.errors import ErrorAnswer
from proofroom.api.streams import NDJSON, SSE
from proofroom.kernel.events import event_schemas

SECURITY: dict[str, Any] = {
    "apiKey": {"type": "http", "scheme": "bearer", "description": "A key made under Settings, API keys."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "proofroom_session",
        "description": "A browser's sign-in; changes send `csrfToken` of the session as `X-CSRF-Token` too.",
    },
}
"""How a caller says who they are."""


def openapi_document(app: FastAPI) -> dict[str, Any]:
    """Return the document, made once per app."""
    if app.openapi_schema is None:
        document = get_openapi(title="Proofroom", version=__version__, routes=app.routes)
        document["paths"] = dict(sorted(document["paths"].items()))
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        schemas.pop("HTTPValidationError", None)
        schemas.pop("ValidationError", None)
        schemas.update(event_schemas())
        error = ErrorAnswer.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas.update(error.pop("$defs", {}))
        schemas["ErrorAnswer"] = error
        for name, schema in schemas.items():
            schema["title"] = name  # generators name classes by it: two of one name would be one
        document["servers"] = [{"url": "/", "description": "This studio"}]
        document["components"]["securitySchemes"] = SECURITY
        document["security"] = [{name: []} for name in SECURITY]
        _shape_answers(document)
        app.openapi_schema = document
    return app.openapi_schema


def _shape_answers(document: dict[str, Any]) -> None:
    failure = {
        "description": "What went wrong",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}},
    }
    for path in document["paths"].values():
        for operation in path.values():
            answers = operation["responses"]
            answers.pop("422", None)
            answers["default"] = failure
            if operation.get("x-stream"):
                event = {"schema": {"$ref": "#/components/schemas/RunEvent"}}
                answers["200"] = {
                    "description": "Run events, one per line (NDJSON) or per message (SSE)",
                    "content": {NDJSON: event, SSE: event},
                }


STREAM: dict[str, Any] = {"x-stream": True}
"""Marks a route whose answer is a stream of run events."""
