"""One section again: written anew from its sources, put back in its place, and compared with them."""

import re
from dataclasses import replace
from typing import Any

from proofroom.articles.parts import parts_of
from proofroom.articles.pictures import PLACEHOLDER
from proofroom.articles.reports import report_on, summary_of
from proofroom.articles.statuses import WRITTEN, refused
from proofroom.articles.types import Article, ArticleSection, Status
from proofroom.articles.work import Work
from proofroom.articles.writing import write_one
from proofroom.durable import StepContext
from proofroom.kernel.errors import InvalidStatus, NotFound
from proofroom.kernel.strings import say

Json = dict[str, Any]
_PICTURE = re.compile(r"^!\[[^\[\]]*\]\([^)\[]*\)$", re.MULTILINE)


async def write_section(work: Work) -> Json:
    """Write one section again; a published piece is ready again then."""
    heading = str(work.options.get("section", ""))

    async def look(step: StepContext) -> Json:
        article = await work.article()
        if article.status not in WRITTEN:
            raise refused("writeContentSection", article.status, WRITTEN)
        found = next((each for each in article.sections if each.heading == heading), None)
        if found is None:
            raise NotFound(say("articles.no_section", heading=heading))
        if found.is_locked:
            raise InvalidStatus(say("articles.section_locked", heading=heading))
        return {}

    await work.flow.step("70.section.look", "look at the section", look, kind="guard")
    article = await work.article()
    old = next(each for each in article.sections if each.heading == heading)
    sources = await work.articles.research(article)
    others = [each.content for each in article.sections if each.heading != heading]
    made = await write_one(
        work, article, replace(old, notes=old.notes), sources, 1, others, "", key="75.section"
    )

    async def keep(step: StepContext) -> Json:
        now = await work.article()
        content = put_back(now, now.content, heading, made.content)
        report = await report_on(work.articles, now, content)
        sections = tuple(made if each.heading == heading else each for each in now.sections)
        after: Status = "ready" if now.status == "published" else now.status
        await work.write(
            step,
            "writeContentSection",
            to=after,
            expected=WRITTEN,
            keeps_version=True,
            content=content,
            sections=sections,
            report=report.as_dict(),
        )
        return _told(made, now.tone) | {"citations": summary_of(report)}

    return await work.flow.step("79.section.keep", "keep the section", keep)


def put_back(article: Article, content: str, heading: str, text: str) -> str:
    """Return a text with one section's words replaced, if there are new ones; a picture in it stays.

    Once an article has been illustrated nobody fills a place for a picture any more, so none is put in.
    """
    if not text:
        return content
    old = next((body for name, body in parts_of(content) if name == heading), None)
    if old is None:
        return content
    pictures = _PICTURE.findall(old)
    is_illustrated = article.visuals_metadata.get("phase", {}).get("phase") == "complete"
    new = PLACEHOLDER.sub("", text).strip() if pictures or is_illustrated else text.strip()
    whole = "\n\n".join([new, *pictures])
    return (
        content.replace(old, whole, 1)
        if old
        else content.replace(f"## {heading}", f"## {heading}\n\n{whole}", 1)
    )


def _told(made: ArticleSection, tone: str) -> Json:
    return {
        "content": made.content,
        "sectionHeading": made.heading,
        "researchSourcesUsed": list(made.sources),
        "wordCount": len(made.content.split()),
        "tone": tone,
    }
