"""`proofroom article` against a running studio: from a folder to a cited piece, and away again."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import orjson
import pytest
import typer
from typer.testing import CliRunner

from proofroom.cli.app import app
from proofroom.cli.output import RUN_FAILED, RUN_WAITS
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.cli.test_usage import Command, command

__all__ = ["command"]

NOTES = {
    "nests.md": "# Nests\n\nSwifts nest under roofs. In 2024 the survey counted 214 nests in Harbour Street.",
    "bricks.md": "# Bricks\n\nA nest brick costs 25 euros. Nine of 22 bricks were taken within three years.",
    "law.md": "# Law\n\nThe council protects nests since 2019. Roofs are mended once the swifts have left.",
    "people.md": "# People\n\nMaya Ortiz leads the survey of swifts. Forty people count birds in summer.",
    "food.html": "<h1>Food</h1><p>Swifts eat insects caught in flight. A pair brings 10,000 a day.</p>",
}


@pytest.fixture
async def studio(sqlite_settings: Settings) -> AsyncGenerator[Browser]:
    async with serve(sqlite_settings) as browser:
        await browser.set_up()
        browser.studio.lock.announce(browser.url)
        yield browser


@pytest.mark.usefixtures("studio")
async def test_a_piece_is_written_from_a_folder_shown_exported_and_deleted(
    command: Command, tmp_path: Path
) -> None:
    corpus, out = tmp_path / "notes", tmp_path / "out"
    corpus.mkdir()
    for name, text in NOTES.items():
        (corpus / name).write_text(text)
    told = await command("article", "run", "Swifts in the city", "--corpus", str(corpus), "--out", str(out))
    assert "integrity 1.000" in told
    assert "read by rules only" in told
    assert {path.suffix for path in out.iterdir()} >= {".md", ".html"}
    [listed] = orjson.loads(await command("article", "list", "--json"))
    status = orjson.loads(await command("article", "status", listed["id"], "--json"))
    assert status["status"] == "ready"
    assert status["sectionCostMicros"]
    assert set(status["sectionCostMicros"].values()) == {0}, "the offline model costs nothing"
    assert [each["stage"] for each in status["costs"]["stages"]] == [
        *("research", "outline", "draft", "check", "pictures")
    ]
    assert "cost so far $0.0000" in await command("article", "status", listed["id"])
    assert "nest" in await command("article", "show", listed["id"])
    again = tmp_path / "again"
    await command("article", "export", listed["id"], "--out", str(again))
    assert {path.name for path in again.iterdir()} == {path.name for path in out.iterdir()}
    assert "read by rules only" in await command("article", "citations", listed["id"])
    assert f"deleted {listed['id']}" in await command("article", "delete", listed["id"])
    assert orjson.loads(await command("article", "list", "--json")) == []
    before = await command("article", "restore", listed["id"])
    assert before.strip() == f"{listed['title']} is back"
    [back] = orjson.loads(await command("article", "list", "--json"))
    assert (back["id"], back["status"]) == (listed["id"], "ready")
    assert "nest" in await command("article", "show", listed["id"])
    await command("article", "restore", listed["id"], exit_code=1)


@pytest.mark.parametrize(
    ("answers", "status", "exit_code"),
    [("y\ny\ny\ny\nn\nn\n", "ready", 0), ("n\n", "research", 0), ("y\n", "foundations", RUN_WAITS)],
)
@pytest.mark.usefixtures("studio", "command")
async def test_a_run_asks_before_every_step_and_waits_where_nobody_answers(
    tmp_path: Path, answers: str, status: str, exit_code: int
) -> None:
    corpus = tmp_path / "notes"
    corpus.mkdir()
    for name, text in NOTES.items():
        (corpus / name).write_text(text)
    words = ["article", "run", "Swifts", "--ask", "--corpus", str(corpus), "--out", str(tmp_path / "out")]
    done = await asyncio.to_thread(CliRunner().invoke, app, words, answers)
    assert (done.exit_code, done.exception is None or exit_code != 0) == (exit_code, True), done.output
    assert "analyzeWritingCharacteristics? [Y/n]" in done.output
    assert f"  {status}  Swifts" in done.output
    assert ("Write from this plan?" in done.output) == (status == "ready")
    assert ("It waits" in done.output) == (exit_code == RUN_WAITS)


@pytest.mark.usefixtures("command")
async def test_a_word_that_was_said_at_the_desk_holds_and_the_terminal_follows_on(
    studio: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "notes"
    corpus.mkdir()
    for name, text in NOTES.items():
        (corpus / name).write_text(text)
    loop, asked = asyncio.get_running_loop(), list[str]()

    async def say_at_the_desk() -> None:
        _, [call] = await studio.call("GET", "/api/approvals?status=pending")
        body = {"decision": "approved", "inputSha256": call["inputSha256"]}
        assert (await studio.call("POST", f"/api/actions/{call['id']}/tool-approval", body))[0] == 200

    def confirm(question: str, default: bool) -> bool:
        asked.append(question)
        if len(asked) > 1:
            raise typer.Abort
        asyncio.run_coroutine_threadsafe(say_at_the_desk(), loop).result(60)
        return not default

    monkeypatch.setattr(typer, "confirm", confirm)
    words = ["article", "run", "Swifts", "--ask", "--corpus", str(corpus), "--out", str(tmp_path / "out")]
    done = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert done.exit_code == RUN_WAITS, done.output
    assert asked == ["analyzeWritingCharacteristics?", "analyzeStorytellingStructure?"]
    assert "This call was approved already." in done.output


@pytest.mark.usefixtures("studio")
async def test_a_step_is_not_taken_before_its_turn_and_what_is_not_there_is_said(
    command: Command, tmp_path: Path
) -> None:
    made = orjson.loads(await command("article", "new", "Swifts", "--tone", "casual", "--json"))
    again = await command("article", "new", "The swifts")
    assert f"There is an article about this already: “Swifts” ({made['id']})" in " ".join(again.split())
    assert "in draft" in await command("article", "write", made["id"], exit_code=RUN_FAILED)
    await command("article", "show", "nowhere", exit_code=1)
    await command("article", "delete", "nowhere", exit_code=1)
    await command("article", "run", "Swifts", "--corpus", str(tmp_path / "missing"), exit_code=1)
    assert orjson.loads(await command("article", "status", made["id"], "--json"))["status"] == "draft"
