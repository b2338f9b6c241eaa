"""Schedules over HTTP: tasks that agents are given by the clock, and entries that appear or go."""

from typing import Any

from tests.api.conftest import Browser
from tests.api.test_content import A, B, make_project, ok, save
from tests.patience import until

TASK = {"agent": "assistant", "task": "Say what waits.", "cron": "0 7 * * 1-5", "timeZone": "Europe/Istanbul"}


async def finished(owner: Browser, run_id: str) -> dict[str, Any]:
    async def ended() -> dict[str, Any] | None:
        status, found = await owner.call("GET", f"/api/runs/{run_id}")
        return found["run"] if status == 200 and found["run"]["endedAt"] else None

    return await until(ended)


async def test_a_task_is_scheduled_run_now_rested_changed_and_removed(owner: Browser) -> None:
    made = await ok(owner, "POST", "/api/schedules", TASK)
    assert (made["cron"], made["timeZone"], made["isPaused"]) == ("0 7 * * 1-5", "Europe/Istanbul", False)
    assert (made["personName"], made["lastAt"]) == ("Owner", None)
    assert made["nextAt"] is not None

    path = f"/api/schedules/{made['id']}"
    run = await finished(owner, (await ok(owner, "POST", f"{path}/run"))["runId"])
    assert (run["agent"], run["source"], run["status"]) == ("assistant", "schedule", "completed")
    assert run["title"] == "Say what waits."

    resting = await ok(owner, "PUT", path, {"isPaused": True})
    assert (resting["isPaused"], resting["nextAt"]) == (True, None)
    changed = await ok(owner, "PUT", path, {"task": "Say what is late.", "cron": "30 9 * * *"})
    assert (changed["task"], changed["cron"], changed["isPaused"]) == (
        "Say what is late.",
        "30 9 * * *",
        True,
    )
    assert (await ok(owner, "PUT", path, {"isPaused": False}))["nextAt"] is not None
    assert [each["id"] for each in await ok(owner, "GET", "/api/schedules")] == [made["id"]]

    assert await ok(owner, "DELETE", path) == {"ok": True}
    assert await ok(owner, "GET", "/api/schedules") == []
    actions = [each["action"] for each in (await ok(owner, "GET", "/api/audit"))["entries"]]
    assert {"schedule.create", "schedule.change", "schedule.delete"} <= set(actions)


NONSENSE = (
    ({"cron": "0 7 * *"}, "invalid_input"),
    ({"cron": "99 7 * * *"}, "invalid_input"),
    ({"timeZone": "Mars/Olympus"}, "invalid_input"),
    ({"agent": "nobody"}, "not_found"),
    ({"task": "  "}, "invalid_input"),
    ({"projectId": "nowhere"}, "not_found"),
)


async def test_nonsense_is_refused_and_nothing_is_kept(owner: Browser) -> None:
    for wrong, code in NONSENSE:
        status, answer = await owner.call("POST", "/api/schedules", TASK | wrong)
        assert (status >= 400, answer["error"]["code"]) == (True, code), wrong
    assert await ok(owner, "GET", "/api/schedules") == []


async def test_entries_with_a_date_to_come_are_listed_and_unseen_until_then(owner: Browser) -> None:
    project = f"/api/projects/{(await make_project(owner))['slug']}/content"
    await save(owner, project, **{A: {"name": "Rivers"}, B: {"name": "Parks"}})
    path, published = f"{project}/entries/topics/status", {"status": "published", "locale": "en"}
    later = published | {"entryIds": [A], "publishAt": "2098-05-04T09:00:00Z"}
    assert (await ok(owner, "POST", path, later))["state"] == "merged"
    await ok(owner, "POST", path, published | {"entryIds": [B], "expireAt": "2097-01-01T00:00:00Z"})

    first, second = await ok(owner, "GET", f"{project}/schedule")
    assert (first["entryId"], first["label"], first["publishAt"]) == (B, "Parks", None)
    assert (second["entryId"], second["publishAt"]) == (A, "2098-05-04T09:00:00Z")
    delivered = await ok(owner, "GET", "/api/delivery/notes/topics")
    assert [each["id"] for each in delivered["data"]] == [B]

    await ok(owner, "POST", path, published | {"entryIds": [A], "publishAt": None})
    assert [each["entryId"] for each in await ok(owner, "GET", f"{project}/schedule")] == [B]
    delivered = await ok(owner, "GET", "/api/delivery/notes/topics")
    assert {each["id"] for each in delivered["data"]} == {A, B}

    found = await ok(owner, "GET", "/api/status")
    assert (found["runsActive"], found["spentTodayMicros"]) == (0, 0)
