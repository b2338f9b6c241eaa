"""A table that somebody pasted into a message: what it holds, what it is of, and who is related to whom."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from proofroom.access.names import slugify
from proofroom.entities.layout import filled_down
from proofroom.entities.naming import is_coded, is_number, referred_code, title_column, type_name
from proofroom.entities.sheets import Rows, match_fields, read_as, read_rows, suggest_type
from proofroom.entities.someone import is_someone
from proofroom.entities.types import FieldKind, TypeDef
from proofroom.entities.wording import PRESENT
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.search import fold

_SIGNS = (",", ";", "\t", "|")
_FEWEST = 2
RELATES = re.compile(
    r"relat|link|connect|\btie[sd]?\b|associat|attach|belong|assign|\bjoin|\bpoint(?:s|ing)? (?:at|to)\b"
    r"|\bhook|\b(?:lead|refer)s?(?:r?ing)? to\b|\b(?:an)?other records?\b"
    r"|ba[şs]ka kay[ıi]t|ili[şs]k|ba[ğg][ıil]|e[şs]le[şs]?tir|\bait\b|birle[şs]tir"
    r"|\b(?:be|become|as) their own (?:records|entit|types)"
    r"|\b(?:of|on) (?:their|its) own\b|\bseparate|\bapart\b|\bin (?:its|their) own right\b"
    r"|\bayr[ıi](?:ca)? (?:dur|tut|ol|kay|say)",
    re.IGNORECASE,
)
_CAPITAL = r"[^\W\d_a-zçğıöşü][\w.'’-]*"
_PROPER = re.compile(rf"(?=\D{{4,60}}$){_CAPITAL}(?: (?:&|of|the|and|de|van|von|ve|{_CAPITAL}))+")
"""A name of several words, each with a capital."""
_VOWEL = "[aeiıuü]"
_PLACED = re.compile(r"[dt][ae]ki(?:l[ae]r\w*)?$")
"""Turkish words for what is in something: “barınaktaki” says where rows are, not what they are related to."""
_POSSESSED = re.compile(r"(?<=\w{4})s[iuü]$")
"""“Değirmencisi” heads the column of those who are told as “değirmenciler”."""
_OF_RECORDS = frozenset({"type", "kind", "record", "tur", "turu", "cins", "kayit"})
_DOERS = re.compile(r"\b(?:(?:its|their|the|an?|each|every) )?([a-z]{2,}(?:er|or|ist|ant))(?:s\b|\b)")
_PLACES = re.compile(
    r"\b(?:countr(?:y|ies)|cit(?:y|ies)|(?:town|village|region|place|island|state|district|venue|hall|site|building|shop)s?|count(?:y|ies))\b"
)
_SMALL = frozenset(
    fold("of the and for per by in on at to from with no nr its their bir ve ile olan").split()
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table, the words around it, and which of its columns name other records."""

    asked: str
    rows: Rows
    name: str
    slug: str
    title: str
    """The column that is the record's title."""
    is_named: bool = True
    """Whether words or columns say what a row is; otherwise `name` is a guess."""
    selves: tuple[str, ...] = ()
    """Columns whose cells are titles of other rows."""
    others: tuple[str, ...] = ()
    """Columns whose cells become records of a type of their own."""
    lists: tuple[str, ...] = ()
    """Columns whose cells hold several names with commas between them."""
    code: str = ""
    """The column of codes, by which other cells may call a row instead of by its title."""
    filled: str = ""
    """The column whose empty cells stand for the one above."""

    def types(self) -> list[dict[str, Any]]:
        """Return the types to make: the table's own first."""
        kept = [h for h in self.rows.headers if h not in (*self.selves, *self.others)]
        own = suggest_type(replace(self.rows, headers=kept), self.name, self.slug, self.title)
        return [own, *({"slug": slugify(h), "name": h, "fields": []} for h in self.others)]

    def records(self, known: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the records to make, each title once per type."""
        own = known.get(self.slug) or self.types()[0]
        definition = TypeDef.model_validate({"slug": self.slug, "name": self.name, "fields": own["fields"]})
        rest = [header for header in self.rows.headers if header != self.title]
        targets = {header: key for header, key in match_fields(rest, definition).items() if key}
        kinds: dict[str, FieldKind] = {one.key: one.type for one in definition.fields}
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for title, row in self.titled():
            fields = {
                key: read_as(kinds[key], row[h], self.rows.styles[h])
                for h, key in targets.items()
                if row.get(h) not in (None, "")
            }
            if title:
                item = {"typeSlug": self.slug, "title": title, "fields": fields}
                found.setdefault((self.slug, title.casefold()), item)
            for header in self.others:
                for part in self.parts(row, header):
                    slug = slugify(header)
                    other: dict[str, Any] = {"typeSlug": slug, "title": part, "fields": {}}
                    found.setdefault((slug, part.casefold()), other)
        return list(found.values())

    def titled(self) -> list[tuple[str, Mapping[str, Any]]]:
        """Return the rows with their titles, different ones where rows differ in more than their relations.

        Two people may have one name: where a title is taken, the first cell that tells them apart is added.
        """
        own = [h for h in self.rows.headers if h not in (self.title, *self.selves, *self.others)]
        first: dict[str, Mapping[str, Any]] = {}
        found: list[tuple[str, Mapping[str, Any]]] = []
        for row in self.rows.rows:
            said = " ".join(str(row.get(self.title) or "").split())
            title, telling = said, iter(own)
            while said and (other := first.setdefault(title.casefold(), row)) is not row:
                if all(row.get(h) == other.get(h) for h in own):
                    break
                header = next((h for h in telling if row.get(h) != other.get(h) and row.get(h)), "")
                title = f"{said} ({row[header] if header else len(found) + 1})"
            found.append((title, row))
        return found

    def parts(self, row: Mapping[str, Any], header: str) -> list[str]:
        """Return the names in a row's cell."""
        return _names_in(row.get(header), header in self.lists)

    def in_type(self, slug: str, name: str) -> "Sheet":
        """Return the table as one of a type that is there."""
        return replace(self, slug=slug, name=name)

    def fitting(self, known: Mapping[str, Any]) -> "Sheet":
        """Return the table in the known type that has all its columns, where its own name is a guess."""
        if self.is_named or self.slug in known:
            return self
        rest = [header for header in self.rows.headers if header != self.title]
        for slug, one in known.items():
            definition = TypeDef.model_validate({"slug": slug, "name": one["name"], "fields": one["fields"]})
            if rest and all(match_fields(rest, definition).values()):
                return self.in_type(slug, one["name"])
        return self


@lru_cache(maxsize=64)
def find_sheet(text: str) -> Sheet | None:
    """Return the table in a message; None where there is none."""
    lines = text.splitlines()
    best: tuple[int, int, int, str] | None = None
    for sign in _SIGNS:
        first = 0
        while first < len(lines):
            last, width = _block(lines, first, sign)
            size = (last - first) * width
            if width > 1 and last - first > _FEWEST and (best is None or size > best[0]):
                best = (size, first, last, sign)
            first = max(last, first + 1) if width > 1 and last - first > _FEWEST else first + 1
    if best is None:
        return None
    _, first, last, sign = best
    cells = _without_frame(lines[first:last]) if sign == "|" else lines[first:last]
    try:
        rows = read_rows("\n".join(cells), "csv", sign)
    except InvalidInput:
        return None
    grouped, filled = filled_down(rows.headers, rows.rows)
    sheet = _understood("\n".join([*lines[:first], *lines[last:]]), replace(rows, rows=grouped))
    return replace(sheet, filled=filled)


def _block(lines: Sequence[str], first: int, sign: str) -> tuple[int, int]:
    """Return where the rows end that begin at a line, and how many cells each of them has."""
    head = lines[first].rstrip()
    # A sentence before the table may hold the sign too.
    if sign not in head or (sign in ",;" and head.endswith((":", ".", "!"))):
        return first, 0
    reader = csv.reader((f"{line}\n" for line in lines[first:]), delimiter=sign)
    last, width = first, 0
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells) or (width and len(cells) != width):
                break
            last, width = first + reader.line_num, len(cells)
    except csv.Error:
        pass
    return last, width


def _without_frame(lines: Sequence[str]) -> list[str]:
    """Return the lines of a Markdown table without its outer bars and the line under its head."""
    bare = [line.strip().removeprefix("|").removesuffix("|") for line in lines]
    return [line for line in bare if re.search(r"[^\s|:-]", line)]


def _understood(asked: str, rows: Rows) -> Sheet:
    lists = tuple(header for header in rows.headers if _is_list(rows, header))
    title = title_column([h for h in rows.headers if h not in lists] or rows.headers, rows.rows)
    codes = [header for header in rows.headers if is_coded(header, rows.rows)]
    name, is_named = type_name(asked, title, rows.headers, codes, referred_code(rows.headers, rows.rows))
    code = "" if title in codes else next(iter(codes), "")
    titles = {str(row.get(each) or "").casefold() for row in rows.rows for each in (title, code) if each}
    rest = [h for h in rows.headers if h not in (title, code)]
    selves = tuple(h for h in rest if _names_rows(rows, h, titles))
    free = [h for h in rows.headers if h != title and h not in selves]
    is_asked = bool(RELATES.search(asked))
    told = _someones(rows, free, lists)
    own = _parts(title) | _parts(name)
    named = _chosen(asked, rows, free, own, told, is_named=bool(selves)) if is_asked else ()
    # Words may add to what the cells tell, but take nothing from it.
    others = tuple(header for header in free if header in (*named, *told))
    return Sheet(asked, rows, name, slugify(name), title, is_named, selves, others, lists, code)


def _names_rows(rows: Rows, header: str, titles: set[str]) -> bool:
    parts = [part.casefold() for row in rows.rows for part in parts_of(row.get(header))]
    return len(parts) >= 2 and sum(part in titles for part in parts) * 2 > len(parts)


def _chosen(
    asked: str, rows: Rows, headers: Sequence[str], own: set[str], told: tuple[str, ...], *, is_named: bool
) -> tuple[str, ...]:
    """Return the columns that the words name, else those that cells tell, else that which repeats most."""
    texts = [
        header
        for header in headers
        if not (is_number(header) or is_coded(header, rows.rows)) and _is_text(rows, header)
    ]
    named = _named(asked, texts, own)
    if named or is_named or told:
        return named or (() if is_named else told)
    best, least = "", len(rows.rows) + 1
    for header in texts:
        said = _said(rows, header)
        if all(re.search(r"[^\W\d_]{2}", cell) for cell in said) and 1 < len(said) < least:
            best, least = header, len(said)
    return (best,) if best else ()


def _said(rows: Rows, header: str) -> set[str]:
    return {str(row.get(header) or "") for row in rows.rows} - {""}


def _someones(rows: Rows, headers: Sequence[str], lists: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that nobody speaks of, but whose cells name somebody or some place, some twice.

    What the column is called tells it, or the cells do: names of several words, or several in one cell.
    """
    found: list[str] = []
    for header in headers:
        said = [part for row in rows.rows for part in _names_in(row.get(header), header in lists)]
        is_name = all(re.search(r"[^\W\d_]{2}", one) and one[:1].isupper() for one in said)
        repeats = 1 < len(set(said)) < len(said)
        tells = is_someone(header) or _are_proper(set(said))
        if header in lists or (is_name and repeats and tells and _is_text(rows, header)):
            found.append(header)
    return tuple(found)


def _are_proper(said: set[str]) -> bool:
    """Tell whether most of some cells are names of several words, as people and firms have them."""
    return sum(bool(_PROPER.fullmatch(one)) for one in said) * 2 > len(said)


def _is_list(rows: Rows, header: str) -> bool:
    """Tell whether cells hold several short names, now one and now more, and some of them in several rows."""
    cells = [_names_in(row.get(header), True) for row in rows.rows]
    parts = [part for cell in cells for part in cell]
    # Always two would be somebody's surname and name.
    varies = len({len(cell) for cell in cells if cell}) > 1 and sum(len(cell) > 1 for cell in cells) > 1
    are_short = all(len(part.split()) <= 3 and not re.search(r"\d", part) for part in parts)
    return varies and are_short and len({one.casefold() for one in parts}) < len(parts)


def _names_in(cell: Any, is_list: bool) -> list[str]:
    """Return the names in a cell; commas part them only where the column is one of lists."""
    found = parts_of(cell)
    return (
        [clean for one in found for each in one.split(",") if (clean := each.strip())] if is_list else found
    )


def _named(asked: str, headers: Sequence[str], own: set[str]) -> tuple[str, ...]:
    """Return the columns that the sentence about relations names, whole or by a word that is no other's."""
    told = [fold(one) for one in re.split(r"[.!?;\n]+", asked) if RELATES.search(one)]
    # “A new record type” is no word for the column “Type”.
    headers = [
        h for h in headers if not _parts(h) <= _OF_RECORDS or re.search(rf"{fold(h)} (?:column|sutun)", asked)
    ]
    rows = tuple(one for one in own if len(one) > 3)
    # “Gözlemci” is a column of its own beside rows that are each a “gözlem”.
    parts = {part for header in headers for part in _parts(header)}
    longer = tuple(_POSSESSED.sub("", part) for part in parts - own if part.startswith(rows))
    low = " ".join(
        word
        for word in re.findall(r"\w+", " ".join(told))
        if not _PLACED.search(word) and (word.startswith(longer) or not word.startswith(rows))
    )
    whole = [header for header in headers if re.search(_inflected(fold(header)), low)]
    taken = own.union(*map(_parts, whole))
    found = [
        header
        for header in headers
        if header in whole or any(re.search(_inflected(word), low) for word in _parts(header) - taken)
    ]
    # Whom no column is called after is who did what the one column that is left says, “its funder”; likewise
    # the place where something comes from.
    for said, ends in ((_doers(low), (" by",)), (_PLACES.findall(low), (" from", " at", " in", " where"))):
        left = [h for h in headers if h not in found and f" {fold(h)}".endswith(ends)]
        if len(left) == 1 and any(not _is_called(found, one) for one in said):
            found += left
    return tuple(header for header in headers if header in found)


def _doers(low: str) -> list[str]:
    return [one for one in _DOERS.findall(low) if is_someone(one)]


def _is_called(headers: Sequence[str], said: str) -> bool:
    return any(re.search(_inflected(word), said) for header in headers for word in _parts(header))


def _parts(header: str) -> set[str]:
    return {word for word in re.findall(r"\w{2,}", fold(header)) if word not in _SMALL}


def _is_text(rows: Rows, header: str) -> bool:
    """Tell whether the cells of a column could be names of something."""
    said = _said(rows, header)
    kind = suggest_type(Rows([header], rows.rows), "x", "x", "-")["fields"][0]["type"]
    return kind in ("text", "select") and all("\n" not in cell and len(cell) <= 60 for cell in said)


def _inflected(word: str) -> str:
    """Return what matches a word's plural, cases and kin: its stem, a short word with endings only."""
    word = PRESENT.get(word) or re.sub(r"(?<=\w{4})(?:ed|ing)$", "", word)  # “its editor” is “Edited by”
    if len(word) > 3:
        return rf"\b{re.escape(word[: max(3, min(6, len(word) - 1))])}"
    last = re.escape(word[-1:])
    return rf"\b{re.escape(word)}(?:e?s|{last}?['’]?(?:l[ae]r)?{_VOWEL}?n?(?:y?l[ae]|d[ae]n?|[ae])?)\b"


def relation_rows(sheet: Sheet, ids: Mapping[tuple[str, str], str]) -> list[dict[str, Any]]:
    """Return the relations to make between records that were made."""
    pairs: dict[tuple[str, str, str], dict[str, Any]] = {}
    titled = sheet.titled()
    coded = {str(row.get(sheet.code)).casefold(): title.casefold() for title, row in titled}
    for title, row in titled:
        source = ids.get((sheet.slug, title.casefold()))
        for header in (*sheet.selves, *sheet.others):
            slug = sheet.slug if header in sheet.selves else slugify(header)
            for part in sheet.parts(row, header):
                called = part.casefold()
                target = ids.get((slug, called)) or (
                    ids.get((slug, coded.get(called, ""))) if header in sheet.selves else None
                )
                if source and target and source != target:
                    item = {"sourceId": source, "targetId": target, "kind": header.lower()}
                    pairs[source, target, header] = item
    return list(pairs.values())


def parts_of(cell: Any) -> list[str]:
    """Return the names in a cell; an “and” parts only what is a name of several words on both sides."""
    found = [clean for one in re.split(r"[;|/]", str(cell or "")) if (clean := " ".join(one.split()))]
    return [name for one in found for name in _each(one)]


def _each(names: str) -> list[str]:
    """Return the two of “Ana Pires & Rui Pires”; “Fennel & Sons” is one."""
    both = re.split(r" (?:&|and|ve) ", names)
    return both if len(both) > 1 and all(_PROPER.fullmatch(one) for one in both) else [names]
