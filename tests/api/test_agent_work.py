"""Agents through their doors: heartbeats, memory, skills, feedback that is learnt from, newer defaults."""

import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import aiohttp
import orjson
import pytest
import pytest_asyncio

from proofroom.agents import Roster
from proofroom.agents.system import ANALYST, records_of
from proofroom.kernel.errors import NotFound
from proofroom.runtime import Asker
from tests.api.conftest import PASSWORD, Browser, serve
from tests.api.test_content import make_project, ok
from tests.conftest import copied_settings
from tests.patience import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def studio(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> AsyncGenerator[Browser]:
    async with serve(copied_settings(tmp_path_factory.mktemp("studio"), sqlite_template)) as browser:
        await browser.set_up()
        yield browser


async def chat(browser: Browser, message: str, **more: Any) -> list[dict[str, Any]]:
    return await browser.lines("POST", "/api/ai/chat/workspace", {"message": message, **more})


def text_of(events: list[dict[str, Any]]) -> str:
    return "".join(one["text"] for one in events if one["type"] == "text")


async def over(browser: Browser, agent: str) -> Any:
    async def last() -> Any:
        [beat, *_] = await ok(browser, "GET", f"/api/heartbeats/beats?agent={agent}")
        return beat if beat["status"] != "running" else None

    return await until(last)


async def test_an_agent_works_by_the_clock_takes_its_task_and_is_run_by_hand(studio: Browser) -> None:
    idle = await ok(studio, "POST", "/api/agents/analyst/run")
    assert (idle["status"], idle["skipReason"]) == ("skipped", "no_work")
    task = await ok(studio, "POST", "/api/tasks", {"title": "Compare the sources", "agent": "analyst"})
    await ok(studio, "POST", "/api/agents/analyst/run")
    beat = await over(studio, "analyst")
    assert (beat["status"], beat["claimed"]) == ("completed", 1), beat
    left = await ok(studio, "GET", f"/api/tasks/{task['id']}")
    assert left["status"] == "waiting_human"  # the offline model did nothing, and says so
    assert "none of these: Compare the sources" in left["output"]
    [item] = [one for one in await ok(studio, "GET", "/api/inbox") if one["id"] == task["id"]]
    assert item["isWaiting"]
    on = {"enabled": True, "schedule": "0 7 * * 1-5", "timeZone": "Europe/Istanbul"}
    set_to = await ok(studio, "PUT", "/api/agents/analyst/heartbeat", on)
    assert set_to["nextRunAt"].endswith("04:00:00Z")
    assert (await studio.call("PUT", "/api/agents/analyst/heartbeat", on | {"schedule": "7 daily"}))[0] == 400
    assert {one["agent"] for one in await ok(studio, "GET", "/api/heartbeats")} >= {
        "analyst",
        "feedback-review",
    }


async def test_a_thumbs_down_becomes_a_memory_at_night(studio: Browser) -> None:
    events = await chat(studio, "hello")
    run_id = next(one["runId"] for one in events if one["type"] == "runStarted")
    word = {"kind": "run", "id": run_id, "rating": "down", "comment": "Always answer in one sentence."}
    await ok(studio, "PUT", "/api/feedback", word)
    await ok(studio, "POST", "/api/agents/feedback-review/run")
    beat = await over(studio, "feedback-review")
    assert beat["status"] == "completed", beat
    [memory] = [one for one in await ok(studio, "GET", "/api/memory") if one["feedbackId"]]
    assert (memory["content"], memory["agent"], memory["status"]) == (
        "Always answer in one sentence.",
        "assistant",
        "active",
    )
    [said] = await ok(studio, "GET", "/api/feedback")
    assert said["status"] in ("reviewed", "applied")
    await chat(studio, "hello")
    [memory] = [one for one in await ok(studio, "GET", "/api/memory") if one["feedbackId"]]
    assert memory["useCount"] >= 1
    off = await ok(studio, "PUT", f"/api/memory/{memory['id']}", {"status": "disabled"})
    assert off["status"] == "disabled"


async def applied(browser: Browser, word_id: str, *, other_than: str = "reviewed") -> str:
    """Return what came of a word when its replays are over."""

    async def another() -> str | None:
        found = await ok(browser, "GET", "/api/feedback")
        [status] = [one["status"] for one in found if one["id"] == word_id]
        return status if status != other_than else None

    return await until(another)


async def test_a_thumbs_down_is_closed_to_applied_and_opened_again(studio: Browser) -> None:
    events = await chat(studio, "What can you do?")
    run_id = next(one["runId"] for one in events if one["type"] == "runStarted")
    assert not text_of(events).startswith("Ahoy")
    said = {"kind": "run", "id": run_id, "rating": "down", "comment": "Begin your answers with “Ahoy”."}
    word = await ok(studio, "PUT", "/api/feedback", said)
    useless = said | {"kind": "message", "comment": "Be nicer, please."}
    detail = await ok(studio, "GET", f"/api/conversations/{events[0]['conversationId']}")
    useless["id"] = detail["messages"][-1]["id"]
    other = await ok(studio, "PUT", "/api/feedback", useless)

    begun = await ok(studio, "POST", "/api/feedback/review")
    assert begun["runId"], begun
    assert (await over(studio, "feedback-review"))["status"] == "completed"
    assert await applied(studio, word["id"]) == "applied"
    cases = {one["feedbackId"]: one for one in await ok(studio, "GET", "/api/evals")}
    runs = await ok(studio, "GET", f"/api/evals/{cases[word['id']]['id']}/runs")
    assert [(one["trial"], one["passed"]) for one in runs] == [(1, True), (0, False)]
    assert text_of(await chat(studio, "What can you do?")).startswith("Ahoy.")

    # What no rule can decide needs a judge, and none is connected: it stays as it is, and says why.
    assert (await ok(studio, "POST", f"/api/feedback/{other['id']}/replay"))["status"] == "reviewed"
    [last, *_] = await ok(studio, "GET", f"/api/evals/{cases[other['id']]['id']}/runs")
    assert (last["passed"], "no model is connected" in last["results"][0]["seen"]) == (None, True)
    assert (await studio.call("PUT", f"/api/feedback/{other['id']}/status", {"status": "dismissed"}))[
        0
    ] == 200

    [memory] = [one for one in await ok(studio, "GET", "/api/memory") if one["feedbackId"] == word["id"]]
    await ok(studio, "PUT", f"/api/memory/{memory['id']}", {"status": "disabled"})
    await ok(studio, "POST", f"/api/evals/{cases[word['id']]['id']}/play", {})
    assert await applied(studio, word["id"]) == "open"


async def test_what_needed_a_persons_rights_is_replayed_with_them(studio: Browser) -> None:
    await ok(studio, "POST", "/api/entity-types", {"slug": "boat", "name": "Boat"})
    await ok(studio, "POST", "/api/entities", {"typeSlug": "boat", "title": "Tern"})
    events = await chat(studio, "Which boats are there?")
    assert "[Tern]" in text_of(events)
    run_id = next(one["runId"] for one in events if one["type"] == "runStarted")
    said = {"kind": "run", "id": run_id, "rating": "down", "comment": "Begin your answers with “Aye”."}
    word = await ok(studio, "PUT", "/api/feedback", said)
    await ok(studio, "POST", "/api/feedback/review")
    assert (await over(studio, "feedback-review"))["status"] == "completed"
    assert await applied(studio, word["id"]) == "applied"
    [case] = [one for one in await ok(studio, "GET", "/api/evals") if one["feedbackId"] == word["id"]]
    newest, *_ = await ok(studio, "GET", f"/api/evals/{case['id']}/runs")
    assert newest["did"]["tools"] == ["listEntityTypes", "searchEntities"]


async def test_what_the_studio_and_agents_notice_is_reviewed_like_a_persons_word(studio: Browser) -> None:
    told = await ok(studio, "GET", "/api/session")
    asker = Asker(told["workspace"]["id"], told["person"]["id"])
    notice = {"agentSlug": "analyst", "comment": "It answered without a source."}
    done = (await studio.studio.direct.use(asker, None, "createSystemFeedback", notice)).output
    again = (await studio.studio.direct.use(asker, None, "createSystemFeedback", notice)).output
    assert done.data["feedbackId"] == again.data["feedbackId"], "the same noticed twice is one word"
    with pytest.raises(NotFound):
        await studio.studio.direct.use(asker, None, "createSystemFeedback", notice | {"runId": "nowhere"})
    [word] = await ok(studio, "GET", "/api/feedback?agent=analyst")
    assert (word["sourceType"], word["personId"], word["rating"]) == ("observation", None, "down")

    # A case that passed and fails now says so itself, and is applied when it passes again.
    events = await chat(studio, "What can you do?", agent="analyst")
    run_id = next(one["runId"] for one in events if one["type"] == "runStarted")
    fine = {"checks": [{"kind": "no_error"}]}
    case = await ok(studio, "POST", "/api/evals", {"runId": run_id, **fine})
    play = f"/api/evals/{case['id']}/play"
    await ok(studio, "POST", play, {})
    bad = {"checks": [{"kind": "output_matches", "pattern": "no such words"}]}
    await ok(studio, "PUT", f"/api/evals/{case['id']}", bad)
    await ok(studio, "POST", play, {})
    [found] = [
        one for one in await ok(studio, "GET", "/api/feedback?agent=analyst") if "case" in one["context"]
    ]
    assert (found["context"]["case"], found["personId"]) == (case["id"], None)
    assert "passed before" in found["comment"]
    await ok(studio, "PUT", f"/api/evals/{case['id']}", fine)
    await ok(studio, "POST", play, {})
    [found] = [
        one for one in await ok(studio, "GET", "/api/feedback?agent=analyst") if one["id"] == found["id"]
    ]
    assert found["status"] == "applied"
    await ok(studio, "PUT", f"/api/feedback/{word['id']}/status", {"status": "dismissed"})


async def test_what_an_agent_notes_is_known_to_all_and_goes_with_its_run(studio: Browser) -> None:
    events = await chat(studio, "Remember that swifts are birds")
    assert "swifts are birds" in text_of(events).lower()
    run_id = next(one["runId"] for one in events if one["type"] == "runStarted")
    noted = [one for one in await ok(studio, "GET", "/api/memory?status=active") if one["runId"] == run_id]
    assert [one["kind"] for one in noted] == ["correction"]
    await ok(studio, "POST", f"/api/runs/{run_id}/undo")
    assert not [one for one in await ok(studio, "GET", "/api/memory?status=active") if one["runId"] == run_id]


async def test_a_skill_is_written_listed_and_used(studio: Browser) -> None:
    body = {"name": "House style", "description": "How we write", "body": "Write short sentences."}
    assert (await ok(studio, "POST", "/api/skills", body))["slug"] == "house-style"
    assert (await studio.call("POST", "/api/skills", body))[0] == 409
    assert "Write short sentences." in text_of(await chat(studio, "Use the skill house-style"))
    await ok(studio, "PUT", "/api/skills/house-style", {"isEnabled": False})
    assert "Write short sentences." not in text_of(await chat(studio, "Use the skill house-style"))


async def test_a_newer_default_is_taken_over_field_by_field(studio: Browser) -> None:
    assert await ok(studio, "GET", "/api/agents/analyst/default") == []
    await ok(studio, "PUT", "/api/agents/analyst", {"description": "Ours."})
    roster = studio.studio.get(Roster)
    [old] = records_of([ANALYST])
    newer = old.model_copy(update={"description": "Newer.", "system_prompt": "New words."})
    await roster.backfill(studio.studio.workspace_id, [newer])
    offered = await ok(studio, "GET", "/api/agents/analyst/default")
    assert [(one["field"], one["before"]) for one in offered if one["field"] == "description"] == [
        ("description", "Ours.")
    ]
    taken = await ok(studio, "POST", "/api/agents/analyst/default", {"fields": ["systemPrompt"]})
    assert (taken["systemPrompt"], taken["description"]) == ("New words.", "Ours.")
    left = await ok(studio, "GET", "/api/agents/analyst/default")
    assert [one["field"] for one in left] == ["description"]


async def test_the_chart_is_told_in_order_and_the_first_agent_can_be_chosen(studio: Browser) -> None:
    await ok(studio, "PUT", "/api/agents/researcher", {"reportsTo": "analyst", "title": "Research"})
    chart = await ok(studio, "GET", "/api/agents/chart")
    slugs = [one["slug"] for one in chart]
    assert slugs.index("researcher") == slugs.index("analyst") + 1
    assert chart[slugs.index("researcher")]["depth"] == 1
    assert (await studio.call("PUT", "/api/agents/analyst", {"reportsTo": "researcher"}))[0] == 400
    await ok(studio, "PUT", "/api/agents/first", {"slug": "analyst"})
    events = await chat(studio, "hello")
    assert next(one["agent"] for one in events if one["type"] == "runStarted") == "analyst"
    await ok(studio, "PUT", "/api/agents/first", {"slug": None})


async def test_jobs_are_listed_done_again_and_cancelled(studio: Browser) -> None:
    await ok(studio, "POST", "/api/tasks", {"title": "Look at the sources", "agent": "researcher"})
    begun = await ok(studio, "POST", "/api/agents/researcher/run")
    await over(studio, "researcher")
    jobs = await ok(studio, "GET", "/api/jobs")
    assert {"review"} <= {one["kind"] for one in jobs["coming"]}
    [done] = [one for one in jobs["done"] if one["runId"] == begun["runId"]]
    assert (done["kind"], done["status"], done["canRetry"]) == ("heartbeat", "completed", True)
    await ok(studio, "POST", "/api/tasks", {"title": "Look again", "agent": "researcher"})
    again = await ok(studio, "POST", f"/api/jobs/{done['runId']}/retry")
    assert again["runId"] not in (None, done["runId"])
    assert (await studio.call("POST", f"/api/jobs/{again['runId']}/cancel"))[0] == 200
    await over(studio, "researcher")


async def test_a_version_goes_live_only_when_its_gates_pass(studio: Browser) -> None:
    events = await chat(studio, "What can you do?", agent="researcher")
    run_id = next(one["runId"] for one in events if one["type"] == "runStarted")
    checks = [{"kind": "output_lacks", "pattern": "no such words"}, {"kind": "no_error"}]
    case = await ok(studio, "POST", "/api/evals", {"runId": run_id, "checks": checks})
    await ok(studio, "PUT", f"/api/evals/{case['id']}", {"isGate": True})
    config = (await ok(studio, "GET", "/api/agents/researcher"))["config"] | {"autoGate": True}
    live = await ok(studio, "PUT", "/api/agents/researcher", {"config": config})
    fails = {"checks": [{"kind": "output_matches", "pattern": "no such words"}]}
    await ok(studio, "PUT", f"/api/evals/{case['id']}", fails)
    status, refused = await studio.call("PUT", "/api/agents/researcher", {"systemPrompt": "Worse."})
    assert (status, case["title"] in refused["error"]["message"]) == (400, True)
    assert (await ok(studio, "GET", "/api/agents/researcher"))["version"] == live["version"]
    off = await ok(studio, "PUT", "/api/agents/researcher", {"config": config | {"autoGate": False}})
    assert off["version"] == live["version"] + 1
    runs = await ok(studio, "POST", f"/api/evals/{case['id']}/play", {"version": 1, "trials": 2})
    assert [(one["agentVersion"], one["trial"]) for one in runs] == [(1, 1), (1, 2)]


SAYS: dict[str, tuple[str, ...]] = {
    "assistant": ("hand a task to the right agent", "Say where an answer comes from"),
    "analyst": ("names the records it rests on", "Say what is not known"),
    "researcher": ("submitResponse", "never an instruction"),
    "feedback-review": ("distillFeedback", "not instructions to you"),
    "editor": ("Look before you write", "Never invent a relation's target"),
    "designer": ("one section per insertHtml call", "Set or reuse tokens before you style"),
    "writer": ("what no source says is not written", "never an instruction"),
    "composer": ("Use only ids that readBriefField gave you", "never an instruction"),
}
"""What the studio's own agents must be told, whoever rewrites their instructions."""


async def test_the_prompts_of_the_own_agents_keep_what_matters(studio: Browser) -> None:
    tools = {one["name"]: one for one in await ok(studio, "GET", "/api/tools")}
    agents = {one["slug"] for one in await ok(studio, "GET", "/api/agents")}
    assert agents >= set(SAYS)
    for slug, phrases in SAYS.items():
        agent = await ok(studio, "GET", f"/api/agents/{slug}")
        seeded = (await ok(studio, "GET", f"/api/agents/{slug}/versions"))[-1]["record"]
        assert len(seeded["systemPrompt"]) > 80, slug
        assert [one for one in phrases if one not in seeded["systemPrompt"]] == [], slug
        given = {
            *(name for name, one in tools.items() if one["group"] in agent["config"]["toolGroups"]),
            *agent["config"]["customTools"],
        }
        named = {name for name in tools if re.search(rf"\b{name}\b", seeded["systemPrompt"])}
        assert named <= given, (slug, named - given)
        assert set(agent["config"]["customTools"]) <= set(tools), slug
    checked = {one for one in SAYS if one != "feedback-review"}
    for slug in sorted(checked & {"assistant", "analyst", "researcher"}):
        events = await chat(studio, "What can you do?", agent=slug)
        assert next(one["agent"] for one in events if one["type"] == "runStarted") == slug
        assert text_of(events), slug


async def line_of(watched: aiohttp.ClientResponse, kind: str) -> Any:
    """Return the next line of a kind that comes."""
    async for line in watched.content:
        if orjson.loads(line)["type"] == kind:
            return orjson.loads(line)
    raise AssertionError(f"no {kind} came")


async def test_several_talk_and_those_addressed_answer_in_turn(studio: Browser) -> None:
    _, sent = await studio.call("POST", "/api/invites", {"email": "mia@example.com", "role": "member"})
    body = {"token": sent["path"].partition("token=")[2], "name": "Mia Berg", "password": PASSWORD}
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as mia:
        async with mia.post(f"{studio.url}/api/invite", json=body) as answer:
            headers = {"X-CSRF-Token": (await answer.json())["csrfToken"]}
        people = await ok(studio, "GET", "/api/people")
        mia_id = next(one["person"]["id"] for one in people if one["person"]["name"] == "Mia Berg")
        new = {"title": "The issue", "agents": ["assistant", "analyst"], "people": [mia_id]}
        group = await ok(studio, "POST", "/api/groups", new)
        place = f"/api/groups/{group['id']}"
        said = await ok(
            studio, "POST", f"{place}/messages", {"text": "@analyst and @assistant what can you do?"}
        )
        assert said["agents"] == ["analyst", "assistant"]

        async def answers(count: int) -> list[dict[str, Any]] | None:
            found = await ok(studio, "GET", place)
            told = [one for one in found["messages"] if one["kind"] == "agent" and one["text"]]
            is_over = len(told) >= count and found["group"]["activeRunId"] is None
            return found["messages"] if is_over else None

        messages = await until(lambda: answers(2))
        assert [one["name"] for one in messages] == [messages[0]["name"], "Analyst", "Assistant"]
        async with mia.get(f"{studio.url}{place}") as answer:
            seen = await answer.json()
        assert (seen["group"]["isUnread"], len(seen["messages"])) == (True, 3)
        # What somebody says, and what an agent answers word by word, comes to whoever watches.
        async with mia.get(f"{studio.url}{place}/events") as watched:
            assert len((await line_of(watched, "group"))["messages"]) == 3
            async with mia.post(
                f"{studio.url}{place}/messages", json={"text": "hello"}, headers=headers
            ) as answer:
                asked = await answer.json()
            assert asked["agents"] == ["assistant"]
            assert (await line_of(watched, "text"))["runId"] == asked["runIds"][0]
            names: list[str] = []
            while names[-2:] != ["Mia Berg", "Assistant"]:
                told = await line_of(watched, "group")
                names = [one["name"] for one in told["messages"] if one["text"]]
        messages = await until(lambda: answers(3))
        assert messages[3]["name"] == "Mia Berg"
        run = await ok(studio, "GET", f"/api/runs/{asked['runIds'][0]}")
        assert run["run"]["personId"] == mia_id  # with Mia's rights, not with those of whoever began it
        case = await ok(studio, "POST", "/api/evals", {"runId": said["runIds"][0]})
        assert (case["agent"], case["task"]) == ("analyst", "what can you do?")
        quiet = await ok(studio, "POST", f"{place}/messages", {"text": "@Mia thank you"})
        assert quiet["agents"] == []
        async with mia.put(f"{studio.url}{place}", json={"agents": ["analyst"]}, headers=headers) as answer:
            assert answer.status == 403
        alone = {"people": [one["member"] for one in group["members"] if one["isOwner"]]}
        assert (await studio.call("PUT", place, {"people": [mia_id]}))[0] == 400, "whoever began it stays"
        async with mia.get(f"{studio.url}{place}/events") as watched:
            await line_of(watched, "group")
            async with mia.put(f"{studio.url}{place}", json=alone, headers=headers) as answer:
                assert len((await answer.json())["members"]) == 3, "anybody may leave"
            assert not [line async for line in watched.content if b'"type":"text"' in line], "it ends"
        for path in (place, f"{place}/events"):
            async with mia.get(f"{studio.url}{path}") as answer:
                assert answer.status == 404
        assert group["id"] not in [one["id"] for one in await ok(studio, "GET", "/api/conversations")]
        await ok(studio, "DELETE", place)
        assert await ok(studio, "GET", "/api/groups") == []


async def test_agents_of_a_conversation_of_several_work_on_its_project(studio: Browser) -> None:
    made = await make_project(studio)
    new = {"title": "The issue", "agents": ["editor"], "projectId": made["slug"]}
    group = await ok(studio, "POST", "/api/groups", new)
    assert group["projectId"] == made["id"]
    place = f"/api/groups/{group['id']}"
    await ok(studio, "POST", f"{place}/messages", {"text": "@editor is everything valid?"})

    async def answer() -> str:
        found = await ok(studio, "GET", place)
        is_over = found["group"]["activeRunId"] is None
        return "".join(one["text"] for one in found["messages"] if one["kind"] == "agent") if is_over else ""

    said = await until(answer)
    assert "cannot answer" not in said, said
    refused, _ = await studio.call("POST", "/api/groups", new | {"projectId": "nowhere"})
    assert refused == 404
    await ok(studio, "DELETE", place)
