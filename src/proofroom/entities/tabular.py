"""A table that somebody pasted into a message: what it holds, what it is of, and who is related to whom."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from proofroom.access.names import slugify
from proofroom.entities.sheets import TITLE, Rows, read_rows, suggest_mapping, suggest_type
from proofroom.entities.types import TypeDef
from proofroom.kernel.errors import InvalidInput

_SIGNS = (",", ";", "\t", "|")
_FEWEST = 2
_NAME = (
    r"(?:types?|kinds?)(?: of records?)? (?:called|named|for) [\"“]?(?P<a>[\w-]+(?: [\w-]+)?)",
    r"[\"“](?P<b>[^\"”]{2,40})[\"”]",
    r"\bas (?:an? |the |new )*(?P<f>[\w-]+)|\b(?P<g>[\w-]+) olarak\b",
    r"\b(?P<c>[\w-]+) (?:records?|entit(?:y|ies)|types?)\b",
    r"\b(?P<d>[\w-]+) (?:kayd?[ıi]?t?\w*|t[üu]r[üu]\w*)\b",
    r"\b(?:these|the|following|bu|şu) (?P<e>[\w-]+)",
)
_STOP = """
a an the this these those new record records entity entities type types table csv data rows from into as of
each every all some our my following list them it make create add import build related linked relate and
bu şu bir yeni her tüm tablo tablodan tabloyu veri den dan kayıt kayıtları tür türü olarak için aşağıdaki
listeyi liste satır satırları ve ile
"""
_NOT_NAMES = frozenset(_STOP.split())
_TAIL = re.compile(r"[\s_-]*(?:names?|titles?|ad[ıi]?|[iİ]sim|ba[şs]l[ıi]k|[uü]nvan[ıi]?)$", re.IGNORECASE)
_PEOPLE = ("full", "first", "last", "soyad", "ad soyad")
_RELATES = re.compile(r"relat|link|connect|ili[şs]k|ba[ğg]la", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table, the words around it, and which of its columns name other records."""

    asked: str
    rows: Rows
    name: str
    slug: str
    title: str
    """The column that is the record's title."""
    selves: tuple[str, ...] = ()
    """Columns whose cells are titles of other rows."""
    others: tuple[str, ...] = ()
    """Columns whose cells become records of a type of their own."""

    def types(self) -> list[dict[str, Any]]:
        """Return the types to make: the table's own first."""
        kept = [h for h in self.rows.headers if h not in (*self.selves, *self.others)]
        own = suggest_type(Rows(kept, self.rows.rows), self.name, self.slug)
        return [own, *({"slug": slugify(h), "name": h, "fields": []} for h in self.others)]

    def records(self, known: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the records to make, each title once per type."""
        own = known.get(self.slug) or self.types()[0]
        definition = TypeDef.model_validate({"slug": self.slug, "name": self.name, "fields": own["fields"]})
        targets = {
            header: key
            for header, key in suggest_mapping(self.rows.headers, definition).items()
            if key not in ("", TITLE) and header != self.title
        }
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for row in self.rows.rows:
            title = str(row.get(self.title) or "").strip()
            fields = {key: row[h] for h, key in targets.items() if row.get(h) not in (None, "")}
            if title:
                item = {"typeSlug": self.slug, "title": title, "fields": fields}
                found.setdefault((self.slug, title.casefold()), item)
            for header in self.others:
                for part in parts_of(row.get(header)):
                    slug = slugify(header)
                    other: dict[str, Any] = {"typeSlug": slug, "title": part, "fields": {}}
                    found.setdefault((slug, part.casefold()), other)
        return list(found.values())


@lru_cache(maxsize=64)
def find_sheet(text: str) -> Sheet | None:
    """Return the table in a message; None where there is none."""
    lines = text.splitlines()
    for sign in _SIGNS:
        block = _longest([line.count(sign) > 0 and bool(line.strip()) for line in lines])
        if block is None or block[1] - block[0] < _FEWEST + 1:
            continue
        first, last = block
        head = lines[first]
        # A sentence before the table may hold the sign too: its part before a colon is not a header.
        while first < last and (
            head.rstrip().endswith(":") or head.count(sign) < lines[last - 1].count(sign)
        ):
            first += 1
            head = lines[first] if first < last else ""
        if last - first < _FEWEST + 1:
            continue
        try:
            rows = read_rows("\n".join(lines[first:last]), "csv")
        except InvalidInput:
            continue
        around = "\n".join([*lines[:first], *lines[last:]])
        return _understood(around, rows)
    return None


def _longest(marks: Sequence[bool]) -> tuple[int, int] | None:
    best, start = None, 0
    for index, mark in enumerate([*marks, False]):
        if not mark:
            if index > start and (best is None or index - start > best[1] - best[0]):
                best = (start, index)
            start = index + 1
    return best


def _understood(asked: str, rows: Rows) -> Sheet:
    probe = TypeDef(slug="x", name="x")
    title = next(h for h, target in suggest_mapping(rows.headers, probe).items() if target == TITLE)
    name = _name(asked, title, rows.headers)
    titles = {str(row.get(title) or "").casefold() for row in rows.rows}
    rest = [h for h in rows.headers if h != title]
    selves = tuple(h for h in rest if _names_rows(rows, h, titles))
    others = () if selves or not _RELATES.search(asked) else _chosen(asked, rows, rest)
    return Sheet(asked, rows, name, slugify(name), title, selves, others)


def _name(asked: str, title: str, headers: Sequence[str]) -> str:
    taken = {*_NOT_NAMES, *(h.casefold() for h in headers if h != title)}
    for pattern in _NAME:
        for found in re.finditer(pattern, asked, re.IGNORECASE):
            said = next(one for one in found.groups() if one).strip()
            if said.casefold() not in taken and not said.isdigit():
                return said[:1].upper() + said[1:]
    short = _TAIL.sub("", title).strip() or title
    if short.casefold() in _PEOPLE:
        return "Person"
    return short[:1].upper() + short[1:]


def _names_rows(rows: Rows, header: str, titles: set[str]) -> bool:
    parts = [part.casefold() for row in rows.rows for part in parts_of(row.get(header))]
    return len(parts) >= 2 and sum(part in titles for part in parts) * 2 > len(parts)


def _chosen(asked: str, rows: Rows, headers: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that the words name, or else the one whose words repeat most."""
    low = asked.casefold()
    named = tuple(h for h in headers if re.search(rf"\b{re.escape(h.casefold()[:6])}", low))
    if named:
        return named
    best, least = "", len(rows.rows)
    for header in headers:
        cells = [str(row.get(header) or "") for row in rows.rows]
        said = {cell for cell in cells if cell}
        is_text = all(
            re.search(r"[^\W\d_]{2}", cell) and "://" not in cell and "@" not in cell for cell in said
        )
        if is_text and 1 < len(said) < least:
            best, least = header, len(said)
    return (best,) if best else ()


def relation_rows(sheet: Sheet, ids: Mapping[tuple[str, str], str]) -> list[dict[str, Any]]:
    """Return the relations to make between records that were made."""
    pairs: dict[tuple[str, str, str], dict[str, Any]] = {}
    for row in sheet.rows.rows:
        source = ids.get((sheet.slug, str(row.get(sheet.title) or "").strip().casefold()))
        for header in (*sheet.selves, *sheet.others):
            slug = sheet.slug if header in sheet.selves else slugify(header)
            for part in parts_of(row.get(header)):
                target = ids.get((slug, part.casefold()))
                if source and target and source != target:
                    item = {"sourceId": source, "targetId": target, "kind": header.lower()}
                    pairs[source, target, header] = item
    return list(pairs.values())


def parts_of(cell: Any) -> list[str]:
    """Return the names in a cell."""
    return [clean for one in re.split(r"[;|/]", str(cell or "")) if (clean := " ".join(one.split()))]
