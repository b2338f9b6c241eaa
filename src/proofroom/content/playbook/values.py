"""What a written value is for a field of some type."""

import re
from typing import Any, Final, cast

from proofroom.content.playbook.schema import FieldView, Schema
from proofroom.content.playbook.words import LOOK
from proofroom.providers.offline.dates import MONTHS
from proofroom.providers.offline.sentence import Sentence, plain

Span = tuple[int, int]
_NUMBER: Final = re.compile(r"-?\d+(?:[.,]\d+)?")
_EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


def fit(text: str, field: FieldView) -> Any:
    """Return a written value as the field's type wants it, or None if it does not fit."""
    match field.type:
        case "boolean":
            word = plain(text).strip(" .!")
            is_true, is_false = LOOK["true"].fullmatch(word), LOOK["false"].fullmatch(word)
            return True if is_true else False if is_false else None
        case "integer" | "rating" | "number" | "decimal" | "percent":
            return _number(text, is_whole=field.type in ("integer", "rating"))
        case "date":
            return read_date(text)
        case "select":
            options = cast("list[Any]", field.definition.get("options") or [])
            return next((str(one) for one in options if plain(str(one)) == plain(text.strip())), None)
        case "email":
            found = _EMAIL.search(text)
            return found.group().rstrip(".") if found else None
        case "array":
            return [part.strip() for part in text.split(",") if part.strip()]
        case _:
            return text.strip() or None


def _number(text: str, is_whole: bool) -> float | None:
    """Return the one number of a text; none where it has several, or a fraction where whole ones belong."""
    grouped = re.sub(r"(?<=\d)[,.](?=\d{3}(?:\D|$))", "", text) if is_whole else text  # 1,200
    found = _NUMBER.findall(grouped)
    if len(found) != 1:
        return None
    value = float(found[0].replace(",", "."))
    return int(value) if value.is_integer() else None if is_whole else value


def read_date(text: str) -> str | None:
    """Return a date as `YYYY-MM-DD`, from that form or from words: 3 May 2026, May 3, 2026, 3 Mayıs 2026."""
    known = plain(text)
    exact = re.search(r"\b(\d{4})-(\d\d)-(\d\d)\b", known)
    if exact:
        return exact.group()
    year = re.search(r"\b((?:19|20)\d\d)\b", known)
    day = re.search(r"\b([0-3]?\d)(?:st|nd|rd|th|\.)?\b(?!\d)", known)
    month = next((MONTHS[word] for word in re.findall(r"[a-z]+", known) if word in MONTHS), None)
    return f"{year[1]}-{month:02d}-{int(day[1]):02d}" if year and day and month else None


def means_another(schema: Schema, sentence: Sentence, span: Span) -> bool:
    """Tell whether words say where the value stands: the summary of another entry, its title."""
    start, end = span
    if any(quote.start == start for quote in sentence.quotes):
        return False
    said = sentence.masked[start:end]
    return any(
        re.fullmatch(r"\s*(?:the|its|his|her|their)\s+", said[: one.start])
        and re.match(r"\s*(?:of|from|in|on)\b|\W*$", said[one.end :])
        for one in schema.fields_in(said)
    )
