"""What a citation report says: what resolves, what was found and where, and who has read it."""

from collections.abc import Mapping
from dataclasses import asdict, field
from typing import Any, Literal

from proofroom.articles.reading import UNREAD, Readings
from proofroom.kernel.data import dataclass

FindingKind = Literal[
    "unknown_ref",
    "broken_source",
    "unknown_link",
    "number",
    "quotation",
    "unsupported",
    "unproved",
    "overstated",
    "name",
    "uncited",
    "dead_link",
    "unwritten",
]
BLOCKING: frozenset[FindingKind] = frozenset(
    ["unknown_ref", "broken_source", "unknown_link", "number", "quotation", "unsupported", "unwritten"]
)
OPEN: FindingKind = "unproved"
"""What rules alone cannot tell: nothing is held against it, and a reader has to say."""
RULES = "rules"


@dataclass(frozen=True, slots=True)
class CitationFinding:
    """Something in a text that its sources do not bear out, with its place."""

    kind: FindingKind
    section: str
    sentence: str
    start: int
    end: int
    detail: str
    ref: int | None = None
    found_by: str = RULES
    """The rules, the model that read the sentence, or both."""
    quote: str = ""
    """What the source says instead, or by which it was lifted, where a model has shown it."""
    dismissed: Mapping[str, str] = field(default_factory=dict[str, str])
    """Which person holds it for none, when, and why; empty where nobody does."""

    @property
    def is_blocking(self) -> bool:
        """Tell whether it stops the piece."""
        return self.kind in BLOCKING and not self.dismissed


@dataclass(frozen=True, slots=True)
class Citation:
    """A reference that resolves: the quote in the stored document, by offsets and hash."""

    ref: int
    source_id: str
    document_id: str
    sentence: str
    at: int
    """Where the sentence begins in the article."""
    start: int
    end: int
    """The quote's place in the document."""
    quote_sha256: str
    share: float
    is_verbatim: bool


@dataclass(frozen=True, slots=True)
class CitationReport:
    """How a text stands to its sources."""

    references: int
    resolved: int
    claims: int
    cited_claims: int
    citations: tuple[Citation, ...]
    findings: tuple[CitationFinding, ...]
    unused: tuple[int, ...]
    """Numbers of sources that no sentence names."""
    links: Mapping[str, str] = field(default_factory=dict[str, str])
    """How the addresses of sources stood when they were last tried: alive, dead, unchecked."""
    readings: Readings = UNREAD
    """What a model said of the claims of this text, believed or not."""
    weighed: int = 0
    """Claims that do not stand word for word in their sources: these have to be judged."""
    models: tuple[str, ...] = ()
    """Models whose word on a claim counts here; empty where it was read by rules only."""
    read: int = 0
    """Claims on which such a word counts."""
    lifted: tuple[CitationFinding, ...] = ()
    """What the rules found and a model has shown to be carried."""

    @property
    def integrity(self) -> float:
        """Return the share of references that resolve to a stored excerpt."""
        return self.resolved / self.references if self.references else 1.0

    @property
    def coverage(self) -> float:
        """Return the share of sentences with a claim that name a source."""
        return self.cited_claims / self.claims if self.claims else 1.0

    @property
    def unproved(self) -> int:
        """Return how many claims are left open: rules are not certain, and nobody else has said."""
        return sum(each.kind == OPEN and not each.dismissed for each in self.findings)

    @property
    def passes(self) -> bool:
        """Tell whether nothing stops the piece."""
        return not any(each.is_blocking for each in self.findings)

    def as_dict(self) -> dict[str, Any]:
        """Return it as it is stored and shown."""
        told = asdict(self)
        findings = [asdict(each) | {"blocking": each.is_blocking} for each in self.findings]
        return told | {
            "findings": findings,
            "readings": self.readings.as_dict(),
            "integrity": round(self.integrity, 4),
            "coverage": round(self.coverage, 4),
            "unproved": self.unproved,
            "passes": self.passes,
        }
