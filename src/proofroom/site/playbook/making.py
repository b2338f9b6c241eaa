"""Making a change that a request asks for: made where it is sure, offered with its words where it is not."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.consent import is_agreed_to
from proofroom.providers.offline.sentence import plain, tokens
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.deeds import Deed, Found, Here
from proofroom.site.playbook.outline import PageOutline
from proofroom.site.playbook.placing import add_part, move_part, remove_part, swap_part
from proofroom.site.playbook.styled import PHONES, colour_of, named_colour, with_colour, with_look
from proofroom.site.playbook.things import Meant, Thing, meant, unexplained, words_aside
from proofroom.site.playbook.values import PHONE, values_in
from proofroom.site.playbook.wished import LOOKS, MEANT, VALUED, WishedChange, told_words

_WHOLE_PAGE: Final = re.compile(
    r"\W*(?:(?:text|texts|letters|font|writing|page|site|whole|entire|sayfa\w*+|site\w*+|yazi\w*+|metin\w*+|metn\w*+|harf\w*+)\W*){2,}"
)
_SCALE: Final = {False: (14, 16), True: (17, 19.5)}
"""Sizes of running text on the narrowest and the widest screen, a step smaller and a step larger."""


def make_change(request: Request, wish: WishedChange, page: PageOutline, *more: WishedChange) -> Plan:
    """Make a change where it is sure what is meant; offer it where it is not. Of several, all or none."""
    deeds = list[Deed]()
    for one in (wish, *more):
        deed = _DEEDS[one.order](Here(request, page, one))
        if isinstance(deed, Ask):
            return deed
        deeds.append(deed)
    calls = tuple(call for deed in deeds for call in deed.calls)
    if left := tuple(dict.fromkeys(word for deed in deeds for word in deed.left)):
        offers = (request.say(f"answer.site.shall_{deed.key}", **deed.values) for deed in deeds)
        unclear = request.say("answer.site.unclear", words=told_words(left))
        ask = Ask(" ".join((unclear, *offers)), offers=calls)
        if not is_agreed_to(request, ask):
            return ask
    for call in calls:
        made: Result = yield call
        if not made.ok:
            return refused(request, made)
    told = " ".join(request.say(f"answer.site.did_{deed.key}", **deed.values) for deed in deeds)
    if MEANT.match(plain(request.text)) and any(one.call.tool not in LOOKS for one in request.latest):
        told = f"{told} {request.say('answer.site.stays')}"
    return Answer(told)


# --- texts and values


def _text(here: Here) -> Found:
    wish = here.wish
    new, old = wish.get("new"), wish.get("old")
    if old:
        wanted = plain(old).strip(" .")
        texts = [one for one in here.things if one.is_leaf and wanted in plain(one.text)]
        if len({one.text for one in texts}) != 1:
            return here.which(Meant(tuple(texts)), old)
        at = plain(texts[0].text).find(wanted)
        put = texts[0].text[:at] + new + texts[0].text[at + len(wanted) :]
        return _worded(texts, put)
    found = here.meant(wish.phrase)
    leaves = tuple(one for one in found.things if one.is_leaf)
    if not leaves and found.one:  # a card is meant by its name: that is what it is called
        inside = (one for one in here.things if one.is_leaf and one.text and found.one in one.around)
        leaves = tuple(one for one in inside if set(tokens(plain(one.text))) <= set(found.rest))
    if len(leaves) != 1:
        return here.which(found, wish.phrase)
    return _worded(leaves, new, found.left)


def _worded(texts: Sequence[Thing], new: str, left: tuple[str, ...] = ()) -> Deed:
    calls = tuple(one.shown.call(new) for one in texts)
    return Deed(calls, "text", {"old": texts[0].label, "new": new}, left)


def _value(here: Here) -> Found:
    """Put a value in the place of one of its kind: the one that is told, else of the named row."""
    wish = here.wish
    new, old, kind = _clock(wish.get("new")), _clock(wish.get("old")), wish.get("kind")
    places = [one for each in here.things if each.is_leaf for one in _places(each, kind, wish.get("unit"))]
    if wish.said.get("unsure"):
        stands = [one for one in (old, new) if any(_same_value(each, one) for _, each in places)]
        if len(stands) != 1:
            return here.which(Meant(tuple(dict.fromkeys(one for one, _ in places))), wish.phrase)
        old, new = stands[0], new if stands[0] == old else old
    if old:
        places = [one for one in places if _same_value(one[1], old)]
        if not places and kind == "times":  # a clock that a longer time holds
            places = [
                (one, old)
                for one in here.things
                if one.is_leaf and re.search(rf"(?<!\d){re.escape(old)}(?!\d)", one.text)
            ]
    phrase = VALUED[wish.language].sub(" ", wish.phrase)
    found = meant([one for one, _ in places], phrase, wish.language)
    left = found.left if found.rest else ()
    if found.things:
        places = [one for one in places if one[0] in found.things]
    elif found.left and not old:
        left = tuple(
            min(
                (unexplained(one, found.left, plain(phrase)) for one, _ in places),
                key=len,
                default=found.left,
            )
        )
    if len({value for _, value in places}) != 1:
        rows = tuple(dict.fromkeys(one for one, _ in places))
        return here.which(Meant(rows), wish.phrase)
    if old:
        left = ()  # what stands there was told: it is meant
    stood = places[0][1]
    put = _number_in(stood, new) if kind in ("number", "measure", "share") else new
    calls = tuple(one.shown.call(one.text.replace(stood, put)) for one, _ in places)
    return Deed(calls, "value", {"item": places[0][0].label, "old": stood, "new": put}, left)


def _clock(value: str) -> str:
    """Return a time without the words before it: “at 15:00”."""
    return re.sub(r"^(?:at|saat|from|until|till)\s+(?=\d)", "", value, flags=re.IGNORECASE)


def _places(thing: Thing, kind: str, unit: str = "") -> list[tuple[Thing, str]]:
    if kind in ("measure", "share"):
        counted = rf"\d[\d.,]*\s?{re.escape(unit)}" if kind == "measure" else r"(?:\byuzde\s|%\s?)\d+|\d+\s?%"
        return [(thing, thing.text[slice(*hit.span())]) for hit in re.finditer(counted, plain(thing.text))]
    wanted = "price" if kind == "number" else kind
    found = [thing.text[one.start : one.end].strip() for one in values_in(thing.text, (wanted,))]
    if kind == "phone" and not found:
        found = [hit[0].strip() for hit in PHONE.finditer(thing.text)]
    return [(thing, one) for one in found]


def _same_value(one: str, other: str) -> bool:
    return re.sub(r"\s", "", plain(one)) == re.sub(r"\s", "", plain(other))


def _number_in(stood: str, number: str) -> str:
    return re.sub(r"\d[\d.,]*\d|\d", number, stood, count=1)


def _rename(here: Here) -> Found:
    """Put other words wherever some stand: those that are told, else the name of the place."""
    wish = here.wish
    old, new = wish.get("old") or _name_of(here, wish.phrase), wish.get("new")
    texts = [one for one in here.things if one.is_leaf and plain(old) in plain(one.text)] if old else []
    if not texts:
        return here.which(Meant(()), wish.phrase)
    calls = [one.shown.call(_replaced(one.text, old, new)) for one in texts]
    if plain(old) in plain(here.outline.title):
        title = _replaced(here.outline.title, old, new)
        calls.append(Call("renamePage", {"pageId": here.outline.page_id, "title": title}))
    left = () if wish.get("old") else (wish.phrase.strip(),)
    return Deed(tuple(calls), "rename", {"old": old, "new": new, "count": len(calls)}, left)


def _name_of(here: Here, phrase: str) -> str:
    """Return the name of the place that a page is about: its title, where the page says it, too."""
    title = re.split(r"\s[|–—-]\s", here.outline.title)[0].strip()
    said = any(plain(title) in plain(one.text) for one in here.things if one.is_leaf)
    return title if title and said and len(tokens(plain(phrase))) <= len(("the", "name", "of", "it")) else ""


def _replaced(text: str, old: str, new: str) -> str:
    said, wanted = plain(text), plain(old)
    parts, at = list[str](), 0
    while (hit := said.find(wanted, at)) >= 0:
        parts += [text[at:hit], new]
        at = hit + len(wanted)
    return "".join([*parts, text[at:]])


def _alt(here: Here) -> Found:
    found = here.meant(re.sub(r"\b(?:better|new|needs?|description)\b", " ", here.wish.phrase))
    pictures = (
        Meant(tuple(one for one in here.things if "picture" in one.kinds)) if not found.things else found
    )
    if pictures.one is None:
        return here.which(pictures, here.wish.phrase)
    new = here.wish.get("new")
    call = Call("updateNodeProps", {"nodeId": pictures.one.uid, "patch": {"alt": new}})
    return Deed((call,), "alt", {"picture": pictures.one.label, "new": new}, found.left)


def _leads(here: Here) -> Found:
    """Let a button or link call, write, or lead to a part of the page."""
    wish = here.wish
    found = here.meant(wish.phrase)
    if found.one is None:
        return here.which(found, wish.phrase)
    href = wish.get("url")
    text = wish.get("to") or " ".join(one.text for one in here.things if one.is_leaf)
    if wish.order == "calls" and (number := PHONE.search(text)):
        href = f"tel:{re.sub(r'[^+0-9]', '', number[0])}"
    elif wish.order == "mails" and (mail := re.search(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", text)):
        href = f"mailto:{mail[0]}"
    elif wish.order == "leads" and not href:
        to = here.outline.named(wish.get("other"))
        href = f"#{to.id}" if to and to.id else ""
    if not href:
        return Ask(here.request.say("answer.site.no_place", button=found.one.label))
    call = Call("updateNodeProps", {"nodeId": found.one.uid, "patch": {"href": href}})
    return Deed((call,), "leads", {"button": found.one.label, "href": href}, found.left)


# --- looks


def _look(here: Here) -> Found:
    look: Mapping[str, Any] = here.wish.said["look"]
    if look["property"] == "font-size" and _WHOLE_PAGE.fullmatch(
        words_aside(plain(here.wish.phrase), here.wish.language)
    ):
        least, most = _SCALE[float(look["grow"]) > 1]
        given = {"min": {"fontSize": least}, "max": {"fontSize": most}}
        return Deed((Call("set_type_scale", given),), "look", {"what": here.outline.title, "css": "--text-m"})
    return _restyled(here, lambda things: with_look(
        here.outline, things, look, PHONES if here.wish.said.get("device") else ""
    ))  # fmt: skip


def _colour(here: Here) -> Found:
    name = here.wish.get("name")
    value = named_colour(name)
    if not value:
        return Ask(here.request.say("answer.site.what_colour", said=name))
    return _restyled(here, lambda things: with_colour(here.outline, things, value, name))


def _same(here: Here) -> Found:
    other = here.part(here.wish.get("other"))
    value = colour_of(here.outline, other.one) if other.one else ""
    if not value:
        return here.which(other, here.wish.get("other"))
    return _restyled(here, lambda things: with_colour(here.outline, things, value, "own"))


def _restyled(here: Here, restyle: Callable[[Sequence[Thing]], Any]) -> Found:
    found = here.part(here.wish.phrase, rows_too=False)
    if not found.things or (len(found.things) > 1 and not found.is_many):
        return here.which(found, here.wish.phrase)
    made = restyle(found.things)
    what = " / ".join(dict.fromkeys(one.label for one in found.things[:3]))
    if made is None:
        return Ask(here.request.say("answer.site.no_look", what=what))
    return Deed(made.calls, "look", {"what": what, "css": f"{made.selector} {{ {made.told} }}"}, found.left)


_DEEDS: Final[Mapping[str, Callable[[Here], Found]]] = {
    "add": add_part,
    "text": _text,
    "value": _value,
    "rename": _rename,
    "alt": _alt,
    "calls": _leads,
    "mails": _leads,
    "leads": _leads,
    "remove": remove_part,
    "swap": swap_part,
    "move": move_part,
    "look": _look,
    "colour": _colour,
    "same": _same,
}
