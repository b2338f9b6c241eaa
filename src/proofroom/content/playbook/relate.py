"""Adding to a relation and taking out of it: a topic leaves an article without being deleted itself.

Which side is which is told by what resolves: "put the drill guide on the Garden shelf" and "add Garden to the
drill guide" say the same. Both sides have to be explained in full.
"""

import re
from dataclasses import dataclass
from typing import Final

from proofroom.content.playbook.entries import (
    Found,
    Look,
    Shelf,
    best_matches,
    in_order,
    look_up,
    telling_words,
)
from proofroom.content.playbook.schema import FieldView, ModelView, Schema
from proofroom.content.playbook.speech import field_name, names, save_call, which_one, written
from proofroom.content.playbook.target import Target, find_target
from proofroom.providers.offline import Answer, Ask, Call, Request, lexicon
from proofroom.providers.offline.sentence import Sentence, plain, tokens

_ENGLISH: Final = (
    (True, r"\badd\s+(?P<one>.+?)\s+(?:on)?to\s+(?P<other>\S.*)$"),
    (True, r"\btag\s+(?P<one>.+?)\s+(?:with|as)\s+(?P<other>\S.*)$"),
    (True, r"\b(?:put|file|place)\s+(?P<one>.+?)\s+(?:on|onto|in|into|under)\s+(?P<other>\S.*)$"),
    (False, r"\b(?:remove|delete|take|drop|untag)\s+(?P<one>.+?)\s+(?:from|off|out of)\s+(?P<other>\S.*)$"),
)
_TURKISH: Final = (
    (True, re.compile(r"\b(?:ekle|koy|tasi)\w*\W*$")),
    (False, re.compile(r"\b(?:kaldir|cikar|sil)\w*\W*$")),
)
_POLITE: Final = re.compile(r"\b(?:too|as well|also|please|lutfen|da|de)\b[\s.!]*$")


@dataclass(frozen=True)
class Link:
    """A wish to link or unlink: which relation, and the words of each side."""

    model: ModelView
    field: FieldView
    names: str
    target: str
    adds: bool


def find_links(schema: Schema, sentence: Sentence) -> list[Link]:
    """Return what a request may link or unlink, both ways round; nothing where it speaks of no relation."""
    sides = _sides(schema, sentence)
    if sides is None:
        return []
    adds, one, other = sides
    found: list[Link] = []
    for model in schema.with_entries():
        for field in model.relations():
            if field.type != "relations" or schema.get(field.target) is None:
                continue
            is_implied = sentence.has(r"\b(?:un)?tag\b")
            for named, target in ((one, other), (other, one)):
                if is_implied or _fits(schema, model, field, named, target):
                    found.append(Link(model, field, named, target, adds))
    return found


def _fits(schema: Schema, model: ModelView, field: FieldView, named: str, target: str) -> bool:
    """Tell whether the nouns of both sides allow it: at least one is there and none speaks against it."""
    aim = schema.get(field.target)
    by_name = schema.named_in(Sentence(named).masked)
    by_target = schema.named_in(Sentence(target).masked)
    return (
        aim is not None
        and bool(by_name or by_target)
        and (not by_name or aim in by_name)
        and (not by_target or model in by_target)
    )


def _sides(schema: Schema, sentence: Sentence) -> tuple[bool, str, str] | None:
    for adds, pattern in _ENGLISH:
        match = re.search(pattern, sentence.masked)
        if match is not None:
            end = (
                match.end("other") - len(found.group())
                if (found := _POLITE.search(match["other"]))
                else match.end()
            )
            return (
                adds,
                sentence.text[match.start("one") : match.end("one")],
                sentence.text[match.start("other") : end],
            )
    for adds, verb in _TURKISH:
        match = verb.search(sentence.masked)
        if match is None:
            continue
        nouns = [
            found
            for found in re.finditer(r"[a-z0-9-]+", sentence.masked[: match.start()])
            if any(model.is_called(found.group()) for model in schema.with_entries())
        ]
        ending = re.compile(r"[ae]$" if adds else r"[dt][ae]n$")
        if len(nouns) == 2 and any(ending.search(noun.group()) for noun in nouns):
            middle = nouns[0].end()
            return adds, sentence.text[:middle], _POLITE.sub("", sentence.text[middle : match.start()])
    return None


def change_link(request: Request, schema: Schema, links: list[Link]) -> Look[Answer | Ask | None]:
    """Save the relation of the entries that are meant with names added or taken out; None if unclear."""
    for link in links:
        aim = schema.get(link.field.target)
        assert aim is not None
        shelf = yield from look_up(request, schema, [aim, link.model])
        refs = _named(shelf, aim, link.names)
        if refs is None:
            continue
        said = Sentence(link.target)
        target = yield from find_target(
            request, schema, said.masked, [quote.value for quote in said.quotes], [link.model]
        )
        if target.entries:
            return (yield from _write(request, shelf, link, target, refs))
        if target.asked:
            return which_one(request, target.asked, link.model.name)
    return None


def _named(shelf: Shelf, aim: ModelView, text: str) -> list[Found] | None:
    """Return the entries that a list of names means, or None if one of them is not clear."""
    found: list[Found] = []
    for part in re.split(r",|\s+(?:and|ve)\s+", text):
        words = [word for word in tokens(plain(part).strip("\"'“”")) if word not in lexicon.STOP]
        words = [word for word in words if not aim.is_called(word)] or telling_words(plain(part))
        matches = best_matches(shelf, [aim], words) if words else []
        if len(matches) != 1:
            return None
        found += matches
    return found


def _write(
    request: Request, shelf: Shelf, link: Link, target: Target, refs: list[Found]
) -> Look[Answer | Ask | None]:
    ids = [one.id for one in refs]
    calls: list[Call] = []
    for entry in target.entries:
        known = shelf.get(link.model.id, entry.id)
        old = known.refs(link.field) if known else []
        fresh = [ref for ref in old if link.adds or ref not in ids]
        fresh += [ref for ref in ids if link.adds and ref not in fresh]
        if fresh != old:
            calls.append(save_call(link.model, [entry.id], link.field.nest(fresh)))
    if not calls:
        return Answer(request.say("answer.speech.unchanged"))
    results = yield from in_order(calls)
    key = "answer.relate.added" if link.adds else "answer.relate.removed"
    done = request.say(
        key, entry=names(target.entries), label=field_name(request, link.field), labels=names(refs)
    )
    return written(request, results, done)
