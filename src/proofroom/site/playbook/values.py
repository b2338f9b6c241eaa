"""How requests write prices, dates, times, addresses and numbers to call, in English and Turkish.

The one reader of what a request tells exactly: sections take their rows from it, pages their facts, and what
no section had a place for is found again by it.
"""

import re
from collections.abc import Container
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.sentence import plain

MONTHS: Final = (
    "january|february|march|april|may|june|july|august|september|october|november|december|ocak|subat|mart"
    "|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik"
)
DAYS: Final = (
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    "|pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar"
)
DATE: Final = re.compile(
    rf"\b\d{{1,2}}\s+(?:{MONTHS})\s*(?:[-–]|\b(?:to|until|through|ile)\b)\s*\d{{1,2}}\s+(?:{MONTHS})(?:\s+\d{{4}})?\b|"
    rf"(?:\b(?:{DAYS}),? )?\b\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?(?:st|nd|rd"
    rf"|th)?(?: of)?\s+(?:{MONTHS})(?:\s+\d{{4}})?\b"
    rf"|\b(?:{MONTHS})\s+\d{{1,2}}(?:st|nd|rd|th)?(?:\s?[-–]\s?\d{{1,2}})?(?:,?\s+\d{{4}})?\b"
    rf"|\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}\b"
)
_CLOCK: Final = r"\d{1,2}(?:[:.]\d{2})?(?:\s?(?:am|pm)\b)?"
_WEEK: Final = (
    rf"(?:(?:{DAYS})(?:s|[dt][ae]n|y?[ae]|l[ae]ri?)?\b|\b(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun|pzt|sal|car"
    rf"|per"
    rf"|cum|cmt)\b)"
)
TIMES: Final = re.compile(
    rf"(?:(?:{_WEEK} haric )?(?:(?:from|every|each"
    rf"|on|her)\s+)?(?:(?:daily|every day) (?:except|but)(?: on)? {_WEEK}|{_WEEK}|weekdays|weekends|daily"
    rf"|every day"
    rf"|week|her gun"
    rf"|hafta ici|hafta sonu|gun)(?:(?:\s*(?:to|through|and|-|–|ile|ve)\s*|(?<=[ae]n)\s)(?:{_WEEK})"
    rf"(?: arasi| gunleri)?)?"
    rf"(?:\s+gunleri)?,?\s*(?:from\s+|saat\s+)?)?(?<![\d+]){_CLOCK}\s?(?:-|–|to|until|ile|ila)\s?{_CLOCK}"
    r"(?:\s*aras\w*)?(?!\s*(?:\d|%|years?\b|yas|people|kisi|months?\b))"
    rf"|(?:(?:every |each |on |her )?{_WEEK}(?:\s+gunleri)?,?\s+(?:at\s+|saat\s+)?|\bat\s+|\bsaat\s+)"
    rf"(?:\d{{1,2}}[:.]\d{{2}}(?:\s?[ap]m)?|\d{{1,2}}\s?[ap]m)\b"
    rf"|(?:{_WEEK}(?:\s*(?:,|and|ve|to|ile|-|–)\s*)){{1,6}}{_WEEK}(?:\s+gunleri)?|\b(?:every|each|her|first"
    rf"|last|ilk|son)\s+"
    rf"(?:(?:first|second|third|last|other|ayin|ilk|ikinci"
    rf"|son)\s+)*{_WEEK}(?: of the month)?(?:,?\s+(?:at\s+|saat\s+)?{_CLOCK}(?=\W|$))?"
    r"|(?<![\w.,:£$€₺])(?:(?:[01]?\d|2[0-3]):[0-5]\d(?:\s?[ap]m)?|(?:0\d|1\d|2[0-3])\.[0-5]\d"
    r"|\d{1,2}\s?[ap]m)\b"
    r"(?![.,:]?\d|\s?(?:[£$€₺%]|tl\b|lira|euro|km|kg|usd|eur|gbp|m\b))"
)
IS_FREE: Final = re.compile(
    r"\b(?:giris\w*|katilim|ulasim|kargo|entry|admission|entrance|those|these|they|which)"
    r" (?:is |are )?(?:free|ucretsiz|bedava)\b"
)
"""What costs nothing, told as it is: “giriş ücretsiz”."""
CLOSED: Final = re.compile(rf"\bclosed (?:on )?{_WEEK}s?|\b{_WEEK}(?: gunu| gunleri)? kapali\b")
MONEY: Final = (
    r"(?:(?:[£$€₺¥₹]|CHF|USD|EUR|GBP|chf|usd|eur|gbp)\s?(?:\d[\d.,]*\d|\d)|(?<![\d.])\d{1,2}p\b"
    r"|\d[\d.,/]*\s?(?:TL|tl|lira|kuru[sş]|cents?\b|pence\b|[₺€¢]"
    r"|euros?\b|dollars?\b|pounds?\b|(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|AUD|CAD|Kč|kc|kr|zł|zl|Ft"
    r"|lei)\b)(?!\w))"
)
UPPER: Final = "A-ZÇĞİÖŞÜÂÉÈÊÄÅØÑ"

_UNIT_BEFORE: Final = (
    r"(?:(?P<unit>kisi basi|geceli[gk]i?|saatli[gk]i?|saati|ayli[gk]i?|gunlu[gk]u?|seansi|yilli[gk]i?"
    r"|tanesi|adedi|haftali[gk]i?|donemlik|sezonluk)\s+|(?:from|starting at|only|just)\s+)?"
)
_UNIT_AFTER: Final = (
    r"(?:\s*(?:(?:per|an?|each)\b|/(?!\s*(?:\w+ )+[£$€₺]?\d))\s*(?:square |cubic )?\w+|\s+each\b"
    r"|['’]?(?:den|dan|ten|tan)\b(?: basla\w+)?)?"
)
_UNPRICED: Final = (
    r"\b(?:on request|by donation|pay what you (?:can|want|like)|free of charge|istek uzerine|bagis usulu)\b"
)
_AT: Final = r"(?:,?\s+(?:at\s+|saat\s+)?\d{1,2}[:.]\d{2}(?!\d|\s?[-–]\s?\d))?"
_PLAIN_VALUES: Final = (
    ("price", re.compile(rf"{_UNIT_BEFORE}{MONEY}{_UNIT_AFTER}|{_UNPRICED}", re.IGNORECASE)),
    ("date", re.compile(rf"(?:{DATE.pattern})(?:['’]\w+)?{_AT}")),
    ("times", TIMES),
)
PHONE: Final = re.compile(r"(?<![\w,.])(?:\+\d|\(0\d|0\d)[\d ()/-]{6,}\d(?!\w)")
_STREET: Final = (
    r"Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Square|Way|Row|Hill|Terrace|Place|Quay|Drive|Close|Court|Parade"
    r"|Crescent|Walk|Wharf|Yard|Mews|Green|Boulevard|Gate|House|Mill|Wynd"
)
_WORD: Final = rf"[{UPPER}][\w'’-]*"
_NO: Final = r"(?:,?\s+(?:(?:No|Numara|Kat|D)[.:]?\s?)?\d+[A-Za-z]?(?:/\w+)?)*"
ADDRESS: Final = re.compile(
    rf"\b\d{{1,4}}[a-zA-Z]?(?:\s?[-–/]\s?\d+)?\s+(?!(?i:{MONTHS}|tl|lira|eur\w*|usd|gbp|chf|kr|sek|nok|dkk"
    rf"|pln|czk|am|pm)\b)(?:{_WORD}\s+){{0,3}}(?:(?:{_STREET})\b|{_WORD})"
    rf"(?:,\s+[A-Z]{{1,2}}\d{{1,2}}[A-Z]?\s?\d[A-Z]{{2}})?"
    rf"|(?:(?<=\bon )|(?<=\bat ))(?:{_WORD}\s+){{1,3}}(?:Street|Road|Lane|Avenue|Square|Terrace|Quay|Crescent"
    rf"|Boulevard|Row)\b"
    rf"|(?!(?i:adres))(?:{_WORD}\s+)+(?i:mahallesi|mah|caddesi|cad|cd|soka[gğ][iı]|sokak|sok|sk|bulvar[iı]"
    rf"|blv|meydan[iı])\b\.?{_NO}"
    rf"(?:,?\s+(?:{_WORD}\s+)+(?i:caddesi|cad|cd|soka[gğ][iı]|sokak|sok|sk|bulvar[iı]|blv)\b\.?{_NO})?"
)
_EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_EXACT_VALUES: Final = (("email", _EMAIL), ("phone", PHONE), ("address", ADDRESS))


@dataclass(frozen=True, slots=True)
class Value:
    """What a request tells exactly: where it stands, and what kind of thing it is."""

    kind: str
    """`price`, `date`, `times`, `phone` or `address`."""
    start: int
    end: int
    unit: str = ""
    """What a price is for, where that stands before it: “aylık”."""


TOLD: Final = frozenset({"price", "date", "times"})
"""Values that stand in a row beside a name."""


def values_in(text: str, kinds: Container[str] = TOLD) -> list[Value]:
    """Return the values of a text in their order; of two that meet, the kind that is read first."""
    said, found = plain(text), list[Value]()
    hits = [(kind, hit) for kind, pattern in _EXACT_VALUES for hit in pattern.finditer(text)]
    hits += [(kind, hit) for kind, pattern in _PLAIN_VALUES for hit in pattern.finditer(said)]
    for kind, hit in hits:
        if kind == "address" and DATE.match(said, hit.start()):
            continue  # “5-6 Eylül'de” is no street
        if kind in kinds and not any(hit.start() < one.end and one.start < hit.end() for one in found):
            unit = hit.groupdict().get("unit") or ""
            found.append(Value(kind, hit.start(), hit.end(), text[hit.start() : hit.start() + len(unit)]))
    return sorted(found, key=lambda one: one.start)
