"""Tool approvals through HTTP: what is remembered of a person's word, for whom and how long."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
from pydantic import BaseModel

from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from tests.api.conftest import PASSWORD, Browser, serve
from tests.api.test_budgets import finished
from tests.scripted import ScriptedDriver, ScriptedReply

SEND = ScriptedReply("Sending.", calls=(("send", {}),))
TOMORROW = (datetime.now(UTC) + timedelta(days=1)).isoformat()


class Nothing(BaseModel):
    """No input."""


class Desk:
    """A studio whose assistant sends a letter in every turn."""

    def __init__(self, owner: Browser, sent: list[str], driver: ScriptedDriver) -> None:
        self.owner, self.sent, self.driver = owner, sent, driver

    async def say(self, conversation_id: str | None = None, by: Browser | None = None) -> dict[str, Any]:
        """Send a message; return its last event, with the run's and the conversation's ids."""
        body = {"message": "send it", "conversationId": conversation_id}
        events = await (by or self.owner).lines("POST", "/api/ai/chat/workspace", body)
        ids = {name: events[0][name] for name in ("runId", "conversationId")}
        return {"status": "completed", **events[-1], **ids}  # an ordinary end is not spelt out

    async def decide(self, by: Browser | None = None, **verdict: Any) -> tuple[int, Any]:
        """Decide on the one call that waits."""
        caller = by or self.owner
        _, waiting = await caller.call("GET", "/api/approvals?status=pending")
        path = f"/api/actions/{waiting[0]['id']}/tool-approval"
        return await caller.call("POST", path, {"decision": "approved", **verdict})


@asynccontextmanager
async def open_desk(settings: Settings, **more: Any) -> AsyncGenerator[Desk]:
    sent: list[str] = []

    async def send(context: ToolContext, given: Nothing) -> ToolOutput:
        sent.append(context.run_id)
        return ToolOutput(ok=True, summary="Sent")

    spec = ToolSpec("send", "Send a letter.", Nothing, send, "baseline", "external", "ai.chat", **more)
    driver = ScriptedDriver(SEND, ScriptedReply("Sent."))
    async with serve(settings, {"scripted": driver}) as owner:
        await owner.set_up()
        owner.studio.registry.add([spec])
        yield Desk(owner, sent, driver)


@asynccontextmanager
async def joined(owner: Browser, role: str) -> AsyncGenerator[Browser]:
    """Let somebody else into the workspace."""
    _, invited = await owner.call("POST", "/api/invites", {"email": "mia@example.com", "role": role})
    body = {"token": invited["path"].partition("token=")[2], "name": "Mia", "password": PASSWORD}
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        mia = Browser(http, owner.url, owner.studio)
        _, session = await mia.call("POST", "/api/invite", body)
        mia.csrf = session["csrfToken"]
        yield mia


async def test_a_word_for_this_conversation_holds_there_and_nowhere_else(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings, policy="always_ask", relaxable=True) as desk:
        first = await desk.say()
        assert first["status"] == "awaiting_tool"
        _, (call,) = await desk.owner.call("GET", "/api/approvals?status=pending")
        made = int(datetime.fromisoformat(call["createdAt"]).timestamp() * 1000)
        assert call["slug"] == f"approve-tool-send-{made}", "the seed's name"
        _, inbox = await desk.owner.call("GET", "/api/inbox")
        assert [one["slug"] for one in inbox if one["id"] == call["id"]] == [call["slug"]]
        for which in ("", "?mine=true", "?status=waiting_human"):
            _, listed = await desk.owner.call("GET", f"/api/tasks{which}")
            assert [(one["slug"], one["isApproval"]) for one in listed] == [(call["slug"], True)], which
        _, task = await desk.owner.call("GET", f"/api/tasks/{call['slug']}")
        assert (task["id"], task["status"]) == (call["id"], "waiting_human")
        assert (await desk.owner.call("GET", "/api/tasks?status=completed"))[1] == []
        assert (await desk.owner.call("PUT", f"/api/tasks/{call['id']}", {"status": "completed"}))[0] == 404
        newer = {"systemPrompt": "New words for the assistant."}
        _, changed = await desk.owner.call("PUT", "/api/agents/assistant", newer)
        status, told = await desk.decide(remember={"scope": "conversation"})
        assert status == 200, told
        await finished(desk.owner, first["runId"])
        _, ended = await desk.owner.call("GET", f"/api/runs/{first['runId']}")
        assert (ended["run"]["agentVersion"], changed["version"]) == (1, 2), "a run keeps its version"
        assert "New words" not in desk.driver.requests[-1].system_prefix
        again = await desk.say(first["conversationId"])
        assert again["status"] == "completed"
        assert "New words" in desk.driver.requests[-1].system_prefix
        assert desk.sent == [first["runId"], again["runId"]]
        assert (await desk.say())["status"] == "awaiting_tool", "another conversation asks for itself"
        _, (rule,) = await desk.owner.call("GET", "/api/approval-rules")
        assert (rule["toolName"], rule["conversationId"]) == ("send", first["conversationId"])
        _, log = await desk.owner.call("GET", "/api/audit?action=approval_rule.")
        assert [entry["action"] for entry in log["entries"]] == ["approval_rule.create"]
        await desk.owner.call("DELETE", f"/api/approval-rules/{rule['id']}")
        assert (await desk.say(first["conversationId"]))["status"] == "awaiting_tool"


async def test_a_word_for_an_agent_has_an_end(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings, policy="always_ask", relaxable=True) as desk:
        first = await desk.say()
        for until in (None, "2020-01-01T00:00:00Z", "2099-01-01T00:00:00", "2099-01-01T00:00:00Z"):
            status, told = await desk.decide(remember={"scope": "agent", "until": until})
            assert (status, told["error"]["code"]) == (400, "invalid_input"), until
        assert desk.sent == [], "what could not be remembered was not approved either"
        status, _ = await desk.decide(remember={"scope": "agent", "until": TOMORROW})
        assert status == 200
        await finished(desk.owner, first["runId"])
        assert (await desk.say())["status"] == "completed"


async def test_only_who_may_change_agents_lets_one_go_on_without_asking(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings, policy="always_ask", relaxable=True) as desk:
        lets = ["ai.chat", "ai.tools.write", "sessions.own.create", "sessions.own.read", "sessions.own.run"]
        _, role = await desk.owner.call("POST", "/api/roles", {"name": "Sender", "permissions": lets})
        async with joined(desk.owner, "member") as mia:
            _, people = await desk.owner.call("GET", "/api/people")
            (her,) = [each["person"]["id"] for each in people if each["person"]["name"] == "Mia"]
            await desk.owner.call("PUT", f"/api/people/{her}", {"role": "member", "roleId": role["id"]})
            hers = await desk.say(by=mia)
            assert hers["status"] == "awaiting_tool"
            _, (call,) = await mia.call("GET", "/api/approvals?status=pending")
            assert (call["rememberScopes"], call["mayDecide"]) == (["conversation"], True)
            _, (call,) = await desk.owner.call("GET", "/api/approvals?status=pending")
            assert call["rememberScopes"] == ["conversation", "agent"]
            refused = await desk.decide(by=mia, remember={"scope": "agent", "until": TOMORROW})
            assert refused[0] == 403
            assert (await desk.decide(by=mia, remember={"scope": "conversation"}))[0] == 200
            await finished(mia, hers["runId"])
            _, others = await desk.owner.call(
                "POST", "/api/approval-rules", {"toolName": "searchHelp", "effect": "ask"}
            )
            _, rules = await mia.call("GET", "/api/approval-rules")
            (own,) = [rule for rule in rules if rule["canRemove"]]
            assert own["conversationId"] == hers["conversationId"], "she sees what she said herself"
            assert (await mia.call("DELETE", f"/api/approval-rules/{others['id']}"))[0] == 403
            assert (await mia.call("DELETE", f"/api/approval-rules/{own['id']}"))[0] == 200
        assert desk.sent == [hers["runId"]]


async def test_what_asks_each_time_cannot_be_remembered(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings, policy="always_ask") as desk:
        assert (await desk.say())["status"] == "awaiting_tool"
        assert (await desk.decide(remember={"scope": "conversation"}))[0] == 400
        assert desk.sent == []
        rule = {"toolName": "reject_branch", "effect": "allow"}
        assert (await desk.owner.call("POST", "/api/approval-rules", rule))[0] == 400, "it throws things away"
        status, _ = await desk.owner.call("POST", "/api/approval-rules", rule | {"expiresAt": TOMORROW})
        assert status == 201
