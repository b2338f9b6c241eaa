"""Rows in the database that can be searched by their words and filtered by their values.

SQLite's full-text table and PostgreSQL's text vectors choose candidates; order and score are the scorer's own
rule on both. Of a thousand candidates the words are read and compared. Where there are more, rows are fetched
from the best level down until there are enough, and no more than a thousand are counted: the cost of a search
does not follow the size of the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.search.index import Ranking, SearchRow
from proofroom.search.lexemes import LONGEST, lexemes_of, number_of, words_of
from proofroom.search.repo.listing import Listing
from proofroom.search.repo.look import Lookup
from proofroom.search.repo.ranking import BestFirst
from proofroom.search.scorer import asked_words
from proofroom.search.values import TEXT, KeptValue, kept_values, value_at
from proofroom.store import Connection
from proofroom.store.tables.search import search_rows, search_terms, search_values
from proofroom.store.upsert import insert_or

LONGEST_TEXT = 20_000
"""Signs of a text that are kept to show a passage of; all of its words are found."""
_MOST = 1_000
"""Values of one statement."""

__all__ = ["Lookup", "SearchTable"]


class SearchTable:
    """Rows of one kind: put with what is searched and filtered by, found again by their ids."""

    def __init__(self, kind: str, fields: Sequence[str] = ()) -> None:
        self.kind, self.fields = kind, tuple(fields)

    async def put(
        self,
        connection: Connection,
        workspace_id: WorkspaceId,
        scope: str,
        item_id: str,
        row: SearchRow,
        values: Mapping[str, Any],
    ) -> None:
        """Set a row; one that was there keeps its place in the order."""
        await self.put_many(connection, workspace_id, scope, [(item_id, row, values)])

    async def put_many(
        self,
        connection: Connection,
        workspace_id: WorkspaceId,
        scope: str,
        items: Sequence[tuple[str, SearchRow, Mapping[str, Any]]],
    ) -> None:
        """Set rows, by a statement for each table; none may come twice."""
        if not items:
            return
        place = self._place(workspace_id, scope)
        whose = {"place": place, "workspace_id": workspace_id, "kind": self.kind, "scope": scope}
        said, kept, terms = list[dict[str, Any]](), dict[str, list[tuple[str, KeptValue]]](), set[str]()
        for item_id, row, values in items:
            kept[item_id] = [
                (path, one) for path in self.fields for one in kept_values(value_at(values, path))
            ]
            terms.update(words_of(row))
            said.append({**whose, "item_id": item_id, **_said(place, row, kept[item_id])})
        statement = insert_or(connection, search_rows)
        statement = statement.on_conflict_do_update(
            index_elements=["place", "item_id"],
            set_={name: statement.excluded[name] for name in ("title", "texts", "lexemes")},
        ).returning(search_rows.c.item_id, search_rows.c.number)
        numbers = {row.item_id: row.number for row in await connection.execute(statement, said)}
        for some in (list(numbers.values())[at : at + _MOST] for at in range(0, len(numbers), _MOST)):
            await connection.execute(search_values.delete().where(search_values.c.number.in_(some)))
        lines = [
            {"number": numbers[item_id], "field": number_of(str(place), path), **asdict(one)}
            for item_id, found in kept.items()
            for path, one in found
        ]
        if lines:
            await connection.execute(search_values.insert(), lines)
        # In one order everywhere, so that two writers of the same words wait for each other only one way.
        if terms:
            said_words = [{"place": place, "word": word} for word in sorted(terms)]
            await connection.execute(insert_or(connection, search_terms).on_conflict_do_nothing(), said_words)

    async def delete(
        self, connection: Connection, workspace_id: WorkspaceId, scope: str, item_id: str
    ) -> None:
        """Take a row out, if it is there."""
        place = self._place(workspace_id, scope)
        mine = (search_rows.c.place == place, search_rows.c.item_id == item_id)
        number = sa.select(search_rows.c.number).where(*mine).scalar_subquery()
        await connection.execute(search_values.delete().where(search_values.c.number == number))
        await connection.execute(search_rows.delete().where(*mine))

    async def keep(self, connection: Connection, ids: sa.Select[Any]) -> None:
        """Keep only the rows whose ids a question answers with: what is gone in its own table goes here."""
        gone = (search_rows.c.kind == self.kind, search_rows.c.item_id.not_in(ids))
        numbers = sa.select(search_rows.c.number).where(*gone)
        await connection.execute(search_values.delete().where(search_values.c.number.in_(numbers)))
        await connection.execute(search_rows.delete().where(*gone))

    async def find(
        self, connection: Connection, workspace_id: WorkspaceId, scopes: Sequence[str], wanted: Lookup
    ) -> Ranking[str]:
        """Return the ids of rows that fit, in order, with passages where words were given."""
        places = [self._place(workspace_id, scope) for scope in dict.fromkeys(scopes)]
        for path in [
            *(wanted.where.paths if wanted.where else ()),
            *(key.lstrip("-") for key in wanted.sort),
        ]:
            self._check(path)
        asked = [word[:LONGEST] for word in asked_words(wanted.query)]
        if not places or (wanted.query and not asked):
            return Ranking()
        look = BestFirst if asked and not wanted.sort and not wanted.is_newest else Listing
        return await look(connection, places, wanted, asked).find()

    def _place(self, workspace_id: WorkspaceId, scope: str) -> int:
        return number_of(workspace_id, self.kind, scope)

    def _check(self, path: str) -> None:
        if path not in self.fields:
            known = say("next.one_of_listed", known=", ".join(self.fields))
            raise InvalidInput(say("search.no_field", field=path), suggestion=known, field=path)


def _said(place: int, row: SearchRow, kept: Sequence[tuple[str, KeptValue]]) -> dict[str, Any]:
    return {
        "title": row.title.replace("\0", ""),
        "texts": [[path, text.replace("\0", "")[:LONGEST_TEXT]] for path, text in row.texts],
        "lexemes": lexemes_of(place, row, (one.folded for _, one in kept if one.kind == TEXT)),
    }
