"""Questions that compare records: which has the most of something, and which lack a value."""

import re
from collections.abc import Sequence
from typing import Any

from proofroom.entities.wording import plain_text, same_word

_SIZE, _TIME, _COST = "size", "time", "cost"
_SAID = {
    "most": ("", "desc"),
    "least": ("", "asc"),
    "fewest": ("", "asc"),
    "highest": ("", "desc"),
    "lowest": ("", "asc"),
    "largest": (_SIZE, "desc"),
    "biggest": (_SIZE, "desc"),
    "smallest": (_SIZE, "asc"),
    "longest": (_TIME, "asc"),
    "oldest": (_TIME, "asc"),
    "earliest": (_TIME, "asc"),
    "newest": (_TIME, "desc"),
    "latest": (_TIME, "desc"),
    "youngest": (_TIME, "desc"),
    "cheapest": (_COST, "asc"),
    "dearest": (_COST, "desc"),
    "expensive": (_COST, "desc"),
    "cok": ("", "desc"),
    "fazla": ("", "desc"),
    "az": ("", "asc"),
    "yuksek": ("", "desc"),
    "dusuk": ("", "asc"),
    "buyuk": (_SIZE, "desc"),
    "kucuk": (_SIZE, "asc"),
    "eski": (_TIME, "asc"),
    "uzun": (_TIME, "asc"),
    "yeni": (_TIME, "desc"),
    "pahali": (_COST, "desc"),
    "ucuz": (_COST, "asc"),
}
"""What is compared by, and from which end: of the longest-standing, the earliest comes first."""
_MEANT = {
    _SIZE: "size area surface population people length height alan yuzolcumu nufus boyut uzunluk yukseklik",
    _TIME: "since joined founded opened born year date started begun built tarih yil kurulus acilis",
    _COST: "price cost rent value fee insured amount fiyat ucret tutar bedel kira maliyet",
}
_TURKISH = re.compile(r"\ben (\w+)")
_LACKS = re.compile(
    r"\b(?:missing|without|lacks?|lacking|empty|no)\b|\b(?:eksik|yok|bos|olmayan\w*|girilmemis)\b"
)
_NUMBERS = ("number", "date")
Kind = dict[str, Any]


def ranked(text: str, kinds: Sequence[Kind], asked: Sequence[str]) -> dict[str, Any] | None:
    """Return how to look for the record that has most or least of something; None where nobody asks that."""
    plain = plain_text(text).replace("ı", "i")
    turkish = [word for word in _TURKISH.findall(plain) if word in _SAID]
    english = [word for word in plain.split() if word in _SAID and word.endswith(("st", "expensive"))]
    said = [*turkish, *english]
    if not said:
        return None
    sense, direction = _SAID[said[-1]]
    for kind in _in_question(kinds, asked):
        fields = [one for one in kind["fields"] if one["type"] in _NUMBERS]
        field = _named(fields, asked) or _meant(fields, sense)
        if field is not None:
            sort = {"field": field["key"], "dir": direction}
            return {
                "typeSlug": kind["slug"],
                "filters": [{"field": field["key"], "op": "exists", "value": True}],
                "sort": sort,
                "limit": 1,
            }
    return None


def lacking(text: str, kinds: Sequence[Kind], asked: Sequence[str]) -> dict[str, Any] | None:
    """Return how to look for records without a value that somebody asks for; None where nobody does."""
    if not _LACKS.search(plain_text(text).replace("ı", "i")):
        return None
    for kind in _in_question(kinds, asked):
        field = _named(kind["fields"], asked)
        if field is not None:
            missing = {"field": field["key"], "op": "exists", "value": False}
            return {"typeSlug": kind["slug"], "filters": [missing], "limit": 100}
    return None


def _in_question(kinds: Sequence[Kind], asked: Sequence[str]) -> list[Kind]:
    """Return the types that could be meant: those that are named first."""

    def is_named(kind: Kind) -> bool:
        words = plain_text(f"{kind['name']} {kind.get('plural') or ''}").split()
        return any(same_word(one, word) for one in asked for word in words)

    return sorted(kinds, key=is_named, reverse=True)


def _named(fields: Sequence[Kind], asked: Sequence[str]) -> Kind | None:
    """Return the field whose name the words say."""
    for field in fields:
        words = plain_text(field.get("label") or field["key"]).replace("ı", "i").split()
        if any(same_word(one, word) for one in asked for word in words):
            return field
    return None


def _meant(fields: Sequence[Kind], sense: str) -> Kind | None:
    """Return the field that a word such as “dearest” is about; the only one, where it could be any."""
    if not sense:
        return fields[0] if len(fields) == 1 else None
    meant = _MEANT[sense].split()
    found = _named(fields, meant)
    if found is None and sense == _TIME:
        found = next((one for one in fields if one["type"] == "date"), None)
    return found
