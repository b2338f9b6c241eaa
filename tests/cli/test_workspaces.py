"""`proofroom workspaces`, `roles` and `people invite` on a data folder."""

import os
import shutil
from pathlib import Path

import orjson

from proofroom.kernel.clock import SystemClock
from proofroom.kernel.settings import Settings
from proofroom.store.lock import hold
from tests.cli.conftest import Run


def test_roles_are_made_shown_changed_and_deleted(run: Run) -> None:
    assert "reviewer" in run("roles", "list").stdout
    made = run("roles", "create", "Librarian", "--like", "viewer", "--allow", "content.write", "--json")
    assert "content.write" in orjson.loads(made.stdout)["permissions"]
    shown = run("roles", "show", "librarian")
    assert "content.write" in shown.stdout
    changed = orjson.loads(run("roles", "change", "librarian", "--deny", "content.write", "--json").stdout)
    assert "content.write" not in changed["permissions"]
    assert run("roles", "delete", "librarian").returncode == 0
    missing = run("roles", "show", "librarian")
    assert (missing.returncode, "There is no role" in missing.stderr) == (1, True)
    assert "talk to agents" in run("roles", "permissions").stdout


def test_commands_work_in_the_workspace_that_was_chosen(run: Run) -> None:
    assert run("workspaces", "list").stdout.count("open") == 1
    assert run("workspaces", "rename", "Night desk").returncode == 0
    found = orjson.loads(run("workspaces", "list", "--json").stdout)
    assert [each["name"] for each in found] == ["Night desk"]
    wrong = run("workspaces", "switch", "nowhere")
    assert (wrong.returncode, "workspaces list" in wrong.stderr) == (1, True)
    assert run("workspaces", "switch", found[0]["slug"]).returncode == 0
    sent = run("people", "invite", "ada@example.com", "--role", "reviewer")
    assert (sent.returncode, "no project yet" in sent.stderr) == (1, True)
    run("content", "init", "Notes")
    assert "/invite?token=" in run("people", "invite", "ada@example.com", "--role", "reviewer").stdout


def test_looking_at_a_project_makes_no_studio(run: Run, environment: dict[str, str]) -> None:
    data = Path(environment["PROOFROOM_DATA"])
    shutil.rmtree(data)
    looked = run("content", "status")
    assert (looked.returncode, "no project yet" in looked.stderr) == (1, True)
    assert not (data / "studio.db").exists()


def test_weak_content_is_told_whatever_parts_there_are(run: Run, environment: dict[str, str]) -> None:
    run("content", "init", "Notes")
    for kind in ("full", "seo_audit", "quality_score"):
        told = run("content", "analyze", kind)
        assert told.returncode == 0, told.stderr
    del environment["COLUMNS"]
    long = "A name that is longer than the eighty columns which a terminal is taken to have, by far"
    run("workspaces", "rename", long[:80])
    assert long[:80] in run("workspaces", "list").stdout


def test_a_studio_that_is_still_opening_is_named(run: Run, environment: dict[str, str]) -> None:
    opening = Settings(data=Path(environment["PROOFROOM_DATA"]))
    with hold(opening, SystemClock()):
        done = run("content", "status")
    assert done.returncode != 0
    assert f"process {os.getpid()}" in done.stderr
    assert "does not listen yet" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_agent_is_edited_and_a_list_of_memories_is_no_memory(run: Run) -> None:
    off = orjson.loads(run("agents", "edit", "analyst", "--disable", "--note", "rest", "--json").stdout)
    assert (off["enabled"], off["version"]) == (False, 2)
    assert orjson.loads(run("agents", "memory", "list", "--json").stdout) == []
