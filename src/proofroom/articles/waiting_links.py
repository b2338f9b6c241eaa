"""Links to foundations that wait: good for one decision about one article, for whoever has them."""

from proofroom.access import Principal
from proofroom.articles.lifecycle import Articles
from proofroom.articles.visibility import Visibility
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say
from proofroom.reviews.links import FindLinkRight, LinkRight

KIND = "article"


def find_link_right(articles: Articles) -> FindLinkRight:
    """Return what a link to an article allows: to read its plan and to say yes or no, while it waits."""

    async def find(principal: Principal, subject_id: str) -> LinkRight:
        article = await articles.get(Visibility.of(principal, "articles.team.approve"), subject_id)
        principal.require("articles.own.approve", article.project_id)
        if article.status != "foundations_approval":
            raise NotFound(say("articles.not_waiting"))
        return LinkRight(article.project_id, frozenset({"articles.own.read", "articles.own.approve"}))

    return find
