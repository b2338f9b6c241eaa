"""A change of any part of a page, read by its order, its value and the part it names.

What a request orders is looked for anywhere in it, and so is its value; everything else it says has to name a
part of the page, and `things.py` finds which. Where all words are explained and one part is meant the change
is made; where some are not, or the order may mean another part, it is offered with its very words.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from proofroom.providers.offline import Request
from proofroom.providers.offline.sentence import BLANK, plain
from proofroom.site.playbook.named import COLOUR, WHERE
from proofroom.site.playbook.things import TABLE, has_kind, kinds_in, words_aside
from proofroom.site.playbook.values import UPPER, Value, values_in
from proofroom.site.playbook.wording import CLAUSE, WishedChange, Words, pattern_of, table_of, wished

_MOST_WORDS: Final = 40
_CHANGES: Final = ("price", "date", "times", "phone", "email")


_LOOKS: Final = {
    language: [(pattern_of(str(one[language])), one) for one in cast("list[dict[str, Any]]", TABLE["look"])]
    for language in ("en", "tr")
}
_DEVICE, _SAME, _EVERYWHERE, _BECOMES = (table_of(one) for one in ("device", "same", "everywhere", "becomes"))
_OLD, _ASKS, VALUED = table_of("old"), table_of("asks"), table_of("valued")
LOOKS: Final = frozenset(
    {"list_documents", "read_document", "list_tokens", "list_breakpoints", "list_loop_sources"}
)
"""Tools with which a plan only looks."""
MEANT: Final = re.compile(
    r"\W*(?:no|nope|sorry|hayir|yok)\b[,.!]?\s*(?:not (?:the |that )?(?P<other>[^,.;:]+)[,.;:]\s*)?"
    r"(?:(?:i|we) mean(?:t)?\b|(?:[^,.;:]+ )?degil[,.]?\s)"
)
"""It puts the message before right: what that one changed is not what was meant."""
ROWS: Final = ("question", "quote", "card", "item")
"""Parts of which a page has several alike."""
_FROM: Final = {
    "en": re.compile(r"\b(?:from|by)\s+(?P<name>[A-ZÇĞİÖŞÜ][\w'’.-]+(?:\s+[A-ZÇĞİÖŞÜ][\w'’.-]+){0,3})"),
    "tr": re.compile(r"(?P<name>[A-ZÇĞİÖŞÜ][\w.-]+(?:\s+[A-ZÇĞİÖŞÜ][\w.-]+){0,3})['’]?(?:den|dan|ten|tan)\b"),
}
_ANSWER: Final = {
    "en": re.compile(
        r"\b(?:(?:with|and) (?:the |this |its )?)?answer(?:s|ed)?(?: (?:is|being|to it|with|by))?\b"
    ),
    "tr": re.compile(r"\b(?:cevab|yanit|cevap)\w*\b"),
}
_LINKED: Final = re.compile(r"\W*(?:please )?(?:link|connect|point) (?P<part>.+?) to (?P<to>.+)")
_NAME: Final = rf"[{UPPER}][\w.-]*(?: [{UPPER}][\w.-]*){{0,3}}"
_NUMBER: Final = re.compile(r"(?<![\w.,:])\d[\d.,]*\d(?![\w:])|(?<![\w.,:])\d(?![\w:])")


POINTS: Final = re.compile(
    r"\b(?:it|him|her|them|that one|this one|these|those|(?:that|this) (?:line|row|one|part|bit|text|item)"
    r"|onu|bunu|onlari|bunlari)\b"
)
"""It stands for what another clause names."""


def read_wish(text: str) -> WishedChange | None:
    """Return the change that a request asks for; None where it gives no order that is known here."""
    words = Words(_put_right(text))
    if len(words.said.split()) > _MOST_WORDS or _ASKS[words.language].match(words.said.strip()):
        return None
    readers: tuple[Callable[[Words], WishedChange | None], ...] = (
        *(
            _added,
            _renamed,
            _instead,
            _called,
            _same,
            _described,
            _led,
            _said,
            _valued,
            _swapped,
            _moved,
            _coloured,
            _looking,
            _removed,
        ),
    )
    return next((found for read in readers if (found := read(words))), None)


def _put_right(text: str) -> str:
    """Return what a message says that puts the one before it right: “no, not the headline, I meant …”."""
    found = MEANT.match(plain(text))
    if found is None:
        return text
    other = text[slice(*found.span("other"))] if found["other"] else "it"
    return re.sub(r"\b(under|below|above|after|before) (?:it|that)\b", rf"\1 {other}", text[found.end() :])


def _added(words: Words) -> WishedChange | None:
    """Read one row more: a question with its answer, what somebody said, a card."""
    found, quotes = words.find("adds"), list(words.sentence.quotes)
    if not found or not quotes or not has_kind(words.said, words.language, *ROWS):
        return None
    name = _FROM[words.language].search(words.sentence.text)
    spans = [(one.start, one.end) for one in quotes] + ([name.span()] if name else [])
    answers = _ANSWER[words.language].finditer(words.said)
    spans += [found.span(), *(one.span() for one in answers)]
    given = [one.value for one in quotes]
    return wished(words, "add", *spans, given=given, by=name["name"].strip() if name else "")


def _renamed(words: Words) -> WishedChange | None:
    everywhere = _EVERYWHERE[words.language].search(words.said)
    says = words.find("says")
    if not everywhere or not says:
        return None
    quotes = list(words.sentence.quotes)
    if quotes:
        old = quotes[0].value if len(quotes) > 1 else ""
        spans = [(one.start, one.end) for one in quotes]
        return wished(words, "rename", everywhere.span(), says.span(), *spans, old=old, new=quotes[-1].value)
    end = everywhere.start() if everywhere.start() > says.start() else len(words.said)
    if words.language == "tr" or not (to := re.search(r"\b(?:to|into|as)\b", words.said[:end])):
        return None
    new = words.sentence.text[to.end() : end].strip(" ,.;!")
    spans = [says.span(), to.span(), (to.end(), end), everywhere.span()]
    return wished(words, "rename", *spans, new=new, old="") if new else None


_INSTEAD: Final = {
    "en": re.compile(
        rf"(?P<new>{_NAME}),? (?:and )?(?:not|instead of|rather than) (?P<old>{_NAME})\W*$"
        rf"|\b(?:not|no longer) (?P<old2>{_NAME}),? but (?P<new2>{_NAME})\W*$"
    ),
    "tr": re.compile(
        rf"(?P<old>{_NAME}) değil,? (?:artık )?(?P<new>{_NAME})\W*$"
        rf"|(?P<old2>{_NAME})['’ ](?:[ıiuün]*n )?yerine (?P<new2>{_NAME})\b"
    ),
}
_CALLED: Final = re.compile(
    r"\W*(?:the |our )?(?P<part>\w[\w '’-]*?) should (?:now )?(?:be called|be named|read|say)"
    rf" (?P<new>{_NAME})\W*$"
)


def _instead(words: Words) -> WishedChange | None:
    """Read a name that stands for another: “Kaptanımız artık Ece Yalın değil Mert Ada”."""
    found = _INSTEAD[words.language].search(words.sentence.text)
    if found is None or words.sentence.quotes or words.find("move") or words.find("remove"):
        return None
    old, new = found["old"] or found["old2"], found["new"] or found["new2"]
    return WishedChange("text", "", words.language, {"old": old, "new": new})


def _called(words: Words) -> WishedChange | None:
    """Read a new name for a part: “The Group plan should be called Household”."""
    found = _CALLED.match(words.sentence.text)
    if found is None or words.language == "tr" or words.sentence.quotes:
        return None
    return WishedChange("text", found["part"], words.language, {"old": "", "new": found["new"]})


def _same(words: Words) -> WishedChange | None:
    found = _SAME[words.language].search(words.said)
    if found is None:
        return None
    before, after = words.said[: found.start()], words.said[found.end() :]
    if words.language == "tr":  # “alt bilgi kahraman ile aynı renkte olsun”
        first, _, other = before.strip().partition(" ")
        return WishedChange("same", first, "tr", {"other": other})
    return WishedChange("same", before, "en", {"other": after})


def _described(words: Words) -> WishedChange | None:
    found = words.find("alt")
    if not found or not has_kind(words.said, words.language, "picture"):
        return None
    quotes = list(words.sentence.quotes)
    colon = re.search(r":\s", words.said)
    if quotes:
        span, new = (quotes[-1].start, quotes[-1].end), quotes[-1].value
    elif colon:
        span, new = (colon.start(), len(words.said)), words.sentence.text[colon.end() :]
    else:
        return None
    return wished(words, "alt", found.span(), span, new=new.strip(" .").strip())


def _led(words: Words) -> WishedChange | None:
    if not has_kind(words.said, words.language, "button", "link"):
        return None
    for order, kind in (("calls", "phone"), ("mails", "email")):
        if found := words.find(order):
            given = values_in(words.sentence.text, (kind,))[-1:]
            to = "".join(words.sentence.text[one.start : one.end] for one in given)
            return wished(words, order, found.span(), *((one.start, one.end) for one in given), to=to)
    if linked := _LINKED.match(words.said):
        url = next(iter(words.sentence.urls), "")
        return WishedChange("leads", linked["part"], words.language, {"other": linked["to"], "url": url})
    found = words.find("leads")
    if found and words.language == "tr" and (url := next(iter(words.sentence.urls), "")):
        rest = words.sentence.text[: words.sentence.text.index(url)]
        return WishedChange("leads", re.split(r"\bnere\w+", rest)[0], "tr", {"other": "", "url": url})
    if not found or words.language == "tr":
        return None
    to = words.said[found.end() :]
    url = next(iter(words.sentence.urls), "")
    return WishedChange("leads", words.said[: found.start()], words.language, {"other": to, "url": url})


def _said(words: Words) -> WishedChange | None:
    quotes = list(words.sentence.quotes)
    if not quotes or len(quotes) > 2 or any(words.find(one) for one in ("remove", "move", "adds")):
        return None
    spans = [(one.start, one.end) for one in quotes]
    says = words.find("says")
    if not says:
        return None
    old = quotes[0].value if len(quotes) == 2 else ""
    rest = words.said
    for hit in words.orders["says"].finditer(words.said):
        rest = rest[: hit.start()] + " " * len(hit[0]) + rest[hit.end() :]
    hits = [hit.span() for hit in words.orders["says"].finditer(words.said)]
    return wished(words, "text", *hits, *spans, new=quotes[-1].value, old=old)


def _valued(words: Words) -> WishedChange | None:
    """Read a value that stands for another of its kind: “we now close at 15:00 not 14:00”."""
    text = words.sentence.text
    if words.sentence.quotes or words.find("remove") or words.find("swap"):
        return None
    values = values_in(text, _CHANGES)
    if not values:
        values = [Value("number", *hit.span()) for hit in _NUMBER.finditer(text)]
    becomes = [hit.span() for hit in _BECOMES[words.language].finditer(words.said)]
    olds = [one for one in values if _is_old(words, one)]
    if not values or len(values) > 2 or len({one.kind for one in values}) > 1:
        return None
    unsure = len(values) == 2 and len(olds) != 1  # which of them stands on the page tells it
    olds = values[:1] if unsure and values[0].kind != "number" else olds
    if len(values) == 2 and len(olds) != 1:
        return None
    new = next((one for one in values if one not in olds), None)
    measure = _MEASURE.match(text, new.end) if new and new.kind == "number" else None
    share = _SHARE.search(plain(text[: new.start])) if new and new.kind == "number" else None
    if (
        new is None
        or not (becomes or olds or (measure and _TO.search(words.said[: new.start])))
        or (
            new.kind == "number"
            and not (olds or measure or share or VALUED[words.language].search(words.said))
        )
    ):
        return None
    spans = [*becomes, *((one.start, one.end) for one in values)]
    spans += [hit.span() for hit in _OLD[words.language].finditer(words.said)]
    old = text[olds[0].start : olds[0].end] if olds else ""
    given = {"new": text[new.start : new.end].strip(), "old": old.strip(), "kind": new.kind}
    if measure and not olds:
        spans.append(measure.span("unit"))
        given |= {"kind": "measure", "unit": plain(measure["unit"])}
    elif share:
        spans.append(share.span())
        given |= {"kind": "share"}
    return wished(words, "value", *spans, **given, unsure=unsure)


_MEASURE: Final = re.compile(
    r"\s?(?P<unit>%|percent|miles?|kilomet(?:er|re)s?|km|met(?:er|re)s?|m|cm|mm|kg|g|lit(?:er|re)s?|l|litre|kilo|gram"
    r"|minutes?|mins?|hours?|days?|weeks?|months?|years?|nights?|people|guests|seats|places|rooms|steps|degrees?"
    r"|dakika|saat|gün|hafta|ay|yıl|yaş|gece|kişi|kisi|koltuk|oda|adım|derece|yer|iş günü)\b",
    re.IGNORECASE,
)
"""What a number counts: another number of the same stands on the page."""
_SHARE: Final = re.compile(r"(?:\byuzde|%)\s?$")
_TO: Final = re.compile(r"\b(?:to|into|by|up|down)\b")


def _is_old(words: Words, value: Value) -> bool:
    if words.language == "en":
        return re.search(rf"(?:{TABLE['old']['en']})\s*$", words.said[: value.start]) is not None
    return re.match(rf"\S*\s*(?:{TABLE['old']['tr']})", words.said[value.end :]) is not None


def _swapped(words: Words) -> WishedChange | None:
    found = words.find("swap")
    if not found:
        return None
    rest = words.said[: found.start()] + " " * len(found[0]) + words.said[found.end() :]
    joint = re.search(r"\b(?:and|with|for|ve|ile)\b", rest)
    if not joint and _TWO.search(rest) and has_kind(rest, words.language, *ROWS):
        return WishedChange("swap", rest, words.language, {})
    if not joint:
        return None
    other = re.split(CLAUSE, rest[joint.end() :])[0]
    return WishedChange("swap", rest[: joint.start()], words.language, {"other": other})


_TWO: Final = re.compile(r"\b(?:two|both|2|iki\w*)\b")
_MAKES: Final = {
    "en": re.compile(r"\b(?:a|an|another) (?:new )?(?:section|part|block)\b"),
    "tr": re.compile(r"\b(?:bir|yeni) (?:\w+ ){0,2}?(?:bolum|kisim|kismi|alan)\w* (?:koy|ekle|ac)\w*"),
}
"""A section that is not there yet, and none that is to stand elsewhere."""


def _moved(words: Words) -> WishedChange | None:
    found = words.find("move")
    if not found or re.search(BLANK, words.said):
        return None
    hits = [
        (hit.end() - hit.start(), *hit.span(), name)
        for name, one in WHERE[words.language].items()
        for hit in one.finditer(words.said)
        if name != "between"
    ]
    if not hits or _MAKES[words.language].search(words.said):
        return None
    beside = [one for one in hits if one[3] in ("before", "after")]  # “first, right after the hero”
    _, start, end, where = max(beside or hits)
    before = words.said[: found.start()] + " " * len(found[0]) + words.said[found.end() :]
    first, after = before[:start], re.split(CLAUSE, before[end:])[0]
    if where in ("top", "end", "up", "down"):
        phrase = first if re.search(r"\w\w", words_aside(first, words.language)) else after
        return WishedChange("move", phrase, words.language, {"where": where})
    if words.language == "tr":
        one, _, two = first.strip().rpartition(" ")
        return WishedChange("move", one, "tr", {"where": where, "other": two}) if one else None
    return WishedChange("move", first, "en", {"where": where, "other": after})


def _coloured(words: Words) -> WishedChange | None:
    """Read a colour that a part is to have; the one it is said to have now is beside it."""
    hits = list(COLOUR.finditer(plain(words.sentence.text)))
    if not hits or words.sentence.quotes:
        return None
    spans = [hit.span() for hit in hits]
    name = words.sentence.text[slice(*spans[-1])].strip()
    return wished(words, "colour", *spans, name=name)


def _looking(words: Words) -> WishedChange | None:
    """Read a look; how a part is now (“çok büyük”) asks for none."""
    device = _DEVICE[words.language].search(words.said)
    spans = [device.span()] if device else []
    hits = [
        (hit, look)
        for pattern, look in _LOOKS[words.language]
        for hit in pattern.finditer(words.said)
        if not _TOO.search(words.said[: hit.start()])
    ]
    if not hits or words.sentence.quotes:
        return None
    found, look = hits[0]
    return wished(words, "look", found.span(), *spans, look=look, device=bool(device), as_said=found[0])


_TOO: Final = re.compile(r"\b(?:too|cok|fazla)\s+$")


def _removed(words: Words) -> WishedChange | None:
    found = words.find("remove")
    kinds = kinds_in(words.said, words.language)
    if not found or words.sentence.quotes or kinds == {"page"}:
        return None
    if words.language == "tr" and re.search(r"\b(?:yaz|ekle)\w*\W*$", words.said):
        return None  # something is to stand in its place: half of that would be wrong
    wish = wished(words, "remove", found.span())
    if POINTS.search(words.said[slice(*_clause_of(words.said, found.start()))]):
        names = _NAMED_THING.findall(words.sentence.text.replace(found[0], " "))
        return replace(wish, phrase=" ".join(names), said={**wish.said, "points": True})
    return wish


_NAMED_THING: Final = re.compile(rf"(?<!\w)[{UPPER}][\w'’-]{{2,}}")


def _clause_of(said: str, at: int) -> tuple[int, int]:
    edges = [0, *(edge for one in CLAUSE.finditer(said) for edge in one.span()), len(said)]
    return next(
        ((a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if a <= at <= b), (0, len(said))
    )


def wish_of(request: Request) -> WishedChange | None:
    """Return the change that a request asks for, where it is made on a page."""
    if request.scope != "site" or not request.can("updateNodeProps", "moveNode", "applyCss"):
        return None
    return read_wish(request.text)


def told_words(words: Sequence[str]) -> str:
    """Return words as an answer names them."""
    return ", ".join(f"“{one}”" for one in words)
