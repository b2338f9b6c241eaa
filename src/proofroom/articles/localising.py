"""The same piece in another language: section by section, with every source where it was.

A translation is not compared word by word with sources in another language: its references and figures are.
"""

from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import Any

from proofroom.access import Principal
from proofroom.articles.ask import Task, ask_model
from proofroom.articles.citations import sha256_of
from proofroom.articles.figures import claimed_numbers
from proofroom.articles.lifecycle import Articles, NewArticle
from proofroom.articles.origin import outside_of
from proofroom.articles.parts import REF, parts_of
from proofroom.articles.posting import copy_sources
from proofroom.articles.prompting import fill
from proofroom.articles.reports import gate, report_on, summary_of
from proofroom.articles.types import Article, ArticleSection
from proofroom.articles.work import Work
from proofroom.articles.writing import compose
from proofroom.durable import StepContext
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus, ToolFailed
from proofroom.kernel.ids import derived_id
from proofroom.kernel.strings import say

Json = dict[str, Any]
STEP = "localizeArticle"
TOKENS = 3_000
TEMPERATURE = 0.3
TITLE, OPENING = "Title", "Opening"


async def begin_translation(
    articles: Articles, article: Article, locale: str, by: Principal, at: datetime
) -> Article:
    """Begin the same piece in another language, with the same sources under the same numbers."""
    if article.status not in ("ready", "published"):
        raise InvalidStatus(
            say("articles.not_ready", status=article.status),
            currentStatus=article.status,
            expectedStatus=["ready", "published"],
            operation=STEP,
        )
    if not locale or locale == article.locale:
        raise InvalidInput(say("articles.same_locale", locale=locale or "-"))
    gate(article.report, None)
    new = NewArticle(
        title=article.title,
        type=article.type,
        tone=article.tone,
        brief=article.brief,
        locale=locale,
        tags=article.tags,
        project_id=article.project_id,
        outside=outside_of(article),
    )
    stamp = int(article.created_at.timestamp() * 1000)
    # Asked for twice it is one translation, until the piece says something else.
    made = await articles.begin(
        new, derived_id(stamp, article.id, locale, sha256_of(article.content)), by, at
    )
    if made.status != "draft":
        raise Conflict(say("articles.translated", title=made.title, locale=locale))
    if not await articles.research(made, limit=1):
        await copy_sources(articles, article, made, int(at.timestamp() * 1000))
    metadata = made.metadata | {
        "translationOf": article.id,
        "translatedFrom": article.locale,
        "sentTo": article.metadata.get("sentTo"),
    }
    return await articles.write(
        made.workspace_id,
        made.id,
        "beginTranslation",
        by,
        at,
        to="draft",
        expected=["draft"],
        metadata=metadata,
        sections=article.sections,
        content=article.content,
        visuals_metadata=article.visuals_metadata,
        writing_metadata={"opening": article.writing_metadata.get("opening", "")},
    )


async def localize(work: Work) -> Json:
    """Have title, opening and sections translated, each with the references it has."""
    await work.check(STEP)
    article = await work.article()
    title = (await _translated(work, article, TITLE, article.title, 0)).splitlines()[0].strip("# ")
    opening = str(article.writing_metadata.get("opening", ""))
    opening = await _translated(work, article, OPENING, opening, 1)
    made: list[ArticleSection] = []
    for number, section in enumerate(article.sections, 2):
        heading = await _translated(work, article, f"{section.heading}: heading", section.heading, number)
        text = await _translated(work, article, section.heading, _whole(article, section), number)
        heading = heading.splitlines()[0].strip("# ")
        made.append(replace(section, heading=heading, content=text, state="written", is_locked=False))

    async def keep(step: StepContext) -> Json:
        named = replace(article, title=title[:200] or article.title)
        content = compose(named, opening, made)
        report = await report_on(work.articles, article, content)
        await work.write(
            step,
            STEP,
            keeps_version=True,
            title=named.title,
            content=content,
            sections=tuple(made),
            report=report.as_dict(),
            writing_metadata={"opening": opening, "runId": work.flow.run.id},
        )
        return {"locale": article.locale, "title": named.title, "citations": summary_of(report)}

    return await work.flow.step("99.localize.keep", "keep the translation", keep)


def _whole(article: Article, section: ArticleSection) -> str:
    """Return a section as it stands in the piece, with its pictures, as far as it does."""
    from_piece = dict(parts_of(article.content))
    return from_piece.get(section.heading) or section.content


async def _translated(work: Work, article: Article, name: str, text: str, number: int) -> str:
    """Return a part in the article's language; one that loses a source or a figure is asked for once more.

    A part without a word, such as the text of a section that is only a heading, stays as it is.
    """
    if not text.strip():
        return text
    key = f"90.localize.{number:02d}" + (".heading" if name.endswith(": heading") else "")
    prompt = fill(
        "articles.translate",
        before=article.metadata.get("translatedFrom", ""),
        after=article.locale,
        part=name,
        text=text,
    )
    task = Task(prompt, TEMPERATURE, TOKENS)
    for attempt in ("", ".again"):
        written = await ask_model(work.flow, key + attempt, name, task, work.models("translate"))
        said = written.text.strip()
        if not said:
            raise ToolFailed(say("articles.no_translator"))
        if _keeps(text, said):
            return said
    raise ToolFailed(say("articles.translation_lost", part=name))


def _keeps(before: str, after: str) -> bool:
    same_sources = Counter(REF.findall(before)) == Counter(REF.findall(after))
    return same_sources and claimed_numbers(REF.sub("", before)) == claimed_numbers(REF.sub("", after))
