"""Changes by what a request names, whatever its sentence: a section, a place beside another, a colour.

The patterns of `playbook.toml` know the usual sentences. Here the parts of a change are looked for anywhere:
what is to be done, to which section, where, with which value; their words are in `changes.toml`. A request in
which they are not together is not taken for a change.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from proofroom.kernel.counting import read_count
from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.counting import NUMBERS
from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.lexicon import NOUNS, STOP, read_toml
from proofroom.providers.offline.sentence import BLANK, Sentence, plain, tokens
from proofroom.site.playbook.copy import LOOKS
from proofroom.site.playbook.kinds import SECTIONS
from proofroom.site.playbook.values import values_in

Json = dict[str, Any]
Words = Mapping[str, re.Pattern[str]]
_TABLE: Final = read_toml("proofroom.site.playbook", "changes.toml")
_MOST_WORDS, _SAID_TWICE, _LISTS = 30, 14, 2
"""A change is said in few words, in fewer where it takes two sentences, and names no list of things."""


def _words(name: str) -> dict[str, Words]:
    tables = cast("dict[str, dict[str, str]]", _TABLE[name])
    return {
        language: {
            key: re.compile(rf"\b(?<!-)(?:{words})(?!\w)(?!-\w)")  # “sign-up” is one word
            for key, words in table.items()
        }
        for language, table in tables.items()
    }


_DOES, WHERE, _TINTS, _SPACE = _words("does"), _words("where"), _words("tint"), _words("space")
_SAYS: Final = {
    language: [re.compile(one) for one in cast("list[str]", lines)]
    for language, lines in cast("Json", _TABLE["says"]).items()
}
_ROLES: Final = {name: re.compile(one) for name, one in cast("dict[str, str]", _TABLE["role"]).items()}
_LANGUAGES: Final = {
    "en": re.compile(r"\b(?:english|ingilizce)\w*"),
    "tr": re.compile(r"\b(?:turkish|turkce)\w*"),
}
_NAMES: Final = "|".join(str(one[1]) for one in LOOKS["colours"].values())
COLOUR: Final = re.compile(
    rf"#(?:[0-9a-f]{{6}}|[0-9a-f]{{3}})\b|\b(?!more\b)(?:{_TABLE['shade']})*(?!more\b)(?:{_NAMES})(?:y?[aeiu]|[ln][aeiu]|imsi|ish)?\b"
)
_ENTRIES: Final = re.compile(
    rf"\b(?:{'|'.join(one for name, one in NOUNS.items() if name in _TABLE['entries'])})\b"
)
_MEANS: Final[Mapping[str, tuple[str, ...]]] = {
    "translate_page": ("translate",),
    "change_colour": ("colour", "look", "add"),
    "change_space": ("air", "add", "part"),
    "swap_sections": ("swap", "joint"),
    "remove_section": ("remove",),
    "place_section": ("add",),
    "add_entries": ("show", "newest", "add"),
}
"""What the words of a change are about, beside those for its parts."""
_ASIDE: Final = {
    language: re.compile(rf"\b(?:{words})(?!\w)")
    for language, words in cast("dict[str, str]", _TABLE["aside"]).items()
}
_BELOW_HEADING: Final = re.compile(
    r"\b(?:under|below|beneath|underneath) (?:the |our )?(?:main )?(?:head(?:line|ing)|title)"
    r"|\b(?:basli[kg]|manset)\w* (?:hemen )?alt\w*"
)
_REACHED: Final = ("email", "phone")
_REACHES: Final = re.compile(r"\b(?:e-?mails?|mails?|calls?|rings?|dials?|phones?|write to)\b")
_ADDS: Final = re.compile(r"\W*(?:please )?add\b|.*\bekle\w*\W*:")
_TELLS: Final = re.compile(r":(?=\s)|\s[–—-]\s|\(")
_PARTS: Final = re.compile(r",|\s[–—-]\s")


@dataclass(frozen=True, slots=True)
class NamedChange:
    """A change that a request names: what is done, and the words for what it is done to."""

    kind: str
    said: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Wish:
    """A request, its plain letters with values blanked, and the words of its language."""

    sentence: Sentence
    said: str
    language: Language

    @property
    def does(self) -> Words:
        return _DOES[self.language]

    def words(self, start: int, end: int) -> str:
        """Return what is named at a place, as it was written, without words that only ask."""
        said = self.said[start:end]
        for name in ("manner", "verb", "manner"):
            said = self.does[name].sub(lambda hit: " " * len(hit[0]), said)
        found = [self.sentence.text[start:end][slice(*hit.span())] for hit in re.finditer(r"\S+", said)]
        bare = " ".join(found).strip(" .,;:!?–—-")
        return re.sub(
            r"^(?:(?:a|an|the|our|my|some|another|new|bir|yeni)\s+)+", "", bare, flags=re.IGNORECASE
        )


_CALLED_SO: Final = re.compile(
    r"\s+(?:diye|adında|adlı|isimli)\s+(?:bir|yeni)\s+(?:bölüm|kısım)\s+(?:koy|ekle|aç)\w*"
)
"""“Hekimlerimiz diye bir bölüm”: a section of that name."""


def as_usual(text: str) -> str:
    """Return a request in the words that are usual for it."""
    return _CALLED_SO.sub(" bölümü ekle", text)


def read_change(text: str) -> NamedChange | None:
    """Return the change that a request names; None where its parts are not together."""
    text = as_usual(text)
    sentence = Sentence(text)
    said = re.sub(r"\s", " ", sentence.masked)
    wish = _Wish(sentence, said, language_of(text))
    told = _TELLS.search(said)
    is_long = len(said.split()) > (_SAID_TWICE if re.search(r"[.!?;] \w", said) else _MOST_WORDS)
    lists = said[: told.start() if told else None].count(",") >= _LISTS
    if is_long or lists or wish.does["asks"].match(said.strip()) or wish.does["whole"].search(said):
        return None
    if found := _language(wish):
        return None if _left_over(wish, found) else found
    if wish.does["other"].search(said):
        return None  # a change that nobody here can make, whatever else it names
    reads: tuple[Callable[[_Wish], NamedChange | None], ...] = (
        *(_text, _colour, _space, _swapped, _removed, _placed, _added),
    )
    return next((found for read in reads if (found := read(wish)) and not _left_over(wish, found)), None)


def _left_over(wish: _Wish, found: NamedChange) -> list[str]:
    """Return the words of a request that have no part in a change: what they ask for would be left undone."""
    if found.kind == "change_text":
        return []  # the new words are the rest
    said, does = wish.said, wish.does
    if found.kind == "translate_page":  # why it is wanted stands in another clause
        said = next(
            (one for one in re.split(r"[,;.!]\s", said) if _LANGUAGES[str(found.said["locale"])].search(one)),
            said,
        )
    whole = [*_SPACE[wish.language].values()] if found.kind == "change_space" else []
    whole += WHERE[wish.language].values() if found.kind in ("place_section", "add_entries") else []
    whole += [does[one] for one in (*_MEANS[found.kind], "verb", "manner", "part")]
    if found.kind == "translate_page":
        whole += _LANGUAGES.values()
    if found.kind == "change_colour":
        said = COLOUR.sub(" ", plain(wish.sentence.text))
        whole += _TINTS[wish.language].values()
    for pattern in whole:
        said = pattern.sub(" ", said)
    told = set(tokens(plain(" ".join(str(one) for one in found.said.values()))))
    left = (one for one in tokens(_ASIDE[wish.language].sub(" ", said)) if len(one) > 1)
    return [one for one in left if one not in STOP and one not in told and one not in NUMBERS]


def _language(wish: _Wish) -> NamedChange | None:
    wanted = [name for name, pattern in _LANGUAGES.items() if pattern.search(wish.said)]
    if len(wanted) != 1 or not wish.does["translate"].search(wish.said):
        return None
    return NamedChange("translate_page", {"locale": wanted[0]})


def _text(wish: _Wish) -> NamedChange | None:
    for pattern in _SAYS[wish.language]:
        found = pattern.search(wish.said)
        if found is None:
            continue
        start, end = found.span("new")
        quotes = [one.value for one in wish.sentence.quotes if start <= one.start < end]
        new = quotes[-1] if quotes else wish.sentence.text[start:end].strip(" .!,;:\"'“”")
        if not new or (not quotes and _is_look(wish, plain(new))):
            return None
        parts = found.groupdict()
        if parts.get("old"):
            old = wish.sentence.text[slice(*found.span("old"))].strip(" \"'“”")
            return NamedChange("change_text", {"new": new, "place": old, "role": "heading"})
        named = parts.get("role") or parts.get("section") or ""  # “the button in the hero”
        role = next((name for name, one in _ROLES.items() if one.search(named)), "heading")
        before = wish.said[:start] + " " + wish.said[end:]
        if role == "button" and not quotes and _REACHES.search(before) and values_in(new, _REACHED):
            return None  # where it leads, and not what it says
        if role == "heading" and _BELOW_HEADING.search(before):
            role = "text"
        if parts.get("section") and not _section_in(parts["section"]):
            return None
        place = _section_in(parts.get("section") or before, but="hero" if role == "heading" else "")
        if parts.get("section") and re.search(
            r"\b(?:adres|telefon|e-?posta|phone|address|e-?mail)", parts["section"]
        ):
            place = parts["section"].strip()  # one row of it, and not the section
        given = {"new": new, "role": role, "place": place}
        if role == "button" and "role" in parts and wish.language == "en":
            given["which"] = wish.sentence.text[: found.start("role")]
        return NamedChange("change_text", given)
    return None


def _is_look(wish: _Wish, new: str) -> bool:
    """Tell whether words say how something looks, and not what it says."""
    return bool(COLOUR.fullmatch(new) or wish.does["look"].search(new))


def _colour(wish: _Wish) -> NamedChange | None:
    said = plain(wish.sentence.text)
    value = COLOUR.search(said)
    if value is None:
        return None
    rest = said[: value.start()] + " " + said[value.end() :]
    tint = next((name for name, one in _TINTS[wish.language].items() if one.search(rest)), "")
    if not tint and not wish.does["colour"].search(rest):
        return None
    return NamedChange("change_colour", {"role": tint or "main", "colour": value[0].strip()})


def _space(wish: _Wish) -> NamedChange | None:
    if not wish.does["air"].search(wish.said):
        return None
    amounts = _SPACE[wish.language]
    amount = next((name for name in ("less", "more") if amounts[name].search(wish.said)), "")
    given = {"amount": amount, "place": _section_in(wish.said)}
    return NamedChange("change_space", given) if amount else None


def _swapped(wish: _Wish) -> NamedChange | None:
    found = wish.does["swap"].search(wish.said)
    if found is None:
        return None
    blank = wish.said[: found.start()] + " " * len(found[0]) + wish.said[found.end() :]
    between = wish.does["joint"].search(blank)
    if between is None:
        return None
    other = _Wish(wish.sentence, blank, wish.language)
    one, two = other.words(0, between.start()), other.words(between.end(), len(blank))
    return NamedChange("swap_sections", {"section": one, "other": two}) if one and two else None


def _removed(wish: _Wish) -> NamedChange | None:
    if not wish.does["remove"].search(wish.said):
        return None
    place = _section_in(wish.does["remove"].sub(" ", wish.said))
    return NamedChange("remove_section", {"section": place}) if place else None


def _placed(wish: _Wish) -> NamedChange | None:
    """Read what stands where: “the FAQ should come right after the features”, “ekip önce gelsin”."""
    told = _TELLS.search(wish.said)
    stop = told.start() if told else len(wish.said)
    hits = [
        (*hit.span(), name)
        for name, one in WHERE[wish.language].items()
        for hit in one.finditer(wish.said, 0, stop)
    ]
    if not hits:
        return None
    start, end, where = max(hits, key=lambda one: (one[1] - one[0], -one[0]))
    section, other = _sides(wish, start, end, stop, where)
    if not section or not (other or where in ("top", "end", "up", "down")):
        return None
    is_section = (
        _section_in(plain(section)) or _section_in(plain(other)) or wish.does["part"].search(wish.said)
    )
    if not is_section and not (told and _ADDS.match(wish.said)):
        return None
    rest = wish.sentence.text[stop:].strip(" :–—-")
    given = {"section": section, "where": "after" if where == "between" else where, "told": rest}
    if other:
        given["other"] = other
    if where == "between":
        given["between"] = wish.sentence.text[:stop]  # the other side of it is where the first one ends
    return _entries(wish, section, given) or NamedChange("place_section", given)


def _sides(wish: _Wish, start: int, end: int, stop: int, where: str) -> tuple[str, str]:
    """Return the words for what is placed, and for what it is placed beside."""
    before, after = wish.words(0, start), wish.words(end, stop)
    if where in ("top", "end", "up", "down"):
        return before or after, ""
    if wish.language == "tr":
        if where == "between":
            before = wish.does["joint"].split(before)[0]
        return (after, before) if after else _parted(wish, before)
    if where == "between":
        after = wish.does["joint"].split(after)[0]
    if not before:  # below the team, we need testimonials
        other, _, section = wish.said[end:stop].partition(",")
        return wish.words(end + len(other) + 1, stop) if section else "", wish.words(end, end + len(other))
    return before, after


def _parted(wish: _Wish, named: str) -> tuple[str, str]:
    """Return the two of which one follows the other: in Turkish, both stand before the word for the place."""
    parts = _PARTS.split(named, maxsplit=1)
    if len(parts) == 2:
        return parts[0].strip(), parts[1].strip()
    words = named.split()
    both = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    known = [one for one in both if all(_section_in(plain(side)) for side in one)]
    ended = [one for one in known if wish.does["object"].search(plain(one[0]))]
    return next(iter(ended or known or both[-1:]), ("", named))


def _added(wish: _Wish) -> NamedChange | None:
    told = _TELLS.search(wish.said)
    stop = told.start() if told else len(wish.said)
    section = wish.words(0, stop)
    if found := _entries(wish, section, {}):
        return found
    adds = told and _ADDS.match(wish.said)
    is_one = wish.said[: stop if adds else None].count(",") < 2 and BLANK not in wish.said[:stop]
    is_section = _section_in(plain(section)) or adds
    if not wish.does["add"].search(wish.said) or not is_one or not is_section:
        return None
    if COLOUR.search(wish.said[:stop]):
        return None  # a look, and no section
    return NamedChange(
        "place_section", {"section": section, "told": wish.sentence.text[stop:].strip(" :–—-")}
    )


def _entries(wish: _Wish, section: str, given: Mapping[str, Any]) -> NamedChange | None:
    """Read a list of entries: “our three latest articles”."""
    said = plain(section)
    noun = _ENTRIES.search(said)
    if noun is None or not (wish.does["newest"].search(wish.said) or wish.does["show"].search(wish.said)):
        return None
    count = next(filter(None, (NUMBERS.get(word) or read_count(word) for word in said.split())), 0)
    return NamedChange("add_entries", {"model": noun[0], **({"count": count} if count else {}), **given})


def _section_in(said: str, but: str = "") -> str:
    """Return the words of a text that name a section: the longest of them."""
    hits = [
        hit
        for name, one in SECTIONS.items()
        if name not in ("cta", but)
        for hit in one.finditer(said)
        if hit[0]
    ]
    return max(hits, key=lambda hit: len(hit[0]))[0].strip() if hits else ""
