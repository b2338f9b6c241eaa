"""`/openapi.json` and `/docs`: the API described for programs, and as a page for people."""

from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proofroom.api.security import open_to_all

root = APIRouter(include_in_schema=False)

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Proofroom API</title>
<style>body{{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}}
td{{padding:.2rem 1rem .2rem 0;vertical-align:top}}</style>
<h1>Proofroom API</h1><p>For programs: <a href="/openapi.json">openapi.json</a>. Send a key as
<code>Authorization: Bearer …</code>.</p><table>{rows}</table></html>"""


@root.get("/openapi.json", dependencies=[open_to_all("the shape of the API is no secret")])
async def read_document(request: Request) -> dict[str, Any]:
    """Return the OpenAPI document."""
    return request.app.openapi()


@root.get("/docs", dependencies=[open_to_all("the shape of the API is no secret")])
async def read_page(request: Request) -> HTMLResponse:
    """Return every route with what it does, as a page that loads nothing from elsewhere."""
    found = request.app.openapi()["paths"]
    rows = "".join(
        f"<tr><td><code>{escape(method.upper())} {escape(path)}</code><td>{escape(_said(operation))}"
        for path, methods in found.items()
        for method, operation in methods.items()
    )
    return HTMLResponse(_PAGE.format(rows=rows))


def _said(operation: dict[str, Any]) -> str:
    return str(operation.get("description") or operation.get("summary") or "")
