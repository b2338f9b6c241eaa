"""Several calls at once through HTTP: grouped by their run, previewed, decided at once, each by itself."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from pydantic import BaseModel

from proofroom.access.actors import studio_actor
from proofroom.content.contents import NewProject
from proofroom.content.format.project import Project
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.kernel.ids import new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.media import Library
from proofroom.media.types import Upload
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity
from tests.api.conftest import Browser, serve
from tests.api.test_approvals import joined
from tests.api.test_budgets import finished
from tests.api.test_proposals import MODEL
from tests.media.samples import picture
from tests.scripted import ScriptedDriver, ScriptedReply

NAMES = ("ada", "grace", "mary")
THREE = ScriptedReply("", calls=(*(("send", {"to": name}) for name in NAMES), ("shout", {"to": "all"})))
DONE = ScriptedReply("Done.")


class Letter(BaseModel):
    """Whom it is for."""

    to: str


class Desk:
    """A studio whose assistant writes three letters at once, and shouts."""

    def __init__(self, owner: Browser, sent: list[str]) -> None:
        self.owner, self.sent = owner, sent

    async def say(self, scope: str = "workspace", **more: Any) -> str:
        """Send a message; return the run's id."""
        events = await self.owner.lines("POST", f"/api/ai/chat/{scope}", {"message": "write them", **more})
        assert events[-1].get("status") == "awaiting_tool", events[-1]
        return str(events[0]["runId"])

    async def waiting(self, tool: str = "send") -> list[dict[str, Any]]:
        """Return the calls of a tool that wait, in the order they were made."""
        _, found = await self.owner.call("GET", "/api/approvals?status=pending")
        return [each for each in found if each["toolName"] == tool]

    async def decide(self, calls: list[dict[str, Any]], decision: str = "approved") -> tuple[int, Any]:
        """Give one word on several calls, as they were seen."""
        seen = [{"id": each["id"], "inputSha256": each["inputSha256"]} for each in calls]
        return await self.owner.call(
            "POST", "/api/approvals/decisions", {"decision": decision, "reason": "Fine", "calls": seen}
        )


@asynccontextmanager
async def open_desk(settings: Settings, *replies: ScriptedReply) -> AsyncGenerator[Desk]:
    sent: list[str] = []

    async def send(context: ToolContext, given: Letter) -> ToolOutput:
        sent.append(given.to)
        return ToolOutput(ok=True)

    specs = [
        ToolSpec(name, "Write.", Letter, send, "baseline", "external", "ai.chat", policy="always_ask")
        for name in ("send", "shout")
    ]
    async with serve(settings, {"scripted": ScriptedDriver(*(replies or (THREE, DONE)))}) as owner:
        await owner.set_up()
        owner.studio.registry.add(specs)
        yield Desk(owner, sent)


async def test_calls_of_a_run_stand_together_and_one_word_decides_those_of_a_tool(
    sqlite_settings: Settings,
) -> None:
    async with open_desk(sqlite_settings) as desk:
        run_id = await desk.say()
        _, inbox = await desk.owner.call("GET", "/api/inbox")
        assert {item["run"]["id"] for item in inbox} == {run_id}
        assert {item["run"]["title"] for item in inbox} == {"write them"}
        assert sorted(item["detail"] for item in inbox if item["about"] == "send")[0] == "ada"
        calls = await desk.waiting()
        assert [call["input"]["to"] for call in calls] == list(NAMES)
        shout = (await desk.waiting("shout"))[0]

        status, told = await desk.decide([*calls, shout])
        assert (status, told["error"]["code"]) == (400, "invalid_input"), "one word is for one tool"
        assert len(await desk.waiting()) == 3, "and nothing was decided"

        unseen = {"id": calls[1]["id"], "inputSha256": "0" * 64}
        stranger = {"id": "0199-nobody", "inputSha256": "0" * 64}
        status, outcomes = await desk.decide([calls[0], unseen, stranger, calls[0]])
        assert status == 200
        assert [(each["status"], (each["error"] or {}).get("code")) for each in outcomes] == [
            ("approved", None),
            (None, "conflict"),
            (None, "not_found"),
        ]

        status, outcomes = await desk.decide(calls)
        assert [each["status"] for each in outcomes] == ["approved"] * 3, "the first is told as it stands"
        assert desk.sent == [], "the step waits for its last call"
        alone = f"/api/actions/{shout['id']}/tool-approval"
        status, _ = await desk.owner.call("POST", alone, {"decision": "approved", "input": {"to": ["all"]}})
        assert status == 400, "an edited input is checked against the tool's schema"
        await desk.owner.call("POST", alone, {"decision": "denied"})
        await finished(desk.owner, run_id)
        assert desk.sent == list(NAMES)
        _, again = await desk.decide(calls)
        assert [each["status"] for each in again] == ["approved"] * 3
        _, otherwise = await desk.decide(calls[:1], "denied")
        assert otherwise[0]["error"]["code"] == "conflict"
        assert desk.sent == list(NAMES), "saying it again sends nothing"
        _, log = await desk.owner.call("GET", "/api/audit?action=approval.approved")
        assert len(log["entries"]) == 3


async def test_the_word_of_somebody_who_lost_the_right_does_not_count(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings) as desk:
        run_id = await desk.say()
        async with joined(desk.owner, "admin") as mia:
            calls = await desk.waiting()
            seen = [{"id": call["id"], "inputSha256": call["inputSha256"]} for call in calls]
            status, _ = await mia.call(
                "POST", "/api/approvals/decisions", {"decision": "approved", "calls": seen}
            )
            assert status == 200
        access, operator = desk.owner.studio.access, await desk.owner.studio.operator()
        (member,) = [one for one in await access.members.list(operator) if one.person.name == "Mia"]
        await access.members.set_role(operator, member.person.id, role="member")
        await desk.decide(await desk.waiting("shout"))
        await finished(desk.owner, run_id)
        assert desk.sent == ["all"]


ASSET = new_id()
SAVE = ScriptedReply(
    "",
    calls=(
        ("save_content", {"model": "notes", "slug": "swifts", "data": {"title": "Swifts of the town"}}),
        ("save_content", {"model": "notes", "slug": "swifts", "data": {"minutes": "many"}}),
        ("delete_content", {"model": "notes", "entryIds": ["swifts"]}),
        ("update_media", {"assetId": ASSET, "alt": "A swift", "tags": []}),
    ),
)


async def _project(owner: Browser) -> str:
    """Make a project with one note."""
    studio = owner.studio
    project = await studio.access.projects.create(await studio.operator(), "Fieldnotes")
    job = Job(project.id, Identity("Ada", "ada@example.com"), studio.clock.now(), "seed/1")

    def plan(seen: Project, stamp: Stamp) -> FilePlan:
        return plan_save(seen, "notes", [EntrySave({"title": "Swifts"}, "swifts", "en", "They fly.")], stamp)

    await studio.contents.create(job, NewProject(models=[MODEL]))
    await studio.repositories.merge(job, (await studio.contents.write(job, plan, "write")).branch)
    sent = Upload(picture(), "swift.jpg", alt="A bird")
    by = studio_actor(studio.workspace_id)
    await studio.get(Library).add(studio.workspace_id, project.id, sent, ASSET, studio.clock.now(), by)
    return project.id


async def test_what_a_call_would_change_is_shown_against_what_is_there(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings, SAVE, DONE) as desk:
        owner, project_id = desk.owner, await _project(desk.owner)
        for tool in ("save_content", "delete_content", "update_media"):
            await owner.call("POST", "/api/approval-rules", {"toolName": tool, "effect": "ask"})
        await desk.say("content", projectId=project_id)
        branches = await owner.studio.repositories.branches(project_id)
        good, bad = await desk.waiting("save_content")
        (gone,) = await desk.waiting("delete_content")

        _, previewed = await owner.call("GET", f"/api/approvals/{good['id']}/changes")
        (change,) = previewed["changes"]
        assert (previewed["fate"], change["title"], change["path"]) == (
            "write",
            "Swifts",
            ["title"],
        ), "a proposed title is not the name of the entry"
        assert (change["old"], change["new"]) == ("Swifts", "Swifts of the town")
        _, previewed = await owner.call("GET", f"/api/approvals/{bad['id']}/changes")
        assert previewed["problem"]["code"] == "invalid_input", "a call that would be refused says so"
        assert previewed["changes"] == []
        _, previewed = await owner.call("GET", f"/api/approvals/{gone['id']}/changes")
        assert [(each["op"], each["title"]) for each in previewed["changes"]] == [("remove", "Swifts")]
        (drawn,) = await desk.waiting("update_media")
        _, previewed = await owner.call("GET", f"/api/approvals/{drawn['id']}/changes")
        assert [(each["path"], each["old"], each["new"]) for each in previewed["changes"]] == [
            (["alt"], "A bird", "A swift")
        ]
        assert await owner.studio.repositories.branches(project_id) == branches, (
            "looking ahead writes nothing"
        )
        assert gone["rememberScopes"] == [], "what throws something away is never remembered"
