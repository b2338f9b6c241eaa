"""Adding an entry: its model from the nouns, its fields from names, addresses, places and pairs."""

import re
from typing import Any, cast

from proofroom.content.playbook.amount import change_by
from proofroom.content.playbook.change import change
from proofroom.content.playbook.entries import Found, ids_of, telling_words
from proofroom.content.playbook.labels import change_label, speaks_of_labels
from proofroom.content.playbook.parts import read_parts
from proofroom.content.playbook.relate import change_link
from proofroom.content.playbook.request import End, Look, ProjectRequest, left_words, save_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.values import NUMERIC, fit
from proofroom.content.playbook.words import LOOK, listed, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Ask, Call, Made, Result, lexicon
from proofroom.providers.offline.sentence import BLANK, Sentence, alike, plain, tokens

_FRAME = listed("around_entries")
"""Words around the fields of a new entry that say nothing more."""


def add(task: ProjectRequest) -> End:
    """Add an entry to the model that is named, or to the one on screen."""
    if speaks_of_labels(task):
        return (yield from change_label(task))
    if _fills_field(task):
        return (yield from change(task))
    linked = (yield from change_by(task)) or (yield from change_link(task))
    if linked is not None:
        return linked
    model = _model(task)
    if model is None:
        return _which_model(task)
    other = _other_name(task, model)
    if other is not None:
        task = task.about(other.rest)
    data = _read_fields(model, task.sentence)
    linked = yield from _relations(task, model)
    related: Json = {name: one.id for name, one in linked.items()}
    called = data.get(model.title_field)
    if related and isinstance(called, str) and called not in task.quotes:
        data[model.title_field] = re.split(r"\s+by\s+(?=[^a-z])", called)[0]  # Onion tart by Tom Hale
    data |= related
    own = [one for one in model.fields if len(one.path) == 1]
    required = [one for one in own if one.definition.get("required")] or (
        [model.title] if model.title else []
    )
    missing = [one for one in required if one.path[0] not in data]
    left = [] if missing else _stray(task, model, [*data.values(), called])
    listed = (yield from read_parts(task, model)) if missing or left else None
    if listed is not None and not any(one.path[0] not in listed for one in required):
        data, linked, missing, left = listed, {}, [], []
    if missing:
        wanted, others = (
            ", ".join(map(task.name_of, some))
            for some in (missing, [one for one in own if one not in missing])
        )
        return task.ask("answer.add.which_value", wanted=wanted, model=model, others=others)
    shown = data | {name: one.label for name, one in linked.items()}
    fields = "; ".join(f"{name}: {task.value(value)}" for name, value in shown.items())
    if left:
        return task.unexplained(left, f"{model.name} + {fields}")
    title = str(data.get(model.title_field) or next(iter(data.values())))
    given: Json = {"model": model.id, "data": {"new": data}}
    if model.kind == "document":
        body = {"body": f"{data.pop('body')}\n"} if model.field("body") is None and "body" in data else {}
        given |= {"slug": slug_of(title), "data": data, **body}
    result: Result = yield Call(
        "save_content", given | ({"locale": task.text_locales[0]} if model.i18n else {})
    )
    results = [result]
    ids = ids_of(Made(Call("save_content", given), result)) if other is not None and result.ok else []
    if other is not None and ids:
        named = save_call(model, ids[:1], {model.title_field: other.name}, other.locale)
        results.append((yield named))
        fields += f"; {other.locale}: {task.value(other.name)}"
    return task.wrote(results, task.say("answer.add.added", entry=[title], model=model, fields=fields))


def _which_model(task: ProjectRequest) -> Ask:
    models = ", ".join(one.name for one in task.schema.with_entries())
    if not telling_words(task.said) and not task.sentence.values:
        return task.ask("answer.add.which_model", models=models)
    return task.ask("answer.add.cannot", models=models)


@dataclass(frozen=True)
class _OtherName:
    """What a new entry is called in another language, and the request without that."""

    locale: str
    name: str
    rest: str


def _other_name(task: ProjectRequest, model: ModelView) -> _OtherName | None:
    """Read a name for another language of the project: with the Turkish name …, in Turkish …."""
    text, found = task.sentence.text, LOOK["other_name"].search(task.said)
    locales = lexicon.locales_in(found[0]) if found else []
    if found is None or not model.i18n or len(locales) != 1 or locales[0] not in task.schema.locales[1:]:
        return None
    group = "value" if found["value"] else "before"
    name = text[slice(*found.span(group))].strip(" .,;\"“”'")
    is_name = BLANK in found[group] or _is_name(name)
    return _OtherName(locales[0], name, text[: found.start()]) if name and is_name else None


def slug_of(title: str) -> str:
    """Return a title as a slug."""
    return re.sub(r"[^a-z0-9]+", "-", plain(title)).strip("-")[:80] or "untitled"


def _stray(task: ProjectRequest, model: ModelView, values: list[Any]) -> list[str]:
    """Return the words that are in no field of the new entry and say nothing else about it."""
    known = {word for value in values for word in tokens(plain(str(value)).replace("-", " "))}
    spans = [one.span for one in task.schema.fields_in(task.said, [model])]
    spans += [found.span() for found in LOOK["date"].finditer(task.said)]
    words = left_words(task.sentence.without(*spans), model)
    return [word for word in words if word not in _FRAME and not any(alike(word, one) for one in known)]


def _fills_field(task: ProjectRequest) -> bool:
    """Tell "add a summary to this article" from "add an article with a summary"."""
    for mention in task.schema.fields_in(task.said):
        before, behind = task.said[: mention.start], task.said[mention.end :]
        is_to = seen("fills_to", before) and re.match(r"\s+(?:to|for|of)\b", behind)
        is_to = is_to or (seen("fills_tr", before) and re.match(r"\s+ekle", behind))
        if mention.field.target is None and (is_to or seen("fills_needs", before)):
            return True
    return False


def _model(task: ProjectRequest) -> ModelView | None:
    named = [model for model in task.schema.named_in(task.said) if model.has_entries]
    if named:
        return named[0]
    active, _ = task.on_screen()
    names_one = seen("names_one", task.said) or task.quotes
    return active if active is not None and active.has_entries and names_one else None


def _read_fields(model: ModelView, sentence: Sentence) -> Json:
    """Return the fields that a request gives for a new entry of a model."""
    data: Json = {}
    for field in model.fields:
        if len(field.path) == 1 and field.target is None:
            value = _own_form(field, model, sentence) or _pair(field, sentence)
            data |= {field.path[0]: value} if value is not None else {}
    used = [str(value) for value in data.values()]
    if model.title is not None and model.title_field not in data:
        name = _name(model, sentence, used)
        if name:
            data[model.title_field] = name
            used.append(name)
    # Listed words that are left go to the fields that people usually name next.
    rest = [part for part in _parts(model, sentence) if part not in used]
    rest = rest or [part for part in LOOK["in_list"].findall(_readable(sentence)) if part not in used]
    for field in model.fields:
        if _is_place(field, model) and field.path[0] not in data and rest:
            place = re.sub(r"^(?:from|in|lives in|based in)\s+", "", rest.pop(0))
            data[field.path[0]] = re.split(r"['’]", place)[0]
    return data


def _is_place(field: FieldView, model: ModelView) -> bool:
    """Tell whether a field says where somebody is from: a place, or a country where there is no place."""
    has_place = any(one.means("place") for one in model.fields)
    return field.target is None and (field.means("place") or (field.means("country") and not has_place))


def _own_form(field: FieldView, model: ModelView, sentence: Sentence) -> Any:
    """Return a value that shows by its form which field it is for."""
    if field.type in ("email", "url"):
        return next(iter(sentence.emails if field.type == "email" else sentence.urls), None)
    if field.type == "select":
        return _option(field, sentence)
    if field.type in NUMERIC and field.means("price"):
        found = LOOK["money"].search(sentence.masked)
        return fit(found["before"] or found["behind"], field) if found else None
    dates = [one for one in model.fields if one.type == "date"]
    if field.type == "date" and len(dates) == 1:
        found = LOOK["date"].search(sentence.masked)
        return fit(found.group(), field) if found else None
    if field.type == "phone":
        found = re.search(r"(?<![\w.])\+?\d[\d()/ -]{5,}\d(?!\w)", _readable(sentence))
        return found.group() if found else None
    if field.type == "color":
        found = re.search(r"#[0-9a-fA-F]{3,8}\b", sentence.text)
        return found.group() if found else None
    found = LOOK["place"].search(_readable(sentence)) if _is_place(field, model) else None
    place = found and (found["place"] or found["turkish"] or found["from"])
    return place.strip(" .") if place else None


def _option(field: FieldView, sentence: Sentence) -> str | None:
    """Return the one option of a choice that stands by itself in a list: "55 minutes, medium"."""
    given = [str(one) for one in cast("list[Any]", field.definition.get("options") or [])]
    listed = [part.strip(" .!") for part in re.split(r",|;|\band\b|\bve\b", sentence.masked)[1:]]
    found = [one for one in given if plain(one) in listed]
    return found[0] if len(found) == 1 else None


def _pair(field: FieldView, sentence: Sentence) -> Any:
    """Return a value that stands behind the field's name: `bio: …`, `city is …`, `description "…"`."""
    for pattern in field.patterns:
        ahead = re.search(rf"(?<![\w.,])(\d+(?:[.,]\d+)?)\s+(?:{pattern})(?!\w)", sentence.masked)
        if field.type in NUMERIC and ahead is not None:
            return fit(ahead[1], field)  # with 90 seats
        start = rf"(?<![\w.])(?:{pattern})\s*(?:is|are|=|:|olarak|olsun)?\s*"
        match = re.search(start + r"(?P<value>\x01+)", sentence.masked)
        bare = match or re.search(start + r"(?P<value>[^,;\x01]+)", sentence.masked)
        if bare is None:
            continue
        at, end = bare.span("value")
        is_told = re.search(r"(?:is|are|=|:)\s*$", sentence.masked[:at])
        text = sentence.text[at:end].strip()
        is_number = field.type in NUMERIC and re.match(r"\d", text) is not None
        if match is None and not (is_told or is_number or LOOK["proper"].fullmatch(text)):
            continue
        quoted = next((one.value for one in sentence.quotes if one.start == at), None)
        return fit(quoted or sentence.text[at:end].strip(" \"“”'."), field)
    return None


def _name(model: ModelView, sentence: Sentence, used: list[str]) -> str | None:
    """Return what the new entry is called."""
    if sentence.quotes and sentence.quotes[0].value not in used:
        return sentence.quotes[0].value
    text = _readable(sentence)
    match = LOOK["called"].search(text) or LOOK["called_tr"].search(text)
    if match:
        return _clean(match["name"])
    part = next(iter(_parts(model, sentence)), None)
    if part:
        return part
    first = text.lstrip().split(" ", 1)[0]
    for one in (_clean(match.group()) for match in LOOK["proper"].finditer(text)):
        if one not in used and one != first and not any(model.is_called(word) for word in tokens(plain(one))):
            return one
    return None


def _parts(model: ModelView, sentence: Sentence) -> list[str]:
    """Return the listed things behind the model's noun: `author: Tom Becker, Leipzig, tom@…`."""
    text = _readable(sentence)
    for match in re.finditer(r"[^\W_]+", text):
        found = LOOK["behind_noun"].match(LOOK["add_verb"].sub("", text[match.end() :]))
        if found is None or not model.is_called(plain(match.group())):
            continue
        behind = found["rest"] or found["direct"] or ""
        parts = [_clean(part) for part in LOOK["list_joint"].split(behind)]
        good = [part for part in parts if part and BLANK not in part and _is_name(part)]
        if good and (found["rest"] or _is_name(_clean(behind.split(" ")[0]))):
            return good
    return []


def _is_name(text: str) -> bool:
    return re.match(r"[A-ZÇĞİÖŞÜ0-9]", text) is not None


def _readable(sentence: Sentence) -> str:
    """Return the text with quotations and addresses blanked."""
    letters = list(sentence.text)
    for start, end in sentence.values:
        letters[start:end] = BLANK * (end - start)
    return "".join(letters)


def _clean(text: str) -> str:
    if re.search(r"['’][a-zçğıöşü]{1,4}$", text):
        text = re.split(r"['’](?=[a-zçğıöşü]{1,4}\b)", text)[0]
    return re.sub(r"^(?:an?|the|bir)\s+", "", text.strip(f' .,:;!?"“”{BLANK}'))


def _relations(task: ProjectRequest, model: ModelView) -> Look[dict[str, Found]]:
    """Return the single relations that a request names: by somebody, author X, yazarı X."""
    readable, related = _readable(task.sentence), dict[str, Found]()
    for one in model.relations():
        target = task.schema.get(one.target)
        names = "|".join(f"(?:{pattern})" for pattern in one.patterns)
        by = re.search(rf"\b(?:by|{names})\b\s*:?\s*", plain(readable))
        named = LOOK["proper"].match(readable[by.end() :]) if by else None
        if one.type != "relation" or named is None or target is None:
            continue
        shelf = yield from task.look_up([target])
        found = shelf.best([target], tokens(plain(_clean(named.group()))))
        if len(found) == 1:
            related[one.path[0]] = found[0]
    return related
