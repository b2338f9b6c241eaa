"""Changes of single rows: another value, one row less, one more; and a value that a page repeats."""

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from selectolax.lexbor import LexborHTMLParser

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.lexicon import STOP, read_toml
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens
from proofroom.providers.offline.slots import quoted
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.items import PageItem, items_of, named_items, outer_lists, unsaid
from proofroom.site.playbook.kinds import WORDS
from proofroom.site.playbook.outline import PageOutline, PageSection, PageText, look_at_page
from proofroom.site.playbook.rows import ToldRow, rows_of
from proofroom.site.playbook.values import MONEY, values_in

_TABLE: Final = cast("dict[str, dict[str, str]]", read_toml("proofroom.site.playbook", "rows.toml"))
_MOST_WORDS: Final = 24
_KINDS: Final = ("price", "date", "times")
_NUMBER: Final = re.compile(r"(?<![\w.,:])\d[\d.,]*\d|(?<![\w.,:])\d(?![\w:])")
_MONEY: Final = re.compile(MONEY, re.IGNORECASE)
"""A price without what it is for: “£18” leaves the “each” behind it as it is."""
_PRICE: Final = re.compile(r"(?:^|[\s-])(?:sum|price|amount)\b")
_FILLS: Final = frozenset(plain(str(one["price_fill"])) for one in (WORDS["en"], WORDS["tr"]))
"""What stands where a price is missing."""
_CLOCK: Final = re.compile(r"\d.*$", re.DOTALL)


def _words(name: str) -> dict[str, re.Pattern[str]]:
    return {
        language: re.compile(rf"(?<![\w-])(?:{words})(?![\w-])") for language, words in _TABLE[name].items()
    }


_BECOMES, _ASIDE, _NO_ROW, _PRICED = _words("becomes"), _words("aside"), _words("none"), _words("priced")
_GONE: Final = {
    language: [re.compile(one) for one in cast("list[str]", lines)]
    for language, lines in cast("dict[str, Any]", _TABLE["gone"]).items()
}
_INTO: Final = {
    language: [re.compile(one) for one in cast("list[str]", lines)]
    for language, lines in cast("dict[str, Any]", _TABLE["into"]).items()
}


@dataclass(frozen=True, slots=True)
class NewValue:
    """What something costs, or when it is, from now on: the value, its kind, and the words for what it is."""

    text: str
    kind: str
    rest: str


# --- reading


def read_value(text: str) -> NewValue | None:
    """Return the value that a message gives to something that stands already; None where it does not."""
    language, said = language_of(text), plain(text)
    is_long = len(said.split()) > _MOST_WORDS or re.sub(r"\d,\d", "", said).count(",") > 1
    if Sentence(text).quotes or is_long or _NO_ROW[language].search(said):
        return None
    if not _BECOMES[language].search(said):
        return None
    values = values_in(text, _KINDS)
    if len(values) == 1:
        start, end = values[0].start, values[0].end
        value, before = text[start:end], ""
        if values[0].kind == "times" and (clock := _CLOCK.search(value)):  # whose days they are is the row
            before, value = value[: clock.start()], clock[0]
        return NewValue(value.strip(), values[0].kind, f"{text[:start]} {before} {text[end:]}")
    numbers = list(_NUMBER.finditer(text)) if not values and _PRICED[language].search(said) else []
    if len(numbers) != 1:
        return None
    start, end = numbers[0].span()
    return NewValue(numbers[0][0], "number", f"{text[:start]} {text[end:]}")


def read_gone(text: str) -> str:
    """Return the words for what is no longer there: “we no longer serve turbot”; empty where nothing is."""
    said = re.sub(r"\s", " ", plain(text))
    if len(said.split()) > _MOST_WORDS or len(said) != len(text):
        return ""
    hits = (pattern.search(said) for pattern in _GONE[language_of(text)])
    return next((text[slice(*hit.span("item"))].strip() for hit in hits if hit), "")


def read_into(text: str) -> tuple[str, str, str]:
    """Return what is to stand in a list, the words for the list, and whom it follows; else empty words."""
    said = re.sub(r"\s", " ", plain(text))
    for pattern in _INTO[language_of(text)] if len(said) == len(text) else ():
        if hit := pattern.search(said):
            parts = hit.groupdict()
            given = [text[slice(*hit.span(one))].strip() if parts.get(one) else "" for one in _PARTS]
            return given[0], given[1], given[2]
    return "", "", ""


_PARTS: Final = ("item", "list", "after")


# --- doing


def change_value(request: Request, said: Mapping[str, Any]) -> Plan:
    """Give a row its new value; one that has no row is changed wherever the page says it."""
    wanted = read_value(request.text)
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    assert wanted is not None
    rest = _bare(wanted.rest, request.language)
    named = named_items(items_of(page), rest)
    fitting = [item for item in named if len(_places(item.texts, wanted.kind)) == 1]
    open_ones = [item for item in named if _missing(item)] if wanted.kind == "price" and not fitting else []
    if len(fitting) > 1:
        return Ask(request.say("answer.site.which_item", listed=quoted(_shown(one) for one in fitting)))
    if len(open_ones) == 1 and not unsaid(rest, open_ones[0]):
        return (yield from _fill_in(request, open_ones[0], wanted.text))
    texts, item = (fitting[0].texts, fitting[0]) if fitting else (_texts_of(page, rest), None)
    left = unsaid(rest, item) if item else _unsaid_on(page, rest)
    places = _places(texts, wanted.kind)
    olds = {plain(text.text[start:end]) for text, start, end in places}
    if len(olds) != 1 or (named and not fitting):
        return Ask(request.say("answer.site.no_text", said=rest.strip() or wanted.text))
    text, start, end = places[0]
    old = text.text[start:end]
    is_number = wanted.kind == "number"
    stands = (_NUMBER if is_number else _MONEY).search(old) if wanted.kind in ("number", "price") else None
    is_bare = is_number or _MONEY.fullmatch(wanted.text)
    new = old[: stands.start()] + wanted.text + old[stands.end() :] if stands and is_bare else wanted.text
    if left:
        return Ask(request.say("answer.site.left_over", old=old, new=new, words=", ".join(left)))
    calls = [one.call(one.text[:start] + new + one.text[end:]) for one, start, end in places]
    results: list[Result] = yield calls
    failed = next((one for one in results if not one.ok), None)
    if failed is not None:
        return refused(request, failed)
    name = item.name if item else text.text
    return Answer(request.say("answer.site.did_value", item=name, old=old, new=new))


def _missing(item: PageItem) -> list[PageText]:
    """Return the texts of a row that stand for a price nobody has told yet."""
    return [
        one
        for one in item.texts
        if plain(one.text) in _FILLS or (_PRICE.search(one.classes) and not re.search(r"\d", one.text))
    ]


def _fill_in(request: Request, item: PageItem, price: str) -> Plan:
    """Write a price where the page says that it is missing."""
    place, *others = _missing(item)
    calls = [place.call(price), *(Call("deleteNode", {"nodeId": one.uid}) for one in others)]
    results: list[Result] = yield calls
    failed = next((one for one in results if not one.ok), results[0])
    if not failed.ok:
        return refused(request, failed)
    return Answer(request.say("answer.site.did_value", item=item.name, old=place.text, new=price))


def _texts_of(page: PageOutline, rest: str) -> Sequence[PageText]:
    """Return the texts that words are about: those of a section, else all of the page."""
    section = page.named(rest) if rest.strip() else None
    return section.texts if section else page.texts


def _places(texts: Sequence[PageText], kind: str) -> list[tuple[PageText, int, int]]:
    """Return the texts with a value of a kind, and where in them it stands."""
    wanted = "price" if kind == "number" else kind
    found = list[tuple[PageText, int, int]]()
    for text in texts:
        for value in values_in(text.text, (wanted,)):
            start = value.start
            if kind == "times" and (clock := _CLOCK.search(text.text, start, value.end)):
                start = clock.start()
            found.append((text, start, value.end))
    return found


def _bare(rest: str, language: Language) -> str:
    """Return the words of a message that name something, without those that only tell that it changes."""
    said = plain(rest)
    for pattern in (_BECOMES[language], _ASIDE[language], _PRICED[language]):
        said = pattern.sub(" ", said)
    return re.sub(r"[^\w\s'-]", " ", said)


def _unsaid_on(page: PageOutline, rest: str) -> list[str]:
    known = tokens(plain(" ".join([page.title, *(f"{one.heading} {one.id}" for one in page.sections)])))
    left = (one for one in tokens(plain(rest)) if len(one) > 1 and one not in STOP)
    return [one for one in left if not any(alike(one, other) for other in known)]


def remove_item(request: Request, said: Mapping[str, Any]) -> Plan:
    """Take a row out of its list."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    return (yield from take_out(request, page, str(said["item"])))


def take_out(request: Request, page: PageOutline, words: str, within: PageSection | None = None) -> Plan:
    """Take the one row out that words name; ask where they name none, several, or more than a row."""
    bare = _bare(words, request.language)
    items = [one for one in items_of(page) if within is None or one.section.uid == within.uid]
    named = [item for item in named_items(items, bare) if not unsaid(bare, item)]
    if len(named) > 1:  # the same name in two lists: the section may be said, too
        named = [one for one in named if _says_section(bare, one)] or named
    if len(named) != 1:
        key = "answer.site.which_item" if named else "answer.site.no_text"
        return Ask(request.say(key, said=words, listed=quoted(_shown(one) for one in named)))
    made: Result = yield Call("deleteNode", {"nodeId": named[0].uid})
    item = named[0]
    if not made.ok:
        return refused(request, made)
    return Answer(request.say("answer.site.item_removed", item=item.name, section=item.section.label))


def _says_section(words: str, item: PageItem) -> bool:
    known = tokens(plain(f"{item.section.heading} {item.section.id}"))
    return any(alike(one, other) for one in tokens(plain(words)) for other in known)


def add_item(request: Request, said: Mapping[str, Any]) -> Plan:
    """Put one row more into a list."""
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    return (yield from put_in(request, page, said))


def put_in(request: Request, page: PageOutline, said: Mapping[str, Any]) -> Plan:
    """Put one row more into a list, made like the one before it."""
    words, place, after = (str(said.get(one) or "") for one in _PARTS)
    rows = rows_of(words)
    if len(rows) > 1 and "," not in words and not any(one.value for one in rows):
        rows = [ToldRow(words.strip(" .!"))]  # “dogs and their owners come in free” is one thing
    model = _like(page, place, after)
    if model is None or len(rows) != 1:
        return Ask(request.say("answer.site.no_list", said=place or after, listed=listed_in(page)))
    given = {"parentId": model.parent, "index": model.index + 1, "html": _row_html(page, model, rows[0])}
    made: Result = yield Call("insertHtml", given)
    if not made.ok:
        return refused(request, made)
    return Answer(request.say("answer.site.item_added", item=rows[0].name, section=model.section.label))


def has_list(page: PageOutline, place: str) -> bool:
    """Tell whether words name a section with one list in it."""
    return _like(page, place, "") is not None


def _like(page: PageOutline, place: str, after: str) -> PageItem | None:
    """Return the row that a new one follows: the one named, else the last of the list that is named."""
    if after:
        named = named_items(items_of(page), after)
        return named[0] if len(named) == 1 else None
    lists = outer_lists(page)
    section = page.named(place)
    fitting = [one for one in lists if section and one.section.uid == section.uid]
    return fitting[0].items[-1] if len(fitting) == 1 else None


def _row_html(page: PageOutline, model: PageItem, row: ToldRow) -> str:
    """Return a row's words in the elements of another row: what it does not tell goes."""
    node = LexborHTMLParser(f"<body>{page.html}</body>").css_first(f'[uid="{model.uid}"]')
    assert node is not None
    name = next(one for one in model.texts if one.text == model.name)
    texts = {name.uid: row.name[:1].upper() + row.name[1:]}
    others = [one for one in model.texts if one is not name and one.tag not in ("a", "button")]
    valued = [one for one in others if values_in(one.text, (row.kind,))] if row.kind else []
    valued = valued or ([one for one in others if _PRICE.search(one.classes)] if row.kind == "price" else [])
    if row.value and (place := next(iter(valued or others), None)):
        texts[place.uid] = row.value
    elif row.value:  # “Rye loaf £5.20” tells both in one text
        texts[name.uid] = f"{texts[name.uid]} {row.value}"
    for one in (name, *others):
        element = node.css_first(f'[uid="{one.uid}"]')
        if element is None:
            continue
        if one.uid in texts:
            element.inner_html = html.escape(texts[one.uid])
        else:
            element.decompose()
    return re.sub(r' uid="[^"]*"', "", node.html or "")


def _shown(item: PageItem) -> str:
    return f"{item.name} ({item.section.label})"


def listed_in(page: PageOutline) -> str:
    """Return the sections of a page that have a list."""
    return quoted(dict.fromkeys(one.section.label for one in outer_lists(page))) or "–"
