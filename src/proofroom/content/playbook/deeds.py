"""What calls would do, told from the calls themselves: what a person says yes to is what is done."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from proofroom.content.playbook.entries import LookedUp
from proofroom.content.playbook.request import Look, ProjectRequest, names
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.providers.offline import Answer, Ask, Call
from proofroom.providers.offline.consent import is_agreed_to
from proofroom.providers.offline.plan import Underway
from proofroom.providers.offline.sentence import alike, plain, tokens

WRITES = ("save_content", "update_status", "delete_content")
_OWN = ("data", "slug", "entryIds", "entryId", "model", "locale")
_MOST = 4
"""Deeds that are told one by one."""


def deed_offered(task: ProjectRequest, lookup: LookedUp, calls: Sequence[Call], words: Sequence[str]) -> Ask:
    """Return the question whether to do what calls would do."""
    deeds = _deeds(task, lookup, calls)
    deed = "; ".join(deeds[:_MOST]) + (f"; … (+{len(deeds) - _MOST})" if len(deeds) > _MOST else "")
    key = "answer.offer.unsure" if words else "answer.offer.shall"
    text = task.say(key, words=", ".join(words), deed=deed)
    return Ask(text, tuple(calls), leaves_words=bool(words), deed=deed)


def _deeds(task: ProjectRequest, lookup: LookedUp, calls: Sequence[Call]) -> list[str]:
    return list(dict.fromkeys(one for call in calls for one in _told(task, lookup, call)))


def asked_first(
    task: ProjectRequest, lookup: LookedUp, one: Underway, words: Sequence[str] = ()
) -> Look[Answer | Ask]:
    """Offer what a plan is about to write; go on where that is agreed to."""
    question = deed_offered(task, lookup, one.calls, words)
    return (yield from one.go_on()) if is_agreed_to(task.request, question) else question


def chosen_of(
    task: ProjectRequest, lookup: LookedUp, choices: Sequence[Sequence[Call]]
) -> Sequence[Call] | Ask:
    """Return the only way to understand something, or the one that was picked; else ask which it is."""
    if len(choices) == 1:
        return choices[0]
    listed = [f"{at}. {'; '.join(_deeds(task, lookup, one))}" for at, one in enumerate(choices, 1)]
    told = task.say("answer.offer.which", listed="\n".join(listed))
    question = Ask(told, tuple(choices[0]), is_choice=True)
    if not is_agreed_to(task.request, question):
        return question
    return choices[min(task.request.picked, len(choices) - 1)]


def same_deeds(one: Underway, other: Underway, locales: Sequence[str]) -> bool:
    """Tell whether a plan is about to do all that another would; without a language, the first is meant."""
    return _effects(other.calls, locales) <= _effects(one.calls, locales)


def all_deeds(offered: Sequence[Call], parts: Sequence[Underway], locales: Sequence[str]) -> bool:
    """Tell whether plans together are about to do all that was offered."""
    return _effects(offered, locales) <= _effects([call for one in parts for call in one.calls], locales)


def _effects(calls: Sequence[Call], locales: Sequence[str]) -> set[str]:
    found: set[str] = set()
    for call in calls:
        given = call.input
        if call.tool not in WRITES:
            found.add(f"{call.tool} {sorted(given.items(), key=str)}")
        where = f"{given.get('model')} {given.get('locale') or next(iter(locales), None)}"
        changed = {name: value for name, value in given.items() if name not in _OWN}
        for key, data in rows_of(given):
            found |= {f"{call.tool} {where} {key} {name} {value}" for name, value in (data | changed).items()}
    return found


def told_by(lookup: LookedUp, calls: Sequence[Call]) -> Callable[[str], bool]:
    """Return what tells whether a word is one of the names of what calls change, or of what they write."""
    known: list[str] = []
    for call in calls:
        model = lookup.schema.get(call.input.get("model"))
        entries = [lookup.get(model.id, key) for key, _ in rows_of(call.input)] if model else []
        known += [part for one in entries if one for label in one.labels for part in tokens(label)]
        values = [value for _, data in rows_of(call.input) for value in data.values()]
        known += [part for one in values if isinstance(one, str) for part in tokens(plain(one))]
    return lambda word: any(alike(word, part) for part in known)


def rows_of(given: Json) -> Iterator[tuple[str, Json]]:
    """Yield what a call is about, entry by entry; the id of a record without entries is empty."""
    data = cast("Json", given.get("data") or {})
    ids = [str(one) for one in cast("list[Any]", given.get("entryIds") or [])]
    ids += [str(given[name]) for name in ("slug", "entryId") if given.get(name)]
    if ids:
        yield from ((one, data) for one in ids)
    elif data and all(isinstance(value, dict) for value in data.values()):
        yield from cast("dict[str, Json]", data).items()
    else:
        yield "", data


def _told(task: ProjectRequest, lookup: LookedUp, call: Call) -> Iterator[str]:
    given, model = call.input, task.schema.get(call.input.get("model"))
    if model is None or call.tool not in WRITES:
        yield f"{call.tool} {task.value(str(given.get('model') or given.get('id') or ''))}"
        return
    rows = list(rows_of(given))
    labels = [_name(lookup, model, key, data) for key, data in rows]
    where = f" ({given['locale']})" if given.get("locale") else ""
    if call.tool == "save_content":
        yield from _saved(task, lookup, model, rows, where)
    elif call.tool == "delete_content":
        yield task.say("answer.offer.delete", entries=names(labels)) + where
    elif at := given.get("publish_at") or given.get("expire_at"):
        yield task.say("answer.offer.scheduled", entries=names(labels), at=str(at)[:16].replace("T", " "))
    else:
        yield task.say(f"answer.offer.{given.get('status')}", entries=names(labels)) + where


def _saved(
    task: ProjectRequest, lookup: LookedUp, model: ModelView, rows: list[tuple[str, Json]], where: str
) -> Iterator[str]:
    fresh = [(key, data) for key, data in rows if model.has_entries and lookup.get(model.id, key) is None]
    for key, data in fresh:
        fields = "; ".join(f"{name}: {_value(task, lookup, model, name, one)}" for name, one in data.items())
        entry = names([_name(lookup, model, key, data)])
        yield task.say("answer.offer.add", entry=entry, model=model, fields=fields) + where
    known = [row for row in rows if row not in fresh]
    sets: dict[tuple[str, str], list[str]] = {}
    for key, data in known:
        for name, value in data.items():
            shown = "" if value in (None, "", []) else _value(task, lookup, model, name, value)
            sets.setdefault((name, shown), []).append(_name(lookup, model, key, data))
    for (name, shown), labels in sets.items():
        field = model.field(name) or FieldView((name,))
        key = "answer.offer.set" if shown else "answer.offer.empty"
        yield task.say(key, field=field, entries=names(labels), value=shown) + where


def _name(lookup: LookedUp, model: ModelView, key: str, data: Json) -> str:
    entry = lookup.get(model.id, key)
    return entry.label if entry else str(data.get(model.title_field) or model.name)


def _value(task: ProjectRequest, lookup: LookedUp, model: ModelView, name: str, value: Any) -> str:
    one = model.field(name)
    if one is None or one.target is None:
        return task.value(value)
    refs = cast("list[Any]", value) if isinstance(value, list) else [value]
    linked = [lookup.get(one.target, str(ref)) for ref in refs]
    return names([each.label if each else str(ref) for each, ref in zip(linked, refs, strict=True)])
