"""Questions that compare records: which has the most of something, and which lack a value."""

import re
from collections.abc import Sequence
from typing import Any

from proofroom.entities.wording import plain_text, same_word

_WORDS = {
    ("", "desc"): "most highest cok fazla yuksek",
    ("", "asc"): "least fewest lowest az dusuk",
    ("size", "desc"): "largest biggest buyuk",
    ("size", "asc"): "smallest kucuk",
    ("length", "desc"): "longest tallest deepest widest thickest uzun derin genis kalin",
    ("length", "asc"): "shortest thinnest kisa ince",
    ("heat", "desc"): "hottest warmest sicak",
    ("heat", "asc"): "coldest coolest soguk",
    ("weight", "desc"): "heaviest agir",
    ("weight", "asc"): "lightest hafif",
    ("speed", "asc"): "soonest quickest fastest hizli",
    ("speed", "desc"): "slowest yavas",
    ("time", "asc"): "oldest earliest eski",
    ("time", "desc"): "newest latest youngest yeni",
    ("cost", "asc"): "cheapest ucuz",
    ("cost", "desc"): "dearest expensive pahali",
    ("strength", "desc"): "strongest sert guclu",
    ("strength", "asc"): "weakest",
}
SENSES = {word: sense for sense, words in _WORDS.items() for word in words.split()}
"""What is compared by, and from which end."""
MEANT = {
    "size": "size area surface population people length height alan yuzolcumu nufus boyut uzunluk yukseklik",
    "time": "since joined founded opened born year date started begun built tarih yil kurulus acilis age yas",
    "cost": "price cost rent value fee insured amount paid sale fiyat ucret tutar bedel kira maliyet satis"
    " kaca eur euro euros gbp pounds usd dollars tl lira try",
    "length": "length span duration distance depth height width pages minutes m km min boy uzunluk sure"
    " mesafe derinlik yukseklik genislik sayfa dakika dk hours days saat gun",
    "heat": "heat temperature degrees c sicaklik derece isi",
    "weight": "weight mass kg g tons tonnes tonnage agirlik kilo gram tonaj ton",
    "strength": "strength abv alcohol proof power guc alkol derece",
    "speed": "days hours minutes duration time gun saat dakika sure",
}
ENDS = {"first": "asc", "last": "desc"}
"""What stands at an end of a column of days or years, where the question names that column."""
_TURKISH = re.compile(r"\ben (\w+)")
LACKS = re.compile(
    r"\b(?:missing|never|without|lacks?|lacking|empty|no(?! longer))\b|\bnot\b.*\byet\b"
    r"|\b(?:eksik|yok|bos|olmayan\w*|girilmemis|henuz)\b"
)
_AGES = frozenset({"age", "ages", "aged", "years", "yrs", "bp", "yas", "yasi", "yaslari"})
"""Words of columns that say how old something is, and not when it began: the oldest has most of it."""
_CURRENCY = re.compile(r"[$€£¥₺]")
_NUMBERS = ("number", "date")
Kind = dict[str, Any]


def ranked(text: str, kinds: Sequence[Kind], asked: Sequence[str]) -> dict[str, Any] | None:
    """Return how to look for the record that has most or least of something; None where nobody asks that."""
    if (end := asked_end(text)) is None:
        return _first_or_last(kinds, asked)
    sense, direction = end
    for kind in in_question(kinds, asked):
        fields = _numbers(kind)
        if not sense and not named_field(fields, asked) and named_field(kind["fields"], asked):
            continue  # most of something that is no figure
        if sense == "length" and _is_of_time(fields):
            sense, direction = (
                "time",
                "asc" if direction == "desc" else "desc",
            )  # what stands longest came first
        field = named_field(fields, asked) or meant_field(fields, sense)
        if field is not None:
            if (
                sense == "time"
                and field["type"] == "number"
                and is_of_ages(field.get("label") or field["key"])
            ):
                direction = "desc" if direction == "asc" else "asc"
            return _at_end(kind, field, direction)
    return None


def _first_or_last(kinds: Sequence[Kind], asked: Sequence[str]) -> dict[str, Any] | None:
    """Return how to look for who did first or last what a column says; “Last voiced” is what it is called."""
    end = next((word for word in asked if word in ENDS), None)
    for kind in in_question(kinds, asked) if end is not None else ():
        years = [one for one in _numbers(kind) if one["type"] == "date" or meant_field([one], "time")]
        field = named_field(years, [word for word in asked if word not in ENDS])
        if field is not None and end is not None and named_field([field], [end]) is None:
            return _at_end(kind, field, ENDS[end])
    return None


def _at_end(kind: Kind, field: Kind, direction: str) -> dict[str, Any]:
    """Return how to look for the record that has most or least of a field."""
    return {
        "typeSlug": kind["slug"],
        "filters": [{"field": field["key"], "op": "exists", "value": True}],
        "sort": {"field": field["key"], "dir": direction},
        "limit": 1,
    }


def weighed(text: str, kinds: Sequence[Kind], asked: Sequence[str]) -> tuple[Kind, Kind, bool] | None:
    """Return the type and the field of words whose quantities decide, and whether the least is asked for."""
    if (end := asked_end(text)) is None:
        return None
    for kind in in_question(kinds, asked):
        texts = [one for one in kind["fields"] if one["type"] == "text"]
        if not named_field(_numbers(kind), asked) and (field := named_field(texts, asked)) is not None:
            return kind, field, end[1] == "asc"
    return None


def asked_end(text: str) -> tuple[str, str] | None:
    """Return what is compared by and from which end, if anything is."""
    plain = plain_text(text).replace("ı", "i")
    turkish = [word for word in _TURKISH.findall(plain) if word in SENSES]
    english = [word for word in plain.split() if word in SENSES and word.endswith(("st", "expensive"))]
    said = [*turkish, *english]
    return SENSES[said[-1]] if said else None


def sense_of(word: str) -> tuple[str, str] | None:
    """Return what an adjective is about, and which end of it: of “tall”, “taller” and “tallest”."""
    stem = word.removesuffix("er").removesuffix("e")
    return next(
        (SENSES[one] for one in (word, f"{word}est", f"{stem}est", f"{stem}est") if one in SENSES), None
    )


def lacking(text: str, kinds: Sequence[Kind], asked: Sequence[str]) -> dict[str, Any] | None:
    """Return how to look for records without a value that somebody asks for; None where nobody does."""
    if not LACKS.search(plain_text(text).replace("ı", "i")):
        return None
    for kind in in_question(kinds, asked):
        field = named_field(kind["fields"], asked)
        # What has no taproom says so where a column asks for yes or no: its cell is not empty.
        if field is not None and field["type"] != "boolean":
            missing = {"field": field["key"], "op": "exists", "value": False}
            return {"typeSlug": kind["slug"], "filters": [missing], "limit": 100}
    return None


def _is_of_time(fields: Sequence[Kind]) -> bool:
    """Tell whether “the longest” can only be about how long ago: dates are there, and no lengths."""
    return not named_field(fields, MEANT["length"].split()) and meant_field(fields, "time") is not None


def is_of_ages(label: str) -> bool:
    """Tell whether a column of figures says how old something is, and not when it began."""
    return not _AGES.isdisjoint(plain_text(label).replace("ı", "i").split())


def _numbers(kind: Kind) -> list[Kind]:
    return [one for one in kind["fields"] if one["type"] in _NUMBERS]


def in_question(kinds: Sequence[Kind], asked: Sequence[str]) -> list[Kind]:
    """Return the types that could be meant: those that are named first."""

    def is_named(kind: Kind) -> bool:
        words = plain_text(f"{kind['name']} {kind.get('plural') or ''}").split()
        return any(same_word(one, word) for one in asked for word in words)

    return sorted(kinds, key=is_named, reverse=True)


def named_field(fields: Sequence[Kind], asked: Sequence[str]) -> Kind | None:
    """Return the field whose name the words say."""
    for field in fields:
        words = plain_text(field.get("label") or field["key"]).replace("ı", "i").split()
        if any(same_word(one, word) for one in asked for word in words):
            return field
    return None


def meant_field(fields: Sequence[Kind], sense: str) -> Kind | None:
    """Return the field that a word such as “dearest” is about; the only one, where it could be any."""
    numbers = [one for one in fields if one["type"] == "number"]
    if not sense:
        return fields[0] if len(fields) == 1 else None
    found = named_field(fields, MEANT[sense].split())
    if found is None and sense == "cost":
        found = next((one for one in numbers if _CURRENCY.search(str(one.get("label")))), None)
    if found is None and sense == "time":
        found = next((one for one in fields if one["type"] == "date"), None)
    is_only = len(numbers) == 1 and sense != "time"
    return found or (numbers[0] if is_only else None)
