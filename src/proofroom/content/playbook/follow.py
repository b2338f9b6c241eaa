"""What comes after a turn: take it back, give it another value, do it in another language.

Also what only the project's own words make clear: the verbs of its flags, plain statements about its fields.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from proofroom.content.playbook.days import DATES
from proofroom.content.playbook.deeds import rows_of
from proofroom.content.playbook.entries import Found, data_of, ids_of
from proofroom.content.playbook.intent import intent_of
from proofroom.content.playbook.request import (
    End,
    ProjectRequest,
    begin,
    in_order,
    read_call,
    record_call,
    save_call,
)
from proofroom.content.playbook.schema import FieldView, Json, ModelView, Schema
from proofroom.content.playbook.sense import read_request
from proofroom.content.playbook.sense.phrasebook import ASIDES, PLAIN
from proofroom.content.playbook.sense.question import asked_fields
from proofroom.content.playbook.values import fit
from proofroom.content.playbook.words import LOOK, listed, seen
from proofroom.providers.offline import Ask, Call, Made, Plan, Request, Result, lexicon
from proofroom.providers.offline.plan import READING
from proofroom.providers.offline.sentence import Sentence, tokens
from proofroom.providers.offline.spelling import mend

Plans = Mapping[str, Callable[[Request], Plan]]
Rows = dict[tuple[str, str, str], Json]


def follows(kind: str, request: Request) -> bool:
    """Tell whether a request only follows up the turn before: `undo`, `value` or `language`."""
    before = bool(request.earlier)
    if kind == "value":
        before = _last_saved(request) is not None or _read_one(request)
    said = Sentence(request.text).masked
    if kind == "language" and _bare_text(request) is not None:
        return True
    if kind == "value" and (LOOK["language"].match(said) or _bare_text(request) is not None):
        return False
    if kind in ("same_for", "was_before", "meant_another"):
        before = bool(writes_of(request))
    if kind == "leave_out":
        before = any(made.call.tool not in READING for made in request.before)
    if kind == "undo" and before and _only_undoes(said):
        return True
    found = LOOK[kind].match(said) if before else None
    return found is not None and (kind != "value" or _is_value(request.text, found))


def _only_undoes(said: str) -> bool:
    """Tell whether a message has no other word that says something than those that take back."""
    words = [word for word in tokens(ASIDES.sub(" ", said)) if word not in PLAIN and word not in lexicon.STOP]
    return " ".join(words) in listed("undoing") or (words[:1] == ["geri"] and words[1:] in (["al"], ["alin"]))


def _is_value(text: str, found: re.Match[str]) -> bool:
    """Tell a value from another order, or words that only point at a value: no, the other one."""
    if Sentence(text).quotes:
        return True
    group = next(name for name in ("en", "better", "no", "tr") if found[name])
    said = found[group].strip(" .!")
    if seen("points_at_value", said) or seen("no_answer", said) or LOOK["undo"].match(said):
        return False
    return group != "no" or (intent_of(said) is None and re.search(lexicon.THIS, said) is None)


def _bare_text(request: Request) -> str | None:
    """Return the text that is given for another language without quotation marks: and in Turkish Merhaba.

    Only where the turn before saved one text, and what follows is no request by itself.
    """
    sentence = Sentence(request.text)
    found, call = LOOK["language_bare"].match(sentence.masked), _last_saved(request)
    if found is None or call is None or len(writes_of(request)) != 1:
        return None
    group = "value" if found["value"] else "value_tr"
    text = sentence.text[found.start(group) : found.end(group)].strip()
    is_told = bool(found["told"] or found["told_tr"])
    is_other = intent_of(text) is not None or (not is_told and intent_of(request.text) is not None)
    return text if _place(call.input) and not is_other else None


def writes_of(request: Request) -> list[Made]:
    """Return the calls of the last turn that changed something."""
    return [made for made in request.latest if made.call.tool not in READING]


def _last_saved(request: Request) -> Call | None:
    saved = [made.call for made in request.latest if made.call.tool == "save_content"]
    return saved[-1] if saved else None


def _read_one(request: Request) -> bool:
    """Tell whether the last turn only read one entry: "change it" may mean the field it asked for."""
    return not writes_of(request) and any(
        made.call.input.get("entryId") or made.call.tool == "get_content" for made in request.latest
    )


def undo(task: ProjectRequest) -> End:
    """Write back what the last turn changed, from what it had read before."""
    changes = writes_of(task.request)
    if not changes:
        return task.answer("answer.follow.nothing")
    calls = taken_back(task, changes, task.request.latest)
    if calls is None:
        return task.answer("answer.follow.cannot")
    results = yield from in_order(calls)
    what = f"“{task.request.earlier[-1].strip()}”"
    return task.wrote(results, task.say("answer.follow.undone", what=what))


def tell_before(request: Request) -> Plan:
    """Tell what stood there before the last turn changed it, from what it had read."""
    task = yield from begin(request)
    changes = writes_of(task.request)
    rows, _ = _known([made for made in task.request.latest if made not in changes])
    told: list[str] = []
    for made in changes:
        given = made.call.input
        locale = str(given.get("locale") or (task.schema.locales or ("en",))[0])
        for key, data in rows_of(given):
            row = rows.get((str(given.get("model")), key, locale)) or {}
            told += [f"{name}: {task.value(row[name])}" for name in data if row.get(name) not in (None, "")]
    return task.tell("answer.follow.before", told) if told else task.ask("answer.speech.rephrase")


def _known(reads: list[Made]) -> tuple[Rows, dict[tuple[str, str], str]]:
    """Return what the turn read before it wrote: rows by model, id and locale; states by model and id."""
    rows, states = Rows(), dict[tuple[str, str], str]()
    for made in reads:
        data = data_of(made.result)
        model, locale, found = str(data.get("modelId")), str(data.get("locale")), data.get("data")
        meta = cast("dict[str, Json]", data.get("meta") or {})
        if isinstance(found, dict):
            rows[model, str(made.call.input.get("entryId") or ""), locale] = cast("Json", found)
        for row in cast("list[Json]", found) if isinstance(found, list) else ():
            key = str(row.get("slug") or row.get("id"))
            rows[model, key, locale] = row | rows.get((model, key, locale), {})
            states.setdefault((model, key), str((meta.get(key) or {}).get("status") or ""))
    return rows, states


def _reversed(
    schema: Schema, rows: Rows, states: dict[tuple[str, str], str], made: Made
) -> list[Call] | None:
    """Return the calls that take one back, or None where what was there is not known."""
    given, model = made.call.input, schema.get(made.call.input.get("model"))
    if model is None or made.call.tool not in ("update_status", "save_content"):
        return None
    if made.call.tool == "update_status":
        old: dict[str, list[str]] = {}
        for one in cast("list[str]", given.get("entryIds") or []):
            old.setdefault(states.get((model.id, one), ""), []).append(one)
        back = [{"model": model.id, "entryIds": ids, "status": state} for state, ids in old.items()]
        return None if "" in old else [Call("update_status", one) for one in back]
    locale = str(given.get("locale") or (schema.locales or ("en",))[0])
    calls: list[Call] = []
    for key, data in rows_of(given):
        row = rows.get((model.id, key, locale))
        if row is not None:
            before = {name: row.get(name) for name in data}
            call = save_call(model, [key] if key else [], before, given.get("locale"))
            if "body" in given and row.get("body") is None:
                return None
            body = {"body": row["body"]} if "body" in given else {}
            calls.append(Call(call.tool, call.input | body))
        elif key == "new" or _is_new(made):
            calls.append(Call("delete_content", {"model": model.id, "entryIds": ids_of(made)}))
        else:
            return None
    return calls


def _restored(
    schema: Schema, reads: list[Made], states: dict[tuple[str, str], str], given: Json
) -> list[Call] | None:
    """Return the calls that write deleted entries again, from what was read in full before they went."""
    model = schema.get(given.get("model"))
    calls: list[Call] = []
    for one in cast("list[str]", given.get("entryIds") or []) if model and model.has_entries else ():
        found = [data_of(made.result) for made in reads if made.call.input.get("entryId") == one]
        whole = [data for data in found if isinstance(data.get("data"), dict) and model]
        whole = [data for data in whole if given.get("locale") in (None, data.get("locale"))]
        if not whole or model is None:
            return None
        for data in whole:
            fields = {name: value for name, value in data["data"].items() if value is not None}
            body = fields.pop("body", None)
            own = {name: value for name, value in fields.items() if model.field(name) is not None}
            call = save_call(model, [one], own, str(data.get("locale") or "") or None)
            calls.append(Call(call.tool, call.input | ({"body": body} if body is not None else {})))
        state = states.get((model.id, one), "")
        if state not in ("", "draft"):
            calls.append(Call("update_status", {"model": model.id, "entryIds": [one], "status": state}))
    return calls or None


def _is_new(made: Made) -> bool:
    """Tell whether a call made what it saved: only that may be deleted to take it back."""
    results = cast("list[Json]", made.result.rows("results"))
    return bool(results) and all(one.get("action") == "created" for one in results)


def give_value(task: ProjectRequest) -> End:
    """Save the field that was just set once more, with another value; else read the request by itself."""
    found = LOOK["value"].match(task.said)  # not in what is left without remarks
    given = (yield from _give_value(task, found)) if found else None
    return (yield from read_request(task, "change")) if given is None or isinstance(given, Ask) else given


def _give_value(task: ProjectRequest, found: re.Match[str]) -> End:
    sentence, call = task.sentence, _last_saved(task.request)
    if call is None:
        return (yield from _change_asked(task, found))
    model = task.schema.get(call.input.get("model"))
    path = _place(call.input)
    one = model.at(path) if model else None
    group = next(name for name in ("en", "better", "no", "tr") if found[name])
    text = sentence.bare if sentence.quotes else sentence.text[found.start(group) : found.end(group)]
    value: Any = text if model and one is None and model.kind == "dictionary" else None
    if one is not None and one.target is None:
        value = fit(text, one)
    if value is None or not path or model is None or task.schema.fields_in(task.said, [model]):
        is_day = value is None and one is not None and one.type in DATES  # it may go by today: Friday
        wanted = (
            f"set its {one.path[-1].replace('_', ' ')} to {_in_its_year(text, call.input)}" if one else ""
        )
        other = task.about(wanted) if is_day else task
        return (yield from read_request(other, "change"))
    one = one or FieldView(path)
    yield _reads(call.input, model)  # what stood there, should it be taken back
    result: Result = yield Call("save_content", call.input | {"data": _with(call.input, one, value)})
    name = task.name_of(one) if model.kind != "dictionary" else path[-1]
    return task.wrote([result], f"{name}: {task.value(value)}.")


def _in_its_year(text: str, given: Json) -> str:
    """Return a day with the year that was saved, where it is said without one."""
    saved = re.search(r"\b(?:19|20)\d\d(?=-\d\d)", str(given.get("data")))
    is_told = saved is None or re.search(r"\b(?:19|20)\d\d\b", text) or not re.search(r"\d", text)
    return text if is_told or saved is None else f"{text.rstrip(' .!')} {saved[0]}"


def _change_asked(task: ProjectRequest, found: re.Match[str]) -> End:
    """Change the field that the last question asked for: how many seats has it; change it to 45."""
    group = next(name for name in ("en", "better", "no", "tr") if found[name])
    quotes = task.sentence.quotes
    value = quotes[-1].value if quotes else task.sentence.text[found.start(group) : found.end(group)]
    asked = Sentence(task.request.earlier[-1]).masked
    fields = asked_fields(task, asked)
    if not fields:
        return (yield from read_request(task, "change"))
    name = fields[0].path[-1].replace("_", " ")
    spoken = lexicon.locale_in(task.said) or lexicon.locale_in(asked)  # the text that was read is meant
    where = f" in {lexicon.NAMES[spoken]}" if spoken else ""
    quoted = f'"{value.strip()}"' if fields[0].is_text else value
    return (yield from read_request(task.about(f"set its {name}{where} to {quoted}"), "change"))


def _reads(given: Json, model: ModelView) -> list[Call]:
    """Return the calls that read what a saving call is about to change."""
    locale = given.get("locale")
    if not model.has_entries:
        return [record_call(model, locale)]
    return [read_call(Found(model, key, key), locale) for key, _ in rows_of(given) if key != "new"]


def _place(given: Json) -> tuple[str, ...]:
    """Return the path of the one field in what a call saved."""
    path: list[str] = []
    at: Any = next(rows_of(given))[1]
    while isinstance(at, dict) and len(cast("Json", at)) == 1:
        name, at = next(iter(cast("Json", at).items()))
        path.append(name)
    return tuple(path)


def _with(given: Json, one: FieldView, value: Any) -> Json:
    data = cast("Json", given.get("data") or {})
    is_field = next(iter(data), None) == one.path[0]
    return one.nest(value) if is_field else {key: one.nest(value) for key in data}


def in_language(plans: Plans) -> Callable[[Request], Plan]:
    """Return the plan that does the last turn again in the language that is named now."""

    def plan(request: Request) -> Plan:
        locale = lexicon.locales_in(Sentence(request.text).masked)[0]
        if writes_of(request):
            task = yield from begin(request)
            return (yield from _again(task, locale))
        asked = request.earlier[-1].rstrip()
        sign = "?" if asked.endswith("?") else ""
        again = replace(request, text=f"{asked.rstrip(' .?!')} ({lexicon.NAMES[locale]}){sign}")
        kind = intent_of(again.text)
        if kind is None or kind not in plans:
            return Ask(request.say("answer.speech.rephrase"))
        return (yield from plans[kind](again))

    return plan


def ask_again(plans: Plans) -> Callable[[Request], Plan]:
    """Return the plan that answers the last question once more, where only its list is asked for."""

    def plan(request: Request) -> Plan:
        again = replace(request, text=mend(request.earlier[-1]), earlier=request.earlier[:-1])
        kind = intent_of(again.text)
        if kind is None or kind not in plans or writes_of(request):
            return Ask(request.say("answer.speech.rephrase"))
        return (yield from plans[kind](again))

    return plan


def _again(task: ProjectRequest, locale: str) -> End:
    quote = task.quotes[-1] if task.quotes else _bare_text(task.request)
    calls: list[Call] = []
    for call in (made.call for made in writes_of(task.request)):
        given = call.input | {"locale": locale}
        model, path = task.schema.get(given.get("model")), _place(call.input)
        one = (model.at(path) if model else None) or FieldView(path)
        if call.tool == "save_content" and one.is_text:
            if quote is None or not path:  # or several fields at once: each needs a text of its own
                return task.ask("answer.follow.which_text", locale=locale)
            given["data"] = _with(call.input, one, quote)
        calls.append(Call(call.tool, given))
    instead = LOOK["instead_of_that"].match(task.said) is not None
    back = taken_back(task, writes_of(task.request), task.request.latest) if instead else None
    results = yield from in_order([*(back or ()), *calls])
    return task.wrote(results, task.say("answer.follow.done", locale=locale))


def taken_back(task: ProjectRequest, changes: Sequence[Made], made: Sequence[Made]) -> list[Call] | None:
    """Return the calls that take changes back; None where what stood there was not read."""
    reads = [one for one in made if one.call.tool in READING]
    rows, states = _known(reads)
    calls: list[Call] = []
    for one in reversed(changes):
        if one.call.tool == "delete_content":
            back = _restored(task.schema, reads, states, one.call.input)
        else:
            back = _reversed(task.schema, rows, states, one)
        if back is None:
            return None
        calls += back
    return calls
