"""What a request tells about one section: its name apart from the facts that stand beside it, row by row.

“Opening hours Thursday to Sunday 8am–8pm”, “three tracks (plankton, sharks, coral)”, “licensing with desktop
€40, web €60”, “14 bin kitap ve 3 araç gibi rakamlar”: a name, and rows of what was said. Everything in a row
is copied from the request as it stands.
"""

import re
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.sentence import plain
from proofroom.site.playbook.listed import Span, split
from proofroom.site.playbook.values import DATE, MONEY, TIMES

_UNIT_BEFORE: Final = (
    r"(?:(?:kisi basi|geceli[gk]i?|saatli[gk]i?|saati|ayli[gk]i?|gunlu[gk]u?|seansi|yilli[gk]i?|tanesi|adedi"
    r"|from|starting at|only|just)\s+)?"
)
_UNIT_AFTER: Final = (
    r"(?:\s*(?:(?:per|an?|each)\b|/)\s*\w+|\s+each\b|['’]?(?:den|dan|ten|tan)\b(?: basla\w+)?)?"
)
_UNPRICED: Final = (
    r"\b(?:on request|by donation|pay what you (?:can|want|like)|free of charge|istek uzerine|bagis usulu)\b"
)
_NUMBER: Final = r"[%~]?\d[\d.,]*(?:\s?(?:%|\+|k\b|m\b|bin\b|milyon\b|thousand\b|million\b|percent\b))?"
_FACTS: Final = (
    ("price", re.compile(rf"{_UNIT_BEFORE}{MONEY}{_UNIT_AFTER}|{_UNPRICED}", re.IGNORECASE)),
    ("date", re.compile(rf"(?:{DATE.pattern})(?:['’]\w+)?")),
    ("times", TIMES),
)
_COUNTED: Final = re.compile(rf"^\W*(?:more than |over |about |some )?({_NUMBER})\s+(?=\D)")
_TAIL: Final = re.compile(r"(?<=\w)\s*:\s+|\s+(?:such as|like|including|namely)\s+")
_WITH: Final = re.compile(r"\s+(?:with|of|from|at)\s+")
_AS_IN: Final = re.compile(r"^(?P<rows>.*\d.*|.*,.*)\s+gibi\s+(?P<name>\w+(?: \w+)?)\s*$")
_BRACKET: Final = re.compile(r"\(([^()]*)\)")
_DANGLING: Final = re.compile(
    r"[\s,;:–—-]*\b(?:at|on|for|from|of|is|are|with|in|by|every|each|to)?[\s,;:–—-]*$"
)
_ROW_LEADS: Final = re.compile(r"^(?:and|ve|plus|ile|bir de)\s+", re.IGNORECASE)
_FOR: Final = re.compile(r"^\s*(?:for|per)\s+(?P<name>.+)$")


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was told: what it is called, and its price, date, time or number."""

    name: str
    value: str = ""
    kind: str = ""
    """`price`, `date`, `times` or `number`; nothing for a name alone."""

    @property
    def shown(self) -> str:
        """The row as one text."""
        return f"{self.value} {self.name}".strip() if self.kind == "number" else self.name or self.value


@dataclass(frozen=True, slots=True)
class ReadItem:
    """An item of a list: where its name stands, and its rows."""

    name: Span
    rows: tuple[Row, ...] = ()
    is_open: bool = False
    """Whether more rows may follow it."""


def read_item(text: str) -> ReadItem:
    """Read an item of a list as it was written."""
    rows = [row for hit in _BRACKET.finditer(text) for row in rows_of(hit[1])]
    said = plain(_BRACKET.sub(lambda one: " " * len(one[0]), text))
    start, end = 0, len(said)
    if found := _AS_IN.match(said):
        rows += rows_of(text[slice(*found.span("rows"))])
        start = found.start("name")
    elif found := _TAIL.search(said):
        rows += rows_of(text[found.end() : end])
        end = found.start()
    else:
        end = _before_facts(said, end)
        rows += rows_of(text[end : len(said)]) if said[end:].strip() else []
    return ReadItem((start, end), tuple(rows), is_open=not _BRACKET.search(text))


def _before_facts(said: str, end: int) -> int:
    """Return where the name of an item ends: before its facts and the words that lead to them."""
    facts = [hit.start() for _, pattern in _FACTS for hit in pattern.finditer(said)]
    if not facts:
        return end
    first = min(facts)
    found = list(_WITH.finditer(said, 0, first))
    if found and said[: found[0].start()].strip() and len(said[found[0].end() : first].split()) <= 3:
        first = found[0].start()
    return len(_DANGLING.sub("", said[:first])) if said[:first].strip() else 0


def rows_of(text: str) -> list[Row]:
    """Return what is listed, row by row."""
    text = re.sub(r"^\s*(?:with|of|at|for)\s+", "", text)
    return [row for start, end in split(text, 0, len(text)) if (row := _row(text[start:end]))]


def _row(text: str) -> Row | None:
    text = _ROW_LEADS.sub("", text.strip(" ,;:.–—-"))
    said = plain(text)
    for kind, pattern in _FACTS:
        if hit := pattern.search(said):
            name = _DANGLING.sub("", text[: hit.start()].strip()).strip(" ,;:–—-")
            after = _FOR.match(said[hit.end() :])
            name = name or (text[hit.end() :][after.start("name") :] if after else "")
            value = text[hit.start() : hit.end()]
            return Row(_capital(name), re.sub(r"['’]\w+$", "", value) if kind == "date" else value, kind)
    if hit := _COUNTED.match(said):
        return Row(text[hit.end() :], text[hit.start(1) : hit.end(1)], "number")
    return Row(_capital(text)) if re.search(r"\w", text) else None


def goes_on(before: ReadItem | None, text: str) -> list[Row]:
    """Return the rows of an item that goes on with those before it: “… desktop €40, web €60 and app €90”."""
    if before is None or not before.is_open or not before.rows or not before.rows[-1].name:
        return []
    rows = rows_of(text)
    return rows if all(row.kind == before.rows[-1].kind != "" for row in rows) else []


def _capital(text: str) -> str:
    upper = "İ" if text[:1] == "i" and re.search("[çğıöşü]", text) else text[:1].upper()
    return upper + text[1:]
