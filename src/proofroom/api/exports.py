"""The entries of a model as a file, filtered and sorted as they are looked at."""

from collections.abc import AsyncIterator
from typing import Any

import orjson
from fastapi import APIRouter
from starlette.responses import StreamingResponse

from proofroom.api.content import Entries, Json, list_entries_of, list_models_of, read_where
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.sheets import Format, as_file, csv_line
from proofroom.wiring import Studio

router = APIRouter(prefix="/projects/{project_id}/content", tags=["content"])

PAGE = 100
"""As many entries as one look takes: the file is written while it is read."""

META = ("status", "updated_at")


@router.get("/export/{model}", response_model=None, responses={200: {"content": {"text/csv": {}}}})
async def export_entries(
    model: str,
    studio: StudioDep,
    format: Format = "csv",
    locale: str | None = None,
    where: str | None = None,
    sort: str | None = None,
    ref: str | None = None,
    inside: Inside = in_project("content.read"),
) -> StreamingResponse:
    """Return a model's entries as CSV, or as one JSON object per line with what is known about each."""
    fields = await _fields(studio, inside, model, ref)
    given: Json = {
        "model": model,
        "fields": fields or None,
        "locale": locale,
        "where": read_where(where),
        "sort": sort.split(",") if sort else None,
    }
    first = await _page(studio, inside, given, ref, 0)  # refuses what cannot be read before anything is sent
    rows = _rows(studio, inside, given, ref, first)
    lines = _csv(rows, fields) if format == "csv" else _jsonl(rows)
    return as_file("-".join(filter(None, [model, locale])), format, lines)


async def _fields(studio: Studio, inside: Inside, model: str, ref: str | None) -> list[str]:
    """Return the names of a model's fields, with the text of documents."""
    models: list[Json] = (await list_models_of(studio, inside, ref))["models"]
    for shape in models:
        if shape["id"] == model:
            return [*(shape.get("fields") or {}), *(["body"] if shape.get("kind") == "document" else [])]
    return []


async def _page(studio: Studio, inside: Inside, given: Json, ref: str | None, offset: int) -> Entries:
    page = {**given, "limit": PAGE, "offset": offset}
    return Entries.model_validate(await list_entries_of(studio, inside, page, ref))


async def _rows(
    studio: Studio, inside: Inside, given: Json, ref: str | None, page: Entries
) -> AsyncIterator[tuple[str, Json, Json]]:
    """Return each entry with its name and what is known about it."""
    offset = 0
    while True:
        entries = page.data if isinstance(page.data, list) else [page.data]
        about: Json = page.meta or {}
        for entry in entries:
            name = str(entry.get("slug") or entry.get("id") or "")
            yield name, entry, about.get(name) or {}
        offset += len(entries)
        if not entries or offset >= (page.total or 0):
            return
        page = await _page(studio, inside, given, ref, offset)


async def _csv(rows: AsyncIterator[tuple[str, Json, Json]], fields: list[str]) -> AsyncIterator[str]:
    names = [field for field in fields if field not in ("id", "slug")]
    started = False
    async for name, entry, meta in rows:
        if not started:
            names += [field for field in entry if field not in {*names, "id", "slug"}]
            yield csv_line(["id", *META, *names])
            started = True
        yield csv_line(
            [name, *(meta.get(each) for each in META), *(_cell(entry.get(each)) for each in names)]
        )
    if not started:
        yield csv_line(["id", *META, *names])


def _cell(value: Any) -> Any:
    return orjson.dumps(value).decode() if isinstance(value, dict | list | bool) else value


async def _jsonl(rows: AsyncIterator[tuple[str, Json, Json]]) -> AsyncIterator[bytes]:
    async for name, entry, meta in rows:
        yield orjson.dumps({"id": name, "data": entry, "meta": meta}, option=orjson.OPT_APPEND_NEWLINE)
