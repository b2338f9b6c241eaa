"""How the offline model tells of records: one with its fields and neighbours, or several as a list."""

import re
from collections.abc import Sequence
from typing import Any, cast

from proofroom.entities.wording import plain_text, same_word
from proofroom.providers.offline import Answer, Call, Plan, Request, Result

COUNTS = re.compile(r"\bhow many\b|\bcount\b|\bkac\b|\bsayisi\b")
WHEN = re.compile(r"\bwhen\b|\bne zaman\b|\bwhat year\b|\bhangi yil")
_DAY = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?$")
_QUOTED, LISTED = 3, 20


def tell_record(request: Request, record: dict[str, Any]) -> Plan:
    """Say in short what a record and its documents say."""
    listed: Result = yield Call("listEntityTypes")
    kinds = cast("list[dict[str, Any]]", listed.rows("types"))
    answer = yield from answer_of_record(request, record, kinds, ())
    if not isinstance(answer, Answer) or not request.can("searchDocuments"):
        return answer
    given = {"query": str(record["title"])[:400], "entityId": record["id"], "limit": 5}
    found: Result = yield Call("searchDocuments", given)
    passages = cast("list[dict[str, Any]]", found.data or []) if found.ok else []
    lines = [line for one in passages[:_QUOTED] for line in _first_sentences(one)]
    told = request.say("answer.entities.passages", count=len(lines)) if lines else ""
    return Answer("\n".join([answer.text, *([told, *lines] if lines else [])]))


def _first_sentences(passage: dict[str, Any]) -> list[str]:
    place = f"/records?document={passage['documentId']}#{passage['ord']}"
    parts = (one.strip() for one in re.split(r"(?<=[.!?])\s+|\n+", passage["text"]))
    said = [one for one in parts if len(one) > 20 and not one.startswith("#")]
    return [f"- “{one}” [{passage['title']}]({place})" for one in said[:_QUOTED]]


def answer_of_record(
    request: Request, record: dict[str, Any], kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Plan:
    """Say what a record says: what was asked of it, or all."""
    whole: Result = yield Call("getEntity", {"entityId": record["id"], "include": ["relations"]})
    data = cast("dict[str, Any]", whole.data or record)
    nothing: dict[str, Any] = {"name": "", "fields": []}
    kind = next((one for one in kinds if one["slug"] == data["typeSlug"]), nothing)
    labels: dict[str, str] = {one["key"]: one.get("label") or one["key"] for one in kind["fields"]}
    related: dict[str, dict[str, Any]] = {one["id"]: one for one in data.get("related", [])}
    fields = cast("dict[str, Any]", data["fields"])
    facts = [(labels.get(key, key), _told(request, value)) for key, value in fields.items()]
    facts += [
        (one["kind"], linked(related[end]))
        for one in data.get("relations", [])
        for end in (one["targetId"] if one["sourceId"] == data["id"] else one["sourceId"],)
        if end in related
    ]
    facts = [*dict.fromkeys(facts)]  # what each says of the other is one fact
    wanted = _most_named(facts, asked)
    figures = {labels.get(key, key) for key, value in fields.items() if _is_figure(value)}
    is_told = any(name in figures for name, _ in wanted)
    if COUNTS.search(plain_text(request.text)) and related and not is_told:
        return Answer(list_of(request, [*related.values()]))
    if not wanted and WHEN.search(plain_text(request.text)):
        days = {labels[one["key"]] for one in kind["fields"] if one["type"] == "date"}
        wanted = [fact for fact in facts if (fact[0] in days if days else _DAY.match(fact[1]))]
    shown = (wanted or facts)[:LISTED]
    head = f"{linked(data)} ({kind['name']})"
    return Answer(
        "\n".join([f"{head}:", *(f"- {name}: {value}" for name, value in shown)]) if shown else f"{head}."
    )


def _most_named(facts: Sequence[tuple[str, str]], asked: Sequence[str]) -> list[tuple[str, str]]:
    """Return the facts whose names hold most of the words, if they hold any: “left” is “Packets left”."""
    held = [
        sum(any(same_word(word, part) for part in plain_text(name).split()) for word in asked)
        for name, _ in facts
    ]
    most = max(held, default=0)
    return [fact for fact, count in zip(facts, held, strict=True) if count == most] if most else []


def list_of(request: Request, rows: Sequence[dict[str, Any]]) -> str:
    """Say how many records there are, and name them."""
    if not rows:
        return request.say("answer.entities.none")
    lines = [f"- {linked(row)}" for row in rows[:LISTED]]
    return "\n".join([request.say("answer.entities.found", count=len(rows)), *lines])


def counted(request: Request, kind: dict[str, Any], count: int) -> str:
    """Say how many records there are of a type."""
    place = f"[{kind['name']}](/records?type={kind['slug']})"
    return request.say("answer.entities.counted", count=count, type=place)


def linked(row: dict[str, Any]) -> str:
    """Return the name of a record, linked to its page."""
    return f"[{row['title']}](/records?type={row['typeSlug']}&record={row['id']})"


def _told(request: Request, value: Any) -> str:
    """Return a value as people read it."""
    if isinstance(value, bool):
        return request.say("answer.entities.yes" if value else "answer.entities.no")
    return said_value(value)


def _is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def said_value(value: Any) -> str:
    """Return a value as words."""
    return ", ".join(str(one) for one in cast("list[Any]", value)) if isinstance(value, list) else str(value)
