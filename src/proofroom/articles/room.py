"""What articles bring to the house."""

from proofroom.access import Principal
from proofroom.articles.desk import Articles, Sight
from proofroom.articles.intent import MEANINGS
from proofroom.house import Destination, FindDestinations, House, Room
from proofroom.kernel.ids import ProjectId


def room(house: House) -> Room:
    """Return articles."""
    articles = Articles(house.database, house.clock, house.access.audit)
    return Room(
        name="articles",
        offers=[articles],
        meanings={"articles": MEANINGS},
        search=[_find_articles(articles)],
    )


def _find_articles(articles: Articles) -> FindDestinations:
    async def find(
        principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        if not principal.can("articles.own.read"):
            return []
        sight = Sight(principal.workspace_id, principal.person_id, principal.can("articles.team.read"))
        found = await articles.find(sight, query=query, project_id=project_id, limit=limit)
        return [
            Destination("articles", "article", one.id, one.title, f"/articles?article={one.id}", one.status)
            for one in found
        ]

    return find
