"""Sheets into records: tried first where asked, matched by title, related by what cells name."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofroom.access import Principal
from proofroom.entities.definitions import EntityTypes
from proofroom.entities.records import Entities
from proofroom.entities.repo import records
from proofroom.entities.sheets import (
    Format,
    ImportReport,
    ReadRow,
    read_as_records,
    read_rows,
    suggest_mapping,
    write_csv,
    write_json,
)
from proofroom.entities.types import Entity, EntityChange, EntityType, NewEntity, NewRelation
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Database

_TOLD = 50
"""Problems that a report tells at most."""


class Imports:
    """Reads sheets into records of a type, and writes them out again."""

    def __init__(self, database: Database, types: EntityTypes, entities: Entities) -> None:
        self._database, self._types, self._entities = database, types, entities

    async def take_in(
        self,
        workspace_id: WorkspaceId,
        type_slug: str,
        text: str,
        by: Principal,
        *,
        format: Format | None = None,
        mapping: Mapping[str, str] | None = None,
        is_dry_run: bool = False,
        updates: bool = True,
        is_ours: bool = False,
    ) -> ImportReport:
        """Make a record of every row; one with the same title is changed, if asked. All rows, or none.

        What nobody vouches for is marked: agents who read it ask before they act.
        """
        if is_ours:
            by.require_human()
        kind = await self._types.get(workspace_id, type_slug)
        # Thousands of rows are read beside the event loop, which others wait for.
        chosen, read = await asyncio.to_thread(_read, text, format, kind, mapping)
        problems = [
            {"row": one.number, "title": one.title, "problem": one.problem} for one in read if one.problem
        ]
        good = [one for one in read if not one.problem]
        known = await self._known(workspace_id, kind, good) if updates else {}
        new, changes, same = _sorted(kind, good, known)
        report = ImportReport(
            chosen, len(new), len(changes), len(same), 0, problems[:_TOLD], is_dry_run or bool(problems)
        )
        if report.is_dry_run:
            return report
        made = await self._entities.create(workspace_id, new, by, is_outside=not is_ours) if new else []
        if changes:
            await self._entities.change(workspace_id, changes, by, is_outside=not is_ours)
        by_title = {title: one.id for title, one in known.items()} | {
            one.title.casefold(): one.id for one in made
        }
        related = await self._relate(workspace_id, good, by_title, by)
        return replace(report, related=related, ids=[by_title[one.title.casefold()] for one in good])

    async def write(
        self, workspace_id: WorkspaceId, type_slug: str, format: Format, ids: Sequence[str] = ()
    ) -> str:
        """Return records of a type as a sheet: all, or those of some ids."""
        kind = await self._types.get(workspace_id, type_slug)
        found: list[Entity] = []
        async with self._database.reading() as connection:
            if ids:
                chosen = await records.many(connection, workspace_id, ids)
                found = [one for one in chosen if one.type_id == kind.id]
            while not ids and (
                page := await records.of_type(
                    connection, workspace_id, kind.id, found[-1].id if found else "", 1_000
                )
            ):
                found += page
        write = write_csv if format == "csv" else write_json
        return await asyncio.to_thread(write, kind.definition, found)

    async def _known(
        self, workspace_id: WorkspaceId, kind: EntityType, rows: Sequence[ReadRow]
    ) -> dict[str, Entity]:
        async with self._database.reading() as connection:
            return await records.by_titles(connection, workspace_id, kind.id, [one.title for one in rows])

    async def _relate(
        self, workspace_id: WorkspaceId, rows: Sequence[ReadRow], ids: Mapping[str, str], by: Principal
    ) -> int:
        """Relate records to those that cells name; a name that no record of the type has is left out."""
        wanted: dict[str, set[str]] = {}
        for row in rows:
            for one in row.relations:
                wanted.setdefault(one.type_slug, set()).add(one.title)
        found: dict[tuple[str, str], str] = {}
        for slug, titles in wanted.items():
            kind = await self._types.get(workspace_id, slug)
            async with self._database.reading() as connection:
                known = await records.by_titles(connection, workspace_id, kind.id, sorted(titles))
            found |= {(slug, title): one.id for title, one in known.items()}
        new = [
            NewRelation(source, target, one.kind, {"row": row.number})
            for row in rows
            for one in row.relations
            if (source := ids[row.title.casefold()])
            and (target := found.get((one.type_slug, one.title.casefold()))) is not None
            and source != target
        ]
        return len(await self._entities.relate(workspace_id, new, by)) if new else 0


def _read(
    text: str, format: Format | None, kind: EntityType, mapping: Mapping[str, str] | None
) -> tuple[dict[str, str], list[ReadRow]]:
    """Return which field each column is, and the rows as records could be."""
    rows = read_rows(text, format)
    chosen = dict(mapping) if mapping else suggest_mapping(rows.headers, kind.definition, rows.rows)
    return chosen, read_as_records(rows, kind.definition, chosen)


def _sorted(
    kind: EntityType, rows: Sequence[ReadRow], known: Mapping[str, Entity]
) -> tuple[list[NewEntity], list[EntityChange], list[ReadRow]]:
    """Return which rows are new, which change a record, and which say what is there already."""
    new, changes, same = dict[str, NewEntity](), list[EntityChange](), list[ReadRow]()
    for row in rows:
        before = known.get(row.title.casefold())
        if before is None:
            new[row.title.casefold()] = NewEntity(kind.slug, row.title, row.fields)
        elif before.fields | row.fields != before.fields:
            changes.append(EntityChange(before.id, fields=row.fields))
        else:
            same.append(row)
    return list(new.values()), changes, same
