"""The citation report of an article: made from what is stored with it, told in short, and held as a gate."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from proofroom.access import Principal
from proofroom.articles.citation_report import OPEN, CitationReport
from proofroom.articles.citations import Stored, check, stored
from proofroom.articles.lifecycle import Articles
from proofroom.articles.parts import REF
from proofroom.articles.reading import Readings, kept_in
from proofroom.articles.types import Article
from proofroom.kernel.errors import ToolFailed
from proofroom.kernel.strings import say

Json = dict[str, Any]


async def report_on(
    articles: Articles,
    article: Article,
    content: str,
    links: Mapping[str, str] | None = None,
    readings: Readings | None = None,
) -> CitationReport:
    """Compare a text with the article's stored sources.

    Links that were tried before count as they stood, and so does what a model or a person said of sentences
    that stay.
    """
    tried = links if links is not None else (article.report or {}).get("links")
    said = readings if readings is not None else kept_in(article.report)
    against = await stored_for(articles, article)
    report = await asyncio.to_thread(check, content, against, article.type, tried, said)
    return _still_dismissed(report, article.report or {})


def _still_dismissed(report: CitationReport, before: Json) -> CitationReport:
    """Return a report in which findings stay dismissed whose sentence is as it was."""
    known = {
        (each["kind"], each["sentence"], each["detail"]): each["dismissed"]
        for each in before.get("findings", [])
        if each.get("dismissed")
    }
    findings = (
        replace(each, dismissed=known.get((each.kind, each.sentence, each.detail), {}))
        for each in report.findings
    )
    return replace(report, findings=tuple(findings)) if known else report


async def stored_for(articles: Articles, article: Article) -> Stored:
    """Return what an article's text is compared with."""
    sources = await articles.research(article)
    texts = {each.id: each.text for each in await articles.documents(article)}
    known = f"{article.title}\n{article.brief}"
    return stored(sources, texts, known, is_translation="translationOf" in article.metadata)


async def checked_again(articles: Articles, article: Article, by: Principal, at: datetime) -> Article:
    """Return an article whose text was brought back, compared with its sources again, if it names any."""
    if not REF.search(article.content) or article.status not in ("ready", "published"):
        return article
    report = await report_on(articles, article, article.content)
    return await keep_report(articles, article, report, "checkCitations", by, at)


async def keep_report(
    articles: Articles, article: Article, report: CitationReport, action: str, by: Principal, at: datetime
) -> Article:
    """Keep a report with an article that stays as it is otherwise."""
    return await articles.write(
        article.workspace_id,
        article.id,
        action,
        by,
        at,
        to=article.status,
        expected=[article.status],
        report=report.as_dict(),
    )


def summary_of(report: CitationReport) -> Json:
    """Return a report's figures and what stops the piece, without the list of citations."""
    told = report.as_dict()
    kept = ("references", "resolved", "integrity", "coverage", "unproved", "passes")
    blocking = [each for each in told["findings"] if each["blocking"]]
    certain = sum(each.kind != OPEN for each in report.findings)
    return {name: told[name] for name in kept} | {"findings": certain, "blocking": blocking}


def gate(report: Json | None, accepted: object) -> None:
    """Stop a piece whose citations do not hold, naming the places; a person may have accepted them."""
    if report is None or report["passes"] or accepted:
        return
    blocking = [each for each in report["findings"] if each["blocking"]]
    places = "; ".join(f"{each['kind']} “{each['detail']}”: {each['sentence'][:80]}" for each in blocking[:5])
    raise ToolFailed(say("articles.gate", places=places), findings=blocking)
