"""Adding an entry: its model from the nouns, its fields from names, addresses, places and pairs."""

import re
from typing import Any

from proofroom.content.playbook.change import plan_change
from proofroom.content.playbook.entries import Look, best_matches, look_up, read_schema, telling_words
from proofroom.content.playbook.labels import change_label, speaks_of_labels
from proofroom.content.playbook.relate import change_link, find_links
from proofroom.content.playbook.schema import FieldView, Json, ModelView, Schema
from proofroom.content.playbook.speech import (
    field_name,
    names,
    not_allowed,
    shown_value,
    unexplained,
    written,
)
from proofroom.content.playbook.target import left_words, on_screen, text_locales
from proofroom.content.playbook.values import fit
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import BLANK, Sentence, alike, plain, tokens

_PROPER = r"[A-ZÇĞİÖŞÜ][\w'’.-]*(?:\s+(?:[A-ZÇĞİÖŞÜ][\w'’.-]*|(?:de|van|von|da|del|la|el|al|bin)\b))*"
_CALLED = re.compile(
    rf"\b(?:called|named|titled|entitled)\s+(?P<name>{_PROPER}(?:\s+[a-z]+)*?"
    r"(?=\s+(?:by|from|in|with|on|for|and)\b|\s*[,.;]|\s*$)|\w+)"
)
_TURKISH_CALLED = re.compile(
    rf"(?P<name>{_PROPER})\s+(?:ad[ıi]nda|ad[ıi]yla|adl[ıi]|isimli|başlıklı|isminde|diye)\b"
)
_PLACE = re.compile(
    rf"\b(?:from|in|based in|lives in|living in|who lives in|of)\s+(?P<place>{_PROPER})"
    rf"|(?P<turkish>{_PROPER}?)['’](?:d[ae]n|t[ae]n|d[ae]|t[ae]|l[ıiuü])\b"
    rf"|(?P<from>{_PROPER})\s+(?:şehrinden|doğumlu|şehrinde)"
)
_ADD_VERB = r"(?:ekle|oluştur|aç|kur|yarat|kaydet)\w*"
_LISTED = re.compile(rf"[,)]\s*({_PROPER})\s*(?=[,.]|$)")
_AFTER_NOUN = re.compile(r"^\s*[:,–-]\s*(?P<rest>\S.*)$|^\s+(?P<direct>\S.*)$", re.DOTALL)
_SPLIT = re.compile(r"\s*[,;]\s*|\s+(?:and|ve)\s+(?=[A-ZÇĞİÖŞÜ\"“])")


def plan_add(request: Request) -> Plan:
    """Add an entry to the model that is named, or to the one on screen."""
    if not request.can("save_content"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    if speaks_of_labels(sentence, schema):
        return (yield from change_label(request, schema, sentence))
    if _fills_field(schema, sentence):
        return (yield from plan_change(request))
    links = find_links(schema, sentence)
    if links:
        linked = yield from change_link(request, schema, links)
        if linked is not None:
            return linked
    model = _model(request, schema, sentence)
    if model is None:
        return _no_model(request, schema, sentence)
    data = read_fields(request, model, sentence)
    related = yield from _relations(request, schema, model, sentence)
    missing = _missing(model, data | related)
    if missing:
        return _ask_missing(request, model, missing)
    left = _stray(schema, model, sentence, data | related)
    if left:
        fields = "; ".join(f"{name}: {shown_value(request, value)}" for name, value in data.items())
        return unexplained(request, left, f"{model.name} + {fields}")
    return (yield from _save(request, schema, sentence, model, data | related))


def _stray(schema: Schema, model: ModelView, sentence: Sentence, data: Json) -> list[str]:
    """Return the words that are in no field of the new entry and say nothing else about it."""
    known = {word for value in data.values() for word in tokens(plain(str(value)).replace("-", " "))}
    spans = [(one.start, one.end) for one in schema.fields_in(sentence.masked, [model])]
    words = left_words(sentence.without(*spans), model)
    return [word for word in words if word not in _FRAME and not any(alike(word, one) for one in known)]


_FRAME_WORDS = """
colour color text living lives based who based mail address e-mail e-posta adresi sehri dogumlu adiyla isminde
summary description written author yazari called handle from in he she her his
"""
_FRAME = frozenset(_FRAME_WORDS.split())


def _fills_field(schema: Schema, sentence: Sentence) -> bool:
    """Tell "add a summary to this article" from "add an article with a summary"."""
    for mention in schema.fields_in(sentence.masked):
        before, behind = sentence.masked[: mention.start], sentence.masked[mention.end :]
        if mention.field.target is not None:
            continue
        if re.search(r"\badd (?:an? |the |its )?(?:\w+ )?$", before) and re.match(
            r"\s+(?:to|for|of)\b", behind
        ):
            return True
        if re.search(
            r"\b(?:needs?|wants?|gets?|should (?:have|get)) (?:an? |the )?(?:new |better )?$", before
        ):
            return True
        if re.search(r"(?:yazisina|konusuna|yazara|makalesine)\s+(?:bir )?$", before) and re.match(
            r"\s+ekle", behind
        ):
            return True
    return False


def read_fields(request: Request, model: ModelView, sentence: Sentence) -> Json:
    """Return the fields that a request gives for a new entry of a model."""
    data: Json = {}
    used: list[str] = []
    for field in model.fields:
        if len(field.path) != 1 or field.target is not None:
            continue
        value = _own_form(field, sentence) or _pair(field, sentence)
        if value is not None:
            data[field.path[0]] = value
            used.append(str(value))
    title = model.field(model.title_field)
    if title is not None and model.title_field not in data:
        name = _name(model, sentence, used)
        if name:
            data[model.title_field] = name
            used.append(name)
    _fill_from_list(model, sentence, data, used)
    return data


def _model(request: Request, schema: Schema, sentence: Sentence) -> ModelView | None:
    named = [model for model in schema.named_in(sentence.masked) if model.has_entries]
    if named:
        return named[0]
    active, _ = on_screen(request, schema)
    return active if active is not None and active.has_entries and _names_one(sentence) else None


def _names_one(sentence: Sentence) -> bool:
    return sentence.has(r"\b(?:one|entry|another|here|new|bir|yeni|buraya)\b") or bool(sentence.quotes)


def _no_model(request: Request, schema: Schema, sentence: Sentence) -> Answer | Ask:
    models = ", ".join(model.name for model in schema.with_entries())
    if not telling_words(sentence.masked) and not sentence.values:
        return Ask(request.say("answer.add.which_model", models=models))
    return Answer(request.say("answer.add.cannot", models=models))


def _own_form(field: FieldView, sentence: Sentence) -> Any:
    """Return a value that shows by its form which field it is for."""
    kind = field.type
    if kind == "email" and sentence.emails:
        return sentence.emails[0]
    if kind == "url" and sentence.urls:
        return sentence.urls[0]
    if kind == "color":
        found = re.search(r"#[0-9a-fA-F]{3,8}\b", sentence.text)
        return found.group() if found else None
    if field.means("place"):
        found = _PLACE.search(_readable(sentence))
        place = found and (found["place"] or found["turkish"] or found["from"])
        return place.strip(" .") if place else None
    return None


def _pair(field: FieldView, sentence: Sentence) -> Any:
    """Return a value that stands behind the field's name: `bio: …`, `city is …`, `description "…"`."""
    for pattern in field.patterns():
        start = rf"(?<![\w.])(?:{pattern})\s*(?:is|are|=|:|olarak|olsun)?\s*"
        match = re.search(start + r"(?P<value>\x01+)", sentence.masked)
        if match is None:
            match = re.search(start.replace(")?", ")?") + r"(?P<value>[^,;\x01]+)", sentence.masked)
            if match is None or not (
                re.search(r"(?:is|are|=|:)\s*$", sentence.masked[: match.start("value")])
                or re.fullmatch(_PROPER, sentence.text[match.start("value") : match.end("value")].strip())
            ):
                continue
        quoted = next((one.value for one in sentence.quotes if one.start == match.start("value")), None)
        text = sentence.text[match.start("value") : match.end("value")].strip(" \"“”'.")
        return fit(quoted or text, field)
    return None


def _name(model: ModelView, sentence: Sentence, used: list[str]) -> str | None:
    """Return what the new entry is called."""
    quoted = [quote.value for quote in sentence.quotes]
    if quoted and quoted[0] not in used:
        return quoted[0]
    text = _readable(sentence)
    for pattern in (_CALLED, _TURKISH_CALLED):
        match = pattern.search(text)
        if match:
            return _clean(match["name"])
    part = next(iter(_parts(model, sentence)), None)
    if part:
        return part
    proper = [_clean(match.group()) for match in re.finditer(_PROPER, text)]
    first = text.lstrip().split(" ", 1)[0]
    for one in proper:
        if one not in used and one != first and not any(model.is_called(word) for word in tokens(plain(one))):
            return one
    return None


def _parts(model: ModelView, sentence: Sentence) -> list[str]:
    """Return the listed things behind the model's noun: `author: Tom Becker, Leipzig, tom@…`."""
    plain_text = _readable(sentence)
    for match in re.finditer(r"[^\W_]+", plain_text):
        if not model.is_called(plain(match.group())):
            continue
        rest = re.sub(rf"^\s*{_ADD_VERB}\s*|\s+{_ADD_VERB}[\s.!]*$", "", plain_text[match.end() :])
        found = _AFTER_NOUN.match(rest)
        if found is None:
            continue
        listed = found["rest"] or found["direct"] or ""
        parts = [_clean(part) for part in _SPLIT.split(listed)]
        good = [part for part in parts if part and BLANK not in part and _is_name(part)]
        if good and (found["rest"] or _is_name(_clean(listed.split(" ")[0]))):
            return good
    return []


def _is_name(text: str) -> bool:
    return re.match(r"[A-ZÇĞİÖŞÜ0-9]", text) is not None


def _fill_from_list(model: ModelView, sentence: Sentence, data: Json, used: list[str]) -> None:
    """Give listed words that are left to the fields that people usually name next."""
    rest = [part for part in _parts(model, sentence) if part not in used]
    rest = rest or [part for part in _LISTED.findall(_readable(sentence)) if part not in used]
    for field in model.fields:
        if field.means("place") and field.target is None and field.path[0] not in data and rest:
            place = re.sub(r"^(?:from|in|lives in|based in)\s+", "", rest.pop(0))
            data[field.path[0]] = re.split(r"['’]", place)[0]


def _readable(sentence: Sentence) -> str:
    """Return the text with quotations and addresses blanked."""
    letters = list(sentence.text)
    for start, end in sentence.values:
        letters[start:end] = BLANK * (end - start)
    return "".join(letters)


def _clean(text: str) -> str:
    text = (
        re.split(r"['’](?=[a-zçğıöşü]{1,4}\b)", text)[0]
        if re.search(r"['’][a-zçğıöşü]{1,4}$", text)
        else text
    )
    return re.sub(r"^(?:an?|the|bir)\s+", "", text.strip(f' .,:;!?"“”{BLANK}'))


def _relations(request: Request, schema: Schema, model: ModelView, sentence: Sentence) -> Look[Json]:
    """Return the single relations that a request names: by somebody, author X, yazarı X."""
    readable, related = _readable(sentence), Json()
    singles = [one for one in model.relations() if one.type == "relation" and schema.get(one.target)]
    for one in singles:
        names = "|".join(f"(?:{pattern})" for pattern in one.patterns())
        by = re.search(rf"\b(?:by|{names})\b\s*:?\s*", plain(readable))
        named = re.match(_PROPER, readable[by.end() :]) if by else None
        target = schema.get(one.target)
        if named is None or target is None:
            continue
        shelf = yield from look_up(request, schema, [target])
        found = best_matches(shelf, [target], tokens(plain(_clean(named.group()))))
        if len(found) == 1:
            related[one.path[0]] = found[0].id
    return related


def _missing(model: ModelView, data: Json) -> list[FieldView]:
    required = [field for field in model.fields if field.definition.get("required") and len(field.path) == 1]
    title = model.field(model.title_field)
    wanted = required or ([title] if title else [])
    return [field for field in wanted if field.path[0] not in data]


def _ask_missing(request: Request, model: ModelView, missing: list[FieldView]) -> Ask:
    wanted = ", ".join(field_name(request, field) for field in missing)
    others = ", ".join(
        field_name(request, field) for field in model.fields if field not in missing and len(field.path) == 1
    )
    return Ask(request.say("answer.add.which_value", wanted=wanted, model=model.name, others=others))


def _save(
    request: Request, schema: Schema, sentence: Sentence, model: ModelView, data: Json
) -> Look[Answer | Ask]:
    locale = text_locales(request, schema, sentence)[0] if model.i18n else None
    given: Json = {"model": model.id}
    title = str(data.get(model.title_field) or next(iter(data.values())))
    if model.kind == "document":
        given |= {"slug": slug_of(title), "data": data}
    else:
        given["data"] = {"new": data}
    if locale:
        given["locale"] = locale
    result: Result = yield Call("save_content", given)
    fields = "; ".join(f"{name}: {shown_value(request, value)}" for name, value in data.items())
    done = request.say("answer.add.added", entry=names([title]), model=model.name, fields=fields)
    return written(request, [result], done)


def slug_of(title: str) -> str:
    """Return a title as a slug."""
    return re.sub(r"[^a-z0-9]+", "-", plain(title)).strip("-")[:80] or "untitled"
