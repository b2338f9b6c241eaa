"""Which sections a request for a page asks for, in the order it names them, and what it calls them.

Each item of a list becomes a section. People name it by its usual name (`[section]` in `words.toml`), by a
subject that many pages have (`topics.toml`), or they say what stands in it (`[hint]`). What is listed and is
none of these gets a section under its own words: nothing that was asked for is left out.
"""

import re
from collections.abc import Iterator
from dataclasses import field, replace
from functools import partial
from typing import Any, Final, cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import BLANK, plain
from proofroom.site.playbook.counts import counts_again
from proofroom.site.playbook.listed import Span, halves, split, without_brackets
from proofroom.site.playbook.mood import is_mood
from proofroom.site.playbook.order import core_of
from proofroom.site.playbook.rows import ToldRow, joined, read_item
from proofroom.site.playbook.titles import NOISE, heading_of, lowered

WORDS: Final = read_toml("proofroom.site.playbook", "words.toml")
TOPICS: Final = cast("dict[str, dict[str, Any]]", read_toml("proofroom.site.playbook", "topics.toml"))
SECTIONS: Final = {
    name: re.compile(rf"(?:{words})(?![^\W\d_])")
    for name, words in cast("dict[str, str]", WORDS["section"]).items()
}
_KINDS: Final = [
    *(
        (str(one["form"]), name, re.compile(rf"\b(?:{one['words']})(?![^\W\d_])"))
        for name, one in TOPICS.items()
    ),
    *((name, "", pattern) for name, pattern in SECTIONS.items()),
]
_HINTS: Final = {
    name: re.compile(rf"\b(?:{words})\b") for name, words in cast("dict[str, str]", WORDS["hint"]).items()
}
_QUESTION: Final = re.compile(
    r"^\W*(?:and |the |ve )*(?:(?P<how>how|nasil)|(?P<where>where|nerede\w*)|(?P<who>who|kim(?:ler|iz)?)"
    r"|(?P<when>when|ne zaman)|(?P<why>why|neden|nicin))\b"
)
_NOT_BEFORE: Final = re.compile(r"\b(?:without|no|except|not|skip)\s+(?:a |an |the |any )?$")
_NOT_AFTER: Final = re.compile(r"^\w*\s+(?:olmadan|olmasin|haric|istemiyorum|koyma)")
_REFUSING: Final = re.compile(r"^\s*(?:but\s+)?(?:without|no|except|not|skip)\b|\b(?:olmasin|istemiyorum)\b")
_CUT: Final = re.compile(
    r"\b(?:of|in|with|from|for|per|since|as|near|at|on|to|that|which|who|where|we|we've|we're|i|i've|you|he"
    r"|she|they|people|customers|guests|by|between|before|after|our)\b"
)
_CLAUSE: Final = re.compile(
    r"^\W*(?:(?:a|an|the|some|one|short|bit|little|way|place|button|box|somewhere)\s+)*"
    r"(?:what|how|where|when|who|why|about|which|way|things|anything|ways|place|button|nasil|neden|nerede"
    r"|ne|hangi|kim\w*|kac|niye|bugune)\b"
)
_AS: Final = re.compile(r"\b(?:as|in) (?:a|an)\s+$|\bolarak\b")
_PRICED: Final = re.compile(
    r"\b(?:with|and|plus|ve|ile)\s+(?:the |their |our |its )?(?:prices?|costs?|rates|fiyat\w*|ucret\w*)\b"
    r"|\b(?:and|plus|ve) (?:how much|what (?:\w+ ){1,2}(?:costs?|charges?)|ne kadar)\b"
    r"|\b(?:fiyat|ucret)\w*(?:yla|iyla|la|ile)\b|\b(?:fiyatli|ucretli) (?:menu|liste)\w*|\bwhat (?:they"
    r"|it) costs?\b"
)
_PERSON: Final = re.compile(r"\b(?:i|we|you|he|she|they|people)\b")
_FRAME: Final = ("nav", "hero", "footer")
_OWN_PAGE: Final = re.compile(
    r"^\W*(?:(?:a|an|one|another|separate|own|extra|ayri|bir|its|two|three|four|five|six|these|the|following"
    r"|\d)\s+)*pages?(?: (?:for|about|on|with|called|named)\b|:)\s*"
    r"|\s+(?:sub)?page\s*$|\s+(?:icin )?(?:(?:ayri|bir|ayrica) )+sayfa\s*$|\s+sayfasi\s*$"
)
"""A thing that gets a page of its own, beside the one that is built."""
_PAGES: Final = re.compile(r"^\W*(?:\w+\s+){0,3}pages(?: (?:for|about|on|called|named)\b|:)")
_ONE_IS_ENOUGH: Final = ("newsletter", "hero", "nav", "footer")
_WORDY: Final = ("cta", "about", "newsletter", "posts", "logos", "hero")
"""Forms that have no place for a price, a time or a date."""
_FORM_OF: Final = {"price": "pricing", "times": "hours", "date": "events", "number": "stats"}
_OWN_WORDS: Final = 7


Found = tuple[str, str, int, int]
"""A form, the topic it is filled with, and where its words stand."""


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
    pages: tuple[str, ...] = ()
    """What gets a page of its own."""


def sections_asked(
    text: str, masked: str, lists: list[Span], language: Language, trade: str = ""
) -> AskedSections:
    """Return the sections that a request lists; `masked` is the text in plain letters without its values."""
    gone = _refused(masked)
    asked = AskedSections((), refused=gone)
    names, pages, ranks = list[str](), list[str](), dict[str, int]()
    for whole, is_page in _items(text, masked, lists, language):
        rank, (start, end) = core_of(masked, *whole)
        own_page, (start, end) = _own_page(masked, start, end)
        read = read_item(text[start:end])
        start, end = start + read.name[0], start + read.name[1]
        item = without_brackets(masked[start:end])
        if _REFUSING.search(item) or is_mood(item) or not (item.strip() or read.rows):
            continue
        found = _frame_of(masked[whole[0] : whole[1]], language) or _found(item, read.rows, language)
        heading = heading_of(text[start:end], masked[start:end], language)
        if found and counts_again(item):  # numbers, and no name
            heading = ""
        if found is None and (not heading or len(heading.split()) > _OWN_WORDS):
            continue
        form, topic = (found[0], found[1]) if found else ("own", "")
        if trade not in TOPICS.get(topic, {}).get("only", [trade]):  # the plan of a day is no week elsewhere
            form, topic = form if read.rows else str(TOPICS[topic]["else"]), ""
        if form in gone:
            continue
        key = _put(asked, names, (form, topic, heading, item), language)
        if key:
            asked.rows[key] = read.rows
        if key and (own_page or is_page) and form not in _FRAME:
            pages.append(key)
        if rank and (moved := key or _mentioned(asked, form, heading)):
            ranks[moved] = rank
    ordered = sorted((one for one in names if one not in pages), key=lambda one: ranks.get(one, 0))
    return replace(asked, sections=tuple(ordered), text=text, pages=tuple(pages))


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


def _frame_of(item: str, language: Language) -> Found | None:
    """Return what stands at the edge of a page, which may be called by its place: the links at the bottom."""
    found = kind_of(item, language, is_sure=True)
    return found if found and found[0] in _FRAME else None


def _found(item: str, rows: tuple[ToldRow, ...], language: Language) -> Found | None:
    for start, end in halves(item, 0, len(item)) or ():  # “fees and insurance” is about money
        half = kind_of(item[start:end], language, is_sure=True)
        if half and half[0] == "pricing":
            return half
    sure = kind_of(item, language, is_sure=True)
    form = _form_of(item, rows)
    if sure and form and (sure[0] in _WORDY or (sure[0] == "features" and form in ("events", "hours"))):
        return form, "", 0, len(item)
    return sure or _by_value(item, rows) or kind_of(item, language)


def _by_value(item: str, rows: tuple[ToldRow, ...]) -> Found | None:
    """Return what an item means by what it tells: a number to call, prices, times, dates."""
    if BLANK in item:
        return "contact", "", 0, len(item)
    form = _form_of(item, rows)
    return (form, "", 0, len(item)) if form else None


def _form_of(item: str, rows: tuple[ToldRow, ...]) -> str:
    """Return the form that has a place for what all rows tell."""
    kinds = {row.kind for row in rows}
    if kinds == {"number"} and len(rows) == 1 and item.strip():
        return ""  # “hire the hall (42 seats)” is no place for numbers
    return _FORM_OF.get(kinds.pop(), "") if len(kinds) == 1 else ""


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
        for one in joined(text, list(split(masked, start, end)), partial(knows, language)):
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
    return found is None or not (
        found[2] + whole[0] < two[0][1] and found[3] + whole[0] > two[1][0]
    )  # its words reach over the `and`


def kind_of(item: str, language: Language, *, is_sure: bool = False) -> Found | None:
    """Return what kind of section an item of a list means, by the word it is about, else by hints."""
    if hit := _PRICED.search(item):
        return "pricing", "", hit.start(), hit.end()
    before = len(item) - len(item.lstrip())
    if before:
        found = kind_of(item[before:], language, is_sure=is_sure)
        return (found[0], found[1], found[2] + before, found[3] + before) if found else None
    found = [one for one in _matches(item) if _answers(item, one[0])]
    at = _head(item, language)
    clause = _CLAUSE.search(item) is not None
    best = max(found, key=lambda one: _worth(item, one, at, clause=clause), default=None)
    if best is not None and (_worth(item, best, at, clause=clause)[0] > 0 or _fills(item, best)):
        return best
    return None if is_sure else _hinted(item, at, clause=clause)


def _answers(item: str, form: str) -> bool:
    """Tell whether a form can answer what an item asks."""
    asked = _QUESTION.match(item)
    return asked is None or form in WORDS["question"][asked.lastgroup]


def _matches(item: str) -> list[Found]:
    return [
        (form, topic, *hit.span())
        for form, topic, pattern in _KINDS
        for hit in pattern.finditer(item)
        if hit[0]
    ]


def _worth(item: str, one: Found, head: Span, *, clause: bool) -> tuple[int, int]:
    """Return how much words speak for a kind: those the item is about more than those around it."""
    form, _, start, end = one
    if _AS.search(item[:start]):
        return 4, end - start
    if start <= head[0] and head[1] <= end:
        return 3, end - start
    if clause:
        return 2, end - start
    is_behind = start >= head[1] and not _PERSON.search(item[head[1] : end])  # not what somebody plays
    return (1 if is_behind and form != "pricing" else 0), end - start


def _fills(item: str, one: Found) -> bool:
    letters = sum(letter.isalpha() for letter in item)
    return (one[3] - one[2]) * 2 >= letters


def _head(item: str, language: Language) -> Span:
    """Return where the word stands that an item is about: the last one, in English before `of`, `with` …"""
    end = len(item)
    if language == "en":
        first = next((one for one in _CUT.finditer(item) if item[: one.start()].strip(" \x01")), None)
        words = (
            [one for one in re.finditer(r"[a-z0-9][\w'&-]*", item[: first.start()]) if one[0] not in NOISE]
            if first
            else []
        )
        end = first.start() if first and words else end
    words = [one for one in re.finditer(r"[a-z][\w'&-]*", item[:end]) if one[0] not in NOISE]
    return words[-1].span() if words else (end, end)


def _hinted(item: str, head: Span, *, clause: bool) -> Found | None:
    """Return the section that most words of an item speak for; of two, the one that is spoken of first."""
    found = list[tuple[int, int, Found]]()
    long = len(item.split()) > 3
    for name, words in _HINTS.items():
        hits = [hit.span() for hit in words.finditer(item)] if _answers(item, name) else []
        if hits and (clause or long or any(one[0] <= head[0] and head[1] <= one[1] for one in hits)):
            found.append((-len(hits), hits[0][0], (name, "", *hits[0])))
    return min(found)[2] if found else None


def knows(language: Language, item: str) -> bool:
    """Tell whether words name a section, and do more than hint at one."""
    if _frame_of(item.strip(), language):
        return True
    _, (start, end) = core_of(item, 0, len(item))
    first, last = read_item(item[start:end]).name
    item = item[start + first : start + last]
    head = _head(item, language)
    clause = _CLAUSE.search(item) is not None
    return any(
        _worth(item, one, head, clause=clause)[0] > 0 or _fills(item, one) for one in _matches(item)
    ) or bool(_PRICED.search(item))


def _refused(rest: str) -> frozenset[str]:
    return frozenset(
        name
        for name, one in SECTIONS.items()
        for hit in one.finditer(rest)
        if _NOT_BEFORE.search(rest[: hit.start()]) or _NOT_AFTER.search(rest[hit.end() :])
    )
