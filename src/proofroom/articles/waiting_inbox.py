"""Articles in the inbox: foundations that wait for a person's word."""

from dataclasses import replace

from proofroom.access import Principal
from proofroom.articles.lifecycle import Articles
from proofroom.articles.types import Article
from proofroom.articles.visibility import Visibility
from proofroom.kernel.strings import say
from proofroom.reviews.inbox import Source
from proofroom.reviews.types import InboxItem

KIND, APPROVE = "article", "articles.own.approve"


def inbox_source(articles: Articles) -> Source:
    """Return the inbox source for foundations."""

    async def items(principal: Principal) -> list[InboxItem]:
        if not principal.can_somewhere(APPROVE):
            return []
        visibility = Visibility.of(replace(principal, asked_for=APPROVE), "articles.team.approve")
        found = await articles.find(visibility, statuses=["foundations_approval"], limit=100)
        return [_item(each) for each in found]

    return items


def _item(article: Article) -> InboxItem:
    return InboxItem(
        kind=KIND,
        id=article.id,
        title=say("articles.approve_title", title=article.title),
        state="pending",
        is_waiting=True,
        is_high_risk=False,
        project_id=article.project_id,
        run_id=article.run_id,
        asked_by="writer",
        for_person_id=article.owner_id,
        created_at=article.updated_at,
        about=article.title,
        count=len(article.sections),
    )
