"""The project's structure: new models and fields, models to delete, locales to add and copy."""

import re
from typing import Final

from proofroom.content.playbook.add import slug_of
from proofroom.content.playbook.entries import read_schema
from proofroom.content.playbook.schema import Json, ModelView, Schema
from proofroom.content.playbook.speech import not_allowed, written
from proofroom.providers.offline import Ask, Call, Plan, Request, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, plain

_TITLES: Final = ("title", "name", "label", "heading", "question", "baslik", "ad", "isim", "soru")
_LISTED: Final = re.compile(
    r"(?:\bwith\b|\bhaving\b|\bcontaining\b|\bwhich has\b|\bthat has\b|\bfields?\b\s*:?|:"
    r"|\balanlari?\b\s*:?|\bile\b)(?!.*:)\s*(?P<list>.+)$",
    re.DOTALL,
)
_NAMED: Final = re.compile(
    r"\b(?:called|named|for|of|store|manage|collect)\s+(?:(?:our|the|a|an|new"
    r"|all)\s+)?(?P<name>[a-z][a-z0-9 _-]*?)(?=\s*(?:\bwith\b|\bhaving\b|\bwhich\b|\bthat\b|\bwhere\b|:"
    r"|,|\.|$))"
    r"|(?P<before>[a-z]+(?: [a-z]+)?)\s+(?:icin|diye|adinda|adli|isimli)\b"
    r"|\b(?:an?|new)\s+(?P<adjective>[a-z]+)\s+(?:content )?(?:model|type|collection)\b"
    r"|\b(?:model|type|collection)\s+(?P<direct>[a-z][a-z0-9-]*)(?=\s*(?:with|having|:|,|\.|$))"
)
_KINDS: Final = (
    (r"\b(?:singleton|single page|one-off|tekil)\b", "singleton"),
    (r"\b(?:dictionar(?:y|ies)|key[- ]value|sozluk)\b", "dictionary"),
    (r"\b(?:documents?|markdown|belge\w*)\b", "document"),
)
_NOISE: Final = re.compile(
    r"^(?:an?|the|one|its|their|some|bir|de|da)\s+|^(?:and|ve|or|also|plus)\s+|\s+fields?$"
)


def plan_save_model(request: Request) -> Plan:
    """Make a model from its name and the list of its fields."""
    if not request.can("save_model"):
        return not_allowed(request)
    sentence = Sentence(request.text)
    name = _model_name(sentence)
    fields = fields_in(sentence)
    kind = next((kind for pattern, kind in _KINDS if sentence.has(pattern)), "collection")
    if not name or (not fields and kind != "dictionary"):
        return _ask_model(request, name)
    schema = yield from read_schema()
    definition: Json = {
        "id": slug_of(name),
        "name": name[:1].upper() + name[1:],
        "kind": kind,
        "domain": _domain(schema),
    }
    if kind != "dictionary":
        definition["fields"] = {key: _related(schema, key, one) for key, one in fields.items()}
        title = next((key for key in fields if key in _TITLES), None)
        if title:
            definition["title_field"] = title
            definition["fields"][title]["required"] = True
    result: Result = yield Call("save_model", definition)
    listed = ", ".join(f"{key} ({one['type']})" for key, one in definition.get("fields", {}).items())
    done = request.say("answer.structure.model_made", id=definition["id"], listed=listed)
    return written(request, [result], done)


def plan_add_field(request: Request) -> Plan:
    """Add a field to a model that exists."""
    if not request.can("save_model"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    model = next((one for one in schema.named_in(sentence.masked) if one.kind != "dictionary"), None)
    text = re.sub(rf"\b(?:{'|'.join(lexicon.TYPE_WORDS)})\s+(?=field\s+\w)", "", sentence.plain)
    found = re.search(
        r"\bfields?\s+(?:called |named )?(?P<name>[a-z][\w ]*?)(?=\s+(?:to|for|in|on)\b|\W*$)"
        r"|\b(?:an?|the)\s+(?P<before>[a-z]\w*(?: \w+)?)\s+field\b|(?P<tr>[a-z]\w*)\s+(?:adinda "
        r"|adli )?(?:bir )?alan",
        text,
    )
    name = (found and (found["name"] or found["before"] or found["tr"])) or ""
    name = "" if name in lexicon.TYPE_WORDS else name
    if sentence.quotes:
        name = plain(sentence.quotes[0].value)
    if model is None or not name:
        return Ask(request.say("answer.structure.which_field"))
    key, definition = _field(
        re.sub(rf"^(?:{'|'.join(lexicon.TYPE_WORDS)})\s+(?:field\s+)?(?:called\s+|named\s+)?", "", name)
        or name
    )
    typed = re.search(rf"\b({'|'.join(lexicon.TYPE_WORDS)})\s+(?:field|alan)", sentence.plain)
    if typed is not None:
        definition = {"type": lexicon.TYPE_WORDS[typed[1]]}
    raw = model.raw
    given: Json = {"id": model.id, "name": raw.get("name"), "kind": model.kind, "domain": raw.get("domain")}
    given |= {"i18n": model.i18n, "fields": {key: _related(schema, key, definition)}}
    result: Result = yield Call("save_model", given)
    done = request.say("answer.structure.field_added", key=key, type=definition["type"], model=model.name)
    return written(request, [result], done)


def plan_delete_model(request: Request) -> Plan:
    """Delete a model with its content."""
    if not request.can("delete_model"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    quoted = " ".join(plain(quote.value) for quote in sentence.quotes)
    named = schema.named_in(f"{quoted} {sentence.masked}")
    if len(named) != 1:
        known = ", ".join(model.id for model in named or schema.models)
        return Ask(request.say("answer.structure.which_delete", known=known))
    result: Result = yield Call("delete_model", {"model": named[0].id})
    done = request.say("answer.structure.model_deleted", named=named[0].name)
    return written(request, [result], done)


def plan_add_locale(request: Request) -> Plan:
    """Add a language to the project."""
    if not request.can("add_locale"):
        return not_allowed(request)
    locales = lexicon.codes_in(request.text) or lexicon.locales_in(Sentence(request.text).masked)
    if not locales:
        return Ask(request.say("answer.structure.which_language"))
    results: list[Result] = yield [Call("add_locale", {"locale": locale}) for locale in locales]
    listed = ", ".join(locales)
    done = request.say("answer.structure.language_added", listed=listed)
    return written(request, results, done)


def plan_copy_locale(request: Request) -> Plan:
    """Copy a model's content from one language into another."""
    if not request.can("copy_locale"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    model = _copied_model(request, schema, sentence)
    locales = _direction(sentence)
    if model is None or locales is None:
        return Ask(request.say("answer.structure.which_copy"))
    source, target = locales
    result: Result = yield Call("copy_locale", {"model": model.id, "from": source, "to": target})
    done = request.say("answer.structure.copied", model=model.name, source=source, target=target)
    return written(request, [result], done)


def fields_in(sentence: Sentence) -> dict[str, Json]:
    """Return the fields that a description lists, with a type each."""
    match = _LISTED.search(sentence.plain)
    if match is None:
        return {}
    found: dict[str, Json] = {}
    listed = re.split(r"\.\s", match["list"])[0]
    for part in re.split(r"\s*[,;]\s*(?:and |ve )?|\s+(?:and|ve|plus)\s+", listed.strip(" .!?")):
        text = _NOISE.sub("", _NOISE.sub("", part.strip()))
        if re.search(r"[a-z]", text):
            key, definition = _field(text)
            found.setdefault(key, definition)
    return found


def _field(text: str) -> tuple[str, Json]:
    text = text.strip(" .\"'")
    kind = next((kind for kind, pattern in lexicon.TYPES.items() if pattern.fullmatch(text)), "string")
    stripped = re.sub(
        r"^(?:whether (?:they|it|he|she|the \w+)?\s*(?:is|are|has)?|if|is|has|are)\s+", "", text
    )
    key = re.sub(r"[^a-z0-9]+", "_", stripped).strip("_") or "field"
    key = key if key[0].isalpha() else f"f_{key}"
    return key, {"type": kind, "items": "string"} if kind == "array" else {"type": kind}


def _related(schema: Schema, key: str, definition: Json) -> Json:
    """Return a field as a relation where its name is the noun of a model."""
    if definition["type"] != "string" or key in _TITLES:
        return definition
    for model in schema.with_entries():
        if model.is_called(key):
            kind = "relations" if key.endswith(("s", "lar", "ler")) else "relation"
            return {"type": kind, "model": model.id}
    return definition


def _model_name(sentence: Sentence) -> str:
    if sentence.quotes:
        return sentence.quotes[0].value
    text = re.sub(
        r"\b(?:content )?(?:model|type|collection)s?\b(?=\s+(?:called|named|for|of))", "model", sentence.plain
    )
    for match in _NAMED.finditer(text):
        name = next(group for group in match.groups() if group)
        name = re.sub(r"^(?:bir|yeni|model|an?|the)\s+|\s+(?:bir|yeni)$", "", name.strip())
        if name and name not in ("content", "model", "type", "new", "bir", "yeni", "me", "us"):
            return name
    return ""


def _ask_model(request: Request, name: str) -> Ask:
    if not name:
        return Ask(request.say("answer.structure.which_name"))
    return Ask(request.say("answer.structure.which_fields", name=name))


def _domain(schema: Schema) -> str:
    domains = [str(model.raw.get("domain")) for model in schema.models if model.raw.get("domain")]
    return max(set(domains), key=domains.count) if domains else "content"


def _copied_model(request: Request, schema: Schema, sentence: Sentence) -> ModelView | None:
    named = [model for model in schema.named_in(sentence.masked) if model.i18n]
    if named:
        return named[0]
    active = schema.get(request.screen.get("activeModelId"))
    return active if active is not None and active.i18n else None


def _direction(sentence: Sentence) -> tuple[str, str] | None:
    """Return from which language into which; named by words like to and from, else by order."""
    text = sentence.masked
    spoken = lexicon.locales_in(text)
    codes = re.findall(r"\b([a-z]{2})\b(?=\s*(?:to|into|->|→|$|\W))", text)
    if len(spoken) < 2:
        known = [code for code in codes if code in lexicon.LANGUAGES]
        spoken = known if len(known) == 2 else spoken
    if len(spoken) != 2:
        return None
    for locale, other in ((spoken[0], spoken[1]), (spoken[1], spoken[0])):
        pattern = lexicon.LANGUAGES[locale]
        if re.search(rf"\b(?:to|into)\s+(?:the )?(?:{pattern})", text) or re.search(
            rf"\b{_turkish_stem(locale)}(?:ye|ya)\b", text
        ):
            return other, locale
    return spoken[0], spoken[1]


def _turkish_stem(locale: str) -> str:
    return r"(?:" + lexicon.LANGUAGES[locale].split("|")[-1].removesuffix(r"\w*") + ")"
