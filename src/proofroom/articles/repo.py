"""Articles in the database. Every query names the workspace."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, cast

import msgspec
import sqlalchemy as sa

from proofroom.articles.types import (
    Article,
    ArticleId,
    ArticleSection,
    ArticleVersion,
    ResearchSource,
    SourceDocument,
    Status,
)
from proofroom.kernel.ids import PersonId, ProjectId, RunId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.tables.articles import (
    article_documents,
    article_mappings,
    article_research,
    article_sessions,
    article_settings,
    article_versions,
    articles,
)
from proofroom.store.upsert import insert_if_absent, insert_or

_JSON = ("flags",)


def _row(value: Any) -> dict[str, Any]:
    told: dict[str, Any] = asdict(value)
    return {
        name: list(cast("tuple[Any, ...]", one)) if isinstance(one, tuple) else one
        for name, one in told.items()
    }


def _article(row: Mapping[Any, Any]) -> Article:
    told: dict[str, Any] = dict(row)
    told["sections"] = _sections(told["sections"])
    told["tags"] = tuple(told["tags"])
    return Article(**told)


def _sections(stored: Any) -> tuple[ArticleSection, ...]:
    return tuple(msgspec.convert(stored, list[ArticleSection]))


async def insert(connection: Connection, article: Article) -> bool:
    """Add an article; False if its id is there already."""
    return await insert_if_absent(connection, articles, _row(article))


async def find(
    connection: Connection, workspace_id: WorkspaceId, article_id: str, *, is_deleted: bool = False
) -> Article | None:
    """Return an article that is not deleted, or one that is."""
    gone = articles.c.deleted_at
    query = sa.select(articles).where(
        articles.c.workspace_id == workspace_id,
        articles.c.id == article_id,
        gone.is_not(None) if is_deleted else gone.is_(None),
    )
    row = (await connection.execute(query)).mappings().one_or_none()
    return _article(row) if row else None


async def change(
    connection: Connection,
    article: Article,
    expected: Iterable[Status],
    at: datetime,
    changes: Mapping[str, Any],
) -> Article | None:
    """Write changes if the article still has one of the statuses and is as it was read; None if not."""
    after = replace(article, **changes, version=article.version + 1, updated_at=at)
    row = _row(after)
    written = {name: row[name] for name in (*changes, "version", "updated_at")}
    statement = (
        articles.update()
        .where(
            articles.c.workspace_id == article.workspace_id,
            articles.c.id == article.id,
            articles.c.version == article.version,
            articles.c.status.in_(list(expected)),
        )
        .values(**written)
    )
    return after if (await connection.execute(statement)).rowcount == 1 else None


async def listed(
    connection: Connection,
    workspace_id: WorkspaceId,
    *,
    owner_id: PersonId | None = None,
    project_id: ProjectId | None = None,
    statuses: Sequence[Status] = (),
    type: str | None = None,
    limit: int = 50,
) -> list[Article]:
    """Return articles, newest update first."""
    query = sa.select(articles).where(
        articles.c.workspace_id == workspace_id, articles.c.deleted_at.is_(None)
    )
    if owner_id is not None:
        query = query.where(articles.c.owner_id == owner_id)
    if project_id is not None:
        query = query.where(sa.or_(articles.c.project_id == project_id, articles.c.project_id.is_(None)))
    if statuses:
        query = query.where(articles.c.status.in_(list(statuses)))
    if type is not None:
        query = query.where(articles.c.type == type)
    rows = await connection.execute(
        query.order_by(articles.c.updated_at.desc(), articles.c.id.desc()).limit(limit)
    )
    return [_article(row) for row in rows.mappings()]


async def of_run(connection: Connection, workspace_id: WorkspaceId, run_id: RunId) -> Article | None:
    """Return the article that a run works on."""
    query = sa.select(articles).where(articles.c.workspace_id == workspace_id, articles.c.run_id == run_id)
    row = (await connection.execute(query)).mappings().first()
    return _article(row) if row else None


async def let_go(connection: Connection, workspace_id: WorkspaceId, run_id: RunId) -> None:
    """Say that a run does not work on its article any more."""
    await connection.execute(
        articles.update()
        .where(articles.c.workspace_id == workspace_id, articles.c.run_id == run_id)
        .values(run_id=None)
    )


# --- what was read


async def add_document(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId, document: SourceDocument
) -> bool:
    """Keep a document; False if the same bytes from the same place are there."""
    row = _row(document) | {"workspace_id": workspace_id, "article_id": article_id}
    return await insert_if_absent(connection, article_documents, row)


async def documents(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId
) -> list[SourceDocument]:
    """Return what was read for an article, in the order it came."""
    query = sa.select(article_documents).where(
        article_documents.c.workspace_id == workspace_id, article_documents.c.article_id == article_id
    )
    rows = await connection.execute(query.order_by(article_documents.c.id))
    return [_built(SourceDocument, row) for row in rows.mappings()]


async def add_research(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId, found: list[ResearchSource]
) -> None:
    """Keep sources in one insert; one whose number is taken stays as it is."""
    if found:
        rows = [_row(one) | {"workspace_id": workspace_id, "article_id": article_id} for one in found]
        await connection.execute(
            insert_or(connection, article_research).values(rows).on_conflict_do_nothing()
        )


async def research(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId, limit: int = 100
) -> list[ResearchSource]:
    """Return the sources of an article, the most relevant first."""
    query = sa.select(article_research).where(
        article_research.c.workspace_id == workspace_id, article_research.c.article_id == article_id
    )
    by = (article_research.c.relevance_score.desc(), article_research.c.number)
    rows = await connection.execute(query.order_by(*by).limit(limit))
    return [_built(ResearchSource, row) for row in rows.mappings()]


def _built(kind: type[Any], row: Mapping[Any, Any]) -> Any:
    told = {name: value for name, value in row.items() if name not in ("workspace_id", "article_id")}
    return kind(**(told | {name: tuple(told[name]) for name in _JSON if name in told}))


# --- versions


async def add_version(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId, version: ArticleVersion
) -> None:
    """Keep how an article was; a step that is repeated keeps it once."""
    row = _row(version) | {"workspace_id": workspace_id, "article_id": article_id}
    await connection.execute(insert_or(connection, article_versions).values(**row).on_conflict_do_nothing())


async def versions(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId
) -> list[ArticleVersion]:
    """Return how an article was, newest first."""
    query = sa.select(article_versions).where(
        article_versions.c.workspace_id == workspace_id, article_versions.c.article_id == article_id
    )
    rows = await connection.execute(query.order_by(article_versions.c.number.desc()).limit(200))
    return [
        _built(ArticleVersion, dict(row) | {"sections": _sections(row["sections"])})
        for row in rows.mappings()
    ]


# --- where articles go in the content


async def mapping(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, model: str
) -> dict[str, str] | None:
    """Return which field of a model takes which part of an article, as it was last used."""
    query = sa.select(article_mappings.c.fields).where(
        article_mappings.c.workspace_id == workspace_id,
        article_mappings.c.project_id == project_id,
        article_mappings.c.model == model,
    )
    return cast("dict[str, str] | None", (await connection.execute(query)).scalar_one_or_none())


async def keep_mapping(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId,
    model: str,
    fields: dict[str, str],
    at: datetime,
) -> None:
    """Remember which field of a model takes which part of an article."""
    row = {"workspace_id": workspace_id, "project_id": project_id, "model": model}
    statement = insert_or(connection, article_mappings).values(**row, fields=fields, updated_at=at)
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["project_id", "model"], set_={"fields": fields, "updated_at": at}
        )
    )


# --- how articles are written


async def settings(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId | None
) -> dict[str, Any]:
    """Return how articles are written in a workspace, or in a project."""
    query = sa.select(article_settings.c.told).where(
        article_settings.c.workspace_id == workspace_id, article_settings.c.project_id == (project_id or "")
    )
    return cast("dict[str, Any]", (await connection.execute(query)).scalar_one_or_none() or {})


async def keep_settings(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId | None,
    told: dict[str, Any],
    at: datetime,
) -> None:
    """Write how articles are written."""
    row = {"workspace_id": workspace_id, "project_id": project_id or ""}
    statement = insert_or(connection, article_settings).values(**row, told=told, updated_at=at)
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "project_id"], set_={"told": told, "updated_at": at}
        )
    )


# --- sessions of the front door


async def session(connection: Connection, workspace_id: WorkspaceId, actor: str) -> Mapping[Any, Any] | None:
    """Return somebody's session."""
    query = sa.select(article_sessions).where(
        article_sessions.c.workspace_id == workspace_id, article_sessions.c.actor == actor
    )
    return (await connection.execute(query)).mappings().one_or_none()


async def keep_session(
    connection: Connection,
    workspace_id: WorkspaceId,
    actor: str,
    session_id: str,
    turns: list[dict[str, Any]],
    unclear: int,
    at: datetime,
) -> None:
    """Write somebody's session."""
    values = {"session_id": session_id, "turns": turns, "unclear": unclear, "active_at": at}
    statement = insert_or(connection, article_sessions).values(
        workspace_id=workspace_id, actor=actor, **values
    )
    await connection.execute(
        statement.on_conflict_do_update(index_elements=["workspace_id", "actor"], set_=values)
    )


async def forget_session(connection: Connection, workspace_id: WorkspaceId, actor: str) -> None:
    """Remove somebody's session."""
    await connection.execute(
        article_sessions.delete().where(
            article_sessions.c.workspace_id == workspace_id, article_sessions.c.actor == actor
        )
    )
