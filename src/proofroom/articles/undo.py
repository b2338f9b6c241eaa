"""Taking back what a run did to an article: its text, plan and status are as they were before the run wrote.

What somebody has changed since is left, and named.
"""

from proofroom.articles.lifecycle import Articles
from proofroom.articles.pipeline import WORKFLOW
from proofroom.articles.reports import checked_again
from proofroom.articles.types import Article, ArticleVersion
from proofroom.articles.visibility import Visibility
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say
from proofroom.reviews.undo import RoomUndone, UndoRequest

ROOM = "articles"


@dataclass(frozen=True, slots=True)
class _Before:
    article: Article
    version: ArticleVersion | None


class ArticleUndo:
    """How articles take a run back."""

    def __init__(self, articles: Articles) -> None:
        self._articles = articles

    async def check(self, request: UndoRequest) -> bool:
        """Tell whether the run wrote to an article; refuse whoever may not change it."""
        if request.run.workflow != WORKFLOW:
            return False
        request.by.require("articles.own.update", request.run.project_id)
        return (await self._before(request)).version is not None

    async def take_back(self, request: UndoRequest) -> RoomUndone:
        """Bring back the text from before the run, unless it was changed since."""
        found = await self._before(request)
        article, version = found.article, found.version
        if version is None:
            raise NotFound(say("articles.nothing_to_undo"))
        if not article.mark.startswith(f"{request.run.id}:"):
            return RoomUndone(ROOM, left=(article.title,))
        by = request.by.in_run(request.run.id)
        done = await self._articles.write(
            article.workspace_id,
            article.id,
            "undo",
            by,
            request.at,
            to="skeleton" if version.status == "writing" else version.status,
            expected=[article.status],
            keeps_version=True,
            title=version.title,
            content=version.content,
            skeleton=version.skeleton,
            sections=version.sections,
            report=None,
        )
        await checked_again(self._articles, done, by, request.at)
        return RoomUndone(ROOM, count=1)

    async def _before(self, request: UndoRequest) -> _Before:
        visibility = Visibility.of(request.by, "articles.team.update")
        article = await self._articles.get(visibility, str(request.run.input["articleId"]))
        kept = [each for each in await self._articles.versions(article) if each.run_id == request.run.id]
        return _Before(article, min(kept, key=lambda each: each.number, default=None))
