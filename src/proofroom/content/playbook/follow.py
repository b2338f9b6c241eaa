"""What comes after a turn: take it back, give it another value, do it in another language."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from proofroom.content.playbook.change import plan_change
from proofroom.content.playbook.entries import Look, ids_of, in_order, read_schema
from proofroom.content.playbook.schema import FieldView, Json, Schema
from proofroom.content.playbook.speech import data_of, field_name, save_call, shown_value, written
from proofroom.content.playbook.values import fit
from proofroom.providers.offline import Answer, Ask, Call, Made, Plan, Request, Result, lexicon
from proofroom.providers.offline.plan import READING
from proofroom.providers.offline.sentence import BLANK, Sentence

Plans = Mapping[str, Callable[[Request], Plan]]
_UNDO: Final = re.compile(
    r"^\W*(?:please |can you |could you |no,? )*(?:undo|revert|take (?:it|that|this) back|roll back)"
    r"(?: (?:it|that|this|the last(?: change| one)?|my last change))?(?: please)?\W*$"
    r"|^\W*(?:(?:lutfen|bunu|onu|son degisikligi|hayir,?) )*geri al(?:ir misin|in)?\W*$|^\W*vazgectim\W*$"
)
_NO: Final = r"(?:no|nope|actually|sorry|rather|wait|hayir|yok|aslinda)[, ]+"
_VALUE: Final = re.compile(
    rf"^\W*(?:{_NO})?(?:(?:please )?(?:make|set|change) (?:it|that)(?: to)?|(?:it|that) should be)"
    r"\s+(?P<en>\S.*?)\W*$"
    rf"|^\W*{_NO}(?:to |make it )?(?P<no>\S.*?)\W*$"
    rf"|^\W*(?:{_NO})?(?:(?:onu|bunu) )?(?P<tr>\d+|{BLANK}+)(?:'?\w+)? (?:yap|olsun|olarak degistir)\w*\W*$"
)
_LANGUAGE: Final = re.compile(
    rf"^\W*(?:(?:and|now|also|then|same|the same|do it|do that|too|simdi|bir de|ayni(?:si|sini)?|ve)[, ]+)*"
    rf"(?:(?:in|for|into)\s+)?(?:{'|'.join(lexicon.LANGUAGES.values())})"
    r"(?:\s+(?:too|as well|de|da|icin|olarak))*"
    rf"\s*[:,]?\s*(?P<value>{BLANK}+)?\W*$"
)


def is_undo(request: Request) -> bool:
    """Tell whether the last turn is to be taken back."""
    return bool(request.earlier) and _UNDO.match(Sentence(request.text).masked) is not None


def is_value(request: Request) -> bool:
    """Tell whether only another value is given for what was just set."""
    return _last_saved(request) is not None and _VALUE.match(Sentence(request.text).masked) is not None


def is_language(request: Request) -> bool:
    """Tell whether the last turn is wanted in another language too."""
    return bool(request.earlier) and _LANGUAGE.match(Sentence(request.text).masked) is not None


@dataclass
class _Known:
    """What the turn read before it wrote: rows and states by model and id."""

    rows: dict[tuple[str, str, str], Json] = field(default_factory=dict[tuple[str, str, str], Json])
    states: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def take(self, made: Made) -> None:
        """Take in what a reading tool answered."""
        data = data_of(made.result)
        model, locale = str(data.get("modelId")), str(data.get("locale"))
        meta, found = cast("Json", data.get("meta") or {}), data.get("data")
        if isinstance(found, list):
            for row in cast("list[Json]", found):
                key = str(row.get("slug") or row.get("id"))
                self.rows[model, key, locale] = row | self.rows.get((model, key, locale), {})
                state = cast("Json", meta.get(key) or {}).get("status")
                self.states.setdefault((model, key), str(state or ""))
        elif isinstance(found, dict):
            key = str(made.call.input.get("entryId") or "")
            self.rows[model, key, locale] = cast("Json", found)


def plan_undo(request: Request) -> Plan:
    """Write back what the last turn changed, from what it had read before."""
    schema = yield from read_schema()
    known = _Known()
    changes = [made for made in request.latest if _is_write(made.call)]
    for made in request.latest:
        if not _is_write(made.call):
            known.take(made)
    if not changes:
        return Answer(request.say("answer.follow.nothing"))
    calls: list[Call] = []
    for made in reversed(changes):
        back = _reversed(schema, known, made)
        if back is None:
            return Answer(request.say("answer.follow.cannot"))
        calls += back
    results = yield from in_order(calls)
    done = request.say("answer.follow.undone", what=f"“{request.earlier[-1].strip()}”")
    return written(request, results, done)


def _is_write(call: Call) -> bool:
    return call.tool not in READING


def _reversed(schema: Schema, known: _Known, made: Made) -> list[Call] | None:
    """Return the calls that take one back, or None where what was there is not known."""
    given = made.call.input
    model = schema.get(str(given.get("model")))
    if model is None:
        return None
    locale = str(given.get("locale") or (schema.locales or ("en",))[0])
    if made.call.tool == "update_status":
        old: dict[str, list[str]] = {}
        for one in cast("list[str]", given.get("entryIds") or []):
            old.setdefault(known.states.get((model.id, one), ""), []).append(one)
        if "" in old:
            return None
        return [
            Call("update_status", {"model": model.id, "entryIds": ids, "status": state})
            for state, ids in old.items()
        ]
    if made.call.tool != "save_content":
        return None
    calls: list[Call] = []
    for key, data in _saved(given):
        row = known.rows.get((model.id, key, locale))
        if row is None and (key == "new" or (model.kind == "document" and not _has(known, model.id, key))):
            calls.append(Call("delete_content", {"model": model.id, "entryIds": ids_of(made)}))
        elif row is None:
            return None
        else:
            before = {name: row.get(name) for name in data}
            calls.append(save_call(model, [key] if key else [], before, given.get("locale")))
    return calls


def _has(known: _Known, model: str, key: str) -> bool:
    return any(one[:2] == (model, key) for one in known.rows)


def _saved(given: Json) -> Iterator[tuple[str, Json]]:
    """Yield the entries that a call saved, with their fields; the id of a record without one is empty."""
    data = cast("Json", given.get("data") or {})
    if given.get("slug"):
        yield str(given["slug"]), data
    elif given.get("entryIds"):
        for one in cast("list[str]", given["entryIds"]):
            yield one, data
    elif data and all(isinstance(value, dict) for value in data.values()) and "." not in next(iter(data)):
        for key, fields in data.items():
            yield key, cast("Json", fields)
    else:
        yield "", data


def _last_saved(request: Request) -> Call | None:
    saved = [made.call for made in request.latest if made.call.tool == "save_content"]
    return saved[-1] if saved else None


def plan_value(request: Request) -> Plan:
    """Save the field that was just set once more, with the value that is given now."""
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    found, call = _VALUE.match(sentence.masked), _last_saved(request)
    assert found is not None
    assert call is not None
    model = schema.get(str(call.input.get("model")))
    if model is None or schema.fields_in(sentence.masked, [model]):
        return (yield from plan_change(request))
    group = next(name for name in ("en", "no", "tr") if found[name])
    text = sentence.bare if sentence.quotes else sentence.text[found.start(group) : found.end(group)]
    data, path = _place(call.input)
    one = next((one for one in model.fields if one.path == path), None)
    value: Any = text if one is None and model.kind == "dictionary" else fit(text, one) if one else None
    if value is None or (one is not None and one.target is not None):
        return (yield from plan_change(request))
    given = dict(call.input) | {"data": _with(data, (one or FieldView(path, {})), value)}
    result: Result = yield Call("save_content", given)
    name = field_name(request, one) if one else path[-1]
    return written(request, [result], f"{name}: {shown_value(request, value)}.")


def _place(given: Json) -> tuple[Json, tuple[str, ...]]:
    """Return a call's data and the path of the one field in it."""
    data = cast("Json", given.get("data") or {})
    _, fields = next(_saved(given))
    path: list[str] = []
    at: Any = fields
    while isinstance(at, dict) and len(cast("Json", at)) == 1:
        name, at = next(iter(cast("Json", at).items()))
        path.append(name)
    return data, tuple(path)


def _with(data: Json, one: FieldView, value: Any) -> Json:
    if data and next(iter(data)) == one.path[0]:
        return one.nest(value)
    return {key: one.nest(value) for key in data}


def plan_language(plans: Plans, intent_of: Callable[[str], str | None]) -> Callable[[Request], Plan]:
    """Return the plan that does the last turn again in the language that is named now."""

    def plan(request: Request) -> Plan:
        sentence = Sentence(request.text)
        locale = lexicon.locales_in(sentence.masked)[0]
        changes = [made.call for made in request.latest if _is_write(made.call)]
        if not changes:
            again = replace(request, text=f"{request.earlier[-1].rstrip(' .?!')} ({lexicon.NAMES[locale]})")
            kind = intent_of(again.text)
            if kind is None or kind not in plans:
                return Ask(request.say("answer.speech.rephrase"))
            return (yield from plans[kind](again))
        return (yield from _again(request, sentence, locale, changes))

    return plan


def _again(request: Request, sentence: Sentence, locale: str, changes: list[Call]) -> Look[Answer | Ask]:
    schema = yield from read_schema()
    quote = sentence.quotes[-1].value if sentence.quotes else None
    calls: list[Call] = []
    for call in changes:
        given = dict(call.input) | {"locale": locale}
        if call.tool == "save_content":
            data, path = _place(call.input)
            model = schema.get(str(given.get("model")))
            one = next((one for one in model.fields if one.path == path), None) if model else None
            is_text = one is None or one.is_text
            if is_text and quote is None:
                return Ask(request.say("answer.follow.which_text", locale=locale))
            if is_text:
                given["data"] = _with(data, one or FieldView(path, {}), quote)
        calls.append(Call(call.tool, given))
    results = yield from in_order(calls)
    return written(request, results, request.say("answer.follow.done", locale=locale))
