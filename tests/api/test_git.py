"""A project's repository over HTTP: clone, push, what a push may move, and what comes of it."""

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import Browser
from tests.api.test_content import A, make_project, ok, save

TOPICS_EN = ".contentrain/content/blog/topics/en.json"


class Client:
    """A Git client with a key, in a folder of its own."""

    def __init__(self, browser: Browser, folder: Path, secret: str) -> None:
        self._folder, self._url = folder, browser.url.replace("//", f"//any:{secret}@")

    @property
    def work(self) -> Path:
        return self._folder / "work"

    async def git(self, *words: str, at: Path | None = None) -> tuple[int, str]:
        identity = ["-c", "user.name=Hand", "-c", "user.email=hand@example.org"]
        env = {"PATH": os.environ["PATH"], "HOME": str(self._folder), "GIT_TERMINAL_PROMPT": "0"}
        done = await asyncio.to_thread(
            lambda: subprocess.run(
                ["git", *identity, *words],
                cwd=at or self.work,
                capture_output=True,
                text=True,
                env=env,
                check=False,
            )
        )
        return done.returncode, done.stdout + done.stderr

    async def clone(self, slug: str) -> tuple[int, str]:
        return await self.git("clone", "-q", f"{self._url}/git/{slug}.git", "work", at=self._folder)

    async def commit(self, path: str, text: str) -> None:
        file = self.work / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        await self.git("add", "-A")
        code, told = await self.git("commit", "-q", "-m", "by hand")
        assert code == 0, told


async def client(owner: Browser, folder: Path, **limits: Any) -> Client:
    made = await ok(owner, "POST", "/api/keys", {"name": "laptop", "role": "admin", **limits})
    return Client(owner, folder, made["secret"])


@pytest.fixture
async def hand(owner: Browser, tmp_path: Path) -> Client:
    return await client(owner, tmp_path)


async def test_a_push_to_main_is_taken_in_and_toml_stays_toml(owner: Browser, hand: Client) -> None:
    project = await make_project(owner)
    content = f"/api/projects/{project['slug']}/content"
    posts = {
        "name": "Posts",
        "kind": "document",
        "domain": "blog",
        "contentPath": "site/posts",
        "i18n": False,
    }
    fields = {"title": {"type": "string"}, "rank": {"type": "integer"}}
    await ok(owner, "PUT", f"{content}/models/posts", posts | {"fields": fields})
    address = (await ok(owner, "GET", f"/api/projects/{project['slug']}"))["gitUrl"]
    assert address.endswith("/git/notes.git")
    code, told = await hand.clone("notes")
    assert code == 0, told
    front = '# by hand\ntitle = "Otters" # keep\nslug = "otters"\ndate = 2024-05-01\n\n[seo]\nindex = true'
    text = f"+++\n{front}\n+++\n\nThey swim.\n"
    await hand.commit("site/posts/otters.md", text)
    code, told = await hand.git("push", "origin", "main")
    assert code == 0, told
    assert "remote: Proofroom: your commits on main are in the content now." in told
    found = await ok(owner, "GET", f"{content}/entries/posts/otters")
    assert found["data"]["title"] == "Otters"
    changed = {"slug": "otters", "data": {"rank": 3}}
    assert (await ok(owner, "PUT", f"{content}/entries/posts", changed))["state"] == "merged"
    code, told = await hand.git("pull", "-q", "--rebase", "origin", "main")
    assert code == 0, told
    assert (hand.work / "site/posts/otters.md").read_text() == text.replace(
        "\n\n[seo]", "\n\nrank = 3\n[seo]"
    )
    audit = await ok(owner, "GET", "/api/audit?action=repository.push")
    assert [each["action"] for each in audit["entries"]] == ["repository.push"]


async def test_a_pushed_branch_is_a_proposal_that_a_person_decides(owner: Browser, hand: Client) -> None:
    project = await make_project(owner, workflow="review")
    await save(owner, f"/api/projects/{project['slug']}/content", **{A: {"name": "Rivers"}})
    assert (await hand.clone("notes"))[0] == 0
    known = json.loads((hand.work / TOPICS_EN).read_text())
    known[A]["name"] = "Streams"
    await hand.commit(TOPICS_EN, json.dumps(known, indent=2) + "\n")
    refused = {
        "main": "this project's changes are reviewed",
        "contentrain": "the studio keeps this branch itself",
        "mine": "name the branch cr/NAME",
        "cr/chat/x/1-aaaa": "belongs to a conversation",
    }
    for branch, reason in refused.items():
        code, told = await hand.git("push", "origin", f"HEAD:refs/heads/{branch}")
        assert (code, reason in told) == (1, True), told
    code, told = await hand.git("push", "origin", "HEAD:cr/streams")
    assert (code, "waits as a proposal" in told and "Changes in it: 1." in told) == (0, True), told
    proposal, *_ = await ok(owner, "GET", "/api/proposals")
    assert (proposal["branch"], proposal["state"], proposal["agent"]) == ("cr/streams", "open", "laptop")
    path = f"/api/proposals/{proposal['id']}"
    shown = await ok(owner, "GET", path)
    taken = {"hunks": [hunk["id"] for hunk in shown["hunks"]], "decision": "accepted"}
    await ok(owner, "POST", f"{path}/decisions", taken)
    assert (await ok(owner, "POST", f"{path}/finish", {"sha": shown["sha"]}))["state"] == "merged"
    code, told = await hand.git("push", "origin", "--delete", "cr/streams")
    assert code == 1


async def test_a_repository_is_given_whole_or_not_at_all(owner: Browser, tmp_path: Path) -> None:
    project = await make_project(owner)
    async with owner.http.get(f"{owner.url}/git/notes.git/info/refs?service=git-upload-pack") as answer:
        signed_in = answer.status
    assert signed_in == 200
    for name, limits in {"reader": {"role": "viewer"}, "part": {"limits": {"models": ["topics"]}}}.items():
        (tmp_path / name).mkdir()
        one = await client(owner, tmp_path / name, **limits)
        code, told = await one.clone("notes")
        if name == "part":
            assert (code, "403" in told) == (128, True), told
            continue
        assert code == 0, told
        await one.commit("note.txt", "x")
        code, told = await one.git("push", "origin", "HEAD:cr/x")
        assert (code, "403" in told) == (128, True), told
    stranger = Client(owner, tmp_path, "pr_wrong")
    code, told = await stranger.clone("notes")
    assert code == 128, told
    assert "Authentication failed" in told or "401" in told
    assert project["slug"] == "notes"
