"""What a request for a page says: what it is about, what it is called, and which sections it asks for."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import BLANK, Sentence, plain
from proofroom.site.playbook.asked import AskedSections, opening_times, sections_asked
from proofroom.site.playbook.clauses import in_a_row, parts_of
from proofroom.site.playbook.facts import Facts, hidden_spans, names_in, read_facts
from proofroom.site.playbook.kinds import WORDS
from proofroom.site.playbook.listed import Span, split, without_brackets
from proofroom.site.playbook.mood import looks_of, mood_in, palettes_of
from proofroom.site.playbook.script import read_script
from proofroom.site.playbook.scripted import sections_told, with_opening


def _trades() -> dict[str, Any]:
    """Return the kinds of places; a narrow one says what the kind it is like says, where it is silent."""
    read: dict[str, Any] = dict(read_toml("proofroom.site.playbook", "trades.toml"))
    for name, one in read.items():
        base = read.get(one.get("like", ""), {})
        said = {language: {**base.get(language, {}), **one[language]} for language in ("en", "tr")}
        read[name] = {**one, **said, "narrow": bool(base)}
    return read


TRADES: Final = _trades()
_HEADLINE: Final = re.compile(
    r"(?P<lead>\b(?i:headline|tagline|slogan|motto|manşet|ana başlık)"
    r"\s*(?::|(?i:is|should (?:be|read|say)):?)\s+)"
    r"(?P<said>(?!\s*[\"“«'‘])[^.;,:\n\"“”]{3,80})(?=[.;\n]|$)"
)
"""Words that the opening is to say, though nobody put them into quotation marks."""
_USUAL: Final = (("features", "steps", "faq", "contact"), ("features", "gallery", "testimonials", "contact"))
_END: Final = (
    r"(?=\s+(?:with|including|containing|having|showing|featuring|listing|offering|where"
    r"|(?:that|which) (?:has|have|includes?|contains?|shows?)|it|using|and it|and include)\b"
    r"|\s*[:;.(!?]|,?\s*$|,\s*(?:with|including))"
)
_RUN: Final = re.compile(
    r"\b(?:(?:we|i)(?:['’](?:re|m)| (?!want|need|would|like|look|wish|hope|can|could|should|will|get|just"
    r"|think|ask|am looking)\w+)"
    r"|ours is)"
    r"\s+(?P<subject>[^,;.:]+?)"
    r"(?:\s*[,;.:]|\s+with\s"
    r"|\s+(?:and|who|but|so)\s+(?:[\w'’]+\s+)?(?:want|need|would|like|am|are|look|plan)\w*\b)"
    r"|^(?:our|my|the) (?P<needing>[^,;.:]+?) (?:needs?|wants?|would like|is looking for)\b"
    r"|^(?:our|my|the) (?:\w+(?: and \w+)?) \w+s?\s+(?P<doing>[^,;.:]+?)\s*[.;]"
)
_ENGLISH: Final = re.compile(
    rf"\b(?:for|about|of|announcing|introducing|presenting|promoting|celebrating)\s+(?P<subject>.+?){_END}",
    re.DOTALL,
)
_TURKISH: Final = re.compile(r"^(?P<subject>[^,:;.]+|[^:;.]+?)\s+(?:icin|hakkinda|ile ilgili)\b", re.DOTALL)
_TURKISH_MINE: Final = re.compile(
    r"(?:^|[,.;]\s+)(?P<subject>[^,.;:]{3,40}?(?:[aeiou]m|m[iu]z))\s+icin"
    r"\s+(?:\w+\s+){0,3}?(?:web ?)?(?:site|sayfa)"
)
"""“Çocuk korom için site”: what is one's own, whoever one is."""
_TURKISH_PAGE: Final = re.compile(
    r"(?:^|\b(?:olan|iceren|bulunan|sahip)\s+)(?P<subject>(?:(?!\b(?:olan|iceren|bulunan|sahip)\b).)+?)\s+"
    r"(?:(?:tanitim|acilis|web|internet|karsilama)\s+)*(?:sayfa|site)"
)
_TURKISH_RUN: Final = re.compile(
    r"(?:^|[.!?]\s+)(?P<subject>(?:(?!\b(?:sayfa|site|icin|hakkinda))[^,;.:])+?)"
    r"(?:\s+(?:\w+[iu]p\s+)?\w*(?:iyor|uyor|[td][iu][mk]\b)\w*|\s+sahibiyi[mz]"
    r"|(?<=[aeiou])y[iu][mz]|(?<=[bcdfghjklmnprstvyz])[iu][mz])\s*[,;.:]"
)
"""“We run …”, “I am a …”: the subject stands before the verb or carries its ending."""
_LEADING: Final = re.compile(
    r"^(?:(?:(?:opening|starting|launching|running|getting)(?= (?:a|an|our|my|the)\b)|my|our|a|an|the|small"
    r"|new"
    r"|little|simple|out|up|two|three|some|bana|bize|lutfen|bir|yeni"
    r"|kucuk|simdi|please)\s+)+"
)
_PLACE: Final = re.compile(
    r"(?:^|\s+)(?:in|near|from|at)\s+(?:the\s+)?[A-ZÇĞİÖŞÜ].*$|\b\S+['’]?[dt][ae]ki\s+|\b\S+['’][dt][ae]\s+"
)
_TURKISH_FOR: Final = re.compile(
    r"\b(?:icin)\s+(?P<subject>(?!bir sayfa|sayfa|site)[^,:;.]+?)\s+(?:ac|islet|kur|ver|duzenl|yap|sat"
    r"|uret)\w*[iu]yor\w*"
)
_TURKISH_OF: Final = re.compile(
    r"\bicin\s+(?P<subject>(?!(?:bir|tek|acilis|tanitim|web|internet|karsilama|yeni|guzel|sade|basit"
    r"|etkinlik|urun|kampanya|ozel|modern)\b)"
    r"[^,:;.]{4,40}?)\s+(?:(?:web|internet|tanitim)\s+)?(?:sitesi|sayfasi)\b"
)
_OF_A_PAGE: Final = re.compile(r"^(?:we|i)\b.*\b(?:web ?page|page|site|website)\b")
_IS_A: Final = re.compile(r"\b(?:is|are) (?P<subject>an? [^,;.:]+)")
_TURKISH_IS: Final = re.compile(r"^(?P<subject>[^,:;.]+?)\s+(?:var|acildi|aciliyor|olacak)\b")
_APPOSED: Final = re.compile(
    r"[\"”’']?(?:\s*[,–—-]|\s+(?:is|are))\s+(?P<subject>(?:an?|our|my|the)\s+(?:(?!\b(?:with|that|which"
    r"|who)\b)[^,.;:()])+)"
)
_FIRST_WORDS: Final = re.compile(
    r"\W*(?!(?:we|i|please|can|could|what|need|want|design|make|build|create|prepare|write|bana|bize"
    r"|lutfen|sayfa\w*|site\w*)\b)"
    r"(?P<subject>(?:[\w'&-]+ ){0,3}[\w'&-]+?)(?= seeks\b| needs\b| wants\b| looking\b| page\b|\s*[,.!:(])"
)
"""A request that just begins with what it is about: “Dental practice, family friendly.”"""
_TONGUES: Final[Mapping[str, tuple[Language, str]]] = {
    "turkish": ("tr", "turkce"),
    "english": ("en", "ingilizce"),
}
_WRITTEN: Final = r"(?=\s+(?:olsun|olarak|olmali|bir|dilinde|hazirla|yaz|yap|sayfa|site)|\s*[.,;!?)]|\s*$)"
"""A page in that language, and not a place that teaches it."""
_NO_SUBJECT: Final = re.compile(
    r"^\s*(?:needs?|wants?|is looking for|would like)\b.*|\s+(?:is|are|has|have)\s*$"
    r"|^\s*(?:hi|hello|hey|good morning|merhaba|selam|iyi günler)\b[\s,!.]*",
    re.IGNORECASE,
)
"""What is said beside what a page is about: greetings, and that one is needed."""
_DENIED: Final = re.compile(
    r"^[^,.:;]{2,60}\b(?i:değil),\s|\bnot (?:a|an|the)\s[^,.:;]{2,40},?\s(?=but\b)"
    r"|,\s+not (?:a|an|the)\s[^,.:;]{2,40}"
)
"""What a page is not about."""
_PREPOSITION: Final = re.compile(r"(?<=\w) (?:between|in|near|for|that|which|who|from|on|at|with|by|where)\b")
_SMALL: Final = frozenset(
    {"bir", "kucuk", "ufak", "yapilacak", "duzenlenecek", "gerceklesecek", "olan", "yeni", "cikan", "acilan"}
    | {"acilacak", "kurulan", "olarak", "kisisel", "acilis", "tanitim"}
)
_ADJECTIVES: Final = frozenset(
    {"butik", "kucuk", "yeni", "buyuk", "guzel", "sirin", "minik", "ilk", "yerel", "kucucuk"}
)
_DOING: Final = re.compile(r"(?:[aeiou]y|er|et|ap|at|ed|en)[ae]n$")
"""Who does something, before what it is: kitap toplayan, üreten."""
_NO_ENDING: Final = re.compile(
    r"(?:yazilim|tasarim|egitim|bakim|giyim|uretim|yatirim|tarim|kurum|yapim|iletisim|ulasim|tanitim"
    r"|donanim)$"
)
_LOCATIVE: Final = re.compile(r"^\w{2,}[dt][ae]$")
_SOFTENED: Final = re.compile(r"g(?=[aeiou]\w*)")
"""A k before a vowel, as Turkish writes it: klinik, kliniği."""
_POSSESSED: Final = re.compile(
    r"['’][ıiuü]m[ıiuü]z$|m[iıuü]z(?:[aeiıuü]|[ıiuü]n)?$|(?<=[bcçdfgğhjklmnprsştvyz][ıiuü])m$|(?<=[aeoö])m$"
    r"|(?<=(?<!mak)[ıiuü])n[ae](?=$)"
)
"""Our, my and for, at the end of a word: kliniğimiz, dükkânım, festivaline."""


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
    asked: AskedSections = field(default_factory=lambda: AskedSections(()))
    facts: Facts = field(default_factory=Facts)
    palettes: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    """The colours and looks that the request wishes for; nothing where it does not say."""
    beside: Mapping[str, str] = field(default_factory=dict[str, str])
    """The pages beside the first one, by what stands on them: their slugs."""
    here: str = ""
    """What stands on this page, where it is one of those."""

    @property
    def words(self) -> Mapping[str, Any]:
        """What every page says, in its language."""
        return WORDS[self.language]

    @property
    def copy(self) -> Mapping[str, Any]:
        """What such a place says, in its language."""
        return TRADES[self.trade][self.language]

    def form_of(self, section: str) -> str:
        """Return the form that a section takes."""
        return self.asked.forms.get(section, section)

    def pick(self, choices: list[Any], purpose: str) -> Any:
        """Choose by what the page is about: always the same for it, another for something else."""
        digest = hashlib.sha256(f"{plain(self.subject or self.name)}/{purpose}".encode()).digest()
        return choices[int.from_bytes(digest[:4], "big") % len(choices)]


def read_brief(text: str, language: Language) -> PageBrief:
    """Read a request for a page."""
    text = _HEADLINE.sub(r"\g<lead>“\g<said>”", in_a_row(text))
    sentence = Sentence(text)
    masked = _masked(sentence, text)
    script = read_script(text, masked, language)
    wishes, lists = ([], _beside(text, script.intro)) if script else parts_of(text, masked, language)
    denied = [one.span() for one in _DENIED.finditer(text)]
    rest = _blanked(text, [*lists, *wishes, *denied])
    facts = read_facts(text, rest, Sentence(rest) if script else sentence, language)
    if script:
        facts = with_opening(replace(facts, email=next(iter(sentence.emails), "")), script, language)
    named = without_brackets(rest)
    at = named.find(facts.name) if facts.name else -1
    named = named if at < 0 else named[:at] + " " * len(facts.name) + named[at + len(facts.name) :]
    start, end = _beside_name(text, facts.name) or _subject_span(plain(named), language)
    said = text[start:end].strip(" ,.;:")
    subject = _bare(without_brackets(said), facts)
    trade = _trade(
        _kind(said, language),
        _blanked(rest, names_in(rest, language)),
        facts.name,
        re.split(r"[:.!?;]\s", text)[0],
    )
    if script:
        asked = sections_told(script, text, language)
    else:
        asked = sections_asked(text, masked, lists, language, trade)
    facts = replace(facts, times=facts.times or opening_times(asked))
    wanted = _language(masked, language)
    name = facts.name or _title(subject, language)
    if facts.name and f"{facts.name} {subject}" in text:
        name = f"{facts.name} {subject}"  # “the Dunmore heritage signal box”
    sections = asked.sections
    brief = PageBrief(wanted, subject, name, trade, sections)
    if not set(sections) - {"nav", "hero", "footer"}:
        sections = tuple(dict.fromkeys([*sections, *brief.pick(list(_USUAL), "usual")]))
    inner = [one for one in sections if one not in ("nav", "hero", "footer")]
    ordered = [one for one in ("nav", "hero", *inner, "footer") if one not in asked.refused]
    moods = " ".join(masked[start:end] for start, end in wishes) or _beside_lists(masked, lists)
    moods = moods.replace(plain(facts.name), " ") if facts.name else moods
    return replace(
        brief,
        sections=tuple(ordered),
        own=asked.own,
        named=frozenset(asked.sections),
        asked=asked,
        facts=facts,
        palettes=tuple(palettes_of(moods)),
        looks=tuple(looks_of(moods)),
    )


def _beside(text: str, spans: Sequence[Span]) -> list[Span]:
    """Return what stands beside some places of a text."""
    kept = [(start, end + (text[end : end + 1] in ".!")) for start, end in sorted(spans)]
    edges = [0, *(edge for span in kept for edge in span), len(text)]
    return [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a < b]


def _masked(sentence: Sentence, text: str) -> str:
    """Return the person's own words: no quotation, address or telephone number can be taken for a section."""
    letters = list(sentence.masked)
    for start, end in hidden_spans(text):
        letters[start:end] = BLANK * (end - start)
    return "".join(letters)


def _beside_lists(masked: str, lists: list[Span]) -> str:
    """Return what stands beside the lists, and the items of a list that only wish for a mood."""
    listed = [
        masked[a:b] for start, end in lists for a, b in split(masked, start, end) if mood_in(masked[a:b])
    ]
    return _blanked(masked, lists) + " " + " ".join(listed)


def _blanked(text: str, spans: list[Span]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _kind(said: str, language: Language) -> str:
    """Return the words that say what kind of place it is, without what follows them."""
    return (
        re.split(r"\s+(?:for|in|at|near|from|which|that|who|with|between|where)\b", said)[0]
        if language == "en"
        else said
    )


def trade_of(text: str) -> str:
    """Return what kind of place a text speaks of: the last one named, a narrow one before a broad one."""
    said = plain(text)
    spelled = (said, _SOFTENED.sub("k", said))
    found = list[tuple[bool, bool, int, str]]()
    for name, trade in TRADES.items():
        hits = [hit.start() for one in spelled for hit in re.finditer(trade["words"], one) if trade["words"]]
        if hits:
            found.append((not trade.get("broad"), bool(trade["narrow"]), max(hits), name))
    return max(found)[3] if found else "any"


def _trade(kind: str, rest: str, name: str, first: str) -> str:
    """Return the kind of place: by the words for it, what is beside the lists, its name, its first words."""
    found = (trade_of(one.replace(name, " ") if name else one) for one in (kind, rest))
    return next((one for one in (*found, trade_of(name), trade_of(first)) if one != "any"), "any")


def _beside_name(text: str, name: str) -> Span | None:
    """Return what a name is said to be: “We are Kestrel & Finch, a letterpress studio”."""
    at = text.find(name) if name else -1
    found = _APPOSED.match(text, at + len(name)) if at >= 0 else None
    return found.span("subject") if found else None


def _subject_span(rest: str, language: Language) -> Span:
    """Return where the words stand that say what the page is about."""
    order = (
        (
            _TURKISH_FOR,
            _TURKISH_OF,
            _TURKISH_MINE,
            _TURKISH_RUN,
            _TURKISH,
            _TURKISH_IS,
            _TURKISH_PAGE,
            _ENGLISH,
        )
        if language == "tr"
        else (_RUN, _ENGLISH, _IS_A, _TURKISH)
    )
    hits = [found for pattern in order if (found := pattern.search(rest)) and not _OF_A_PAGE.search(found[0])]
    if language == "en":
        hits.sort(key=lambda found: found.start())
    for found in hits:
        return found.span("subject" if found["subject"] else found.lastgroup or "subject")
    first = _FIRST_WORDS.match(rest)
    return first.span("subject") if first else (0, 0)


def _bare(said: str, facts: Facts) -> str:
    """Return what a page is about, without articles, names and places."""
    text = re.sub(r"[\"“”«»][^\"“”«»]*[\"“”«»]|\b(?:called|named)\b.*|\bplease\b", " ", said)
    text = re.sub(
        r"^.*\b(?:adlı|isimli|adında)\b|\btarihlerinde\b|\b(?:yapılacak|düzenlenecek|gerçekleşecek)\b",
        " ",
        text,
    )
    for one in (facts.name, *facts.notes):
        text = re.sub(rf"{re.escape(one)}(?:['’]\w+)?", " ", text, flags=re.IGNORECASE) if one else text
    text = re.split(r"\s+(?:every|each)\b|^\s*(?:on|by|in|at|near) the\b", text)[0]
    text = _PLACE.sub(" ", text).strip(" ,.;:–—-")
    text = re.sub(r"\s+(?:(?:that|which|who|and|in|at|on|ready)|için)\s*$", "", text)
    text = re.sub(r"\s+", " ", re.sub(r"\s*,.*$", "", text) if text.partition(",")[0].strip() else text)
    lead = _LEADING.match(plain(text))
    text = text[lead.end() :] if lead else text
    text = _NO_SUBJECT.sub("", text)
    words = [word for word in text.split() if plain(word) not in _SMALL and word.strip("'’,.")]
    words = [] if [plain(word) for word in words] in (["the"], ["a"], ["our"]) else words
    if words and not _NO_ENDING.search(plain(words[-1])):
        words[-1] = _noun(words[-1], words[:-1])
    return " ".join(words[1:] if len(words) > 1 and _LOCATIVE.search(plain(words[0])) else words)


def _noun(word: str, before: list[str]) -> str:
    """Return a noun without our and my; it keeps the ending that a noun before it gives it: diş kliniği."""
    bare = _POSSESSED.sub("", word)
    stands_alone = not before or plain(before[-1]) in _ADJECTIVES or _DOING.search(plain(before[-1]))
    if bare != word and not stands_alone and bare[-1] in "aeoö":
        return bare + {"a": "sı", "e": "si", "o": "su", "ö": "sü"}[bare[-1]]  # uygulamamız: uygulaması
    if bare == word or not stands_alone or bare[-1] not in "ıiuü":
        return bare
    if bare[-2] in "cç":
        return bare  # whoever does something: kitapçı, fırıncı
    return bare[:-2] + "k" if bare[-2] == "ğ" else bare[:-1]


def _title(subject: str, language: Language) -> str:
    if language == "tr" and re.search(r"m[ae]k$", subject):
        subject = ""  # what it is for, and no name
    words = _PREPOSITION.split(subject)[0].split()[: 5 if language == "tr" else 4]
    upper = {"i": "İ", "ı": "I"} if language == "tr" else {}
    return " ".join(upper.get(word[0], word[0].upper()) + word[1:] for word in words) or (
        "Adı eklenecek" if language == "tr" else "Name to fill in"
    )


def _language(masked: str, language: Language) -> Language:
    """Return the language of the page: the one that is asked for, else the request's own."""
    for said, wanted in _TONGUES.items():
        if re.search(rf"\bin {said}\b|\b{wanted[1]}{_WRITTEN}", masked):
            return wanted[0]
    return language
