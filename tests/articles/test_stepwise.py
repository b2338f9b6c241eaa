"""Step by step: a person is asked before every step, in the inbox, and a no is heeded."""

from pathlib import Path
from typing import Any

from tests.api.conftest import Browser
from tests.articles.corpus import write_corpus
from tests.articles.test_pipeline import begin, is_free, run
from tests.patience import until

Lines = list[dict[str, Any]]


async def waiting(owner: Browser, run_id: str) -> dict[str, Any]:
    _, [asked] = await owner.call("GET", f"/api/approvals?status=pending&run_id={run_id}")
    return asked


async def answer(owner: Browser, events: Lines, decision: str) -> Lines:
    """Say a word on what waits, and return what happens until the run ends or asks again."""
    run_id = events[0]["runId"]
    asked = await waiting(owner, run_id)
    body = {"decision": decision, "inputSha256": asked["inputSha256"]}
    status, told = await owner.call("POST", f"/api/actions/{asked['id']}/tool-approval", body)
    assert status == 200, told
    more = await owner.lines("GET", f"/api/runs/{run_id}/events?after={events[-1]['n']}")
    return [*events, *more]


async def test_every_step_waits_for_a_yes_and_one_that_is_not_needed_is_left_out(
    owner: Browser, tmp_path: Path
) -> None:
    made = await begin(owner, write_corpus(tmp_path / "corpus")[:8])
    path = f"/api/articles/{made['id']}"
    events, article = await run(owner, made["id"], mode="interactive")
    run_id = events[0]["runId"]
    assert (events[-1]["status"], article["status"]) == ("waiting_human", "research")
    asked: list[str] = []
    for after in ("foundations", "foundations", "foundations_approval"):
        asked.append((await waiting(owner, run_id))["toolName"])
        events = await answer(owner, events, "approved")
        _, article = await owner.call("GET", path)
        assert (events[-1]["status"], article["status"]) == ("waiting_human", after)
    status, _ = await owner.call("POST", f"{path}/approve", {})
    assert status == 200
    events += await owner.lines("GET", f"/api/runs/{run_id}/events?after={events[-1]['n']}")
    call = await waiting(owner, run_id)
    assert "leaves it out" in call["reason"]
    assert call["rememberScopes"] == [], "a word on one step allows no tool for ever"
    _, seen = await owner.call("GET", f"/api/approvals/{call['id']}/changes")
    assert (seen["fate"], seen["problem"]) == (None, None)
    _, inbox = await owner.call("GET", "/api/inbox")
    assert [each["about"] for each in inbox if each["kind"] == "approval" and each["isWaiting"]] == [
        "applyHumanityCheck"
    ]
    asked.append(call["toolName"])
    events = await answer(owner, events, "denied")
    asked.append((await waiting(owner, run_id))["toolName"])
    events = await answer(owner, events, "denied")
    _, article = await owner.call("GET", path)
    assert (events[-1]["type"], events[-1].get("status"), article["status"]) == ("done", None, "ready")
    assert asked == [
        "analyzeWritingCharacteristics",
        "analyzeStorytellingStructure",
        "generateContentSkeleton",
        "applyHumanityCheck",
        "identifyImageNeeds",
    ]
    assert not article["visualsMetadata"].get("finals"), "no picture was drawn"


async def test_a_no_to_a_step_that_is_needed_ends_the_run_and_keeps_what_is_done(
    owner: Browser, tmp_path: Path
) -> None:
    made = await begin(owner, write_corpus(tmp_path / "corpus")[:8])
    events, _ = await run(owner, made["id"], mode="interactive")
    assert "ends the run here" in (await waiting(owner, events[0]["runId"]))["reason"]
    events = await answer(owner, events, "denied")
    assert (events[-1]["type"], events[-1].get("status")) == ("done", None)
    await until(lambda: is_free(owner, made["id"]))
    _, article = await owner.call("GET", f"/api/articles/{made['id']}")
    assert article["status"] == "research"
    _, sources = await owner.call("GET", f"/api/articles/{made['id']}/sources")
    assert sources
    events, article = await run(owner, made["id"], mode="continue")
    assert article["status"] == "ready", "the rest can still be done"
