"""What a request tells about the place itself: name, town, telephone, prices, dates, times, a headline.

Everything here is copied from the request as it stands. Nothing is guessed: what is not said stays empty.
"""

import re
from dataclasses import field
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.sentence import Quote, Sentence, plain
from proofroom.site.playbook.listed import Span, brackets, sentences, without_brackets
from proofroom.site.playbook.values import DATE, DAYS, MONEY, MONTHS, TIMES, UPPER

_TOKEN: Final = rf"[{UPPER}][\w-]*(?:['’](?:s\b|[{UPPER}]\w*))?"
_CAPS: Final = (
    rf"(?:(?:Dr|Prof|Av|Uzm|Mr|Mrs|Ms|St)\.\s+)*{_TOKEN}(?:(?:\s+(?:&|and|ve|of|the|de|la|von)\s+|\s+"
    rf"|\s*&\s*)(?:{_TOKEN}|\d{{4}}\b))*"
)
_NOT_NAMES: Final = re.compile(
    rf"^(?:{MONTHS}|{DAYS})\b(?:\s+\d+)?$|^(?:i|i'd|i'm|i've|faqs?|rsvp|sss|css|html|tl|eur|usd|gbp"
    rf"|instagram|facebook|english"
    r"|spanish|french|german|italian|arabic|ispanyolca|fransizca|almanca|turkish|ingilizce|turkce|spring"
    r"|summer|autumn|winter|christmas|wi-?fi|us|uk|cv|diy|ok)\b(?!\s+\w)"
)
_CALLED: Final = re.compile(
    rf"(?i:\b(?:called|named|name is|name's|name:|adı|ismi|adım|ismim|adımız|ismimiz"
    rf"|adi)\b(?: da)?)[\s:]+({_CAPS})"
)
_CALLED_AFTER: Final = re.compile(rf"({_CAPS})\s+(?:adlı|isimli|adında|adındaki|isminde)\b")
_BESIDE: Final = re.compile(
    rf",\s+({_TOKEN}(?:\s+(?:in|at|on|to|for|of|the|a|and|&)\s+{_TOKEN}|\s+{_TOKEN})+)(?=\s*[,.?!])"
)
"""A name beside what it names: “my bakery, Stitch in Time, …”."""
_QUOTED: Final = re.compile(rf"['‘]([{UPPER}][^'’]{{2,40}})['’][a-zçğıöşü]+")
"""A name in quotation marks with a Turkish ending behind them."""
_SAYS: Final = re.compile(
    r"(?:\b(?:saying|says?|reads?|reading|headline|slogan|tagline|motto|title|heading|diyen|yazan|yazsin"
    r"|slogani\w*|basligi\w*|baslik)\s*(?:is|of|olarak|:)?\s*)$"
)
_SAYS_AFTER: Final = re.compile(r"^\W*(?:yazsin|yazan|yazili|diyen|desin|basligi\w*|slogani\w*|sloganiyla)\b")
_PLACE: Final = re.compile(
    rf"\b(?:in|near|from|at|around|outside|serving|across)\s+(?:the\s+)?({_CAPS})"
    rf"|\b(?:on|by)\s+(?P<by>the\s+{_CAPS}(?:\s+(?:coast|river|lake|island|shore|coastline|canal))?)"
)
_PLACE_TURKISH: Final = re.compile(rf"({_CAPS})['’](?:[dt][ae](?:ki|yiz|yız|yım|yim)?)(?!\w)")
_AFTER_NAME: Final = re.compile(rf"^\s*,\s*({_CAPS})\s*(?:[.!)]|$)")
_PHONE: Final = re.compile(r"(?<![\w,.])(?:\+\d|\(0\d|0\d)[\d ()/-]{6,}\d(?!\w)")
_SINCE: Final = re.compile(r"(?i:\bsince\s+\d{4}\b)|(?i:\b\d{4}['’]?[dt][ae]n\s+(?:beri|bu yana)\b)")
_ALWAYS: Final = re.compile(r"(?i:\b24/7(?:\s+\w+)?|\b7/24(?:\s+\w+)?)")
_OPENS: Final = re.compile(rf"\bopen(?:s|ing)\s+(?:in|on)\s+(?:{MONTHS})(?:\s+\d+)?")
_PRICED: Final = re.compile(
    rf"(?P<label>[^,;:.()£$€₺\d]{{0,40}}?)\s*(?P<price>{MONEY})(?P<unit>\s*(?:(?:per|an?|each)\b|/)\s*\w+)?"
)
_LABEL_LEADS: Final = re.compile(
    r"^(?:.*\b(?:prices?|costs?|fees?|tickets?|and|ve|is|are|rates?|i charge|we charge)\b\s*)|\b(?:at|for"
    r"|from|starting|is|only|just|:|–)\s*$"
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a place because the request says it."""

    name: str = ""
    place: str = ""
    phone: str = ""
    email: str = ""
    headline: str = ""
    prices: tuple[tuple[str, str], ...] = ()
    """What costs what: a name, which may be empty, and the price as it was written."""
    least: str = ""
    """A price that others begin at, or the only one there is."""
    times: str = ""
    notes: tuple[str, ...] = field(default_factory=tuple)
    """Dates and other short facts, as they were written."""


def read_facts(text: str, rest: str, sentence: Sentence, language: Language) -> Facts:
    """Read what a request tells; `rest` is the text with what it lists blanked, letter for letter."""
    headline = next((one for one in sentence.quotes if _is_headline(sentence, one)), None)
    name = _name(text, rest, [one for one in sentence.quotes if one is not headline], language)
    words = plain(rest)
    prices, least = _prices(rest)
    phone = _PHONE.search(text)
    times = TIMES.search(words) if not DATE.search(words) else None
    return Facts(
        name=name,
        place=_place(rest, name, language),
        phone=phone[0].strip(" (") if phone else "",
        email=sentence.emails[0] if sentence.emails else "",
        headline=headline.value if headline else "",
        prices=prices,
        least=least,
        times=_tidy(text[times.start() : times.end()]) if times else "",
        notes=(*_notes(rest), *(one for one in _aside(rest) if name not in one or not name)),
    )


def _is_headline(sentence: Sentence, quote: Quote) -> bool:
    before, after = sentence.plain[: quote.start], sentence.plain[quote.end :]
    return bool(_SAYS.search(before.rstrip(" \"“'")) or _SAYS_AFTER.search(after))


def _name(text: str, rest: str, quotes: list[Quote], language: Language) -> str:
    for pattern in (_CALLED, _CALLED_AFTER):
        if found := pattern.search(text):
            return _trimmed(found[1], language)
    if quotes:
        return quotes[0].value
    for pattern in (_BESIDE, _QUOTED):
        found = pattern.search(rest)
        if found and not DATE.search(plain(rest[: found.start()])):
            return found[1]
    begins = {start + len(text[start:end]) - len(text[start:end].lstrip()) for start, end in sentences(text)}
    first = ""
    for found in re.finditer(_CAPS, without_brackets(rest)):
        name = _trimmed(found[0], language)
        if _NOT_NAMES.match(plain(name)) or _is_place(text, found):
            continue
        is_owner = re.match(r"\S+['’]s [a-z]", text[found.start() :])  # “Ostrava's smallest cinema, Kino …”
        if found.start() not in begins and not is_owner:
            return name
        if language == "tr":
            name = re.sub(r"^\w+(?:m[ıiuü]z|[ıiuü]m)\s+(?=[A-ZÇĞİÖŞÜ])", "", name)
        first = first or (name if is_owner or _stands_first(text, found) else "")
    return first or next((found[0] for one in brackets(rest) if (found := _in_brackets(one))), "")


def _in_brackets(text: str) -> re.Match[str] | None:
    found = re.match(rf"\s*{_CAPS}(?=\s*(?:,|$))", text)
    return found if found and not _NOT_NAMES.match(plain(found[0].strip())) else None


def _stands_first(text: str, found: re.Match[str]) -> bool:
    """Tell whether words that begin a sentence are a name and not just its first word."""
    if " " in found[0].strip():
        return True
    after = text[found.end() :]
    said = re.match(r",? (?:is|are|needs|wants)\b|,? (?:için|adlı)\b", after)
    return (
        bool(said)
        and len(found[0]) > 3
        and not re.search(r"l[ae]r$|^(?:This|That|There|Here|Our|What)$", found[0])
    )


def _is_place(text: str, found: re.Match[str]) -> bool:
    before = text[: found.start()]
    if re.search(r"\b(?:in|near|from|at|around|outside|to|serving|across|on|about)\s+(?:the\s+)?$", before):
        return True
    dates = list(DATE.finditer(plain(before)))
    if dates and re.fullmatch(rf"(?:,?\s+{_CAPS})*,?\s+", before[dates[-1].end() :]):
        return True  # “12 June, Ashdown House, York”
    return re.match(r"['’](?:[dt][ae](?:ki|n)?)\b", text[found.end() :]) is not None


def _trimmed(name: str, language: Language) -> str:
    """Return a name without the ending that Turkish puts behind an apostrophe."""
    name = name.strip(" ,.")
    if language == "tr":
        name = re.sub(r"['’][a-zçğıöşü]+$", "", name)
    return re.sub(r"['’]s$", "", name) if language == "en" and name.count(" ") == 0 else name


def _place(text: str, name: str, language: Language) -> str:
    pattern = _PLACE_TURKISH if language == "tr" else _PLACE
    for found in pattern.finditer(text):
        place = (found[1] or found["by"]).strip(" ,.")
        place = re.split("['’]", place)[0] if language == "tr" else re.sub(r"^the\s+", "", place)
        if not _NOT_NAMES.match(plain(place)) and place not in name:
            return place
    if found := re.search(rf"(?:{DATE.pattern}),\s+(?P<place>)", plain(text)):
        after = re.match(rf"{_CAPS}(?:,\s+{_CAPS})*", text[found.end() :])
        if after:
            return after[0].strip(" ,.")
    at = text.find(name) if name else -1
    if at >= 0 and (found := _AFTER_NAME.match(text[at + len(name) :])):
        return found[1].strip(" ,.")
    return ""


def _prices(text: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """Return what has a price under its name, and a price that stands alone."""
    listed, alone = list[tuple[str, str]](), ""
    for found in _PRICED.finditer(text):
        price = _tidy(found["price"] + (found["unit"] or ""))
        label = _LABEL_LEADS.sub("", found["label"].strip())
        label = _LABEL_LEADS.sub("", label.strip()).strip(" -–:/")
        if label and len(label.split()) <= 3 and "per" not in (found["unit"] or ""):
            listed.append((label[:1].upper() + label[1:], price))
        else:
            alone = alone or price
    if listed:
        listed = [*_free(text, listed), *listed]
    if len(listed) == 1 and not alone:
        return (), listed[0][1]
    return tuple(listed), alone


def _free(text: str, listed: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the plan without a price that stands before those that have one: “Free, Pro at $9”."""
    found = re.search(rf"[(:,]\s*([{UPPER}]\w+)\s*,\s*{re.escape(listed[0][0])}\b", text)
    return [(found[1], "")] if found else []


def _notes(text: str) -> tuple[str, ...]:
    words = plain(text)
    found = list[tuple[int, str]]()
    for pattern, source in ((DATE, words), (_OPENS, words), (_SINCE, text), (_ALWAYS, text)):
        for hit in pattern.finditer(source):
            said = _tidy(text[hit.start() : hit.end()])
            found.append((hit.start(), said[:1].upper() + said[1:]))
    return tuple(dict.fromkeys(said for _, said in sorted(found)))


def _aside(rest: str) -> tuple[str, ...]:
    """Return what stands in brackets beside the lists, where it is neither a price nor a number to call."""
    found = (_tidy(one) for one in brackets(rest))
    return tuple(one for one in found if one and not re.search(rf"{MONEY}|{_PHONE.pattern}", one))


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(" ,.;:")


def hidden_spans(text: str) -> list[Span]:
    """Return where telephone numbers stand: they belong to no list."""
    return [one.span() for one in _PHONE.finditer(text)]
