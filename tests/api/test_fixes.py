"""Curing what validation finds, over HTTP: shown first, made as one change, taken back as one."""

import json
import subprocess
from pathlib import Path
from typing import Any

from proofroom.access import Restrictions
from proofroom.kernel.ids import ProjectId
from tests.api.conftest import Browser
from tests.api.test_content import A, B, make_project, ok, save

EN = ".contentrain/content/blog/topics/en.json"
META = ".contentrain/meta/topics/en.json"


def spoil(browser: Browser, project_id: str, folder: Path) -> None:
    """Turn the keys of a file around and forget an entry's record, as a hand with an editor may."""
    source, here = browser.studio.repositories.path(ProjectId(project_id)), folder / f"hand-{project_id}"

    def git(*words: str) -> None:
        identity = ["-c", "user.name=Hand", "-c", "user.email=hand@example.org"]
        subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)

    git("clone", "-q", "-b", "contentrain", str(source), str(here))
    entries, records = json.loads((here / EN).read_text()), json.loads((here / META).read_text())
    (here / EN).write_text(json.dumps(dict(reversed(entries.items())), indent=2) + "\n")
    del records[A]
    (here / META).write_text(json.dumps(records, indent=2) + "\n")
    git("-C", str(here), "commit", "-q", "-am", "by hand")
    git("-C", str(here), "push", "-q", "origin", "contentrain")


async def codes(browser: Browser, project: str) -> list[str]:
    found = await ok(browser, "GET", f"{project}/validation")
    return sorted(issue["code"] for issue in found["issues"] if issue["fixable"])


async def spoilt(browser: Browser, folder: Path, workflow: str) -> tuple[str, dict[str, Any]]:
    made = await make_project(browser, workflow)
    project = f"/api/projects/{made['slug']}/content"
    await save(browser, project, **{A: {"name": "Rivers"}, B: {"name": "Parks"}})
    spoil(browser, made["id"], folder)
    return project, made


async def test_fixes_are_shown_made_and_undone(owner: Browser, tmp_path: Path) -> None:
    project, _ = await spoilt(owner, tmp_path, "auto-merge")
    wrong = await codes(owner, project)
    assert wrong == ["content.key_order", "meta.missing"]
    shown = await ok(owner, "POST", f"{project}/validation/fix", {"dryRun": True})
    assert sorted(issue["code"] for issue in shown["cured"]) == wrong
    assert shown["files"] == [{"path": EN, "action": "write"}, {"path": META, "action": "write"}]
    assert (shown["change"], await codes(owner, project)) == (None, wrong), "a dry run changes nothing"

    done = await ok(owner, "POST", f"{project}/validation/fix", {"model": "topics"})
    assert (done["fixed"], done["change"]["state"], done["left"]["errors"]) == (2, "merged", 2)
    assert await codes(owner, project) == []
    entry = await ok(owner, "GET", f"{project}/entries/topics/{A}")
    assert (entry["data"], entry["meta"]["source"]) == ({"name": "Rivers"}, "import")
    again = await ok(owner, "POST", f"{project}/validation/fix", {})
    assert (again["fixed"], again["change"]["state"]) == (0, "nothing")

    undone = await ok(owner, "POST", f"/api/runs/{done['change']['runId']}/undo")
    assert undone["state"] == "merged"
    assert "meta.missing" in await codes(owner, project)


async def test_fixes_wait_for_review_where_changes_do(owner: Browser, tmp_path: Path) -> None:
    project, _ = await spoilt(owner, tmp_path, "review")
    key = await owner.studio.access.keys.create(await owner.studio.operator(), "Writer", role="editor")
    writer = {"Authorization": f"Bearer {key.secret}"}
    done = await ok(owner, "POST", f"{project}/validation/fix", {}, **writer)
    assert done["change"]["state"] == "waiting"
    assert await codes(owner, project) == ["content.key_order", "meta.missing"]
    merged = await ok(owner, "POST", f"{project}/merge", {"branch": done["change"]["branch"]})
    assert merged["state"] == "merged"
    assert await codes(owner, project) == []


async def test_a_limited_key_cures_only_what_it_may_touch(owner: Browser, tmp_path: Path) -> None:
    project, _ = await spoilt(owner, tmp_path, "auto-merge")
    operator = await owner.studio.operator()
    key = await owner.studio.access.keys.create(
        operator, "K", role="editor", limits=Restrictions(models=frozenset({"articles"}))
    )
    headers = {"Authorization": f"Bearer {key.secret}"}
    for body, status in (({}, 403), ({"model": "topics"}, 403), ({"model": "articles"}, 200)):
        found, answer = await owner.call("POST", f"{project}/validation/fix", body, **headers)
        assert found == status, answer
    assert await codes(owner, project) == ["content.key_order", "meta.missing"]
