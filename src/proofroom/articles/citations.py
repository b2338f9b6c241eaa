"""The citation report: every reference of a text against the stored excerpt it names, sentence by sentence.

It is a gate. What resolves to nothing, a figure or a quotation that no source has, and a sentence that its
source does not carry stop a piece; each finding has its place, so that a person can go there. Rules read
every sentence: what they are certain of is a finding, another wording that they cannot follow is left open
and stops nothing. Where a model has read it too (`reading.py`), what it said is checked, joins what the rules
found, and settles what they left open.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence

from proofroom.articles.citation_report import (
    OPEN,
    RULES,
    Citation,
    CitationFinding,
    CitationReport,
    FindingKind,
)
from proofroom.articles.figures import claimed_numbers, numbers_of
from proofroom.articles.parts import Sentence, sentences
from proofroom.articles.quoting import EDGES, flat, place_of
from proofroom.articles.reading import UNREAD, ClaimReading, Readings, is_borne_out, key_of, lifts
from proofroom.articles.support import Support, carried, located, names_of, support
from proofroom.articles.types import ArticleType, ResearchSource
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern

_QUOTED = late_pattern(
    r"“([^”]{8,600})”|\"([^\"\n]{8,600})\"|«([^»]{8,600})»|„([^“”]{8,600})[“”]|‹([^›]{8,600})›"
    r"|(?<!\w)‘((?:[^‘’]|’(?=\w)){8,600})’(?!\w)|(?<!\w)'((?:[^'\n]|'(?=\w)){8,600})'(?!\w)"
)
_LINK = late_pattern(r"https?://[^\s)\]>\"”]+")
_UNWRITTEN = late_pattern(r"\[(?:PLACEHOLDER\b|Write hook here)", re.IGNORECASE)
"""A place of the plan that nobody has filled."""
_LEAST_QUOTED = 3
"""Words from which on something in quotation marks is somebody's sentence and not a term."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What a report compares with: sources by number, the texts of their documents, what the author said."""

    sources: Mapping[int, ResearchSource]
    texts: Mapping[str, str]
    known: str = ""
    """Title and brief: what the author says needs no source."""
    is_translation: bool = False
    """In another language than its sources: references and figures are compared, words cannot be."""

    def cited(self, sentence: Sentence) -> list[ResearchSource]:
        """Return the sources a sentence names, as far as they are whole."""
        named = (self.sources.get(ref) for ref in dict.fromkeys(sentence.refs))
        return [each for each in named if each is not None and self.is_whole(each)]

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
    content: str,
    against: Stored,
    type: ArticleType = "blog",
    links: Mapping[str, str] | None = None,
    readings: Readings = UNREAD,
) -> CitationReport:
    """Compare a text with its sources; `links` says how their addresses stand, as far as that is known."""
    judged = [
        _judge(section, sentence, against, readings, needs_source=type != "showcase")
        for section, sentence in _placed(content)
    ]
    findings = [
        found
        for each in judged
        for found in (*each.findings, *_dead(each.section, each.sentence, against, links or {}))
    ]
    citations = [citation for each in judged for citation in each.citations]
    claims = [each for each in judged if each.is_claim]
    believed = [each.reading for each in judged if each.reading is not None]
    used = {each.ref for each in citations}
    return CitationReport(
        references=sum(len(each.sentence.refs) for each in judged),
        resolved=len(citations),
        claims=len(claims),
        cited_claims=sum(bool(each.sentence.refs) for each in claims),
        citations=tuple(citations),
        findings=tuple(findings),
        unused=tuple(number for number in sorted(against.sources) if number not in used),
        links=links or {},
        readings=readings.only(each.key for each in judged),
        weighed=sum(each.is_weighed for each in judged),
        models=tuple(sorted({each.model for each in believed})),
        read=len(believed),
        lifted=tuple(found for each in judged for found in each.lifted),
    )


def claims_to_weigh(content: str, against: Stored) -> list[tuple[str, Sentence, list[ResearchSource]]]:
    """Return the sentences that name a source and do not stand in it word for word, by section."""
    found = [(section, sentence, against.cited(sentence)) for section, sentence in _placed(content)]
    return [
        (section, sentence, cited)
        for section, sentence, cited in found
        if cited and not any(located(sentence, each.excerpt) for each in cited)
    ]


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


@dataclass(frozen=True, slots=True)
class _Judged:
    """A sentence, what resolves of it, and what was found."""

    section: str
    sentence: Sentence
    is_claim: bool
    citations: Sequence[Citation]
    findings: Sequence[CitationFinding]
    lifted: Sequence[CitationFinding] = ()
    is_weighed: bool = False
    key: str = ""
    reading: ClaimReading | None = None
    """What a model said of it, where that is borne out."""


def _judge(
    section: str, sentence: Sentence, against: Stored, readings: Readings, *, needs_source: bool
) -> _Judged:
    def found(
        kind: FindingKind, detail: str, ref: int | None = None, found_by: str = RULES, quote: str = ""
    ) -> CitationFinding:
        return CitationFinding(
            kind, section, sentence.text, sentence.start, sentence.end, detail, ref, found_by, quote
        )

    if _UNWRITTEN.match(sentence.text):
        return _Judged(section, sentence, False, (), [found("unwritten", "")])
    findings: list[CitationFinding] = []
    for ref in dict.fromkeys(sentence.refs):
        source = against.sources.get(ref)
        if source is None:
            findings.append(found("unknown_ref", f"{{{{ref:{ref}}}}}", ref))
        elif not against.is_whole(source):
            findings.append(found("broken_source", source.source_name, ref))
    cited = against.cited(sentence)
    # What stands word for word in its source needs no weighing.
    is_weighed = bool(cited) and not any(located(sentence, each.excerpt) for each in cited)
    reading = readings.of(sentence.text, cited) if is_weighed else None
    if reading is not None and not is_borne_out(
        reading, sentence.text, cited, is_translation=against.is_translation
    ):
        reading = None
    lifted: list[CitationFinding] = []
    if is_weighed:
        weighed = _weighed(sentence.text, cited, against, reading)
        lifted = [found(kind, detail, quote=quote) for kind, detail, quote in weighed if quote]
        kept: dict[FindingKind, str] = {kind: detail for kind, detail, quote in weighed if not quote}
        if reading is not None and (told := _said(reading)):
            who = f"{RULES}, {reading.model}" if told[0] in kept else reading.model
            findings.append(found(*told, found_by=who, quote=" … ".join(reading.quotes)))
            kept.pop(told[0], None)
            kept.pop(OPEN, None)
        findings += [found(kind, detail) for kind, detail in kept.items()]
    is_claim = _is_claim(sentence.text)
    if not cited:
        findings += [found("number", each) for each in _foreign_numbers(sentence.text, against)]
        if needs_source and is_claim and not sentence.refs:
            findings.append(found("uncited", ""))
    if not against.is_translation:
        findings += [found("quotation", each) for each in _foreign_quotes(sentence.text, against)]
    findings += [found("unknown_link", link) for link in _foreign_links(sentence.text, against)]
    return _Judged(
        section,
        sentence,
        is_claim,
        [_cite(sentence, each, reading) for each in cited],
        findings,
        lifted,
        is_weighed,
        key_of(sentence.text, cited) if is_weighed else "",
        reading,
    )


def _said(reading: ClaimReading) -> tuple[FindingKind, str] | None:
    """Return what a model found: half a claim goes further than its source, the rest is not carried."""
    if reading.verdict == "carried":
        return None
    return ("overstated" if reading.verdict == "partly" else "unsupported", "; ".join(reading.uncarried))


def _weighed(
    sentence: str, cited: Sequence[ResearchSource], against: Stored, reading: ClaimReading | None
) -> list[tuple[FindingKind, str, str]]:
    """Return what the rules find in a sentence, each with the quote by which a model lifts it, if any."""
    text = " ".join(each.excerpt for each in cited)
    made: list[tuple[FindingKind, str, str]] = []
    for kind, detail, disputed in _against(sentence, text, against):
        is_lifted = (
            reading is not None and not against.is_translation and lifts(reading, sentence, disputed, cited)
        )
        made.append((kind, detail, " … ".join(reading.quotes) if reading is not None and is_lifted else ""))
    return made


def _against(sentence: str, text: str, against: Stored) -> list[tuple[FindingKind, str, str]]:
    """Return what the rules hold against a sentence, and the words of it that only a quote may lift."""
    weighed: Support = support(sentence, text, against.known)
    if against.is_translation:
        # A number that is a word in one language may be a figure in the other.
        missing = ", ".join(sorted(claimed_numbers(sentence) - numbers_of(text) - numbers_of(against.known)))
        return [("number", missing, missing)] if missing else []
    if weighed.numbers:
        missing = ", ".join(weighed.numbers)
        return [("number", missing, missing)]
    if other := weighed.moved or weighed.denied:
        return [("unsupported", other, other)]
    if weighed.names:
        names = ", ".join(weighed.names)
        return [("name", names, names)]
    return [(OPEN, weighed.unproved, weighed.disputed)] if weighed.unproved else []


def _cite(sentence: Sentence, source: ResearchSource, reading: ClaimReading | None) -> Citation:
    """Return where a source carries a sentence: the words a model has shown, else those the rules chose."""
    place = located(sentence, source.excerpt)
    quotes = reading.quotes if reading is not None and reading.verdict in ("carried", "partly") else ()
    shown = next((at for quote in quotes if (at := place_of(quote, source.excerpt))), None)
    share, chosen = (1.0, place) if place else carried(sentence.text, source.excerpt)
    start, end = shown if shown and not place else chosen
    return Citation(
        ref=source.number,
        source_id=source.id,
        document_id=source.document_id,
        sentence=sentence.text,
        at=sentence.start,
        start=source.start + start,
        end=source.start + end,
        quote_sha256=sha256_of(source.excerpt[start:end]),
        share=share,
        is_verbatim=place is not None,
    )


def _is_claim(sentence: str) -> bool:
    return bool(claimed_numbers(sentence) or names_of(sentence) or _quotes(sentence))


def _foreign_numbers(sentence: str, against: Stored) -> list[str]:
    missing = claimed_numbers(sentence) - numbers_of(against.everything)
    return [", ".join(sorted(missing))] if missing else []


def _foreign_quotes(sentence: str, against: Stored) -> list[str]:
    quotes = _quotes(sentence)
    there = flat(against.everything) if quotes else ""
    return [each for each in quotes if flat(each).strip(EDGES) not in there]


def _foreign_links(sentence: str, against: Stored) -> list[str]:
    known = [against.known, *(each.source_url for each in against.sources.values())]
    return [link for link in _LINK.findall(sentence) if not any(link.rstrip(".,") in each for each in known)]


def _quotes(sentence: str) -> list[str]:
    found = (next(group for group in each.groups() if group) for each in _QUOTED.finditer(sentence))
    return [each for each in found if len(each.split()) >= _LEAST_QUOTED]
