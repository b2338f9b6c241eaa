"""Claims written by rule: nothing but what records and documents say, each with its sources."""

import re
from typing import Any, Protocol

_SENTENCES = 4
Json = dict[str, Any]


class Says(Protocol):
    """Says a sentence of the dictionaries in the language of whoever asked."""

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the sentence."""
        ...


def claims_for(field: str, source: Json, say: Says) -> list[Json]:
    """Return the claims of a field from what may be used for it; always at least one."""
    match source["source"]:
        case "record":
            found = _of_record(source)
        case "documents":
            found = _of_documents(source)
        case "relations":
            found = _of_relations(source)
        case _:
            found = _of_earlier(field, source, say)
    return found[:_SENTENCES] or _of_record(source)[:1]


def _of_record(source: Json) -> list[Json]:
    entity = _entity(source)
    told = [f"{key}: {_said(value)}" for key, value in entity["fields"].items()]
    first = f"{entity['title']}. {'; '.join(told[:4])}".strip(" .;") + "."
    rest = [f"{entity['title']}, {one}." for one in told[4:7]]
    return [_claim(text, entity["id"]) for text in (first, *rest)]


def _of_documents(source: Json) -> list[Json]:
    claims: list[Json] = []
    for passage in source["passages"]:
        sentences = re.split(r"(?<=[.!?])\s+|\n+", passage["text"])
        good = [one.strip() for one in sentences if len(one) > 30 and not one.startswith("#")]
        claims += [_claim(one[:600], passage["entityId"]) for one in good[:2]]
    return claims


def _of_relations(source: Json) -> list[Json]:
    names = {one["id"]: one["title"] for one in source["entities"]}
    return [
        _claim(
            f"{names[one['sourceId']]}: {one['kind']} {names[one['targetId']]}.",
            one["sourceId"],
            one["targetId"],
        )
        for one in source["relations"]
        if one["sourceId"] in names and one["targetId"] in names
    ]


def _of_earlier(field: str, source: Json, say: Says) -> list[Json]:
    """Return claims about what was written before: the best supported, what is missing, or the first."""
    before = [claim for claims in source["earlier"].values() for claim in claims]
    if field in ("gaps", "questions", "risks"):
        return _missing(source, say)
    ranked = sorted(before, key=lambda one: -len(one["source_entity_ids"]))
    return [dict(one) for one in (ranked[:1] if field == "headline" else ranked[:3])]


def _missing(source: Json, say: Says) -> list[Json]:
    entity, relations = _entity(source), source["relations"]
    title, claims = entity["title"], list[str]()
    if entity["empty"]:
        claims.append(say("answer.entities.unknown", title=title, fields=", ".join(entity["empty"][:6])))
    bare = sum(not one["hasEvidence"] for one in relations)
    if not relations:
        claims.append(say("answer.entities.unrelated", title=title))
    elif bare:
        claims.append(say("answer.entities.unproven", title=title, count=bare, all=len(relations)))
    if not claims:
        claims.append(say("answer.entities.complete", title=title, count=len(entity["fields"])))
    return [_claim(one, entity["id"]) for one in claims]


def _entity(source: Json) -> Json:
    return next(one for one in source["entities"] if one["id"] == source["entityId"])


def _claim(text: str, *ids: str) -> Json:
    return {"text": text, "source_entity_ids": list(dict.fromkeys(ids))}


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
