"""Stops in the middle, other Git clients, cut objects, lost files and a full disk: found, told and mended."""

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pygit2
import pytest

from proofroom.kernel.settings import Settings
from proofroom.repository import repositories
from proofroom.repository.git import tree, whole
from proofroom.repository.merge import notes
from proofroom.reviews.proposals import repo as proposals
from proofroom.store.archive import clear_partial
from proofroom.store.backup import backup
from proofroom.wiring.housekeeping import look_after_repositories
from tests.api.conftest import Browser
from tests.api.test_content import make_project, ok
from tests.api.test_media import upload
from tests.api.test_proposals import Proposed, proposed
from tests.media.samples import picture

__all__ = ["proposed"]


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was at it is known to be gone."""
    monkeypatch.setattr(notes, "SETTLED_S", 0.0)


def git_of(proposed: Proposed) -> pygit2.Repository:
    return pygit2.Repository(str(proposed.owner.studio.repositories.path(proposed.project_id)))


async def accept_all(owner: Browser, path: str, count: int | None = None) -> int:
    opened = await ok(owner, "GET", path)
    hunks = [hunk["id"] for hunk in opened["hunks"]][:count]
    await ok(owner, "POST", f"{path}/decisions", {"hunks": hunks, "decision": "accepted"})
    return (await owner.call("POST", f"{path}/finish", {"sha": opened["sha"]}))[0]


@pytest.mark.usefixtures("settled")
async def test_a_stop_in_the_middle_of_merging_is_written_down_at_the_next_look(
    owner: Browser, proposed: Proposed, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await proposed.propose(title="Swifts again", minutes=9)

    async def stop(*_: Any, **__: Any) -> None:
        raise RuntimeError("killed between Git and the database")

    with monkeypatch.context() as killed:
        killed.setattr(proposals, "change", stop)
        assert await accept_all(owner, path, 1) == 500
    waiting = [one for one in await ok(owner, "GET", "/api/inbox") if one["isWaiting"]]
    assert len(waiting) == 1, "the record does not know yet"
    await look_after_repositories(owner.studio)
    opened = await ok(owner, "GET", path)
    assert (opened["proposal"]["state"], opened["canDecide"]) == ("merged", False)
    me = await ok(owner, "GET", "/api/session")
    assert opened["proposal"]["decidedBy"] == me["person"]["id"], "who decided is known"
    assert len(opened["hunks"]) == 1
    (rest,) = [one for one in await ok(owner, "GET", "/api/inbox") if one["isWaiting"]]
    assert rest["id"] != opened["proposal"]["id"], "what was undecided waits by itself"
    assert await accept_all(owner, f"/api/proposals/{rest['id']}") == 200


async def test_a_merge_that_fails_in_passing_is_tried_once_more_and_told_where_it_fails_again(
    owner: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fails, merge = 1, repositories.merge_branch

    def merge_or_fail(*given: Any, **named: Any) -> Any:
        nonlocal fails
        if fails:
            fails -= 1
            raise OSError("failed to rename lockfile to 'objects/c2/37e3': No such file or directory")
        return merge(*given, **named)

    monkeypatch.setattr(repositories, "merge_branch", merge_or_fail)
    path = f"/api/projects/{(await make_project(owner))['id']}"
    place = f"{path}/content/entries/topics"
    saved = await ok(owner, "PUT", place, {"data": {"name": "Swifts"}})
    assert saved["state"] == "merged", saved
    assert "is tried once more" in caplog.text
    assert "failed to rename lockfile" in caplog.text
    fails = 2
    assert (await owner.call("PUT", place, {"data": {"name": "Larks"}}))[0] == 502
    assert "could not be merged" in caplog.text
    found = await ok(owner, "GET", path)
    assert found["phase"] == "error"
    assert "failed to rename lockfile" in found["cause"]


@pytest.mark.usefixtures("settled")
async def test_a_branch_deleted_by_hand_is_told_and_can_be_closed(owner: Browser, proposed: Proposed) -> None:
    path = await proposed.propose(minutes=9)
    branch = (await ok(owner, "GET", path))["proposal"]["branch"]
    git_of(proposed).references.delete(f"refs/heads/{branch}")
    opened = await ok(owner, "GET", path)
    assert opened["hunks"] == []
    assert "is not there any more" in opened["findings"][0]["message"]
    status, answer = await owner.call("POST", f"{path}/finish", {"sha": opened["sha"]})
    assert (status, answer["error"]["code"]) == (409, "conflict")
    await ok(owner, "POST", f"{path}/reject", {})
    assert (await ok(owner, "GET", path))["proposal"]["state"] == "rejected"


async def test_a_commit_by_hand_is_taken_in(owner: Browser, proposed: Proposed) -> None:
    git = git_of(proposed)
    base = str(git.references["HEAD"].target)
    old = git.references[base].peel(pygit2.Commit)
    tree = git.TreeBuilder(old.tree)
    tree.insert("README.md", git.create_blob(b"by hand\n"), pygit2.enums.FileMode.BLOB)
    who = pygit2.Signature("Ada", "ada@example.com")
    git.create_commit(base, who, who, "by hand", tree.write(), [old.id])
    doctor = await ok(owner, "GET", "/api/doctor")
    (told,) = [one for one in doctor["checks"] if one["code"] == "repositories"]
    _, (project,) = await owner.call("GET", "/api/projects")
    assert (told["state"], told["detail"].endswith(f"{project['slug']}.")) == ("warning", True), told
    await proposed.merge("seed/3", title="Swifts", minutes=5)
    git = git_of(proposed)
    content = git.references["refs/heads/contentrain"].peel(pygit2.Commit)
    assert "README.md" in content.tree
    assert git.references[base].target == content.id, "both go on together"


async def test_a_cut_object_is_told_soon_and_named_by_the_doctor(owner: Browser, proposed: Proposed) -> None:
    git = git_of(proposed)
    entry = git.references["refs/heads/contentrain"].peel(pygit2.Commit).tree
    while isinstance(entry, pygit2.Tree):
        entry = next(iter(entry))
    file = Path(git.path) / "objects" / str(entry.id)[:2] / str(entry.id)[2:]
    whole_bytes = file.read_bytes()
    file.chmod(0o644)
    file.write_bytes(whole_bytes[: len(whole_bytes) // 2])
    whole._checked.clear()  # as a new process
    whole._known.clear()
    checks = (await ok(owner, "GET", "/api/doctor"))["checks"]
    assert [one["state"] for one in checks if one["code"] == "repositories"] == ["failed"]
    repo = owner.studio.repositories.repo(proposed.project_id)
    assert whole.find_damaged(repo.path) == [str(entry.id)]
    file.write_bytes(whole_bytes)
    assert whole.find_damaged(repo.path) == [], "written again it is whole"


async def test_a_damaged_file_is_not_delivered_is_named_and_mended_by_an_upload(owner: Browser) -> None:
    project = await ok(owner, "POST", "/api/projects", {"name": "Pictures"})
    place = f"/api/projects/{project['id']}/media"
    _, added = await upload(owner, place, picture())
    url = added["asset"]["url"]
    assert (await owner.call("GET", url))[0] == 200
    blobs = sorted(path for path in (owner.studio.settings.data / "blobs").rglob("*") if path.is_file())
    for blob in blobs:
        blob.write_bytes(b"x" * blob.stat().st_size)
    async with owner.http.get(owner.url + url) as answer:
        assert answer.status == 502
        assert "immutable" not in answer.headers.get("Cache-Control", "")
    checks = (await ok(owner, "GET", "/api/doctor"))["checks"]
    assert [one["state"] for one in checks if one["code"] == "files"] == ["failed"]
    taken = await ok(owner, "POST", "/api/backups")
    held = await ok(owner, "POST", f"/api/backups/{taken['name']}/check")
    assert sorted(held["damagedBlobs"]) == [path.name for path in blobs]
    blobs[0].unlink()
    assert (await upload(owner, place, picture()))[0] in (200, 201)
    assert (await owner.call("GET", url))[0] == 200
    checks = (await ok(owner, "GET", "/api/doctor"))["checks"]
    assert [one["state"] for one in checks if one["code"] == "files"] == ["ok"]


REFUSALS = {
    "There is no room left on the disk": OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "objects/ab"),
    "There is no room left on": pygit2.GitError("failed to write: No space left on device"),
    "The studio may not read or write": PermissionError(errno.EACCES, os.strerror(errno.EACCES), "refs"),
    "may not read or write": pygit2.GitError("failed to open 'refs/heads': Permission denied"),
    "The disk of the data folder failed": OSError(errno.EIO, os.strerror(errno.EIO)),
    "too many files open": OSError(errno.EMFILE, os.strerror(errno.EMFILE)),
    "Git could not work on the repository: [Errno 2]": FileNotFoundError(
        errno.ENOENT, "No such file", "HEAD"
    ),
    "Git could not work on the repository: object": pygit2.GitError("object file is corrupt"),
}


async def test_why_a_repository_refuses_is_told_in_its_own_words(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make_project(owner)
    place = "/api/projects/notes/content/entries/topics"
    for words, error in REFUSALS.items():

        def refuse(*_: Any, error: Exception = error) -> None:
            raise error

        with monkeypatch.context() as refusing:
            refusing.setattr(repositories.Repositories, "repo", refuse)
            read = await owner.call("GET", place)
        with monkeypatch.context() as refusing:
            refusing.setattr(tree, "write_blob", refuse)
            written = await owner.call("PUT", place, {"data": {"name": "x"}, "locale": "en"})
        for status, answer in (read, written):
            told = answer["error"]
            assert (status, told["code"], words in told["message"]) == (502, "storage_failed", True), told
            assert told["suggestion"], words
    assert (await owner.call("GET", place))[0] == 200


def test_a_full_disk_is_said_in_words_by_up(tmp_path: Path) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    told = os.environ | {"PROOFROOM_DATA": str(tmp_path / "data"), "PROOFROOM_PORT": "0"}
    ended = subprocess.run(
        [sys.executable, "-m", "proofroom", "up"],
        env=told,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=small,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 1
    assert "Traceback" not in ended.stdout + ended.stderr
    assert "disk" in ended.stdout + ended.stderr


async def test_what_a_killed_backup_left_is_cleared_away(sqlite_settings: Settings) -> None:
    folder = sqlite_settings.data / "backups"
    folder.mkdir()
    left = folder / ".proofroom-20260101-000000.zip.partial"
    left.write_bytes(b"half")
    clear_partial(sqlite_settings.data / "nowhere")
    await backup(sqlite_settings, folder)
    assert not left.exists()
