"""Pushes made to cost much: files that are small on the wire and large, deep or many when they are read."""

import gzip
import random
import resource
from pathlib import Path

import pygit2
import pytest

from proofroom.api import git as door
from tests.api.conftest import Browser
from tests.api.test_content import make_project, ok
from tests.api.test_git import TOPICS_EN, Client, client
from tests.attack.effort import before_ticks


@pytest.fixture
async def hand(owner: Browser, tmp_path: Path) -> Client:
    made = await client(owner, tmp_path)
    await made.clone((await make_project(owner))["slug"])
    await made.git("checkout", "-q", "-b", "cr/mine/1")
    return made


async def _push(hand: Client) -> str:
    await hand.git("add", "-A")
    await hand.git("commit", "-q", "-m", "by hand")
    return (await hand.git("push", "-q", "origin", "cr/mine/1"))[1]


async def test_a_large_file_is_not_read_and_its_branch_goes(owner: Browser, hand: Client) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (hand.work / "big.bin").write_bytes(bytes(90_000_000))
    assert "big.bin is larger than 20 MB" in " ".join((await _push(hand)).split())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000
    assert await ok(owner, "GET", "/api/proposals") == []
    (hand.work / "big.bin").unlink()
    (hand.work / "small.txt").write_text("as it should be")
    await hand.git("commit", "-q", "--amend", "-m", "by hand")
    assert "waits as a proposal" in await _push(hand), "the name is free again"


async def test_brackets_in_brackets_are_shown_as_what_they_are(owner: Browser, hand: Client) -> None:
    (hand.work / TOPICS_EN).write_bytes(b"[" * 300_000)
    assert "waits as a proposal" in await _push(hand)
    [proposal] = await ok(owner, "GET", "/api/proposals")
    shown = await ok(owner, "GET", f"/api/proposals/{proposal['id']}")
    assert len(shown["hunks"]) == 1
    assert await ok(owner, "POST", f"/api/proposals/{proposal['id']}/reject", {})


async def test_folders_without_bottom_are_refused(owner: Browser, hand: Client) -> None:
    git = pygit2.Repository(str(hand.work))
    tree = git.head.peel(pygit2.Tree).id
    for _ in range(1_500):
        folder = git.TreeBuilder()
        folder.insert("d", tree, pygit2.enums.FileMode.TREE)
        tree = folder.write()
    commit = (await hand.git("commit-tree", str(tree), "-p", "HEAD", "-m", "deep"))[1].strip()
    await hand.git("reset", "-q", "--soft", commit)
    told = (await hand.git("push", "-q", "origin", "cr/mine/1"))[1]
    assert "too deep" in told
    assert await ok(owner, "GET", "/api/proposals") == []


async def test_a_long_question_that_git_does_not_read_to_its_end_holds_nobody(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = await make_project(owner)
    url = f"{owner.url}/git/{project['id']}.git/git-upload-pack"
    sent = {"X-CSRF-Token": owner.csrf, "Content-Type": "application/x-git-upload-pack-request"}
    packed = (gzip.compress(b"0" * 100_000_000), {"Content-Encoding": "gzip"})
    for body, more in ((b"0" * 300_000, {}), (random.Random(1).randbytes(300_000), {}), packed):
        async with owner.http.post(url, data=body, headers=sent | more) as answer:
            await before_ticks(20, answer.read())
    monkeypatch.setattr(door, "MAX_ASKED", 1_000)
    async with owner.http.post(url, data=b"0" * 1_001, headers=sent) as answer:
        assert answer.status == 413
