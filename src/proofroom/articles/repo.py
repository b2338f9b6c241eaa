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
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.articles import (
    article_documents,
    article_mappings,
    article_research,
    article_sessions,
    article_settings,
    article_versions,
    articles,
)
from proofroom.store.upsert import put_row


def _dump_sections(sections: Iterable[ArticleSection]) -> list[dict[str, Any]]:
    return [asdict(one) for one in sections]


def _read_sections(stored: Any) -> tuple[ArticleSection, ...]:
    return tuple(msgspec.convert(stored, list[ArticleSection]))


_SECTIONS, _NAMES = (_dump_sections, _read_sections), (list, tuple)
_ARTICLES = Mapped(articles, Article, sections=_SECTIONS, tags=_NAMES)
_DOCUMENTS = Mapped(article_documents, SourceDocument, flags=_NAMES)
_RESEARCH = Mapped(article_research, ResearchSource, flags=_NAMES)
_VERSIONS = Mapped(article_versions, ArticleVersion, sections=_SECTIONS)
_THERE = articles.c.deleted_at.is_(None)


async def insert(connection: Connection, article: Article) -> bool:
    """Add an article; False if its id is there already."""
    return await _ARTICLES.insert_if_absent(connection, article)


async def find(
    connection: Connection, workspace_id: WorkspaceId, article_id: str, *, is_deleted: bool = False
) -> Article | None:
    """Return an article that is not deleted, or one that is."""
    fits = ~_THERE if is_deleted else _THERE
    return await _ARTICLES.find(connection, fits, workspace_id=workspace_id, id=article_id)


async def change(
    connection: Connection,
    article: Article,
    expected: Iterable[Status],
    at: datetime,
    changes: Mapping[str, Any],
) -> Article | None:
    """Write changes if the article still has one of the statuses and is as it was read; None if not."""
    after = replace(article, **changes, version=article.version + 1, updated_at=at)
    row = _ARTICLES.values(after)
    written = {name: row[name] for name in (*changes, "version", "updated_at")}
    same = {"workspace_id": article.workspace_id, "id": article.id, "version": article.version}
    is_expected = articles.c.status.in_(list(expected))
    return after if await _ARTICLES.update(connection, written, is_expected, **same) == 1 else None


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
    fits: list[sa.ColumnElement[bool]] = [_THERE]
    if project_id is not None:
        fits.append(sa.or_(articles.c.project_id == project_id, articles.c.project_id.is_(None)))
    if statuses:
        fits.append(articles.c.status.in_(list(statuses)))
    wanted = given(workspace_id=workspace_id, owner_id=owner_id, type=type)
    newest = (articles.c.updated_at.desc(), articles.c.id.desc())
    return await _ARTICLES.list(connection, *fits, order_by=newest, limit=limit, **wanted)


async def of_run(connection: Connection, workspace_id: WorkspaceId, run_id: RunId) -> Article | None:
    """Return the article that a run works on."""
    return await _ARTICLES.find(connection, workspace_id=workspace_id, run_id=run_id)


async def let_go(connection: Connection, workspace_id: WorkspaceId, run_id: RunId) -> None:
    """Say that a run does not work on its article any more."""
    await _ARTICLES.update(connection, {"run_id": None}, workspace_id=workspace_id, run_id=run_id)


# --- what was read


async def add_document(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId, document: SourceDocument
) -> bool:
    """Keep a document; False if the same bytes from the same place are there."""
    return await _DOCUMENTS.insert_if_absent(
        connection, document, workspace_id=workspace_id, article_id=article_id
    )


async def documents(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId
) -> list[SourceDocument]:
    """Return what was read for an article, in the order it came."""
    whose = given(workspace_id=workspace_id, article_id=article_id)
    return await _DOCUMENTS.list(connection, order_by=article_documents.c.id, **whose)


async def add_research(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId, found: list[ResearchSource]
) -> None:
    """Keep sources in one insert; one whose number is taken stays as it is."""
    await _RESEARCH.insert_absent(connection, found, workspace_id=workspace_id, article_id=article_id)


async def research(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId, limit: int = 100
) -> list[ResearchSource]:
    """Return the sources of an article, the most relevant first."""
    whose = given(workspace_id=workspace_id, article_id=article_id)
    by = (article_research.c.relevance_score.desc(), article_research.c.number)
    return await _RESEARCH.list(connection, order_by=by, limit=limit, **whose)


# --- versions


async def add_version(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId, version: ArticleVersion
) -> None:
    """Keep how an article was; a step that is repeated keeps it once."""
    await _VERSIONS.insert_if_absent(connection, version, workspace_id=workspace_id, article_id=article_id)


async def versions(
    connection: Connection, workspace_id: WorkspaceId, article_id: ArticleId
) -> list[ArticleVersion]:
    """Return how an article was, newest first."""
    whose = given(workspace_id=workspace_id, article_id=article_id)
    return await _VERSIONS.list(connection, order_by=article_versions.c.number.desc(), limit=200, **whose)


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
    whose = {"workspace_id": workspace_id, "project_id": project_id, "model": model}
    await put_row(connection, article_mappings, whose, {"fields": fields, "updated_at": at})


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
    whose = {"workspace_id": workspace_id, "project_id": project_id or ""}
    await put_row(connection, article_settings, whose, {"told": told, "updated_at": at})


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
    await put_row(connection, article_sessions, {"workspace_id": workspace_id, "actor": actor}, values)


async def forget_session(connection: Connection, workspace_id: WorkspaceId, actor: str) -> None:
    """Remove somebody's session."""
    await connection.execute(
        article_sessions.delete().where(
            article_sessions.c.workspace_id == workspace_id, article_sessions.c.actor == actor
        )
    )
