"""Other words for what is written: "replace A with B", in one entry or wherever it stands."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, cast

from proofroom.content.playbook.change import plan_change
from proofroom.content.playbook.entries import Found, Look, Shelf, read_schema
from proofroom.content.playbook.labels import speaks_of_labels
from proofroom.content.playbook.schema import Json, ModelView, Schema
from proofroom.content.playbook.speech import data_of, names, not_allowed, which_one, written
from proofroom.content.playbook.target import entry_call, find_target, locale_of
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.lexicon import FIELDS
from proofroom.providers.offline.sentence import BLANK, Quote, Sentence

_QUOTED: Final = rf"{BLANK}+"
_THING: Final = r"(?:words?|wording|phrases?|sentences?|lines?|passages?|typos?|expressions?)"
_FORMS: Final = (
    rf"\b(?:replace|swap|substitute)\b[^{BLANK}]{{0,40}}?{_QUOTED}\s*(?:with|by|for|to)\s+{_QUOTED}",
    rf"\b(?:change|correct|fix|turn|update|edit|reword|rephrase)\b[^{BLANK}]{{0,30}}?\b{_THING}\s+{_QUOTED}"
    rf"\s*(?:in)?to\s+{_QUOTED}",
    rf"{_QUOTED}\s*(?:should|must) (?:be|read|say)\s+{_QUOTED}",
    rf"{_QUOTED}\s*(?:(?:ifade|kelime|sozcu|cumle|soz)\w*\s+)?yerine\s+{_QUOTED}",
    rf"{_QUOTED}\s*(?:ifadesini|kelimesini|sozcugunu|cumlesini|sozunu)\s+{_QUOTED}"
    r"\s*(?:ile|olarak|diye|seklinde)?\s*(?:degistir|duzelt|guncelle|yap)\w*",
    rf"{_QUOTED}(?:'?[yn]?[iu])?\s+{_QUOTED}\s+ile\s+degistir\w*",
)
_WISH: Final = re.compile("|".join(_FORMS))
_BARE: Final = re.compile(
    rf"\b(?:(?:replace|swap|substitute)\s+(?:the {_THING}\s+)?"
    r"|change (?:every|all|each)(?: the)? (?:mention|use|occurrence)s? of\s+)"
    r"(?P<old>[\w' -]{2,40}?)\s+(?:with|by|to)\s+"
    r"(?P<new>[\w' -]{2,60}?)(?P<where>\s+(?:in|everywhere|throughout|on)\b.*)?[\s.!]*$"
)
_NOT_PROSE: Final = re.compile(
    r"(?<=\]\()[^)]*(?=\))|https?://\S+|<[^>]+>|`[^`]*`|[\w./-]+/[\w./-]+|\S+@\S+|[\w-]+\.[a-z]{2,5}\b"
)
"""Links, paths, addresses, markup and code: words in them are not the text's."""
_EVERYWHERE: Final = re.compile(
    r"\b(?:everywhere|throughout|wherever|all (?:of )?(?:the |our )?\w+|every|each|her yerde|tum\w*|butun)\b"
)
_HITS: Final = 20


@dataclass(frozen=True)
class Wording:
    """Which words should become which, and what else the request says."""

    old: str
    new: str
    said: str
    quotes: list[str]
    is_everywhere: bool


@dataclass(frozen=True)
class Place:
    """An entry that has the words: its fields with the new ones in them."""

    entry: Found
    locale: str | None
    fields: Json
    count: int


def read_wording(sentence: Sentence) -> Wording | None:
    """Read which words should become which; None where a request says something else."""
    wish = _WISH.search(sentence.masked)
    if wish is None:
        return _bare_wording(sentence)
    inside: list[Quote] = [quote for quote in sentence.quotes if wish.start() <= quote.start < wish.end()]
    if len(inside) < 2:
        return None
    old, new = inside[:2]
    others = [quote.value for quote in sentence.quotes if quote not in (old, new)]
    said = sentence.without(wish.span())
    return Wording(old.value, new.value, said, others, _EVERYWHERE.search(said) is not None)


def _bare_wording(sentence: Sentence) -> Wording | None:
    found = _BARE.search(sentence.masked)
    if found is None or sentence.has(rf"\b(?:{'|'.join(FIELDS.values())})\b"):
        return None
    old, new = (sentence.text[found.start(name) : found.end(name)].strip() for name in ("old", "new"))
    said = sentence.without((found.start(), found.end("new")))
    quotes = [quote.value for quote in sentence.quotes]
    is_everywhere = _EVERYWHERE.search(said) is not None or sentence.has(r"\bchange (?:every|all|each)\b")
    return Wording(old, new, said, quotes, is_everywhere)


def plan_wording(request: Request) -> Plan:
    """Replace words in the texts of the entries that are meant, and leave every other letter as it is."""
    if not request.can("save_content"):
        return not_allowed(request)
    sentence = Sentence(request.text)
    wish = read_wording(sentence)
    schema = yield from read_schema()
    if wish is None or speaks_of_labels(sentence, schema):
        return (yield from plan_change(request))
    locale = locale_of(request, sentence)
    meant = yield from _meant(request, schema, wish)
    if isinstance(meant, Ask):
        return meant
    places = yield from _places(meant, wish, _locales(request, locale))
    if not places:
        return _not_there(request, wish, meant)
    if len(places) > 1 and not wish.is_everywhere and not wish.quotes:
        return which_one(request, [place.entry for place in places])
    return (yield from _write(request, wish, places))


def _meant(request: Request, schema: Schema, wish: Wording) -> Look[list[Found] | Ask]:
    """Return the entries to look at: the named ones, the one on screen, else all that have the words."""
    if not wish.is_everywhere:
        target = yield from find_target(request, schema, wish.said, wish.quotes)
        if target.entries:
            return target.entries
        if wish.quotes and target.asked:
            return which_one(request, target.asked)
    calls = [Call("brain_search", {"query": wish.old[:200], "limit": _HITS})]
    results: list[Result] = yield calls
    shelf = Shelf(schema)
    for result in results:
        shelf.take_hits(result)
    named = [model for model in schema.named_in(wish.said) if model.has_entries]
    return [entry for entry in shelf.entries.values() if not named or entry.model in named]


def _locales(request: Request, named: str | None) -> list[str | None]:
    """Return the locales to look in, the likeliest first; None is the project's own."""
    if named:
        return [named]
    return ["tr", None] if request.language == "tr" else [None, "tr"]


def _places(entries: list[Found], wish: Wording, locales: list[str | None]) -> Look[list[Place]]:
    """Read the entries at once and return those with the words, each in the first locale that has them."""
    wanted = [(entry, locale) for entry in entries for locale in (locales if entry.model.i18n else [None])]
    if not wanted:
        return []
    results: list[Result] = yield [entry_call(entry, locale) for entry, locale in wanted]
    found: dict[tuple[str, str], Place] = {}
    for (entry, locale), result in zip(wanted, results, strict=True):
        fields, count = _reworded(entry.model, data_of(result), wish)
        if count:
            found.setdefault((entry.model.id, entry.id), Place(entry, locale, fields, count))
    return list(found.values())


def _reworded(model: ModelView, data: Json, wish: Wording) -> tuple[Json, int]:
    """Return the texts of an entry that change, and how many times the words stood there."""
    texts = dict(_texts(model, cast("Json", data.get("data") or {})))
    # Whole words only: a word inside another one is another word.
    pattern = rf"(?<!\w){re.escape(wish.old)}(?!\w)" if wish.old[:1].isalnum() else re.escape(wish.old)
    if not any(_in_prose(pattern, lambda match: match[0], text)[1] for text in texts.values()):
        pattern = f"(?i:{pattern})"

    def fresh_words(match: re.Match[str]) -> str:
        """Begin as the words that stood there began, where only their case differs from the person's."""
        is_small = match[0][:1].islower() and wish.old[:1].isupper()
        return wish.new[:1].lower() + wish.new[1:] if is_small else wish.new

    changed: Json = {}
    count = 0
    for name, text in texts.items():
        fresh, times = _in_prose(pattern, fresh_words, text)
        if times:
            changed[name] = fresh
            count += times
    return changed, count


def _in_prose(pattern: str, fresh: Callable[[re.Match[str]], str], text: str) -> tuple[str, int]:
    """Replace in a text's prose; links, paths, addresses and code stay as they are."""
    parts: list[str] = []
    count = at = 0
    for kept in (*_NOT_PROSE.finditer(text), None):
        end = kept.start() if kept else len(text)
        prose, times = re.subn(pattern, fresh, text[at:end])
        parts += [prose, kept.group() if kept else ""]
        count, at = count + times, kept.end() if kept else end
    return "".join(parts), count


def _texts(model: ModelView, fields: Json) -> Iterator[tuple[str, str]]:
    names = [one.path[0] for one in model.fields if one.is_text and len(one.path) == 1]
    if model.kind == "document":
        names.append("body")
    for name in dict.fromkeys(names):
        text = fields.get(name)
        if isinstance(text, str) and text:
            yield name, text


def _write(request: Request, wish: Wording, places: list[Place]) -> Look[Answer]:
    results: list[Result] = []
    for place in places:
        entry = place.entry
        given: Json = {"model": entry.model.id}
        if entry.model.kind == "collection":
            given["data"] = {entry.id: place.fields}
        else:
            given |= {"slug": entry.id, "data": place.fields}
        if place.locale and entry.model.i18n:
            given["locale"] = place.locale
        result: Result = yield Call("save_content", given)
        results.append(result)
    count = sum(place.count for place in places)
    where = names(place.entry for place in places)
    times = f" ({count}×)" if count > 1 else ""
    done = request.say("answer.wording.replaced", old=wish.old, new=wish.new, where=where, times=times)
    return written(request, results, done)


def _not_there(request: Request, wish: Wording, meant: list[Found]) -> Answer:
    where = names(meant)
    if meant and not wish.is_everywhere:
        return Answer(request.say("answer.wording.not_in", where=where, old=wish.old))
    return Answer(request.say("answer.wording.nowhere", old=wish.old))
