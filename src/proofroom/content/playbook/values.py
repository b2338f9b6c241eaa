"""The new value in a request: where it stands, and what it is for a field of some type."""

import re
from dataclasses import dataclass
from typing import Any, cast

from proofroom.content.playbook.schema import FieldView
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import MONTHS
from proofroom.providers.offline.sentence import BLANK, Sentence, plain

_BEFORE = re.compile(
    r"(?:\b(?:to|as|into|with|reads?|says?|be|is|are|now|become|becomes|called|named|text|soyle)\b|=|:"
    r"|→)[\s:=,]*$"
)
_TURKISH_AFTER = re.compile(r"^['\w]{0,6}\s*(?:olarak|yap\w*|olsun|ile|diye|seklinde|yaz)\b")
_TURKISH_TARGET = re.compile(
    r"^['\w]{0,6}\s*(?:adli |baslikli |isimli )?(?:yazi\w*|makale\w*|konu\w*|haber\w*|etiket\w*|yazar\w*"
    r"|icin)"
)
_ENGLISH_TAIL = re.compile(
    r".*(?:\b(?:to|into|with|as|should (?:be|read|say)|must be|(?:is|are) now|becomes?|is called)\b\s+"
    r"|[:=→]\s*)(?P<value>\S.*)$",
    re.DOTALL,
)
_TURKISH_TAIL = re.compile(r"(?P<value>\S.*?)\s+(?:olarak\b.*|yap\w*|olsun|oldu|seklinde\b.*|diye\b.*)\W*$")
_UNIT = re.compile(r"\s*\d+(?:[.,]\d+)?\s*(?:\w+\s*)?", re.IGNORECASE)
_NOW = re.compile(r"\b(?:is|are)\s+(?P<value>\S.*?)\s+now\W*$")
_IN_LANGUAGE = re.compile(
    rf"\s+(?:in|for)\s+(?:the\s+)?(?:{'|'.join(lexicon.LANGUAGES.values())}|(?:both|all) languages)"
    r"(?:\s+(?:version|only|too))?[\s.!]*$"
)
_POINTS = re.compile(
    rf"\b(?:same|as in|like)\b|^(?:in|into)\s+(?:{'|'.join(lexicon.LANGUAGES.values())})$"
    r"|^(?:shorter|longer|better)$"
)
_LIKE = re.compile(r"\bsame\s+(?:as\s+)?$")
"""What points at a value instead of giving it."""
_POLITE = re.compile(
    r"(?:[\s,]*\b(?:please|thanks|thank you|now|everywhere|too|again|lutfen|tesekkurler)\b)*[\s.!?,;]*$"
)
_TRUE = re.compile(r"(?:true|yes|on|evet|acik|dogru|1)")
_FALSE = re.compile(r"(?:false|no|off|hayir|kapali|yanlis|0)")
_NAMES = "|".join(MONTHS)
DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?:{_NAMES})\w*\s+\d{{4}}\b"
    rf"|\b(?:{_NAMES})\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}\b"
)


@dataclass(frozen=True)
class Value:
    """A value as somebody wrote it, and where."""

    text: str
    start: int
    end: int

    @property
    def span(self) -> tuple[int, int]:
        """Return its place."""
        return self.start, self.end


def find_value(sentence: Sentence, after: int = 0) -> Value | None:
    """Return the new value that a request gives, looking behind a place (the field's name) for bare words."""
    quoted = _quoted(sentence, after)
    if quoted is not None:
        return quoted
    special, bare = _special(sentence), _bare(sentence, after)
    if special is None or bare is None:
        return special or bare
    behind = sentence.masked[bare.start : bare.end]
    is_more = bare.start <= special.start and bare.end > special.end and BLANK not in behind
    return bare if is_more and not _UNIT.fullmatch(bare.text) and not DATE.search(behind) else special


def _quoted(sentence: Sentence, after: int) -> Value | None:
    for quote in reversed(sentence.quotes):
        before, behind = sentence.masked[: quote.start], sentence.masked[quote.end :]
        is_target = _TURKISH_TARGET.match(behind) or re.match(
            r"^\s*(?:by|from|article|piece|story|post)\b", behind
        )
        if is_target:
            continue
        follows = after > 0 and not sentence.masked[after : quote.start].strip(" :=")
        if follows or _BEFORE.search(before) or _TURKISH_AFTER.match(behind):
            return Value(quote.value, quote.start, quote.end)
    return None


def _special(sentence: Sentence) -> Value | None:
    """Return the last address, link, handle, colour or number that stands where a value would."""
    places = [span for span in sentence.values if span not in {(q.start, q.end) for q in sentence.quotes}]
    places += [match.span() for match in re.finditer(r"#[0-9a-fA-F]{3,8}\b", sentence.text)]
    places += [match.span() for match in re.finditer(r"(?<![\w.])\d{4}-\d\d-\d\d(?!\w)", sentence.plain)]
    places += [match.span() for match in DATE.finditer(sentence.masked)]
    if places:
        start, end = max(places, key=lambda span: (span[1], -span[0]))
        return Value(sentence.text[start:end].rstrip("."), start, end)
    numbers = [
        match.span() for match in re.finditer(r"(?<![\w.#-])\d+(?:[.,]\d+)?(?![\w.]*\w)", sentence.masked)
    ]
    if numbers:
        start, end = numbers[-1]
        return Value(sentence.text[start:end], start, end)
    return None


def _bare(sentence: Sentence, after: int) -> Value | None:
    match = _NOW.search(sentence.masked) or _ENGLISH_TAIL.match(sentence.masked)
    if match is None:
        match = _TURKISH_TAIL.search(sentence.masked, after)
    if match is None:
        return None
    start, end = match.span("value")
    end = start + len(_IN_LANGUAGE.sub("", _POLITE.sub("", sentence.masked[start:end])))
    text = sentence.text[start:end].strip()
    if _POINTS.search(sentence.masked[start:end]) or _LIKE.search(sentence.masked[:start]):
        return None
    return Value(text, start, end) if text and BLANK not in sentence.masked[start:end] else None


def fit(text: str, field: FieldView) -> Any:
    """Return a written value as the field's type wants it, or None if it does not fit."""
    match field.type:
        case "boolean":
            return _boolean(text)
        case "integer" | "rating":
            number = re.search(r"-?\d+", text)
            return int(number.group()) if number else None
        case "number" | "decimal" | "percent":
            number = re.search(r"-?\d+(?:[.,]\d+)?", text)
            return float(number.group().replace(",", ".")) if number else None
        case "date":
            return read_date(text)
        case "select":
            return _option(text, field)
        case "email":
            found = re.search(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", text)
            return found.group().rstrip(".") if found else None
        case "array":
            return [part.strip() for part in text.split(",") if part.strip()]
        case _:
            return text.strip() or None


def read_date(text: str) -> str | None:
    """Return a date as `YYYY-MM-DD`, from that form or from words: 3 May 2026, May 3, 2026, 3 Mayıs 2026."""
    known = plain(text)
    exact = re.search(r"\b(\d{4})-(\d\d)-(\d\d)\b", known)
    if exact:
        return exact.group()
    year = re.search(r"\b((?:19|20)\d\d)\b", known)
    day = re.search(r"\b([0-3]?\d)(?:st|nd|rd|th|\.)?\b(?!\d)", known)
    month = next((MONTHS[word] for word in re.findall(r"[a-z]+", known) if word in MONTHS), None)
    if not (year and day and month):
        return None
    return f"{year[1]}-{month:02d}-{int(day[1]):02d}"


def _boolean(text: str) -> bool | None:
    word = plain(text).strip(" .!")
    if _TRUE.fullmatch(word):
        return True
    return False if _FALSE.fullmatch(word) else None


def _option(text: str, field: FieldView) -> str | None:
    options = cast("list[Any]", field.definition.get("options") or [])
    return next((str(option) for option in options if plain(str(option)) == plain(text.strip())), None)
