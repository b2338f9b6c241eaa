"""What a brief is: questions in layers about one record, answered by claims that name their sources."""

from collections.abc import Iterable, Sequence
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.entities.types import EntityId
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say

BriefKind = Literal["executive_summary", "diligence_memo", "assessment_report"]
Source = Literal["record", "documents", "relations", "earlier"]
MOST_CLAIMS = 12


@dataclass(frozen=True, slots=True)
class BriefQuestion:
    """One field of a brief: what is asked, from what it is answered, and which fields come before it."""

    key: str
    asks: str
    """The key of the question in the texts."""
    source: Source
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence, and the records that say so."""

    text: str
    source_entity_ids: tuple[str, ...]

    def told(self) -> dict[str, Any]:
        """Return it as it is kept and told."""
        return {"text": self.text, "source_entity_ids": list(self.source_entity_ids)}


@dataclass(frozen=True, slots=True)
class BriefField:
    """A field of one brief as it stands."""

    key: str
    layer: int
    claims: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    run_id: RunId | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Brief:
    """A brief about a record: which records it may cite, and what it came to."""

    id: str
    workspace_id: WorkspaceId
    entity_id: EntityId
    kind: BriefKind
    agent: str
    status: str
    headline: str
    scope: list[str]
    citations: list[str]
    run_id: RunId | None
    task_id: str | None
    created_at: datetime
    accepted_by: str | None = None
    accepted_at: datetime | None = None


_OVERVIEW = BriefQuestion("overview", "entities.brief.overview", "record")
_FACTS = BriefQuestion("facts", "entities.brief.facts", "documents")
_CONNECTIONS = BriefQuestion("connections", "entities.brief.connections", "relations")
_HEADLINE = "headline"

KINDS: dict[BriefKind, tuple[BriefQuestion, ...]] = {
    "executive_summary": (
        _OVERVIEW,
        _FACTS,
        _CONNECTIONS,
        BriefQuestion("strengths", "entities.brief.strengths", "earlier", ("overview", "facts")),
        BriefQuestion("gaps", "entities.brief.gaps", "earlier", ("overview", "connections")),
        BriefQuestion(_HEADLINE, "entities.brief.headline", "earlier", ("strengths", "gaps")),
    ),
    "diligence_memo": (
        _OVERVIEW,
        _FACTS,
        _CONNECTIONS,
        BriefQuestion("risks", "entities.brief.risks", "earlier", ("facts", "connections")),
        BriefQuestion("questions", "entities.brief.questions", "earlier", ("overview", "facts")),
        BriefQuestion(_HEADLINE, "entities.brief.headline", "earlier", ("risks", "questions")),
    ),
    "assessment_report": (
        _OVERVIEW,
        _FACTS,
        BriefQuestion("findings", "entities.brief.findings", "earlier", ("overview", "facts")),
        BriefQuestion("recommendation", "entities.brief.recommendation", "earlier", ("findings",)),
        BriefQuestion(_HEADLINE, "entities.brief.headline", "earlier", ("recommendation",)),
    ),
}
"""The kinds of briefs; the last layer of each is its headline, and then the citations are checked."""


def brief_layers(questions: Sequence[BriefQuestion]) -> list[list[BriefQuestion]]:
    """Return questions in the layers of what they need (Kahn's algorithm)."""
    left, done, layers = list(questions), set[str](), list[list[BriefQuestion]]()
    while left:
        free = [one for one in left if done >= set(one.needs)]
        if not free:
            raise InvalidInput(say("entities.circle", fields=", ".join(one.key for one in left)))
        layers.append(free)
        done |= {one.key for one in free}
        left = [one for one in left if one not in free]
    return layers


def check_claims(claims: Iterable[Claim], scope: Iterable[str]) -> list[str]:
    """Return all sources that claims cite; refuse one that is not connected to the brief's record."""
    known, cited = set(scope), dict[str, None]()
    for claim in claims:
        if not claim.source_entity_ids:
            raise InvalidInput(say("entities.brief.uncited", text=claim.text[:80]))
        for one in claim.source_entity_ids:
            if one not in known:
                raise InvalidInput(say("entities.foreign_source", id=one[:40]))
            cited[one] = None
    return list(cited)


def read_claims(stored: Iterable[dict[str, Any]]) -> list[Claim]:
    """Return claims as they were kept."""
    return [Claim(one["text"], tuple(one["source_entity_ids"])) for one in stored]
