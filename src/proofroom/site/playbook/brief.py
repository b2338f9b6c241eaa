"""What a request for a page says: what it is about, what it is called, and which sections it asks for."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import Sentence, plain
from proofroom.site.playbook.asked import WORDS, sections_asked

TRADES: Final = read_toml("proofroom.site.playbook", "trades.toml")
_USUAL: Final = (("features", "steps", "faq", "contact"), ("features", "gallery", "testimonials", "contact"))
_END: Final = (
    r"(?=\s+(?:with|including|containing|having|showing|featuring|listing|offering|where"
    r"|(?:that|which) (?:has|have|includes?|contains?|shows?)|it|using|and it|and include)\b"
    r"|\s*[:;.(!?]|,?\s*$|,\s*(?:with|including))"
)
_RUN: Final = re.compile(
    r"\b(?:(?:we|i)(?:['’](?:re|m)| (?!want|need|would|like|look|wish|hope|can|could|should|will)\w+)"
    r"|ours is)"
    r"\s+(?P<subject>[^,;.:]+?)"
    r"(?:\s*[,;.:]|\s+with\s"
    r"|\s+(?:and|who|but|so)\s+(?:[\w'’]+\s+)?(?:want|need|would|like|am|are|look|plan)\w*\b)"
    r"|^(?:our|my|the) (?P<needing>[^,;.:]+?) needs?\b"
    r"|^(?:our|my|the) (?:\w+(?: and \w+)?) \w+s?\s+(?P<doing>[^,;.:]+?)\s*[.;]"
)
_ENGLISH: Final = re.compile(rf"\b(?:for|about|of)\s+(?P<subject>.+?){_END}", re.DOTALL)
_TURKISH: Final = re.compile(r"^(?P<subject>[^,:;.]+|[^:;.]+?)\s+(?:icin|hakkinda|ile ilgili)\b", re.DOTALL)
_TURKISH_PAGE: Final = re.compile(
    r"(?:^|\b(?:olan|iceren|bulunan|sahip)\s+)(?P<subject>(?:(?!\b(?:olan|iceren|bulunan|sahip)\b).)+?)\s+"
    r"(?:(?:tanitim|acilis|web|internet|karsilama)\s+)*(?:sayfa|site)"
)
_TURKISH_RUN: Final = re.compile(
    r"^(?P<subject>(?:(?!\b(?:sayfa|site|icin|hakkinda))[^,;.:])+?)"
    r"(?:\s+(?:\w+[iu]p\s+)?\w*(?:iyor|uyor|[td][iu][mk]\b)\w*|\s+sahibiyi[mz]"
    r"|(?<=[aeiou])y[iu][mz]|(?<=[bcdfghjklmnprstvyz])[iu][mz])\s*[,;.:]"
)
"""“We run …”, “I am a …”: the subject stands before the verb or carries its ending."""
_LEADING: Final = re.compile(
    r"^(?:(?:my|our|a|an|the|small|new|little|simple|out|up|two|three|some|bana|bize|lutfen|bir|yeni|su|kucuk|simdi|please)\s+)+"
)
_PLACE: Final = re.compile(
    r"\s+(?:in|near|from|at)\s+[A-ZÇĞİÖŞÜ].*$|\b\S+['’]?[dt][ae]ki\s+|\b\S+['’][dt][ae]\s+"
)
_NAMED: Final = re.compile(r"\b(?:called|named)\s+((?:[A-ZÇĞİÖŞÜ][\w’'&.-]*\s?)+)")
_NAMED_TURKISH: Final = re.compile(r"((?:[A-ZÇĞİÖŞÜ][\w’'&.-]*\s)+)(?:adlı|isimli|adında)\b")
_PREPOSITION: Final = re.compile(r"(?<=\w) (?:between|in|near|for|that|which|who|from|on|at|with|by|where)\b")
_SMALL: Final = frozenset({"bir", "kucuk", "ufak"})
_LOCATIVE: Final = re.compile(r"^\w{2,}[dt][ae]$")
_SOFTENED: Final = re.compile(r"g(?=[aeiou]\w*)")
"""A k before a vowel, as Turkish writes it: klinik, kliniği."""
_POSSESSED: Final = re.compile(r"m[iıuü]z(?:[aeiıuü]|[ıiuü]n)?$")


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
    start, end, before, after = _subject_span(sentence, language)
    said = text[start:end].strip(" ,.;:")
    name = _name(text, sentence, said)
    subject = _bare(said)
    rest = sentence.masked[:before] + " " * (after - before) + sentence.masked[after:]
    wanted = _language(sentence.masked, language)
    trade = trade_of(subject or text)
    asked = sections_asked(text, rest, language)
    sections = asked.sections
    named = frozenset(sections)
    brief = PageBrief(wanted, subject, name or _title(subject, language), trade, sections)
    if not set(sections) - {"nav", "hero", "footer"}:
        sections = tuple(dict.fromkeys([*sections, *brief.pick(list(_USUAL), "usual")]))
    inner = [one for one in sections if one not in ("nav", "hero", "footer")]
    ordered = [one for one in ("nav", "hero", *inner, "footer") if one not in asked.refused]
    return PageBrief(wanted, subject, brief.name, trade, tuple(ordered), asked.own, named)


def trade_of(text: str) -> str:
    """Return what kind of place a text speaks of: the last one named, a narrow one before a broad one."""
    said = plain(text)
    spelled = (said, _SOFTENED.sub("k", said))
    found = list[tuple[bool, int, str]]()
    for name, trade in TRADES.items():
        hits = [hit.start() for one in spelled for hit in re.finditer(trade["words"], one) if trade["words"]]
        if hits:
            found.append((not trade.get("broad"), max(hits), name))
    return max(found)[2] if found else "any"


def _subject_span(sentence: Sentence, language: Language) -> tuple[int, int, int, int]:
    """Return where the subject stands, and where the words that belong to it do, such as its verb."""
    order = (
        (_TURKISH_RUN, _TURKISH, _TURKISH_PAGE, _ENGLISH) if language == "tr" else (_RUN, _ENGLISH, _TURKISH)
    )
    for pattern in order:
        if found := pattern.search(sentence.plain):
            start, end = found.span("subject" if found["subject"] else found.lastgroup or "subject")
            is_said = pattern in (_RUN, _TURKISH_RUN)  # with the verb around it, which names no section
            after = max(end, found.end() - 1) if pattern is _TURKISH_RUN else end
            return start, end, found.start() if is_said else start, after
    return 0, 0, 0, 0


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
    words = [_POSSESSED.sub("", word) for word in text.split() if plain(word) not in _SMALL]
    return " ".join(words[1:] if len(words) > 1 and _LOCATIVE.search(plain(words[0])) else words)


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
