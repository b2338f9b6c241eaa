"""Publishing, unpublishing, archiving and deleting the entries that are meant."""

import re
from datetime import date
from typing import Literal

from proofroom.content.playbook.change import change_in
from proofroom.content.playbook.entries import Look, read_schema
from proofroom.content.playbook.labels import dictionary_in, keys_in
from proofroom.content.playbook.relate import change_link, find_links
from proofroom.content.playbook.schema import Json, Mention, Schema
from proofroom.content.playbook.speech import (
    data_of,
    field_name,
    names,
    none_fits,
    not_allowed,
    not_found,
    which_entry,
    which_one,
    written,
)
from proofroom.content.playbook.target import Target, find_target
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, lexicon
from proofroom.providers.offline.dates import When, find_when
from proofroom.providers.offline.sentence import Sentence

Status = Literal["published", "draft", "archived"]
_TAKEN_OUT = {
    "published": lexicon.PUBLISH,
    "draft": lexicon.UNPUBLISH,
    "archived": lexicon.ARCHIVE,
    "delete": lexicon.DELETE,
}
_GOES = re.compile(r"\W*$|(?:\s+\w+)?\s*(?:of|from|off|on|for|\x01)|\w*\W*(?:kaldir|sil|cikar)")
"""What follows the name of a field that is to be emptied."""
_FRAMES = re.compile(
    r"\bschedul\w*\b|\b(?:zamanla|planla|programla)\w*\b|\b(?:put|make|set|bring|take|pull)\b"
    r"|\b(?:live|online|public|offline|down)\b"
)


def plan_publish(request: Request) -> Plan:
    """Publish what is meant."""
    return (yield from _plan_status(request, "published"))


def plan_unpublish(request: Request) -> Plan:
    """Take back to draft what is meant."""
    return (yield from _plan_status(request, "draft"))


def plan_archive(request: Request) -> Plan:
    """Archive what is meant."""
    return (yield from _plan_status(request, "archived"))


def plan_delete(request: Request) -> Plan:
    """Delete labels or entries."""
    if not request.can("delete_content"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    if keys_in(sentence) and schema.of_kind("dictionary"):
        return (yield from _delete_labels(request, schema, sentence))
    if _is_taken_off(schema, sentence):
        return (yield from change_in(request, schema, sentence))
    links = find_links(schema, sentence)
    if links:
        linked = yield from change_link(request, schema, links)
        if linked is not None:
            return linked
    emptied = _emptied(schema, sentence)
    target = yield from _find(request, schema, sentence, "delete", emptied)
    if not target.entries:
        return _ask(request, target, "delete")
    if emptied is not None:
        return (yield from _empty_field(request, target, emptied))
    if target.is_bulk and not target.words:
        return Ask(
            request.say("answer.status.many", count=len(target.entries), entries=names(target.entries))
        )
    given: Json = {"model": target.entries[0].model.id, "entryIds": [one.id for one in target.entries]}
    locale = lexicon.locale_in(sentence.masked)
    result: Result = yield Call("delete_content", given | ({"locale": locale} if locale else {}))
    done = request.say("answer.status.done.delete", entries=names(target.entries))
    return written(request, [result], done)


def _emptied(schema: Schema, sentence: Sentence) -> Mention | None:
    """Return the field that is to be emptied, where a field and not the entry is what goes."""
    for mention in schema.fields_in(sentence.masked):
        if mention.field.target is not None or mention.field.path[-1] == mention.model.title_field:
            continue
        if _GOES.match(sentence.masked[mention.end :]):
            return mention
    return None


def _empty_field(request: Request, target: Target, mention: Mention) -> Look[Answer | Ask]:
    value = False if mention.field.type == "boolean" else None
    model = target.entries[0].model
    ids = [one.id for one in target.entries]
    given: Json = {"model": model.id, "data": mention.field.nest(value)}
    if model.kind == "collection":
        given["data"] = {entry_id: mention.field.nest(value) for entry_id in ids}
    else:
        given |= {"slug": ids[0]} if len(ids) == 1 else {"entryIds": ids}
    result: Result = yield Call("save_content", given)
    name = field_name(request, mention.field)
    done = request.say("answer.status.emptied", name=name, entries=names(target.entries))
    return written(request, [result], done)


def _plan_status(request: Request, status: Status) -> Plan:
    if not request.can("update_status"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    when = find_when(sentence.masked)
    target = yield from _find(request, schema, sentence, status, when=when)
    if not target.entries:
        return _ask(request, target, status)
    given: Json = {
        "model": target.entries[0].model.id,
        "entryIds": [one.id for one in target.entries],
        "status": status,
    }
    if locale := lexicon.locale_in(sentence.masked):
        given["locale"] = locale
    if when is not None:
        return (yield from _schedule(request, target, given, when))
    result: Result = yield Call("update_status", given)
    done = request.say(f"answer.status.done.{status}", entries=names(target.entries))
    return written(request, [result], done)


def _schedule(request: Request, target: Target, given: Json, when: When) -> Look[Answer | Ask]:
    """Set when entries become public, or stop being so; archiving has no date, so it means the latter."""
    is_shown = given["status"] == "published"
    today: date | None = None
    if when.needs_today and request.can("getTime"):
        clock: Result = yield Call("getTime", {"timezone": "UTC"})
        today = date.fromisoformat(str(data_of(clock).get("iso") or "")[:10]) if clock.ok else None
    moment = when.moment(today)
    if moment is None:
        return Ask(request.say("answer.status.which_day"))
    hidden = [one for one in target.entries if one.status not in ("", "published")]
    if not is_shown and hidden:
        return Answer(request.say("answer.status.not_public", entries=names(hidden)))
    dates = {"publish_at": moment} if is_shown else {"expire_at": moment}
    result: Result = yield Call("update_status", given | {"status": "published"} | dates)
    at = moment[:16].replace("T", " ") + " UTC"
    key = "answer.status.public_on" if is_shown else "answer.status.public_until"
    done = request.say(key, entries=names(target.entries), at=at)
    return written(request, [result], done)


def _find(
    request: Request,
    schema: Schema,
    sentence: Sentence,
    verb: str,
    emptied: Mention | None = None,
    when: When | None = None,
) -> Look[Target]:
    said = sentence.masked
    for place in (emptied, when):
        if place is not None:
            said = said[: place.start] + " " * (place.end - place.start) + said[place.end :]
    for match in re.finditer(_TAKEN_OUT[verb], said):
        if match.end() - match.start() < 25:
            said = said[: match.start()] + " " * (match.end() - match.start()) + said[match.end() :]
    said = lexicon.without_languages(_FRAMES.sub(" ", said))
    said = re.sub(r"\b(?:arsiv\w*|archives?|yayin\w*)\b", " ", said)
    quotes = [quote.value for quote in sentence.quotes]
    models = [emptied.model] if emptied else None
    return (yield from find_target(request, schema, said, quotes, models))


def _ask(request: Request, target: Target, verb: str) -> Answer | Ask:
    if target.is_bulk:
        return none_fits(request, target.words)
    noun = target.models[0].name if len(target.models) == 1 else ""
    if target.asked:
        return which_one(request, target.asked, noun)
    if target.words:
        return not_found(request, target.words)
    return which_entry(request, verb)


def _is_taken_off(schema: Schema, sentence: Sentence) -> bool:
    """Tell whether a flag is to be taken back: remove it from the pinned guides."""
    flags = (one for one in schema.fields_in(sentence.masked) if one.field.type == "boolean")
    return any(
        re.search(r"\b(?:from|off|out of)\s+(?:the |our )?$", sentence.masked[: one.start]) for one in flags
    )


def _delete_labels(request: Request, schema: Schema, sentence: Sentence) -> Look[Answer | Ask]:
    model = dictionary_in(schema, sentence)
    given: Json = {"model": model.id, "entryIds": keys_in(sentence)}
    locale = lexicon.locale_in(sentence.masked)
    result: Result = yield Call("delete_content", given | ({"locale": locale} if locale else {}))
    keys = ", ".join(keys_in(sentence))
    done = request.say("answer.status.label_deleted", keys=keys)
    return written(request, [result], done)
