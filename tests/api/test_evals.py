"""A run becomes a case, is replayed without writing, and closes the loop of a person's word."""

from typing import Any

from proofroom.cli.evals import junit_report
from proofroom.kernel.blocks import TextBlock
from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink, TokenUsage
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok


class Pupil:
    """A model that answers in one sentence only if its instructions say so."""

    name = "offline"

    async def models(self) -> list[ModelInfo]:
        return [ModelInfo(id="offline", provider="offline", name="Pupil", context_window=100_000)]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        is_taught = "Say ahoy" in request.system_prefix
        text = "Ahoy." if is_taught else "Good day."
        return Reply([TextBlock(text)], "end", TokenUsage(), "end", "offline")


async def case_of(owner: Browser, message: str, **more: Any) -> tuple[str, Any]:
    events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": message})
    run_id = next(one["runId"] for one in events if one["type"] == "runStarted")
    return run_id, await ok(owner, "POST", "/api/evals", {"runId": run_id, **more})


async def test_a_replay_calls_recorded_tools_and_writes_nothing(owner: Browser) -> None:
    await ok(owner, "POST", "/api/entity-types", {"slug": "place", "name": "Place"})
    _, case = await case_of(owner, "Add a place called Bonn")
    assert [one["kind"] for one in case["checks"]] == ["order", "no_error", "max_steps"]
    before = (await ok(owner, "GET", "/api/entities?type=place"))["total"]
    runs = await ok(owner, "POST", f"/api/evals/{case['id']}/play", {"trials": 2})
    assert [(one["passed"], one["trial"]) for one in runs] == [(True, 1), (True, 2)], runs
    assert (await ok(owner, "GET", "/api/entities?type=place"))["total"] == before == 1
    strict = {"checks": [{"kind": "not_called", "tool": "createEntity"}], "isGate": True}
    await ok(owner, "PUT", f"/api/evals/{case['id']}", strict)
    status, refused = await owner.call("POST", "/api/evals/gate/assistant")
    assert (status, case["title"] in refused["error"]["message"]) == (400, True)
    played = [{**case, "runs": (await ok(owner, "GET", f"/api/evals/{case['id']}/runs"))[:1]}]
    report = junit_report(played)
    assert 'failures="1"' in report
    assert "not_called" in report


async def test_a_word_is_applied_when_its_case_passes_and_opens_again_when_it_fails(
    sqlite_settings: Settings,
) -> None:
    driver: Any = Pupil()
    async with serve(sqlite_settings, {"offline": driver}) as owner:
        await owner.set_up()
        events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "Greet me"})
        run_id = next(one["runId"] for one in events if one["type"] == "runStarted")
        said = {"kind": "run", "id": run_id, "rating": "down", "comment": "Say ahoy when greeting."}
        word = await ok(owner, "PUT", "/api/feedback", said)
        wish = [{"kind": "output_matches", "pattern": "ahoy"}]
        body = {"runId": run_id, "checks": wish, "feedbackId": word["id"]}
        case = await ok(owner, "POST", "/api/evals", body)
        play = f"/api/evals/{case['id']}/play"
        assert [one["passed"] for one in await ok(owner, "POST", play, {})] == [False]
        useless = await ok(owner, "POST", "/api/memory", {"content": "Be nice.", "kind": "correction"})
        assert [one["passed"] for one in await ok(owner, "POST", play, {})] == [False]
        assert (await ok(owner, "GET", "/api/feedback"))[0]["status"] == "open"
        body = {"content": "Say ahoy when greeting.", "kind": "correction", "supersedes": useless["id"]}
        memory = await ok(owner, "POST", "/api/memory", body)
        assert [one["passed"] for one in await ok(owner, "POST", play, {})] == [True]
        assert (await ok(owner, "GET", "/api/feedback"))[0]["status"] == "applied"
        await ok(owner, "PUT", f"/api/memory/{memory['id']}", {"status": "disabled"})
        assert [one["passed"] for one in await ok(owner, "POST", play, {})] == [False]
        assert (await ok(owner, "GET", "/api/feedback"))[0]["status"] == "open"
