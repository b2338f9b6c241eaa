"""Rows as a file to keep: CSV that no spreadsheet runs, or one JSON object per line."""

import csv
import io
from collections.abc import AsyncIterator, Iterable
from typing import Any, Literal

from starlette.responses import StreamingResponse

Format = Literal["csv", "jsonl"]

_KINDS: dict[Format, str] = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson"}


def as_file(name: str, form: Format, lines: AsyncIterator[str] | AsyncIterator[bytes]) -> StreamingResponse:
    """Return lines as a file that a browser keeps under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return StreamingResponse(lines, media_type=_KINDS[form], headers=headers)


def csv_line(cells: Iterable[Any]) -> str:
    """Return one line of CSV."""
    line = io.StringIO()
    csv.writer(line).writerow([plain_cell(cell) for cell in cells])
    return line.getvalue()


def plain_cell(value: Any) -> str:
    """Return a cell that no spreadsheet takes for a formula: names are written by people and agents."""
    text = "" if value is None else str(value)
    is_number = isinstance(value, int | float)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") and not is_number else text
