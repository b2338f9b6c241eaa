"""`proofroom entities` and `eval` against a running studio: a sheet becomes records, a run becomes a case."""

from pathlib import Path
from xml.etree import ElementTree

import orjson
import pytest

from tests.api.conftest import Browser
from tests.cli.test_article import studio
from tests.cli.test_usage import Command, command

__all__ = ["command", "studio"]

PLACE = {
    "slug": "place",
    "name": "Place",
    "fields": [
        {"key": "people", "label": "People", "type": "number"},
        {"key": "kind", "label": "Kind", "type": "text"},
    ],
}
SHEET = "Name,Inhabitants,Kind\nKavak,1200,village\nLimni,45000,town\nOrta,800,village\n"


@pytest.mark.usefixtures("studio")
async def test_a_sheet_becomes_records_that_are_found_changed_told_and_written_out(
    command: Command, tmp_path: Path
) -> None:
    kind, sheet, out = tmp_path / "place.json", tmp_path / "places.csv", tmp_path / "out.csv"
    kind.write_bytes(orjson.dumps(PLACE))
    sheet.write_text(SHEET)
    assert "place is made" in await command("entities", "types", str(kind))
    rows = ("entities", "import", str(sheet), "--type", "place", "--map", "Name=title")
    mapped = (*rows, "--map", "Inhabitants=people", "--map", "Kind=kind")
    assert "3 would be made" in await command(*mapped, "--dry-run")
    assert orjson.loads(await command("entities", "list", "--json"))["total"] == 0
    assert "3 were made" in await command(*mapped)
    assert "3 as they are" in await command(*mapped), "a second time nothing is made twice"
    where = orjson.dumps({"people": {"gt": 1000}}).decode()
    large = orjson.loads(await command("entities", "list", "--type", "place", "--where", where, "--json"))
    assert {one["title"] for one in large["entities"]} == {"Kavak", "Limni"}
    [found] = orjson.loads(await command("entities", "search", "limni", "--json"))["entities"]
    await command(
        "entities", "save", "Limni", "--type", "place", "--id", found["id"], "--set", "people=46000"
    )
    assert "46000" in await command("entities", "show", found["id"])
    await command("entities", "export", "--type", "place", "--out", str(out))
    assert "46000" in out.read_text()
    twin = orjson.loads(await command("entities", "search", "kavak", "--json"))["entities"][0]["id"]
    told = await command("entities", "merge", found["id"], twin, "--take", "kind")
    assert "Limni is one record now" in told
    merge = told.split()[-1]
    assert "village" in await command("entities", "show", found["id"])
    assert "is back beside Limni" in await command("entities", "unmerge", merge)
    await command("entities", "unmerge", merge, exit_code=1)
    told = orjson.loads(await command("entities", "brief", found["id"], "--json"))
    assert (told["status"], bool(told["headline"])) == ("completed", True)
    await command("entities", "show", "nowhere", exit_code=1)
    await command("entities", "types", str(tmp_path / "missing.json"), exit_code=1)


async def test_a_run_becomes_a_case_that_a_build_server_reads(
    studio: Browser, command: Command, tmp_path: Path
) -> None:
    report = tmp_path / "cases.xml"
    lines = await studio.lines("POST", "/api/ai/chat/workspace", {"message": "hello"})
    run = next(line["runId"] for line in lines if line["type"] == "runStarted")
    made = orjson.loads(await command("eval", "add", run, "--json"))
    assert made["id"] in await command("eval", "list")
    assert "1 of 1" in await command("eval", "run", "--junit", str(report))
    suite = ElementTree.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")
    # A candidate is tried on the case before it goes live.
    change = tmp_path / "change.yaml"
    change.write_text("description: Helps with everything.")
    told = await command("agents", "edit", "assistant", str(change), "--candidate")
    assert "Version 2 of assistant is a candidate" in told
    await command("agents", "publish", "assistant", "2", exit_code=1)
    await command("eval", "run", "--version", "2", exit_code=1)
    assert "1 of 1" in await command("eval", "run", "--agent", "assistant", "--version", "2")
    assert "version 2" in await command("agents", "publish", "assistant", "2")
    await command("agents", "withdraw", "assistant", "2", exit_code=1)
    await command("eval", "add", "nowhere", exit_code=1)
    await command("eval", "run", "--agent", "nobody", exit_code=1)
