"""Orders about records in a sentence: change a field of one, or make a type of them with its fields."""

import re
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final, cast

from proofroom.entities.telling import tell_record
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import alike, plain, tokens
from proofroom.providers.offline.table import refused

Json = dict[str, Any]
_KINDS: Final = {
    "number": r"\b(?:number|count|capacity|price|amount|age|size|year|sayi|kapasite|fiyat|yas|yil)",
    "date": r"\b(?:date|day|deadline|birthday|tarih|gun)",
    "url": r"\b(?:url|website|web site|homepage|link|adresi? \(web\)|site)",
    "email": r"\b(?:e-?mail|e-?posta)",
}
_KEY: Final = re.compile(r"[^a-z0-9]+")


def change_field(request: Request, said: Mapping[str, Any]) -> Plan:
    """Set a field that the record's type has, by what people call it."""
    record = yield from _find(request, str(said["record"]))
    if isinstance(record, (Answer, Ask)):
        return record
    types: Result = yield Call("listEntityTypes")
    kinds = cast("list[Json]", types.rows("types"))
    fields = [field for one in kinds if one["slug"] == record["typeSlug"] for field in _fields(one)]
    wanted, value = str(said["field"]), str(said["value"]).strip(" .")
    field = _called(fields, wanted)
    if plain(wanted) in ("title", "name", "baslik", "basligi", "ad", "adi") and field is None:
        given: Json = {"entityId": record["id"], "title": value}
    elif field is None:
        names = ", ".join(str(one.get("label") or one["key"]) for one in fields)
        return Ask(request.say("answer.entities.which_field", record=record["title"], names=names or "–"))
    else:
        given = {"entityId": record["id"], "fields": {field["key"]: _typed(field, value)}}
    done: Result = yield Call("updateEntity", given)
    if not done.ok:
        return refused(request, done)
    label = str((field or {}).get("label") or wanted)
    return Answer(request.say("answer.entities.changed", record=record["title"], field=label, value=value))


def make_type(request: Request, said: Mapping[str, Any]) -> Plan:
    """Make a type of records; what a field holds is told by what it is called."""
    name = str(said["name"]).strip(" .")
    fields = [_field(one) for one in cast("list[str]", said.get("fields") or [])]
    own = [one for one in fields if one["key"] not in ("name", "title", "ad", "baslik")]
    given = {"slug": _key(name).replace("_", "-"), "name": name[:1].upper() + name[1:], "fields": own}
    done: Result = yield Call("createEntityType", given)
    if not done.ok:
        return refused(request, done)
    told = ", ".join(f"{one['label']} ({one['type']})" for one in own) or "–"
    return Answer(request.say("answer.entities.type_made", name=given["name"], fields=told))


def summarise(request: Request, said: Mapping[str, Any]) -> Plan:
    """Say in short what a record and its documents say."""
    record = yield from _find(request, str(said["record"]).strip(" ."))
    if isinstance(record, (Answer, Ask)):
        return record
    return (yield from tell_record(request, record))


def tell_no_deleting(request: Request, said: Mapping[str, Any]) -> Plan:
    """Say who deletes records: no tool of an agent does."""
    yield from ()
    return Answer(request.say("answer.entities.no_deleting", record=said["record"]))


def _find(request: Request, words: str) -> Generator[Call, Result, Json | Answer | Ask]:
    """Return the one record that words mean, or what to say instead."""
    found = yield Call("searchEntities", {"query": words[:400], "limit": 20})
    if not found.ok:
        return refused(request, found)
    rows = cast("list[Json]", found.rows("entities"))
    same = [one for one in rows if plain(one["title"]) == plain(words).strip()]
    near = same or [one for one in rows if _covers(tokens(plain(one["title"])), tokens(plain(words)))]
    if len(near) == 1:
        return near[0]
    names = ", ".join(str(one["title"]) for one in (near or rows)[:10])
    return Ask(request.say("answer.entities.which_record", words=words, names=names or "–"))


def _fields(kind: Json) -> list[Json]:
    return cast("list[Json]", kind["fields"])


def _covers(known: Sequence[str], wanted: Sequence[str]) -> bool:
    return bool(wanted) and all(any(alike(word, other) for other in known) for word in wanted)


def _called(fields: Sequence[Json], words: str) -> Json | None:
    wanted = tokens(plain(words))
    found = [
        one
        for one in fields
        if _covers(tokens(plain(str(one.get("label") or ""))), wanted)
        or _covers(tokens(plain(str(one["key"]).replace("_", " "))), wanted)
    ]
    return found[0] if len(found) == 1 else None


def _typed(field: Json, value: str) -> Any:
    if field.get("type") == "number" and re.fullmatch(r"-?\d+(?:\.\d+)?", value):
        return float(value) if "." in value else int(value)
    return value


def _field(name: str) -> Json:
    label = name.strip(" .")
    kind = next((kind for kind, words in _KINDS.items() if re.search(words, plain(label))), "text")
    return {"key": _key(label), "label": label[:1].upper() + label[1:], "type": kind}


def _key(name: str) -> str:
    return _KEY.sub("_", plain(name)).strip("_")[:40] or "field"
