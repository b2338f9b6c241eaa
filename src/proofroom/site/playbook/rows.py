"""What a request tells about one section: its name apart from the facts that stand beside it, row by row.

“Opening hours Thursday to Sunday 8am–8pm”, “three tracks (plankton, sharks, coral)”, “licensing with desktop
€40, web €60”, “14 bin kitap ve 3 araç gibi rakamlar”: a name, and rows of what was said. Everything in a row
is copied from the request as it stands.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.sentence import plain
from proofroom.site.playbook.listed import Span, split
from proofroom.site.playbook.values import DATE, MONEY, TIMES, UPPER

_UNIT_BEFORE: Final = (
    r"(?:(?P<unit>kisi basi|geceli[gk]i?|saatli[gk]i?|saati|ayli[gk]i?|gunlu[gk]u?|seansi|yilli[gk]i?"
    r"|tanesi|adedi)\s+|(?:from|starting at|only|just)\s+)?"
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
    ("date", re.compile(rf"(?:{DATE.pattern})(?:['’]\w+)?(?:,?\s+(?:at\s+|saat\s+)?\d{{1,2}}[:.]\d{{2}})?")),
    ("times", TIMES),
)
_COUNTED: Final = re.compile(rf"^\W*(?:more than |over |about |some )?({_NUMBER})\s+(?=\D)")
_TAIL: Final = re.compile(r"(?<=\w)\s*:\s+|\s[–—]\s(?=[^,]*\d)|\s+(?:such as|like|including|namely)\s+")
_WITH: Final = re.compile(r"\s+(?:with|of|from|at)\s+")
_AS_IN: Final = re.compile(
    r"^(?P<rows>.*\d.*|.*,.*)\s+(?:gibi|as)\s+(?:our |the |an? )?(?P<name>\w+(?: \w+)?)\s*$"
)
_BRACKET: Final = re.compile(r"\(([^()]*)\)")
_DANGLING: Final = re.compile(
    r"(?:(?:^|\s)(?:at|on|for|from|of|is|are|with|in|by|every|each|to|starting|beginning))?[\s,;:–—-]*$"
)
_ROW_LEADS: Final = re.compile(r"^(?:and|ve|plus|ile|bir de)\s+", re.IGNORECASE)
_NAME: Final = rf"[{UPPER}][\w'’&.-]*(?: [{UPPER}][\w'’&.-]*)*"
_NAMES: Final = re.compile(rf"\s*(?:and |ve )?{_NAME}(?:(?:,| and| ve|, and) {_NAME})*\s*")
_IN_PLACES: Final = re.compile(
    rf"^(?P<name>.*[a-z])\s+(?:in|at)\s+(?P<rows>{_NAME}(?:(?:,| and|, and) {_NAME})+)\s*$"
)
_LISTED_NAMES: Final = re.compile(
    rf"^(?P<name>.*?[a-zçğıöşü])\s*:?\s+(?:(?:in|at|with)\s+)?"
    rf"(?P<rows>{_NAME}(?:, {_NAME})+(?:,? (?:and|ve) {_NAME})?)\s*$"
)
_ENDS_WITH_NAME: Final = re.compile(rf"[a-zçğıöşü:]\s+{_NAME}(?:,\s*{_NAME})*\s*$")
_PERSON: Final = rf"(?:(?:Dr|Prof|Mr|Mrs|Ms|Av|Uzm)\.? )*[{UPPER}]\w+ [{UPPER}]\w+"
_PEOPLE: Final = re.compile(
    rf"^(?P<name>.*?(?<!\bof)(?<!\bfrom)(?<!\bby)(?<!\bwith)(?<!\babout)(?<!\bthe)(?<=[a-zçğıöşü]))\s+"
    rf"(?P<rows>{_PERSON}(?:(?:,| and| ve) {_PERSON})*)\s*$"
)
_PLACES_OF: Final = re.compile(
    rf"^\s*(?P<rows>{_NAME}(?:(?:,| ve) {_NAME})+)(?:['’]\w+)?\s+(?P<name>[a-zçğıöşü].*)$"
)
_LEADING_NUMBER: Final = re.compile(
    r"^\W*(?:\d[\d.,]*\d|\d+(?=\s?(?:%|bin|milyon|\+))|%\s?\d+)(?P<many>\s?(?:bin|milyon|[kKmM+%]))?\s+\D"
)
_MORE_NUMBERS: Final = re.compile(r"(?:,|\band|\bve)\s+[%~]?\d")
_WHEN: Final = re.compile(r"\s*(?:at|in|on|from|saat|plus)\b|\s*$")
_FOR: Final = re.compile(r"^\s*(?:for|per)\s+(?P<name>.+)$")


@dataclass(frozen=True, slots=True)
class ToldRow:
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
    rows: tuple[ToldRow, ...] = ()


def read_item(text: str) -> ReadItem:
    """Read an item of a list as it was written."""
    rows = [row for hit in _BRACKET.finditer(text) for row in rows_of(hit[1])]
    bare = _BRACKET.sub(lambda one: " " * len(one[0]), text)
    said = plain(bare)
    is_told = any(pattern.search(said) for _, pattern in _FACTS)
    named = () if is_told else (_LISTED_NAMES, _IN_PLACES, _PEOPLE, _PLACES_OF)
    for found in (_AS_IN.match(said), *(one.match(bare) for one in named)):
        if found:
            return ReadItem(found.span("name"), (*rows, *rows_of(text[slice(*found.span("rows"))])))
    end = len(said)
    if found := _TAIL.search(said):
        return ReadItem((0, found.start()), (*rows, *rows_of(text[found.end() :])))
    if (found := _LEADING_NUMBER.match(said)) and (
        found["many"] or _MORE_NUMBERS.search(said) or re.match(r"\W*\d[\d.,]{2,}\d", said)
    ):
        return ReadItem((0, 0), tuple(rows_of(text)))
    end = _before_facts(said)
    return ReadItem((0, end), (*rows, *rows_of(bare[end:])))


def _before_facts(said: str) -> int:
    """Return where the name of an item ends: before its facts and the words that lead to them."""
    facts = sorted(hit.span() for _, pattern in _FACTS for hit in pattern.finditer(said))
    if not facts:
        return len(said)
    first = facts[0][0]
    found = list(_WITH.finditer(said, 0, first))
    if found and said[: found[0].start()].strip() and len(said[found[0].end() : first].split()) <= 3:
        first = found[0].start()
    elif len(facts) > 1:  # “fiyatlar tam 180 TL öğrenci 90 TL”: the first has as long a name as the second
        words = len(re.sub(r"\b(?:and|ve)\b|,", " ", said[facts[0][1] : facts[1][0]]).split())
        before = [one.start() for one in re.finditer(r"\S+", said[:first])]
        first = before[-words] if 0 < words < len(before) else first
    return len(_DANGLING.sub("", said[:first])) if said[:first].strip() else 0


def rows_of(text: str) -> list[ToldRow]:
    """Return what is listed, row by row."""
    text = re.sub(r"^\s*(?:with|of|at|for)\s+", "", text)
    parts = (text[start:end] for start, end in split(text, 0, len(text)))
    return [row for part in parts for one in _priced_apart(part) if (row := _row(one))]


def _priced_apart(text: str) -> Iterator[str]:
    """Yield the parts of a text with several prices, each up to its price."""
    hits = [hit.span() for hit in _FACTS[0][1].finditer(plain(text))]
    starts = [0]
    if len(hits) > 1:  # “adults £9 children £5”, or “£9 adults £5 children”
        first = not text[: hits[0][0]].strip()
        starts = [start for start, _ in hits] if first else [0, *(end for _, end in hits[:-1])]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield text[start:end]


def _row(text: str) -> ToldRow | None:
    text = _ROW_LEADS.sub("", text.strip(" ,;:.–—-"))
    said = plain(text)
    for kind, pattern in _FACTS:
        if hit := pattern.search(said):
            name = _DANGLING.sub("", text[: hit.start()].strip()).strip(" ,;:–—-")
            after = _FOR.match(said[hit.end() :])
            name = name or (text[hit.end() :][after.start("name") :] if after else "")
            start, end = hit.start(), hit.end() if after else len(text)
            if kind != "times" and not name and not after and not _WHEN.match(said[hit.end() :]):
                name, end = text[hit.end() :].strip(), hit.end()  # “£180 new”, “4 May Ghent”
            if kind == "price" and hit["unit"] and not name:  # “aylık 95 TL, yıllık 950 TL”
                name, start = text[start : start + len(hit["unit"])], start + len(hit["unit"])
            return ToldRow(name, _bare(text[start:end]) if kind == "date" else text[start:end].strip(), kind)
    if hit := _COUNTED.match(said):
        return ToldRow(text[hit.end() :], text[hit.start(1) : hit.end(1)], "number")
    return ToldRow(text) if re.search(r"\w", text) else None


def joined(text: str, pieces: Sequence[Span], knows: Callable[[str], bool]) -> list[Span]:
    """Return the items of a list, with the pieces that are rows of the item beside them."""
    items = list[Span]()
    for start, end in pieces:
        said = plain(text[start:end])
        if items and _goes_on(text[slice(*items[-1])], text[start:end], knows):
            items[-1] = (items[-1][0], end)
            continue
        is_end = re.search(r"\s(?:gibi|as)\s+(?:our |the |an? )?\w+(?: \w+)?\s*$", said)
        while items:
            before = text[slice(*items[-1])]
            is_name = _PLACES_OF.match(before + text[items[-1][1] : end]) and _NAMES.fullmatch(before)
            is_row = _COUNTED.match(plain(before)) if _COUNTED.match(said) else _is_row(before, knows)
            if not (is_end and is_row) and not (is_name and not knows(plain(before))):
                break
            start = items.pop()[0]
        items.append((start, end))
    return items


def _is_row(text: str, knows: Callable[[str], bool]) -> bool:
    said = plain(text)
    return bool(_COUNTED.match(said)) or (len(said.split()) <= 2 and not knows(said))


def _goes_on(before: str, text: str, knows: Callable[[str], bool]) -> bool:
    """Tell whether a piece goes on with the rows before it: “desktop €40, web €60”, “in Hove, Lewes”."""
    if before.rstrip().endswith(")"):
        return False
    if _NAMES.fullmatch(text) and _ENDS_WITH_NAME.search(before) and not knows(plain(text)):
        return True
    rows, item = rows_of(text), read_item(before)
    if _LEADING_NUMBER.match(before) and _LEADING_NUMBER.match(text):
        return True
    if not item.rows or not rows or not item.rows[-1].name:
        return False
    kind = item.rows[-1].kind
    if kind == "":
        return ":" in before and _is_row(text, knows)
    return all(row.kind == kind for row in rows)


def _bare(date: str) -> str:
    """Return a date without the ending that Turkish puts behind it."""
    return re.sub(r"['’]\w+", "", date).strip()
