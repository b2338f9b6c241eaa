"""A writer goes on where Git, or another writer, takes an empty folder away under its hands."""

import logging
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator

import pytest

from proofroom.kernel.errors import StorageFailed
from proofroom.repository.git import branch
from proofroom.repository.git.objects import LARGE, read_blob, write_blob
from proofroom.repository.git.open import STORE_TRIES, Repo, store

MOST = 50_000
"""Writes after which a folder must have been gone at the wrong moment; some hundreds are enough."""


TAKES_AWAY = """
import os, sys
while True:
    for number in range(256):
        try:
            os.rmdir(f"{sys.argv[1]}/{number:02x}")
        except OSError:
            pass
"""


@pytest.fixture
def git_that_packs(repo: Repo) -> Iterator[None]:
    """Take empty folders of objects away all the time, in a process of its own, as a packing Git does."""
    command = [sys.executable, "-S", "-c", TAKES_AWAY, str(repo.path / "objects")]
    with subprocess.Popen(command) as process:
        yield
        process.kill()


@pytest.mark.usefixtures("git_that_packs")
def test_an_object_is_stored_though_its_folder_is_taken_away(repo: Repo, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    for number in range(MOST):
        data = b"object %d" % number
        sha = write_blob(repo, data)
        assert read_blob(repo, sha) == data
        (repo.path / "objects" / sha[:2] / sha[2:]).unlink()  # as if it were in a pack
        if "tried again" in caplog.text:
            return
    pytest.fail("no folder was taken away at the wrong moment")


def test_a_large_object_is_stored_though_its_folder_is_taken_away(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
):
    make, taken = tempfile.mkstemp, []

    def take_away_first(*, prefix: str, dir: str) -> tuple[int, str]:
        if not taken:
            taken.append(dir)
            repo.path.joinpath(dir).rmdir()
        return make(prefix=prefix, dir=dir)

    monkeypatch.setattr("proofroom.repository.git.objects.tempfile.mkstemp", take_away_first)
    data = b"x" * LARGE
    assert read_blob(repo, write_blob(repo, data)) == data
    assert len(taken) == 1


def test_what_cannot_be_stored_at_all_is_told_after_some_tries(repo: Repo):
    tries: list[int] = []

    def refuse() -> None:
        tries.append(1)
        raise OSError("no space left on device")

    with pytest.raises(StorageFailed, match="no space left"):
        store("store_object", refuse)
    assert len(tries) == STORE_TRIES


def test_branches_are_made_while_others_in_the_same_folder_are_deleted(repo: Repo):
    at, failed = branch.need_tip(repo, "main"), list[Exception]()

    def work(name: str) -> None:
        try:
            for number in range(200):
                branch.create_branch(repo, f"cr/run/{name}-{number}/1-a", at)
                branch.delete_branch(repo, f"cr/run/{name}-{number}/1-a", expected=at)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert branch.branches(repo, "cr/") == []
