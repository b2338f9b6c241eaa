"""Questions that figures answer: above or below one, sums, averages, and columns that say yes or no."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from proofroom.entities.asked_for import asked_first
from proofroom.entities.comparing import Kind, in_question, is_of_ages, meant_field, named_field, sense_of
from proofroom.entities.stated import stated
from proofroom.entities.wording import WORD, plain_text, same_word
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.providers.offline.counting import NUMBERS
from proofroom.search import fold

_NUMBER = r"(?P<number>\d+(?:[.,]\d+)?)"
_UNIT = r"(?:(?: [\w'’]+)?|['’]\w+)"
"""“15 kilodan”, “3000 TL'den”, “3000'den”."""
_ABOVE: Final = (
    r"\b(?:(?:more|greater|higher|longer|larger|bigger|older|heavier|later) than|over|above|after|beyond"
    rf"|exceed\w*|at least) {_NUMBER}",
    rf"{_NUMBER}{_UNIT}(?:(?<=[dt][ae]n)|(?<=nin)|(?<=nun)) (?P<word>fazla|cok|uzun|buyuk|yuksek|agir|sonra"
    rf"|yukari|ustun\w*|uzerin\w*)",
    rf"{_NUMBER}{_UNIT} (?P<word>ustun\w*|uzerin\w*)",
)
_BELOW: Final = (
    r"\b(?:(?:fewer|less|lower|shorter|smaller|lighter|cheaper|younger|earlier) than|under|below|before"
    rf"|at most|up to) {_NUMBER}",
    rf"{_NUMBER}{_UNIT}(?:(?<=[dt][ae]n)|(?<=nin)|(?<=nun)) (?P<word>az|kisa|kucuk|dusuk|hafif|once|asagi"
    rf"|alt\w*)",
    rf"{_NUMBER}{_UNIT} (?P<word>altin\w*)",
)
_THAN: Final = late_pattern(rf"\b(?P<word>\w{{3,}}er) than {_NUMBER}")
"""“Taller than 15 metres”: what the word is about, and which side of it, its superlative tells."""
_INCLUSIVE: Final = late_pattern(r"at least|at most|up to")
"""What takes the figure itself in."""
SUM: Final = late_pattern(r"\b(?:total|sum|altogether|in all|combined|overall|toplam\w*)\b")
MEAN: Final = late_pattern(r"\b(?:average|mean|ortalama\w*)\b")
_THOUSANDS: Final = late_pattern(r"(?<=[1-9\d])(?<!\b0)[.,’' \u00a0](?=\d{3}(?!\d))")
"""Between the groups of a figure's digits: 3,000 is no three."""
NOT: Final = late_pattern(
    r"\b(?:not|no|never|without|lack\w*|isn.t|aren.t|don.t|doesn.t|inactive|degil|yok|olmayan\w*"
    r"|\w{2,}m[iu]yor\w*|\w{2,}m[ae]yan\w*)\b"
)
"""Turkish verbs say not in their middle: “çalışmıyor”, “çalışmayan”."""
_STEM: Final = late_pattern(r"(?:m?[iu]yor\w*|(?:m[ae]y)?[ae]n(?:l[ae]r\w*)?|m[ae]z|[ae]r|[iu]r)$")
"""Endings of a Turkish verb, with and without a not in it."""
_HOURS: Final = late_pattern(
    r"\b(an|one|two|three|four|five|\d+|bir|iki|uc|dort|bes) (?:hours?|saat)(?=t[ae]n\b|\b)"
)
_HALF_HOUR: Final = late_pattern(r"\b(?:half an hour|yarim saat)")
_WORDED: Final = NUMBERS | {"an": 1}
_TIMES: Final = late_pattern(r"\b(?:before|after|earlier|later|older|younger|once|sonra)\b")
_MINUTES: Final = "dakikadan"
_OF_HOURS: Final = late_pattern(r"\b(?:hours?|hrs?|saat)\b")
_COUNTS: Final = ("count", "counted", "tally", "sayim", "sayimi", "sayisi")
"""What a column is called that counts something: “how many bats in all” is the sum of it."""
_SAYS_NO: Final = frozenset({"no", "false", "hayir", "n"})
_SAYS_YES: Final = frozenset({"yes", "true", "evet", "y"})


@dataclass(frozen=True, slots=True)
class Figure:
    """What somebody wants to know: of which type, by which filters, and what is made of the field."""

    kind: Kind
    filters: tuple[dict[str, Any], ...] = ()
    made: Literal["list", "total", "average"] = "list"
    field: Kind | None = None

    @property
    def is_of_days(self) -> bool:
        """Tell whether a field of days decides."""
        return self.field is not None and self.field["type"] == "date"


def figured(text: str, kinds: Sequence[Kind], asked: Sequence[str]) -> Figure | None:
    """Return what a question wants of figures; None where it wants none."""
    plain = _in_minutes(_with_figures(_THOUSANDS.sub("", text)))
    for kind in in_question(kinds, asked):
        affirmed, said = _affirmed(plain, kind, asked), _stated(text, kind, asked)
        # A year is held against a day, where no figure is spoken of.
        compared = said if said and said.is_of_days else _compared(plain, kind, asked)
        if compared is not None and affirmed is not None:
            return replace(compared, filters=(*compared.filters, *affirmed.filters))
        found = compared or _summed(plain, kind, kinds, asked) or affirmed or said
        if found is not None:
            return found
    return None


def compared_by(text: str, kind: Kind, asked: Sequence[str]) -> Figure | None:
    """Return the figure or the day that records of a type are held against; None where none is said."""
    plain = _in_minutes(_with_figures(_THOUSANDS.sub("", text)))
    said = _stated(text, kind, asked)
    return said if said and said.is_of_days else _compared(plain, kind, asked) or said


def said_numbers(text: str) -> set[str]:
    """Return the words of a question that say how a figure is held against others, and the figures."""
    plain = _with_figures(_THOUSANDS.sub("", text))
    hours = [said[0] for pattern in (_HOURS, _HALF_HOUR) if (said := pattern.search(plain))]
    plain = _in_minutes(plain)
    spans = [said[0] for pattern in (*_ABOVE, *_BELOW, _THAN.pattern) if (said := re.search(pattern, plain))]
    said = {one for span in (*spans, *hours) for one in span.split()}
    return said | set(re.findall(r"\d+", plain_text(text))) | set(_WORDED)


def _stated(text: str, kind: Kind, asked: Sequence[str]) -> Figure | None:
    said = stated(text, kind, asked)
    return Figure(kind, said[1], field=said[0]) if said is not None else None


def _with_figures(text: str) -> str:
    """Return the words of a question in small letters, its figures whole: 6.8 is no six."""
    return " ".join(re.findall(rf"\d+[.,]\d+|{WORD}", fold(text))).replace("ı", "i")


def _in_minutes(plain: str) -> str:
    """Return a question with hours as minutes: “less than an hour”, “bir saatten az”."""

    def minutes(said: re.Match[str]) -> str:
        return f"{60 * (_WORDED.get(said[1]) or int(said[1]))} {_MINUTES}"

    return _HOURS.sub(minutes, _HALF_HOUR.sub(f"30 {_MINUTES}", plain))


def _compared(plain: str, kind: Kind, asked: Sequence[str]) -> Figure | None:
    than = _THAN.search(plain)
    sense = sense_of(than["word"]) if than else None
    if than and sense and sense[0] and (field := _of_number(plain, kind, asked, than["word"])):
        # The older began earlier, where a column says when.
        is_more = (sense[1] == "desc") or (
            sense[0] == "time" and is_of_ages(field.get("label") or field["key"])
        )
        one = {
            "field": field["key"],
            "op": "gt" if is_more else "lt",
            "value": float(than["number"].replace(",", ".")),
        }
        return Figure(kind, (one,), field=field)
    for op, patterns in (("gt", _ABOVE), ("lt", _BELOW)):
        for pattern in patterns:
            said = re.search(pattern, plain)
            field = _of_number(plain, kind, asked, said.groupdict().get("word") or "") if said else None
            if said and field:
                value = float(said["number"].replace(",", "."))
                if _MINUTES in plain and _OF_HOURS.search(plain_text(field.get("label") or field["key"])):
                    value /= 60
                limit = f"{op}e" if _INCLUSIVE.match(said[0]) else op
                one = {"field": field["key"], "op": limit, "value": value}
                return Figure(kind, (one,), field=field)
    return None


def _of_number(plain: str, kind: Kind, asked: Sequence[str], word: str) -> Kind | None:
    """Return the field that a figure is held against: a named one, one a word means, the only one."""
    numbers = [one for one in kind["fields"] if one["type"] == "number"]
    named = named_field(numbers, [one for one in asked if not one.isdigit()])
    if named is not None:
        return named
    sense = (sense_of(word) or ("", ""))[0] or ("time" if _TIMES.search(plain) else "")
    sense = "speed" if _MINUTES in plain else sense
    return (meant_field(numbers, sense) if sense else None) or (numbers[0] if len(numbers) == 1 else None)


def _summed(plain: str, kind: Kind, kinds: Sequence[Kind], asked: Sequence[str]) -> Figure | None:
    """Return a sum or an average of the named field; how many of what a field counts is a sum too."""
    numbers = [one for one in kind["fields"] if one["type"] == "number"]
    field = named_field(numbers, asked)
    things = asked_first(plain) if field is None and SUM.search(plain) else []
    if things and not named_field(kind["fields"], things) and not _are_records(things, kinds):
        counts = [one for one in numbers if named_field([one], _COUNTS)]
        field = counts[0] if len(counts) == 1 else None
    if field is None:
        return None
    if MEAN.search(plain):
        return Figure(kind, made="average", field=field)
    return Figure(kind, made="total", field=field) if SUM.search(plain) else None


def _are_records(things: Sequence[str], kinds: Sequence[Kind]) -> bool:
    """Tell whether words are what the name of a type is about: its last word, of “bat box” the box."""
    names = [name for one in kinds for name in (one["name"], one.get("plural") or "")]
    heads = [part for name in names for part in plain_text(name).split()[-1:]]
    return any(same_word(word, head) for word in things for head in heads)


def _affirmed(plain: str, kind: Kind, asked: Sequence[str]) -> Figure | None:
    """Return the records whose column says yes, or no where the question says not."""
    for field in kind["fields"]:
        options = {plain_text(str(one)): str(one) for one in field.get("options") or ()}
        is_told = field["type"] == "boolean" or (
            len(options) == 2 and bool(_SAYS_NO & set(options)) and bool(_SAYS_YES & set(options))
        )
        if not is_told or not (named_field([field], asked) or _is_done(field, asked)):
            continue
        wanted = not NOT.search(plain)
        said = _SAYS_YES if wanted else _SAYS_NO
        value: Any = wanted if not options else next(options[one] for one in options if one in said)
        return Figure(kind, ({"field": field["key"], "op": "eq", "value": value},), field=field)
    return None


def _is_done(field: Kind, asked: Sequence[str]) -> bool:
    """Tell whether a Turkish question says a column's verb: “çalışmayan” of “Çalışıyor mu”."""
    stems = {_STEM.sub("", word) for word in plain_text(field.get("label") or field["key"]).split()}
    return any(len(stem) > 2 and stem in stems for stem in (_STEM.sub("", word) for word in asked))


def told_figure(figure: Figure, rows: Sequence[dict[str, Any]]) -> str:
    """Return the sum or the average of a field over records, as people write it."""
    assert figure.field is not None
    values = [row["fields"].get(figure.field["key"]) for row in rows]
    numbers = [float(one) for one in values if isinstance(one, int | float)]
    made = sum(numbers) if figure.made == "total" else sum(numbers) / max(1, len(numbers))
    return f"{made:.2f}".rstrip("0").rstrip(".")


def left_words(figure: Figure, asked: Sequence[str]) -> list[str]:
    """Return the words of a question that name neither the type nor the field."""
    known = f"{figure.kind['name']} {figure.kind.get('plural') or ''}"
    if figure.field is not None:
        known += f" {figure.field.get('label') or figure.field['key']}"
    parts = plain_text(known).split()
    return [word for word in asked if not any(same_word(word, part) for part in parts)]
