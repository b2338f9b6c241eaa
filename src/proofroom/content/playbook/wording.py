"""Other words for what is written: "replace A with B", in one entry or wherever it stands."""

import re
from collections.abc import Callable
from typing import Final, cast

from proofroom.content.playbook.entries import Found, LookedUp, data_of
from proofroom.content.playbook.everywhere import look_everywhere
from proofroom.content.playbook.request import (
    End,
    Look,
    ProjectRequest,
    in_order,
    left_words,
    read_call,
    save_call,
)
from proofroom.content.playbook.schema import Json, ModelView
from proofroom.content.playbook.sense import read_request
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.meant import best_meant
from proofroom.content.playbook.words import LOOK, listed, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Call, Result
from proofroom.providers.offline.lexicon import FIELDS, WORDS
from proofroom.providers.offline.sentence import Sentence

_HITS: Final = 20
_AROUND: Final = listed("around_texts")
_MORE: Final = _AROUND | listed("sense_verbs") | listed("label_orders")
"""Words for where texts are that say nothing more."""


@dataclass(frozen=True)
class Wording:
    """Which words should become which, and what else the request says."""

    old: str
    new: str
    said: str
    quotes: list[str]
    is_everywhere: bool


@dataclass(frozen=True)
class WordingPlace:
    """An entry that has the words: its fields with the new ones in them."""

    entry: Found
    locale: str | None
    fields: Json
    count: int


def read_wording(sentence: Sentence) -> Wording | None:
    """Read which words should become which; None where a request says something else."""
    wish, bare = LOOK["reworded"].search(sentence.masked), LOOK["reworded_bare"].search(sentence.masked)
    if wish is not None:
        inside = [quote for quote in sentence.quotes if wish.start() <= quote.start < wish.end()][:2]
        if len(inside) < 2:
            return None
        others = [quote.value for quote in sentence.quotes if quote not in inside]
        said = blank(sentence.masked, wish.span(), (inside[0].start, inside[1].end))
        return Wording(inside[0].value, inside[1].value, said, others, seen("everywhere", said))
    if bare is None or sentence.has(rf"\b(?:{'|'.join(FIELDS.values())})\b"):
        return None
    old, new = (sentence.text[slice(*bare.span(name))].strip() for name in ("old", "new"))
    said = blank(sentence.masked, (bare.start(), bare.end("new")))
    is_everywhere = seen("everywhere", said) or sentence.has(r"\bchange (?:every|all|each)\b")
    return Wording(old, new, said, [quote.value for quote in sentence.quotes], is_everywhere)


def reword(task: ProjectRequest) -> End:
    """Replace words in the texts of the entries that are meant, and leave every other letter as it is."""
    wish = read_wording(task.sentence)
    if wish is None or task.sentence.has(WORDS["label"]):
        return (yield from read_request(task, "change"))
    meant = yield from _meant(task, wish)
    if isinstance(meant, Ask):
        return meant
    places = yield from _places(task, meant, wish)
    if not places and meant and not wish.is_everywhere:
        return task.answer("answer.wording.not_in", where=meant, old=wish.old)
    if not places:  # a text of the site's own, perhaps
        other = yield from read_request(task, "change")
        return other if isinstance(other, Answer) else task.answer("answer.wording.nowhere", old=wish.old)
    if len(places) > 1 and not wish.is_everywhere and not wish.quotes:
        return task.which_one([place.entry for place in places])
    results = yield from in_order(
        save_call(one.entry.model, [one.entry.id], one.fields, one.locale) for one in places
    )
    count = sum(place.count for place in places)
    told = {"where": [place.entry for place in places], "times": f" ({count}×)" if count > 1 else ""}
    return task.wrote(results, task.say("answer.wording.replaced", old=wish.old, new=wish.new, **told))


def _meant(task: ProjectRequest, wish: Wording) -> Look[list[Found] | Ask]:
    """Return the entries to look at: the named ones, the one on screen, else all that have the words."""
    said = blank(wish.said, *(one.span for one in task.schema.fields_in(wish.said)))
    if not wish.is_everywhere:
        found = yield from look_everywhere(task)
        target = best_meant(Board(task, found.lookup, found.today), said, _MORE)
        if target is not None and (target.entries or isinstance(target.ask, Ask)):
            return target.entries or cast("Ask", target.ask)
    # An entry that is named and not there must not become another one that happens to have the words.
    rest = left_words(LOOK["everywhere"].sub(" ", said), *task.schema.models)
    strange = [word for word in rest if word not in _AROUND]
    if strange:
        return task.ask("answer.speech.not_explained", words=" ".join(strange))
    lookup = LookedUp(task.schema)
    lookup.take_hits((yield Call("brain_search", {"query": wish.old[:200], "limit": _HITS})))
    named = [model for model in task.schema.named_in(wish.said) if model.has_entries]
    return [entry for entry in lookup.entries.values() if not named or entry.model in named]


def _places(task: ProjectRequest, entries: list[Found], wish: Wording) -> Look[list[WordingPlace]]:
    """Read the entries at once and return those with the words, each in the first locale that has them."""
    first = task.locale or (
        task.request.language if task.request.language in task.schema.locales[1:] else None
    )
    others = [] if task.locale else [None, *task.schema.locales[1:]]
    locales = list(dict.fromkeys([first, *others]))
    wanted = [(entry, locale) for entry in entries for locale in (locales if entry.model.i18n else [None])]
    if not wanted:
        return []
    results: list[Result] = yield [read_call(entry, locale) for entry, locale in wanted]
    found: dict[tuple[str, str], WordingPlace] = {}
    for (entry, locale), result in zip(wanted, results, strict=True):
        named = {one.field.path[0] for one in task.schema.fields_in(wish.said, [entry.model])}
        fields, count = _reworded(entry.model, cast("Json", data_of(result).get("data") or {}), wish, named)
        if count:
            found.setdefault((entry.model.id, entry.id), WordingPlace(entry, locale, fields, count))
    return list(found.values())


def _reworded(model: ModelView, data: Json, wish: Wording, named: set[str]) -> tuple[Json, int]:
    """Return the texts of an entry that change, named ones only, and how many times the words stood there."""
    names = [one.path[0] for one in model.fields if one.is_text and len(one.path) == 1]
    names += ["body"] if model.kind == "document" else []
    names = [name for name in names if name in named] or names
    texts = {name: text for name in names if (text := data.get(name)) and isinstance(text, str)}
    # Whole words only: a word inside another one is another word.
    pattern = rf"(?<!\w){re.escape(wish.old)}(?!\w)" if wish.old[:1].isalnum() else re.escape(wish.old)
    if not any(_in_prose(pattern, lambda match: match[0], text)[1] for text in texts.values()):
        pattern = f"(?i:{pattern})"

    def fresh_words(match: re.Match[str]) -> str:
        """Begin as the words that stood there began, where only their case differs from the person's."""
        is_small = match[0][:1].islower() and wish.old[:1].isupper()
        return wish.new[:1].lower() + wish.new[1:] if is_small else wish.new

    changed = {name: _in_prose(pattern, fresh_words, text) for name, text in texts.items()}
    fields = {name: fresh for name, (fresh, times) in changed.items() if times}
    return fields, sum(times for _, times in changed.values())


def _in_prose(pattern: str, fresh: Callable[[re.Match[str]], str], text: str) -> tuple[str, int]:
    """Replace in a text's prose; links, paths, addresses and code stay as they are."""
    parts: list[str] = []
    count = at = 0
    for kept in (*LOOK["not_prose"].finditer(text), None):
        end = kept.start() if kept else len(text)
        prose, times = re.subn(pattern, fresh, text[at:end])
        parts += [prose, kept.group() if kept else ""]
        count, at = count + times, kept.end() if kept else end
    return "".join(parts), count
