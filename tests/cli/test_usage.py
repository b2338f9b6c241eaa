"""`proofroom usage` against a running studio: figures, the file, budgets, and a stopped run that goes on."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable

import orjson
import pytest
from typer.testing import CliRunner

from proofroom.cli import output
from proofroom.cli.app import app
from proofroom.kernel.settings import Settings
from proofroom.providers.types import TokenUsage
from tests.api.conftest import Browser, serve
from tests.api.test_budgets import CHAT, Priced, finished, stopped
from tests.scripted import ScriptedReply

Command = Callable[..., Awaitable[str]]


@pytest.fixture
async def studio(sqlite_settings: Settings) -> AsyncGenerator[Browser]:
    driver = Priced(ScriptedReply("Hello.", usage=TokenUsage(input=1_000, output=1_000)))
    async with serve(sqlite_settings, {"scripted": driver}) as browser:
        await browser.set_up()
        browser.studio.lock.announce(browser.url)
        yield browser


@pytest.fixture
def command(sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("PROOFROOM_DATA", str(sqlite_settings.data))
    monkeypatch.setattr(output.console.rich, "_width", 200)  # it reads COLUMNS only once, when it is made

    async def run(*words: str, exit_code: int = 0) -> str:
        done = await asyncio.to_thread(CliRunner().invoke, app, list(words))
        assert done.exit_code == exit_code, (done.output, done.exception)
        return done.output

    return run


async def test_what_was_used_is_shown_in_every_form(studio: Browser, command: Command) -> None:
    await studio.lines("POST", CHAT, {"message": "hi"})
    table = await command("usage", "--by", "model")
    assert "scripted/scripted" in table
    assert "$0.002000" in table
    report = orjson.loads(await command("usage", "--since", "7d", "--tz", "Pacific/Auckland", "--json"))
    assert (report["totals"]["calls"], len(report["byDay"]), report["timeZone"]) == (1, 7, "Pacific/Auckland")
    lines = (await command("usage", "--csv")).splitlines()
    assert len(lines) == 2
    assert ",scripted," in lines[1]


async def test_budgets_are_set_and_a_stopped_run_goes_on(studio: Browser, command: Command) -> None:
    assert "$0.001000 a day for workspace" in await command(
        "usage", "budgets", "set", "workspace", "day", "0.001"
    )
    made = orjson.loads(await command("usage", "budgets", "set", "workspace", "day", "0.002", "--json"))
    assert (made["limitMicros"], made["mode"]) == (2_000, "hard")
    await command("usage", "budgets", "set", "person:owner@example.com", "month", "100", "--soft")
    await command("usage", "budgets", "time-zone", "Europe/Istanbul")
    table = await command("usage", "budgets")
    assert {"person", "Owner"} <= set(table.split())  # a narrow terminal breaks the cell
    assert "Europe/Istanbul" in table
    run_id, item = await stopped(studio)
    stops = orjson.loads(await command("usage", "budgets", "stops", "--json"))
    assert [each["runId"] for each in stops] == [run_id]
    assert stops[0]["id"] in await command("usage", "budgets", "stops")
    await command("usage", "budgets", "raise", item["id"], exit_code=2)
    assert "raised" in await command("usage", "budgets", "raise", item["id"], "--to", "2")
    assert (await finished(studio, run_id))["status"] == "completed"
    assert orjson.loads(await command("usage", "budgets", "stops", "--json")) == []
    await command("usage", "budgets", "remove", made["id"])
    left = orjson.loads(await command("usage", "budgets", "--json"))["budgets"]
    assert [each["scopeKind"] for each in left] == ["person"]
