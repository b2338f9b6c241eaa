"""A reviewer without an account: one link opens one thing, for a while, until it is taken back."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import aiohttp
import pytest

from proofroom.kernel.ids import PersonId, ProposalId
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.runtime import Asker
from proofroom.runtime.baseline.tools import GetTimeInput
from tests.api.conftest import Browser, serve
from tests.api.test_proposals import BODY, Proposed, proposed  # noqa: F401  (a fixture)
from tests.scripted import ScriptedDriver, ScriptedReply


@pytest.fixture
async def guest(owner: Browser) -> AsyncGenerator[Browser]:
    """Return a browser that nobody signed in to."""
    async with aiohttp.ClientSession() as http:
        yield Browser(http, owner.url, owner.studio)


async def give(owner: Browser, path: str, **body: Any) -> str:
    status, made = await owner.call("POST", f"{path}/links", body)
    assert status == 201, made
    assert made["path"].startswith("/link/")
    return "/api/links/" + made["path"].removeprefix("/link/")


async def test_a_guest_reviews_one_proposal_and_the_log_says_who_let_them_in(
    owner: Browser,
    guest: Browser,
    proposed: Proposed,  # noqa: F811
) -> None:
    path = await proposed.propose(BODY.replace("all night", "for ten months"), minutes=3)
    link = await give(owner, path, note="Rita at the agency", days=3)
    status, opened = await guest.call("GET", link)
    assert (status, opened["giver"], opened["note"]) == (200, "Owner", "Rita at the agency")
    assert (opened["kind"], opened["approval"], opened["proposal"]["canDecide"]) == ("proposal", None, True)
    hunks = {hunk["path"][0]: hunk["id"] for hunk in opened["proposal"]["hunks"]}
    rita = {"name": "Rita"}
    for field, decision in (("body", "accepted"), ("minutes", "rejected")):
        word = rita | {"hunks": [hunks[field]], "decision": decision}
        assert (await guest.call("POST", f"{link}/decisions", word))[0] == 200
    said = rita | {"text": "Lovely.", "hunkId": hunks["body"]}
    assert (await guest.call("POST", f"{link}/comments", said))[1]["author"] == "Rita (link from Owner)"
    status, done = await guest.call("POST", f"{link}/finish", rita | {"sha": opened["proposal"]["sha"]})
    assert (status, done["state"], done["accepted"], done["rejected"]) == (200, "merged", 1, 1)
    _, log = await owner.call("GET", "/api/audit?action=proposal.")
    finished = log["entries"][0]
    assert (finished["action"], finished["actorKind"]) == ("proposal.finish", "link")
    assert finished["actorName"] == "Rita (link from Owner)"
    page = await owner.studio.access.audit.list(owner.studio.workspace_id)
    assert page.entries[0].data["giver"] == "Owner"
    assert (await guest.call("GET", link))[1]["proposal"]["proposal"]["state"] == "merged"


async def test_a_link_opens_nothing_else(owner: Browser, guest: Browser, proposed: Proposed) -> None:  # noqa: F811
    link = await give(owner, await proposed.propose(minutes=3))
    token = link.rpartition("/")[2]
    for path in ("/api/proposals", "/api/inbox", "/api/projects"):
        assert (await guest.call("GET", path, Authorization=f"Bearer {token}"))[0] == 401
    status, _ = await guest.call("POST", f"{link}/tool-approval", {"name": "Rita", "decision": "approved"})
    assert status == 404
    assert (await guest.call("GET", link[:-1] + ("x" if link[-1] != "x" else "y")))[0] == 404
    status, _ = await guest.call("POST", f"{link}/reject", {"name": "Rita"}, Origin="https://evil.example")
    assert status == 403


async def test_a_revoked_an_expired_and_an_orphaned_link_lead_nowhere(
    owner: Browser,
    guest: Browser,
    proposed: Proposed,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = await proposed.propose(minutes=3)
    links = [await give(owner, path) for _ in range(3)]
    _, shown = await owner.call("GET", f"{path}/links")
    assert len(shown) == 3
    assert (await owner.call("DELETE", f"/api/links/{shown[-1]['id']}"))[0] == 200
    assert (await guest.call("GET", links[0]))[0] == 404
    assert (await guest.call("GET", links[1]))[0] == 200

    async def gone(workspace_id: str, person_id: PersonId | None) -> None:
        return await owner.studio.access.members.find(owner.studio.workspace_id, PersonId("nobody"))  # type: ignore[func-returns-value]

    with monkeypatch.context() as patch:
        patch.setattr(owner.studio.links, "_find_giver", gone)
        assert (await guest.call("GET", links[1]))[0] == 404
    later = owner.studio.clock.now() + timedelta(days=8)
    with monkeypatch.context() as patch:
        patch.setattr(type(owner.studio.clock), "now", lambda self: later)
        assert (await guest.call("GET", links[2]))[0] == 404


async def test_a_key_gives_no_links(owner: Browser, guest: Browser, proposed: Proposed) -> None:  # noqa: F811
    path = await proposed.propose(minutes=3)
    _, made = await owner.call("POST", "/api/keys", {"name": "Robot", "role": "admin"})
    status, refused = await guest.call("POST", f"{path}/links", {}, Authorization=f"Bearer {made['secret']}")
    assert (status, refused["error"]["code"]) == (403, "not_allowed")
    assert not await owner.studio.links.list(
        await owner.studio.operator(), "proposal", ProposalId(path.rpartition("/")[2])
    )


async def test_a_guest_approves_one_call_and_it_runs_once(sqlite_settings: Settings) -> None:
    sent: list[str] = []

    async def send(context: ToolContext, given: GetTimeInput) -> ToolOutput:
        sent.append(context.step)
        return ToolOutput(ok=True)

    replies = ScriptedReply("", calls=(("send", {}),)), ScriptedReply("Sent.")
    async with serve(sqlite_settings, {"scripted": ScriptedDriver(*replies)}) as owner:
        await owner.set_up()
        studio = owner.studio
        ask = {"effect": "external", "policy": "always_ask"}
        studio.registry.add([ToolSpec("send", "Send.", GetTimeInput, send, "baseline", **ask)])  # type: ignore[arg-type]
        asker = Asker(studio.workspace_id, (await studio.operator()).person_id)
        conversation = await studio.chat.open(asker, scope="workspace", agent="assistant")
        posted = await studio.chat.post(asker, conversation.id, "send it")
        await studio.engine.wait(posted.run_id, studio.workspace_id)
        _, waiting = await owner.call("GET", "/api/approvals?status=pending")
        link = await give(owner, f"/api/approvals/{waiting[0]['id']}")
        async with aiohttp.ClientSession() as http:
            guest = Browser(http, owner.url, studio)
            assert (await guest.call("GET", link))[1]["approval"]["toolName"] == "send"
            word = {"name": "Rita", "decision": "approved", "reason": "Go on."}
            for _ in range(2):
                status, decided = await guest.call("POST", f"{link}/tool-approval", word)
                assert (status, decided["status"]) == (200, "approved")
        assert decided["decisionReason"] == "Rita (link from Owner): Go on."
        run = await studio.engine.wait(posted.run_id, studio.workspace_id)
        assert (run.status, len(sent)) == ("completed", 1)
