"""A task that an agent takes by the clock is done when the agent says so; its role allows it no more."""

import re
from pathlib import Path
from typing import Any

from proofroom.providers.types import ModelRequest, Reply, Sink
from tests.api.conftest import serve
from tests.api.test_agent_work import over
from tests.api.test_content import ok
from tests.conftest import copied_settings
from tests.scripted import ScriptedDriver, ScriptedReply


class Diligent(ScriptedDriver):
    """Closes the task that a beat names, and tries what is not its own to do."""

    other = ""

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        found = re.search(r"^- \[([\w-]+)\]", request.messages[-1].text, re.MULTILINE)
        if found is not None:
            own = {"taskId": found[1]}
            calls: tuple[dict[str, Any], ...] = (
                {"action": "complete", "taskId": self.other},
                {"action": "update", "title": "Nothing", **own},
                {"action": "assign", "agentSlug": "editor", **own},
                {"action": "complete", "description": "Never mind.", **own},
                {"action": "create", "title": "Give me more"},
                {"action": "complete", **own},
            )
            tried = tuple(("manageTasks", call) for call in calls)
            self._replies = (ScriptedReply(calls=tried), ScriptedReply("Three of four agree."))
        return await super().stream(request, sink)


async def test_a_task_is_completed_where_the_agent_closes_it(tmp_path: Path, sqlite_template: Path) -> None:
    driver = Diligent(ScriptedReply("Nothing."), window=100_000)
    async with serve(copied_settings(tmp_path / "diligent", sqlite_template), {"offline": driver}) as browser:
        await browser.set_up()
        title = "Compare the sources"
        other = await ok(browser, "POST", "/api/tasks", {"title": "Ring the printer", "agent": "researcher"})
        driver.other = other["id"]
        task = await ok(browser, "POST", "/api/tasks", {"title": title, "agent": "analyst"})
        await ok(browser, "POST", "/api/agents/analyst/run")
        assert (await over(browser, "analyst"))["status"] == "completed"
        done = await ok(browser, "GET", f"/api/tasks/{task['id']}")
        assert (done["status"], done["output"]) == ("completed", "Three of four agree.")
        assert (done["title"], done["description"], done["agent"]) == (title, "", "analyst")
        listed = await ok(browser, "GET", "/api/tasks?status=all")
        assert {(one["id"], one["status"]) for one in listed} == {
            (task["id"], "completed"),
            (other["id"], "open"),
        }


class Listening(ScriptedDriver):
    """Keeps what it was asked."""

    def __init__(self, reply: ScriptedReply) -> None:
        super().__init__(reply, window=100_000)
        self.heard: list[str] = []

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        self.heard.append(request.messages[-1].text)
        return await super().stream(request, sink)


async def test_an_agent_that_reviews_goals_is_told_of_them(tmp_path: Path, sqlite_template: Path) -> None:
    driver = Listening(ScriptedReply("All is well."))
    async with serve(copied_settings(tmp_path / "goals", sqlite_template), {"offline": driver}) as browser:
        await browser.set_up()
        goal = await ok(browser, "POST", "/api/tasks", {"title": "Open the river"})
        part = {"title": "Ask the traders", "parentId": goal["id"]}
        await ok(browser, "POST", "/api/tasks", part)
        config = (await ok(browser, "GET", "/api/agents/analyst"))["config"]
        beat = {"prompt": "", "mode": "light", "scanGoalsAndTasks": True}
        await ok(browser, "PUT", "/api/agents/analyst", {"config": config | {"heartbeat": beat}})
        await ok(browser, "POST", "/api/agents/analyst/run")
        assert (await over(browser, "analyst"))["status"] == "completed"
        told = next(one for one in driver.heard if "Beat 1;" in one)
        assert (f"[{goal['id']}] Open the river" in told, "Ask the traders" in told) == (True, False), told
        assert (await ok(browser, "GET", f"/api/tasks/{goal['id']}"))["status"] == "open"
