"""What the offline model can do with records: make them of a table, answer from documents, compose."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any, cast

from proofroom.entities.asking import question_skills
from proofroom.entities.brief_writing import claims_for
from proofroom.entities.filling_in import fill_skill
from proofroom.entities.orders import change_field, make_type, summarise, tell_no_deleting
from proofroom.entities.tabular import RELATES, Sheet, find_sheet, relation_rows
from proofroom.providers.offline import Answer, Call, Plan, Playbook, Request, Result, Skill, read_playbook
from proofroom.providers.offline.language import language_of

_ABOUT_RECORDS = re.compile(
    r"record|entit|type|table|csv|import|relate|link|connect"
    r"|kay[ıi]t|t[üu]r|tablo|i[çc]e aktar|ili[şs]k|ba[ğg]la",
    re.IGNORECASE,
)
_FIELD = re.compile(r"Compose the field \"(\w+)\" of the brief \"([0-9a-f-]+)\"")
_BATCH = 50


def entities_playbook() -> Playbook:
    """Return the skills: those of the table, and two that read more than a sentence."""
    table = read_playbook(
        "entities",
        __package__ or "",
        {
            "change_field": change_field,
            "make_type": make_type,
            "no_deleting": tell_no_deleting,
            "summarise": summarise,
        },
    )
    own = (
        Skill("compose_field", lambda request: 0.97 if _FIELD.match(request.text) else 0.0, _compose),
        Skill(
            "build_records",
            _gives_table,
            _build,
            "ability.build_records",
            ("createEntityType", "batchCreateEntities"),
        ),
        fill_skill(),
        *question_skills(),
    )
    return Playbook("entities", (*table.skills, *own))


# --- a pasted table into records


def _gives_table(request: Request) -> float:
    if not request.can("createEntityType", "batchCreateEntities"):
        return 0.0
    sheet = find_sheet(request.text)
    if sheet is None:
        return 0.0
    return 0.92 if _ABOUT_RECORDS.search(sheet.asked) or RELATES.search(sheet.asked) else 0.75


def _build(request: Request) -> Plan:
    sheet = find_sheet(request.text)
    assert sheet is not None
    if sheet.asked.strip():  # The words of the table may be in any language.
        request = replace(request, language=language_of(sheet.asked))
    listed: Result = yield Call("listEntityTypes")
    known = {one["slug"]: one for one in cast("list[dict[str, Any]]", listed.rows("types"))}
    sheet = sheet.fitting(known)
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
        return Answer(_told(request, sheet, rows, count))
    return Answer(_told(request, sheet, rows, 0))


def _told(request: Request, sheet: Sheet, rows: list[dict[str, Any]], related: int) -> str:
    own, *others = sheet.types()
    made = Counter(str(one["typeSlug"]) for one in rows)
    values = {"type": sheet.name, "fields": ", ".join(one["label"] for one in own["fields"])}
    values |= {"made": made[sheet.slug], "related": related}
    beside = ", ".join(f"{one['name']} ({made[one['slug']]})" for one in others)
    form = "built_beside" if beside else "built"
    told = request.say(f"answer.entities.{form}", beside=beside, **values)
    if not sheet.filled:
        return told
    return f"{told} {request.say('answer.entities.held_down', column=sheet.filled)}"


# --- a field of a brief


def _compose(request: Request) -> Plan:
    said = _FIELD.match(request.text)
    assert said is not None
    field, brief = said.groups()
    source: Result = yield Call("readBriefField", {"briefId": brief, "field": field})
    if not source.ok or source.data is None:
        return Answer(request.say("answer.entities.refused", problem=source.problem))
    claims = claims_for(field, source.data, request.say)
    done: Result = yield Call("submitClaims", {"briefId": brief, "field": field, "claims": claims})
    if not done.ok:
        return Answer(request.say("answer.entities.refused", problem=done.problem))
    return Answer(request.say("answer.entities.composed", count=len(claims)))
