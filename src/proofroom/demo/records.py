"""The records of the demo: who and what stands behind the story of the river, with papers and one brief."""

import json
from importlib.resources import files
from typing import Any, Final

from proofroom.access import Principal
from proofroom.agents.filling import Filling
from proofroom.durable import RunFilter
from proofroom.entities import Documents, Entities, EntityTypes, Query, Responses, Tasks, Views
from proofroom.entities.briefs import Briefs
from proofroom.entities.types import NewEntity, NewRelation
from proofroom.evals import EvalCases
from proofroom.kernel.ids import ConversationId, new_id
from proofroom.wiring import Studio

RESEARCHER: Final = "researcher"
Ids = dict[str, str]


def read_records() -> dict[str, Any]:
    """Return the records as they are written down."""
    return json.loads((files(__package__ or "") / "data" / "records.json").read_text("utf-8"))


def source_text(name: str) -> str:
    """Return a letter, council paper or leaflet that the demo's records and articles rest on."""
    return (files(__package__ or "") / "data" / "sources" / name).read_text("utf-8")


async def build_records(studio: Studio) -> bool:
    """Make types, records, relations, papers, answers and tasks, if there are no types yet."""
    if await studio.get(EntityTypes).list(studio.workspace_id):
        return False
    told, by, here = read_records(), await studio.operator(), studio.workspace_id
    for one in told["types"]:
        await studio.get(EntityTypes).create(here, one, by)
    new = [NewEntity(one["type"], one["title"], one["fields"]) for one in told["records"]]
    ids: Ids = {one.title: one.id for one in await studio.get(Entities).create(here, new, by)}
    pairs = [NewRelation(ids[source], ids[target], kind) for source, kind, target in told["relations"]]
    await studio.get(Entities).relate(here, pairs, by)
    papers: Ids = {}
    for one in told["documents"]:
        text = source_text(one["name"])
        added = await studio.get(Documents).add(
            here, one["name"], text.encode(), by, entity_id=ids[one["of"]]
        )
        papers[one["of"]] = added.id
    await _answer(studio, told["answers"], by, ids, papers)
    for one in told["tasks"]:
        given = {"entity_id": ids[one["of"]], "agent": one.get("agent"), "description": one["description"]}
        await studio.get(Tasks).create(here, one["title"], by, **given)
    for one in told["views"]:
        await studio.get(Views).create(here, one["name"], one["kind"], one["config"], by, one["slug"])
    return True


async def _answer(
    studio: Studio, answers: list[dict[str, Any]], by: Principal, ids: Ids, papers: Ids
) -> None:
    for one in answers:
        cited = [{"documentId": papers[one["document"]], "quote": one["quote"]}]
        await studio.get(Responses).submit(
            studio.workspace_id,
            ids[one["of"]],
            one["field"],
            one["value"],
            cited,
            by,
            response_id=new_id(),
            agent=RESEARCHER,
            confidence=one["confidence"],
        )


async def begin_brief(studio: Studio) -> None:
    """Let the composer begin a brief, unless there is one; nobody waits for it.

    Beside it the researcher looks for a field that no document says, so that it shows what was tried.
    """
    told, by = read_records(), await studio.operator()
    title = str(told["brief"])
    page = await studio.get(Entities).find(studio.workspace_id, Query(title, limit=5))
    found = next((one for one in page.entities if one.title == title), None)
    if found is None or await studio.get(Briefs).all(studio.workspace_id, found.id):
        return
    await studio.get(Filling).begin(by, found.id, [told["tried"]], RESEARCHER)
    await studio.get(Briefs).begin(
        studio.workspace_id, found.id, "executive_summary", by, new_id(), person_id=by.person_id
    )


async def make_cases(studio: Studio, conversation_id: ConversationId) -> None:
    """Make a set of cases of what the editor was asked first."""
    if await studio.get(EvalCases).list(studio.workspace_id):
        return
    by = await studio.operator()
    asked = RunFilter(conversation_id=conversation_id)
    for run in await studio.engine.runs.list(studio.workspace_id, asked):
        await studio.get(EvalCases).make(by, run)
