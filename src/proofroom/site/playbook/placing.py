"""Rows and sections that a change adds, takes away or moves, whatever design they stand in."""

import html
import re
from collections.abc import Mapping, Sequence
from typing import Final

from selectolax.lexbor import LexborHTMLParser

from proofroom.providers.offline import Call
from proofroom.providers.offline.lexicon import STOP
from proofroom.providers.offline.sentence import alike, plain, tokens
from proofroom.site.playbook.deeds import Deed, Found, Here
from proofroom.site.playbook.outline import PageOutline
from proofroom.site.playbook.things import Meant, Thing, row_of
from proofroom.site.playbook.wished import ROWS


def add_part(here: Here) -> Found:
    """Put one row more after the last of its kind, made like it: what is told in the places of its words."""
    found = here.meant(here.wish.phrase)
    rows = [one for one in found.things if one.kinds & set(ROWS)]
    of_section = here.part(here.wish.phrase).one if not rows else None
    rows = rows or [one for one in here.things if of_section in one.around and found.kind in one.kinds]
    if not rows or len({one.parent for one in rows}) != 1:
        return here.which(found, here.wish.phrase)
    like = rows[-1]
    given, by = list(here.wish.said["given"]), here.wish.get("by")
    leaves = [one for one in here.things if one.is_leaf and like in one.around and one.text]
    names = [one for one in leaves if one.tag in _NAMING]
    texts = [one for one in leaves if one not in names]
    put = dict(
        zip((one.uid for one in names), [by] if by else given[:1] if len(given) > 1 else [], strict=False)
    )
    put |= dict(
        zip(
            (one.uid for one in texts or names),
            given[1:] if len(given) > 1 and not by else given,
            strict=False,
        )
    )
    if len(put) < len(given) + bool(by):
        return here.which(found, here.wish.phrase)
    call = Call(
        "insertHtml",
        {"parentId": like.parent, "index": like.index + 1, "html": _made_like(here.outline, like, put)},
    )
    return Deed((call,), "add", {"what": next(iter(put.values()))}, found.left)


_NAMING: Final = ("h2", "h3", "h4", "summary", "dt", "cite", "figcaption", "strong", "b")


def _made_like(page: PageOutline, like: Thing, put: Mapping[str, str]) -> str:
    """Return a row in the elements of another: what it does not tell goes."""
    node = LexborHTMLParser(f"<body>{page.html}</body>").css_first(f'[uid="{like.uid}"]')
    assert node is not None
    for one in list(node.css("*")):
        has_parts = any(not str(each.tag).startswith("-") for each in one.iter(include_text=False))
        if has_parts or not one.attributes.get("uid") or one.tag in ("img", "svg", "br"):
            continue
        text = put.get(one.attributes.get("uid") or "")
        if text is None:
            one.decompose()
        else:
            one.inner_html = html.escape(text)
    return re.sub(r' (?:uid|id)="[^"]*"', "", node.html or "")


def remove_part(here: Here) -> Found:
    """Take a part away: a whole row where its words are meant, and the link to it in the menu."""
    found = here.part(here.wish.phrase)
    things = tuple(dict.fromkeys(row_of(one) for one in found.things))
    named = several(here)
    if named and not (len(things) == 1 and not found.left and may_go(here, things[0], found.kind)):
        return Deed(removal(here, named), "remove", {"what": "”, “".join(one.label for one in named)})
    if len(things) != 1 or not may_go(here, things[0], found.kind):
        return here.which(found if len(things) != 1 else Meant(()), here.wish.phrase)
    if things[0].is_leaf and (cut := _sentence_of(things[0].text, here.wish.phrase)):
        one, rest = cut  # the other sentences of a text stay
        return Deed((things[0].shown.call(rest),), "remove", {"what": one}, found.left)
    return Deed(removal(here, things), "remove", {"what": things[0].label}, found.left)


def _sentence_of(text: str, phrase: str) -> tuple[str, str] | None:
    """Return the one sentence of a text that words are about, and the text without it."""
    sentences = re.split(r"(?<=[.!?])\s+", text)
    words = [one for one in tokens(plain(phrase)) if one not in STOP]
    hits = [
        one for one in sentences if any(alike(word, each) for word in words for each in tokens(plain(one)))
    ]
    if len(sentences) < 2 or len(hits) != 1:
        return None
    return hits[0], " ".join(one for one in sentences if one != hits[0])


def several(here: Here) -> tuple[Thing, ...]:
    """Return the parts that words name one after the other: “the parking section and the FAQ”."""
    names = [one for one in re.split(r"\s*,\s*|\s+(?:and|ve|ile)\s+", here.wish.phrase) if one.strip()]
    found = [here.part(one) for one in names]
    things = tuple(dict.fromkeys(row_of(each.one) for each in found if each.one and not each.left))
    safe = all(may_go(here, one) for one in things)
    return things if len(things) == len(names) > 1 and safe else ()


def may_go(here: Here, thing: Thing, kind: str = "") -> bool:
    """Tell whether words can mean to take a part away: nothing with sections in it, a frame if named."""
    if thing.tag in ("main", "body") or any(
        "section" in one.kinds and thing in one.around for one in here.things
    ):
        return False
    return thing.tag not in ("nav", "header", "footer") or kind in ("menu", "footer")


def removal(here: Here, things: Sequence[Thing]) -> tuple[Call, ...]:
    """Return the calls that take parts away, with the links of the menu that lead to them."""
    places = {f"#{at}" for one in things if (at := one.given.get("id"))}
    links = [one for one in here.things if one.given.get("href") in places and "menu" in _kinds(one)]
    gone = dict.fromkeys((*(one.uid for one in things), *(row_of(one).uid for one in links)))
    return tuple(Call("deleteNode", {"nodeId": one}) for one in gone)


def _kinds(thing: Thing) -> set[str]:
    return {kind for one in thing.around for kind in one.kinds}


def swap_part(here: Here) -> Found:
    """Let two rows or sections that stand beside each other change places."""
    one = here.meant(here.wish.phrase)
    two = here.meant(here.wish.get("other")) if here.wish.get("other") else one
    pairs = [
        (a, b) for a in _rows(here, one) for b in _rows(here, two) if a.parent == b.parent and a.uid != b.uid
    ]
    if two is one:  # “swap the two quotes”: there are two, and no third
        pairs = [(a, b) for a, b in pairs if a.index < b.index]
    if len(set(pairs)) != 1:
        return here.which(one if len(one.things) != 1 else two, here.wish.phrase)
    first, second = sorted(pairs[0], key=lambda each: each.index)
    calls = (
        Call("moveNode", {"nodeId": second.uid, "newParentId": first.parent, "newIndex": first.index}),
        Call("moveNode", {"nodeId": first.uid, "newParentId": second.parent, "newIndex": second.index}),
    )
    left = tuple(dict.fromkeys((*one.left, *two.left)))
    return Deed(calls, "swap", {"one": first.label, "other": second.label}, left)


def _rows(here: Here, found: Meant) -> list[Thing]:
    """Return the rows and sections that words mean, for each part that explains as much as the best."""
    every = [one for one in here.things if found.rest and all(_named(one, word) for word in found.rest)]
    return list(dict.fromkeys(row_of(one) for one in (*found.things, *every) if row_of(one).tag != "main"))


def _named(thing: Thing, word: str) -> bool:
    return any(word[:4] == one[:4] for one in thing.names)


def move_part(here: Here) -> Found:
    """Move a row or section among those it stands beside."""
    wish = here.wish
    found = here.part(wish.phrase)
    things = [row_of(one) for one in found.things]
    if len(set(things)) != 1:
        return here.which(found, wish.phrase)
    thing, where, left = things[0], wish.get("where"), found.left
    beside = sorted((one for one in here.things if one.parent == thing.parent), key=lambda one: one.index)
    at = [one.uid for one in beside].index(thing.uid)
    other = None
    if wish.get("other"):
        to = here.part(wish.get("other"))
        targets = [one for one in beside if one in {row_of(each) for each in to.things}]
        if len(targets) != 1:
            return here.which(to, wish.get("other"))
        other, left = targets[0], (*left, *to.left)
    to_at = [one.uid for one in beside].index(other.uid) if other else at
    target = {
        "before": to_at, "after": to_at + 1, "up": at - 1, "down": at + 1, "top": 0, "end": len(beside) - 1,
    }[where]  # fmt: skip
    if other and at < to_at:
        target -= 1  # it leaves its own place first
    given = {"nodeId": thing.uid, "newParentId": thing.parent, "newIndex": max(0, target)}
    return Deed((Call("moveNode", given),), "move", {"what": thing.label}, tuple(left))
