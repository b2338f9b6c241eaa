"""Rows and cards of a page: what stands in a list, by its name."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.lexicon import STOP
from proofroom.providers.offline.sentence import alike, plain, tokens
from proofroom.site.playbook.outline import ORDINALS, PageOutline, PageSection, PageText, texts_in, uid_of

_LISTS: Final = frozenset({"ul", "ol", "dl", "tbody"})
_NAMES: Final = ("h2", "h3", "h4", "dt", "summary")
_GENERAL: Final = re.compile(
    r"\b(?:rows?|lines?|items?|entr(?:y|ies)|ones?|cards?|tiles?|list|section|part|of|from|on|in|the|our|price"
    r"|satir\w*|madde\w*|oge\w*|kart\w*|liste\w*|bolum\w*|kism\w*|kisim\w*|olan\w*|fiyat\w*|tane\w*)\b"
)
"""Words for a row, whatever it says."""


@dataclass(frozen=True, slots=True)
class PageItem:
    """One of several alike things in a section: a dish, a person, a card."""

    uid: str
    parent: str
    index: int
    name: str
    texts: tuple[PageText, ...]
    section: PageSection


@dataclass(frozen=True, slots=True)
class PageList:
    """A list in a section, with the element around it."""

    uid: str
    tag: str
    classes: str
    items: tuple[PageItem, ...]
    section: PageSection


def lists_of(page: PageOutline) -> list[PageList]:
    """Return the lists of a page in their order; those of its head and foot are no part of what it says."""
    tree, found = LexborHTMLParser(f"<body>{page.html}</body>"), list[PageList]()
    for section in page.sections:
        if section.tag in ("header", "nav", "footer") and section.id != "top":
            continue
        node = tree.css_first(f'[uid="{section.uid}"]') if section.uid else None
        found += [_list(one, section) for one in _holders(node)] if node else []
    return [one for one in found if one.items]


def outer_lists(page: PageOutline) -> list[PageList]:
    """Return the lists of a page that stand in no row of another."""
    lists = lists_of(page)
    rows = [(one.uid, item) for one in lists for item in one.items]
    return [
        one
        for one in lists
        if not any(uid != one.uid and one.items[0].texts[0] in item.texts[1:] for uid, item in rows)
    ]


def items_of(page: PageOutline) -> list[PageItem]:
    """Return what stands in the lists of a page."""
    return [item for one in lists_of(page) for item in one.items]


def named_items(items: Sequence[PageItem], said: str) -> list[PageItem]:
    """Return the items that words mean: those whose whole name is said, else those with a part of it.

    “The second feature” counts in the section that is named.
    """
    if found := _counted(items, tokens(_GENERAL.sub(" ", plain(said)))):
        return [found]
    words = [one for one in tokens(plain(said)) if one not in STOP]
    scored = [(_share(item, words), item) for item in items]
    whole = [item for (hits, count), item in scored if hits and hits == count]
    if whole:
        longest = max(len(_words(item.name)) for item in whole)
        return [item for item in whole if len(_words(item.name)) == longest]
    most = max((hits for (hits, _), _ in scored), default=0)
    return [item for (hits, _), item in scored if most and hits == most]


def unsaid(words: str, item: PageItem) -> list[str]:
    """Return the words that say something else than an item, its section, or that it is one of a list."""
    known = [*_words(item.name), *_words(item.section.heading), *_words(item.section.id), *_ORDINAL_WORDS]
    rest = tokens(_GENERAL.sub(" ", plain(words)))
    return [
        one
        for one in rest
        if len(one) > 1 and one not in STOP and not any(alike(one, other) for other in known)
    ]


_ORDINAL_WORDS: Final = tuple(" ".join(ORDINALS.values()).split())


def _counted(items: Sequence[PageItem], words: Sequence[str]) -> PageItem | None:
    at = next((at for at, names in ORDINALS.items() if any(one in names.split() for one in words)), None)
    if at is None:
        return None
    rest = [one for one in words if one not in _ORDINAL_WORDS]
    lists = dict[str, list[PageItem]]()
    for item in items:
        known = tokens(plain(f"{item.section.heading} {item.section.id}"))
        if rest and all(any(alike(one, other) for other in known) for one in rest):
            lists.setdefault(item.parent, []).append(item)
    (only, *more) = lists.values() or [[]]
    return only[at] if not more and -len(only) <= at < len(only) else None


def _share(item: PageItem, words: Sequence[str]) -> tuple[int, int]:
    """Return how many words of an item's name are said, and how many it has."""
    name = _words(item.name)
    return sum(any(alike(one, other) for other in words) for one in name), len(name)


def _words(name: str) -> list[str]:
    return [one for one in tokens(plain(name)) if one not in STOP and (len(one) > 1 or one.isdigit())]


def _holders(node: LexborNode) -> Iterator[LexborNode]:
    for one in node.css("ul, ol, dl, tbody, div"):
        if _inside_loop(one) or not uid_of(one):
            continue
        inner = [child for child in one.iter(include_text=False) if uid_of(child)]
        alike_ones = {(child.tag, child.attributes.get("class")) for child in inner}
        if one.tag in _LISTS or (len(inner) > 1 and len(alike_ones) == 1 and inner[0].tag != "div"):
            yield one


def _inside_loop(node: LexborNode) -> bool:
    at: LexborNode | None = node
    while at is not None:
        if at.tag == "instatic-loop":
            return True
        at = at.parent
    return False


def _list(node: LexborNode, section: PageSection) -> PageList:
    inner = [one for one in node.iter(include_text=False) if uid_of(one)]
    items = tuple(
        PageItem(uid_of(one), uid_of(node), at, _name(texts), texts, section)
        for at, one in enumerate(inner)
        if (texts := tuple(texts_in(one)))
    )
    return PageList(uid_of(node), str(node.tag), node.attributes.get("class") or "", items, section)


def _name(texts: Sequence[PageText]) -> str:
    return next((one.text for one in texts if one.tag in _NAMES), texts[0].text)
