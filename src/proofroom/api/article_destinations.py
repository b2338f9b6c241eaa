"""Articles sent to places outside: a website's webhook, or WordPress."""

import re
from datetime import datetime
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.articles import article_for
from proofroom.api.security import StudioDep, requires_somewhere
from proofroom.api.shapes import In, Out
from proofroom.articles import Article, Articles
from proofroom.articles.reports import gate
from proofroom.articles.sending import check_ready, parts
from proofroom.entities.destinations import Publishable, PublishStatus, key_of
from proofroom.entities.publications import Publications
from proofroom.wiring import Studio

router = APIRouter(prefix="/articles", tags=["articles"])
_OWN_PICTURE = re.compile(r"!\[([^\[\]]*)\]\((media/[^)\s\[]+)\)\n*")


class ArticleDestination(In):
    """Where an article is sent, by name or id of the connection, and whether it is public at once."""

    connection: str = Field(min_length=1, max_length=200)
    status: Literal["draft", "publish"] = "draft"


class ArticlePublication(Out):
    """What a place outside made of an article; the same words are not sent twice."""

    destination: str
    external_id: str
    url: str
    status: str
    sent_at: datetime
    is_new: bool


@router.post("/{article_id}/publish-to")
async def publish_article_to(
    article_id: str,
    body: ArticleDestination,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.publish"),
) -> ArticlePublication:
    """Send a finished article to a place outside; sent again, it changes the post that is there."""
    article = await article_for(studio, principal, article_id)
    check_ready(article, "publishTo")
    gate(article.report, None)
    publications = studio.get(Publications)
    place = await publications.destination(principal.workspace_id, body.connection)
    piece = await _piece(studio, article, body.status)
    key = key_of(place.id, piece)
    sent: dict[str, Any] = dict(article.metadata.get("publications") or {})
    known: dict[str, Any] = sent.get(place.id) or {}
    if known.get("key") == key:
        return _shown(known, is_new=False)
    receipt = await publications.send(place, piece, key, str(known.get("externalId", "")))
    made = {
        "destination": place.name,
        "key": key,
        "externalId": receipt.external_id,
        "url": receipt.url,
        "status": receipt.status,
        "sentAt": studio.clock.now().isoformat(),
    }
    await studio.get(Articles).write(
        article.workspace_id,
        article.id,
        "publishTo",
        principal,
        studio.clock.now(),
        to=article.status,
        expected=[article.status],
        metadata=article.metadata | {"publications": sent | {place.id: made}},
    )
    return _shown(made, is_new=True)


async def _piece(studio: Studio, article: Article, status: PublishStatus) -> Publishable:
    told = parts(article, await studio.get(Articles).research(article))
    public = (studio.settings.public_url or "").rstrip("/")

    def picture(found: re.Match[str]) -> str:
        # Where the studio has no public address, nobody outside could load its pictures.
        if not public:
            return ""
        return f"![{found[1]}]({public}/api/delivery/{article.project_id}/{found[2]})\n\n"

    return Publishable(
        title=told["title"],
        body=_OWN_PICTURE.sub(picture, told["body"]),
        excerpt=told["summary"],
        slug=told["slug"],
        fields={"locale": article.locale, "tags": list(article.tags)},
        entity_id=article.id,
        type_slug="article",
        status=status,
        publish_at=None,
    )


def _shown(made: dict[str, Any], *, is_new: bool) -> ArticlePublication:
    return ArticlePublication(
        destination=made["destination"],
        external_id=made["externalId"],
        url=made["url"],
        status=made["status"],
        sent_at=datetime.fromisoformat(made["sentAt"]),
        is_new=is_new,
    )
