"""The sections of a page that is told part by part: what each is called, its form, and its rows.

Everything is copied as it was written. A form is taken where what is told fits it; else the section stands in
the person's own words, as rows where several things are told and as a text where it is one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from proofroom.kernel.strings import Language
from proofroom.providers.offline.sentence import Sentence, plain
from proofroom.site.playbook.asked import AskedSections
from proofroom.site.playbook.facts import Facts
from proofroom.site.playbook.kinds import FRAME, SECTIONS
from proofroom.site.playbook.listed import ITEM, Span, split
from proofroom.site.playbook.rows import ToldRow, rows_of
from proofroom.site.playbook.script import NAMES, Script, ToldSection
from proofroom.site.playbook.titles import heading_of, upper
from proofroom.site.playbook.units import Unit, button_in
from proofroom.site.playbook.values import UPPER, values_in

_PERSON: Final = re.compile(
    rf"(?:[{UPPER}]\w{{0,4}}\.\s+)*[{UPPER}][\w'’-]+(?:\s+(?:[{UPPER}][\w'’-]*\.?|de|van|von|da))+"
)
_BRACKET: Final = re.compile(r"\s*\(([^()]*)\)")
_LEADS: Final = re.compile(r"^(?:and|ve|plus|also|bir de|ayrıca)\s+", re.IGNORECASE)
_SAYS_WHO: Final = re.compile(
    r"^(?:we|i|you|they|it|he|she|there|this|our|my|please|biz|bu|şu|siz)\b|.*(?:iyor|uyor)\w*\W*$",
    re.IGNORECASE,
)
"""A sentence, and no list of things."""
_FREE: Final = re.compile(r"(?<![\w-])(?:free|ucretsiz|bedava)\b")
_SHARE: Final = re.compile(r"\b\d+\s?(?:%|percent\b).*$|(?:%|\byuzde)\s?\d+.*$")
_CLOSED: Final = re.compile(
    r"(?P<when>.+?)\s+(?P<shut>closed|kapali)\W*$|(?P<shut2>closed)(?: on)?\s+(?P<when2>.+)$"
)
_BOTH: Final = re.compile(r"\d\s+(?:and|ve)\s+\d[^,;]*$")
_IT: Final = re.compile(r"\W*(?:it|they|this|that|we|i) (?:costs?|is|are|charges?)\s+", re.IGNORECASE)
_KEEPS: Final = ("features", "steps", "areas")
"""Forms that show rows by their names alone."""
_FEW: Final = 3
_ALONE: Final = ("form", "newsletter", "posts", "gallery", "logos", "cta")
"""Forms that say something without being told anything."""
_ASKS: Final = re.compile(r"(?:what|how|where|when|who|why|which|ne|neler|nasil|nerede|kim)\b", re.IGNORECASE)
"""A name that is a clause is left as it is."""
_SIGNED: Final = re.compile(r"^\W*(?:from|by|says|said)\b|^\W+|(?:\b(?:and|ve)\b)?\W*$")
_ASIDE: Final = re.compile(r"^(?:list|show|give|name|mention|put|add)\s+(?=\w)", re.IGNORECASE)


def sections_told(script: Script, text: str, language: Language) -> AskedSections:
    """Return the sections of a page that is told part by part."""
    asked = AskedSections((), text=text)
    names = list[str]()
    for part in _reached_once(script.parts):
        if part.form in FRAME and not any(one.rest for one in part.units):
            continue
        shown = _ASIDE.sub("", part.said)
        if part.is_lead or _ASKS.match(shown):
            heading = f"{upper(shown[:1], language)}{shown[1:]}"
        else:
            heading = heading_of(shown, Sentence(shown).masked, language) if part.said else ""
        rows, prose = _content(part)
        form = _form(part, rows, prose)
        if form == "contact":
            rows, prose = [], ""  # its facts say it
        key = form if form != "own" and form not in names and form in SECTIONS else ""
        key = key or re.sub(r"[^a-z0-9]+", "-", plain(heading)).strip("-") or f"{form}-{len(names)}"
        key = key if key not in names and (key == form or key not in SECTIONS) else f"{key}-{len(names)}"
        names.append(key)
        asked.forms[key], asked.said[key], asked.rows[key] = form, plain(part.said), tuple(rows)
        asked.spans[key] = part.span
        asked.told[key] = tuple(_told(part))
        if prose:
            asked.prose[key] = prose
        if heading or form == "own":
            asked.titles[key] = heading or text[slice(*part.span)].strip()
        if form == "own":
            asked.own[key] = asked.titles[key]
        if part.topic and not rows and not prose:
            asked.topics[key] = part.topic
    if not any(one == "contact" for one in asked.forms.values()) and values_in(text, ("phone", "address")):
        names.append("contact")  # a page that tells how to reach a place has a section for it
        asked.forms["contact"], asked.said["contact"] = "contact", ""
    asked.told["hero"] = tuple(_told_on_top(script))
    return replace(asked, sections=tuple(names))


def _reached_once(parts: Sequence[ToldSection]) -> Sequence[ToldSection]:
    """Return the sections, with one that tells how to reach the place; what only brings a number is none."""
    if not any(one.form == "contact" and _reaches(one) for one in parts):
        last = next((one for one in reversed(parts) if not one.form and _only_reached(one)), None)
        return [replace(one, form="contact") if one is last else one for one in parts]
    return parts


def _only_reached(part: ToldSection) -> bool:
    return bool(part.units) and all(_only_reaches(one.rest) for one in part.units)


def with_opening(facts: Facts, script: Script, language: Language) -> Facts:
    """Return what is known of a place with what its opening is to say."""
    button = next((one for unit in script.opening if (one := button_in(unit.rest, language))), "")
    lines = [one.value for unit in script.opening for one in Sentence(unit.rest).quotes]
    lines = list(dict.fromkeys(one for one in lines if one != button))
    named = next((unit.rest for unit in script.opening if unit.label and NAMES.search(plain(unit.label))), "")
    name = re.split(r"\s*[,;\"“]", named)[0].strip()
    where = [one for part in script.parts if part.form == "contact" for one in _addresses(part)]
    facts = replace(facts, name=name or facts.name, address=facts.address or ", ".join(where))
    if not lines:
        return replace(facts, action=button)
    return replace(facts, headline=lines[0], lead=" ".join(lines[1:]) or facts.lead, action=button)


def _addresses(part: ToldSection) -> Iterator[str]:
    """Yield what tells where a place is: what is beside the numbers to call and the times."""
    for unit in part.units:
        yield from (
            one
            for one in _pieces(_bare(unit, part))
            if not values_in(one, ("phone", "email", "times", "price")) and _reaches(part)
        )


def _told(part: ToldSection) -> Iterator[str]:
    for unit in part.units:
        yield from (one for one in (unit.asks, unit.quote, unit.by) if one)
        quoted = _quoted(unit.rest)
        yield from (f"{one.value} {one.name}" for one in quoted)
        if unit.rest and not unit.quote and not quoted:
            told = (unit.rest,) if unit.asks else _pieces(_bare(unit, part))
            yield from (one for one in told if not _only_reaches(one))


def _only_reaches(piece: str) -> bool:
    """Tell whether a piece is a number to call or an address with the word for it."""
    for one in reversed(values_in(piece, ("phone", "email"))):
        return len((piece[: one.start] + piece[one.end :]).split()) < _FEW
    return False


def _told_on_top(script: Script) -> Iterator[str]:
    for unit in script.opening:
        quotes = Sentence(unit.rest).quotes
        yield from (one.value for one in quotes)
        yield from (
            one for one in re.findall(_PERSON, unit.rest) if not any(one in each.value for each in quotes)
        )


def _pieces(text: str) -> list[str]:
    """Return what stands between commas; “07:35 and 17:50” is told of one thing.

    Where semicolons part them, commas are inside of them.
    """
    if ";" in text and ITEM not in text:
        return [one.strip(" ,.") for one in text.split(";") if one.strip(" ,.")]
    spans = list[tuple[int, int]]()
    for start, end in split(text, 0, len(text)):
        if spans and _are_one(text, spans, (start, end)):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return [text[start:end].strip(" ,;.") for start, end in spans]


def _are_one(text: str, spans: Sequence[Span], other: Span) -> bool:
    """Tell whether a piece belongs to the one before: two times, or two things with one value.

    “07:35 and 17:50”, “boots £5, ball and bibs free”.
    """
    one = spans[-1]
    if _BOTH.search(text[one[0] : other[1]]) and text[: one[1]].rstrip()[-1:].isdigit():
        return True
    has = [bool(_value_in(text[slice(*each)])) for each in (*spans[-2:], other)]
    return has == [True, False, True] and "," not in text[one[1] : other[0]]


# --- rows


def _content(part: ToldSection) -> tuple[list[ToldRow], str]:
    """Return the rows of a section, and what is told as a text."""
    rows, prose = list[ToldRow](), list[str]()
    for unit in part.units:
        if unit.asks:
            rows.append(ToldRow(unit.asks, unit.rest, "answer"))
        elif unit.quote:
            rows.append(ToldRow(unit.by, unit.quote, "quote"))
        elif unit.label and unit.label != part.said and not _is_same(unit.label, part.said) and unit.rest:
            rows.append(ToldRow(unit.label, unit.rest, "told"))  # a row with a name of its own
        elif unit.rest:
            found = _rows(unit, part)
            rows += found
            prose += [] if found else [_bare(unit, part) if part.form == "contact" else unit.rest]
    return rows, " ".join(_sentence(one) for one in prose)


def _is_same(one: str, other: str) -> bool:
    """Tell whether two names share a word: “Crew” and “the crew”."""
    words = [set(plain(each).split()) - {"the", "our", "a"} for each in (one, other)]
    return any(a[:4] == b[:4] for a in words[0] for b in words[1])


def _rows(unit: Unit, part: ToldSection) -> list[ToldRow]:
    """Return the things that a unit lists; nothing where it is a sentence."""
    if quotes := _quoted(unit.rest):
        return quotes
    bare = _bare(unit, part)
    if part.is_lead and part.units[0] is unit:
        return []
    if part.form == "hours" and not part.said:
        return [_open(one) for one in _pieces(bare)]
    pieces = [_LEADS.sub("", one) for one in _pieces(bare) if one]
    is_person = _is_people(pieces, part)
    carriers = [("person" if _PERSON.search(one) else "") if is_person else _value_in(one) for one in pieces]
    least = 2 if unit.label or any(carriers) else _FEW
    if ITEM not in unit.rest and (
        _SAYS_WHO.match(bare) or (len(pieces) < least and not _carries(pieces, part))
    ):
        return []
    joins = len([one for one in carriers if one]) > 1 and len({one for one in carriers if one}) == 1
    rows = list[ToldRow]()
    for piece, carries in zip(pieces, carriers, strict=True):
        if rows and ((not carries and joins) or not re.search(r"[^\W\d_]{3}", piece)):
            rows[-1] = _joined(rows[-1], piece)
        else:
            rows.append(_person(piece) if is_person and carries else _row(piece, carries))
    return rows if len(rows) > 1 or _carries(pieces, part) else []


def _quoted(text: str) -> list[ToldRow]:
    """Return what is quoted, each with whose it is: “…” from Priti, “…” from Jerome."""
    quotes = Sentence(text).quotes
    if len(quotes) < 2 or text[: quotes[0].start].strip():
        return []
    ends = [*(one.start for one in quotes[1:]), len(text)]
    said = [text[one.end : end] for one, end in zip(quotes, ends, strict=True)]
    signed = [_SIGNED.sub("", one).strip(" ,;.") for one in said]
    rows = [ToldRow(by, one.value, "quote") for by, one in zip(signed, quotes, strict=True)]
    return rows if all(signed) else []


def _bare(unit: Unit, part: ToldSection) -> str:
    """Return what a unit tells without the words that only name its section: “Teachers are …”."""
    if unit.label:
        return unit.rest
    if said := _IT.match(unit.rest):
        return unit.rest[said.end() :]
    if part.said and plain(unit.rest).startswith(plain(part.said)) and len(unit.rest) > len(part.said) + 1:
        return re.sub(r"^(?:are|is)\s+", "", unit.rest[len(part.said) :].strip(" ,:"))
    lead = re.match(
        rf"\W*(?:{re.escape(part.said)}|\w+)(?:\s+(?:are|is)\b|\s*[:,])?\s+", unit.rest, re.IGNORECASE
    )
    is_named = lead and _is_same(lead[0], part.said) and re.search(r"\b(?:are|is)\s+$|[:,]\s+$", lead[0])
    return unit.rest[lead.end() :] if lead and is_named else unit.rest


def _carries(pieces: Sequence[str], part: ToldSection) -> bool:
    return bool(pieces) and (
        (part.form in ("pricing", "hours", "schedule", "events") and bool(_value_in(pieces[0])))
        or (part.form == "team" and bool(_PERSON.search(pieces[0])))
    )


def _is_people(pieces: Sequence[str], part: ToldSection) -> bool:
    if part.form not in ("team", "about", ""):
        return False
    people = [one for one in pieces if _PERSON.search(one)]
    with_role = [one for one in people if _BRACKET.search(one) or re.match(r"\W*[a-zçğıöşü]", one)]
    return bool(people) and (part.form == "team" or len(with_role) > 1)


def _value_in(piece: str) -> str:
    said = plain(piece)
    if _FREE.search(said) or _SHARE.search(said):
        return "price"
    found = values_in(piece)
    return found[0].kind if found else ""


def _joined(row: ToldRow, piece: str) -> ToldRow:
    return (
        replace(row, value=f"{row.value}, {piece}")
        if row.value
        else replace(row, name=f"{row.name}, {piece}")
    )


def _person(piece: str) -> ToldRow:
    """Return somebody with what is said of them."""
    found = _PERSON.search(piece)
    assert found is not None
    beside = f"{piece[: found.start()]} {piece[found.end() :]}"
    role = " ".join(one.strip(" ,.:–—-") for one in (_BRACKET.sub(r" \1", beside)).split("  "))
    return ToldRow(found[0], role.strip(), "person")


def _row(piece: str, kind: str) -> ToldRow:
    """Return a thing with its value, where it has just one and all its words are told."""
    if shut := _CLOSED.match(plain(piece)):
        when, closed = (
            (shut.span("when"), shut.span("shut"))
            if shut["when"]
            else (shut.span("when2"), shut.span("shut2"))
        )
        return ToldRow(piece[slice(*when)], piece[slice(*closed)], "times")
    if (share := _SHARE.search(plain(piece))) and piece[: share.start()].strip():
        return ToldRow(piece[: share.start()].strip(), piece[share.start() :], "price")
    name, comma, rest = piece.partition(",")
    if comma and kind:  # “portrait, 4 weeks, £90”, “to the island 07:10, 09:40”
        first = next(iter(values_in(name)), None)
        at = first.start if first else len(name)
        value = piece[at:].strip(" ,")
        if name[:at].strip():
            told = first.kind if first else "price" if _value_in(rest.strip()) == "price" else "told"
            return ToldRow(name[:at].strip(), value, told)
    read = rows_of(piece) if kind else []
    one = read[0] if len(read) == 1 else ToldRow(piece)
    if one.kind == "number" or not _holds(f"{one.name} {one.value}", piece):
        one = ToldRow(piece)
    if one.value and one.name.endswith(("+", "-", "–")):  # “+£40”
        one = replace(one, name=one.name[:-1].strip(), value=one.name[-1] + one.value)
    if found := _BRACKET.search(one.name):
        one = ToldRow(_BRACKET.sub("", one.name).strip(), one.value or found[1], one.kind or "told")
    return one


def _open(piece: str) -> ToldRow:
    """Return when a place is open or shut: “Her gün 09.00–18.00 açığız”, “pazartesi kapalıyız”."""
    found = values_in(piece, ("times",))
    name, _, rest = piece.partition(" ")
    if not found:
        return ToldRow(name[:1].upper() + name[1:], rest, "times")
    return ToldRow(piece[: found[0].start].strip(), piece[found[0].start : found[0].end], "times")


def _holds(shown: str, piece: str) -> bool:
    """Tell whether all words of a piece are shown, in their order."""
    return re.findall(r"\w+", plain(shown)) == re.findall(r"\w+", plain(piece))


def _sentence(text: str) -> str:
    said = text.strip(" ,;")
    if _only_reaches(said):
        return said
    first = "İ" if said[:1] == "i" and re.search("[çğışöü]", said) else said[:1].upper()
    return f"{first}{said[1:]}{'' if said[-1:] in '.!?”' else '.'}"


# --- forms


def _form(part: ToldSection, rows: Sequence[ToldRow], prose: str) -> str:
    """Return the form that shows what is told; none of ours where it would not."""
    kinds = {one.kind for one in rows}
    if not rows and not prose:
        return part.form or "own"
    if kinds and kinds <= {"answer", "quote", "person"} and len(kinds) == 1:
        return {"answer": "faq", "quote": "testimonials", "person": "team"}[kinds.pop()]
    if part.form in _ALONE:
        return part.form
    priced = [
        one
        for one in rows
        if one.kind == "price" or _FREE.search(plain(one.name)) or _SHARE.search(plain(one.name))
    ]
    if rows and len(priced) == len(rows) and any(one.kind == "price" for one in rows):
        return "pricing"
    if rows and kinds == {"times"} and part.form == "hours":
        return "hours"
    if part.form == "contact" and _reaches(part):
        return "contact"
    if rows and kinds <= {""} and part.form in _KEEPS:
        return part.form
    return "about" if part.form == "about" and prose and not rows else "own"


def _reaches(part: ToldSection) -> bool:
    return any(values_in(unit.rest, ("phone", "email", "address")) for unit in part.units)
