"""What a unit of a told page is about: the words that name its section, and the form its values ask for."""

import re
from typing import Final

from proofroom.kernel.strings import Language
from proofroom.providers.offline.sentence import BLANK, plain
from proofroom.site.playbook.kinds import FRAME, kind_of, knows
from proofroom.site.playbook.order import core_of
from proofroom.site.playbook.titles import SUBJECTS, lead_of
from proofroom.site.playbook.units import Unit
from proofroom.site.playbook.values import DAYS, UPPER, values_in

Kind = tuple[str, str]
"""A form, and the topic it is filled with."""
REMARK: Final = 4
"""So few words without a value ask for nothing, and open no section of their own."""
_CAPITAL: Final = re.compile(rf"(?<=\s)[{UPPER}]")
_DAY_LAST: Final = re.compile(rf"\s+(?:(?:{DAYS})\w*|hafta (?:ici|sonu)\w*|mon|tue|wed|thu|fri|sat|sun)\W*$")
"""When a place is open, behind the word for it: “çalışma saatleri salıdan …”."""


def about(
    unit: Unit, text: str, masked: str, language: Language, *, outlined: bool
) -> tuple[str, Kind | None, str]:
    """Return what a unit calls its section, what kind those words mean, and the form for what it tells."""
    said = _name(unit, text, masked, language)
    kind = section_kind(plain(said), language) if said else None
    valued = by_values(unit)
    if valued == "contact" and not outlined and not (kind and kind[0] == "contact"):
        # under a name it may be somebody's own number; else only few words are a name: “Book by text on …”
        if not unit.label:
            said = _reached_by(unit, text, masked)
        elif not values_in(unit.rest, ("address", "email")):
            valued = ""
    form = valued if valued == "contact" and not unit.label else kind[0] if kind else valued
    return said, kind if kind and kind[0] == form and form not in FRAME else None, form


def section_kind(said: str, language: Language) -> Kind | None:
    """Return the form and the topic that words for a section mean."""
    _, (start, end) = core_of(said, 0, len(said))
    found = kind_of(said[start:end], language, is_sure=True)
    return (found[0], found[1]) if found else None


def _name(unit: Unit, text: str, masked: str, language: Language) -> str:
    """Return the words by which a unit names its section: its label, else what stands before its values."""
    if unit.label:
        _, (start, end) = core_of(plain(unit.label), 0, len(unit.label))
        return unit.label[start:end]
    said = masked[unit.start : unit.end]
    if "," in said and len(said.split()) <= REMARK:
        return ""  # “No booking, no fee” asks for nothing
    if re.search(rf"\d|[,{BLANK}]", said) is None and section_kind(said, language):
        unit.label, unit.rest = unit.rest, ""  # all of it asks
        return unit.label
    values = [
        one.start
        for one in values_in(
            text[unit.start : unit.end], ("price", "date", "times", "phone", "email", "address")
        )
    ]
    cut = min([*values, *(hit.start() for hit in re.finditer(rf"[,({BLANK}]|\d", said))], default=len(said))
    _, (start, end) = core_of(said, 0, cut)
    if name := _CAPITAL.search(text[unit.start : unit.end], start + 1, end):
        end = name.start()  # “Eğitmenler Derya Sönmez”
    words = _DAY_LAST.sub("", said[start:end]).split()
    for count in range(min(len(words), 5), 0, -1):
        lead = " ".join(words[:count])
        if knows(language, lead):
            at = said.find(words[0], start)
            return lead_of(text[unit.start + at : unit.start + at + len(lead)], language)
    return ""


def reaches(unit: Unit) -> bool:
    """Tell whether a unit tells how to reach somebody."""
    return bool(values_in(unit.rest, ("phone", "email", "address")))


def _reached_by(unit: Unit, text: str, masked: str) -> str:
    """Return the few words that stand before a number to call or an address, where they are no sentence."""
    values = values_in(text[unit.start : unit.end], ("phone", "email", "address", "times"))
    _, (start, end) = core_of(masked, unit.start, unit.start + (values[0].start if values else 0))
    words = text[start:end].split()
    is_name = 1 < len(words) <= REMARK + 1 and plain(words[0]).partition("'")[0] not in SUBJECTS
    return text[start:end] if is_name else ""


def by_values(unit: Unit) -> str:
    """Return the form that has a place for what a unit tells."""
    kinds = [one.kind for one in values_in(unit.rest, ("price", "times", "phone", "email", "address"))]
    if (kinds and set(kinds) <= {"phone", "email", "address"}) or (
        not kinds and re.search(r"(?<!\w)@\w", unit.rest)
    ):
        return "contact"
    if kinds and set(kinds) == {"times"} and _is_only_times(unit.rest):
        return "hours"
    return "pricing" if kinds and kinds[0] == "price" else ""


def _is_only_times(text: str) -> bool:
    """Tell whether a sentence says when, and hardly anything else: “Salıdan pazara 11.00–20.00 açığız”."""
    for one in reversed(values_in(text, ("times",))):
        if len(re.findall(r"\d[:.]\d\d", text[one.start : one.end])) == 1:
            return False  # “Giriş 14.00” is when something is, and not from when to when
        text = text[: one.start] + text[one.end :]
    return len(re.findall(r"\w+", text)) < REMARK
