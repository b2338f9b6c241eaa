"""Before anything is written, it is read back against the request: words that it leaves out are asked about.

However a plan came to its calls, each word has to be one that requests have, the name of something the calls
change, link or speak of, a value they write, or a day. What nothing explains is a question, never a guess.
"""

import re
from collections.abc import Generator, Iterator
from typing import Any, Final, TypeVar, cast

from proofroom.content.playbook.accounted import (
    COMMON,
    SPOKEN,
    about_no_entry,
    is_reading,
    left_over,
    strings,
)
from proofroom.content.playbook.deeds import WRITES, deed_offered, rows_of
from proofroom.content.playbook.entries import Found, LookedUp, data_of
from proofroom.content.playbook.founded import doubtful, turned, untold
from proofroom.content.playbook.request import Look, ProjectRequest
from proofroom.content.playbook.schema import Json, ModelView, told_by
from proofroom.content.playbook.sense.board import COLORS, blank, words_in
from proofroom.content.playbook.sense.phrasebook import ASIDES, GUARDS
from proofroom.content.playbook.sense.remarks import remarks_in
from proofroom.content.playbook.words import LOOK, TABLE, seen
from proofroom.kernel.words import word_list
from proofroom.providers.offline import Ask, Call, Made, Request, Result, lexicon
from proofroom.providers.offline.consent import is_agreed_to
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import Sentence, alike, of_verb, plain, tokens
from proofroom.providers.offline.spelling import is_slip

T = TypeVar("T")
_MODELS: Final = Call("list_models")
_READS: Final = word_list("brain_query get_content list_submissions list_branches search_media vocabulary")
_COMPARED: Final = "|".join(
    one[key]
    for name in ("compare", "stretch", "top")
    for one in TABLE[name]
    for key in ("en", "tr", "words")
    if key in one
)
_FRAMED: Final = (
    frozenset(
        word
        for one in read_toml("proofroom.content.playbook", "frames.toml")["frame"]
        for line in one["says"]
        for word in re.findall(r"[a-z]{3,}", re.sub(r"{[^}]*}", " ", line))
    )
    - GUARDS
)
_EXPLAINED: Final = word_list("""
    both_languages sense_rather sense_reason sense_place other_name sense_creates sense_only
    sense_no_longer sense_lacking sense_pointing one_of_them days_by
    """)
_PHRASES: Final = (ASIDES, *(LOOK[name] for name in _EXPLAINED), re.compile(rf"\b(?:{_COMPARED})\b"))


def read_back(request: Request, inner: Generator[Call | list[Call], Any, T]) -> Look[T | Ask]:
    """Go through a plan, but offer what it would write where a request does not say all of it."""
    read, written, is_agreed = list[Made](), list[Call](), False
    try:
        wanted = next(inner)
        while True:
            calls = wanted if isinstance(wanted, list) else [wanted]
            written += [call for call in calls if call.tool in WRITES]
            open_words = "" if all(map(is_reading, calls)) else doubtful(request.text, request.spoken)
            is_structure = any(map(about_no_entry, calls))
            if open_words or (is_structure and (open_words := _asked(request))):
                return Ask(request.say("answer.speech.no_order", words=open_words))
            if is_structure:
                models: Result = yield _MODELS  # the engine knows them already
                words = [*left_over(request.text, told_by(models, request.language), calls, read)]
                if words:
                    return Ask(request.say("answer.speech.strange", words=", ".join(dict.fromkeys(words))))
            if written and written[-1] in calls and not is_agreed:
                models: Result = yield _MODELS  # the engine knows them already
                lookup = LookedUp(told_by(models, request.language))
                for made in read:
                    lookup.take_page(made.result)
                lookup.call_in(request.language)
                question = _question(request, lookup, written, _stood(read, written))
                if question is not None and not (is_agreed := is_agreed_to(request, question)):
                    return question
            got = yield wanted
            results = cast("list[Result]", got if isinstance(got, list) else [got])
            read += [Made(*both) for both in zip(calls, results, strict=True) if both[0].tool in _READS]
            wanted = inner.send(got)
    except StopIteration as end:
        return cast("T", end.value)


def _asked(request: Request) -> str:
    """Return the words by which a message asks and does not order; nothing where it orders."""
    found = LOOK["asked_not_ordered"].search(Sentence(request.spoken).masked)
    return found[0].strip() if found else ""


def _question(request: Request, lookup: LookedUp, calls: list[Call], stood: list[str]) -> Ask | None:
    """Return what to ask before calls are made, where the words of a request leave a doubt about them."""
    texts = dict.fromkeys((request.text, request.whole or request.text))
    said = [" ; ".join((text, *request.answers)) for text in texts]
    wrong = [value for text in said for value in untold(text, lookup, calls)]
    if wrong:
        return Ask(request.say("answer.speech.not_explained", words=wrong[0]))
    words = [word for text in said for word in _left_out(text, lookup, calls, stood)]
    words = [word for word in dict.fromkeys(words) if word not in request.excused]
    if not words and not any(seen("asked_not_ordered", Sentence(text).masked) for text in said):
        return None
    task = ProjectRequest(request, Sentence(request.text), lookup.schema)
    return deed_offered(task, lookup, calls, words)


def _stood(read: list[Made], calls: list[Call]) -> list[str]:
    """Return what the labels say that calls are about to change: people call them by that."""
    keys = {key for call in calls for key in cast("Json", call.input.get("data") or {}) if "." in key}
    pages = [data_of(made.result).get("data") for made in read if made.call.tool == "get_content"]
    texts = [cast("Json", page) for page in pages if isinstance(page, dict)]
    return [str(page[key]) for page in texts for key in keys if key in page]


def _left_out(text: str, lookup: LookedUp, calls: list[Call], stood: list[str]) -> Iterator[str]:
    """Yield the words of a request that calls do not explain."""
    sentence = Sentence(text)
    names = [part for one in _told(lookup, calls, "") for part in tokens(plain(one))]
    said, written = (
        blank(sentence.masked, *_remarked(sentence, names, lookup)),
        [*stood, *(word for call in calls for word in strings(call.input))],
    )
    said = blank(said, *(one.span for one in lookup.schema.fields_in(said)))
    for phrase in _PHRASES:
        said = blank(said, *(one.span() for one in phrase.finditer(said)))
    while (when := find_when(said)) is not None:
        said = blank(said, (when.start, when.end))
    shades = [name for name, shade in COLORS.items() if shade in written]
    known = [
        part for text in (*written, *shades, *_told(lookup, calls, said)) for part in tokens(plain(text))
    ]
    is_denied = any(False in _flags(call.input) for call in calls)
    for word in tokens(said):
        if is_denied and seen("composed_off", word):
            continue
        if (
            word.isdigit()
            or word in GUARDS
            or len(word) < 3
            or word in COMMON
            or word in _FRAMED
            or f"{word}s" in _FRAMED
            or SPOKEN.fullmatch(word)
        ):
            continue
        if any(model.is_called(word) or _is_field(model, word) for model in lookup.schema.models):
            continue
        is_label = any(alike(of_verb(word), part) for text in stood for part in tokens(plain(text)))
        if not is_label and not any(alike(word, part) or is_slip(word, part) for part in known):
            yield word
    if any(call.input.get("publish_at") for call in calls):
        yield from (word for word in tokens(said) if word.isdigit() and word not in known)
    yield from _misread(text, said, calls)
    yield from turned(sentence.masked, lookup, calls)
    yield from _all_of_one(lookup, said, calls)


def _remarked(sentence: Sentence, names: list[str], lookup: LookedUp) -> Iterator[tuple[int, int]]:
    """Yield the words of remarks, but for those beside a name of what is changed: they may belong to it."""
    said = sentence.masked
    for start, end in remarks_in(said):
        if lookup.schema.tells_value(sentence.text[start:end]):
            continue
        words = words_in(" " * start + said[start:end])
        is_name = [any(alike(one[0], part) for part in names if len(part) > 3) for one in words]
        for at, one in enumerate(words):
            if not any(is_name[max(0, at - 1) : at + 2]):
                yield one.span()


def _is_field(model: ModelView, word: str) -> bool:
    """Tell whether a word is the verb of a flag, or the last word of a field's name: unpin, süresi."""
    for one in model.fields:
        if one.type == "boolean" and any(re.fullmatch(pattern, word) for pattern in one.patterns):
            return True
        if any(
            alike(word, part) for name in one.names for part in name.split() if " " in name and len(part) > 3
        ) or (one.is_text and word.endswith("ed") and one.is_kin(word)):
            return True
    return False


def _misread(text: str, said: str, calls: list[Call]) -> Iterator[str]:
    """Yield words that calls take for something else: an order for a condition, the frame for the value."""
    saves = [call for call in calls if call.tool == "save_content"]
    if saves and len(saves) == len(calls):
        for name in ("publish", "unpublish", "archive"):
            found = re.search(lexicon.WORDS[name], said)
            if found is not None:
                yield found[0].strip()
    negated = LOOK["denied"].search(said) if any(True in _flags(call.input) for call in saves) else None
    if negated is not None:
        yield negated[0].strip()
    for value in (one for call in saves for one in strings(call.input.get("data"))):
        if value in text and f'"{value}"' not in text and f"“{value}”" not in text:
            edge = LOOK["frame_edge"].search(plain(value)) or LOOK["second_clause"].search(plain(value))
            if edge is not None:
                yield edge[0].strip()


def _all_of_one(lookup: LookedUp, said: str, calls: list[Call]) -> Iterator[str]:
    """Yield what means many where calls change one entry by a part of its name: everything of Deniz."""
    if len(calls) > 1 or len(ids := [key for key, _ in rows_of(calls[0].input)]) != 1:
        return
    model = lookup.schema.get(calls[0].input.get("model"))
    entry = lookup.get(model.id, ids[0]) if model else None
    if model is None or entry is None:
        return
    spoken = tokens(said)
    names = [tokens(plain(label)) for label in (entry.label, *entry.labels)]
    parts = [part for name in names for part in name]
    nouns = [word for word in spoken if model.is_called(word)]
    many = [one[0] for one in LOOK["sense_all"].finditer(said)] if not nouns else []
    many += [word for word in nouns if seen("plural_noun", word)]
    many = [word for word in many if not any(alike(word, part) for part in parts)]
    is_whole = any(all(any(alike(part, word) for word in spoken) for part in name) for name in names)
    is_named = any(alike(word, part) for word in spoken for part in parts if len(part) > 3)
    if many and is_named and not is_whole:
        yield many[0]


def _flags(value: Any) -> list[bool]:
    if isinstance(value, dict):
        return [flag for one in cast("Json", value).values() for flag in _flags(one)]
    return [value] if isinstance(value, bool) else []


def _told(lookup: LookedUp, calls: list[Call], said: str) -> Iterator[str]:
    """Yield what is known of the entries that calls change: names, what they hold and are linked to."""
    for call in calls:
        model = lookup.schema.get(call.input.get("model"))
        if model is None:
            continue
        for key, _ in rows_of(call.input):
            entry = lookup.get(model.id, key)
            yield key.replace("-", " ")
            yield from _known(lookup, entry) if entry else ()
        if seen("sense_excepts", said):  # who is left out is named too
            targets = {model.id, *(str(one.target) for one in model.relations())}
            for one in lookup.entries.values():
                if one.model.id in targets:
                    yield from one.labels
        yield from _linked(lookup, model, call.input)


def _known(lookup: LookedUp, entry: Found) -> Iterator[str]:
    yield from (entry.label, *entry.labels, *strings(entry.data))
    for one in entry.model.relations():
        for ref in entry.refs(one):
            linked = lookup.get(one.target, ref)
            if linked is not None:
                yield from linked.labels
                yield from strings(linked.data)


def _linked(lookup: LookedUp, model: ModelView, given: Json) -> Iterator[str]:
    written = set(strings(given.get("data")))
    long = {text for text in written if " " in text}
    for entry in lookup.entries.values():  # where a text is taken from
        if long and any(
            value in long for row in entry.own.values() for value in row.values() if isinstance(value, str)
        ):
            yield from entry.labels
    for one in model.relations():
        for entry in lookup.entries.values():
            if entry.model.id == one.target and entry.id in written:
                yield from entry.labels
