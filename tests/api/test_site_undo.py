"""Taking back while an agent works on the same page: a person's edit, a turn, and half of a review."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelRequest, Reply, Sink
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.api.test_site import make_project
from tests.scripted import ScriptedDriver, ScriptedReply

PAGE = "<h2>Morning</h2><h3>Noon</h3><p>Evening</p>"


class Designer(ScriptedDriver):
    """Says one reply after the other, and waits before the last one until it is let."""

    def __init__(self) -> None:
        super().__init__(ScriptedReply("Done."), window=200_000)
        self.worked, self.go = asyncio.Event(), asyncio.Event()

    def plan(self, *replies: ScriptedReply) -> None:
        super().plan(*replies)
        self.worked, self.go = asyncio.Event(), asyncio.Event()

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        if any(one.role == "tool" for one in request.messages[-1:]):
            self.worked.set()
            await self.go.wait()
        return await super().stream(request, sink)


def text(node: str, words: str) -> ScriptedReply:
    return ScriptedReply(calls=(("updateNodeProps", {"nodeId": node, "patch": {"text": words}}),))


class Story:
    def __init__(self, owner: Browser, driver: Designer, path: str, page: str, nodes: list[str]) -> None:
        self.owner, self.driver, self.path, self.page, self.nodes = owner, driver, path, page, nodes
        self.place: dict[str, Any] = {"projectId": path.split("/")[3]}

    async def texts(self, ref: str | None = None) -> list[str]:
        shown = await ok(self.owner, "GET", f"{self.path}/pages/{self.page}" + (f"?ref={ref}" if ref else ""))
        return [shown["nodes"][node]["props"]["text"] for node in self.nodes]

    async def edit(self, node: int, words: str, onto: str = "") -> str:
        edits = [{"tool": "updateNodeProps", "input": {"nodeId": self.nodes[node], "patch": {"text": words}}}]
        asked = f"{self.path}/edits" + (f"?onto={onto}" if onto else "")
        done = await ok(self.owner, "POST", asked, {"edits": edits})
        assert (done["settled"]["state"] == "merged") == (not onto)
        return str(done["runId"])

    async def begin(self, *changes: tuple[int, str]) -> asyncio.Task[Any]:
        """Let the agent make its first change, and hold it there."""
        self.driver.plan(*(text(self.nodes[node], words) for node, words in changes), ScriptedReply("Done."))
        said = {"message": "Change it", "model": "scripted", **self.place}
        task = asyncio.create_task(self.owner.lines("POST", "/api/ai/chat/site", said))
        await self.driver.worked.wait()
        return task

    async def end(self, task: asyncio.Task[Any]) -> str:
        """Let the agent do the rest; return its run."""
        self.driver.go.set()
        started = next(event for event in await task if event["type"] == "runStarted")
        self.place = {"conversationId": started["conversationId"]}
        return str(started["runId"])

    async def undo(self, run: str) -> Any:
        return await ok(self.owner, "POST", f"/api/runs/{run}/undo")

    async def take_out(self, run: str, branch: str) -> Any:
        return await self.owner.call("POST", f"{self.path}/undo?onto={branch}", {"run": run})

    async def open(self) -> Any:
        """Return the one proposal that waits."""
        found = await ok(self.owner, "GET", "/api/proposals")
        (one,) = [each for each in found if each["state"] in ("open", "conflicts")]
        return one


@pytest.fixture
async def story(sqlite_settings: Settings) -> AsyncGenerator[Story]:
    driver = Designer()
    async with serve(sqlite_settings, {"scripted": driver}) as owner:
        await owner.set_up()
        path = await make_project(owner)
        home = (await ok(owner, "GET", path))["pages"][0]
        insert = {"tool": "insertHtml", "input": {"parentId": home["rootNodeId"], "html": PAGE}}
        made = await ok(owner, "POST", f"{path}/edits", {"edits": [insert]})
        yield Story(owner, driver, path, home["id"], made["data"]["results"][0]["nodeIds"])


async def test_a_persons_undo_takes_back_their_own_step_while_a_turn_goes_on(story: Story) -> None:
    turn = await story.begin((0, "Agent's morning"), (2, "Agent's evening"))
    noon, morning = await story.edit(1, "My noon"), await story.edit(0, "My morning")
    (running,) = (
        one for one in (await ok(story.owner, "GET", "/api/runs"))["runs"] if one["status"] == "running"
    )
    status, refused = await story.owner.call("POST", f"/api/runs/{running['id']}/undo")
    assert (status, refused["error"]["code"]) == (400, "invalid_status"), "half of a turn is not taken back"
    assert [(await story.undo(run))["state"] for run in (morning, morning, noon)] == [
        "merged",
        "undone",
        "merged",
    ]
    assert await story.texts() == ["Morning", "Noon", "Evening"]
    await story.end(turn)
    waits = await story.open()
    assert (waits["state"], waits["hunks"]) == ("open", 2), "nothing of the agent's met the person's"
    assert await story.texts(waits["branch"]) == ["Agent's morning", "Noon", "Agent's evening"]


async def test_what_waits_is_taken_out_step_by_step_while_the_agent_works_on_it(story: Story) -> None:
    first = await story.end(await story.begin((0, "Agent's morning")))
    branch = (await story.open())["branch"]
    mine = await story.edit(1, "My noon", branch)
    turn = await story.begin((2, "Agent's evening"))
    asked = await story.undo(mine)
    assert (asked["state"], asked["waitsId"]) == ("nothing", (await story.open())["id"]), "it is not merged"
    status, out = await story.take_out(mine, branch)
    assert (status, await story.texts(branch)) == (200, ["Agent's morning", "Noon", "Agent's evening"])
    assert (await story.take_out(mine, branch))[0] == 200
    assert (await story.texts(branch))[1] == "Noon", "a second press changes nothing"
    status, again = await story.take_out(out["runId"], branch)
    assert (status, (await story.texts(branch))[1]) == (200, "My noon"), "taken out itself, it does it again"
    assert (await story.undo(again["runId"]))["waitsId"] == asked["waitsId"]
    assert (await story.take_out(first, branch))[0] == 200
    second = await story.end(turn)
    assert await story.texts(branch) == ["Morning", "My noon", "Agent's evening"]
    await story.edit(2, "My evening", branch)
    status, refused = await story.take_out(second, branch)
    assert (status, refused["error"]["code"]) == (409, "conflict"), "somebody changed it again"
    assert (await story.take_out(again["runId"], branch))[0] == 200
    assert await story.texts(branch) == ["Morning", "Noon", "My evening"]
    assert await story.texts() == ["Morning", "Noon", "Evening"]


async def test_a_proposal_that_went_on_since_it_was_seen_is_not_rejected_unseen(story: Story) -> None:
    await story.end(await story.begin((0, "Agent's morning")))
    reject = f"/api/proposals/{(await story.open())['id']}/reject"
    seen = (await ok(story.owner, "GET", reject.removesuffix("/reject")))["sha"]
    turn = await story.begin((2, "Agent's evening"))
    status, refused = await story.owner.call("POST", reject, {"sha": seen})
    assert (status, refused["error"]["code"]) == (409, "conflict")
    await story.end(turn)
    assert (await story.open())["hunks"] == 2
    await ok(story.owner, "POST", reject)


async def test_a_turn_is_taken_back_beside_later_edits_and_after_half_of_it_was_accepted(
    story: Story,
) -> None:
    changes = ((0, "Agent's morning"), (1, "Agent's noon"), (2, "Agent's evening"))
    run = await story.end(await story.begin(*changes))
    waits = await story.open()
    path = f"/api/proposals/{waits['id']}"
    hunks = {one["new"]: one["id"] for one in (await ok(story.owner, "GET", path))["hunks"]}
    for words, decision in (("morning", "accepted"), ("noon", "accepted"), ("evening", "rejected")):
        said = {"hunks": [hunks[f"Agent's {words}"]], "decision": decision}
        await ok(story.owner, "POST", f"{path}/decisions", said)
    await ok(story.owner, "POST", f"{path}/finish", {})
    assert await story.texts() == ["Agent's morning", "Agent's noon", "Evening"]
    await story.edit(1, "My noon")
    await story.edit(2, "My evening")
    other = await story.begin((2, "Agent's night"))
    undone = await story.undo(run)
    assert undone["state"] == "conflicts", "what a person changed since is asked about"
    shown = await ok(story.owner, "GET", f"/api/proposals/{undone['proposalId']}")
    assert [one["new"] for one in shown["hunks"]] == ["Morning", "Noon"], (
        "what was rejected is not asked about"
    )
    assert [one["conflict"]["ours"] for one in shown["conflicts"]] == ["My noon"]
    assert (await story.undo(run))["proposalId"] == undone["proposalId"], "a second press makes no second one"
    await story.end(other)
    assert await story.texts() == ["Agent's morning", "My noon", "My evening"]
