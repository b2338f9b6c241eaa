"""Publishing, unpublishing, archiving and deleting the entries that are meant."""

import re
from datetime import date
from typing import Final

from proofroom.content.playbook.change import change
from proofroom.content.playbook.entries import data_of
from proofroom.content.playbook.labels import dictionary_in, keys_in
from proofroom.content.playbook.relate import change_link
from proofroom.content.playbook.request import (
    End,
    Look,
    ProjectRequest,
    Work,
    left_words,
    read_call,
    save_call,
)
from proofroom.content.playbook.schema import Json, Mention
from proofroom.content.playbook.target import Target, find_target, limits_of
from proofroom.content.playbook.words import LOOK, listed, seen
from proofroom.providers.offline import Call, Result, lexicon
from proofroom.providers.offline.dates import When, find_when
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens

_AROUND: Final = listed("around_settings")
_KEPT: Final = 5
"""Entries that are read in full before they go."""
_VERBS: Final = {
    "published": lexicon.PUBLISH,
    "draft": lexicon.UNPUBLISH,
    "archived": lexicon.ARCHIVE,
    "delete": lexicon.DELETE,
}


def set_status(status: str) -> Work:
    """Return the work that brings what is meant into a state, at once or on a day."""

    def work(task: ProjectRequest) -> End:
        when = find_when(limits_of(task.schema, task.said).without(task.said))
        target = yield from _find(task, status, when)
        if not target.entries:
            return target.ask(task, f"answer.speech.which_to.{status}")
        given = _given(task, target) | {"status": status}
        if when is not None and not _names(target, task.said[when.start : when.end]):
            return (yield from _schedule(task, target, given, when))
        result: Result = yield Call("update_status", given)
        return task.wrote([result], task.say(f"answer.status.done.{status}", entries=target.entries))

    return work


def _names(target: Target, said: str) -> bool:
    """Tell whether what looks like a day is part of the names: "Pazar yeri" is a market, not Sunday."""
    titles = [tokens(plain(one.label)) for one in target.entries]
    return all(any(alike(word, part) for part in title) for title in titles for word in tokens(said))


def delete(task: ProjectRequest) -> End:
    """Delete labels or entries, empty a field, or take a flag or a relation back."""
    locale = lexicon.locale_in(task.said)
    keys = keys_in(task.sentence)
    if keys and task.schema.of_kind("dictionary"):
        given: Json = {"model": dictionary_in(task).id, "entryIds": keys}
        result: Result = yield Call("delete_content", given | ({"locale": locale} if locale else {}))
        return task.wrote([result], task.say("answer.status.label_deleted", keys=", ".join(keys)))
    mentions = task.schema.fields_in(task.said)
    if any(one.field.type == "boolean" and seen("taken_off", task.said[: one.start]) for one in mentions):
        return (yield from change(task))
    linked = yield from change_link(task)
    if linked is not None:
        return linked
    emptied = next((one for one in mentions if _is_emptied(one, task.sentence)), None)
    target = yield from _find(task, "delete", emptied)
    if not target.entries:
        return target.ask(task, "answer.speech.which_to.delete")
    if emptied is not None:
        value = False if emptied.field.type == "boolean" else None
        result = yield save_call(target.entries[0].model, target.ids, emptied.field.nest(value))
        done = task.say("answer.status.emptied", name=emptied.field, entries=target.entries)
        return task.wrote([result], done)
    if target.is_bulk and not target.words:
        return task.ask("answer.status.many", count=len(target.entries), entries=target.entries)
    if strange := _beside(task, target):
        return task.unexplained(strange, task.say("answer.status.understood_delete", entries=target.entries))
    if len(target.entries) <= _KEPT:  # what goes, should it be taken back
        locales = task.schema.locales if target.entries[0].model.i18n else (None,)
        yield [read_call(one, locale) for one in target.entries for locale in locales]
    result = yield Call("delete_content", _given(task, target))
    return task.wrote([result], task.say("answer.status.done.delete", entries=target.entries))


def _beside(task: ProjectRequest, target: Target) -> list[str]:
    """Return what is to be taken out of an entry, and nothing explains: the entry itself stays then."""
    sides = LOOK["links_remove"].search(task.said)
    if sides is None:
        return []
    words = [word for side in ("one", "other") for word in left_words(sides[side], *target.models)]
    known = [
        part for one in target.entries for name in (one.label, *one.labels) for part in tokens(plain(name))
    ]
    known += [part for one in target.entries for part in tokens(one.id.replace("-", " "))]
    return [word for word in words if word not in _AROUND and not any(alike(word, part) for part in known)]


def _is_emptied(mention: Mention, sentence: Sentence) -> bool:
    """Tell whether a field, and not the entry, is what goes."""
    is_title = mention.field.path[-1] == mention.model.title_field
    goes = LOOK["goes"].match(sentence.masked[mention.end :]) is not None
    if mention.field.type == "boolean" and seen("sense_that_is", sentence.masked[: mention.start]):
        return False  # delete what is sold out
    return goes and mention.field.target is None and not is_title


def _given(task: ProjectRequest, target: Target) -> Json:
    given: Json = {"model": target.entries[0].model.id, "entryIds": target.ids}
    locale = lexicon.locale_in(task.said)
    return given | ({"locale": locale} if locale else {})


def _schedule(task: ProjectRequest, target: Target, given: Json, when: When) -> End:
    """Set when entries become public, or stop being so; archiving has no date, so it means the latter."""
    is_shown = given["status"] == "published"
    today: date | None = None
    if when.needs_today and task.request.can("getTime"):
        clock: Result = yield Call("getTime", {"timezone": "UTC"})
        today = date.fromisoformat(str(data_of(clock).get("iso") or "")[:10]) if clock.ok else None
    moment = when.moment(today)
    if moment is None:
        return task.ask("answer.status.which_day")
    hidden = [one for one in target.entries if one.status not in ("", "published")]
    if not is_shown and hidden:
        return task.answer("answer.status.not_public", entries=hidden)
    dates = {"status": "published", "publish_at" if is_shown else "expire_at": moment}
    result: Result = yield Call("update_status", given | dates)
    at = moment[:16].replace("T", " ") + " UTC"
    key = "answer.status.public_on" if is_shown else "answer.status.public_until"
    return task.wrote([result], task.say(key, entries=target.entries, at=at))


def _find(task: ProjectRequest, verb: str, explained: Mention | When | None) -> Look[Target]:
    said = task.sentence.without((explained.start, explained.end)) if explained else task.said
    said = re.sub(_VERBS[verb], lambda found: " " if len(found[0]) < 25 else found[0], said)
    said = LOOK["status_noun"].sub(" ", lexicon.without_languages(LOOK["status_frame"].sub(" ", said)))
    models = [explained.model] if isinstance(explained, Mention) else None
    return (yield from find_target(task, said, models=models))
