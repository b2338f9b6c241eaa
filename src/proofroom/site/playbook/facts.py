"""What a request tells about the place itself: name, town, telephone, prices, dates, times, a headline.

Everything here is copied from the request as it stands. Nothing is guessed: what is not said stays empty.
"""

import re
from collections.abc import Iterator
from dataclasses import field
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.sentence import Quote, Sentence, plain
from proofroom.site.playbook.listed import Span, brackets, sentences, without_brackets
from proofroom.site.playbook.rows import rows_of
from proofroom.site.playbook.values import DATE, DAYS, MONEY, MONTHS, PHONE, UPPER, values_in

_TOKEN: Final = rf"[{UPPER}][\w-]*(?:['’](?:s\b|[{UPPER}]\w*))?"
_CAPS: Final = (
    rf"(?:(?:Dr|Prof|Av|Uzm|Mr|Mrs|Ms|St)\.\s+)*{_TOKEN}(?:(?:\s+(?:and|ve|of|the|de|la|von)\s+|\s+"
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
_WORK: Final = re.compile(
    r"\b(?:albums?|albumu?m?u?z?|singles?|songs?|books?|novels?|films?|play|exhibition|exhibit|show|course"
    r"|talk|issue"
    r"|episode|kitap|kitabi\w*|film\w*|oyun\w*|sergi\w*|sarki\w*|roman\w*|tekli\w*)\s*[,:]?\s*$"
)
"""What has a title of its own beside the name of its makers."""
_OURS: Final = re.compile(r"^\w+(?:m[ıiuü]z|[ıiuü]m)\s+(?=[A-ZÇĞİÖŞÜ])")
"""What a sentence begins with before a name: “Kooperatifimiz Toprak Ana”."""
_SAYS: Final = re.compile(
    r"(?:\b(?:saying|says?|reads?|reading|headline|slogan|tagline|motto|title|heading|line|words|phrase|diyen|yazan|yazsin"
    r"|slogani\w*|basligi\w*|baslik)\s*(?:is|of|olarak|:)?\s*)$"
)
_SAYS_AFTER: Final = re.compile(r"^\W*(?:yazsin|yazan|yazili|diyen|desin|basligi\w*|slogani\w*|sloganiyla)\b")
_PLACE: Final = re.compile(
    rf"\b(?:in|near|from|at|around|outside|serving|across)\s+(?:the\s+)?({_CAPS})"
    rf"|\b(?:on|by)\s+(?P<by>the\s+{_CAPS}(?:\s+(?:coast|river|lake|island|shore|coastline|canal))?)"
)
_PLACE_TURKISH: Final = re.compile(rf"({_CAPS})['’](?:[dt][ae](?:ki|yiz|yız|yım|yim)?)(?!\w)")
_AFTER_NAME: Final = re.compile(rf"^\s*,\s*({_CAPS})\s*(?:[.!)]|$)")
_SINCE: Final = re.compile(r"(?i:\bsince\s+\d{4}\b)|(?i:\b\d{4}['’]?[dt][ae]n\s+(?:beri|bu yana)\b)")
_ALWAYS: Final = re.compile(r"(?i:\b24/7(?:\s+\w+)?|\b7/24(?:\s+\w+)?)")
_OPENS: Final = re.compile(rf"\bopen(?:s|ing)\s+(?:in|on)\s+(?:{MONTHS})(?:\s+\d+)?")
_LABEL_LEADS: Final = re.compile(
    r"^(?:.*\b(?:prices?|costs?|fees?|tickets?|and|ve|is|are|rates?|i charge|we charge)\b\s*)|\b(?:at|for"
    r"|from|starting|is|only|just|:|–)\s*$"
)
_AT_THE_TOP: Final = re.compile(
    r"\bat the (?:very )?top\b|\ben (?:ustte|basta|uste|basa)\b|\bvisible\b|\bfirst\b"
)
_LABEL_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a place because the request says it."""

    name: str = ""
    place: str = ""
    address: str = ""
    """Street and number."""
    phone: str = ""
    email: str = ""
    headline: str = ""
    lead: str = ""
    """What stands below the headline."""
    action: str = ""
    """What the opening's button says."""
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
    prices, least = _prices(rest)
    said = {one.kind: text[one.start : one.end] for one in reversed(values_in(text, ("phone", "address")))}
    when = {one.kind: rest[one.start : one.end] for one in reversed(values_in(rest))}
    place = _place(rest, name, language)
    return Facts(
        name=name,
        place="" if place in said.get("address", "") else place,
        address=said.get("address", ""),
        phone=said.get("phone", "").strip(" ("),
        email=sentence.emails[0] if sentence.emails else "",
        headline=headline.value if headline else "",
        prices=prices,
        least=least,
        times="" if "date" in when else _tidy(when.get("times", "")),
        notes=(*_at_once(text), *_notes(rest), *(one for one in _aside(rest) if name not in one or not name)),
    )


def _is_headline(sentence: Sentence, quote: Quote) -> bool:
    before, after = sentence.plain[: quote.start], sentence.plain[quote.end :]
    return bool(_SAYS.search(before.rstrip(" \"“'")) or _SAYS_AFTER.search(after))


def _name(text: str, rest: str, quotes: list[Quote], language: Language) -> str:
    for pattern in (_CALLED, _CALLED_AFTER):
        if found := pattern.search(text):
            return _trimmed(found[1], language)
    streets = values_in(text, ("address",))
    beside = _BESIDE.search(rest)
    if beside and any(one.start <= beside.start(1) < one.end for one in streets):
        beside = None
    if beside and (not quotes or beside.start() < quotes[0].start) and not _dated(rest[: beside.start()]):
        return beside[1]
    if own := next((one for one in quotes if not _is_work(text[: one.start])), None):
        return own.value
    found = _QUOTED.search(rest)
    if found and not _dated(rest[: found.start()]):
        return found[1]
    first = ""
    for start, end in _capitals(without_brackets(rest), language):
        if _is_place(text, (start, end)) or any(one.start <= start < one.end for one in streets):
            continue
        is_owner = re.match(r"\S+['’]s [a-z]", text[start:])  # “Ostrava's smallest cinema, Kino …”
        name = text[start:end]
        if not _begins(text, start) and not is_owner:
            return name
        if language == "tr" and _OURS.match(name):
            return _OURS.sub("", name)
        first = first or (name if is_owner or _stands_first(text, (start, end)) else "")
    return first or next((found[0] for one in brackets(rest) if (found := _in_brackets(one))), "")


def _dated(text: str) -> bool:
    return DATE.search(plain(text)) is not None


def _is_work(before: str) -> bool:
    """Tell whether a name in quotation marks is that of a work and not of whoever made it."""
    return _WORK.search(plain(before)) is not None


def _capitals(text: str, language: Language) -> Iterator[Span]:
    """Yield where words stand together that begin with capitals and are no month, day or language."""
    for found in re.finditer(_CAPS, text):
        name = _trimmed(found[0], language)
        if name and not _NOT_NAMES.match(plain(name)):
            yield found.start(), found.start() + len(name)


def _begins(text: str, at: int) -> bool:
    """Tell whether a sentence begins at a place."""
    return any(
        start + len(text[start:end]) - len(text[start:end].lstrip()) == at for start, end in sentences(text)
    )


def names_in(text: str, language: Language) -> list[Span]:
    """Return where a request names somebody or something; not where a sentence just begins."""
    found = list[Span]()
    for start, end in _capitals(text, language):
        if _begins(text, start) and language == "tr" and (own := _OURS.match(text[start:end])):
            start += own.end()
        elif _begins(text, start) and not _stands_first(text, (start, end)):
            continue
        found.append((start, end))
    return found


def _in_brackets(text: str) -> re.Match[str] | None:
    found = re.match(rf"\s*{_CAPS}(?=\s*(?:,|$))", text)
    return found if found and not _NOT_NAMES.match(plain(found[0].strip())) else None


def _stands_first(text: str, span: Span) -> bool:
    """Tell whether words that begin a sentence are a name and not just its first word."""
    name, after = text[slice(*span)], text[span[1] :]
    if " " in name.strip():
        return True
    said = re.match(r",? (?:is|are|needs|wants)\b|,? (?:için|adlı)\b", after)
    return (
        bool(said)
        and len(name) > 3
        and not re.search(
            r"l[ae]r$|^(?:This|That|There|Here|Our|What|Phone|Telephone|Email|Address|Hours|Entry"
            r"|Admission)$",
            name,
        )
    )


_SOMEBODY: Final = re.compile(
    r"\b(?:secretary|treasurer|chair\w*|president|manager|owner|contact|caretaker|head|baskan\w*|sekreter\w*"
    r"|sorumlu\w*|yetkili\w*)(?: person)?(?: is|:| olan)?\s*$"
)


def _is_place(text: str, span: Span) -> bool:
    before = text[: span[0]]
    if re.search(
        r"\b(?:in|near|from|at|around|outside|to|serving|across|on|about|between|towards|via|beside|along)\s+(?:the\s+)?$",
        before,
    ):
        return True
    if _SOMEBODY.search(plain(before)):
        return True  # “our secretary is Joan Pike” names nobody's page
    dates = list(DATE.finditer(plain(before)))
    if dates and re.fullmatch(
        rf"(?:,?\s+\d{{1,2}}[:.]\d\d)?(?:,?\s+{_CAPS})*,?\s+", before[dates[-1].end() :]
    ):
        return True  # “12 June, Ashdown House, York”
    if re.match(r",\s+$", before[-2:]) and DATE.match(plain(text[span[1] :]).lstrip(" ,")):
        return " " not in text[slice(*span)]  # “a summer school, Trieste, 6-17 July”
    return re.match(r"['’](?:[dt][ae](?:ki|n)?)\b", text[span[1] :]) is not None


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
    for row in (row for span in sentences(text) for row in rows_of(text[slice(*span)])):
        if row.kind != "price":
            continue
        label = _LABEL_LEADS.sub("", _LABEL_LEADS.sub("", row.name.strip()).strip()).strip(" -–:/")
        if label and len(label.split()) <= _LABEL_WORDS and not re.search(r"\bper\b|/", row.value):
            listed.append((label[:1].upper() + label[1:], row.value))
        else:
            alone = alone or row.value
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
    spans = [(one.start, one.end) for one in values_in(text, ("date",))]
    for pattern, source in ((_OPENS, plain(text)), (_SINCE, text), (_ALWAYS, text)):
        spans += [hit.span() for hit in pattern.finditer(source)]
    shown = (re.sub(r"['’]\w+$", "", _tidy(text[start:end])) for start, end in sorted(spans))
    return tuple(dict.fromkeys(one[:1].upper() + one[1:] for one in shown))


def _at_once(text: str) -> tuple[str, ...]:
    """Return a number to call that should be seen at once."""
    for start, end in sentences(text):
        found = values_in(text[start:end], ("phone",))
        if found and _AT_THE_TOP.search(plain(text[start:end])):
            return (text[start + found[0].start : start + found[0].end].strip(" ("),)
    return ()


def _aside(rest: str) -> tuple[str, ...]:
    """Return what stands in brackets beside the lists, where it is neither a price nor a number to call."""
    found = (_tidy(one) for one in brackets(rest))
    return tuple(one for one in found if one and not re.search(rf"{MONEY}|{PHONE.pattern}", one))


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(" ,.;:")


def hidden_spans(text: str) -> list[Span]:
    """Return where telephone numbers stand: they belong to no list."""
    return [(one.start, one.end) for one in values_in(text, ("phone",))]
