"""A run becomes a case, is replayed without writing, and closes the loop of a person's word."""

from typing import Any

from proofroom.cli.evals import junit_report
from proofroom.kernel.blocks import TextBlock
from proofroom.kernel.settings import Settings
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink, TokenUsage
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.patience import until
from tests.providers.host import Answer, open_host


class Pupil:
    """A model that answers in one sentence only if its instructions say so."""

    name = "offline"

    def __init__(self) -> None:
        self.requests: list[ModelRequest] = []

    async def models(self) -> list[ModelInfo]:
        return [ModelInfo(id="offline", provider="offline", name="Pupil", context_window=100_000)]

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        self.requests.append(request)
        is_taught = "Say ahoy" in request.system_prefix
        text = "Ahoy." if is_taught else "Good day."
        return Reply([TextBlock(text)], "end", TokenUsage(10, 5, cost_micros=700), "end", "offline")


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
    assert (await owner.call("POST", "/api/evals/gate/asistant"))[0] == 404, "a wrong name is no pass"
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
        await owner.lines("POST", "/api/ai/chat/workspace", {"message": "Greet me again"})
        told = str(driver.requests[-1])
        assert "## Recent Negative Feedback" in told, "the next prompt knows"
        assert "Say ahoy when greeting." in told
        assert "Say ahoy" not in driver.requests[-1].system_prefix, "it is no instruction yet"
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

        # What a trial did and cost is kept, so that versions are compared by more than passing.
        for limit, is_cheap in ((699, False), (700, True)):
            checks = [{"kind": "max_cost", "limit": limit}]
            await ok(owner, "PUT", f"/api/evals/{case['id']}", {"checks": checks})
            [run] = await ok(owner, "POST", play, {})
            assert (run["passed"], run["did"]["tools"], run["did"]["costMicros"]) == (is_cheap, [], 700)

        # Where a budget is used up, a beat with work to do is left out and says why.
        limit = {"scopeKind": "agent", "scopeId": "assistant", "period": "day", "limitMicros": 1_000}
        await ok(owner, "POST", "/api/budgets", limit | {"allowsUnpriced": True})
        await ok(owner, "POST", "/api/tasks", {"title": "Greet the readers", "agent": "assistant"})
        for _ in range(2):
            await owner.lines("POST", "/api/ai/chat/workspace", {"message": "Greet me"})
        asked = len(driver.requests)
        beat = await ok(owner, "POST", "/api/agents/assistant/run")
        assert (beat["status"], beat["skipReason"], beat["costMicros"]) == ("skipped", "budget", 0)
        assert len(driver.requests) == asked


async def test_a_judge_decides_where_no_rule_can_and_a_beat_ends_in_its_time(
    sqlite_settings: Settings,
) -> None:
    async with open_host(key="k") as host:
        opened = sqlite_settings.model_copy(update={"allow_private_hosts": [host.place]})
        async with serve(opened) as owner:
            await owner.set_up()
            sent = {"providerId": "openai-compatible", "baseUrl": host.url, "apiKey": "k"}
            await ok(owner, "POST", "/api/ai/credentials", sent)
            rubric = [{"kind": "no_error"}, {"kind": "judge", "pattern": "It greets."}]
            _, case = await case_of(owner, "Greet me", checks=rubric)
            said = ["PASS It greets.", "FAIL: it is rude.", "I would say that it does not pass.", "**Pass**"]
            host.answers = [one for text in said for one in (Answer("Good day."), Answer(text))]
            host.asked.clear()
            runs = await ok(owner, "POST", f"/api/evals/{case['id']}/play", {"trials": 4})
            assert [(one["trial"], one["passed"]) for one in runs] == [
                (1, True),
                (2, False),
                (3, None),
                (4, True),
            ]
            assert [one["results"][-1]["seen"] for one in runs] == said
            judged = [str(one) for one in host.asked if "You judge" in str(one)]
            assert (len(judged), "It greets." in judged[0], "Good day." in judged[0]) == (4, True, True)

            # A gate whose judge finds fault, or says nothing that could be read, holds a version back.
            await ok(owner, "PUT", f"/api/evals/{case['id']}", {"isGate": True})
            config = (await ok(owner, "GET", "/api/agents/assistant"))["config"] | {"autoGate": True}
            for verdict, status in (("FAIL rude", 400), ("Hm.", 400), ("PASS", 200)):
                host.answers = [Answer("Good day."), Answer(verdict)]
                told, _ = await owner.call("PUT", "/api/agents/assistant", {"config": config})
                assert told == status, verdict

            # What does not end in its time is stopped, recorded, and noticed for the review.
            host.answers = [Answer("So slow.", delay_s=20.0)]
            slow = {
                "config": config | {"autoGate": False, "heartbeat": {"mode": "full", "maxDurationSec": 1}}
            }
            await ok(owner, "PUT", "/api/agents/assistant", slow)
            begun = await ok(owner, "POST", "/api/agents/assistant/run")
            await owner.studio.engine.wait(begun["runId"], owner.studio.workspace_id)

            async def over() -> dict[str, Any] | None:
                [beat] = await ok(owner, "GET", "/api/heartbeats/beats?agent=assistant")
                return beat if beat["status"] != "running" else None

            beat = await until(over)
            assert beat["status"] == "timeout", beat
            [noticed] = await ok(owner, "GET", "/api/feedback?kind=observation")
            assert (noticed["agent"], noticed["runId"]) == ("assistant", begun["runId"])
