"""The articles of every workspace: begin, find, change by the table of statuses, keep versions, restore."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from proofroom.access import Access, Principal
from proofroom.access.audit import Named
from proofroom.articles import repo
from proofroom.articles.costs import worked_on
from proofroom.articles.origin import PROGRAM, marked, outside_of
from proofroom.articles.parts import parts_of, words_of
from proofroom.articles.statuses import DRAFTS, may_edit, refused, target
from proofroom.articles.types import (
    TONES,
    TYPES,
    Article,
    ArticleId,
    ArticleSection,
    ArticleType,
    ArticleVersion,
    ResearchSource,
    SourceDocument,
    Status,
    Tone,
)
from proofroom.articles.visibility import Visibility, require_reach
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import (
    Conflict,
    InvalidArticleId,
    InvalidContentType,
    InvalidInput,
    InvalidStatus,
    InvalidTone,
    NotFound,
)
from proofroom.kernel.ids import ProjectId, RunId, WorkspaceId, derived_id, is_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database

LONGEST_TITLE = 200
LONGEST_TOPIC = 500
SAME_TOPIC = 0.6
"""From this share of common words on, two titles are about the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewArticle:
    """What somebody begins with."""

    title: str
    type: str = "blog"
    tone: str = "professional"
    brief: str = ""
    locale: str = "en"
    tags: tuple[str, ...] = ()
    project_id: ProjectId | None = None
    outside: str = ""
    """Whose words led to it, where these are a stranger's."""


class Articles:
    """Articles, what was read for them, and how they were."""

    def __init__(self, database: Database, clock: Clock, access: Access) -> None:
        self._database, self._clock, self.access, self._audit = database, clock, access, access.audit

    # --- begin and find

    async def begin(self, new: NewArticle, article_id: str, by: Principal, at: datetime) -> Article:
        """Begin an article as a draft; the same id again returns the one that is there."""
        project_id = new.project_id or by.only_place("articles.own.create")
        if by.only_project not in (None, project_id):
            raise NotFound(say("access.no_project"))
        require_reach(by, project_id, new.locale)
        title = " ".join(new.title.split())
        if not 3 <= len(title) <= LONGEST_TOPIC:
            raise InvalidInput(say("articles.title", most=LONGEST_TOPIC))
        outside = new.outside or (PROGRAM if by.is_program else "")
        article = Article(
            id=ArticleId(article_id),
            workspace_id=by.workspace_id,
            project_id=project_id,
            owner_id=by.person_id,
            type=read_type(new.type),
            title=title[:LONGEST_TITLE],
            status="draft",
            tone=read_tone(new.tone),
            locale=new.locale[:20] or "en",
            tags=tuple(tag[:40] for tag in new.tags[:20]),
            metadata=marked({"author_brief": new.brief[:10_000]} if new.brief else {}, outside),
            created_at=at,
            updated_at=at,
        )
        async with self._database.transaction() as connection:
            if await repo.insert(connection, article):
                await self._audit.change(
                    connection, by, "article.create", None, article, _named, project_id=article.project_id
                )
                return article
        return await self.get(Visibility(article.workspace_id), article_id)

    async def get(self, visibility: Visibility, article_id: str, *, is_deleted: bool = False) -> Article:
        """Return an article; somebody else's is not found."""
        if not is_id(article_id):
            raise InvalidArticleId(say("articles.not_an_id", id=article_id[:60]))
        async with self._database.reading() as connection:
            found = await repo.find(connection, visibility.workspace_id, article_id, is_deleted=is_deleted)
        if found is None or not visibility.shows(found):
            raise NotFound(say("articles.none"))
        return found

    async def find(
        self,
        visibility: Visibility,
        *,
        statuses: Sequence[Status] = (),
        type: str | None = None,
        project_id: ProjectId | None = None,
        query: str = "",
        limit: int = 50,
    ) -> list[Article]:
        """Return articles, newest update first; with words, those that have most of them."""
        if visibility.only_project not in (None, project_id or visibility.only_project):
            return []
        async with self._database.reading() as connection:
            found = await repo.listed(
                connection,
                visibility.workspace_id,
                owner_id=visibility.only_owner,
                project_id=project_id or visibility.only_project,
                statuses=statuses,
                type=type,
                limit=500 if query or visibility.is_sifted else limit,
            )
        found = [each for each in found if visibility.shows(each)]
        asked = words_of(query)
        if asked:
            found = [each for each in found if asked <= words_of(f"{each.title} {each.content}")]
        return found[:limit]

    async def drafts(
        self, visibility: Visibility, limit: int, statuses: Sequence[Status] = DRAFTS
    ) -> list[Article]:
        """Return what is in progress."""
        return await self.find(visibility, statuses=statuses, limit=limit)

    async def alike(self, visibility: Visibility, title: str) -> list[Article]:
        """Return articles about the same topic: most of the words of their titles are common."""
        asked = words_of(title)
        found = await self.find(visibility, limit=500)
        return [each for each in found if _overlap(asked, words_of(each.title)) >= SAME_TOPIC]

    # --- change

    async def write(
        self,
        workspace_id: WorkspaceId,
        article_id: str,
        operation: str,
        by: Principal,
        at: datetime,
        *,
        mark: str = "",
        is_single: bool = True,
        to: Status | None = None,
        expected: Sequence[Status] | None = None,
        keeps_version: bool = False,
        **changes: Any,
    ) -> Article:
        """Move an article by the table and write with it, in one transaction.

        A step that wrote before it was cut off is known by its mark, and returns what it wrote. `to` with
        `expected` is for moves outside the table: a rollback, or a write that does not move.
        """
        async with self._database.transaction() as connection:
            article = await repo.find(connection, workspace_id, article_id)
            if article is None:
                raise NotFound(say("articles.none"))
            if mark and article.mark == mark:
                return article
            if expected is not None and article.status not in expected:
                raise refused(operation, article.status, expected)
            after = to or target(operation, article.status, is_single=is_single)
            if keeps_version:
                await self._keep(connection, article, operation, by, at)
            written = changes | {"status": after} | ({"mark": mark} if mark else {})
            done = await repo.change(connection, article, [article.status], at, written)
            if done is None:
                raise Conflict(say("articles.changed"))
            await self._audit.change(
                connection, by, f"article.{operation}", article, done, _named, project_id=done.project_id
            )
            return done

    async def edit(
        self, article: Article, by: Principal, at: datetime, *, since: int | None = None, **changes: Any
    ) -> Article:
        """Change an article by hand since a version, or as it is; a published one is ready again."""
        if since is not None and article.version != since:
            raise Conflict(say("articles.changed"))
        is_skeleton = "skeleton" in changes
        # A piece that its citations have stopped is corrected by hand, too.
        has_stopped = article.run_id is None and article.report is not None
        is_open = may_edit(article.status, is_skeleton=is_skeleton) or (
            has_stopped and article.status in ("humanity_checking", "creating_visuals")
        )
        if {"content", "skeleton", "sections"} & set(changes) and not is_open:
            raise InvalidStatus(
                say("articles.locked", status=article.status),
                currentStatus=article.status,
                expectedStatus=["draft", "ready", "published"],
                operation="edit",
            )
        if "tone" in changes:
            changes["tone"] = read_tone(changes["tone"])
        if by.is_program:
            changes["metadata"] = marked(article.metadata, PROGRAM)
        if "content" in changes:
            changes["sections"] = _edited(article.sections, changes["content"])
        to: Status = "ready" if article.status == "published" else article.status
        return await self.write(
            article.workspace_id,
            article.id,
            "edit",
            by,
            at,
            to=to,
            expected=[article.status],
            keeps_version=True,
            **changes,
        )

    async def note_plan(self, article: Article, by: Principal, at: datetime, note: str) -> Article:
        """Keep what somebody says should be different in a plan that waits."""
        said = {"by": by.name[:200], "note": note[:2_000], "at": at.isoformat()}
        before: list[Any] = article.metadata.get("planNotes") or []
        notes = [*before, said][-20:]
        return await self.write(
            article.workspace_id,
            article.id,
            "notePlan",
            by,
            at,
            to=article.status,
            expected=["foundations_approval"],
            metadata=article.metadata | {"planNotes": notes},
        )

    async def delete(self, article: Article, by: Principal, at: datetime) -> Article:
        """Delete an article that nobody works on; one that is deleted comes back."""
        if article.run_id is not None:
            raise Conflict(say("articles.busy"))
        gone, act = (at, "article.delete") if article.deleted_at is None else (None, "article.undelete")
        async with self._database.transaction() as connection:
            done = await repo.change(connection, article, [article.status], at, {"deleted_at": gone})
            if done is None:
                raise Conflict(say("articles.changed"))
            await self._audit.change(connection, by, act, article, done, _named, project_id=done.project_id)
        return done

    # --- the run that works on it

    async def take(
        self, workspace_id: WorkspaceId, article_id: str, run_id: RunId, others: Sequence[RunId] = ()
    ) -> Article:
        """Say that a run works on an article; another one that does is in the way unless it has ended."""
        async with self._database.transaction() as connection:
            article = await repo.find(connection, workspace_id, article_id)
            if article is None:
                raise NotFound(say("articles.none"))
            if article.run_id == run_id:
                return article
            if article.run_id is not None and article.run_id not in others:
                raise Conflict(say("articles.busy"))
            held = {"run_id": run_id, "metadata": article.metadata | worked_on(article, run_id)}
            done = await repo.change(connection, article, [article.status], article.updated_at, held)
            if done is None:
                raise Conflict(say("articles.changed"))
            return done

    async def let_go(self, workspace_id: WorkspaceId, run_id: RunId) -> None:
        """Say that a run has ended."""
        async with self._database.transaction() as connection:
            await repo.let_go(connection, workspace_id, run_id)

    async def of_run(self, workspace_id: WorkspaceId, run_id: RunId) -> Article | None:
        """Return the article a run works on."""
        async with self._database.reading() as connection:
            return await repo.of_run(connection, workspace_id, run_id)

    # --- what was read

    async def add_document(self, article: Article, document: SourceDocument) -> bool:
        """Keep something that was read; False if it is there already."""
        async with self._database.transaction() as connection:
            return await repo.add_document(connection, article.workspace_id, article.id, document)

    async def documents(self, article: Article) -> list[SourceDocument]:
        """Return what was read for an article."""
        async with self._database.reading() as connection:
            return await repo.documents(connection, article.workspace_id, article.id)

    async def add_research(self, article: Article, found: list[ResearchSource]) -> None:
        """Keep sources."""
        async with self._database.transaction() as connection:
            await repo.add_research(connection, article.workspace_id, article.id, found)

    async def research(self, article: Article, limit: int = 100) -> list[ResearchSource]:
        """Return the sources of an article, the most relevant first."""
        async with self._database.reading() as connection:
            return await repo.research(connection, article.workspace_id, article.id, limit)

    # --- versions

    async def versions(self, article: Article) -> list[ArticleVersion]:
        """Return how an article was, newest first."""
        async with self._database.reading() as connection:
            return await repo.versions(connection, article.workspace_id, article.id)

    async def restore(self, article: Article, number: int, by: Principal, at: datetime) -> Article:
        """Bring back the text of an earlier version; what is there now becomes a version itself."""
        found = next((each for each in await self.versions(article) if each.number == number), None)
        if found is None:
            raise NotFound(say("articles.no_version", number=number))
        return await self.write(
            article.workspace_id,
            article.id,
            "restore",
            by,
            at,
            to="ready" if article.status == "published" else article.status,
            expected=["draft", "ready", "published", "skeleton", "foundations_approval"],
            keeps_version=True,
            title=found.title,
            content=found.content,
            skeleton=found.skeleton,
            sections=found.sections,
            report=None,
            metadata=marked(article.metadata, outside_of(article)),
        )

    async def _keep(
        self, connection: Connection, article: Article, why: str, by: Principal, at: datetime
    ) -> None:
        at_ms = int(at.timestamp() * 1000)
        version = ArticleVersion(
            id=derived_id(at_ms, article.id, str(article.version)),
            number=article.version,
            title=article.title,
            content=article.content,
            skeleton=article.skeleton,
            sections=article.sections,
            status=article.status,
            why=why[:60],
            by=by.name[:200],
            run_id=by.run_id,
            created_at=at,
        )
        await repo.add_version(connection, article.workspace_id, article.id, version)


def read_tone(tone: str) -> Tone:
    """Return a tone, or refuse what is none."""
    for known in TONES:
        if known == tone:
            return known
    raise InvalidTone(say("articles.tone", tone=tone[:40], known=", ".join(TONES)))


def read_type(type: str) -> ArticleType:
    """Return a type of article, or refuse what is none."""
    for known in TYPES:
        if known == type:
            return known
    raise InvalidContentType(say("articles.type", type=type[:40], known=", ".join(TYPES)))


def _edited(sections: tuple[ArticleSection, ...], content: str) -> tuple[ArticleSection, ...]:
    """Return the sections of a text that was edited by hand; what is known of each stays by its heading."""
    known = {each.heading: each for each in sections}
    return tuple(
        replace(known.get(heading, ArticleSection(heading=heading)), content=text, state="written")
        for heading, text in parts_of(content)
    )


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / len(left | right) if left | right else 0.0


__all__ = ["Articles", "NewArticle", "Visibility", "read_tone", "read_type"]


def _named(article: Article) -> Named:
    return "article", article.id, article.title
