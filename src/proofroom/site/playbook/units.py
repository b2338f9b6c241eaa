"""What a request tells, piece by piece: a sentence, a question with its answer, a quotation with its name."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.sentence import BLANK, Sentence
from proofroom.site.playbook.listed import ITEM, Span, is_making, sentences
from proofroom.site.playbook.values import UPPER

_LABEL: Final = re.compile(rf"\W*(?P<label>[^:;.!?{BLANK}]{{2,70}}?)\s*:(?=\s|{ITEM})")
_LABEL_WORDS: Final = 7
_OUTLINES: Final = re.compile(
    r"\b(?:sections?|parts?|pages?|site|website|one-?pager|order|outline|needs?|wants?|see|imagine|like|includ\w*|contain\w*"
    r"|bolum\w*|sayfa\w*|site\w*|sunlar\w*|icerik\w*|sira\w*|asagidaki\w*)\b"
)
"""What stands before a list of sections, and is the name of none."""
_BUTTON: Final = {
    "en": re.compile(
        r"\bbuttons?(?: (?:called|named|labelled|saying|that says|reading|for|to))?\s+"
        r"(?P<name>[\w'’ -]{2,40}?)(?=\s*[,.;!]|\s+and\b|$)"
        r"|\b(?:an?|the)\s+(?P<before>[\w'’ -]{2,30}?)\s+button\b"
    ),
    "tr": re.compile(r"(?:^|[,;:]|\b(?:ve|ile|bir))\s*(?P<name>[\w'’ -]{2,40}?)\s+(?:buton|düğme)\w*"),
}
_IS_BUTTON: Final = re.compile(r"\W*(?:buton|düğme|button)\w*")
_QUOTES: Final = re.compile(r"[\"“«]")
_SIGNED: Final = re.compile(r"\s*[-–—,]?\s*(?P<by>\S.*?)\W*$")


@dataclass(slots=True)
class Unit:
    """A piece of a request that tells something: its name, where one is given, and what is told."""

    start: int
    end: int
    inner: int = 0
    """Where what is told begins, behind its label."""
    label: str = ""
    """What it calls itself before a colon, as it was written."""
    rest: str = ""
    asks: str = ""
    """A question; its answer is the rest."""
    by: str = ""
    quote: str = ""


def button_in(text: str, language: Language) -> str:
    """Return what a button is to say: “with a button Book a seat”, “Randevu iste düğmesi”."""
    for one in Sentence(text).quotes:  # “Yer ayırt” düğmesi
        if _IS_BUTTON.match(text[one.end :]) and len(one.value.split()) <= _LABEL_WORDS:
            return one.value
    found = _BUTTON[language].search(text)
    said = next((one for one in found.groups() if one), "") if found else ""
    if said[:1].islower() and (capital := re.search(rf"\b[{UPPER}].*", said)):
        said = capital[0]  # “yanında Etkinliklere bak düğmesi”
    return said[:1].upper() + said[1:]


def units_of(text: str, masked: str) -> Iterator[Unit]:
    """Yield what a request tells, piece by piece."""
    whole = _whole(masked, sentences(_blanked(text, masked)))
    spans = [part for span in whole for part in _apart(text, masked, *span)]
    at = 0
    while at < len(spans):
        start, end = spans[at]
        at += 1
        unit = Unit(start, end, start, rest=text[start:end].strip())
        found = _LABEL.match(masked, start, end)
        if found and len(found["label"].split()) <= _LABEL_WORDS:
            unit.label = text[slice(*found.span("label"))].strip()
            unit.rest = text[found.end() : end].strip()
            start = unit.inner = found.end()
        colons = (
            list(re.finditer(r":\s", bracketless(masked[start:end]))) if text[end : end + 1] == "?" else []
        )
        if colons:  # “the venue (…), three questions: Are pens provided?”
            yield Unit(
                unit.start,
                start + colons[-1].start(),
                start,
                label=unit.label,
                rest=text[start : start + colons[-1].start()],
            )
            start += colons[-1].end()
            unit = Unit(start, end, start, rest=text[start:end].strip())
        if (
            text[end : end + 1] == "?"
            and unit.rest
            and masked[:start].strip()
            and not is_making(masked[start:end])
        ):
            if unit.label:  # “Some questions: Do you sail in fog?” names a section, and asks
                yield Unit(unit.start, start, start, label=unit.label)
            unit = Unit(start, end + 1, start, asks=f"{unit.rest}?")
            if at < len(spans) and not _begins_anew(text, masked, spans[at]):
                unit.rest, unit.end = text[slice(*spans[at])].strip(" ,"), spans[at][1]
                unit.rest += "." if text[unit.end : unit.end + 1] == "." else ""
                at += 1
        else:
            _sign(unit, text)
        yield unit


def _blanked(text: str, masked: str) -> str:
    """Return the text with its values blanked: a point inside one ends no sentence."""
    return "".join(BLANK if one == BLANK else letter for letter, one in zip(text, masked, strict=True))


def _whole(masked: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the sentences; what follows a semicolon without a name goes on with the list before it."""
    before: Span | None = None
    for start, end in spans:
        if before and ";" in masked[before[1] : start] and not _LABEL.match(masked, start, end):
            before = (before[0], end)
            continue
        if before:
            yield before
        before = (start, end)
    if before:
        yield before


def _apart(text: str, masked: str, start: int, end: int) -> list[Span]:
    """Return a sentence, parted before a clause with a label of its own: “On top X, below it Y: …”."""
    colon = re.search(r":\s", masked[start:end])
    lead = start + colon.start() if colon else start
    cut = bracketless(masked).rfind(",", start, lead)
    is_list = cut < 0 or (not _QUOTES.search(text[start:cut]) and outlines(masked[start:lead]))
    if is_list or not re.search(r"\w", masked[start:cut]):
        return [(start, end)]
    return [(start, cut), (cut + 1, end)]


def bracketless(said: str) -> str:
    """Return words with what stands in brackets blanked."""
    return re.sub(r"\([^()]*\)", lambda one: " " * len(one[0]), said)


def outlines(said: str) -> bool:
    """Tell whether words stand before a list of sections."""
    return _OUTLINES.search(said) is not None


def _begins_anew(text: str, masked: str, span: Span) -> bool:
    """Tell whether a sentence answers no question: it asks itself, has a label, or asks for a section."""
    start, end = span
    return text[end : end + 1] == "?" or bool(_LABEL.match(masked, start, end))


def _sign(unit: Unit, text: str) -> None:
    """Take a quotation apart from whose it is."""
    quotes = [one for one in Sentence(unit.rest).quotes if len(one.value.split()) > 2]
    if not quotes or unit.rest[: quotes[0].start].strip(" ,"):
        return
    signed = _SIGNED.match(unit.rest[quotes[0].end :])
    if signed and len(signed["by"].split()) <= _LABEL_WORDS and signed["by"][:1].isupper():
        unit.quote, unit.by = quotes[0].value, signed["by"].strip(" .")
