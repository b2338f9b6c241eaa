"""What a studio does by itself: what nobody decided in time counts as denied, and the run goes on."""

from datetime import UTC, datetime, timedelta

from proofroom.access import Principal
from proofroom.access.grants import permissions_of
from proofroom.kernel.ids import PersonId, new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.runtime import Asker
from proofroom.runtime.baseline.tools import GetTimeInput
from proofroom.wiring import open_studio
from proofroom.wiring.housekeeping import keep_once
from tests.clocks import FixedClock
from tests.scripted import ScriptedDriver, ScriptedReply

ASK = ScriptedReply("", calls=(("send", {}),))


async def test_an_approval_that_nobody_gives_expires_and_the_run_ends(sqlite_settings: Settings) -> None:
    clock = FixedClock(datetime.now(UTC))
    sent: list[str] = []

    async def send(context: ToolContext, given: GetTimeInput) -> ToolOutput:
        sent.append(context.step)
        return ToolOutput(ok=True)

    drivers = {"scripted": ScriptedDriver(ASK, ScriptedReply("Then not."))}
    studio = await open_studio(sqlite_settings, clock=clock, drivers=drivers)
    try:
        spec = ToolSpec(
            "send", "Send.", GetTimeInput, send, "baseline", effect="external", policy="always_ask"
        )
        studio.registry.add([spec])
        asker = Asker(studio.workspace_id)
        conversation = await studio.chat.open(asker, scope="workspace", agent="assistant")
        posted = await studio.chat.post(asker, conversation.id, "send it")
        run = await studio.engine.wait(posted.run_id, studio.workspace_id)
        assert run.status == "awaiting_tool"
        clock.advance(timedelta(days=8).total_seconds())
        await keep_once(studio, studio.retention, clean=True)
        run = await studio.engine.wait(posted.run_id, studio.workspace_id)
        assert run.status == "completed"
        person = Principal(
            "person", studio.workspace_id, "Ada", permissions_of("owner"), person_id=PersonId(new_id())
        )
        (approval,) = await studio.approvals.find(person)
        assert approval.status == "expired"
        assert sent == []
    finally:
        await studio.close()
