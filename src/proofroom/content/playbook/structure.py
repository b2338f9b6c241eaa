"""The project's structure: new models and fields, models to delete, locales to add and copy."""

import re
from collections.abc import Sequence
from typing import Final

from proofroom.content.playbook.request import End, ProjectRequest
from proofroom.content.playbook.schema import Json, ModelView, Schema
from proofroom.content.playbook.sense.create import slug_of
from proofroom.content.playbook.words import LOOK, TABLE, listed, seen
from proofroom.providers.offline import Call, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, plain

_TITLES: Final = listed("titles")
_TYPES: Final = "|".join(lexicon.TYPE_WORDS)


def list_models(task: ProjectRequest) -> End:
    """List the models, or the fields of the one that is named."""
    yield from ()
    models = task.schema.models
    named = task.schema.named_in(task.said)
    if named and seen("asks_fields", task.said):
        rows = [f"{task.name_of(one)} (`{'.'.join(one.path)}`, {one.type})" for one in named[0].fields]
        return task.tell("answer.read.fields", rows, model=named[0])
    if not models:
        return task.answer("answer.read.no_models")
    noun = "alan" if task.request.language == "tr" else "fields"
    rows = [f"{one.name} (`{one.id}`, {one.kind}, {len(one.fields)} {noun})" for one in models]
    return task.tell("answer.read.models", rows, count=len(rows))


def save_model(task: ProjectRequest) -> End:
    """Make a model from its name and the list of its fields."""
    name, fields = _model_name(task.sentence), fields_in(task.sentence)
    kind = next((kind for kind in TABLE["list"]["kinds"].split() if seen(kind, task.said)), "collection")
    if not name:
        return task.ask("answer.structure.which_name")
    if not fields and kind != "dictionary":
        return task.ask("answer.structure.which_fields", name=name)
    domains = [str(model.raw["domain"]) for model in task.schema.models if model.raw.get("domain")]
    # Before there is a model, the domains that the project was made with.
    domain = max(set(domains), key=domains.count) if domains else next(iter(task.schema.domains), "content")
    definition: Json = {
        "id": slug_of(name),
        "name": name[:1].upper() + name[1:],
        "kind": kind,
        "domain": domain,
    }
    if kind != "dictionary":
        definition["fields"] = {key: _related(task.schema, key, one) for key, one in fields.items()}
        title = next((key for key in fields if key in _TITLES), None)
        if title:
            definition["title_field"] = title
            definition["fields"][title]["required"] = True
    result: Result = yield Call("save_model", definition)
    told = ", ".join(f"{key} ({one['type']})" for key, one in definition.get("fields", {}).items())
    return task.wrote([result], task.say("answer.structure.model_made", id=definition["id"], listed=told))


def add_field(task: ProjectRequest) -> End:
    """Add a field to a model that exists, or several at once."""
    model = next((one for one in task.schema.named_in(task.said) if one.kind != "dictionary"), None)
    several = LOOK["fields_several"].search(task.sentence.plain)
    if model is not None and several is not None and not task.quotes:
        names = re.split(r",\s*(?:(?:and|ve)\s+)?|\s+(?:and|ve)\s+", several["list"] or several["list_tr"])
        return (yield from _save_fields(task, model, dict(_field(one) for one in names)))
    text = re.sub(rf"\b(?:{_TYPES})\s+(?=field\s+\w)", "", task.sentence.plain)
    found = LOOK["field_named"].search(text)
    name = next((one for one in found.groupdict().values() if one), "") if found else ""
    name = plain(task.quotes[0]) if task.quotes else "" if name in lexicon.TYPE_WORDS else name
    is_noun = bool(task.schema.named_in(name)) and not task.quotes
    if model is None or not name or is_noun:
        return task.ask("answer.structure.which_field")
    bare = re.sub(rf"^(?:{_TYPES})\s+(?:field\s+)?(?:called\s+|named\s+)?", "", name)
    key, definition = _field(bare or name)
    typed = re.search(rf"\b({_TYPES})\s+(?:field|alan)", task.sentence.plain) or LOOK["field_typed"].search(
        task.sentence.plain
    )
    options = LOOK["field_options"].search(" ".join([task.sentence.text, *task.request.answers]))
    if options is not None:
        listed_ones = [one.strip(' ."“”') for one in re.split(r",|;|\bor\b|\band\b|\bve\b", options["list"])]
        definition = {"type": "select", "options": [one for one in listed_ones if one]}
    elif found is not None and found["behind"]:
        pass  # what stands behind the colon is the name, not a type
    elif typed is not None and typed[1] in lexicon.TYPE_WORDS:
        definition = {"type": lexicon.TYPE_WORDS[typed[1]]}
    elif typed is not None:
        return task.ask("answer.structure.which_type", said=typed[1], name=key)
    return (yield from _save_fields(task, model, {key: definition}))


def _save_fields(task: ProjectRequest, model: ModelView, fields: dict[str, Json]) -> End:
    known = {key: _related(task.schema, key, one) for key, one in fields.items()}
    given: Json = {"id": model.id, "name": model.raw.get("name"), "kind": model.kind, "i18n": model.i18n}
    result: Result = yield Call("save_model", given | {"domain": model.raw.get("domain"), "fields": known})
    if len(known) > 1:
        listed = ", ".join(f"{key} ({one['type']})" for key, one in known.items())
        return task.wrote([result], task.say("answer.structure.fields_added", listed=listed, model=model))
    told = {"key": next(iter(fields)), "type": next(iter(fields.values()))["type"], "model": model}
    return task.wrote([result], task.say("answer.structure.field_added", **told))


def delete_model(task: ProjectRequest) -> End:
    """Delete a model with its content."""
    named = task.schema.named_in(f"{plain(' '.join(task.quotes))} {task.said}")
    if len(named) != 1:
        known = ", ".join(model.id for model in named or task.schema.models)
        return task.ask("answer.structure.which_delete", known=known)
    result: Result = yield Call("delete_model", {"model": named[0].id})
    return task.wrote([result], task.say("answer.structure.model_deleted", named=named[0]))


def tell_languages(task: ProjectRequest) -> End:
    """Tell the project's languages, the default first."""
    yield from ()
    names = [lexicon.NAMES.get(one, one).capitalize() for one in task.schema.locales]
    return task.tell(
        "answer.structure.languages",
        (f"{name} ({one})" for name, one in zip(names, task.schema.locales, strict=True)),
    )


def add_locale(task: ProjectRequest) -> End:
    """Add a language to the project."""
    locales = lexicon.codes_in(task.request.text) or lexicon.locales_in(task.said)
    if not locales:
        return task.ask("answer.structure.which_language")
    results: list[Result] = yield [Call("add_locale", {"locale": locale}) for locale in locales]
    return task.wrote(results, task.say("answer.structure.language_added", listed=", ".join(locales)))


def copy_locale(task: ProjectRequest) -> End:
    """Copy a model's content from one language into another."""
    active = task.schema.get(task.request.screen.get("activeModelId"))
    models = [*task.schema.named_in(task.said), *([active] if active else [])]
    model, locales = (
        next((one for one in models if one.i18n), None),
        _direction(task.said, task.schema.locales),
    )
    if model is None or locales is None:
        return task.ask("answer.structure.which_copy")
    source, target = locales
    result: Result = yield Call("copy_locale", {"model": model.id, "from": source, "to": target})
    return task.wrote(
        [result], task.say("answer.structure.copied", model=model, source=source, target=target)
    )


def fields_in(sentence: Sentence) -> dict[str, Json]:
    """Return the fields that a description lists, with a type each."""
    match = LOOK["fields_listed"].search(sentence.plain)
    told = re.split(r"\.\s", match["list"] or match["list_tr"])[0] if match else ""
    found: dict[str, Json] = {}
    for part in re.split(r"\s*[,;]\s*(?:and |ve )?|\s+(?:and|ve|plus)\s+", told.strip(" .!?()")):
        text = LOOK["field_noise"].sub("", LOOK["field_noise"].sub("", part.strip()))
        if re.search(r"[a-z]", text):
            found.setdefault(*_field(text))
    return found


def _field(text: str) -> tuple[str, Json]:
    text = text.strip(" .\"'")
    kind = next((kind for kind, pattern in lexicon.TYPES.items() if pattern.fullmatch(text)), "string")
    key = re.sub(r"[^a-z0-9]+", "_", LOOK["field_asks"].sub("", text)).strip("_") or "field"
    key = key if key[0].isalpha() else f"f_{key}"
    return key, {"type": kind, "items": "string"} if kind == "array" else {"type": kind}


def _related(schema: Schema, key: str, definition: Json) -> Json:
    """Return a field as a relation where its name is the noun of a model."""
    model = next((one for one in schema.with_entries() if one.is_called(key)), None)
    if model is None or definition["type"] != "string" or key in _TITLES:
        return definition
    return {"type": "relations" if key.endswith(("s", "lar", "ler")) else "relation", "model": model.id}


def _model_name(sentence: Sentence) -> str:
    if sentence.quotes:
        return sentence.quotes[0].value
    for match in LOOK["model_named"].finditer(LOOK["model_word"].sub("model", sentence.plain)):
        name = next(group for group in match.groups() if group)
        name = re.sub(r"^(?:bir|yeni|model|an?|the)\s+|\s+(?:bir|yeni)$", "", name.strip())
        if name and name not in ("content", "model", "type", "new", "bir", "yeni", "me", "us"):
            return name
    return ""


def _direction(text: str, locales: Sequence[str]) -> tuple[str, str] | None:
    """Return from which language into which: by words like to and from, else by order, else the other one."""
    spoken = lexicon.locales_in(text)
    codes = re.findall(r"\b([a-z]{2})\b(?=\s*(?:to|into|->|→|$|\W))", text)
    known = [code for code in codes if code in lexicon.LANGUAGES]
    spoken = known if len(spoken) < 2 and len(known) == 2 else spoken
    if (
        len(locales) == 2
        and len(spoken) == 1
        and (into := seen("copied_into", text)) != seen("copied_from", text)
    ):
        other = next((one for one in locales if one != spoken[0]), spoken[0])
        return (other, spoken[0]) if into else (spoken[0], other)
    if len(spoken) != 2:
        return None
    for locale, other in (spoken, spoken[::-1]):
        pattern = lexicon.LANGUAGES[locale]
        turkish = pattern.split("|")[-1].removesuffix(r"\w*")
        if re.search(rf"\b(?:to|into)\s+(?:the )?(?:{pattern})|\b(?:{turkish})(?:ye|ya)\b", text):
            return other, locale
    return spoken[0], spoken[1]
