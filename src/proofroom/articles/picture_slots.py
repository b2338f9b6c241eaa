"""The pictures of a text that is there: approved, rejected, or made again as somebody wants them."""

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from typing import Any

from proofroom.access import Principal
from proofroom.articles.illustrating import draw_one
from proofroom.articles.lifecycle import Articles
from proofroom.articles.pictures import ImageNeed, alt_of, embed, needs_of, resolution
from proofroom.articles.reports import report_on
from proofroom.articles.statuses import WRITTEN, refused
from proofroom.articles.types import Article, Status
from proofroom.articles.work import Work
from proofroom.durable import StepContext
from proofroom.kernel.errors import Conflict, NotFound, ToolFailed
from proofroom.kernel.strings import say

Json = dict[str, Any]
LONGEST = 2_000
EARLIER = 10
REDRAW, IMPROVE = "regenerateImage", "improveImageContent"


async def decide_pictures(
    articles: Articles,
    article: Article,
    approved: Sequence[str],
    rejected: Sequence[str],
    by: Principal,
    at: datetime,
) -> tuple[Article, Json]:
    """Say which pictures stay; a rejected one goes from the text, and is not asked for any more."""
    if article.run_id is not None:
        raise Conflict(say("articles.busy"))
    needs, finals = _slots(article, "updateImageApproval")
    keep = {slot_of(article, each)["id"] for each in approved}
    drop = {slot_of(article, each)["id"] for each in rejected} - keep
    content = article.content
    for final in finals:
        if final["image_need_id"] in drop:
            content = without_picture(content, _addresses(final))
    visuals = article.visuals_metadata | {
        "needs": [
            each | ({"approved": True} if each["id"] in keep else {})
            for each in needs
            if each["id"] not in drop
        ],
        "finals": [each for each in finals if each["image_need_id"] not in drop],
    }
    changes: Json = {"visuals_metadata": visuals}
    if content != article.content:
        report = await report_on(articles, article, content)
        changes |= {"content": content, "report": report.as_dict()}
    done = await articles.write(
        article.workspace_id,
        article.id,
        "updateImageApproval",
        by,
        at,
        to=_after(article) if "content" in changes else article.status,
        expected=[article.status],
        keeps_version="content" in changes,
        **changes,
    )
    waiting = sum(not each.get("approved") for each in visuals["needs"])
    return done, {"approved": len(keep), "rejected": len(drop), "remaining": waiting}


async def add_slots(articles: Articles, article: Article, by: Principal, at: datetime) -> Article:
    """Make slots of the places for pictures that somebody has put into a finished text since."""
    needs, _ = _slots(article, "generateFinalImages")
    wanted = [each for each in needs_of(article.content, article.type, article.tone) if each.placeholder]
    known = {each.get("placeholder") for each in needs}
    taken = {each["id"] for each in needs}
    free = (name for number in count(1) if (name := f"image-{number}") not in taken)
    fresh = [
        each.as_dict() | {"id": next(free), "placeholder": each.placeholder}
        for each in wanted
        if each.placeholder not in known
    ]
    if not fresh:
        return article
    return await articles.write(
        article.workspace_id,
        article.id,
        "generateFinalImages",
        by,
        at,
        to=article.status,
        expected=[article.status],
        visuals_metadata=article.visuals_metadata | {"needs": [*needs, *fresh]},
    )


async def redraw(work: Work) -> Json:
    """Make one picture again, from other words or with a wish, and put it where the old one is."""
    operation = IMPROVE if "currentImageUrl" in work.options else REDRAW

    async def look(step: StepContext) -> Json:
        article = await work.article()
        _slots(article, operation)
        return slot_of(article, str(work.options.get("imageId") or work.options.get("currentImageUrl")))

    slot: Json = await work.flow.step("62.picture.look", "look at the picture", look, kind="guard")
    article = await work.article()
    need = _wanted(article, slot, work.options)
    made = await draw_one(work, article, need)
    if made.get("error"):
        raise ToolFailed(say("articles.no_picture", why=made["error"]))

    async def keep(step: StepContext) -> Json:
        now = await work.article()
        needs, finals = _slots(now, operation)
        before = [at for each in finals if each["image_need_id"] == need.id for at in _addresses(each)]
        content = swap(now.content, before, need, made["url"])
        told = need.as_dict() | ({"wish": need.wish} if need.wish else {})
        drawn = made | {"earlier": [each for each in before if each != made["url"]][-EARLIER:]}
        kept = [each for each in finals if each["image_need_id"] != need.id] + [drawn]
        order = [each["id"] for each in needs]
        kept.sort(key=lambda each: order.index(each["image_need_id"]))
        visuals = now.visuals_metadata | {
            "needs": [told if each["id"] == need.id else each for each in needs],
            "finals": kept,
        }
        report = await report_on(work.articles, now, content)
        await work.write(
            step,
            operation,
            to=_after(now),
            expected=WRITTEN,
            keeps_version=True,
            content=content,
            visuals_metadata=visuals,
            report=report.as_dict(),
        )
        return {"finals": kept, "image": made, "contentWithImages": content}

    return await work.flow.step("68.picture.keep", "put the picture in", keep)


def slot_of(article: Article, name: str) -> Json:
    """Return the slot of a picture by its own id, by the picture's id, or by its address."""
    visuals = article.visuals_metadata
    by_final = {
        each[key]: each["image_need_id"] for each in visuals.get("finals", []) for key in ("id", "url")
    }
    wanted = by_final.get(name, name)
    for each in visuals.get("needs", []):
        if each["id"] == wanted:
            return each
    known = ", ".join(each["id"] for each in visuals.get("needs", []))
    raise NotFound(say("articles.no_slot", id=name[:200], known=known or "-"))


def without_picture(content: str, addresses: Sequence[str]) -> str:
    """Return a text without a picture, under whichever of its addresses it stands there."""
    for url in addresses:
        content = re.sub(r"\n{3,}", "\n\n", _picture(url).sub("", content, count=1))
    return content


def swap(content: str, before: Sequence[str], need: ImageNeed, url: str) -> str:
    """Return a text with a picture in the place of another; where there was none, after its heading."""
    shown = f"![{alt_of(need.description)}]({url})"
    for old in before:
        if _picture(old).search(content):
            return _picture(old).sub(lambda _: shown, content, count=1)
    return embed(content, need, url)


def _addresses(final: Json) -> list[str]:
    """Return where a picture is, and where it was: a text that was brought back has an earlier one."""
    return [final["url"], *final.get("earlier", [])]


def _picture(url: str) -> re.Pattern[str]:
    return re.compile(rf"!\[[^\]]*\]\({re.escape(url)}\)")


def _wanted(article: Article, slot: Json, options: Json) -> ImageNeed:
    said = str(options.get("newDescription") or "").strip()
    width, height = resolution(slot["purpose"], article.type)
    return ImageNeed(
        slot["id"],
        (said or slot["description"])[:LONGEST],
        slot["purpose"],
        slot["placement_after"],
        str(options.get("imageStyle") or slot["style"]),
        width,
        height,
        str(slot.get("placeholder") or ""),
        str(options.get("userFeedback") or "").strip(),
    )


def _slots(article: Article, operation: str) -> tuple[list[Json], list[Json]]:
    visuals = article.visuals_metadata
    if article.status not in WRITTEN or not visuals.get("needs"):
        raise refused(operation, article.status, ("ready", "published"))
    return list(visuals["needs"]), list(visuals.get("finals", []))


def _after(article: Article) -> Status:
    return "ready" if article.status == "published" else article.status
