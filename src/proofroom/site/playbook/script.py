"""A request that tells its page part by part: “Fares: adult £9. Then who we are: …. Do you sail in fog? No.”

It is read unit by unit: a unit is a sentence, a question with its answer, or a quotation with whose it is.
What a unit is about opens a section or joins one that an outline has named; what it tells stands there. A
request that only lists what it wants is read in `clauses.py`.
"""

import re
from dataclasses import field
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.lexicon import STOP
from proofroom.providers.offline.sentence import BLANK, Sentence, alike, plain, tokens
from proofroom.site.playbook.about import REMARK, about, by_values, reaches, section_kind
from proofroom.site.playbook.kinds import knows
from proofroom.site.playbook.listed import Span, is_making, split
from proofroom.site.playbook.order import WISHED, core_of
from proofroom.site.playbook.rows import read_item
from proofroom.site.playbook.titles import lead_of
from proofroom.site.playbook.units import Unit, bracketless, outlines, units_of
from proofroom.site.playbook.values import values_in

_LEAST: Final = 3
"""So many units have to tell something: fewer are a list with a remark."""
_RARE: Final = 5
"""One unit of so many may look as if it listed sections: it names what stands in one."""
_ASIDE: Final = 6
"""So few words without a value go on with the sentence before them."""
_REACHED: Final = ("contact", "hours")
"""What is told of how to reach a place has a section of its own, whatever its words begin with."""
_TOP: Final = re.compile(
    r"\b(?:(?:on|at the|very|right at the) top|top|hero|headline|title|heading"
    r"|opening(?= line| words?| sentence|\W*$)(?: line)?|intro(?:duction)?|header"
    r"|welcome|banner|masthead|ustte|en ustte|tepede|giris\w*|karsilama\w*|(?:buyuk |ana )?baslik\w*"
    r"|(?:ilk|birinci) bolum\w*"
    r"|acilis|kapak|manset\w*|slogan\w*)\b"
)
_STEM: Final = 5
_BELOW: Final = re.compile(r"\b(?:below|under|underneath|beneath|alt\w*|hemen|with|and|ve|it|that)\b")
NAMES: Final = re.compile(r"\b(?:name|ad|adi|adimiz|isim|ismi|unvan\w*)\b")
_NAME_ALONE: Final = re.compile(rf"\b(?:the|our|my)\b|{NAMES.pattern}")
_INSIDE: Final = re.compile(
    r"(?:an? )?(?P<name>.*?\bform\b(?: to [\w ]+?)?)\s+(?:with|asking for|for)\s+(?P<rest>.+,.+)"
    r"|(?P<section>.+?)\s+(?:bölüm|kısm)\w*\s+(?P<told>.+,.+)",
    re.IGNORECASE,
)
"""A form and what it asks for, a section and what stands in it."""
_POLITE: Final = re.compile(
    r"\W*(?:hi|hello|hey|merhaba|selam|thanks?(?: you)?|thx|cheers|tesekkur\w*|sag ?ol\w*|lutfen|please)"
    r"\b[^.!?]{0,24}\W*"
)


@dataclass(slots=True)
class ToldSection:
    """A section as a request tells it: the words that ask for it, and its units."""

    said: str
    """Empty where no words ask for it."""
    span: Span
    form: str = ""
    topic: str = ""
    is_lead: bool = False
    """Its name is only what its sentence begins with: “We collect on Mondays …”."""
    units: list[Unit] = field(default_factory=list[Unit])


@dataclass(slots=True)
class Script:
    """A page as a request tells it: what its opening says, and its sections in order."""

    intro: list[Span]
    opening: list[Unit]
    parts: list[ToldSection]


def read_script(text: str, masked: str, language: Language) -> Script | None:
    """Return the page that a request tells part by part; None where it only lists what it wants."""
    script = Script([], [], [])
    outlined, told, several = False, 0, 0
    for unit in units_of(text, masked):
        said = masked[unit.start : unit.end]
        is_first = not masked[: unit.start].strip()
        names = _outline(text, masked, unit, language)
        if names and not script.parts:
            for start, end in names:
                _open(script, text, masked, (start, end), language)
            outlined = bool(script.parts)
            if not outlined and unit.label and _TOP.search(said):
                script.opening.append(unit)
            continue
        if not is_first and _is_opening(masked, unit, script):
            script.opening.append(unit)
            told += 1
            continue
        if (
            is_first
            and unit.label
            and not _TOP.search(plain(unit.label))
            and not section_kind(plain(unit.label), language)
        ):
            script.intro.append((unit.start, unit.end))  # “We are climbers: Summit 1974”
            continue
        if (
            not unit.label
            and not unit.asks
            and not unit.quote
            and (is_first or (not told and _is_intro(said)) or _POLITE.fullmatch(said))
        ):
            script.intro.append((unit.start, unit.end))
            continue
        several += not is_first and _asks_for_several(masked, unit, language)
        told += bool(unit.rest)
        _place(script, unit, text, masked, language, outlined=outlined)
    asked = sum(not any(each.rest for each in one.units) for one in script.parts)
    is_told = told >= _LEAST and several * _RARE <= told
    named = sum(not one.is_lead for one in script.parts)
    return script if is_told and named > 1 and len(script.parts) > asked * 2 else None


def _asks_for_several(masked: str, unit: Unit, language: Language) -> bool:
    """Tell whether a unit asks for several sections at once, as a list does: it tells none of them apart."""
    if unit.asks or unit.quote:
        return False
    items = [masked[slice(*one)] for one in split(masked, unit.inner, unit.end)]
    if unit.label:  # what is told under a name has values of its own
        items = [one for one in items if not re.search(rf"[\d{BLANK}]", bracketless(one))]
    elif len(items) > 1 and WISHED.search(masked[unit.start : unit.end]):
        return True
    return sum(_is_known(one, language) for one in items) > 1


def _is_intro(said: str) -> bool:
    return is_making(said) or _POLITE.fullmatch(said) is not None or (not values_in(said) and outlines(said))


# --- outlines


def _outline(text: str, masked: str, unit: Unit, language: Language) -> list[Span]:
    """Return the names of the sections that a unit lists before the page is told."""
    if unit.asks or not unit.label:
        return []
    label = plain(unit.label)
    items = [
        one for one in split(masked, unit.inner, unit.end) if re.search(r"[\w\x01]", masked[slice(*one)])
    ]
    known = sum(_is_known(masked[slice(*one)], language) for one in items)
    if outlines(label) and (known * 2 > len(items) or (len(items) > 1 and not section_kind(label, language))):
        return items
    return (
        items if len(items) >= _LEAST and known * 2 > len(items) and not section_kind(label, language) else []
    )


def _is_known(said: str, language: Language) -> bool:
    bare = bracketless(said).replace(BLANK, " ")
    return knows(language, bare) or _TOP.search(bare) is not None


# --- sections


def _open(script: Script, text: str, masked: str, span: Span, language: Language) -> None:
    """Open a section that an outline names; what it tells in brackets or behind a colon stands in it."""
    start, end = span
    said, shown = masked[start:end], text[start:end]
    bare = bracketless(said)
    inside = [
        text[start + one.start() + 1 : start + one.end() - 1] for one in re.finditer(r"\([^()]*\)", said)
    ]
    colon = re.search(r":\s", bare)
    if colon:
        inside.append(shown[colon.end() :])
        bare = bare[: colon.start()]
    quotes = [one.value for one in Sentence(shown).quotes]
    is_bare = not re.search(r"\w", _BELOW.sub(" ", bare.replace(BLANK, " ")))
    is_top = not script.parts and (
        (_TOP.search(bare) and (quotes or not script.opening)) or (quotes and is_bare)
    )
    if is_top:
        words = " ".join(f"“{one}”" for one in (*quotes, *inside))
        script.opening.append(Unit(start, end, start, rest=words or shown))
        return
    kind = section_kind(bare.replace(BLANK, " "), language)
    part = ToldSection(
        re.sub(r"\([^()]*\)", "", text[start : start + len(bare)]).strip(" ,;"),
        (start, start + len(bare)),
        *(kind or ("", "")),
    )
    for one in inside:
        part.units += list(units_of(one, Sentence(one).masked))
    script.parts.append(part)


def _is_opening(masked: str, unit: Unit, script: Script) -> bool:
    """Tell whether a unit says what stands at the top of the page; what is quoted first does."""
    if unit.asks or unit.quote or any(part.units for part in script.parts):
        return False
    if unit.label and not _NAME_ALONE.sub("", plain(unit.label)).strip():
        return True
    if not script.parts and Sentence(unit.rest).quotes:
        return True
    name = plain(unit.label) if unit.label else masked[unit.start : unit.end].replace(BLANK, " ")[:60]
    has_words = bool(Sentence(unit.rest).quotes) or bool(unit.label)
    return has_words and _TOP.search(name) is not None


def _place(script: Script, unit: Unit, text: str, masked: str, language: Language, *, outlined: bool) -> None:
    """Put a unit into the section that it is about: one that is there, or one that it opens."""
    current = next((one for one in reversed(script.parts) if one.units), None)
    if unit.asks or (unit.quote and not unit.label):
        wanted = "faq" if unit.asks else "testimonials"
        home = _asking(script, wanted, current)
        if home is None:
            home = ToldSection("", (unit.start, unit.start), wanted)
            script.parts.append(home)
        home.units.append(unit)
        return
    if not unit.label and (wished := _wished(unit, text, masked)):
        unit.label, unit.rest = wished
    said, kind, form = about(unit, text, masked, language, outlined=outlined)
    home = _match(script, said, unit, form, current, outlined=outlined)
    is_lead = not outlined and not unit.label and kind is None and form not in _REACHED
    if home is None and is_lead and _is_new(unit, masked, current):
        said, form = lead_of(text[unit.start : unit.end], language), ""
    is_reached = form != "contact" or unit.label or reaches(unit)
    if home is None and is_reached and (said or unit.label or kind or (form and not outlined)):
        home = ToldSection(said, (unit.start, unit.end), *(kind or (form, "")), is_lead=is_lead)
        script.parts.append(home)
    home = home or current or (script.parts[-1] if script.parts else None)
    if home is None:
        script.intro.append((unit.start, unit.end))
        return
    if unit.rest or unit.quote or not home.units:
        home.units.append(unit)


def _wished(unit: Unit, text: str, masked: str) -> tuple[str, str] | None:
    """Return the name of a section that a unit wishes for, and what it tells: “ekibimiz A B tanıtılsın”."""
    _, (start, end) = core_of(masked, unit.start, unit.end)
    if inside := _INSIDE.fullmatch(text[start:end]):
        return inside["name"] or inside["section"], inside["rest"] or inside["told"]
    if not WISHED.search(masked[unit.start : unit.end]):
        return None
    bracket = re.search(r"\(([^()]*)\)", text[start:end])
    if bracket:
        return text[start : start + bracket.start()].strip(), bracket[1]
    first, last = read_item(text[start:end]).name
    return text[start + first : start + last].strip(), text[start + last : end].strip()


def _asking(script: Script, form: str, current: ToldSection | None) -> ToldSection | None:
    """Return the section that questions, or quotations, belong to."""
    if current and (current.form == form or any(one.asks or one.quote for one in current.units)):
        return current
    if current and not any(one.rest for one in current.units):
        return current
    return next((one for one in script.parts if one.form == form), None)


def _is_new(unit: Unit, masked: str, current: ToldSection | None) -> bool:
    """Tell whether a sentence opens a section: a list ends with its own sentence, a text goes on."""
    words, has_values = len(unit.rest.split()), bool(values_in(unit.rest))
    if current is None or (words <= REMARK and not has_values):
        return False
    is_told = [_is_text(one, masked) for one in current.units]
    if all(is_told) and not current.is_lead:
        return has_values and not current.said
    return has_values or not is_told[-1] or words > _ASIDE


def _is_text(unit: Unit, masked: str) -> bool:
    """Tell whether a unit says something that may go on, and neither lists nor names how to reach a place."""
    return not unit.asks and not by_values(unit) and "," not in masked[unit.inner : unit.end]


def _match(
    script: Script, said: str, unit: Unit, form: str, current: ToldSection | None, *, outlined: bool
) -> ToldSection | None:
    """Return the section that is meant: by its words, by its kind, in an outline by the order of both."""
    words = [one for one in tokens(plain(said or unit.rest)) if one not in STOP and len(one) > 2]
    words = words if said else words[:6]
    best = max(
        (
            (sum(any(_same(one, other) for other in tokens(plain(part.said))) for one in words), -at, part)
            for at, part in enumerate(script.parts)
            if part.said
        ),
        key=lambda one: one[:2],
        default=None,
    )
    if best and best[0] and (outlined or said):
        return best[2]
    home = next((one for one in script.parts if one.form == form), None) if form else None
    if form and current and not unit.label and by_values(current.units[-1]) == form:
        return current
    if home and (outlined or (not unit.label and (said or form in _REACHED))):
        return home
    if not outlined:
        return None
    at = script.parts.index(current) + 1 if current else 0
    following = [one for one in script.parts[at:] if not one.units]
    return (
        following[0] if following and not (form and form != following[0].form and following[0].form) else None
    )


def _same(one: str, other: str) -> bool:
    return alike(one, other) or (min(len(one), len(other)) > 2 and one[:_STEM] == other[:_STEM])
