"""A site on the branch of a remote that says no: nothing is half done, and the next one gets there."""

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from proofroom.cli.app import app
from proofroom.kernel.ids import ProjectId
from proofroom.repository.git.branch import tip
from tests.api.conftest import Browser
from tests.api.test_content import ok
from tests.api.test_publishing import start
from tests.api.test_remote_hosts import OpenFor, studio_for
from tests.api.test_remotes import git
from tests.repository.git.servers import HttpsServer, Issuer, bare

__all__ = ["studio_for"]


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return bare(tmp_path / "other.git")


def files(other: Path, branch: str = "pages") -> str:
    return git(other, "ls-tree", "-r", "--name-only", branch)


def hook(other: Path, name: str, body: str) -> Path:
    made = other / "hooks" / name
    made.write_text(f"#!/bin/sh\n{body}\n")
    made.chmod(0o755)
    return made


async def test_a_published_branch_goes_to_the_remote_and_a_remote_that_says_no_leaves_nothing_half_done(
    studio_for: OpenFor, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Issuer(is_authority=True)
    with HttpsServer(other.parent, Issuer(authority)) as server:
        async with studio_for(server.port) as owner:
            monkeypatch.setenv("PROOFROOM_DATA", str(owner.studio.settings.data))
            remote = {"url": server.url("other.git"), "username": "ada", "certificate": authority.pem}
            await _publish_and_be_refused(owner, other, remote, server)


async def _publish_and_be_refused(
    owner: Browser, other: Path, remote: dict[str, str], server: HttpsServer
) -> None:
    _, path = await start(owner)
    owner.studio.lock.announce(owner.url)
    words = ("site", "publish", "--branch", "pages", "--address", "https://notes.example")
    send = {"branch": "pages", "address": "https://notes.example", "push": True}

    async def command(*words: str, code: int = 0) -> str:
        done = await asyncio.to_thread(CliRunner().invoke, app, list(words))
        assert done.exit_code == code, (done.output, done.exception)
        return " ".join(done.output.split())

    async def change(title: str) -> None:
        data = {"slug": "one", "data": {"title": title, "day": "2026-03-14"}, "body": title}
        await ok(owner, "PUT", f"{path}/content/entries/posts", data)

    status, told = await owner.call("POST", f"{path}/site/publish/branch", send)
    assert (status, told["error"]["code"]) == (404, "not_found"), "there is no remote to send it to"
    project = ProjectId(path.rsplit("/", 1)[1])
    here = owner.studio.repositories.repo(project)
    assert tip(here, "pages") is None
    await ok(owner, "PUT", f"{path}/content/remote", remote | {"token": "s3cret"})

    refuse = hook(other, "update", 'echo "pages is protected"; exit 1')
    rejected = await ok(owner, "POST", f"{path}/site/publish/branch", send)
    assert (rejected["isNew"], rejected["sent"]) == (True, "rejected")
    assert rejected["reason"]
    assert tip(here, "pages") == rejected["commit"]
    assert "did not take it" in await command(*words, "--push", code=1)
    refuse.unlink()
    assert "The remote has it too" in await command(*words, "--push")
    assert git(other, "rev-parse", "pages").strip() == rejected["commit"], "what waited here went there"
    assert "index.html" in files(other)

    hand = other.parent / "by-hand"
    git(other.parent, "clone", "-q", "-b", "pages", str(other), hand.name)
    (hand / "CNAME").write_text("notes.example\n")
    git(hand, "add", "CNAME")
    git(hand, "commit", "-qm", "by hand")
    git(hand, "push", "-q", "origin", "pages")
    theirs = git(other, "rev-parse", "pages").strip()
    await change("Post uno")
    before = tip(here, "pages")
    status, told = await owner.call("POST", f"{path}/site/publish/branch", send)
    assert (status, "did not come from here" in told["error"]["message"]) == (409, True)
    assert (tip(here, "pages"), git(other, "rev-parse", "pages").strip()) == (before, theirs)
    over = await ok(owner, "POST", f"{path}/site/publish/branch", send | {"over": True})
    assert (over["sent"], git(other, "rev-parse", "pages").strip()) == ("pushed", over["commit"])
    assert "CNAME" not in files(other), "the branch holds the site and nothing else"
    assert theirs in git(other, "log", "--format=%H", "pages"), "what others did stays in its history"

    await change("Post dos")
    away = other.rename(other.with_name("away.git"))
    status, told = await owner.call("POST", f"{path}/site/publish/branch", send)
    assert status == 502, told
    assert tip(here, "pages") == over["commit"], "where the remote cannot be reached nothing is made"
    away.rename(other)
    server.password = "another"
    status, told = await owner.call("POST", f"{path}/site/publish/branch", send)
    assert (status, "sign-in was refused" in told["error"]["message"]) == (502, True)
    assert tip(here, "pages") == over["commit"]
    server.password = "s3cret"
    sent = await ok(owner, "POST", f"{path}/site/publish/branch", send)
    assert (sent["isNew"], sent["sent"]) == (True, "pushed")
    assert "Post dos" in git(other, "show", "pages:writing/one/index.html")
