"""A finding of a citation report beside its source, and a person's word that it is none."""

from typing import Any

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.articles import ArticleDetail, article_for, show
from proofroom.api.security import StudioDep, requires, requires_somewhere
from proofroom.api.shapes import EventNumber, In, Out
from proofroom.articles import Articles
from proofroom.articles.evidence import NearPassage, dismiss, evidence_for

router = APIRouter(prefix="/articles", tags=["articles"])


class FindingDismissal(In):
    """Which finding is none, by its place and kind, and why; without a reason it counts again."""

    start: int = Field(ge=0)
    kind: str = Field(max_length=40)
    reason: str = Field(max_length=500)


class EvidencePassage(Out):
    """Where a source is nearest to a sentence: its excerpt, and the place in it."""

    number: int
    source_name: str
    source_url: str
    excerpt: str
    start: int
    end: int
    share: float
    carries: bool
    """The report would hold nothing against the sentence with this source."""


class FindingEvidence(Out):
    """What a finding rests on, what could stand instead, and which other sources tell of it."""

    finding: dict[str, Any]
    nearest: EvidencePassage | None
    numbers: list[str]
    names: list[str]
    replacement: str
    others: list[EvidencePassage]


@router.get("/{article_id}/findings/evidence")
async def read_finding_evidence(
    article_id: str,
    start: EventNumber,
    kind: str,
    studio: StudioDep,
    principal: Principal = requires("articles.own.read"),
) -> FindingEvidence:
    """Return a finding with the passage nearest to its sentence, a replacement, and sources that carry it."""
    article = await article_for(studio, principal, article_id)
    found = await evidence_for(studio.get(Articles), article, start, kind)
    return FindingEvidence(
        finding=found.finding,
        nearest=_shown(found.nearest) if found.nearest else None,
        numbers=list(found.numbers),
        names=list(found.names),
        replacement=found.replacement,
        others=[_shown(each) for each in found.others],
    )


@router.put("/{article_id}/findings")
async def dismiss_finding(
    article_id: str,
    body: FindingDismissal,
    studio: StudioDep,
    principal: Principal = requires_somewhere("articles.own.update"),
) -> ArticleDetail:
    """Hold a finding for none, with the reason, or take that back; only a person may."""
    article = await article_for(studio, principal, article_id)
    articles, at = studio.get(Articles), studio.clock.now()
    return show(await dismiss(articles, article, body.start, body.kind, body.reason, principal, at))


def _shown(passage: NearPassage) -> EvidencePassage:
    source = passage.source
    return EvidencePassage(
        number=source.number,
        source_name=source.source_name,
        source_url=source.source_url,
        excerpt=source.excerpt,
        start=passage.start,
        end=passage.end,
        share=passage.share,
        carries=passage.carries,
    )
