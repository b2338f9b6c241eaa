"""What a second reader, a language model, said of claims, and how far that is believed.

Its answer is checked like any other text: what it quotes has to stand word for word in the stored excerpt
and to speak of the claim, what it disputes has to stand in the claim. What does not pass counts as not said.
Where an excerpt has the signs of an order to its reader, nothing is lifted by it.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, field
from typing import Any, Final, Literal

import msgspec

from proofroom.articles.quoting import place_of
from proofroom.articles.support import Support, stems, support
from proofroom.articles.types import ResearchSource
from proofroom.kernel.data import dataclass
from proofroom.safety import scan

Verdict = Literal["carried", "partly", "not_carried", "contradicted"]
Json = dict[str, Any]
MOST_QUOTES: Final = 4
_LEAST_QUOTED: Final = 3
"""Words a quote has at least: one or two stand anywhere."""
_SPEAKS: Final = 0.5
"""Share of a claim's words that have a counterpart in what is quoted for it. Of labelled claims that are
carried 99 in 100 have more, of sentences about something else 7 in 100."""


@dataclass(frozen=True, slots=True)
class ClaimReading:
    """What a model said of one claim."""

    verdict: Verdict
    quotes: tuple[str, ...]
    """The words of the excerpts by which it is carried or contradicted."""
    uncarried: tuple[str, ...]
    """The words of the claim that nothing carries."""
    model: str


@dataclass(frozen=True, slots=True)
class Readings:
    """What was said of the claims of a text; those of sentences that have changed since are not found."""

    by_claim: Mapping[str, ClaimReading] = field(default_factory=dict[str, ClaimReading])
    trouble: str = ""
    """Why some were not read, if a model was asked."""

    def of(self, claim: str, sources: Sequence[ResearchSource]) -> ClaimReading | None:
        """Return what was said of a claim with these sources."""
        return self.by_claim.get(key_of(claim, sources))

    def only(self, keys: Iterable[str]) -> "Readings":
        """Return those of some claims."""
        return Readings({key: self.by_claim[key] for key in keys if key in self.by_claim}, self.trouble)

    def as_dict(self) -> Json:
        """Return them as a report keeps them."""
        return {
            "byClaim": {key: asdict(each) for key, each in self.by_claim.items()},
            "trouble": self.trouble,
        }


UNREAD: Final = Readings()


def kept_in(report: Json | None) -> Readings:
    """Return what a stored report has of them."""
    told: Json = (report or {}).get("readings") or {}
    kept = msgspec.convert(told.get("byClaim", {}), dict[str, ClaimReading])
    return Readings(kept, str(told.get("trouble", "")))


def key_of(claim: str, sources: Sequence[ResearchSource]) -> str:
    """Return by what a claim is known: its words and exactly the excerpts it cites."""
    told = "\n".join([claim, *(each.excerpt_sha256 for each in sources)])
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def is_borne_out(
    reading: ClaimReading, claim: str, sources: Sequence[ResearchSource], *, is_translation: bool = False
) -> bool:
    """Tell whether what a reader said of a claim can be seen in the claim and in its sources."""
    if not all(_stands(quote, sources) for quote in reading.quotes):
        return False
    if any(place_of(each, claim) is None for each in reading.uncarried):
        return False
    match reading.verdict:
        case "carried":
            is_shown = bool(reading.quotes) and not reading.uncarried
            return is_shown and (is_translation or _share(claim, reading.quotes) >= _SPEAKS)
        case "not_carried":
            return bool(reading.uncarried)
        case _:
            return bool(reading.quotes) and bool(reading.uncarried)


def lifts(reading: ClaimReading, claim: str, disputed: str, sources: Sequence[ResearchSource]) -> bool:
    """Tell whether a reader's quotes carry words that the rules dispute; `disputed` is empty for a wording.

    A figure, a name, a denial and whatever else can be named is judged by what stands there: the quotes must
    have the words, and the rules must find nothing of the kind when they read the quotes alone.
    """
    has_orders = any(scan(each.excerpt, origin="document").families for each in sources)
    if reading.verdict != "carried" or has_orders:
        return False
    quoted = " ".join(reading.quotes)
    again: Support = support(claim, quoted)
    if again.numbers or again.names or again.moved or again.denied or again.disputed:
        return False
    return set(stems(disputed)) <= set(stems(quoted))


def _stands(quote: str, sources: Sequence[ResearchSource]) -> bool:
    is_long = len(quote.split()) >= _LEAST_QUOTED
    return is_long and any(place_of(quote, each.excerpt) is not None for each in sources)


def _share(claim: str, quotes: Sequence[str]) -> float:
    return support(claim, " ".join(quotes)).share
