"""The team of the demo: who reports to whom, when one looks for work, what it learnt from a complaint."""

import json
from importlib.resources import files
from typing import Any, Final

from proofroom.access import Principal
from proofroom.agents import Roster
from proofroom.agents.feedback import About, Feedback, Pointer, Word
from proofroom.agents.heartbeats import Heartbeats
from proofroom.agents.memory import Memories
from proofroom.agents.system import REVIEWER
from proofroom.demo.build import DESK
from proofroom.durable import Run
from proofroom.evals import FeedbackLoop
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio

MODEL: Final = "offline"


def read_team() -> dict[str, Any]:
    """Return the team as it is written down."""
    return json.loads((files(__package__ or "") / "data" / "team.json").read_text("utf-8"))


async def build_team(studio: Studio) -> None:
    """Draw the chart and let one agent look for work by the clock; what people have said since stays."""
    told, by, here = read_team(), await studio.operator(), studio.workspace_id
    for slug, fields in told["chart"].items():
        if (await studio.get(Roster).get(here, slug)).version == 1:
            await studio.get(Roster).change(by, slug, fields)
    beat, heartbeats = told["beat"], studio.get(Heartbeats)
    if await heartbeats.get(here, beat["agent"]) is None:
        await heartbeats.set(by, beat["agent"], enabled=True, schedule=beat["schedule"], zone=beat["zone"])
        await heartbeats.run_now(by, beat["agent"])


async def learn(studio: Studio, asker: Asker) -> None:
    """Let the desk dislike an answer, and let the studio learn from it: reviewed, replayed, applied."""
    lesson, here = read_team()["lesson"], studio.workspace_id
    if await studio.get(Memories).list(here):
        return
    conversation = await studio.chat.open(asker, scope="workspace", agent=lesson["agent"], model=MODEL)
    posted = await studio.chat.post(asker, conversation.id, lesson["asked"])
    run = await studio.engine.wait(posted.run_id, here)
    word = await _dislike(studio, run, lesson["said"])
    beat = await studio.get(Heartbeats).run_now(await studio.operator(), REVIEWER)
    if beat.run_id is not None:
        await studio.engine.wait(beat.run_id, here)
        await studio.get(FeedbackLoop).close(await studio.operator(), word)


async def _dislike(studio: Studio, run: Run, said: str) -> Word:
    """Say it as the magazine's desk: at the first start there is no person yet, and nobody speaks for one."""
    desk = Principal("studio", run.workspace_id, DESK.name, frozenset[str]())
    return await studio.get(Feedback).notice(desk, Pointer("run", run.id), About.run(run), said)
