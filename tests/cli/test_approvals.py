"""`proofroom approvals` against a running studio: calls that wait are shown as they are, and decided."""

import orjson

from proofroom.kernel.settings import Settings
from tests.api.test_approval_batch import DONE, open_desk
from tests.api.test_budgets import finished
from tests.cli.test_usage import Command, command
from tests.scripted import ScriptedReply

__all__ = ["command"]

TRICKY = ScriptedReply("", calls=tuple(("send", {"to": to}) for to in ("[bold]all", "ada", "grace")))


async def test_calls_are_listed_shown_allowed_and_denied(
    sqlite_settings: Settings,
    command: Command,
) -> None:
    async with open_desk(sqlite_settings, TRICKY, DONE) as desk:
        desk.owner.studio.lock.announce(desk.owner.url)
        run_id = await desk.say()
        tricky, ada, grace = [call["id"] for call in await desk.waiting()]
        listed = await command("approvals")
        assert 'send(to="[bold]all")' in listed, "nothing of an input is taken for colours"
        assert "write them ($0.000015)" in listed
        shown = await command("approvals", "show", ada)
        assert "send always asks a person first." in shown
        assert "assistant, version 1" in shown
        assert (await command("approvals", "deny", tricky, "--reason", "Too many")).count("denied") == 1
        await command("approvals", "allow", tricky, exit_code=1)
        done = orjson.loads(await command("approvals", "allow", ada, grace, "--json"))
        assert [one["status"] for one in done] == ["approved", "approved"]
        await finished(desk.owner, run_id)
        assert desk.sent == ["ada", "grace"]

        body = {"toolName": "send", "effect": "ask", "agent": "editor"}
        _, rule = await desk.owner.call("POST", "/api/approval-rules", body)
        assert rule["id"] in await command("approvals", "rules")
        await command("approvals", "forget", rule["id"])
        assert orjson.loads(await command("approvals", "rules", "--json")) == []
