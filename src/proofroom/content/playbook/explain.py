"""A second reading of a request: which field, entry and value explain every one of its words?

The first reading goes by how orders are put; this one by the project's own words alone, whatever stands
around them. It says something only where one explanation is left, and nothing is left over.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, cast

from proofroom.content.playbook.days import DATES, names_day
from proofroom.content.playbook.entries import Found, Shelf
from proofroom.content.playbook.request import ProjectRequest, left_words
from proofroom.content.playbook.schema import FieldView, Mention, ModelView, Schema
from proofroom.content.playbook.values import NUMERIC, fit, means_another
from proofroom.content.playbook.words import LOOK, listed, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.sentence import BLANK, Sentence, alike, plain, tokens

Span = tuple[int, int]
_AROUND: Final = listed("around_changes") | listed("around_settings")
BODY: Final = FieldView(("body",), {"type": "markdown", "label": {"en": "text", "tr": "metin"}})
"""The text of a document, which is no field of its model."""
_LINKING: Final = listed("linking")
"""Words in a field's name that people leave out: free shipping (from), valid (until)."""


@dataclass(frozen=True)
class Spoken:
    """What the turn before was about."""

    entry: Found | None = None
    model: ModelView | None = None
    field: FieldView | None = None


@dataclass(frozen=True)
class Reading:
    """One explanation: a field of an entry, or of a singleton, and what it is to be."""

    model: ModelView
    field: FieldView
    value: str
    entry: Found | None = None

    @property
    def key(self) -> tuple[str, tuple[str, ...], str]:
        """What it would write to."""
        return self.model.id, self.field.path, self.entry.id if self.entry else ""


@dataclass(frozen=True)
class ValuePlace:
    """Where a value may stand; a typed one shows by its form that it is one."""

    span: Span
    text: str
    is_typed: bool = False


def read_each(task: ProjectRequest, shelf: Shelf, spoken: Spoken) -> list[Reading]:
    """Return the explanations of the parts of a list, if each part has one whose value shows by its form."""
    parts = re.split(r",\s+(?:and\s+|ve\s+)?|\s+(?:and|ve)\s+", task.sentence.text.strip())
    found = [read(task.about(part), shelf, spoken) for part in parts] if len(parts) > 1 else []
    plain_ones = [one for one in found if one is not None and one.field.type in (*NUMERIC, *DATES, "email")]
    is_whole = len(plain_ones) == len(parts) and len({one.key for one in plain_ones}) == len(parts)
    return plain_ones if is_whole else []


def read(task: ProjectRequest, shelf: Shelf, spoken: Spoken) -> Reading | None:
    """Return the one explanation of a request, or None."""
    sentence = task.sentence
    rather = LOOK["rather"].search(sentence.masked)
    if rather is not None:  # M-20, not M-02: where that is what stands there
        one = read(task.about(sentence.text[: rather.start()]), shelf, spoken)
        own = str(one.entry.data.get(one.field.path[0]) or "") if one and one.entry else ""
        return one if own and plain(own) == rather["old"] else None
    if seen("leaves_open", sentence.masked):
        return None
    for place in _places(task.schema, sentence):
        if not place.is_typed and means_another(task.schema, sentence, place.span):
            return None
        found = [one for one in _explained(task, shelf, spoken, place) if _suits(one, place)]
        if len({one.key for one in found}) == 1:
            return found[0]
        if found:
            return None
    return None


def read_flag(task: ProjectRequest, shelf: Shelf, spoken: Spoken) -> Reading | None:
    """Return a flag that is taken from the entry that is meant: take it off sale, artık önemli değil."""
    said = task.sentence.masked
    off = LOOK["flag_off"].search(said)
    rest = task.sentence.without(off.span()) if off else said
    if off is None or seen("leaves_open", rest) or task.sentence.values:
        return None
    found: list[Reading] = []
    for one in _mentions(task.schema, rest):
        if one.field.type == "boolean" and one.model.has_entries:
            left = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
            entry, is_explained = _entry(shelf, one.model, left, [], spoken)
            found += [Reading(one.model, one.field, "no", entry)] if is_explained else []
    return found[0] if len({one.key for one in found}) == 1 else None


def _suits(one: Reading, place: ValuePlace) -> bool:
    """Tell whether a value can be the field's."""
    kind = one.field.type
    if kind == "boolean" or (kind in (*NUMERIC, *DATES) and not place.is_typed):
        return False
    if kind in DATES:
        return names_day(place.text)
    if one.field.target is not None:
        return True
    is_open = not place.is_typed and seen("points_at_value", plain(place.text).strip(" .!"))
    return not is_open and fit(place.text, one.field) is not None


def _places(schema: Schema, sentence: Sentence) -> Iterator[ValuePlace]:
    """Yield where the value may stand, the surest first."""
    said = sentence.masked
    if sentence.values:
        start, end = max(sentence.values)
        quoted = next((one.value for one in sentence.quotes if one.start == start), None)
        yield ValuePlace((start, end), quoted or sentence.text[start:end].rstrip("."), is_typed=True)
        return
    when = find_when(said)
    if when is not None:
        yield ValuePlace((when.start, when.end), sentence.text[when.start : when.end], is_typed=True)
    numbers = [found.span() for found in LOOK["amount_given"].finditer(said)]
    if len(numbers) == 1:
        start, end = numbers[0]
        yield ValuePlace((start, end), sentence.text[start:end], is_typed=True)
    yield from _options(schema, sentence)
    for found in LOOK["gives_value"].finditer(said):
        yield from _tail(sentence, found.end(), len(said))
    last = LOOK["gives_value_tr"].search(said)
    for one in _mentions(schema, said):
        if last is not None and one.end < last.start():
            behind = LOOK["filler_tr"].match(said, one.end)
            yield from _tail(sentence, behind.end() if behind else one.end, last.start())


def _options(schema: Schema, sentence: Sentence) -> Iterator[ValuePlace]:
    """Yield the option of a choice that stands behind its name: size large."""
    for one in _mentions(schema, sentence.masked):
        given = [str(each) for each in cast("list[Any]", one.field.definition.get("options") or [])]
        for option in given if one.field.type == "select" else ():
            found = re.search(rf"\b{re.escape(plain(option))}\b", sentence.masked[one.end :])
            if found is not None:
                yield ValuePlace((one.end + found.start(), one.end + found.end()), option, is_typed=True)


def _tail(sentence: Sentence, start: int, end: int) -> Iterator[ValuePlace]:
    """Yield what stands from a place on, without courtesy and without what only leads to it."""
    said = sentence.masked[start:end]
    lead = LOOK["leads_to_value"].match(said)
    start += lead.end() if lead else 0
    # Behind a colon stands the value as it is; in a statement "now" and "too" are not part of it.
    ending = LOOK["courtesy" if sentence.masked[:start].rstrip().endswith((":", "=", "→")) else "polite_end"]
    end = start + len(ending.sub("", sentence.masked[start:end]))
    text = sentence.text[start:end].strip()
    if (
        text
        and BLANK not in sentence.masked[start:end]
        and not seen("sense_more", sentence.masked[start:end])
    ):
        yield ValuePlace((start, end), text)


def _explained(task: ProjectRequest, shelf: Shelf, spoken: Spoken, place: ValuePlace) -> list[Reading]:
    """Return the explanations of the words around a value: by the longest name of a field that leaves one."""
    rest = task.sentence.without(place.span)
    quotes = [one.value for one in task.sentence.quotes if one.start != place.span[0]]
    mentions = _mentions(task.schema, rest)
    for rank in sorted({_rank(one) for one in mentions}, reverse=True):
        found: list[Reading] = []
        for one in (each for each in mentions if _rank(each) == rank):
            left = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
            entry, is_explained = _entry(shelf, one.model, left, quotes, spoken)
            found += [Reading(one.model, one.field, place.text, entry)] if is_explained else []
        meant = [one for one in found if one.entry is not None and one.entry is spoken.entry]
        if len(found) > 1 and meant and seen("also", rest):  # telefonunu da: of what was just spoken of
            return meant
        if found:
            return found
    return _without_field(shelf, rest, quotes, spoken, place)


def _rank(one: Mention) -> tuple[int, bool]:
    return one.end - one.start, one.is_own


def _entry(
    shelf: Shelf, model: ModelView, left: str, quotes: list[str], spoken: Spoken
) -> tuple[Found | None, bool]:
    """Return the entry that the words left over mean, and whether nothing is left unexplained."""
    words = [word for word in left_words(left, model) if word not in _AROUND]
    words += [word for quote in quotes for word in tokens(plain(quote))]
    if not model.has_entries:
        return None, not words and model.kind == "singleton"
    if not words:
        is_meant = spoken.entry is not None and spoken.entry.model == model
        return (spoken.entry, True) if is_meant else (None, False)
    found = shelf.best([model], words)
    is_one = len(found) == 1 and shelf.is_named(found[0], words)
    return (found[0], True) if is_one else (None, False)


def _without_field(
    shelf: Shelf, rest: str, quotes: list[str], spoken: Spoken, place: ValuePlace
) -> list[Reading]:
    """Return what a value means whose field is not named: the one just set, or the only date of an entry."""
    dated = [
        Reading(model, dates[0], place.text, entry)
        for model in shelf.schema.with_entries()
        if len(dates := [one for one in model.fields if one.type in DATES]) == 1
        and (entry := _entry(shelf, model, rest, quotes, Spoken())[0]) is not None
    ]
    if dated and place.is_typed and names_day(place.text):
        return dated
    if spoken.model is None or spoken.field is None or not place.is_typed:
        return []
    entry, is_explained = _entry(shelf, spoken.model, rest, quotes, Spoken())
    return [Reading(spoken.model, spoken.field, place.text, entry)] if is_explained and entry else []


def _mentions(schema: Schema, said: str) -> list[Mention]:
    """Return the fields that are named, also by the telling words of their names alone."""
    found = list(schema.fields_in(said))
    body = LOOK["gives_body"].search(said)
    if body is not None:
        found += [Mention(model, BODY, *body.span()) for model in schema.of_kind("document")]
    known = {(one.model.id, one.field.path) for one in found}
    for model in schema.models:
        for one in model.fields:
            if (model.id, one.path) in known:
                continue
            for parts in (_telling(name) for name in one.names):
                match = re.search(rf"(?<![\w.])(?:{_pattern(parts)})(?!\w)", said) if parts else None
                if match is None and one.type in NUMERIC:  # restock it
                    match = re.search(rf"(?<!\w)re-?{re.escape(one.names[0])}\w{{0,3}}(?!\w)", said)
                if match is not None:
                    found.append(Mention(model, one, *match.span()))
                    break
    return found


def _telling(name: str) -> list[str]:
    parts = name.split()
    kept = [part for part in parts if part not in _LINKING]
    return kept if kept and len(kept) < len(parts) else []


def _pattern(parts: list[str]) -> str:
    groups = (
        "|".join([re.escape(part), *(one for one in lexicon.FIELDS.values() if re.fullmatch(one, part))])
        for part in parts
    )
    return " ".join(f"(?:{group})" for group in groups)


def label_meant(task: ProjectRequest, texts: dict[str, list[str]]) -> tuple[str, str] | None:
    """Return the label whose own text or key explains every word around a value, and the value."""
    sentence = task.sentence
    generic = listed("label_words")
    for place in _label_places(sentence, texts):
        words = [word for word in left_words(sentence.without(place.span)) if word not in _AROUND]
        words += [
            word for one in sentence.quotes if one.start != place.span[0] for word in tokens(plain(one.value))
        ]
        own = [word for word in words if word not in generic and not _is_label_noun(word)]
        found = [
            key
            for key, said in texts.items()
            if own
            and (
                _same(own, tokens(plain(key).rpartition(".")[2]))
                or any(_same(own, tokens(plain(text))) for text in said)
            )
        ]
        rest = tokens(sentence.without(place.span))
        found = found or [key for key in texts if _is_key(key, rest, own)]
        if len(found) == 1:
            return found[0], place.text
    return None


def _is_key(key: str, words: list[str], own: list[str]) -> bool:
    """Tell whether all parts of a key are among the words, and no other word tells of something else."""
    parts = tokens(plain(key).replace(".", " ").replace("_", " "))
    return all(part in words for part in parts) and all(word in parts for word in own) and bool(parts)


def _label_places(sentence: Sentence, texts: dict[str, list[str]]) -> Iterator[ValuePlace]:
    said = sentence.masked
    if sentence.quotes:
        last = sentence.quotes[-1]
        yield ValuePlace((last.start, last.end), last.value, is_typed=True)
        return
    for found in LOOK["gives_value"].finditer(said):
        yield from _tail(sentence, found.end(), len(said))
    last = LOOK["gives_value_tr"].search(said)
    for found in re.finditer(r"[a-z]+", said) if last else ():
        if last is not None and found.end() < last.start() and _is_label_word(found[0]):
            yield from _tail(sentence, found.end(), last.start())


def _is_label_word(word: str) -> bool:
    return _is_label_noun(word) or word in listed("label_words")


def _is_label_noun(word: str) -> bool:
    return re.fullmatch(lexicon.WORDS["label"], word) is not None


def _same(words: list[str], text: list[str]) -> bool:
    """Tell whether words are a text, maybe written together: checkout, check out."""
    if "".join(words) == "".join(text):
        return True
    return len(words) == len(text) and all(alike(*pair) for pair in zip(words, text, strict=True))
