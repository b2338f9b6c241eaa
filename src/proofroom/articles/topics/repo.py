"""Topics in the database. Every query names the workspace."""

from proofroom.articles.topics.types import Topic, TopicState
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.store import Connection
from proofroom.store.mapped import Mapped, given
from proofroom.store.tables.articles import article_topics

TOPICS = Mapped(article_topics, Topic)


async def add(connection: Connection, topic: Topic) -> None:
    """Put a topic on the board."""
    await TOPICS.insert(connection, topic)


async def find(connection: Connection, workspace_id: WorkspaceId, topic_id: str) -> Topic | None:
    """Return a topic."""
    return await TOPICS.find(connection, workspace_id=workspace_id, id=topic_id)


async def listed(
    connection: Connection,
    workspace_id: WorkspaceId,
    project_id: ProjectId | None = None,
    state: TopicState | None = None,
) -> list[Topic]:
    """Return topics, newest first."""
    wanted = given(workspace_id=workspace_id, project_id=project_id, state=state)
    return await TOPICS.list(connection, order_by=article_topics.c.id.desc(), **wanted)


async def decide(
    connection: Connection, topic: Topic, state: TopicState, article_id: str | None = None
) -> bool:
    """Take an open topic off the board; tell whether it was open."""
    one = {"workspace_id": topic.workspace_id, "id": topic.id, "state": "open"}
    return await TOPICS.update(connection, {"state": state, "article_id": article_id}, **one) == 1
