"""The team of the demo: its chart, a beat that was done, and something that was learnt and is applied."""

import pytest

from proofroom.agents import Roster
from proofroom.agents.chart import in_chart_order
from proofroom.agents.feedback import Feedback, WordFilter
from proofroom.agents.heartbeats import Heartbeats
from proofroom.agents.memory import Memories
from proofroom.demo.team import build_team, learn, read_team
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio

pytestmark = pytest.mark.timeout(120)


async def test_the_chart_has_three_levels_and_a_title_for_whoever_reports_to_somebody(
    demo_studio: Studio,
) -> None:
    agents = await demo_studio.get(Roster).all(demo_studio.workspace_id)
    depths = {one.record.slug: depth for one, depth in in_chart_order(agents)}
    assert max(depths.values()) == 2
    assert {one.record.slug for one in agents if one.record.reports_to} == set(read_team()["chart"])
    assert all(one.record.title for one in agents if one.record.reports_to)


async def test_a_word_of_the_desk_was_reviewed_replayed_and_is_applied(demo_studio: Studio) -> None:
    studio, here = demo_studio, demo_studio.workspace_id
    [word] = await studio.get(Feedback).find(await studio.operator(), WordFilter(rating="down"))
    assert (word.status, word.person_id, word.context["by"]) == ("applied", None, "Fieldnotes desk")
    [memory] = await studio.get(Memories).list(here)
    assert (memory.status, memory.agent, memory.feedback_id) == ("active", word.agent, word.id)
    beats = {one.agent: one for one in await studio.get(Heartbeats).beats(here, None)}
    assert beats["feedback-review"].status == "completed"
    assert (beats["analyst"].status, beats["analyst"].skip_reason) == ("skipped", "no_work")


async def test_making_the_team_again_changes_nothing_that_people_have_changed(demo_studio: Studio) -> None:
    studio, here = demo_studio, demo_studio.workspace_id
    operator = await studio.operator()
    await studio.get(Roster).change(operator, "analyst", {"reports_to": None})
    await studio.get(Heartbeats).set(operator, "analyst", enabled=False)
    await build_team(studio)
    await learn(studio, Asker(here, None))
    assert (await studio.get(Roster).get(here, "analyst")).record.reports_to is None
    action = await studio.get(Heartbeats).get(here, "analyst")
    assert action is not None
    assert action.status == "disabled"
    assert len(await studio.get(Memories).list(here)) == 1
