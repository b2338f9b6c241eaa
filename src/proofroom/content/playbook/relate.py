"""Adding to a relation and taking out of it: a topic leaves an article without being deleted itself."""

import re
from dataclasses import dataclass
from typing import Final

from proofroom.content.playbook.entries import Look, best_matches, look_up
from proofroom.content.playbook.schema import FieldView, ModelView, Schema
from proofroom.content.playbook.speech import field_name, names, which_one, written
from proofroom.content.playbook.target import find_target
from proofroom.providers.offline import Answer, Ask, Call, Request, Result
from proofroom.providers.offline.sentence import Sentence, plain, tokens

_ADDED: Final = re.compile(
    r"\badd\s+(?:the\s+)?(?P<noun>\w+)\s+(?P<names>.+?)\s+to\s+(?P<target>\S.*)$"
    r"|\btag\s+(?P<tagged>.+?)\s+(?:with|as)\s+(?P<tags>\S.*)$"
    r"|^(?P<turkish_target>.+?)\s+(?:yazisina|makalesine"
    r"|haberine)\s+(?P<turkish_names>\S.*?)\s+(?P<turkish_noun>konu\w*|etiket\w*)\s+ekle\w*"
)
_REMOVED: Final = re.compile(
    r"\b(?:remove|delete|take)\s+(?:the\s+)?(?P<noun>\w+)\s+(?P<names>.+?)\s+(?:from|off"
    r"|out of)\s+(?P<target>\S.*)$"
    r"|^(?P<turkish_target>.+?)\s+(?:yazisindan|makalesinden"
    r"|haberinden)\s+(?P<turkish_names>\S.*?)\s+(?P<turkish_noun>konu\w*|etiket\w*)\s+(?:kaldir|cikar|sil)\w*"
)


@dataclass(frozen=True)
class Link:
    """A wish to link or unlink: which relation, the names of its targets, and the words for the entry."""

    model: ModelView
    field: FieldView
    names: str
    target: str
    adds: bool


def find_link(schema: Schema, sentence: Sentence) -> Link | None:
    """Return the relation that a request adds to or takes from, if it does."""
    for pattern, adds in ((_ADDED, True), (_REMOVED, False)):
        match = pattern.search(sentence.plain)
        if match is None:
            continue
        parts = match.groupdict()
        group = next(name for name in ("names", "tags", "turkish_names") if parts.get(name))
        named = sentence.text[match.start(group) : match.end(group)]
        where = next(name for name in ("target", "tagged", "turkish_target") if parts.get(name))
        target = sentence.text[match.start(where) : match.end(where)]
        noun = parts.get("noun") or parts.get("turkish_noun") or "topic"
        for model in schema.with_entries():
            for field in model.relations():
                aim = schema.get(field.target)
                if aim is not None and aim.is_called(noun) and field.type == "relations":
                    return Link(model, field, named, target, adds)
    return None


def change_link(request: Request, schema: Schema, link: Link) -> Look[Answer | Ask]:
    """Save the entry's relation with names added or taken out."""
    aim = schema.get(link.field.target)
    assert aim is not None
    said = Sentence(link.target)
    quotes = [quote.value for quote in said.quotes]
    target = yield from find_target(request, schema, said.masked, quotes, [link.model])
    if len(target.entries) != 1:
        return which_one(request, target.asked or target.entries, link.model.name)
    entry = target.entries[0]
    shelf = yield from look_up(request, schema, [aim, link.model])
    known = shelf.get(link.model.id, entry.id)
    refs = known.refs(link.field) if known else []
    for part in re.split(r",|\s+(?:and|ve)\s+", link.names):
        found = best_matches(shelf, [aim], tokens(plain(part)))
        if len(found) != 1:
            return which_one(request, found or shelf.of(aim), aim.name)
        refs = [ref for ref in refs if ref != found[0].id] + ([found[0].id] if link.adds else [])
    given = {"model": link.model.id, "data": link.field.nest(refs)}
    if link.model.kind == "document":
        given["slug"] = entry.id
    else:
        given["data"] = {entry.id: link.field.nest(refs)}
    result: Result = yield Call("save_content", given)
    labels = names((one.label if (one := shelf.get(aim.id, ref)) else ref) for ref in refs) or "–"
    label = field_name(request, link.field)
    done = request.say("answer.relate.set", entry=names([entry]), label=label, labels=labels)
    return written(request, [result], done)
