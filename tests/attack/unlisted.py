"""What the studio answers beside its OpenAPI document, told in the same words, so that it is asked as well.

These doors follow standards of their own: OAuth, MCP, Git, other makers' completions, and the pages of sites.
"""

from typing import Any

from .document import FORM

_TEXT = {"type": "string"}
_RPC = {
    "jsonrpc": {"const": "2.0"},
    "id": {"anyOf": [{"type": "integer"}, _TEXT]},
    "method": {
        "enum": ["initialize", "tools/list", "tools/call", "resources/list", "resources/read", "ping"]
    },
    "params": {
        "type": "object",
        "properties": {
            "name": {"enum": ["list_models", "list_content", "save_content", "search_records", "find_tasks"]},
            "uri": _TEXT,
            "cursor": _TEXT,
            "protocolVersion": {"enum": ["2025-06-18", "2024-11-05"]},
            "arguments": {"type": "object", "additionalProperties": True, "properties": {"model": _TEXT}},
        },
    },
}
_WISH = {
    "client_id": _TEXT | {"title": "client_id"},
    "redirect_uri": _TEXT | {"title": "redirect_uri"},
    "response_type": {"enum": ["code", "token"]},
    "code_challenge": {"type": "string", "minLength": 43},
    "code_challenge_method": {"enum": ["S256", "plain"]},
    "state": _TEXT,
    "scope": _TEXT,
    "resource": _TEXT,
}


def _in(place: str, *names: str) -> list[dict[str, Any]]:
    return [{"name": name, "in": place, "schema": _TEXT, "required": place == "path"} for name in names]


def _json(*required: str, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"requestBody": {"content": {"application/json": {"schema": schema}}}}


def _form(*required: str, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"requestBody": {"content": {FORM: {"schema": schema}}}}


def unlisted() -> dict[str, Any]:
    """Return the operations by their path, as the document would."""
    texts = {"type": "array", "items": _TEXT}
    message = {
        "type": "object",
        "properties": {"role": {"enum": ["user", "system", "tool"]}, "content": _TEXT},
    }
    messages = {"type": "array", "items": message, "minItems": 1}
    rpc = _json("jsonrpc", "method", **_RPC)
    project = _in("path", "project_id")
    asked = _in("query", *_WISH)
    return {
        "/oauth/register": {"post": _json("redirect_uris", redirect_uris=texts, client_name=_TEXT)},
        "/oauth/authorize": {
            "get": {"parameters": asked},
            "post": _form(
                "client_id",
                "redirect_uri",
                **_WISH,
                answer={"enum": ["yes", "no"]},
                project=_TEXT,
                csrf=_TEXT,
            ),
        },
        "/oauth/token": {
            "post": _form(
                "grant_type",
                grant_type={"enum": ["authorization_code", "refresh_token", "password"]},
                client_id=_WISH["client_id"],
                code=_TEXT,
                code_verifier=_TEXT,
                redirect_uri=_WISH["redirect_uri"],
                refresh_token=_TEXT,
            )
        },
        "/oauth/revoke": {"post": _form("token", token=_TEXT, client_id=_TEXT)},
        "/.well-known/oauth-protected-resource/{path}": {"get": {"parameters": _in("path", "path")}},
        "/mcp": {"post": rpc},
        "/mcp/{project_id}": {"post": rpc | {"parameters": project}},
        "/mcp/{project_id}/site": {"post": rpc | {"parameters": project}},
        "/mcp/{project_id}/workspace": {"post": rpc | {"parameters": project}},
        "/v1/chat/completions": {"post": _json("model", "messages", model=_TEXT, messages=messages)},
        "/v1/responses": {"post": _json("model", "input", model=_TEXT, input=_TEXT)},
        "/v1/embeddings": {"post": _json("model", "input", model=_TEXT, input=texts)},
        "/v1/models/{label}": {"get": {"parameters": _in("path", "label")}},
        "/git/{project_id}.git/info/refs": {"get": {"parameters": project + _in("query", "service")}},
        "/sites/{project}/{path}": {"get": {"parameters": _in("path", "project", "path")}},
        "/site-preview/{project}/{token}/{path}": {
            "get": {"parameters": _in("path", "project", "token", "path")}
        },
    }
