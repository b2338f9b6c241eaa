"""`/openapi.json` and `/docs`: the API described for programs, and as a page for people."""

import asyncio
from html import escape
from typing import Any

import orjson
from fastapi import APIRouter, FastAPI, Request
from starlette.responses import HTMLResponse, Response

from proofroom.api.security import open_to_all

root = APIRouter(include_in_schema=False)

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Proofroom API</title>
<style>body{{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}}
td{{padding:.2rem 1rem .2rem 0;vertical-align:top}}</style>
<h1>Proofroom API</h1><p>For programs: <a href="/openapi.json">openapi.json</a>. Send a key as
<code>Authorization: Bearer …</code>.</p><table>{rows}</table></html>"""


@root.get("/openapi.json", dependencies=[open_to_all("the shape of the API is no secret")])
async def read_document(request: Request) -> Response:
    """Return the OpenAPI document."""
    await _describe(request.app)
    return Response(request.app.state.document, media_type="application/json")


@root.get("/docs", dependencies=[open_to_all("the shape of the API is no secret")])
async def read_page(request: Request) -> HTMLResponse:
    """Return every route with what it does, as a page that loads nothing from elsewhere."""
    found = (await _describe(request.app))["paths"]
    rows = "".join(
        f"<tr><td><code>{escape(method.upper())} {escape(path)}</code><td>{escape(_said(operation))}"
        for path, methods in found.items()
        for method, operation in methods.items()
    )
    return HTMLResponse(_PAGE.format(rows=rows))


def _said(operation: dict[str, Any]) -> str:
    return str(operation.get("description") or operation.get("summary") or "")


async def _describe(app: FastAPI) -> dict[str, Any]:
    """Return the document; it is made once, and not while everybody waits: that takes seconds."""
    if getattr(app.state, "document", None) is None:
        made = await asyncio.to_thread(app.openapi)
        app.state.document = await asyncio.to_thread(orjson.dumps, made)
    return app.openapi()
