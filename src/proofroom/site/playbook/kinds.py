"""What kind of section words mean: by its usual name, by a subject many pages have, by what stands in it.

Names are in `[section]` of `words.toml`, subjects in `topics.toml`, hints in `[hint]`. What an item tells
(prices, times, dates, a number to call) speaks for a form as well.
"""

import re
from typing import Any, Final, cast

from proofroom.kernel.strings import Language
from proofroom.providers.offline.lexicon import read_toml
from proofroom.site.playbook.listed import Span, halves
from proofroom.site.playbook.order import core_of
from proofroom.site.playbook.rows import ToldRow, at_once, read_item
from proofroom.site.playbook.titles import NOISE

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
_ACCUSATIVE: Final = re.compile(r"(?<=[iu])n[iu]\W*$|(?<=[aeiou])y[iu]\W*$|(?<=m[iu]z)[iu]\W*$")
"""What is shown, listed or told carries an ending: imza formunu, ekibimizi."""
_PERSON: Final = re.compile(r"\b(?:i|we|you|he|she|they|people)\b")
_HERO: Final = re.compile(r"^\W*(?:(?:an?|the|our)\s+)?(?:[\w-]+\s+){0,2}hero\b(?!\s+of\b)")
"""“A sober hero saying …”: the opening, whatever it is like."""
FRAME: Final = ("nav", "hero", "footer")
_WORDY: Final = ("cta", "about", "newsletter", "posts", "logos", "hero")
"""Forms that have no place for a price, a time or a date."""
_FORM_OF: Final = {"price": "pricing", "times": "hours", "date": "events", "number": "stats"}


Found = tuple[str, str, int, int]
"""A form, the topic it is filled with, and where its words stand."""


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
    bare = _ACCUSATIVE.sub("", item) if language == "tr" else item
    if bare != item and (found := kind_of(bare, language, is_sure=True)):
        return found
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
    if frame_of(item.strip(), language):
        return True
    _, (start, end) = core_of(item, 0, len(item))
    first, last = read_item(item[start:end]).name
    item = item[start + first : start + last]
    head = _head(item, language)
    clause = _CLAUSE.search(item) is not None
    return any(
        _worth(item, one, head, clause=clause)[0] > 0 or _fills(item, one) for one in _matches(item)
    ) or bool(_PRICED.search(item))


def frame_of(item: str, language: Language) -> Found | None:
    """Return what stands at the edge of a page, which may be called by its place: the links at the bottom."""
    if hit := _HERO.match(item):
        return "hero", "", hit.start(), hit.end()
    found = kind_of(item, language, is_sure=True)
    return found if found and found[0] in FRAME else None


def found_in(item: str, rows: tuple[ToldRow, ...], language: Language, *, is_reached: bool) -> Found | None:
    """Return what kind of section an item asks for, by its words and by what it tells."""
    for start, end in halves(item, 0, len(item)) or ():  # “fees and insurance” is about money
        half = kind_of(item[start:end], language, is_sure=True)
        if half and half[0] == "pricing":
            return half
    sure = kind_of(item, language, is_sure=True)
    form = _form_of(item, rows)
    if (
        sure
        and form
        and (sure[0] in _WORDY or (sure[0] in ("features", "steps", "hours") and form in ("events", "hours")))
    ):
        return form, "", 0, len(item)
    return sure or _by_value(item, rows, is_reached=is_reached) or kind_of(item, language)


def _by_value(item: str, rows: tuple[ToldRow, ...], *, is_reached: bool) -> Found | None:
    """Return what an item means by what it tells: a number to call, prices, times, dates."""
    form = "contact" if is_reached else _form_of(item, rows)
    return (form, "", 0, len(item)) if form else None


def _form_of(item: str, rows: tuple[ToldRow, ...]) -> str:
    """Return the form that has a place for what all rows tell."""
    kinds = {row.kind for row in at_once(rows)}
    if kinds == {"number"} and len(rows) == 1 and item.strip():
        return ""  # “hire the hall (42 seats)” is no place for numbers
    return _FORM_OF.get(kinds.pop(), "") if len(kinds) == 1 else ""
