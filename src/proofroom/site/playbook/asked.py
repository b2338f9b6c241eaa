"""Which sections a request for a page asks for, in the order it names them.

People name a section by its usual name (`[section]` in `words.toml`), or they say what stands in it, as one
item of a list (`[hint]`). What is listed and is neither gets a section under its own words.
"""

import re
from collections.abc import Iterator
from typing import Final, cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import plain

WORDS: Final = read_toml("proofroom.site.playbook", "words.toml")
SECTIONS: Final = {
    name: re.compile(words) for name, words in cast("dict[str, str]", WORDS["section"]).items()
}
_HINTS: Final = {
    name: re.compile(rf"\b(?:{words})\b") for name, words in cast("dict[str, str]", WORDS["hint"]).items()
}
_NOT_BEFORE: Final = re.compile(r"\b(?:without|no|except|not|skip)\s+(?:a |an |the |any )?$")
_NOT_AFTER: Final = re.compile(r"^\w*\s+(?:olmadan|olmasin|haric|istemiyorum|koyma)")
_LIST: Final = re.compile(
    r"(?:\b(?:with|including|containing|having|showing|featuring|listing"
    r"|(?:that|which) (?:has|have|includes?|contains?|shows?))\b|:)(?P<list>.+)$",
    re.DOTALL,
)
_TURKISH_LIST: Final = re.compile(
    r"(?:[:;]|\b(?:icin|hakkinda)\b|^(?!.*(?:[:;]|\b(?:icin|hakkinda)\b)))(?P<list>(?:(?![:;]).)*?)"
    r"(?=\b(?:olan|olsun|iceren|bulunan|gosteren|yer alan)\b|[.!]|$)",
    re.DOTALL,
)
_BETWEEN: Final = re.compile(r"[,;&]|\b(?:and|ve|plus|ile|ayrica)\b")
_OWN_WORDS: Final = 4
_REFUSING: Final = frozenset({"without", "no", "except", "not", "skip"})
_CLAUSE: Final = re.compile(r"[^.?!;:]+")
_FILLER: Final = """
a an the and ve ile bir section sections bolum bolumu bolumler bolumleri page sayfa sayfasi olsun please
sayfada sitede bolumlu kisim kismi kisimlari alani alanlari
lutfen some nice simple one clear short in turkish english turkce ingilizce our us its their my me also then
just bizim onun ayrica of to it is on at for bir de ama yap kur hazirla olustur tasarla istiyorum lazim site
sitesi web website landing home acilis tanitim internet
"""
_NOISE: Final = frozenset(_FILLER.split())


Hit = tuple[int, int, str]
"""Where words stand, and the section they mean."""


@dataclass(frozen=True, slots=True)
class AskedSections:
    """What a request asks for, in order; what of it nobody has a form for, and what it refuses."""

    sections: tuple[str, ...]
    own: dict[str, str]
    """What the request calls them, by id."""
    refused: frozenset[str]


def sections_asked(text: str, rest: str, language: Language) -> AskedSections:
    """Return the sections that a request names; `rest` is the text in plain letters without its subject."""
    hits = _named(rest)
    own = dict[str, str]()
    for start, end in _items(rest, *_list_span(rest, language)):
        if any(first < end and start < last for first, last, _ in hits):
            continue
        if meant := _hinted(rest[start:end]):
            hits.append((start, end, meant))
        elif found := _own(text, rest, start, end, language):
            own[found[0]] = found[1]
            hits.append((start, end, found[0]))
    gone = _refused(rest)
    names = dict.fromkeys(name for _, _, name in sorted(hits) if name not in gone)
    return AskedSections(tuple(names), own, gone)


def section_in(text: str) -> str | None:
    """Return the section that plain words name first."""
    hits = [(hit.start(), -len(hit[0]), name) for name, one in SECTIONS.items() if (hit := one.search(text))]
    return min(hits)[2] if hits else None


def _named(text: str) -> list[Hit]:
    """Return where sections stand under their names; more words mean more than fewer of them."""
    found = [(*hit.span(), name) for name, one in SECTIONS.items() for hit in one.finditer(text) if hit[0]]
    return [
        (start, end, name)
        for start, end, name in found
        if not any(
            other != name and first <= start and end <= last and last - first > end - start
            for first, last, other in found
        )
    ]


def _list_span(rest: str, language: Language) -> tuple[int, int]:
    """Return where the list stands: after the word that begins it, else the clause with most commas."""
    found = (_TURKISH_LIST if language == "tr" else _LIST).search(rest)
    if found is not None and len(_BETWEEN.findall(found["list"])) > 1:
        return found.span("list")
    clauses = [one.span() for one in _CLAUSE.finditer(rest) if "," in one[0]]
    if clauses:
        return max(clauses, key=lambda span: rest.count(",", *span))
    return found.span("list") if found is not None else (0, 0)


def _items(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the items of a list stand: between commas, and around the `and` before the last of them."""
    last = max(text.rfind(sign, start, end) for sign in ",;")
    for between in _BETWEEN.finditer(text, start, end):
        if between[0] in ",;" or between.start() > last:
            yield start, between.start()
            start = between.end()
    yield start, end


def _hinted(item: str) -> str | None:
    """Return the section that most words of an item speak for; of two, the one that is spoken of first."""
    found = list[tuple[int, int, str]]()
    for name, words in _HINTS.items():
        if hits := [hit.start() for hit in words.finditer(item)]:
            found.append((-len(hits), hits[0], name))
    return min(found)[2] if found else None


def _own(text: str, rest: str, start: int, end: int, language: Language) -> tuple[str, str] | None:
    """Return the id and title of an item that no section has a form for; None where it says nothing."""
    words = [word for word in re.finditer(r"\w[\w'-]*", rest[start:end]) if word[0] not in _NOISE]
    if not words or len(words) > _OWN_WORDS or words[0][0] in _REFUSING:
        return None
    title = text[start + words[0].start() : start + words[-1].end()]
    key = re.sub(r"[^a-z0-9]+", "-", plain(title)).strip("-")
    if not key or key in SECTIONS:
        return None
    upper = {"i": "İ", "ı": "I"} if language == "tr" else {}
    return key, upper.get(title[0], title[0].upper()) + title[1:]


def _refused(rest: str) -> frozenset[str]:
    return frozenset(
        name
        for name, one in SECTIONS.items()
        for hit in one.finditer(rest)
        if _NOT_BEFORE.search(rest[: hit.start()]) or _NOT_AFTER.search(rest[hit.end() :])
    )
