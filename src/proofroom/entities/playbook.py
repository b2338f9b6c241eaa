"""What the offline model can do with records: make them of a table, answer from documents, compose."""

import re
from typing import Any, cast

from proofroom.entities.brief_writing import claims_for
from proofroom.entities.tabular import Sheet, find_sheet, relation_rows
from proofroom.providers.offline import Answer, Call, Plan, Playbook, Request, Result, Skill, read_playbook

_ABOUT_RECORDS = re.compile(
    r"record|entit|type|table|csv|import|relate|link|connect"
    r"|kay[ıi]t|t[üu]r|tablo|i[çc]e aktar|ili[şs]k|ba[ğg]la",
    re.IGNORECASE,
)
_DOCUMENTS = re.compile(r"\b(?:documents?|papers?|files?)\b|\bbelge\w*|\bdok[üu]man\w*", re.IGNORECASE)
_ASKING = re.compile(
    r"\b(?:what|which|who|when|where|how|why|do|does|did|say|says|said|tell|me|about|according|to|in|our|the|of|is|are"
    r"|documents?|papers?|files?|find|search|for|hakk[ıi]nda|ne|neler|nedir|yaz[ıi]yor|diyor|belge\w*|dok[üu]man\w*"
    r"|g[öo]re|kim|nerede|nas[ıi]l|hangi|ara|bul)\b",
    re.IGNORECASE,
)
_FIELD = re.compile(r"Compose the field \"(\w+)\" of the brief \"([0-9a-f-]+)\"")
_QUOTED = 3
_BATCH = 50


def entities_playbook() -> Playbook:
    """Return the skills: those of the table, and two that read more than a sentence."""
    table = read_playbook("entities", __package__ or "")
    own = (
        Skill("compose_field", lambda request: 0.97 if _FIELD.match(request.text) else 0.0, _compose),
        Skill(
            "build_records",
            _gives_table,
            _build,
            "ability.build_records",
            ("createEntityType", "batchCreateEntities"),
        ),
        Skill(
            "ask_documents", _asks_documents, _ask_documents, "ability.ask_documents", ("searchDocuments",)
        ),
    )
    return Playbook("entities", (*table.skills, *own))


# --- a pasted table into records


def _gives_table(request: Request) -> float:
    if not request.can("createEntityType", "batchCreateEntities"):
        return 0.0
    sheet = find_sheet(request.text)
    if sheet is None:
        return 0.0
    return 0.92 if _ABOUT_RECORDS.search(sheet.asked) else 0.75


def _build(request: Request) -> Plan:
    sheet = find_sheet(request.text)
    assert sheet is not None
    listed: Result = yield Call("listEntityTypes")
    known = {one["slug"]: one for one in cast("list[dict[str, Any]]", listed.rows("types"))}
    shapes = [one for one in sheet.types() if one["slug"] not in known]
    if shapes:
        made: list[Result] = yield [Call("createEntityType", shape) for shape in shapes]
        for result in made:
            if not result.ok:
                return Answer(request.say("answer.entities.refused", problem=result.problem))
    rows = sheet.records(known)
    batches = [rows[start : start + _BATCH] for start in range(0, len(rows), _BATCH)]
    written: list[Result] = yield [Call("batchCreateEntities", {"items": one}) for one in batches]
    ids = dict[tuple[str, str], str]()
    for result in written:
        if not result.ok:
            return Answer(request.say("answer.entities.refused", problem=result.problem))
        for one in result.rows("entities"):
            ids[one["typeSlug"], one["title"].casefold()] = one["id"]
    pairs = relation_rows(sheet, ids)
    if pairs and request.can("batchCreateRelations"):
        related: list[Result] = yield [
            Call("batchCreateRelations", {"items": pairs[start : start + 100]})
            for start in range(0, len(pairs), 100)
        ]
        count = sum(len(one.rows("created")) for one in related)
        return Answer(_told(request, sheet, len(rows), count))
    return Answer(_told(request, sheet, len(rows), 0))


def _told(request: Request, sheet: Sheet, made: int, related: int) -> str:
    fields = ", ".join(one["label"] for one in sheet.types()[0]["fields"])
    return request.say("answer.entities.built", made=made, type=sheet.name, fields=fields, related=related)


# --- answers from documents


def _asks_documents(request: Request) -> float:
    if not request.can("searchDocuments") or find_sheet(request.text) is not None:
        return 0.0
    is_question = request.text.rstrip().endswith("?")
    if _DOCUMENTS.search(request.text) and (is_question or _ASKING.search(request.text)):
        return 0.83
    return 0.51 if is_question and len(request.text.split()) > 3 else 0.0


def _ask_documents(request: Request) -> Plan:
    wanted = " ".join(_ASKING.sub(" ", request.text).replace("?", " ").split()) or request.text
    given: dict[str, Any] = {"query": wanted[:400], "limit": 5}
    if request.screen.get("entityId"):
        given["entityId"] = request.screen["entityId"]
    found: Result = yield Call("searchDocuments", given)
    passages = cast("list[dict[str, Any]]", found.data or []) if found.ok else []
    lines = [line for one in passages[:_QUOTED] if (line := _quote(one, wanted))]
    if not lines:
        return Answer(request.say("answer.entities.no_passage", words=wanted))
    return Answer(request.say("answer.entities.passages", count=len(lines)) + "\n" + "\n".join(lines))


def _quote(passage: dict[str, Any], wanted: str) -> str:
    """Return the sentence of a passage that has most of the words, with its place."""
    asked = {word.casefold()[:5] for word in wanted.split() if len(word) > 2}
    sentences = [one for one in re.split(r"(?<=[.!?])\s+|\n+", passage["text"]) if len(one) > 3]
    best = max(sentences, key=lambda one: sum(word in one.casefold() for word in asked), default="")
    place = f"/records?document={passage['documentId']}#{passage['ord']}"
    return f"- “{best.strip()}” [{passage['title']}]({place})" if best else ""


# --- a field of a brief


def _compose(request: Request) -> Plan:
    said = _FIELD.match(request.text)
    assert said is not None
    field, brief = said.groups()
    source: Result = yield Call("readBriefField", {"briefId": brief, "field": field})
    if not source.ok or source.data is None:
        return Answer(request.say("answer.entities.refused", problem=source.problem))
    claims = claims_for(field, source.data)
    done: Result = yield Call("submitClaims", {"briefId": brief, "field": field, "claims": claims})
    if not done.ok:
        return Answer(request.say("answer.entities.refused", problem=done.problem))
    return Answer(request.say("answer.entities.composed", count=len(claims)))
