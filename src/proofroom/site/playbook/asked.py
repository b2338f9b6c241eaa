"""Which sections a request for a page asks for, in the order it names them, and what it calls them.

Each item of a list becomes a section. People name it by its usual name (`[section]` in `words.toml`), by a
subject that many pages have (`topics.toml`), or they say what stands in it (`[hint]`). What is listed and is
none of these gets a section under its own words: nothing that was asked for is left out.
"""

import re
from collections.abc import Iterator
from dataclasses import field, replace
from functools import partial
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.kernel.words import word_list
from proofroom.providers.offline.sentence import BLANK, Sentence, plain
from proofroom.site.playbook.counts import counts_again
from proofroom.site.playbook.kinds import FRAME, SECTIONS, TOPICS, found_in, frame_of, kind_of, knows
from proofroom.site.playbook.listed import ITEM, Span, halves, split, without_brackets
from proofroom.site.playbook.mood import is_mood
from proofroom.site.playbook.order import core_of
from proofroom.site.playbook.rows import ToldRow, at_once, joined, read_item
from proofroom.site.playbook.titles import heading_of, lowered, names_nothing
from proofroom.site.playbook.values import IS_FREE, PHONE

_NOT_BEFORE: Final = re.compile(r"\b(?:without|no|except|not|skip)\s+(?:a |an |the |any )?$")
_NOT_AFTER: Final = re.compile(r"^\w*\s+(?:olmadan|olmasin|haric|istemiyorum|koyma)")
_REFUSING: Final = re.compile(r"^\s*(?:but\s+)?(?:without|no|except|not|skip)\b|\b(?:olmasin|istemiyorum)\b")
_OWN_PAGE: Final = re.compile(
    r"^\W*(?:(?:a|an|one|another|separate|own|extra|ayri|bir|its|two|three|four|five|six|these|the|following"
    r"|\d)\s+)*pages?(?: (?:for|about|on|with|called|named)\b|:)\s*"
    r"|\s+(?:sub)?page\s*$|\s+(?:icin )?(?:(?:ayri|bir|ayrica) )+sayfa\s*$|\s+sayfasi\s*$"
)
"""A thing that gets a page of its own, beside the one that is built."""
_PAGES: Final = re.compile(r"^\W*(?:\w+\s+){0,3}pages(?: (?:for|about|on|called|named)\b|:)")
_TELLING: Final = re.compile(
    r"^(?!.*\b(?:isti\w+|ne|neler\w*|neyi|nasil|neden|nerede\w*|hangi\w*|kim\w*|kac)\b).*\w(?:iyor|uyor)(?:uz|um"
    r"|lar)?\W*$"
)
_ONE_IS_ENOUGH: Final = ("newsletter", "hero", "nav", "footer")
_NO_SECTION: Final = re.compile(
    r"^\W*(?:(?:mostly|lots of|plenty of) (?:pictures|photos|white ?space)|little (?:text|writing)"
    r"|not (?:too )?much text"
    r"|few words|az yazi|cok (?:yazi|metin)\w*|bol (?:fotograf|gorsel|bosluk)\w*|one page|tek sayfa"
    r"|nothing (?:else|more)|in (?:this|that|the same) order|(?:bu|su) sirayla"
    r"|that'?s (?:it|all)|hepsi bu|baska bir sey|bu kadar)\W*"
)
"""What says how a page should be, and not what stands on it."""
_SHOWS_TITLES: Final = ("own", "features", "events", "about")
_REACH_WORDS: Final = re.compile(
    r"(?:(?:our|bizim) )?(?:adres\w*|address|tel|telefon\w*|phone|e-?mail|e-?posta\w*)"
)
_MANY: Final = word_list("team testimonials features gallery faq posts logos events steps own")
_HOW_MANY: Final = re.compile(
    r"(?:two|three|four|five|six|seven|eight|nine|ten|iki|uc|dort|bes|alti|yedi|sekiz) [a-z]+(?: [a-z]+)?"
    r"|(?:[2-9]|1[0-2]) (?:of them|people|photos?|pictures|questions?|steps|kisi|tane|adet|fotograf"
    r"|soru|yorum|adim)"
)
_MOTTO: Final = re.compile(
    rf"^\W*(?:(?:a|the|our|my|with|and|bizim)\s+)*(?:motto\w*|slogan\w*|tagline|headline)\b[^,{BLANK}]*{BLANK}+\W*$"
    rf"|^\W*(?:\w+ ){{0,2}}{BLANK}+\W*(?:basli[gk]\w*|slogan\w*|motto\w*|yazisi|sozu)(?: \w+)?\W*$"
)
"""Words that stand in the opening, and ask for nothing more."""
_REACHED: Final = re.compile(rf"{PHONE.pattern}|@\w|https?://")
_NUMBER_ALONE: Final = re.compile(
    rf"^\W*(?:(?:the|our|my|phone|telephone|tel|number|telefon\w*|numara\w*|is|tel)\b\W*)*{BLANK}+\W*$"
)


@dataclass(frozen=True, slots=True)
class AskedSections:
    """What a request asks for, in order; what of it nobody has a form for, and what it refuses."""

    sections: tuple[str, ...]
    own: dict[str, str] = field(default_factory=dict[str, str])
    """What the request calls sections that have no form, by id."""
    refused: frozenset[str] = frozenset()
    forms: dict[str, str] = field(default_factory=dict[str, str])
    topics: dict[str, str] = field(default_factory=dict[str, str])
    titles: dict[str, str] = field(default_factory=dict[str, str])
    said: dict[str, str] = field(default_factory=dict[str, str])
    """The words that asked for each, in plain letters."""
    text: str = ""
    """The whole request."""
    rows: dict[str, tuple[ToldRow, ...]] = field(default_factory=dict[str, tuple[ToldRow, ...]])
    """What the request tells about a section: what should stand in it."""
    spans: dict[str, Span] = field(default_factory=dict[str, Span])
    """Where in the request each stands."""
    pages: tuple[str, ...] = ()
    """What gets a page of its own."""
    prose: dict[str, str] = field(default_factory=dict[str, str])
    """What the request tells about a section as a text."""
    told: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """What a request that tells its page part by part tells about each section, piece by piece."""


_CALL: Final = re.compile(r"\W*(?:(?:a|the|our|one)\s+)?(?:call[- ]to[- ]action|cta)\s+to\s+(?=\w)")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """An item of a list, read: the form it takes, and what it brings along."""

    form: str
    topic: str
    heading: str
    said: str
    rows: tuple[ToldRow, ...]
    rank: int
    own_page: bool


def sections_asked(
    text: str, masked: str, lists: list[Span], language: Language, trade: str = ""
) -> AskedSections:
    """Return the sections that a request lists; `masked` is the text in plain letters without its values."""
    asked = AskedSections((), refused=_refused(masked))
    names, pages, ranks = list[str](), list[str](), dict[str, int]()
    for whole, is_page in _items(text, masked, lists, language):
        one = _read(text, masked, whole, language, trade)
        if one is None or one.form in asked.refused:
            continue
        key = _put(asked, names, (one.form, one.topic, one.heading, one.said), language)
        if key:
            asked.rows[key], asked.spans[key] = one.rows, whole
        if key and (one.own_page or is_page) and one.form not in FRAME:
            pages.append(key)
        if one.rank and (moved := key or _mentioned(asked, one.form, one.heading)):
            ranks[moved] = one.rank
    ordered = sorted((one for one in names if one not in pages), key=lambda one: ranks.get(one, 0))
    return replace(asked, sections=tuple(ordered), text=text, pages=tuple(pages))


def _read(text: str, masked: str, whole: Span, language: Language, trade: str) -> _Wanted | None:
    """Read an item of a list; None where it asks for no section."""
    rank, (start, end) = core_of(masked, *whole)
    if called := _CALL.match(masked, start, end):
        start = called.end()  # “a call to action to book a table” is headed by what it calls for
    own_page, (start, end) = _own_page(masked, start, end)
    read = read_item(text[start:end])
    start, end = start + read.name[0], start + read.name[1]
    item = without_brackets(masked[start:end])
    if _asks_for_none(item, read.rows) or _MOTTO.match(masked[slice(*whole)]):
        return None
    if rank < 0 and _NUMBER_ALONE.match(masked[start:end]):
        return None  # a number to call that should be seen at once stands in the opening
    if _TELLING.search(without_brackets(masked[slice(*whole)])) and not kind_of(item, language, is_sure=True):
        return None  # “kayıtlar 1 Ekim'de başlıyor” tells, and asks for nothing
    is_reached = _REACHED.search(text[start:end]) is not None
    frame = frame_of(masked[slice(*whole)], language)
    if frame and frame[0] == "footer" and rank and kind_of(item, language, is_sure=True):
        frame = frame_of(item, language)  # “en altta adresimiz” is where the address stands
    found = frame or found_in(item, read.rows, language, is_reached=is_reached)
    heading = heading_of(text[start:end], masked[start:end], language)
    if found and counts_again(item):  # numbers, and no name
        heading = ""
    if found is None and (not heading or names_nothing(plain(heading))):
        return None
    form, topic = (found[0], found[1]) if found else ("own", "")
    if form == "gallery" and Sentence(text[start:end]).quotes:
        form = "own"  # an album that has a title is no collection of pictures
    rows, item = _counted(form, at_once(read.rows), item)
    if trade not in TOPICS.get(topic, {}).get("only", [trade]):  # the plan of a day is no week elsewhere
        form, topic = form if rows else str(TOPICS[topic]["else"]), ""
    titles = tuple(_titles(form, text[start:end]))
    if len(titles) == len(rows) == 1 and rows[0].kind == "date" and not rows[0].name:
        rows, titles = (replace(rows[0], name=titles[0].name),), ()  # an exhibition, and until when
    return _Wanted(form, topic, heading or _shared(rows, text), item, (*rows, *titles), rank, own_page)


def _shared(rows: tuple[ToldRow, ...], text: str) -> str:
    """Return what rows without a heading are: “day tickets £45, weekend tickets £110” are tickets."""
    last = {row.name.split()[-1] for row in rows if row.name.split()[1:]}
    word = next(iter(last), "") if len(rows) > 1 and all(row.name.split()[1:] for row in rows) else ""
    return (
        word[:1].upper() + word[1:]
        if len(last) == 1 and word.isalpha() and word.endswith("s") and word in text
        else ""
    )


def _asks_for_none(item: str, rows: tuple[ToldRow, ...]) -> bool:
    refuses = _REFUSING.search(item) or _NO_SECTION.fullmatch(item) or is_mood(item)
    refuses = refuses or IS_FREE.fullmatch(item.strip())
    return bool(refuses) or not (item.strip() or rows)


def opening_times(asked: AskedSections) -> str:
    """Return when the place is open, where a section tells it."""
    told = (asked.rows.get(one, ()) for one in asked.sections if SECTIONS["hours"].search(asked.said[one]))
    return next((row.value for rows in told for row in rows if row.kind == "times"), "")


def _own_page(masked: str, start: int, end: int) -> tuple[bool, Span]:
    """Tell whether an item asks for a page of its own, and where the name of that page stands."""
    found = _OWN_PAGE.search(masked[start:end])
    if not found or found[0].strip() == masked[start:end].strip():
        return False, (start, end)
    return True, ((start + found.end(), end) if found.start() == 0 else (start, start + found.start()))


def _counted(form: str, rows: tuple[ToldRow, ...], item: str) -> tuple[tuple[ToldRow, ...], str]:
    """Return rows and words of an item: “(six of them)” says how many there are, and not what is there."""
    if len(rows) != 1 or form not in _MANY or not _HOW_MANY.fullmatch(said := plain(rows[0].shown)):
        return rows, item
    return (), f"{item} {said}"


def _titles(form: str, said: str) -> Iterator[ToldRow]:
    """Yield what stands in quotation marks beside a name: the new album “Saltmarsh”."""
    if form in _SHOWS_TITLES:
        yield from (ToldRow(one.value) for one in Sentence(said).quotes)


def _put(asked: AskedSections, names: list[str], one: tuple[str, str, str, str], language: Language) -> str:
    """Put a section behind those that were asked for before it; what is one place on a page stays one."""
    form, topic, heading, item = one
    if form == "features" and form in names and heading and not topic:
        form = "own"  # what such a place offers was shown before: this is something else
    key = re.sub(r"[^a-z0-9]+", "-", plain(heading)).strip("-")
    if form != "own" and form not in names:
        key = form
    elif form in _ONE_IS_ENOUGH:
        both, title = f"{asked.said[form]} {item}", asked.titles.get(form)
        if title and heading and plain(heading) not in plain(title):
            asked.titles[form] = f"{title} {'ve' if language == 'tr' else 'and'} {lowered(heading)}"
        asked.said[form] = both
        return ""
    if form == "contact" and form in names and _REACH_WORDS.fullmatch(plain(heading)):
        return ""  # the address and the number to call are one place
    if not key and form != "contact" and item.strip() not in asked.said.values():
        key = f"{form}-{len(names)}"  # a second one of that form, without a name of its own
    if not key or key in names or (key in SECTIONS and key != form) or _mentioned(asked, form, heading):
        return ""
    names.append(key)
    asked.forms[key], asked.said[key] = form, item
    if topic:
        asked.topics[key] = topic
    if form == "own":
        asked.own[key] = heading
    if heading:
        asked.titles[key] = heading
    return key


def _mentioned(asked: AskedSections, form: str, heading: str) -> str:
    """Return the section that is spoken of again: “… sponsors, how to help. Put the sponsors last.”"""
    words = set(plain(heading).split())
    if not words:
        return ""
    for key, kind in asked.forms.items():
        if kind == form and words <= {*plain(asked.titles.get(key, "")).split(), *asked.said[key].split()}:
            return key
    return ""


def _items(text: str, masked: str, lists: list[Span], language: Language) -> Iterator[tuple[Span, bool]]:
    """Yield where what is asked for stands, and whether all of that list are pages of their own.

    Two names around an `and` inside an item are two of them.
    """
    for start, end in lists:
        are_pages = _PAGES.search(masked[start:end]) is not None
        found = list(split(masked, start, end))
        if ITEM not in masked[start:end]:
            found = joined(text, found, partial(knows, language))
        for one in found:
            two = halves(masked, *one)
            if two is not None and _is_two(masked, one, two, language):
                yield from ((half, are_pages) for half in two)
            else:
                yield one, are_pages


def _is_two(masked: str, whole: Span, two: tuple[Span, Span], language: Language) -> bool:
    one, other = (kind_of(masked[start:end], language, is_sure=True) for start, end in two)
    if one is None or other is None or one[0] == other[0]:
        return False
    if "pricing" in (one[0], other[0]) and (one[0] in ("features", "own") or other[0] in ("features", "own")):
        return False
    found = kind_of(masked[whole[0] : whole[1]], language)
    return (
        found is None
        or found[0] == "form"
        or not (found[2] + whole[0] < two[0][1] and found[3] + whole[0] > two[1][0])
    )  # its words reach over the `and`


def _refused(rest: str) -> frozenset[str]:
    return frozenset(
        name
        for name, one in SECTIONS.items()
        for hit in one.finditer(rest)
        if _NOT_BEFORE.search(rest[: hit.start()]) or _NOT_AFTER.search(rest[hit.end() :])
    )
