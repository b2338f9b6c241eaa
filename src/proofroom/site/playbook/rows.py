"""What a request tells about one section: its name apart from the facts that stand beside it, row by row.

“Opening hours Thursday to Sunday 8am–8pm”, “three tracks (plankton, sharks, coral)”, “licensing with desktop
€40, web €60”, “14 bin kitap ve 3 araç gibi rakamlar”: a name, and rows of what was said. Everything in a row
is copied from the request as it stands.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.counting import NUMBERS
from proofroom.providers.offline.sentence import plain
from proofroom.site.playbook.listed import Span, split
from proofroom.site.playbook.values import DAYS, UPPER, Value, values_in

_NUMBER: Final = r"[%~]?\d[\d.,]*(?:\s?(?:%|\+|k\b|m\b|bin\b|milyon\b|thousand\b|million\b|percent\b))?"
_LED: Final = 6
"""So many words may stand between “with” and the first value: “pricing with a free plan and Pro at $4”."""
_KINDS: Final = ("price", "date", "times")
_COUNTED: Final = re.compile(rf"^[^\w%~]*(?:more than |over |about |some )?({_NUMBER})\s+(?=\D)")
_TAIL: Final = re.compile(r"(?<=\w)\s*:\s+|\s[–—]\s(?=[^,]*\d)|\s+(?:such as|like|including|namely)\s+")
_LABELLED: Final = re.compile(r"\w\s*:\s")
_WITH: Final = re.compile(r"\s+(?:with|of|from|at)\s+")
_AS_IN: Final = re.compile(
    r"^(?P<rows>.*\d.*|.*,.*)\s+(?:gibi|as)\s+(?:our |the |an? )?(?P<name>\w+(?: \w+)?)\s*$"
)
_BRACKET: Final = re.compile(r"\(([^()]*)\)")
_DANGLING: Final = re.compile(
    r"(?:(?:^|\s)(?:at|on|for|from|of|is|are|with|in|by|every|each|to|starting|beginning|then))?[\s,;:–—-]*$"
)
_ROW_LEADS: Final = re.compile(r"^(?:[Aa]nd|[Vv]e|plus(?!\s+\W?\d)|[Ii]le|[Bb]ir de)\s+")
"""What joins a row to the one before it; “Plus $3” is the name of a plan."""
_NAME: Final = rf"[{UPPER}][\w'’&.-]*(?: [{UPPER}][\w'’&.-]*)*"
_NAMES: Final = re.compile(rf"\s*(?:and |ve )?{_NAME}(?:(?:,| and| ve|, and) {_NAME})*\s*")
_IN_PLACES: Final = re.compile(
    rf"^(?P<name>.*[a-z])\s+(?:in|at)\s+(?P<rows>{_NAME}(?:(?:,| and|, and) {_NAME})+)\s*$"
)
_LISTED_NAMES: Final = re.compile(
    rf"^(?P<name>.*?[a-zçğıöşü])\s*:?\s+(?:(?:in|at|with)\s+)?"
    rf"(?P<rows>{_NAME}(?:, {_NAME})+(?:,? (?:and|ve|ile) {_NAME})?)\s*$"
)
_TWO_NAMES: Final = re.compile(
    rf"^(?P<name>.*?(?<!\bof)(?<!\bfrom)(?<!\bby)(?<!\bwith)(?<!\babout)(?<!\bthe)(?<!\bin)(?<!\bmeet)(?<=[a-zçğıöşü]))\s+"
    rf"(?P<rows>{_NAME} (?:and|ve|ile) {_NAME})\s*$"
)
_ENDS_WITH_NAME: Final = re.compile(rf"[a-zçğıöşü:]\s+{_NAME}(?:,\s*{_NAME})*\s*$")
_PERSON: Final = rf"(?:(?:Dr|Prof|Mr|Mrs|Ms|Av|Uzm)\.? )*[{UPPER}]\w+ [{UPPER}]\w+"
_PEOPLE: Final = re.compile(
    rf"^(?P<name>.*?(?<!\bof)(?<!\bfrom)(?<!\bby)(?<!\bwith)(?<!\babout)(?<!\bthe)(?<=[a-zçğıöşü]))\s+"
    rf"(?P<rows>{_PERSON}(?:(?:,| and| ve| ile) {_PERSON})*)\s*$"
)
_BY_PEOPLE: Final = re.compile(
    rf"^(?P<name>.*?[a-zçğıöşü])\s+(?:by|with|from|featuring)\s+"
    rf"(?P<rows>{_PERSON}(?:, {_PERSON})*,? (?:and|ve) {_PERSON})\s*$"
)
_NAMED_AFTER: Final = re.compile(
    rf"^(?P<name>\s*\w?[^,{UPPER}]*[a-zçğıöşü]),\s+(?P<rows>{_NAME}(?:,? (?:and|ve|ile) {_NAME})?)\s*$"
)
_PLACES_OF: Final = re.compile(
    rf"^\s*(?P<rows>{_NAME}(?:(?:,| ve) {_NAME})+)(?:['’]\w+)?\s+(?P<name>[a-zçğıöşü].*)$"
)
_LEADING_NUMBER: Final = re.compile(
    r"^\W*(?:\d[\d.,]*\d|\d+(?=\s?(?:%|bin|milyon|\+))|%\s?\d+)(?P<many>\s?(?:bin|milyon|[kKmM+%]))?\s+\D"
)
_MORE_NUMBERS: Final = re.compile(r"(?:,|\band|\bve)\s+[%~]?\d")
_PRICES: Final = re.compile(
    r"\b(?:pric\w*|fees?|rates?|costs?|tickets?|packages?|fiyat\w*|ucret\w*|paket\w*|bilet\w*)\b"
)
_PRICE_WITH: Final = re.compile(
    rf"^(?P<name>.*{_PRICES.pattern}[^,]*?)\s+(?:with|of|from)\s+[^\d,]+ \d[\d.]*(?=\s*(?:,|$))"
)
"""“A price list with gel 28”: where prices are listed, a number is one."""
_NUMBER_LAST: Final = re.compile(r"^(?P<name>\D.*?)\s+(?P<number>\d[\d.,]*)$")
_BELONGS: Final = re.compile(
    r"^\W*(?:(?:(?:led|run|taught|hosted|made|given|played|written|kept) )?by|one (?:per|for each)|each|per"
    r"|[a-z]+ per|(?:it|they|which|that) (?:has|have|should|must|needs?)"
    r"|(?:built|founded|opened|established) in|goes (?:second|third|next)|her biri|ikisi de|all of them"
    r"|hepsi)\b"
)
"""A piece that says more of what stands before it: “schedule in two columns, one per day”."""
_UNTIL: Final = re.compile(r"\b(?:until|till)\s+$")
_QUOTED: Final = re.compile(r"\W*[\"“«][^\"“”«»]+[\"”»]\W*")
_BESIDE_VALUE: Final = re.compile(
    r"\b(?:until|till|from|on|at|by|since|the|our|my|is|kadar|itibaren|beri|saat|numara\w*|number|tel"
    r"|telefon\w*|phone"
    r"|call|address|adres\w*)\b"
)
_WHEN: Final = re.compile(
    r"\s*(?:at|in|on|from|saat|plus|arasi\w*|acik\w*|basl\w+|every|each|to|until)\b|\s*[\W\d]*$"
)
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
    if alike := _read_alike(text):
        return alike
    rows = [row for hit in _BRACKET.finditer(text) for row in rows_of(hit[1])]
    bare = _BRACKET.sub(lambda one: " " * len(one[0]), text)
    said = plain(bare)
    named = (
        ()
        if values_in(bare) or _LABELLED.search(said)
        else (*(_LISTED_NAMES, _IN_PLACES, _BY_PEOPLE, _PEOPLE, _TWO_NAMES, _PLACES_OF),)
    )
    if found := _NAMED_AFTER.match(bare):
        return ReadItem(found.span("name"), (*rows, *rows_of(text[slice(*found.span("rows"))])))
    for found in (_AS_IN.match(said), *(one.match(bare) for one in named)):
        if found:
            return ReadItem(found.span("name"), (*rows, *rows_of(text[slice(*found.span("rows"))])))
    if (cut := said.find(", ")) > 0 and _BELONGS.match(said[cut + 1 :]):
        return read_item(text[:cut])
    end = len(said)
    if found := _TAIL.search(said):
        told = rows_of(text[found.end() :])
        if _PRICES.search(said[: found.start()]):
            told = [_counted_price(one) for one in told]
        return ReadItem((0, found.start()), (*rows, *told))
    if found := _PRICE_WITH.match(said):
        return ReadItem(found.span("name"), (*rows, *map(_counted_price, rows_of(text[found.end("name") :]))))
    if (found := _LEADING_NUMBER.match(said)) and (
        found["many"] or _MORE_NUMBERS.search(said) or re.match(r"\W*\d[\d.,]{2,}\d", said)
    ):
        return ReadItem((0, 0), tuple(rows_of(text)))
    end = _before_facts(bare, said)
    return ReadItem((0, end), (*rows, *rows_of(bare[end:])))


def _counted_price(row: ToldRow) -> ToldRow:
    """Return a row with the number at its end as its price: “ten-class card 120”, where prices are listed."""
    found = _NUMBER_LAST.match(row.name) if not row.kind else None
    return ToldRow(found["name"], found["number"], "price") if found else row


def _before_facts(text: str, said: str) -> int:
    """Return where the name of an item ends: before its facts and the words that lead to them."""
    facts = values_in(text)
    exact = [one.start for one in values_in(text, ("address", "phone"))]
    if not facts:
        return _name_end(said[: exact[0]]) if exact and said[: exact[0]].strip() else len(said)
    first = min([facts[0].start, *exact])
    if until := _UNTIL.search(said[:first]):
        first = until.start()
    found = list(_WITH.finditer(said, 0, first))
    if (
        found
        and said[: found[0].start()].strip()
        and (len(said[found[0].end() : first].split()) <= _LED or _PRICES.search(said[: found[0].start()]))
    ):
        first = found[0].start()
    elif len(facts) > 1 and facts[0].kind == facts[1].kind:
        # “fiyatlar tam 180 TL öğrenci 90 TL”: the first has as long a name as the second
        words = len(re.sub(r"\b(?:and|ve)\b|,", " ", said[facts[0].end : facts[1].start]).split())
        before = [one.start() for one in re.finditer(r"\S+", said[:first])]
        if words:
            is_last = not re.search(r"\w", said[facts[-1].end :])  # else names stand behind their values
            first = before[-words] if words < len(before) else 0 if is_last else first
    return _name_end(said[:first]) if said[:first].strip() else 0


def _name_end(said: str) -> int:
    """Return where a name ends without the words that lead to a value; a question keeps its verb."""
    if re.match(r"\W*(?:where|who|what|when|how)\b", said):
        return len(said.rstrip(" ,;:–—-("))  # “where we are – 3 Mill Square”
    return len(_DANGLING.sub("", said))


def rows_of(text: str) -> list[ToldRow]:
    """Return what is listed, row by row."""
    text = re.sub(r"^\s*(?:with|of|at|for)\s+", "", text)
    text = re.sub(r"(?<=\w) then (?=\W?\d)", ", ", text)  # “first meeting free then £180 an hour”
    parts = [text[start:end] for start, end in split(text, 0, len(text))]
    if len(parts) > 1 and any(one.strip().isdigit() for one in parts[1:]):
        parts = [text]  # “lines 3 and 9” are not two things
    return [row for part in parts for one in _priced_apart(part) if (row := _row(one))]


def _priced_apart(text: str) -> Iterator[str]:
    """Yield the parts of a text with several prices, each up to its price."""
    hits = [(one.start, one.end) for one in values_in(text, ("price",))]
    starts = [0]
    if not hits:
        times = values_in(text, ("times",)) or values_in(text, ("date",))
        starts = [0, *(one.start for one in times[1:])]  # “mon-fri 10-7 sat 10-4”, “20 June and 4 July”
    if len(hits) > 1:  # “adults £9 children £5”, or “£9 adults £5 children”
        first = not text[: hits[0][0]].strip()
        starts = [start for start, _ in hits] if first else [0, *(end for _, end in hits[:-1])]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield text[start:end]


def _row(text: str) -> ToldRow | None:
    text = re.sub(r"\s+(?:and|ve)$", "", _ROW_LEADS.sub("", text.strip(" ,;:.–—-")))
    said = plain(text)
    if found := values_in(text):
        return _valued(text, said, min(found, key=lambda one: _KINDS.index(one.kind)))
    if hit := _COUNTED.match(said):
        return ToldRow(text[hit.end() :], text[hit.start(1) : hit.end(1)], "number")
    return ToldRow(text) if re.search(r"\w", text) else None


def _valued(text: str, said: str, hit: Value) -> ToldRow:
    """Return a row with its value; what stands before it is its name, else what stands behind it."""
    until = _UNTIL.search(said[: hit.start]) if hit.kind == "date" else None
    if until:  # “until 31 October” is another thing than 31 October
        name = text[: until.start()].strip(" ,;:–—-")
        return ToldRow(name, text[until.start() : hit.end].strip(), "date")
    name = _DANGLING.sub("", text[: hit.start].strip()).strip(" ,;:–—-")
    after = _FOR.match(said[hit.end :])
    name = name or (text[hit.end :][after.start("name") :] if after else "")
    start, end = hit.start, hit.end if after else len(text)
    if not name and not after and not _WHEN.match(said[hit.end :]):
        name, end = text[hit.end :].strip(), hit.end  # “£180 new”, “4 May Ghent”
    if hit.unit and not name:  # “aylık 95 TL, yıllık 950 TL”
        name, start = hit.unit, start + len(hit.unit)
    shown = _bare(text[start:end]) if hit.kind == "date" else text[start:end].strip()
    return ToldRow(name, shown, hit.kind)


def at_once(rows: tuple[ToldRow, ...]) -> tuple[ToldRow, ...]:
    """Return a day, an hour and a place that were told beside each other as the one date that they are."""
    kinds = [row.kind for row in rows]
    if (
        len(rows) < 2
        or sorted(set(kinds) - {""}) not in (["date"], ["date", "times"])
        or rows[0].kind != "date"
    ):
        return rows
    if (
        kinds.count("times") == 1
        and kinds[-1] == "times"
        and not rows[-1].name
        and set(kinds[:-1]) == {"date"}
    ):
        return tuple(replace(one, value=f"{one.value}, {rows[-1].value}") for one in rows[:-1])  # on each day
    if kinds.count("date") > 1 or kinds.count("times") > 1 or any(row.name and row.kind for row in rows):
        return rows
    when = ", ".join(row.value for row in rows if row.kind)
    return (ToldRow(", ".join(row.name for row in rows if not row.kind), when, "date"),)


def joined(text: str, pieces: Sequence[Span], knows: Callable[[str], bool]) -> list[Span]:
    """Return the items of a list, with the pieces that are rows of the item beside them."""
    items = list[Span]()
    for start, end in pieces:
        said = plain(text[start:end])
        if items and _goes_on(text[slice(*items[-1])], text[start:end], knows):
            items[-1] = (items[-1][0], end)
            continue
        is_end = re.search(r"\s(?:gibi|as)\s+(?:our |the |an? )?\w+(?: \w+)?\s*$", said)
        if is_end and re.search(r"\bas an?\b", is_end[0]) and not knows(is_end[0].split(maxsplit=2)[-1]):
            is_end = None  # “volunteer as a judge” names no list before it
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


_WHEN_AND_WHERE: Final = re.compile(
    r"\W*(?:date|when|time|place|where|venue|tarih|ne zaman|zaman|saat|yer|nerede)(?: (?:and|&|ve) \w+)?"
    r"\s*:\s.*\d"
)
"""“Date: Saturday 12 September, 10-4, village hall Ottery”: all of it is when and where."""
_WEEKDAY: Final = re.compile(
    rf"\W*(?:{DAYS}|mon|tues?|wed|thu(?:rs)?|fri|sat|sun|pzt|sal|cars?|per|cum|cmt|paz)\b"
)
_MEASURED: Final = re.compile(
    r"(?:\w+\s+){1,3}\d[\d.,]*\s?(?:km|m|kg|gr?|ml|lt?|litre|cl|mins?|dk|hours?|saat|days?|gun|gece|nights?)\W*$"
)
_INCLUDED: Final = re.compile(r"\b(?:dahil(?:dir)?|haric|included|inclusive|excluded)\W*$")
_FIELDS: Final = re.compile(r"\bform\w*\b.*\b(?:asking for|that asks for|which asks for|with fields)\b")


def _read_alike(text: str) -> ReadItem | None:
    """Read rows that begin with a day or end with a measure: “Mon water, Tue food”, “Urla 32 km, …”."""
    parts = [text[start:end] for start, end in split(text, 0, len(text))]
    if len(parts) < _ROWS_ALIKE or values_in(text, ("price",)):
        return None
    said = [plain(one) for one in parts]
    day = next((one for one in re.finditer(r"\b\w+", said[0]) if _WEEKDAY.match(one[0])), None)
    if day and all(_WEEKDAY.match(one) for one in said[1:]):
        rows = [parts[0][day.start() :], *parts[1:]]
        pairs = (one.strip(" ,;:.").partition(" ") for one in rows)
        return ReadItem(
            (0, day.start()), tuple(ToldRow(name.strip(), when, "times") for when, _, name in pairs)
        )
    measured = _MEASURED_LAST.search(said[0])
    if measured and all(_MEASURED.search(one) for one in said[1:]):
        rows = [parts[0][measured.start() :], *parts[1:]]
        return ReadItem((0, measured.start()), tuple(ToldRow(one.strip(" ,;:.")) for one in rows))
    if asks := _FIELDS.search(plain(text)):
        return ReadItem((0, plain(text).index("form", asks.start()) + len("form")))
    return None


_ROWS_ALIKE: Final = 2
_MEASURED_LAST: Final = re.compile(r"\w+\s+\d[\d.,]*\s?\w+\W*$")


def _is_led_alike(before: str, text: str) -> bool:
    """Tell whether two pieces are rows of one list: day by day, with measures, or what a form asks for."""
    days = _WEEKDAY.match(text) and any(_WEEKDAY.match(one) for one in re.findall(r"\b\w+", before))
    measures = _MEASURED.search(text) and _MEASURED.search(before)
    return bool(days or measures or _INCLUDED.search(text) or _FIELDS.search(before))


def _goes_on(before: str, text: str, knows: Callable[[str], bool]) -> bool:
    """Tell whether a piece goes on with the rows before it: “desktop €40, web €60”, “in Hove, Lewes”."""
    if (
        _is_led_alike(plain(before), plain(text))
        or (_BELONGS.match(plain(text)) and not knows(plain(text)))
        or _is_value(text)
        or (_WHEN_AND_WHERE.match(plain(before)) and not knows(plain(text)))
        or (_QUOTED.fullmatch(text) and not _QUOTED.fullmatch(before))
    ):
        return True
    if _NAMES.fullmatch(text) and not _NAMES.fullmatch(before) and not knows(plain(text)):
        return True  # “a contact person, Mrs Eva Stahl”
    if before.rstrip().endswith(")"):
        return False
    label, _, told = before.partition(": ")
    count = next((NUMBERS[one] for one in plain(label).split() if one in NUMBERS), 0) if told else 0
    if told.count(",") + 1 < count and not knows(plain(text)):
        return True  # “how it works in four steps: bring it, sign in, sit with a fixer, take it home”
    if _NAMES.fullmatch(text) and _ENDS_WITH_NAME.search(before) and not knows(plain(text)):
        return True
    rows, item = rows_of(text), read_item(before)
    if _LEADING_NUMBER.match(before) and _LEADING_NUMBER.match(text):
        return True
    if all(values_in(one, ("phone",)) for one in (before, text)) or _are_rows(before, text, knows):
        return True
    if item.rows and rows and not any(row.name for row in rows):  # “plans at $0, $12 and $29”
        return all(row.kind == item.rows[-1].kind != "" for row in rows)
    if not item.rows or not rows or not (item.rows[-1].name or ": " in before):
        return False
    kind = item.rows[-1].kind
    if kind == "price" and (":" in before or _PRICES.search(plain(before))):
        rows = [_counted_price(one) for one in rows]
    if kind == "":
        return ":" in before and _is_row(text, knows)
    return all(row.kind == kind for row in rows)


def _are_rows(before: str, text: str, knows: Callable[[str], bool]) -> bool:
    """Tell whether two pieces are rows of a list without a name: “Bir top 60 TL, iki top 110 TL”."""
    kinds = [[one.kind for one in values_in(part)] for part in (before, text)]
    names = [read_item(part).name for part in (before, text)]
    shown = [plain(part[slice(*name)]) for part, name in zip((before, text), names, strict=True)]
    return kinds[0][-1:] == kinds[1] == ["price"] and not any(knows(one) for one in shown if one.strip())


def _is_value(text: str) -> bool:
    """Tell whether a piece is just an address, a number to call or a time: “our address, 14 Mill Lane”."""
    found = values_in(text, ("address", "phone", "times", "date"))
    around = re.sub(r"['’]\w+", "", text[: found[0].start] + text[found[-1].end :]) if found else text
    around = _BESIDE_VALUE.sub("", plain(around))
    return bool(found) and not re.search(r"\w", around)


def _bare(date: str) -> str:
    """Return a date without the ending that Turkish puts behind it."""
    return re.sub(r"['’]\w+", "", date).strip()
