"""The board: topics that wait, until somebody begins one as an article or waves it off."""

from collections.abc import Sequence
from typing import Any

from proofroom.access import Principal
from proofroom.access.audit import Audit
from proofroom.articles.lifecycle import Articles, NewArticle
from proofroom.articles.parts import words_of
from proofroom.articles.topics import repo
from proofroom.articles.topics.suggest import is_told
from proofroom.articles.topics.types import Topic, TopicState
from proofroom.articles.types import Article
from proofroom.articles.visibility import reaches
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, NotFound
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Database

MOST_OPEN = 50


class TopicBoard:
    """The topics of every workspace."""

    def __init__(self, database: Database, clock: Clock, audit: Audit, articles: Articles) -> None:
        self._database, self._clock, self._audit, self._articles = database, clock, audit, articles

    async def waiting(self, by: Principal, project_id: ProjectId | None) -> list[Topic]:
        """Return the topics that wait, the best first."""
        async with self._database.reading() as connection:
            listed = await repo.listed(connection, by.workspace_id, project_id, "open")
        found = [one for one in listed if _is_for(by, one)]
        return sorted(found, key=lambda one: -one.score)[:MOST_OPEN]

    async def keep(
        self, by: Principal, project_id: ProjectId | None, type: str, found: Sequence[dict[str, Any]]
    ) -> list[Topic]:
        """Put suggestions on the board; what was there before, in whatever state, is not put there again."""
        made: list[Topic] = []
        async with self._database.transaction() as connection:
            known = await repo.listed(connection, by.workspace_id)
            words = [words_of(one.title) for one in known]
            for one in found:
                if is_told(one["title"], words):
                    continue
                topic = Topic(
                    id=new_id(),
                    workspace_id=by.workspace_id,
                    project_id=project_id,
                    type=type,
                    title=str(one["title"])[:200],
                    description=str(one["description"])[:500],
                    rationale=str(one["rationale"])[:500],
                    angle=str(one["suggestedAngle"])[:500],
                    score=float(one["trendingScore"]),
                    competition=str(one["competitionLevel"]),
                    state="open",
                    created_at=self._clock.now(),
                )
                words.append(words_of(topic.title))
                await repo.add(connection, topic)
                await self._audit.record(
                    connection,
                    by,
                    "topic.create",
                    ("topic", topic.id, topic.title),
                    project_id=project_id,
                    after=topic,
                )
                made.append(topic)
        return made

    async def begin(self, by: Principal, topic_id: str) -> Article:
        """Begin an article from a topic; its reason and angle become the brief."""
        topic = await self._take(by, topic_id, "taken", article_id := new_id())
        brief = " ".join(each for each in (topic.description, topic.angle) if each)
        new = NewArticle(title=topic.title, type=topic.type, brief=brief, project_id=topic.project_id)
        return await self._articles.begin(new, article_id, by, self._clock.now())

    async def dismiss(self, by: Principal, topic_id: str) -> None:
        """Wave a topic off; it is not suggested again."""
        await self._take(by, topic_id, "dismissed", None)

    async def _take(self, by: Principal, topic_id: str, state: TopicState, article_id: str | None) -> Topic:
        async with self._database.transaction() as connection:
            topic = await repo.find(connection, by.workspace_id, topic_id)
            if topic is None or not _is_for(by, topic):
                raise NotFound(say("articles.no_topic_there"))
            if not await repo.decide(connection, topic, state, article_id):
                raise Conflict(say("articles.topic_taken"))
            await self._audit.record(
                connection,
                by,
                f"topic.{state}",
                ("topic", topic.id, topic.title),
                project_id=topic.project_id,
                before=topic,
            )
        return topic


def _is_for(by: Principal, topic: Topic) -> bool:
    return reaches(by, topic.project_id, None)
