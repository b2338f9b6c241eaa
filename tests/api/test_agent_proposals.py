"""An agent proposes changes to an agent; people decide on each field, and can take them back."""

from typing import Any

from proofroom.kernel.ids import PersonId
from proofroom.runtime import Asker
from tests.api.conftest import Browser
from tests.api.test_content import ok

PATCH = {
    "systemPrompt": "Be brief.",
    "toolGroups": ["mcp", "memory", "web", "media"],
    "limits": {"maxRounds": 9},
}


async def propose(owner: Browser, patch: dict[str, Any] = PATCH) -> tuple[str, str]:
    """Let a run propose a patch of the assistant; return the run and the proposal's address."""
    me = await ok(owner, "GET", "/api/session")
    asker = Asker(owner.studio.workspace_id, PersonId(me["person"]["id"]))
    given = {"agentSlug": "assistant", "patch": patch, "note": "Answer in fewer words"}
    called = await owner.studio.direct.use(asker, None, "updateAgentConfig", given)
    assert called.output.ok, called.output.error
    return str(called.run_id), f"/api/proposals/{called.output.data['proposalId']}"


async def agent(owner: Browser) -> Any:
    return await ok(owner, "GET", "/api/agents/assistant")


async def decide(owner: Browser, path: str, decision: str, *fields: str) -> None:
    hunks = (await ok(owner, "GET", path))["hunks"]
    ids = [hunk["id"] for hunk in hunks if hunk["path"][-1] in fields]
    await ok(owner, "POST", f"{path}/decisions", {"hunks": ids, "decision": decision})


async def test_fields_are_decided_one_by_one_and_what_widens_rights_says_so(owner: Browser) -> None:
    before = await agent(owner)
    _, path = await propose(owner)
    assert (await agent(owner))["version"] == before["version"], "nothing changes before somebody decides"
    opened = await ok(owner, "GET", path)
    assert (opened["proposal"]["kind"], opened["proposal"]["configId"]) == ("agent", "assistant")
    assert (opened["proposal"]["branch"], opened["canDecide"]) == (None, True)
    risks = {hunk["path"][-1]: hunk["risk"] for hunk in opened["hunks"]}
    assert risks["systemPrompt"] == ""
    assert "tools" in risks["toolGroups"]
    assert "further" in risks["maxRounds"]
    assert {hunk["target"]["room"] for hunk in opened["hunks"]} == {"agents"}
    items = await ok(owner, "GET", "/api/inbox")
    assert [(item["about"], item["count"]) for item in items if item["kind"] == "proposal"] == [
        ("Assistant", 3)
    ]

    await decide(owner, path, "accepted", "systemPrompt", "maxRounds")
    await decide(owner, path, "rejected", "toolGroups")
    done = await ok(owner, "POST", f"{path}/finish", {"sha": opened["sha"]})
    assert (done["state"], done["accepted"], done["rejected"]) == ("merged", 2, 1)
    after = await agent(owner)
    assert after["version"] == before["version"] + 1
    assert after["systemPrompt"] == "Be brief."
    assert after["config"]["limits"]["maxRounds"] == 9
    assert after["config"]["toolGroups"] == before["config"]["toolGroups"]
    assert len((await ok(owner, "GET", path))["hunks"]) == 3, "what it held can still be looked at"


async def test_undecided_fields_go_on_and_a_merge_is_taken_back_in_a_new_version(owner: Browser) -> None:
    before = await agent(owner)
    run, path = await propose(owner)
    await decide(owner, path, "accepted", "systemPrompt")
    assert (await ok(owner, "POST", f"{path}/finish", {}))["undecided"] == 2
    (rest,) = (each for each in await ok(owner, "GET", "/api/proposals") if each["state"] == "open")
    assert (rest["hunks"], rest["configId"]) == (2, "assistant")

    undone = await ok(owner, "POST", f"/api/runs/{run}/undo")
    assert (undone["state"], undone["hunks"]) == ("merged", 1)
    now = await agent(owner)
    assert (now["version"], now["systemPrompt"], now["config"]) == (
        before["version"] + 2,
        before["systemPrompt"],
        before["config"],
    )
    again = await ok(owner, "POST", f"/api/runs/{run}/undo")
    assert (again["state"], again["proposalId"]) == ("undone", undone["proposalId"])
    redone = await ok(owner, "POST", f"/api/proposals/{undone['proposalId']}/undo")
    assert redone["state"] == "merged"
    assert (await agent(owner))["systemPrompt"] == "Be brief."


async def test_a_field_that_changed_since_is_a_conflict(owner: Browser) -> None:
    _, path = await propose(owner, {"systemPrompt": "Be brief."})
    await ok(owner, "PUT", "/api/agents/assistant", {"systemPrompt": "Be kind."})
    opened = await ok(owner, "GET", path)
    (conflict,) = opened["conflicts"]
    assert (conflict["conflict"]["ours"], conflict["conflict"]["theirs"]) == ("Be kind.", "Be brief.")
    await decide(owner, path, "accepted", "systemPrompt")
    assert (await ok(owner, "POST", f"{path}/finish", {}))["state"] == "conflicts"
    assert (await agent(owner))["systemPrompt"] == "Be kind."
    choice = {"hunks": [conflict["id"]], "decision": "accepted", "choice": {"take": "theirs"}}
    await ok(owner, "POST", f"{path}/decisions", choice)
    assert (await ok(owner, "POST", f"{path}/finish", {}))["state"] == "merged"
    assert (await agent(owner))["systemPrompt"] == "Be brief."
