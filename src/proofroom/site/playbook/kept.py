"""Nothing that a request tells is lost: what has no place of its own stands as text in the nearest section.

Sections take what they have a place for: a price list takes prices, a week takes times. This looks at what
was written, finds the values and names of the request that are on none of its sections, and says in whose
words they were told and where they belong.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from proofroom.providers.offline.counting import NUMBERS
from proofroom.providers.offline.sentence import Sentence, plain
from proofroom.site.playbook.brief import PageBrief
from proofroom.site.playbook.facts import names_in
from proofroom.site.playbook.listed import Span, pieces, sentences, split
from proofroom.site.playbook.order import core_of
from proofroom.site.playbook.values import CLOSED, IS_FREE, values_in

_ALL: Final = ("price", "date", "times", "phone", "address")
_HOME_OF: Final = {
    "phone": ("contact", "footer"),
    "email": ("contact", "footer"),
    "address": ("contact", "areas", "footer"),
    "times": ("hours", "schedule", "contact"),
    "price": ("pricing",),
    "told": ("hero",),
}
"""Where a value belongs that stands in no section's own words."""
_LONG: Final = 12
_HEADING: Final = re.compile(r"</h[12]>(?:\s*<p class=\"d-lead\">[^<]*</p>)?")
_FOOT_BRAND: Final = re.compile(r"<p class=\"d-foot-brand\">[^<]*</p>")
_NUMBER: Final = re.compile(r"(?<![\w.,:/])\d[\d.,]*\d?(?![\w:/])")
_BRACKETS: Final = re.compile(r"\(([^()]+)\)")
_AND: Final = re.compile(r"\s*,\s*|\s+(?:and|ve|&)\s+")
_COUNTS: Final = re.compile(r"\W*(?:it|she|he|they|we) (?:have |has )?\w+ (\w+)\b(?:\s+\w+){0,4}\W*$")
"""“It sleeps six.”: a number in words, told of the place."""
_ONLY_NAMES: Final = re.compile(r"\W*(?:\w+ ){0,2}(?:adi|adimiz|ismi|ismimiz|name|name is|called)\W*")
"""What is left of “Festivalin adı Küçük Perde” without the name, which every page shows."""
_TAGS: Final = re.compile(r"<style.*?</style>|<[^>]+>", re.DOTALL)
_LEADS: Final = re.compile(
    r"^(?:footer|hero|header|and|ve|plus|with|at|on|in|for|from|to|by|is|are|of|the|our|via|ile"
    r"|bir de|which|who|that|it|as)\s+",
    re.IGNORECASE,
)


def left_out(brief: PageBrief, written: Mapping[str, str]) -> dict[str, str]:
    """Return what the request tells and no section shows: a text for each section that is nearest to it."""
    if brief.asked.told:
        return {
            key: note for key, lines in brief.asked.told.items() if (note := _not_in(lines, written[key]))
        }
    shown = _folded(" ".join(html.unescape(_TAGS.sub(" ", one)) for one in written.values()))
    text, notes = brief.asked.text, dict[str, list[str]]()
    phrases = list(pieces(text))
    for kind, (start, end) in _told(brief, text):
        parts = _AND.split(text[start:end]) if kind == "name" else [text[start:end]]
        if all(re.search(rf"(?<!\w){re.escape(_folded(one))}(?!\w)", shown) for one in parts):
            continue
        said = _phrase(text, (start, end), phrases)
        if kind == "told" and _ONLY_NAMES.fullmatch(plain(said.replace(brief.facts.name, ""))):
            continue
        if (home := _nearest(brief, kind, start, written)) and not any(
            said in line for lines in notes.values() for line in lines
        ):
            notes.setdefault(home, []).append(said)
    return {key: " · ".join(lines) for key, lines in notes.items()}


def _not_in(lines: Iterable[str], section: str) -> str:
    """Return what a section was told and does not show."""
    shown = _folded(html.unescape(_TAGS.sub(" ", section))).split()
    lost = [one for one in lines if not set(_folded(one).split()) <= set(shown)]
    return " · ".join(f"{one[:1].upper()}{one[1:]}" for one in lost)


def with_note(section: str, note: str) -> str:
    """Return a section with a text more below its heading."""
    text = f'<p class="d-text">{html.escape(note)}</p>'
    found = _HEADING.search(section) or _FOOT_BRAND.search(section)
    at = found.end() if found else section.rindex("</")
    return section[:at] + text + section[at:]


def _told(brief: PageBrief, text: str) -> Iterator[tuple[str, Span]]:
    sentence = Sentence(text)
    for one in values_in(text, _ALL):
        yield one.kind, (one.start, one.end)
    for address in sentence.emails:
        yield "email", (text.index(address), text.index(address) + len(address))
    for closed in CLOSED.finditer(plain(text)):
        yield "times", closed.span()
    for key, (start, end) in brief.asked.spans.items():
        if brief.form_of(key) == "contact":  # it has no place for what stands in brackets behind its name
            for aside in _BRACKETS.finditer(text, start, end):
                yield "aside", aside.span(1)
    for free in IS_FREE.finditer(plain(text)):
        yield "price", free.span()
    for handle in re.finditer(r"(?<![\w.])@[\w.]*\w", text):
        yield "email", handle.span()
    yield from (("told", span) for span in _only_told(brief, text))
    for number in _NUMBER.finditer(text):
        yield "number", number.span()
    for quote in sentence.quotes:
        yield "quote", (quote.start + 1, quote.end - 1)
    for span in names_in(text, brief.language):
        yield "name", span


def _only_told(brief: PageBrief, text: str) -> Iterator[Span]:
    """Yield what a sentence says, piece by piece, that asks for no section."""
    asked = [span for span in brief.asked.spans.values() if span != (0, 0)]
    for start, end in sentences(text):
        is_list = "," in text[start:end] and text[:start].strip()
        if any(a < end and start < b for a, b in asked):
            continue
        if is_list:
            yield from split(plain(text), start, end)
        elif (found := _COUNTS.match(plain(text[start:end]))) and found[1] in NUMBERS:
            yield start, end


def _folded(text: str) -> str:
    """Return a text as it is looked for: plain letters, no Turkish endings behind an apostrophe."""
    bare = re.sub(r"(?<=\w)'(?!s\b)[a-z]+\b", "", plain(text))
    return re.sub(r"\W+", " ", re.sub(r"([£$€₺%@+])", r"\1 ", bare)).strip()


def _phrase(text: str, span: Span, phrases: list[Span]) -> str:
    """Return the words in which something was told; where they go on for long, just the thing itself."""
    around = [one for one in phrases if one[0] <= span[0] and span[1] <= one[1]]
    start, end = around[-1] if around else span
    _, (start, end) = core_of(plain(text), start, end)
    if not start <= span[0] < span[1] <= end or len(text[start:end].split()) > _LONG:
        start, end = span
    said = re.sub(r"[\"“”«»‘]|(?<!\w)['’]|['’](?!\w)", "", text[start:end]).strip(" ,;:.–—-")
    while hit := _LEADS.match(said):
        said = said[hit.end() :]
    return ("İ" if said[:1] == "i" and re.search("[çğışöü]", text) else said[:1].upper()) + said[1:]


def _nearest(brief: PageBrief, kind: str, at: int, written: Mapping[str, str]) -> str:
    """Return the section that something belongs to: the one whose words it stands in, else by its kind."""
    spans = {key: one for key, one in brief.asked.spans.items() if key in written}
    inside = [key for key, (start, end) in spans.items() if start <= at < end]
    if inside:
        return inside[-1]
    for form in _HOME_OF.get(kind, ()):
        if home := next((key for key in written if brief.form_of(key) == form), ""):
            return home
    before = [(start, key) for key, (start, _) in spans.items() if start <= at]
    return max(before)[1] if before else next((key for key in ("hero", *written) if key in written), "")
