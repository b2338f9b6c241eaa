"""A task that an agent takes by the clock is done when the agent says so, and not when its run ends."""

import re
from pathlib import Path

from proofroom.providers.types import ModelRequest, Reply, Sink
from tests.api.conftest import serve
from tests.api.test_agent_work import over
from tests.api.test_content import ok
from tests.conftest import copied_settings
from tests.scripted import ScriptedDriver, ScriptedReply


class Diligent(ScriptedDriver):
    """Closes the task that a beat names, and says what it did."""

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        found = re.search(r"^- \[([\w-]+)\]", request.messages[-1].text, re.MULTILINE)
        if found is not None:
            done = ("manageTasks", {"action": "complete", "taskId": found[1]})
            self._replies = (ScriptedReply(calls=(done,)), ScriptedReply("Three of four agree."))
        return await super().stream(request, sink)


async def test_a_task_is_completed_where_the_agent_closes_it(tmp_path: Path, sqlite_template: Path) -> None:
    driver = Diligent(ScriptedReply("Nothing."), window=100_000)
    async with serve(copied_settings(tmp_path / "diligent", sqlite_template), {"offline": driver}) as browser:
        await browser.set_up()
        await ok(browser, "PUT", "/api/agents/analyst", {"roleId": "editor"})  # an agent's own may close none
        task = await ok(browser, "POST", "/api/tasks", {"title": "Compare the sources", "agent": "analyst"})
        await ok(browser, "POST", "/api/agents/analyst/run")
        assert (await over(browser, "analyst"))["status"] == "completed"
        done = await ok(browser, "GET", f"/api/tasks/{task['id']}")
        assert (done["status"], done["output"]) == ("completed", "Three of four agree.")
