"""What a finding rests on: the passage nearest to its sentence, what it lacks, and what could stand instead.

A suggestion is one that the report itself holds nothing against; what no rule can say is left to a person.
"""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from proofroom.access import Principal
from proofroom.articles.citation_report import BLOCKING, CitationFinding, FindingKind
from proofroom.articles.citations import Stored, check
from proofroom.articles.lifecycle import Articles
from proofroom.articles.parts import REF
from proofroom.articles.reports import Json, stored_for
from proofroom.articles.support import support
from proofroom.articles.types import Article, ResearchSource
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.strings import say

DISMISSIBLE: Final[frozenset[FindingKind]] = frozenset(
    ["number", "quotation", "unsupported", "unproved", "overstated", "name", "uncited", "dead_link"]
)
"""What a person can know better than a rule. A reference to nothing stays one, whoever says otherwise."""
_LONGEST: Final = 400
_MOST: Final = 5
_RELATED: Final = 0.3
"""The share of a sentence's words from which on a source tells of the same."""


@dataclass(frozen=True, slots=True)
class NearPassage:
    """Where a source is nearest to a sentence, and whether the report holds nothing against it there."""

    source: ResearchSource
    start: int
    end: int
    """In the excerpt."""
    share: float
    carries: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """A finding beside its source."""

    finding: Json
    nearest: NearPassage | None
    numbers: tuple[str, ...]
    names: tuple[str, ...]
    replacement: str
    """The sentence as its source has it; empty where there is none to show."""
    others: Sequence[NearPassage]
    """Sources that tell of it, those that carry it first."""


async def evidence_for(articles: Articles, article: Article, start: int, kind: str) -> Evidence:
    """Return what a finding of an article's report rests on."""
    finding = _finding(article, start, kind)
    against = await stored_for(articles, article)
    return await asyncio.to_thread(_evidence, finding, against, article)


def _finding(article: Article, start: int, kind: str) -> Json:
    findings: list[Json] = (article.report or {}).get("findings", [])
    found = next((each for each in findings if each["start"] == start and each["kind"] == kind), None)
    if found is None:
        raise NotFound(say("articles.no_finding"))
    return found


def _evidence(finding: Json, against: Stored, article: Article) -> Evidence:
    sentence = str(finding["sentence"])
    marked = article.content[finding["start"] : finding["end"]]
    named = {int(number) for number in REF.findall(marked)}
    passages = [_passage(sentence, each, against) for each in against.sources.values()]
    passages.sort(key=lambda each: (not each.carries, -each.share, each.source.number))
    cited = [each for each in passages if each.source.number in named]
    nearest = max(cited or passages, key=lambda each: each.share, default=None)
    weighed = support(sentence, nearest.source.excerpt, against.known) if nearest else None
    return Evidence(
        finding,
        nearest,
        weighed.numbers if weighed else (),
        weighed.names if weighed else (),
        _replacement(nearest, against),
        [each for each in passages if each.carries or each.share >= _RELATED][:_MOST],
    )


def _passage(sentence: str, source: ResearchSource, against: Stored) -> NearPassage:
    weighed = support(sentence, source.excerpt, against.known)
    cited = f"{sentence} {{{{ref:{source.number}}}}}"
    carries = weighed.share >= _RELATED and against.is_whole(source) and not _held_against(cited, against)
    return NearPassage(source, weighed.start, weighed.end, weighed.share, carries)


def _held_against(text: str, against: Stored) -> tuple[CitationFinding, ...]:
    return check(text, against).findings


def _replacement(nearest: NearPassage | None, against: Stored) -> str:
    """Return what the nearest passage says itself, as a sentence that names it."""
    if nearest is None or nearest.share < _RELATED:
        return ""
    said = " ".join(nearest.source.excerpt[nearest.start : nearest.end].split())
    text = f"{said} {{{{ref:{nearest.source.number}}}}}"
    return text if said and len(said) <= _LONGEST and not _held_against(text, against) else ""


async def dismiss(
    articles: Articles, article: Article, start: int, kind: str, reason: str, by: Principal, at: datetime
) -> Article:
    """Keep why a person holds a finding for none, or without a reason take that back; both are audited."""
    by.require_human()
    finding = _finding(article, start, kind)
    if kind not in DISMISSIBLE:
        raise InvalidInput(say("articles.dismiss_never"))
    why = " ".join(reason.split())
    told: Json = {"by": by.name, "reason": why, "at": at.isoformat()} if why else {}
    return await articles.write(
        article.workspace_id,
        article.id,
        "dismissFinding" if why else "restoreFinding",
        by,
        at,
        to=article.status,
        expected=[article.status],
        report=_with(article.report or {}, finding, told),
    )


def _with(report: Json, finding: Json, told: Json) -> Json:
    findings = [
        each | {"dismissed": told, "blocking": each["kind"] in BLOCKING and not told}
        if each is finding
        else each
        for each in report["findings"]
    ]
    return report | {"findings": findings, "passes": not any(each["blocking"] for each in findings)}
