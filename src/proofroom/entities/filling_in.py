"""How the offline model fills in a field: it quotes the sentence of a connected document that fits best."""

import re
from collections.abc import Iterable
from typing import Any, cast

from proofroom.providers.offline import Answer, Call, Plan, Request, Result, Skill
from proofroom.search import fold, words

_FILL = re.compile(r"Fill in the field \"(\w+)\" of the record \"([0-9a-f-]+)\"")
_SURE, _MOST_MISSING = 0.9, 0.5
_FIGURE = re.compile(r"\d[\d.,]*")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def fill_skill() -> Skill:
    """Return the skill."""
    return Skill("fill_field", lambda request: 0.97 if _FILL.match(request.text) else 0.0, _fill)


def _fill(request: Request) -> Plan:
    said = _FILL.match(request.text)
    assert said is not None
    key, entity_id = said.groups()
    got: list[Result] = yield [
        Call("getEntity", {"entityId": entity_id, "include": ["relations"]}),
        Call("listEntityTypes"),
    ]
    record = cast("dict[str, Any] | None", got[0].data)
    listed = cast("list[dict[str, Any]]", got[1].rows("types"))
    if not got[0].ok or record is None:
        return Answer(request.say("answer.entities.refused", problem=got[0].problem))
    kind = next((one for one in listed if one["slug"] == record["typeSlug"]), None)
    fields = cast("list[dict[str, Any]]", kind["fields"] if kind else [])
    field = next((one for one in fields if one["key"] == key), {"key": key})
    label = str(field.get("label") or key)
    near = {record["id"], *(one["id"] for one in record.get("related", []))}
    asked = f"{label} {field.get('instructions') or ''} {record['title']}"
    found: Result = yield Call("searchDocuments", {"query": asked[:400], "limit": 20})
    passages = [one for one in cast("list[dict[str, Any]]", found.data or []) if one.get("entityId") in near]
    best = best_sentence(label, passages)
    value = value_in(best[1], field) if best else None
    if best is None or value is None:
        return Answer(request.say("answer.entities.nothing_citable", field=label))
    passage, sentence, share = best
    given: dict[str, Any] = {"entityId": entity_id, "fieldKey": key, "value": value}
    given["citations"] = [
        {"documentId": passage["documentId"], "ord": passage["ord"], "quote": sentence[:500]}
    ]
    given["confidence"] = round(min(_SURE, share), 2)
    done: Result = yield Call("submitResponse", given)
    if not done.ok:
        return Answer(request.say("answer.entities.refused", problem=done.problem))
    return Answer(request.say("answer.entities.filled", field=label, value=value))


def best_sentence(label: str, passages: Iterable[dict[str, Any]]) -> tuple[dict[str, Any], str, float] | None:
    """Return the sentence with most words of a field's name, more than half, and the share it has of them."""
    wanted = {word[:5] for word in words(label)}
    best: tuple[dict[str, Any], str, float] | None = None
    for passage in passages:
        for sentence in re.split(r"(?<=[.!?])\s+|\n+", passage["text"]):
            share = sum(one in fold(sentence) for one in wanted) / max(1, len(wanted))
            if share > _MOST_MISSING and not sentence.startswith("#") and (best is None or share > best[2]):
                best = passage, " ".join(sentence.split()), share
    return best


def value_in(sentence: str, field: dict[str, Any]) -> Any:
    """Return what a sentence says in the kind of a field, or None if it says no such thing."""
    match field.get("type", "text"):
        case "number":
            found = _FIGURE.search(sentence)
            return float(found[0].rstrip(".,").replace(",", "")) if found else None
        case "date":
            day = _DAY.search(sentence)
            return day[0] if day else None
        case "select":
            low = fold(sentence)
            return next((one for one in field.get("options", []) if fold(one) in low), None)
        case "text" | "longText":
            return sentence[:2_000]
        case _:
            return None
