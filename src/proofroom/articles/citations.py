"""The citation report: every reference of a text against the stored excerpt it names, sentence by sentence.

It is a gate. What resolves to nothing, a figure or a quotation that no source has, and a sentence that its
source does not carry stop a piece; each finding has its place, so that a person can go there.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field
from typing import Any, Literal

from proofroom.articles.figures import claimed_numbers, numbers_of
from proofroom.articles.parts import REF, Sentence, sentences
from proofroom.articles.support import Support, located, names_of, support
from proofroom.articles.types import ArticleType, ResearchSource
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern

FindingKind = Literal[
    "unknown_ref",
    "broken_source",
    "unknown_link",
    "number",
    "quotation",
    "unsupported",
    "overstated",
    "name",
    "uncited",
    "dead_link",
]
BLOCKING: frozenset[FindingKind] = frozenset(
    ["unknown_ref", "broken_source", "unknown_link", "number", "quotation", "unsupported"]
)
_QUOTED = late_pattern(
    r"“([^”]{8,600})”|\"([^\"\n]{8,600})\"|«([^»]{8,600})»|„([^“”]{8,600})[“”]|‹([^›]{8,600})›"
    r"|(?<!\w)‘((?:[^‘’]|’(?=\w)){8,600})’(?!\w)|(?<!\w)'((?:[^'\n]|'(?=\w)){8,600})'(?!\w)"
)
_LINK = late_pattern(r"https?://[^\s)\]>\"”]+")
_SPACES = re.compile(r"\s+")
_LEAST_QUOTED = 3
"""Words from which on something in quotation marks is somebody's sentence and not a term."""


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

    @property
    def is_blocking(self) -> bool:
        """Tell whether it stops the piece."""
        return self.kind in BLOCKING


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

    @property
    def integrity(self) -> float:
        """Return the share of references that resolve to a stored excerpt."""
        return self.resolved / self.references if self.references else 1.0

    @property
    def coverage(self) -> float:
        """Return the share of sentences with a claim that name a source."""
        return self.cited_claims / self.claims if self.claims else 1.0

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
            "integrity": round(self.integrity, 4),
            "coverage": round(self.coverage, 4),
            "passes": self.passes,
        }


@dataclass(frozen=True, slots=True)
class Stored:
    """What a report compares with: sources by number, the texts of their documents, what the author said."""

    sources: Mapping[int, ResearchSource]
    texts: Mapping[str, str]
    known: str = ""
    """Title and brief: what the author says needs no source."""
    is_translation: bool = False
    """In another language than its sources: references and figures are compared, words cannot be."""

    def is_whole(self, source: ResearchSource) -> bool:
        """Tell whether an excerpt still is what stands in its document, and what its hash says."""
        text = self.texts.get(source.document_id, "")[source.start : source.end]
        return text == source.excerpt and sha256_of(text) == source.excerpt_sha256

    @property
    def everything(self) -> str:
        """Return all excerpts and the author's words."""
        return "\n".join([self.known, *(each.excerpt for each in self.sources.values())])


def sha256_of(text: str) -> str:
    """Return the hash by which a stored text is known."""
    return hashlib.sha256(text.encode()).hexdigest()


def stored(
    sources: Sequence[ResearchSource],
    texts: Mapping[str, str],
    known: str = "",
    *,
    is_translation: bool = False,
) -> Stored:
    """Return what a report compares with."""
    return Stored({each.number: each for each in sources}, texts, known, is_translation)


def check(
    content: str, against: Stored, type: ArticleType = "blog", links: Mapping[str, str] | None = None
) -> CitationReport:
    """Compare a text with its sources; `links` says how their addresses stand, as far as that is known."""
    findings: list[CitationFinding] = []
    citations: list[Citation] = []
    references = claims = cited = 0
    for section, sentence in _placed(content):
        references += len(sentence.refs)
        is_claim = _is_claim(sentence.text)
        claims, cited = claims + is_claim, cited + (is_claim and bool(sentence.refs))
        judged = _judge(section, sentence, against, needs_source=is_claim and type != "showcase")
        citations += judged[0]
        findings += judged[1]
        findings += _dead(section, sentence, against, links or {})
    used = {each.ref for each in citations}
    unused = tuple(number for number in sorted(against.sources) if number not in used)
    return CitationReport(
        references, len(citations), claims, cited, tuple(citations), tuple(findings), unused, links or {}
    )


def _dead(
    section: str, sentence: Sentence, against: Stored, links: Mapping[str, str]
) -> list[CitationFinding]:
    """Return the sources of a sentence whose address is gone; what was read is stored, so nothing stops."""
    named = [against.sources[ref] for ref in dict.fromkeys(sentence.refs) if ref in against.sources]
    return [
        CitationFinding(
            "dead_link",
            section,
            sentence.text,
            sentence.start,
            sentence.end,
            source.source_url,
            source.number,
        )
        for source in named
        if links.get(source.source_url) == "dead"
    ]


def _placed(content: str) -> list[tuple[str, Sentence]]:
    """Return the sentences of a text, each with the heading above it."""
    headings = [(each.start(), each.group(1).strip()) for each in re.finditer(r"(?m)^##[ \t]+(.+)$", content)]
    return [
        (next((name for at, name in reversed(headings) if at <= sentence.start), ""), sentence)
        for sentence in sentences(content)
    ]


def _judge(
    section: str, sentence: Sentence, against: Stored, *, needs_source: bool
) -> tuple[list[Citation], list[CitationFinding]]:
    def found(kind: FindingKind, detail: str, ref: int | None = None) -> CitationFinding:
        return CitationFinding(kind, section, sentence.text, sentence.start, sentence.end, detail, ref)

    citations: list[Citation] = []
    findings: list[CitationFinding] = []
    excerpts: list[str] = []
    for ref in dict.fromkeys(sentence.refs):
        source = against.sources.get(ref)
        if source is None:
            findings.append(found("unknown_ref", f"{{{{ref:{ref}}}}}", ref))
        elif not against.is_whole(source):
            findings.append(found("broken_source", source.source_name, ref))
        else:
            excerpts.append(source.excerpt)
            citations.append(_cite(sentence, source))
    text = " ".join(excerpts)
    if excerpts:
        # What stands word for word in its source needs no weighing.
        if not any(each.is_verbatim for each in citations):
            findings += [found(*each) for each in _against(sentence.text, text, against)]
    else:
        findings += [found("number", each) for each in _foreign_numbers(sentence.text, against)]
        if needs_source and not sentence.refs:
            findings.append(found("uncited", ""))
    if not against.is_translation:
        findings += [found("quotation", each) for each in _foreign_quotes(sentence.text, against)]
    known_links = {each.source_url for each in against.sources.values()}
    for link in _LINK.findall(sentence.text):
        if not any(link.rstrip(".,") in known for known in known_links) and link not in against.known:
            findings.append(found("unknown_link", link))
    return citations, findings


def _against(sentence: str, text: str, against: Stored) -> list[tuple[FindingKind, str]]:
    weighed: Support = support(sentence, text, against.known)
    if against.is_translation:
        # A number that is a word in one language may be a figure in the other.
        missing = claimed_numbers(sentence) - numbers_of(text) - numbers_of(against.known)
        return [("number", ", ".join(sorted(missing)))] if missing else []
    if weighed.numbers:
        return [("number", ", ".join(weighed.numbers))]
    if weighed.turned:
        return [("unsupported", weighed.turned)]
    if weighed.bare_clause:
        return [("unsupported", weighed.bare_clause)]
    made: list[tuple[FindingKind, str]] = []
    if weighed.overstated:
        made.append(("overstated", weighed.overstated))
    if weighed.names:
        made.append(("name", ", ".join(weighed.names)))
    return made


def _cite(sentence: Sentence, source: ResearchSource) -> Citation:
    place = located(sentence, source.excerpt)
    weighed = support(sentence.text, source.excerpt)
    start, end = place or (weighed.start, weighed.end)
    return Citation(
        ref=source.number,
        source_id=source.id,
        document_id=source.document_id,
        sentence=sentence.text,
        at=sentence.start,
        start=source.start + start,
        end=source.start + end,
        quote_sha256=sha256_of(source.excerpt[start:end]),
        share=1.0 if place else weighed.share,
        is_verbatim=place is not None,
    )


def _is_claim(sentence: str) -> bool:
    return bool(claimed_numbers(sentence) or names_of(sentence) or _quotes(sentence))


def _foreign_numbers(sentence: str, against: Stored) -> list[str]:
    missing = claimed_numbers(sentence) - numbers_of(against.everything)
    return [", ".join(sorted(missing))] if missing else []


def _foreign_quotes(sentence: str, against: Stored) -> list[str]:
    there = _flat(against.everything)
    return [each for each in _quotes(sentence) if _flat(each).strip(" .,;:!?") not in there]


def _quotes(sentence: str) -> list[str]:
    found = (next(group for group in each.groups() if group) for each in _QUOTED.finditer(sentence))
    return [each for each in found if len(each.split()) >= _LEAST_QUOTED]


def _flat(text: str) -> str:
    plain = text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"')
    return _SPACES.sub(" ", REF.sub("", plain)).strip().lower()
