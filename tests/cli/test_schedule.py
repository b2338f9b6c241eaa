"""`proofroom schedule` against a running studio: a task by the clock from its making to its end."""

import orjson

from tests.api.conftest import Browser
from tests.cli.test_usage import Command, command

__all__ = ["command"]


async def test_a_task_is_made_changed_rested_run_and_removed(studio: Browser, command: Command) -> None:
    words = ("schedule", "create", "assistant", "What is new?", "--cron", "0 7 * * 1-5")
    made = orjson.loads(await command(*words, "--zone", "Europe/Istanbul", "--json"))
    assert (made["cron"], made["timeZone"], made["personName"]) == ("0 7 * * 1-5", "Europe/Istanbul", "Owner")
    changed = await command("schedule", "change", made["id"], "--task", "What is missing?")
    assert "What is missing?" in changed
    assert "rests" in await command("schedule", "pause", made["id"])
    assert "rests" in await command("schedule", "list")
    begun = orjson.loads(await command("schedule", "run", made["id"], "--json"))
    principal = await studio.studio.operator()
    run = await studio.studio.engine.wait(begun["runId"], principal.workspace_id)
    assert (run.status, run.source, run.title) == ("completed", "schedule", "What is missing?")
    assert "rests" not in await command("schedule", "resume", made["id"])
    await command("schedule", "delete", made["id"])
    assert orjson.loads(await command("schedule", "list", "--json")) == []


async def test_a_time_that_is_none_is_refused_by_name(studio: Browser, command: Command) -> None:
    for cron, zone in (("every day", "UTC"), ("61 7 * * *", "UTC"), ("0 7 * * *", "Mars/Base")):
        words = ("schedule", "create", "assistant", "x", "--cron", cron, "--zone", zone)
        await command(*words, exit_code=1)
    assert orjson.loads(await command("schedule", "list", "--json")) == []
