"""What a request for a page says: what it is about, what it is called, and which sections it asks for."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Final, cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import Sentence, plain

WORDS: Final = read_toml("proofroom.site.playbook", "words.toml")
TRADES: Final = read_toml("proofroom.site.playbook", "trades.toml")
SECTIONS: Final = {
    name: re.compile(words) for name, words in cast("dict[str, str]", WORDS["section"]).items()
}
_USUAL: Final = (("features", "steps", "faq", "contact"), ("features", "gallery", "testimonials", "contact"))
_END: Final = (
    r"(?=\s+(?:with|including|containing|having|showing|featuring|listing|offering|where"
    r"|(?:that|which) (?:has|have|includes?|contains?|shows?)|it|using|and it|and include)\b"
    r"|\s*[:;.(!?]|,?\s*$|,\s*(?:with|including))"
)
_RUN: Final = re.compile(
    r"\b(?:(?:we|i) (?:run|own|have|are|am|make|keep|manage)|ours is)\s+(?P<subject>[^,;.:]+?)\s*[,;.:]"
    r"|^(?:our|my|the) (?P<needing>[^,;.:]+?) needs?\b"
)
_ENGLISH: Final = re.compile(rf"\b(?:for|about|of)\s+(?P<subject>.+?){_END}", re.DOTALL)
_TURKISH: Final = re.compile(r"^(?P<subject>[^,:;]+|.+?)\s+(?:icin|hakkinda|ile ilgili)\b", re.DOTALL)
_TURKISH_PAGE: Final = re.compile(
    r"(?:^|\b(?:olan|iceren|bulunan|sahip)\s+)(?P<subject>(?:(?!\b(?:olan|iceren|bulunan|sahip)\b).)+?)\s+"
    r"(?:(?:tanitim|acilis|web|internet|karsilama)\s+)*(?:sayfa|site)"
)
_LEADING: Final = re.compile(
    r"^(?:(?:my|our|a|an|the|small|new|little|bana|bize|lutfen|bir|yeni|su|kucuk|simdi|please)\s+)+"
)
_PLACE: Final = re.compile(
    r"\s+(?:in|near|from|at)\s+[A-ZÇĞİÖŞÜ].*$|\b\S+['’]?[dt][ae]ki\s+|\b\S+['’][dt][ae]\s+"
)
_NAMED: Final = re.compile(r"\b(?:called|named)\s+((?:[A-ZÇĞİÖŞÜ][\w’'&.-]*\s?)+)")
_NAMED_TURKISH: Final = re.compile(r"((?:[A-ZÇĞİÖŞÜ][\w’'&.-]*\s)+)(?:adlı|isimli|adında)\b")
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
_PREPOSITION: Final = re.compile(r"(?<=\w) (?:between|in|near|for|that|which|who|from|on|at|with|by|where)\b")
_POSSESSED: Final = re.compile(r"m[iıuü]z(?:[aeiıuü]|[ıiuü]n)?$")
_FILLER: Final = """
a an the and ve ile bir section sections bolum bolumu bolumler bolumleri page sayfa sayfasi olsun please
bolumlu kisim kismi kisimlari alani alanlari
lutfen some nice simple one clear short in turkish english turkce ingilizce our us its their my me also then
just bizim onun ayrica of to it is on at for bir de ama yap kur hazirla olustur tasarla istiyorum lazim site
sitesi web website landing home acilis tanitim internet
"""
_NOISE: Final = frozenset(_FILLER.split())


@dataclass(frozen=True, slots=True)
class PageBrief:
    """What is known about a page before it is built."""

    language: Language
    subject: str
    name: str
    trade: str
    sections: tuple[str, ...]
    own: Mapping[str, str] = field(default_factory=dict[str, str])
    """Sections nobody has a form for, by id: what the request calls them."""
    named: frozenset[str] = frozenset()
    """The sections that the request names; the others are what such a page usually has."""

    @property
    def words(self) -> Mapping[str, Any]:
        """What every page says, in its language."""
        return WORDS[self.language]

    @property
    def copy(self) -> Mapping[str, Any]:
        """What such a place says, in its language."""
        return TRADES[self.trade][self.language]

    def pick(self, choices: list[Any], purpose: str) -> Any:
        """Choose by what the page is about: always the same for it, another for something else."""
        digest = hashlib.sha256(f"{plain(self.subject)}/{purpose}".encode()).digest()
        return choices[int.from_bytes(digest[:4], "big") % len(choices)]


def read_brief(text: str, language: Language) -> PageBrief:
    """Read a request for a page."""
    sentence = Sentence(text)
    start, end = _subject_span(sentence, language)
    said = text[start:end].strip(" ,.;:")
    name = _name(text, sentence, said)
    subject = _bare(said)
    rest = sentence.masked[:start] + " " * (end - start) + sentence.masked[end:]
    wanted = _language(sentence.masked, language)
    trade = trade_of(subject or text)
    own = _own_sections(text, rest, language)
    sections = _sections(rest, own)
    named = frozenset(sections)
    brief = PageBrief(wanted, subject, name or _title(subject, language), trade, sections)
    if not set(sections) - {"nav", "hero", "footer"}:
        sections = tuple(dict.fromkeys([*sections, *brief.pick(list(_USUAL), "usual")]))
    inner = [one for one in sections if one not in ("nav", "hero", "footer")]
    gone = _refused(rest)
    ordered = [one for one in ("nav", "hero", *inner, "footer") if one not in gone]
    titles = {key: title for key, (_, title) in own.items()}
    return PageBrief(wanted, subject, brief.name, trade, tuple(ordered), titles, named)


def trade_of(text: str) -> str:
    """Return what kind of place a text speaks of: the last one named, a narrow one before a broad one."""
    found = list[tuple[bool, int, str]]()
    for name, trade in TRADES.items():
        hits = [hit.start() for hit in re.finditer(trade["words"], plain(text))] if trade["words"] else []
        if hits:
            found.append((not trade.get("broad"), hits[-1], name))
    return max(found)[2] if found else "any"


def section_in(text: str) -> str | None:
    """Return the section that plain words name first."""
    hits = [(hit.start(), -len(hit[0]), name) for name, one in SECTIONS.items() if (hit := one.search(text))]
    return min(hits)[2] if hits else None


def _subject_span(sentence: Sentence, language: Language) -> tuple[int, int]:
    order = (_TURKISH, _TURKISH_PAGE, _ENGLISH) if language == "tr" else (_RUN, _ENGLISH, _TURKISH)
    for pattern in order:
        if found := pattern.search(sentence.plain):
            return found.span("subject" if found["subject"] else found.lastgroup or "subject")
    return (0, 0)


def _name(text: str, sentence: Sentence, said: str) -> str:
    if sentence.quotes:
        return sentence.quotes[0].value
    for pattern in (_NAMED, _NAMED_TURKISH):
        if found := pattern.search(text):
            return found[1].strip(" ,.")
    first, comma, _ = said.partition(",")
    return first.strip() if comma and _is_name(first) else ""


def _is_name(text: str) -> bool:
    """Tell whether words are a name: each begins with a capital, signs between them aside."""
    words = [word for word in text.split() if word[:1].isalpha()]
    return bool(words) and all(word[:1].isupper() for word in words)


def _bare(said: str) -> str:
    """Return what a page is about, without articles, names and places."""
    first, comma, rest = said.partition(",")
    text = rest if comma and _is_name(first) else said
    text = re.sub(r"[\"“”«»][^\"“”«»]*[\"“”«»]|\b(?:called|named)\b.*", " ", text)
    text = re.sub(r"^.*\b(?:adlı|isimli|adında)\b", " ", text)
    text = _PLACE.sub(" ", text).strip(" ,.;:")
    lead = _LEADING.match(plain(text))
    text = text[lead.end() :] if lead else text
    return " ".join(_POSSESSED.sub("", word) for word in text.split() if plain(word) != "bir")


def _title(subject: str, language: Language) -> str:
    words = _PREPOSITION.split(subject)[0].split()[: 5 if language == "tr" else 4]
    upper = {"i": "İ", "ı": "I"} if language == "tr" else {}
    return " ".join(upper.get(word[0], word[0].upper()) + word[1:] for word in words) or (
        "Adı eklenecek" if language == "tr" else "Name to fill in"
    )


def _language(masked: str, language: Language) -> Language:
    """Return the language of the page: the one that is asked for, else the request's own."""
    if re.search(r"\bin turkish\b|\bturkce\b", masked):
        return "tr"
    return "en" if re.search(r"\bin english\b|\bingilizce\b", masked) else language


def _sections(rest: str, own: Mapping[str, tuple[int, str]]) -> tuple[str, ...]:
    """Return the sections that are named, in order."""
    hits = [(hit.start(), name) for name, one in SECTIONS.items() for hit in one.finditer(rest)]
    hits += [(start, key) for key, (start, _) in own.items()]
    gone = _refused(rest)
    return tuple(dict.fromkeys(name for _, name in sorted(hits) if name not in gone))


def _own_sections(text: str, rest: str, language: Language) -> dict[str, tuple[int, str]]:
    """Return what is listed and no section has a form for: by id, where it stands and what it is called."""
    listed = (_TURKISH_LIST if language == "tr" else _LIST).search(rest)
    found = dict[str, tuple[int, str]]()
    for start, end in _items(rest, *listed.span("list")) if listed else ():
        item = rest[start:end]
        words = [word for word in re.finditer(r"\w[\w'-]*", item) if word[0] not in _NOISE]
        is_known = any(one.search(item) for one in SECTIONS.values())
        if not words or len(words) > _OWN_WORDS or is_known or words[0][0] in _REFUSING:
            continue
        title = text[start + words[0].start() : start + words[-1].end()]
        key = re.sub(r"[^a-z0-9]+", "-", plain(title)).strip("-")
        if key and key not in SECTIONS:
            upper = {"i": "İ", "ı": "I"} if language == "tr" else {}
            found[key] = (start, upper.get(title[0], title[0].upper()) + title[1:])
    return found


def _items(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the items of a list stand."""
    for between in _BETWEEN.finditer(text, start, end):
        yield start, between.start()
        start = between.end()
    yield start, end


def _refused(rest: str) -> frozenset[str]:
    return frozenset(
        name
        for name, one in SECTIONS.items()
        for hit in one.finditer(rest)
        if _NOT_BEFORE.search(rest[: hit.start()]) or _NOT_AFTER.search(rest[hit.end() :])
    )
