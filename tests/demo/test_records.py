"""The records of the demo: what is in them, and that they are made once."""

import pytest

from proofroom.agents.filling import Filling
from proofroom.demo.records import build_records, read_records, source_text
from proofroom.entities import Documents, Entities, EntityTypes, Query, Responses
from proofroom.entities.briefs import Briefs
from proofroom.evals import EvalCases
from proofroom.wiring import Studio
from tests.patience import until


def test_relations_papers_and_answers_name_records_that_are_there() -> None:
    told = read_records()
    titles = {one["title"] for one in told["records"]}
    types = {one["slug"] for one in told["types"]}
    assert {one["type"] for one in told["records"]} == types
    named = {end for source, _, target in told["relations"] for end in (source, target)}
    named |= {one["of"] for part in ("documents", "answers", "tasks") for one in told[part]}
    assert named <= titles
    for one in told["answers"]:
        paper = source_text(next(each["name"] for each in told["documents"] if each["of"] == one["document"]))
        assert one["quote"].rstrip(".") in paper


@pytest.mark.timeout(120)
async def test_the_demo_has_records_with_papers_a_brief_and_cases(demo_studio: Studio) -> None:
    studio = demo_studio
    here = studio.workspace_id
    assert len(await studio.get(EntityTypes).list(here)) == 5
    page = await studio.get(Entities).find(here, Query("Waterways Department", limit=1))
    [department] = page.entities
    near = await studio.get(Entities).around(here, department.id)
    assert len(near.relations) >= 8
    assert len(await studio.get(Documents).list(here)) == 4
    assert [one.status for one in await studio.get(Responses).waiting(here)] == ["proposed"] * 2
    [brief] = await studio.get(Briefs).all(here, department.id)
    assert brief.run_id is not None
    await studio.engine.wait(brief.run_id, here)
    written, fields = await studio.get(Briefs).get(here, brief.id)
    assert written.status == "completed"
    assert {one.layer for one in fields} == {1, 2, 3}
    tried = await until(lambda: studio.get(Filling).tried(here, department.id))
    assert [(one.field_key, one.agent) for one in tried] == [("survey", "researcher")]
    assert [one.agent for one in await studio.get(EvalCases).list(here)].count("editor") == 4
    assert not await build_records(studio)
