"""Objects that are cut while the studio runs: read once, then damaged, they are told and never waited for."""

import random
from time import monotonic

import pytest

from proofroom.kernel.errors import StorageFailed
from proofroom.repository.git import whole
from proofroom.repository.git.objects import LARGE, read_blob, write_blob
from proofroom.repository.git.whole import find_damaged


@pytest.mark.timeout(30)
@pytest.mark.parametrize("size", [100, 3 * LARGE], ids=["small", "large"])
def test_an_object_that_is_cut_after_it_was_read_is_missing_and_written_again(repo, size, monkeypatch):
    data = bytes(number * 7919 % 251 for number in range(size))
    sha = write_blob(repo, data)
    assert read_blob(repo, sha) == data
    file = repo.path / "objects" / sha[:2] / sha[2:]
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-20])
    monkeypatch.setattr(whole, "monotonic", lambda: monotonic() + 10)
    with pytest.raises(StorageFailed):
        read_blob(repo, sha)
    assert find_damaged(repo.path) == [sha]
    assert write_blob(repo, data) == sha
    assert read_blob(repo, sha) == data
    assert find_damaged(repo.path) == []


@pytest.mark.timeout(30)
def test_a_large_object_is_missing_from_the_moment_it_is_cut(repo):
    data = random.Random(1).randbytes(3 * LARGE)
    sha = write_blob(repo, data)
    file = repo.path / "objects" / sha[:2] / sha[2:]
    file.chmod(0o644)
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(StorageFailed):
        read_blob(repo, sha)
    assert find_damaged(repo.path) == [sha]
