"""What stands in a sheet for the eye: a line of sums under it, a cell that holds for those below it."""

from collections.abc import Mapping, Sequence
from math import isclose
from typing import Any

from proofroom.entities.cells import CellStyle, read_figure

Row = dict[str, Any]
_FEWEST = 3
"""Rows that sums are made of, and that a table of groups has."""


def without_sums(rows: Sequence[Row], styles: Mapping[str, CellStyle]) -> list[Row]:
    """Return rows without a last one whose figures are sums of those above, with a word for it at most."""
    *above, last = rows or [{}]
    said = {header: cell for header, cell in last.items() if cell not in (None, "")}
    sums = {header: figure for header, cell in said.items() if (figure := _figure(cell, styles[header]))}
    if len(above) < _FEWEST or not sums or len(said) - len(sums) > 1 or len(said) == len(last):
        return list(rows)
    for header, total in sums.items():
        figures = [_figure(row.get(header), styles[header]) for row in above]
        parts = [one for one in figures if one]
        if len(parts) < 2 or not isclose(sum(parts), total, rel_tol=1e-6):
            return list(rows)
    return above


def _figure(cell: Any, style: CellStyle) -> float | None:
    try:
        return float(read_figure(cell, style))
    except (TypeError, ValueError):
        return None


def filled_down(headers: Sequence[str], rows: Sequence[Row]) -> tuple[list[Row], str]:
    """Return rows with the cells of a first column of groups filled, and what that column is called.

    A group is said once, where it begins: what stands beside it is in every row.
    """
    first, second = [*headers, "", ""][:2]
    said = [row.get(first) for row in rows if row.get(first)]
    is_grouped = (
        second
        and len(rows) > _FEWEST
        and bool(rows[0].get(first))
        and 1 < len(said) == len(set(said)) <= len(rows) / 2
        and all(row.get(second) for row in rows)
    )
    if not is_grouped:
        return list(rows), ""
    filled, group = list[Row](), None
    for row in rows:
        group = row.get(first) or group
        filled.append(row | {first: group})
    return filled, first
