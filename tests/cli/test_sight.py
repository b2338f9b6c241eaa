"""Looking at a studio from the command line: the audit log and what is forgotten."""

import asyncio
import csv
import io
import json
import sqlite3
from pathlib import Path

from proofroom.access import Access
from proofroom.kernel.clock import SystemClock
from proofroom.store import open_database
from tests.cli.conftest import Run
from tests.conftest import IsolatedSettings


async def _seal(data: Path) -> int:
    settings = IsolatedSettings(data=data)
    database = open_database(settings)
    try:
        return await Access(database, SystemClock(), settings).seals.seal()
    finally:
        await database.close()


def test_the_log_is_listed_taken_away_and_checked(run: Run, tmp_path: Path) -> None:
    assert run("keys", "create", "CI").returncode == 0
    taken = run("audit", "export", "--action", "key.")
    (row,) = csv.DictReader(io.StringIO(taken.stdout))
    assert (row["action"], row["targetName"], row["actorKind"]) == ("key.create", "CI", "studio")
    assert asyncio.run(_seal(tmp_path / "data")) >= 1
    whole = run("audit", "verify", "--json")
    assert whole.returncode == 0, whole.stderr
    found = json.loads(whole.stdout)
    assert (found["isWhole"], found["batches"]) == (True, 1)
    with sqlite3.connect(tmp_path / "data" / "studio.db") as database:
        database.execute("UPDATE audit_log SET target_name = 'Other' WHERE action = 'key.create'")
    database.close()
    broken = run("audit", "verify", "--head", found["head"])
    assert broken.returncode == 1
    assert f"Entry {row['id']} of batch 1 was changed." in broken.stdout


def test_a_dry_run_of_retention_names_every_kind(run: Run) -> None:
    counted = run("retention", "--dry-run")
    assert counted.returncode == 0, counted.stderr
    for kind in ("runs", "budgets", "conversations", "usage", "audit", "media", "blobs", "logs"):
        assert kind in counted.stdout
    assert "for good" in counted.stdout
